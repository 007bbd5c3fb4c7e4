unit_tests += tests/unit/util_test
tests_unit_util_test_SOURCES = tests/unit/util_test.c tests/unit/suite.h
tests_unit_util_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_util_test_LDADD = libscry.a $(CHECK_LIBS)
