unit_tests += tests/unit/seccomp_test
tests_unit_seccomp_test_SOURCES = tests/unit/seccomp_test.c tests/unit/suite.h
tests_unit_seccomp_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_seccomp_test_LDADD = libscry.a $(CHECK_LIBS) $(SECCOMP_LIBS)
