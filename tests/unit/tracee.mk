if HAVE_CHECK
check_PROGRAMS += tests/unit/tracee_test
TESTS += tests/unit/tracee_test
tests_unit_tracee_test_SOURCES = tests/unit/tracee_test.c tests/unit/suite.h
tests_unit_tracee_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_tracee_test_LDADD = libscry.a $(CHECK_LIBS)
endif
