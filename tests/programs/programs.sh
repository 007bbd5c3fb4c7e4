#!/bin/sh
# SPDX-License-Identifier: MIT
# Real programs, the files of cases/, under strace and under scry with -f -v: how many lines differ once normalise.py
# took out what differs from run to run? Each runs twice under strace, too: what differs there is the program's doing.
#	programs.sh [NAME…]	from the top of the build tree; all, or these
# The columns scry and strace say how many lines differ from strace's first run.
# KEEP=DIRECTORY keeps the traces: DIRECTORY/NAME/{strace,again,scry}/task.* and diff.
. "${srcdir:-.}/tests/lib.sh"

here=$(cd "$srcdir/tests/programs" && pwd)
case $scry in /*) ;; *) scry=$PWD/$scry ;; esac
command -v "$strace" >/dev/null || skip "no strace here to compare with"
make_scratch
keep=${KEEP:-$scratch}

# run NAME WHICH TRACER…: one run in a fresh directory of the same name, its trace taken apart.
run()
{
	name=$1 which=$2
	shift 2
	rm -rf "$scratch/work"
	mkdir -p "$scratch/work" "$keep/$name/$which"
	rm -f "$keep/$name/$which"/task.*
	(cd "$scratch/work" && timeout -s KILL 120 setarch -R "$@" -f -v -o "$keep/$name/$which.trace" \
		sh "$here/cases/$name" >"$keep/$name/$which.out" 2>&1 </dev/null)
	/usr/bin/python3 "$here/normalise.py" "$keep/$name/$which.trace" "$keep/$name/$which"
}

# different A B: lines of A that B does not have in their place; the differences into B.diff.
different()
{
	diff -U0 -r "$1" "$2" >"$2.diff"
	grep -c '^-[^-]' "$2.diff"
}

[ $# -gt 0 ] || set -- $(ls "$here/cases")
printf '%-10s %8s %8s %8s\n' program lines scry strace
for name; do
	command -v "$name" >/dev/null || {
		echo "$name: not here"
		continue
	}
	run "$name" strace "$strace"
	run "$name" again "$strace"
	run "$name" scry "$scry"
	lines=$(cat "$keep/$name/strace"/task.* | wc -l)
	scry_differs=$(cd "$keep/$name" && different strace scry)
	strace_differs=$(cd "$keep/$name" && different strace again)
	printf '%-10s %8d %8d %8d\n' "$name" "$lines" "$scry_differs" "$strace_differs"
	check "$name: more than one line in 200 differs; see $keep/$name/scry.diff" \
		[ "$((scry_differs - strace_differs))" -le "$((lines / 200 + 1))" ]
done
finish
