# Tests. Unit tests are listed in tests/unit/ROOM.mk, each included here.
AM_TESTS_ENVIRONMENT = srcdir='$(srcdir)'; export srcdir;
TEST_EXTENSIONS = .sh .fixture

# Long ones, run by "make check-stress" only: lists in tests/stress/*.mk add to this.
stress_tests =

dist_check_SCRIPTS = \
	tests/rooms_test.sh \
	tests/size_test.sh
TESTS += $(dist_check_SCRIPTS)
EXTRA_DIST += tests/lib.sh
include tests/differential/local.mk
include tests/live/local.mk
include tests/fuzz/local.mk
include tests/stress/local.mk
include tests/programs/local.mk
include tests/unit/decode.mk
include tests/unit/output.mk
include tests/unit/sink.mk
include tests/unit/filter.mk
include tests/unit/seccomp.mk
include tests/unit/tracee.mk
include tests/unit/stack.mk
include tests/unit/cli.mk
include tests/unit/summary.mk
include tests/unit/util.mk
include tests/table/man.mk
include tests/table/table.mk
