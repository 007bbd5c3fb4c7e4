#!/bin/sh
# SPDX-License-Identifier: MIT
# With the bpf engine no call of a command is lost while the reader of the trace stands still.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf
calls=100000
message='its reader stands still'

returned()
{
	grep -cE 'getppid.* += [0-9]+$' "$1"
}

has_state()
{
	[ "$(state_of "$1")" = "$2" ]
}

# Sets $command to the pid of crowd, which scry has launched.
find_command()
{
	command=$(ps -o pid=,comm= --ppid $tracer | awk '$2 == "crowd" { print $1 }')
}

# Whether both threads of $command that make calls are stopped. The message may come before the second one has run again.
both_are_stopped()
{
	held=0
	for task in /proc/"$command"/task/*; do
		grep -q '^State:[[:space:]]*t' "$task/status" && held=$((held + 1))
	done
	[ $held -eq 2 ]
}

# start OPTION...: runs crowd with a reader that waits until something is written to descriptor 8. Sets $tracer.
start()
{
	# A FIFO of its own: the reader of the trace before could leave its line to this one.
	rm -f "$scratch/go"
	mkfifo "$scratch/go"
	exec 8<>"$scratch/go"
	# The shell forks before it truncates the file: it must not have the message of the trace before.
	: >"$scratch/stderr"
	"$scry" --engine=bpf -f -e trace=getppid "$@" 2>"$scratch/stderr" &
	tracer=$!
}

# If the message does not come, the log shows what is there.
wait_for_message()
{
	wait_for "the message" grep -q "$message" "$scratch/stderr" && return
	cat "$scratch/stderr"
	ps -L -o pid,lwp,cls,stat,wchan:24,args -C scry,crowd
}

reader="|head -n 1 '$scratch/go' >/dev/null; cat >'$scratch/trace'"

# The threads that make calls are stopped, one message says so, and later all calls are there.
start --ring-size=1M -o "$reader" "$programs/crowd" threads 2 $calls
wait_for_message
find_command
wait_for "two stopped threads" both_are_stopped
echo >&8
wait $tracer
same "status of scry" 0 $?
same "calls" $((2 * calls)) "$(returned "$scratch/trace")"
same "messages" 1 "$(grep -c "$message" "$scratch/stderr")"
lacks "$scratch/stderr" lost
lacks "$scratch/trace" lost

# On a machine that gives scry no CPU for long the ring can overflow before the threads are stopped, and few calls may then be over
# before the message comes. So the command makes many from here on.

# A signal to a stopped thread is delivered when it goes on.
start --ring-size=1M -o "$reader" "$programs/crowd" threads 2 1000000000
wait_for_message
find_command
kill -TERM "$command"
echo >&8
wait $tracer
same "status of scry after SIGTERM to the command" 143 $?
shows "$scratch/trace" 'killed by SIGTERM'

# If scry is killed the command runs on.
start --ring-size=1M -o "$reader" "$programs/crowd" threads 2 $((10 * calls))
wait_for_message
find_command
kill -KILL $tracer
has_ended()
{
	[ ! -e "/proc/$1" ] || has_state "$1" Z
}
wait_for "the end of the command without scry" has_ended "$command"
echo >&8
wait $tracer

# So does a process of -p when the user ends the trace.
"$programs/crowd" threads 2 1000000000 &
process=$!
start --ring-size=1M -o "$reader" -p $process
wait_for_message
echo >&8
kill -INT $tracer
wait $tracer
check "the process of -p runs untraced" runs_untraced $process
kill -KILL $process

# With --on-overflow=drop nothing is stopped.
start --ring-size=1M --on-overflow=drop -o "$reader" "$programs/crowd" threads 2 $calls
command_has_ended()
{
	find_command
	[ -n "$command" ] && has_ended "$command"
}
wait_for "the end of the command without a reader" command_has_ended
echo >&8
wait $tracer
shows "$scratch/stderr" lost
lacks "$scratch/stderr" "$message"

# A reader that is merely slow needs no message. On a busy machine it can stand still for a second nevertheless.
date +%s%N >"$scratch/reads"
start --ring-size=256K -o "|for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do head -c 4096; date +%s%N >>'$scratch/reads'; sleep 0.02; done >'$scratch/trace'; cat >>'$scratch/trace'; date +%s%N >>'$scratch/reads'" \
	"$programs/crowd" threads 2 5000
wait $tracer
same "status of scry with a slow reader" 0 $?
same "calls with a slow reader" 10000 "$(returned "$scratch/trace")"
lacks "$scratch/stderr" lost
# scry goes on when all of a write is read, which may take 16 reads. Before the first one the reader has to start.
if awk '{ times[NR] = $1; from = NR > 16 ? NR - 16 : 1; if ($1 - times[from] > 800000000) found = 1 } END { exit !found }' "$scratch/reads"; then
	not_tested "a slow reader: it stood still here"
else
	lacks "$scratch/stderr" "$message"
fi
finish
