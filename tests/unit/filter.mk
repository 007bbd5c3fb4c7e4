unit_tests += tests/unit/filter_test
tests_unit_filter_test_SOURCES = tests/unit/filter_test.c tests/unit/suite.h
tests_unit_filter_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_filter_test_LDADD = libscry.a $(CHECK_LIBS)
