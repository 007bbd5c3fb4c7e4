unit_tests += tests/unit/arch_test
tests_unit_arch_test_SOURCES = tests/unit/arch_test.c tests/unit/suite.h
tests_unit_arch_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_arch_test_LDADD = libscry.a $(CHECK_LIBS)
