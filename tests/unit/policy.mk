unit_tests += tests/unit/policy_test
tests_unit_policy_test_SOURCES = tests/unit/policy_test.c tests/unit/suite.h
tests_unit_policy_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_policy_test_LDADD = libscry.a $(CHECK_LIBS)
