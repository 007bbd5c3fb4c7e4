unit_tests += tests/unit/diff_test
tests_unit_diff_test_SOURCES = tests/unit/diff_test.c tests/unit/suite.h
tests_unit_diff_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_diff_test_LDADD = libscry.a $(CHECK_LIBS)
