if HAVE_CHECK
check_PROGRAMS += tests/unit/decode_test
TESTS += tests/unit/decode_test
tests_unit_decode_test_SOURCES = \
	tests/unit/decode_support.c \
	tests/unit/decode_support.h \
	tests/unit/decode_test.c
tests_unit_decode_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_decode_test_LDADD = libscry.a $(CHECK_LIBS) $(SECCOMP_LIBS)
endif
