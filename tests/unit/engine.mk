if HAVE_CHECK
check_PROGRAMS += tests/unit/colocate_test tests/unit/cpu_time_test tests/unit/life_test
TESTS += tests/unit/colocate_test tests/unit/cpu_time_test tests/unit/life_test
tests_unit_colocate_test_SOURCES = tests/unit/colocate_test.c tests/unit/suite.h
tests_unit_colocate_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_colocate_test_LDADD = libscry.a $(CHECK_LIBS)
tests_unit_cpu_time_test_SOURCES = tests/unit/cpu_time_test.c tests/unit/suite.h
tests_unit_cpu_time_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_cpu_time_test_LDADD = libscry.a $(CHECK_LIBS)
tests_unit_life_test_SOURCES = tests/unit/life_test.c tests/unit/suite.h
tests_unit_life_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_life_test_LDADD = libscry.a $(CHECK_LIBS)
endif
