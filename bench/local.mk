# "make bench" measures speed; see bench/README.md. It is not a test.
bench_programs = bench/work$(EXEEXT) bench/floor$(EXEEXT)
EXTRA_PROGRAMS = $(bench_programs)
bench_work_SOURCES = bench/work.c
bench_work_CFLAGS = $(SCRY_CFLAGS)
bench_work_LDFLAGS = $(AM_LDFLAGS) -pthread
bench_floor_SOURCES = bench/floor.c
bench_floor_CFLAGS = $(SCRY_CFLAGS)
CLEANFILES += $(bench_programs)
EXTRA_DIST += bench/README.md bench/bench.py bench/cases.py bench/report.py

bench: scry$(EXEEXT) $(bench_programs)
	@PYTHONDONTWRITEBYTECODE=1 python3 $(srcdir)/bench/bench.py --source '$(srcdir)' $(BENCH)
.PHONY: bench
