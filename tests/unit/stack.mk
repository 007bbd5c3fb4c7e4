unit_tests += tests/unit/stack_test
tests_unit_stack_test_SOURCES = tests/unit/stack_test.c
tests_unit_stack_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_stack_test_LDADD = libscry.a $(CHECK_LIBS)
