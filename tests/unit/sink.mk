if HAVE_CHECK
check_PROGRAMS += tests/unit/text_test
TESTS += tests/unit/text_test
tests_unit_text_test_SOURCES = tests/unit/text_test.c tests/unit/sink_fixture.h
tests_unit_text_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_text_test_LDADD = libscry.a $(CHECK_LIBS) $(SECCOMP_LIBS)
endif
