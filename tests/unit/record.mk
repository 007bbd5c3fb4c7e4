if HAVE_ZSTD
unit_tests += tests/unit/record_test
tests_unit_record_test_SOURCES = tests/unit/record_test.c tests/unit/suite.h tests/fuzz/recordings.c tests/fuzz/recordings.h
tests_unit_record_test_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_record_test_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_record_test_LDADD = libscry.a $(CHECK_LIBS)
endif
