# The manual page and the table of options must agree.
unit_tests += tests/table/man_test
tests_table_man_test_SOURCES = tests/table/man_test.c tests/unit/suite.h
tests_table_man_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_table_man_test_LDADD = libscry.a $(CHECK_LIBS)
