# Speed: make bench. Not a test; see bench/README.md.
EXTRA_PROGRAMS = bench/getppid
bench_getppid_SOURCES = bench/getppid.c
bench_getppid_CFLAGS = $(SCRY_CFLAGS)
CLEANFILES += bench/getppid$(EXEEXT)
EXTRA_DIST += bench/README.md bench/run.sh

bench: scry$(EXEEXT) bench/getppid$(EXEEXT)
	@srcdir='$(srcdir)' $(SHELL) $(srcdir)/bench/run.sh $(BENCH)
.PHONY: bench
