unit_tests += tests/unit/cli_test
tests_unit_cli_test_SOURCES = tests/unit/cli_test.c tests/unit/suite.h
tests_unit_cli_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_cli_test_LDADD = libscry.a $(CHECK_LIBS)
