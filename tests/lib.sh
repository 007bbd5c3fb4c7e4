# SPDX-License-Identifier: MIT
# What the shell tests share. Sourced from the top of the build tree, with $srcdir set by automake.
set -u
LC_ALL=C
export LC_ALL
unset STRACE_LOG STRACEOPTS CDPATH 2>/dev/null || :

srcdir=${srcdir:-.}
scry=${SCRY:-$PWD/scry}
strace=${STRACE:-strace}
# Limits of time are multiples of this: sanitizers and other work on the machine take theirs.
patience=${PATIENCE:-1}
failures=0
checks=0

# Ends the test as skipped, saying why.
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

# Notes a failure and goes on; finish() ends the test accordingly.
fail()
{
	echo "FAILED: $*"
	failures=$((failures + 1))
}

# check WHAT COMMAND…: the command must succeed.
check()
{
	what=$1
	shift
	checks=$((checks + 1))
	"$@" || fail "$what"
}

# same WHAT EXPECTED ACTUAL: two strings.
same()
{
	checks=$((checks + 1))
	[ "$2" = "$3" ] || fail "$1: expected '$2', got '$3'"
}

# A directory for this test's files, removed at its end, by a signal too, unless the test failed.
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
