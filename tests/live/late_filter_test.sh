#!/bin/bash
# SPDX-License-Identifier: MIT
# Without -f the filter comes while the command runs, and only into a command that makes calls all the time and no other
# processes. The command does not notice, whenever scry is killed. ROUNDS: how often scry is killed; 20.
. "${srcdir:-.}/tests/live/lib.sh"

steady=$programs/steady
trace --debug -e trace=accept true
grep -q '^scry: seccomp filter later: ' "$scratch/stderr" || skip "no filter without -f here: $(head -n 1 "$scratch/stderr")"

installed='^scry: seccomp filter on: process [0-9]+ makes calls all the time that are not selected$'

# The call that is selected is seen before and after, the others are let pass.
trace --debug -e trace=accept,getppid -o "$scratch/trace" "$steady" 100000
ends_with 0
same "what the command noticed" unchanged "$(cat "$scratch/stdout")"
shows "$scratch/stderr" "$installed"
same "selected calls" 2 "$(grep -c '^getppid()' "$scratch/trace")"

# The same bytes, a hundred times.
for round in $(seq 100); do
	printf '%s\n' "$round" >"$scratch/in"
	head -c 3000 "$steady" >>"$scratch/in"
	trace -e trace=accept -o "$scratch/trace" dd if="$scratch/in" of="$scratch/out" bs=1 status=none
	ends_with 0
	checks=$((checks + 1))
	cmp -s "$scratch/in" "$scratch/out" || fail "round $round: dd copied other bytes"
done

# No filter for commands that make others, look as if they would, or are to be let go.
never()
{
	trace --debug -o "$scratch/trace" "$@"
	lacks "$scratch/stderr" "$installed"
}
printf '%5000s' | tr ' ' '\n' >"$scratch/lines"
never -e trace=accept bash -c 'while read -r line; do :; done <"$1"; :' - "$scratch/lines"
never -e trace=accept sh -c 'while read -r line; do :; done <"$1"; :' - "$scratch/lines"
never -e trace=accept sh -c 'true; while read -r line; do :; done <"$1"; :' - "$scratch/lines"
never -e trace=accept find "$srcdir/src" -name none
never -b execve -e trace=accept "$steady" 5000
shows "$scratch/stderr" '^scry: seccomp filter off: a filtered process stays traced by scry, and is to be let go early$'
never --syscall-limit=1 -e trace=accept "$steady" 5000
never --seccomp-bpf=off -e trace=accept "$steady" 5000
never -f --syscall-limit=3 -e trace=getppid "$steady" 5000
shows "$scratch/stderr" 'is to be let go early$'
never -e trace=accept "$programs/sandboxed" exec "$steady" 20000
same "what a confined command noticed" unchanged "$(tail -n 1 "$scratch/stdout")"

# A child that comes after the filter has it, and scry says why no debugger can attach to it.
if can_run strace "a tracer below a filtered command"; then
	trace -e trace=accept sh -c 'exec "$0" "$@"' "$steady" 20000 strace -o /dev/null true
	shows "$scratch/stderr" '^scry: process [0-9]+ cannot be debugged: it has scry.s seccomp filter, and so scry traces it; --seccomp-bpf=off leaves it alone$'
	trace --seccomp-bpf=off -e trace=accept "$steady" 20000 strace -o /dev/null true
	ends_with 0
	lacks "$scratch/stderr" 'cannot be debugged'
fi

# tracer_of PID: the process that traces the children of that one, or nothing.
children_of()
{
	cat "/proc/$1/task/$1/children" 2>/dev/null
}

# kill_scry WHICH DELAY: kills the supervisor or the tracer with SIGKILL after so many milliseconds.
kill_scry()
{
	local which=$1 delay=$2 supervisor tracer
	rm -f "$scratch/said"
	"$scry" -o /dev/null -e trace=accept sh -c 'exec "$0" 20000 >"$1"' "$steady" "$scratch/said" 2>"$scratch/ignored" &
	supervisor=$!
	wait_for "the output" test -e "$scratch/said" || return
	tracer=$(children_of "$supervisor")
	tracer=${tracer%% *}
	command=$(children_of "${tracer:-0}")
	command=${command%% *}
	command=${command:-4194305} # ended already; no process has that number: PID_MAX_LIMIT
	sleep "0.0$delay"
	if [ "$which" = supervisor ]; then
		kill -KILL "$supervisor" 2>"$scratch/ignored"
	else
		kill -KILL "${tracer:-$supervisor}" 2>"$scratch/ignored"
	fi
	wait "$supervisor" 2>"$scratch/ignored"
	wait_for "the end of the command" eval '! kill -0 "$command" 2>/dev/null || [ "$(state_of "$command")" = Z ]'
	checks=$((checks + 1))
	case $which,$(cat "$scratch/said") in
	*,unchanged) ;;
	tracer,) ;; # killed with its tracer: PTRACE_O_EXITKILL
	*) fail "$which killed after $delay ms: the command noticed: $(cat "$scratch/said")" ;;
	esac
}

for round in $(seq "${ROUNDS:-20}"); do
	kill_scry supervisor $((RANDOM % 3))$((RANDOM % 10))
	kill_scry tracer $((RANDOM % 3))$((RANDOM % 10))
done 2>"$scratch/ignored"
finish
