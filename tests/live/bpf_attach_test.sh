#!/bin/bash
# SPDX-License-Identifier: MIT
# -p with the bpf engine: no thread stops, another tracer may be there, and a killed scry leaves nothing.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf

"$programs/crowd" loop 8 &
process=$!
trap 'kill $process; rm -rf "$scratch"' EXIT
threads()
{
	ls "/proc/$process/task" | wc -l
}
has_threads()
{
	[ "$(threads)" = 9 ]
}
wait_for "nine threads" has_threads

# The field of the status of the process.
status_of_process()
{
	sed -n "s/^$1:	\\(.[0-9]*\\).*/\\1/p" "/proc/$process/status"
}

# attached CALLS ARGUMENTS...: traces the process for a number of calls, and lets it go. Another tracer stops it at any time,
# therefore its state is compared only without one.
attached()
{
	local calls=$1

	shift
	trace --engine=bpf -p "$process" -e trace=getppid "--syscall-limit=$calls" -o "$scratch/trace" "$@"
	ends_with 0
	same "calls of ${*:-one thread}" "$calls" "$(grep -c 'getppid.* = ' "$scratch/trace")"
	check "the process runs on" kill -0 "$process"
	same "its tracer" "$other_tracer" "$(status_of_process TracerPid)"
	[ "$other_tracer" != 0 ] || same "its state" "S" "$(status_of_process State | tr R S)"
}
other_tracer=0
# On a busy machine a thread can wait until the others have made hundreds of calls.
attached 5000 -f
shows "$scratch/stderr" "^scry: Process $process attached with 9 threads$"
same "detached threads" 9 "$(grep -c 'detached$' "$scratch/stderr")"
same "threads with calls" 9 "$(cut -d ' ' -f 1 "$scratch/trace" | sort -u | wc -l)"
attached 200
shows "$scratch/stderr" "^scry: Process $process attached$"

trace --engine=bpf -p 99999999
ends_with 1
shows "$scratch/stderr" '^scry: cannot attach to process 99999999: No such process(; scry is in a PID namespace: .*)?$'

# has_executed PID: the child of this shell runs a program, or has ended.
has_executed()
{
	[ "$(cat "/proc/$1/comm" 2>/dev/null)" != "$(cat "/proc/$$/comm")" ]
}

# A signal ends scry at any time, and the process notices nothing. In the first tenth of a second the kernel verifies the program.
for signal in TERM KILL; do
	for delay in 0 0.005 0.01 0.015 0.02 0.025 0.03 0.04 0.05 0.07 0.1 0.15 0.3; do
		"$scry" --engine=bpf -f -p "$process" -o /dev/null 2>"$scratch/stderr" &
		tracer=$!
		# A shell that gets the signal between fork and exec runs the trap of this one.
		wait_for "scry" has_executed "$tracer"
		sleep "$delay"
		kill -s "$signal" "$tracer"
		wait "$tracer" 2>/dev/null
		same "signal that ends scry after $delay s" "$signal" "$(kill -l $?)"
		lacks "$scratch/stderr" 'refuses'
		check "the process lives on after SIG$signal" kill -0 "$process"
	done
done
if PATH=$PATH:/usr/sbin command -v bpftool >/dev/null; then
	# Other tests may run the engine at the same time, one scry after the other: each program has a number of its own.
	loaded_programs >"$scratch/loaded"
	none_loaded()
	{
		[ -z "$(loaded_programs | grep -xFf "$scratch/loaded")" ]
	}
	wait_for "the end of all programs" none_loaded
else
	not_tested "programs that remain: no bpftool here"
fi

# Under another tracer.
if can_run strace "beside strace"; then
	strace -f -p "$process" -o "$scratch/strace" 2>/dev/null &
	tracer=$!
	wait_for "strace" is_traced "$process"
	other_tracer=$tracer
	# On a busy machine a thread can wait until the others have made hundreds of calls.
	attached 5000 -f
	other_tracer=0
	kill "$tracer"
	wait "$tracer" 2>/dev/null
	shows "$scratch/strace" 'getppid\(\)'
