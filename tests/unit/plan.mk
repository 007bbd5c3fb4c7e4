unit_tests += tests/unit/plan_test
tests_unit_plan_test_SOURCES = tests/unit/plan_test.c tests/unit/suite.h
tests_unit_plan_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_plan_test_LDADD = libscry.a $(CHECK_LIBS)
