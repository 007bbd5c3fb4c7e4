#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares scry and strace, with -f -v, on the programs of cases/: counts the lines that differ after normalise.py. Each
# program runs twice under strace, which shows how much the program itself differs from run to run.
# usage, in the top directory of the build tree: programs.sh [NAME...]; by default all cases
# The columns scry and strace are the numbers of lines that differ from the first run under strace. Of all lines, scry
# may differ in one of 500 more than strace does. An older strace than 7 only shows its numbers.
# KEEP=DIRECTORY keeps the traces and differences in DIRECTORY/NAME/.
. "${srcdir:-.}/tests/lib.sh"

here=$(cd "$srcdir/tests/programs" && pwd)
case $scry in /*) ;; *) scry=$PWD/$scry ;; esac
need_strace
make_scratch
keep=${KEEP:-$scratch}

# run NAME WHICH TRACER...: runs a case in a new directory of the same name, and splits its trace by task.
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

# different A B: prints the number of lines of A that differ in B; the differences are in B.diff.
different()
{
	diff -U0 -r "$1" "$2" >"$2.diff"
	grep -c '^-[^-]' "$2.diff"
}

[ $# -gt 0 ] || set -- $(ls "$here/cases")
all_lines=0 all_scry=0 all_strace=0
printf '%-10s %8s %8s %8s\n' program lines scry strace
for name; do
	command -v "$name" >/dev/null || {
		echo "$name: not installed"
		continue
	}
	run "$name" strace "$strace"
	run "$name" again "$strace"
	run "$name" scry "$scry"
	lines=$(cat "$keep/$name/strace"/task.* | wc -l)
	scry_differs=$(cd "$keep/$name" && different strace scry)
	strace_differs=$(cd "$keep/$name" && different strace again)
	printf '%-10s %8d %8d %8d\n' "$name" "$lines" "$scry_differs" "$strace_differs"
	all_lines=$((all_lines + lines)) all_scry=$((all_scry + scry_differs)) all_strace=$((all_strace + strace_differs))
done
printf '%-10s %8d %8d %8d\n' all "$all_lines" "$all_scry" "$all_strace"
check "nothing was traced" [ "$all_lines" -gt 0 ]
strace_is_old || check "more than one line in 500 differs; see $keep/*/scry.diff" \
	[ "$((all_scry - all_strace))" -le "$((all_lines / 500))" ]
finish
