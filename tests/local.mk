# Tests. Unit tests are listed in tests/unit/MODULE.mk, each included here, as $(unit_tests).
# CK_TIMEOUT_MULTIPLIER: libcheck gives up after four seconds, which a busy machine may take. A test that asks
# for more memory than there is wants to see what scry does then, not what the sanitizer does.
AM_TESTS_ENVIRONMENT = srcdir='$(srcdir)'; export srcdir; \
	CK_TIMEOUT_MULTIPLIER=$${CK_TIMEOUT_MULTIPLIER:-5}; export CK_TIMEOUT_MULTIPLIER; \
	ASAN_OPTIONS=$${ASAN_OPTIONS:-allocator_may_return_null=1}; export ASAN_OPTIONS;
TEST_EXTENSIONS = .sh .fixture

# Long ones, run by "make check-stress" only: lists in tests/stress/*.mk add to this.
stress_tests =

dist_check_SCRIPTS = \
	tests/bpf_program_test.sh \
	tests/format_test.sh \
	tests/howto_test.sh \
	tests/modules_test.sh \
	tests/tarball_test.sh \
	tests/bench_test.sh
TESTS += $(dist_check_SCRIPTS)
EXTRA_DIST += tests/lib.sh
unit_tests =
include tests/differential/local.mk
include tests/live/local.mk
include tests/fuzz/local.mk
include tests/stress/local.mk
include tests/programs/local.mk
include tests/unit/arch.mk
include tests/unit/decode.mk
include tests/unit/output.mk
include tests/unit/sink.mk
include tests/unit/sets.mk
include tests/unit/plan.mk
include tests/unit/record.mk
include tests/unit/diff.mk
include tests/unit/seccomp.mk
include tests/unit/policy.mk
include tests/unit/engine.mk
include tests/unit/tracee.mk
include tests/unit/stack.mk
include tests/unit/cli.mk
include tests/unit/summary.mk
include tests/unit/util.mk
include tests/table/man.mk
include tests/table/table.mk

# Without libcheck there are no unit tests. A script in their place is skipped and says so; the last line of "make check" says it again.
if HAVE_CHECK
check_PROGRAMS += $(unit_tests)
unit_tests_here = $(unit_tests)
else
unit_tests_here = tests/unit/without_check_test.sh
check-local: check-TESTS
	@srcdir='$(srcdir)' $(SHELL) $(srcdir)/tests/unit/without_check_test.sh || test $$? = 77
endif
TESTS += $(unit_tests_here)
EXTRA_DIST += tests/unit/without_check_test.sh
