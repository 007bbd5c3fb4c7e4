check_PROGRAMS += tests/fuzz/decode_fuzz
TESTS += tests/fuzz/decode_fuzz
tests_fuzz_decode_fuzz_SOURCES = tests/fuzz/decode_fuzz.c
tests_fuzz_decode_fuzz_LDADD = libscry.a $(SECCOMP_LIBS)
