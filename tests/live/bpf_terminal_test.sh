#!/bin/sh
# SPDX-License-Identifier: MIT
# On a terminal the lines of the bpf engine come before what the program writes next, as those of the ptrace engine.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf
can_run script "a terminal" || skip "no script(1) here"
[ "$(getconf _NPROCESSORS_ONLN)" -gt 1 ] || uname -r | grep -qE '^(6\.(1[89]|[2-9][0-9])|[7-9]|[1-9][0-9])' ||
	skip "one CPU, and a kernel before 6.18"

# on_terminal OUTPUT ENGINE OPTION...: what is on the terminal of the program and of scry.
on_terminal()
{
	output=$1
	engine=$2
	shift 2
	timeout -s KILL $((30 * patience)) script -qec "$scry --color=never --engine=$engine $* sh $scratch/program" /dev/null </dev/null |
		tr -d '\r' | sed -E 's/(getppid\(\) += )[0-9]+/\1PID/' >"$scratch/$output"
}
printf '%s\n' 'echo first' 'echo second >/dev/tty' 'echo third >&2' 'printf fourth' 'echo >/dev/null' >"$scratch/program"

# as_ptrace OPTION...: the writes wait 0.2 seconds at most, and scry may get no CPU for longer.
as_ptrace()
{
	on_terminal ptrace ptrace "$@"
	lines=$(lines_of "$scratch/ptrace")
	check "lines of ptrace with $*: $lines" [ "$lines" -gt 5 ]
	for _ in 1 2 3 4 5 6 7 8; do
		on_terminal bpf bpf "$@"
		cmp -s "$scratch/ptrace" "$scratch/bpf" && break
	done
	check "text of $*" diff "$scratch/ptrace" "$scratch/bpf"
}
as_ptrace -e trace=write,getppid
# Writes that are not shown wait as well.
as_ptrace -e trace=getppid,close,exit_group
as_ptrace -y -e trace=write,dup2,fcntl

# Each write is shown once, with its result, and is made once, also if signals interrupt it.
cat >"$scratch/program" <<'PROGRAM'
trap 'signals=$((signals + 1))' USR1
signals=0
(i=0; while [ $i -lt 50 ]; do kill -USR1 $$; i=$((i + 1)); done) &
i=0
while [ $i -lt 300 ]; do
	echo "number $i"
	i=$((i + 1))
done
wait
PROGRAM
on_terminal signals bpf -e trace=none
i=0
while [ $i -lt 300 ]; do
	echo "number $i"
	i=$((i + 1))
done >"$scratch/expected"
grep -o 'number [0-9]*' "$scratch/signals" >"$scratch/numbers"
check "what the program writes" diff "$scratch/expected" "$scratch/numbers"
sed -i '/^trap/d; /kill/d; /^wait/d' "$scratch/program"
on_terminal all bpf -e trace=write
same "calls that are shown" 300 "$(grep -c '^write(1, "number' "$scratch/all")"
same "results" 300 "$(grep -cE '^\) += (9|10|11)$' "$scratch/all")"
lacks "$scratch/all" 'ERESTARTSYS|lost'
finish
