unit_tests += tests/unit/tracee_test
tests_unit_tracee_test_SOURCES = tests/unit/tracee_test.c tests/unit/suite.h
tests_unit_tracee_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_tracee_test_LDADD = libscry.a $(CHECK_LIBS)
tests_unit_tracee_test_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=xcalloc
unit_tests += tests/unit/proc_test
tests_unit_proc_test_SOURCES = tests/unit/proc_test.c tests/unit/suite.h
tests_unit_proc_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_proc_test_LDADD = libscry.a $(CHECK_LIBS)
