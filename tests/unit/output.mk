unit_tests += tests/unit/output_test
tests_unit_output_test_SOURCES = tests/unit/output_test.c tests/unit/suite.h
tests_unit_output_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_output_test_LDADD = libscry.a $(CHECK_LIBS)
