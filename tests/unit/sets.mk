unit_tests += tests/unit/sets_test
tests_unit_sets_test_SOURCES = tests/unit/sets_test.c tests/unit/suite.h
tests_unit_sets_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_sets_test_LDADD = libscry.a $(CHECK_LIBS)
