#!/bin/bash
# SPDX-License-Identifier: MIT
# Without -f scry installs the filter while the command runs, and only if the command makes calls all the time and no
# other processes. That must not change what the command does, also if scry is killed meanwhile.
# usage: ROUNDS=N late_filter_test.sh; ROUNDS is how often scry is killed, by default 20, and a fifth of how often dd runs
. "${srcdir:-.}/tests/live/lib.sh"

# The bpf engine would take over instead.
SCRY_HAND_OVER=never
export SCRY_HAND_OVER
steady=$programs/steady
trace --debug -e trace=accept true
grep -q '^scry: seccomp filter later: ' "$scratch/stderr" || skip "no filter without -f here: $(head -n 1 "$scratch/stderr")"

# A filter that lets no call pass would only cost stops.
for options in '' -f '-f -e trace=all'; do
	# shellcheck disable=SC2086 # a list of words
	trace --debug $options -o "$scratch/trace" true
	shows "$scratch/stderr" '^scry: seccomp filter off: every call is selected$'
done

installed='^scry: seccomp filter on: process [0-9]+ makes calls all the time that are not selected$'

# The filter comes after 1000 calls in 100 ms. An emulated machine can be too slow for that.
slow=yes
for try in 1 2 3; do
	begin=$(date +%s%N)
	trace --seccomp-bpf=off -e trace=accept "$steady" 1000
	[ $(($(date +%s%N) - begin)) -gt 100000000 ] || slow=
done
[ -z "$slow" ] || not_tested "the installation: this machine makes fewer than 1000 calls in 100 ms under scry"

# The selected call is shown before and after the installation; other calls do not stop.
trace --debug -e trace=accept,getppid -o "$scratch/trace" "$steady" 100000
ends_with 0
same "what changed in the command" unchanged "$(cat "$scratch/stdout")"
[ -n "$slow" ] || shows "$scratch/stderr" "$installed"
same "selected calls" 2 "$(grep -c '^getppid()' "$scratch/trace")"

# Also where a call is selected that every program makes: a static program opens no libraries, but asks for memory.
trace --debug -e trace=brk -o "$scratch/trace" "$steady" 100000
ends_with 0
[ -n "$slow" ] || shows "$scratch/stderr" "$installed"
shows "$scratch/trace" '^brk\('

# dd copies the same bytes, in a hundred rounds.
for round in $(seq $((${ROUNDS:-20} * 5))); do
	printf '%s\n' "$round" >"$scratch/in"
	head -c 3000 "$steady" >>"$scratch/in"
	trace -e trace=accept -o "$scratch/trace" dd if="$scratch/in" of="$scratch/out" bs=1 status=none
	ends_with 0
	checks=$((checks + 1))
	cmp -s "$scratch/in" "$scratch/out" || fail "round $round: dd copied other bytes"
done

# An ordinary user has the filter only with -f. On a terminal a line says if calls that are not selected took long.
# as_user OPTION...: traces a program that makes 24,000 calls.
as_user()
{
	timeout $((60 * patience)) script -qec "setpriv --reuid=65534 --regid=65534 --clear-groups '$scry' --engine=ptrace --color=never $* \
		dd if=/dev/zero of=/dev/null bs=1 count=12000 status=none" /dev/null </dev/null >"$scratch/screen"
	same "status of $*" 0 $?
}
if ! setpriv --reuid=65534 --regid=65534 --clear-groups "$scry" true 2>/dev/null; then
	not_tested "a user without rights: no setpriv here"
elif can_run script "a terminal"; then
	as_user -e trace=openat
	shows "$scratch/screen" '^scry: 24[0-9]{3} calls that are not selected have stopped the program; with -f '
	for options in "-f -e trace=openat" "-q -e trace=openat" "-o /dev/null -e trace=read,write" "--seccomp-bpf=off -e trace=openat"; do
		as_user "$options"
		lacks "$scratch/screen" 'have stopped the program'
	done
fi

# never OPTION... COMMAND...: the filter is not installed into commands that make other processes or look as if they
# would, and not with options that detach before the end.
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
shows "$scratch/stderr" '^scry: seccomp filter off: a filtered process stays traced by scry, and is to be released early$'
never --syscall-limit=1 -e trace=accept "$steady" 5000
never --seccomp-bpf=off -e trace=accept "$steady" 5000
never -f --syscall-limit=3 -e trace=getppid "$steady" 5000
shows "$scratch/stderr" 'is to be released early$'
never -e trace=accept "$programs/sandboxed" exec "$steady" 20000
same "what changed in a confined command" unchanged "$(tail -n 1 "$scratch/stdout")"

# A child that is made after the installation inherits the filter. scry reports why no debugger can attach to it.
if [ -z "$slow" ] && can_run "$strace" "a tracer below a filtered command"; then
	trace -e trace=accept sh -c 'exec "$0" "$@"' "$steady" 20000 "$strace" -o /dev/null true
	shows "$scratch/stderr" '^scry: process [0-9]+ cannot be debugged: it has scry.s seccomp filter, and so scry traces it; --seccomp-bpf=off leaves it to its debugger, and --engine=bpf traces it all the same$'
	trace --seccomp-bpf=off -e trace=accept "$steady" 20000 "$strace" -o /dev/null true
	ends_with 0
	lacks "$scratch/stderr" 'cannot be debugged'
fi

# children_of PID: prints the children of the process, or nothing if it has ended.
children_of()
{
	cat "/proc/$1/task/$1/children" 2>/dev/null
}

# kill_scry WHICH DELAY: kills the supervisor or the tracer with SIGKILL after DELAY milliseconds.
kill_scry()
{
	local which=$1 delay=$2 supervisor tracer
	rm -f "$scratch/output"
	"$scry" -o /dev/null -e trace=accept sh -c 'exec "$0" 20000 >"$1"' "$steady" "$scratch/output" 2>"$scratch/ignored" &
	supervisor=$!
	wait_for "the output" test -e "$scratch/output" || return
	tracer=$(children_of "$supervisor")
	tracer=${tracer%% *}
	command=$(children_of "${tracer:-0}")
	command=${command%% *}
	command=${command:-4194305} # the command has ended already; no process can have this pid: PID_MAX_LIMIT
	sleep "0.0$delay"
	if [ "$which" = supervisor ]; then
		kill -KILL "$supervisor" 2>"$scratch/ignored"
	else
		kill -KILL "${tracer:-$supervisor}" 2>"$scratch/ignored"
	fi
	wait "$supervisor" 2>"$scratch/ignored"
	wait_for "the end of the command" eval '! kill -0 "$command" 2>/dev/null || [ "$(state_of "$command")" = Z ]'
	checks=$((checks + 1))
	case $which,$(cat "$scratch/output") in
	*,unchanged) ;;
	tracer,) ;; # PTRACE_O_EXITKILL killed the command
	*) fail "$which killed after $delay ms: output of the command: $(cat "$scratch/output")" ;;
	esac
}

for round in $(seq "${ROUNDS:-20}"); do
	kill_scry supervisor $((RANDOM % 3))$((RANDOM % 10))
	kill_scry tracer $((RANDOM % 3))$((RANDOM % 10))
done 2>"$scratch/ignored"
finish
