#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs that confine themselves with seccomp: scry shows the calls that their filter refuses, as strace does, and does
# not change what the programs do.
. "${srcdir:-.}/tests/live/lib.sh"

need_strace
sandboxed=$programs/sandboxed
"$sandboxed" errno >"$scratch/bare" 2>&1
grep -q '^seccomp: 0' "$scratch/bare" || skip "no seccomp filter can be installed here"

# calls FILE: prints the lines of a trace without pids, addresses and CPU times, sorted, so that they do not depend on the scheduler. The
# kernel reports the status of the whole process for a thread that ends at the same moment, so that of the two only one is compared.
calls()
{
	local threads=
	[ "$case" != threads ] || threads='s/exited with 0/exited with 5/'
	sed 's/^[0-9]*  *//; s/si_pid=[0-9]*//; s/, si_utime=.*}/}/; s/0x[0-9a-f]*//g; /<unfinished/d; s/<\.\.\. connect resumed>/connect(-1, NULL, 0/
		s/  *= / = /; s/, 0) = /, 0 = /; s/) = / = /;'"$threads" "$1" | sort
}

# compare CASE FOLLOW MODE...: compares a run under scry with a run under strace and a run without a tracer.
compare()
{
	local case=$1 follow=$2
	shift 2
	timeout -s KILL $((30 * patience)) "$sandboxed" $case >"$scratch/bare" 2>"$scratch/ignored"
	local bare=$?
	timeout -s KILL $((30 * patience)) "$strace" $follow -o "$scratch/expected" -e trace=connect "$sandboxed" $case \
		>"$scratch/stdout.strace" 2>"$scratch/ignored"
	trace $follow "$@" -o "$scratch/trace" -e trace=connect "$sandboxed" $case 2>"$scratch/ignored"
	same "status of $case ($follow $*)" "$bare" "$status"
	same "output of $case ($follow $*)" "$(cat "$scratch/bare")" "$(cat "$scratch/stdout")"
	same "calls of $case ($follow $*)" "$(calls "$scratch/expected")" "$(calls "$scratch/trace")"
}

# The bpf engine takes over after 20 stops: before the program confines itself.
handing_over()
{
	local never=$SCRY_HAND_OVER
	SCRY_HAND_OVER=20
	compare "$1" -f --engine=auto --seccomp-bpf=off --debug
	shows "$scratch/stderr" 'the bpf engine takes over'
	compare "$1" "" --engine=auto --seccomp-bpf=off --debug
	shows "$scratch/stderr" 'the bpf engine takes over'
	SCRY_HAND_OVER=$never
}

with_bpf=
if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
	with_bpf=yes
else
	not_tested "the bpf engine cannot run here"
fi
for case in none errno prctl trap kill-thread kill-one kill-process trace log child threads notify strict strict-memory strict-seccomp strict-exit \
	strict-filtered "exec $sandboxed none" "exec $sandboxed strict"; do
	compare "$case" -f
	compare "$case" -f --seccomp-bpf=on
	compare "$case" -f --seccomp-bpf=off
	compare "$case" ""
	compare "$case" "" --seccomp-bpf=on
	[ -n "$with_bpf" ] || continue
	compare "$case" -f --engine=bpf
	compare "$case" "" --engine=bpf
	handing_over "$case"
done 2>"$scratch/killed"

# Calls that the filter of the tracee refuses are handled by -Z, -c and -e inject like others.
trace -f -Z -e trace=connect -o "$scratch/trace" "$sandboxed" errno
shows "$scratch/trace" 'connect\(-1, NULL, 0\) += -1 EPERM'
trace -f -c -e trace=connect -o "$scratch/trace" "$sandboxed" errno
shows "$scratch/trace" ' 2 +2 connect$'
trace -f -e trace=connect -e inject=connect:retval=3:when=2 -o "$scratch/trace" "$sandboxed" errno
shows "$scratch/stdout" '^connect: 3 '
shows "$scratch/trace" 'connect\(-1, NULL, 0\) += 3 \(INJECTED\)'
trace --debug -f -e trace=connect -o "$scratch/trace" "$sandboxed" errno
shows "$scratch/stderr" '^scry: process [0-9]+ has a seccomp filter of its own: every call of it stops$'

# The command inherits a filter under which scry itself runs.
for mode in "" --seccomp-bpf=on; do
	"$sandboxed" exec "$scry" $mode --debug -f -e trace=connect -o "$scratch/trace" "$sandboxed" none \
		>"$scratch/stdout" 2>"$scratch/stderr"
	same "status under an inherited filter ($mode)" 5 $?
	same "calls under an inherited filter ($mode)" 2 "$(grep -c 'connect(.* = -1 EPERM' "$scratch/trace")"
	shows "$scratch/stderr" 'scry itself runs under a seccomp filter'
done

# A process and its children that were confined before scry attached.
"$sandboxed" exec sh -c 'echo $$ >"$0"; while :; do "$1" none; sleep 0.05; done' "$scratch/pid" "$sandboxed" >"$scratch/ignored" &
looping=$!
wait_for "a pid" test -s "$scratch/pid"
"$scry" -f -e trace=connect -o "$scratch/attached" -p "$(cat "$scratch/pid")" 2>"$scratch/stderr" &
tracer=$!
wait_for "a refused call of a child" grep -q 'connect(.* = -1 EPERM' "$scratch/attached"
kill -TERM "$tracer"
wait "$tracer" 2>"$scratch/ignored"
kill "$looping"
wait "$looping" 2>"$scratch/ignored"
finish
