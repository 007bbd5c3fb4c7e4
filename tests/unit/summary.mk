unit_tests += tests/unit/summary_test
tests_unit_summary_test_SOURCES = tests/unit/summary_test.c tests/unit/suite.h
tests_unit_summary_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_summary_test_LDADD = libscry.a $(CHECK_LIBS)
