# SPDX-License-Identifier: MIT
# Functions for all shell tests. A test sources this file in the top directory of the build tree, with
# $srcdir set by automake.
set -u
LC_ALL=C
export LC_ALL
unset STRACE_LOG STRACEOPTS CDPATH 2>/dev/null || :

srcdir=${srcdir:-.}
scry=${SCRY:-$PWD/scry}
strace=${STRACE:-strace}
# Timeouts are multiplied by this, for sanitizer builds and busy machines.
patience=${PATIENCE:-1}
failures=0
checks=0

# skip REASON: ends the test as skipped.
skip()
{
	echo "SKIPPED: $*"
	exit 77
}

# Says which part of the test does not run, and why.
not_tested()
{
	echo "NOT TESTED: $*"
}

# can_run TOOL WHAT: if the tool is missing, WHAT is not tested.
can_run()
{
	command -v "$1" >/dev/null && return
	not_tested "$2: no $1 here"
	return 1
}

# fail MESSAGE: records a failure. The test goes on, and finish() ends it with an error.
fail()
{
	echo "FAILED: $*"
	failures=$((failures + 1))
}

# check WHAT COMMAND...: the command must succeed.
check()
{
	what=$1
	shift
	checks=$((checks + 1))
	"$@" || fail "$what"
}

# same WHAT EXPECTED ACTUAL: the strings must be equal.
same()
{
	checks=$((checks + 1))
	[ "$2" = "$3" ] || fail "$1: expected '$2', got '$3'"
}

# Creates the directory $scratch. It is removed when the test ends, also by a signal, unless the test failed.
make_scratch()
{
	scratch=$(mktemp -d "${TMPDIR:-/tmp}/scry-test.XXXXXX") || exit 99
	trap '[ "$failures" = 0 ] && rm -rf "$scratch"' EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM
	trap 'exit 129' HUP
}

need()
{
	for tool; do
		command -v "$tool" >/dev/null || skip "no $tool here"
	done
}

finish()
{
	if [ "$checks" = 0 ]; then
		echo "FAILED: nothing was checked"
		exit 1
	fi
	echo "$checks checks, $failures failures"
	[ "$failures" = 0 ]
	exit
}
