unit_tests += tests/unit/decode_test tests/unit/layout_test
tests_unit_decode_test_SOURCES = \
	tests/unit/decode_memory_test.c \
	tests/unit/decode_support.c \
	tests/unit/decode_support.h \
	tests/unit/decode_test.c \
	tests/unit/suite.h
tests_unit_decode_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_decode_test_LDADD = libscry.a $(CHECK_LIBS)
tests_unit_layout_test_SOURCES = tests/unit/layout_test.c tests/unit/suite.h
tests_unit_layout_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_layout_test_LDADD = libscry.a $(CHECK_LIBS)
EXTRA_DIST += maint/update-structs tests/data/uapi-structs.tsv
