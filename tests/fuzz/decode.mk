# A short form in "make check", each time from another seed; "make check-fuzz" is the long one.
check_PROGRAMS += tests/fuzz/decode_fuzz
TESTS += tests/fuzz/decode_fuzz
tests_fuzz_decode_fuzz_SOURCES = \
	tests/fuzz/decode_fuzz.c \
	tests/fuzz/edges.c \
	tests/fuzz/fuzz.h \
	tests/fuzz/tracee.c \
	tests/fuzz/watcher.c \
	tests/fuzz/watcher.h
tests_fuzz_decode_fuzz_LDADD = libscry.a $(SECCOMP_LIBS)