fi
if can_run gdb "beside gdb"; then
	trace --engine=bpf -f -e trace=getppid -o "$scratch/trace" \
		gdb -q -batch -iex 'set startup-with-shell off' -ex run --args "$programs/crowd" threads 5 10
	ends_with 0
	same "calls of a program under gdb" 50 "$(grep -cE "getppid\(\) += [0-9]+$|getppid resumed>\) += [0-9]+$" "$scratch/trace")"
fi

# A debugger stops, steps and leaves the process, while scry traces it: all lines are whole, before and after.
if can_run gdb "gdb on the same process"; then
	cat >"$scratch/commands" <<-'GDB'
		set auto-load off
		set debuginfod enabled off
		break syscall
		continue
		continue
		stepi
		stepi
		delete
		detach
	GDB
	"$scry" --engine=bpf -f -p "$process" -e trace=getppid -o "$scratch/trace" 2>/dev/null &
	tracer=$!
	# has_calls N: the trace has this number of calls.
	has_calls()
	{
		[ "$(grep -c 'getppid.* = ' "$scratch/trace")" -ge "$1" ]
	}
	wait_for "calls before gdb" has_calls 100
	timeout -s KILL $((60 * patience)) gdb -q -nx -batch -p "$process" -x "$scratch/commands" </dev/null >"$scratch/gdb" 2>&1
	same "status of gdb" 0 $?
	check "gdb stops at the breakpoint" [ "$(grep -c 'Breakpoint 1, ' "$scratch/gdb")" -ge 2 ]
	shows "$scratch/gdb" '^\[Inferior 1 \(process [0-9]+\) detached\]$'
	wait_for "calls after gdb" has_calls $((1000 + $(grep -c 'getppid.* = ' "$scratch/trace")))
	kill -INT "$tracer"
	wait "$tracer" 2>/dev/null
	same "tracer of the process after gdb" 0 "$(status_of_process TracerPid)"
	lacks "$scratch/trace" 'lost'
	lines='getppid\(\) += [0-9]+|getppid\( <unfinished \.\.\.>|<\.\.\. getppid resumed>\) += [0-9]+| <detached \.\.\.>|--- SIG.* ---'
	same "lines that are not whole" "" "$(grep -vE "^[0-9]+ +($lines)\$" "$scratch/trace" | head -n 3)"
fi

# A call that was under way at the attachment may end before scry has looked at it: it lasts no negative time.
cat >"$scratch/sleepers.c" <<'C'
#include <pthread.h>
#include <unistd.h>
static void *run(void *unused)
{
	for (;;)
		usleep(20);
	return unused;
}
int main(void)
{
	pthread_t thread;

	for (int i = 0; i < 60; i++)
		pthread_create(&thread, NULL, run, NULL);
	pause();
	return 0;
}
C
if ${CC:-cc} -pthread -o "$scratch/sleepers" "$scratch/sleepers.c" 2>"$scratch/ignored"; then
	"$scratch/sleepers" &
	sleepers=$!
	has_sleepers()
	{
		[ "$(ls "/proc/$sleepers/task" | wc -l)" = 61 ]
	}
	wait_for "the threads" has_sleepers
	for attachment in 1 2 3 4 5; do
		trace --engine=bpf -f --json --for=0.05 -o "$scratch/trace" -p "$sleepers"
		shows "$scratch/trace" '"duration_ns":[0-9]'
		lacks "$scratch/trace" '"duration_ns":"'
	done
	kill "$sleepers"
else
	not_tested "calls under way: no program can be made here"
fi

# A set-user-ID program has its privileges.
if [ "$(id -u)" = 0 ]; then
	chmod 755 "$scratch"
	cp "$(command -v id)" "$scratch/id"
	chmod 4755 "$scratch/id"
	"$scry" --engine=bpf -f -u nobody -o "$scratch/trace" "$scratch/id" -u >"$scratch/stdout" 2>&1
	same "the user of a set-user-ID program" 0 "$(cat "$scratch/stdout")"
	shows "$scratch/trace" 'geteuid\(\) += 0$'
else
	not_tested "set-user-ID programs: only root can make one"
fi
finish
