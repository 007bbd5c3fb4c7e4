# Comparison of scry with strace: see CONTRIBUTING.md.
#
# A family of calls has a fixture, FAMILY.c. Its calls are not executed, so that each can succeed with the buffers of the
# fixture. Each fixture is built for the machine and, if the compiler supports it, for i386.
differential_fixtures = \
	tests/differential/aio_native.fixture \
	tests/differential/aio_i386.fixture \
	tests/differential/bpf_native.fixture \
	tests/differential/bpf_i386.fixture \
	tests/differential/btrfs_native.fixture \
	tests/differential/btrfs_i386.fixture \
	tests/differential/calls_native.fixture \
	tests/differential/calls_i386.fixture \
	tests/differential/fcntl_native.fixture \
	tests/differential/fcntl_i386.fixture \
	tests/differential/file_native.fixture \
	tests/differential/file_i386.fixture \
	tests/differential/ioctl_native.fixture \
	tests/differential/ioctl_i386.fixture \
	tests/differential/ipc_native.fixture \
	tests/differential/ipc_i386.fixture \
	tests/differential/memory_native.fixture \
	tests/differential/memory_i386.fixture \
	tests/differential/netlink_native.fixture \
	tests/differential/netlink_i386.fixture \
	tests/differential/network_native.fixture \
	tests/differential/network_i386.fixture \
	tests/differential/numbers_native.fixture \
	tests/differential/numbers_i386.fixture \
	tests/differential/paths_native.fixture \
	tests/differential/paths_i386.fixture \
	tests/differential/poll_native.fixture \
	tests/differential/poll_i386.fixture \
	tests/differential/prctl_native.fixture \
	tests/differential/prctl_i386.fixture \
	tests/differential/process_native.fixture \
	tests/differential/process_i386.fixture \
	tests/differential/signal_native.fixture \
	tests/differential/signal_i386.fixture \
	tests/differential/requests_native.fixture \
	tests/differential/requests_i386.fixture \
	tests/differential/sweep_native.fixture \
	tests/differential/sweep_i386.fixture \
	tests/differential/task_native.fixture \
	tests/differential/task_i386.fixture \
	tests/differential/time_native.fixture \
	tests/differential/time_i386.fixture
differential_common = $(srcdir)/tests/differential/fixture.c $(srcdir)/tests/differential/fixture.h $(srcdir)/tests/differential/missing.h

check_DATA = $(differential_fixtures)
CLEANFILES += $(differential_fixtures)
TESTS += $(differential_fixtures)
FIXTURE_LOG_COMPILER = $(SHELL) $(srcdir)/tests/differential/test.sh

EXTRA_DIST += \
	tests/differential/aio.c \
	tests/differential/bpf.c \
	tests/differential/btrfs.c \
	tests/differential/fcntl.c \
	tests/differential/file.c \
	tests/differential/ioctl.c \
	tests/differential/ipc.c \
	tests/differential/list_cases.c \
	tests/differential/matrix.sh \
	tests/differential/memory.c \
	tests/differential/netlink.c \
	tests/differential/network.c \
	tests/differential/numbers.c \
	tests/differential/paths.c \
	tests/differential/poll.c \
	tests/differential/prctl.c \
	tests/differential/process.c \
	tests/differential/signal.c \
	tests/differential/sweep.c \
	tests/differential/task.c \
	tests/differential/time.c \
	tests/differential/fixture.c \
	tests/differential/fixture.h \
	tests/differential/missing.h \
	tests/differential/calls.sh \
	tests/differential/calls.txt \
	tests/differential/compare.awk \
	tests/differential/joined.awk \
	tests/differential/lib.sh \
	tests/differential/plans.sh \
	tests/differential/named.awk \
	tests/differential/newer.awk \
	tests/differential/numbers.sh \
	tests/differential/prepared.sh \
	tests/differential/sweep.awk \
	tests/differential/requests.sh \
	tests/differential/requests.txt \
	tests/differential/sweep.sh \
	tests/differential/sweep.txt \
	tests/differential/test.sh \
	tests/differential/open/calls.txt \
	tests/differential/open/ioctl.txt \
	tests/differential/open/network.txt

# The fixtures are traced programs: they are built without sanitizers and hardening flags.
fixture_build = -D_GNU_SOURCE -std=gnu11 -g -O1 -Wall -Wextra -I$(srcdir)/tests/differential
tests/differential/%_native.fixture: $(srcdir)/tests/differential/%.c $(differential_common)
	$(AM_V_CC)$(MKDIR_P) tests/differential && \
		$(CC) $(fixture_build) -o $@ $< $(srcdir)/tests/differential/fixture.c -lpthread
tests/differential/%_i386.fixture: $(srcdir)/tests/differential/%.c $(differential_common) cc32
	$(AM_V_CC)$(MKDIR_P) tests/differential && if test -n "$(CC32)"; then \
		$(CC32) $(fixture_build) -o $@ $< $(srcdir)/tests/differential/fixture.c -lpthread; \
	else rm -f $@ && echo "no compiler" >$@; fi
# The program of the sweep makes the calls of these tests too.
tests/differential/requests_%.fixture: tests/differential/sweep_%.fixture
	$(AM_V_GEN)cp $< $@
tests/differential/calls_%.fixture: tests/differential/sweep_%.fixture
	$(AM_V_GEN)cp $< $@
tests/differential/matrix_%.fixture: tests/differential/sweep_%.fixture
	$(AM_V_GEN)cp $< $@
# Compares all calls that list_cases derives from the table, and counts what differs: CASES=some takes one in 25 for each style, CALL=NAME
# those of one call, STYLES="-v,-y" these styles.
check-matrix: check-matrix-native check-matrix-i386
check-matrix-native check-matrix-i386: check-matrix-%: all $(check_PROGRAMS) tests/differential/matrix_%.fixture
	-KEPT=no srcdir=$(srcdir) $(SHELL) $(srcdir)/tests/differential/test.sh tests/differential/matrix_$*.fixture
.PHONY: check-matrix check-matrix-native check-matrix-i386
CLEANFILES += tests/differential/matrix_native.fixture tests/differential/matrix_i386.fixture
# Prints the calls of the matrix.
check_PROGRAMS += tests/differential/list_cases
tests_differential_list_cases_SOURCES = tests/differential/list_cases.c
tests_differential_list_cases_LDADD = libscry.a
# Prints the values of the lists in libscry, for the sweep.
check_PROGRAMS += tests/differential/list_values
tests_differential_list_values_SOURCES = tests/differential/list_values.c
tests_differential_list_values_LDADD = libscry.a
