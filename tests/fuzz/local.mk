# "make check" runs these briefly, each time with another seed; "make check-fuzz" runs them for longer.
fuzz_tests = tests/fuzz/decode_fuzz tests/fuzz/expression_fuzz tests/fuzz/plan_fuzz tests/fuzz/where_fuzz
if HAVE_ZSTD
fuzz_tests += tests/fuzz/recording_fuzz
tests_fuzz_recording_fuzz_SOURCES = tests/fuzz/recording_fuzz.c tests/fuzz/recordings.c tests/fuzz/recordings.h
tests_fuzz_recording_fuzz_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests -DSOURCES='"$(abs_top_srcdir)"'
tests_fuzz_recording_fuzz_LDADD = libscry.a
endif
if HAVE_BPF
fuzz_tests += tests/fuzz/record_fuzz
endif
check_PROGRAMS += $(fuzz_tests)
# tests/live/gdb_stub_test.sh runs it.
EXTRA_DIST += tests/fuzz/stub.py
TESTS += $(fuzz_tests)
# What runs rows and structs, for decode_fuzz and plan_fuzz.
fuzz_rows_sources = \
	tests/fuzz/covered.c \
	tests/fuzz/edges.c \
	tests/fuzz/fuzz.h \
	tests/fuzz/selectors.c \
	tests/fuzz/start.c \
	tests/fuzz/tracee.c \
	tests/fuzz/watcher.h
fuzz_rows_ldflags = $(AM_LDFLAGS) -Wl,--wrap=choice_pick -Wl,--wrap=condition_is_met
tests_fuzz_decode_fuzz_SOURCES = $(fuzz_rows_sources) \
	tests/fuzz/decode_fuzz.c \
	tests/fuzz/lines.c \
	tests/fuzz/styles.c \
	tests/fuzz/watcher.c
tests_fuzz_decode_fuzz_LDFLAGS = $(fuzz_rows_ldflags)
tests_fuzz_decode_fuzz_LDADD = libscry.a
tests_fuzz_plan_fuzz_SOURCES = $(fuzz_rows_sources) \
	tests/fuzz/plan_fuzz.c \
	tests/unit/decode_support.c \
	tests/unit/decode_support.h
tests_fuzz_plan_fuzz_LDFLAGS = $(fuzz_rows_ldflags)
tests_fuzz_plan_fuzz_LDADD = libscry.a
tests_fuzz_expression_fuzz_SOURCES = tests/fuzz/expression_fuzz.c
tests_fuzz_expression_fuzz_LDADD = libscry.a
tests_fuzz_record_fuzz_SOURCES = tests/fuzz/record_fuzz.c
tests_fuzz_record_fuzz_LDADD = libscry.a
tests_fuzz_where_fuzz_SOURCES = tests/fuzz/where_fuzz.c
tests_fuzz_where_fuzz_LDADD = libscry.a
