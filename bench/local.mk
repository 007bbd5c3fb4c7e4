# "make bench" measures speed; see bench/README.md. It is not a test.
bench_programs = bench/work$(EXEEXT) bench/floor$(EXEEXT) bench/repeat$(EXEEXT)
EXTRA_PROGRAMS = bench/work bench/floor bench/bpf-floor bench/repeat
bench_work_SOURCES = bench/work.c
bench_work_CFLAGS = $(SCRY_CFLAGS)
bench_work_LDFLAGS = $(AM_LDFLAGS) -pthread
bench_repeat_SOURCES = bench/repeat.c
bench_repeat_CFLAGS = $(SCRY_CFLAGS)
bench_repeat_LDFLAGS = $(AM_LDFLAGS) -pthread
bench_floor_SOURCES = bench/floor.c
bench_floor_CFLAGS = $(SCRY_CFLAGS)
bench_bpf_floor_SOURCES = bench/bpf-floor.c
bench_bpf_floor_CFLAGS = $(SCRY_CFLAGS) $(LIBBPF_CFLAGS)
bench_bpf_floor_LDFLAGS = $(AM_LDFLAGS) -pthread
bench_bpf_floor_LDADD = $(LIBBPF_LIBS)
if HAVE_BPF_FLOOR
bench_programs += bench/bpf-floor$(EXEEXT)
bench_kernel_programs = bench/floor.bpf.o
endif
# The headers of the kernel of this machine lie in a directory that has its name.
bench/floor.bpf.o: bench/floor.bpf.c bench/bpf-floor$(EXEEXT)
	$(AM_V_GEN)$(CLANG) -O2 -g -target bpf -mcpu=v3 -Wall -Werror $(LIBBPF_CFLAGS) \
		-idirafter "/usr/include/$$($(CC) -print-multiarch)" -c -o $@ '$(srcdir)/bench/floor.bpf.c'
CLEANFILES += $(bench_programs) bench/floor.bpf.o
EXTRA_DIST += bench/README.md bench/bench.py bench/cases.py bench/report.py bench/selections.py bench/floor.bpf.c

bench: scry$(EXEEXT) $(bench_programs) $(bench_kernel_programs)
	@PYTHONDONTWRITEBYTECODE=1 python3 $(srcdir)/bench/bench.py --source '$(srcdir)' $(BENCH)
bench-selections: scry$(EXEEXT) bench/work$(EXEEXT) bench/repeat$(EXEEXT)
	@python3 $(srcdir)/bench/selections.py $(SELECTIONS)
.PHONY: bench bench-selections
