# SPDX-License-Identifier: MIT
# Functions for all shell tests. A test sources this file in the top directory of the build tree, with
# $srcdir set by automake.
set -u
LC_ALL=C
export LC_ALL
unset STRACE_LOG STRACEOPTS CDPATH 2>/dev/null || :

srcdir=${srcdir:-.}
scry=${SCRY:-$PWD/scry}
# Prints the strace to compare with: that of maint/get-reference in the build directory, or the installed one. A build
# with sanitizers is in a directory below it.
find_reference()
{
	for program in "$PWD/reference/strace" "$PWD/../reference/strace"; do
		if "$program" -V >/dev/null 2>&1; then
			echo "$program"
			return
		fi
	done
	echo strace
}
strace=${STRACE:-$(find_reference)}
# Whether the bpf engine takes over from ptrace depends on how fast the machine is: here it never does. hand_over_test.sh tests that.
SCRY_HAND_OVER=${SCRY_HAND_OVER-never}
export SCRY_HAND_OVER
# Timeouts are multiplied by this, for sanitizer builds and busy machines.
patience=${PATIENCE:-1}
# WEIGHT=full: tests try all combinations of what they try in turn otherwise. RECORD_STYLES, VALIDATE, ... override it for one test.
weight=${WEIGHT:-light}
[ "$weight" != full ] || weight=all
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

# find_strace: sets $strace_version. Fails without a strace of version 7 or later, whose text scry has.
find_strace()
{
	strace_version=${STRACE_VERSION-}
	[ -n "$strace_version" ] || ! command -v "$strace" >/dev/null ||
		strace_version=$("$strace" -V 2>/dev/null | sed -n '1s/.* version //p')
	case $strace_version in
	'' | [0-6].*) return 1 ;;
	esac
	echo "compared with $strace, version $strace_version"
}

no_strace='no strace 7 here to compare with (maint/get-reference gets it)'

# can_compare WHAT: without a strace to compare with, WHAT is not tested. Otherwise says which strace it is.
can_compare()
{
	find_strace || {
		not_tested "$1: $no_strace"
		return 1
	}
}

# need_strace: skips the test if there is no strace to compare with. Otherwise says which strace it is.
need_strace()
{
	find_strace || skip "$no_strace"
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
