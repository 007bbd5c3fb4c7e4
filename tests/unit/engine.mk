if HAVE_CHECK
check_PROGRAMS += tests/unit/life_test
TESTS += tests/unit/life_test
tests_unit_life_test_SOURCES = tests/unit/life_test.c tests/unit/suite.h
tests_unit_life_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_life_test_LDADD = libscry.a $(CHECK_LIBS)
endif
