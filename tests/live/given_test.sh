#!/bin/sh
# SPDX-License-Identifier: MIT
# What scry was given when it was started: its signal mask stays as it was, the descriptors are the command's alone.
. "${srcdir:-.}/tests/live/lib.sh"

need mkfifo yes

modes='--seccomp-bpf=off
--seccomp-bpf=on -f -e trace=openat'
hup=1 int=2 quit=3 term=15

# each COMMAND…: with a filter, which makes scry two processes, and without.
each()
{
	echo "$modes" >"$scratch/modes"
	while read -r mode; do
		"$@" </dev/null
	done <"$scratch/modes"
}

# given HOW SIGNAL OPTION… COMMAND…: traces, started so.
given()
{
	how=$1 signal=$2
	shift 2
	# shellcheck disable=SC2086 # words
	timeout -s KILL $((30 * patience)) "$programs/given" "$how" "$signal" "$scry" $mode -o "$scratch/trace" "$@" \
		>"$scratch/stdout" 2>"$scratch/stderr"
	status=$?
}

# A signal that was pending stays so, to the very end of scry.
pending()
{
	for when in 1 2 3 4; do
		for signal in $hup $int $quit $term; do
			given pending $signal -I$when sh -c 'exit 3'
			same "$mode -I$when: status after signal $signal was pending" 3 $status
			given pending $signal -I$when sh -c 'kill -USR1 $$'
			same "$mode -I$when: status of a killed command after signal $signal was pending" 138 $status
		done
	done
	given pending $term -I2 -o '|cat >/dev/null' sh -c 'exit 3'
	same "$mode: status with a command that reads the trace" 3 $status
	given pending $term -I2 -D sh -c 'exit 3'
	same "$mode: status with -D" 3 $status
}
each pending

# A signal that is blocked when it comes waits, too; one that is not ends scry.
blocked()
{
	for how in block none; do
		rm -f "$scratch/pid"
		# shellcheck disable=SC2016,SC2086
		set -- "$scry" $mode -I2 -o "$scratch/trace" sh -c 'echo $$ >"$1"; exec sleep 0.5' sh "$scratch/pid"
		[ $how = none ] || set -- "$programs/given" block $term "$@"
		"$@" &
		front=$!
		wait_for "the command" [ -s "$scratch/pid" ]
		kill -TERM $front
		wait $front
		case $how in
		block) same "$mode: status when SIGTERM is blocked" 0 $? ;;
		none) same "$mode: status when SIGTERM is not blocked" 143 $? ;;
		esac
		kill -KILL "$(cat "$scratch/pid")" 2>/dev/null
	done
}
each blocked

# The signal that wakes scry is let in all the same: lines are seen while the command waits. With -D what is pending
# stays with the command, and a shell may let it in.
woken()
{
	for start in 'block -I2' 'pending -I2' 'block -D'; do
		# shellcheck disable=SC2016
		given "${start% *}" RTMAX-3 "${start#* }" sh -c '
			read -r line </etc/passwd
			for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
				grep -q /etc/passwd "$1" && exit 4
				sleep 0.1
			done' sh "$scratch/trace"
		same "$mode: status when the signal that wakes scry was given: $start" 4 $status
	done
}
each woken

is_gone()
{
	[ ! -d "/proc/$1" ] || grep -q '^State:.[ZX]' "/proc/$1/status"
}

tracer_of()
{
	sed -n 's/^TracerPid:[[:space:]]*//p' "/proc/$1/status"
}

# make_pipes: $scratch/in and $scratch/third are written to, $scratch/out is read, until they have no other end.
make_pipes()
{
	rm -f "$scratch/in" "$scratch/third" "$scratch/out" "$scratch/go" "$scratch/pid"
	mkfifo "$scratch/in" "$scratch/third" "$scratch/out"
	yes >"$scratch/in" 2>/dev/null &
	writer=$!
	yes >"$scratch/third" 2>/dev/null &
	third=$!
	cat "$scratch/out" >"$scratch/read" &
	reader=$!
}

# A command that closes what it was given, and then waits.
# shellcheck disable=SC2016
closing='read -r line; echo "$line"; exec <&- >&- 3<&-; echo $$ >"$1/pid"; until [ -e "$1/go" ]; do sleep 0.05; done; exit 5'

# closed OPTION…: its other ends notice at once.
closed()
{
	make_pipes
	# shellcheck disable=SC2086
	"$scry" $mode "$@" sh -c "$closing" sh "$scratch" <"$scratch/in" >"$scratch/out" 3<"$scratch/third" \
		2>"$scratch/stderr" &
	front=$!
	wait_for "the command" [ -s "$scratch/pid" ]
	command=$(cat "$scratch/pid")
	tracer=$(tracer_of "$command")
	wait_for "SIGPIPE of what writes to standard input: $mode $*" is_gone $writer
	wait_for "SIGPIPE of what writes to descriptor 3: $mode $*" is_gone $third
	wait_for "the end of standard output: $mode $*" is_gone $reader
	for process in "$front" "$tracer"; do
		[ "$process" = "$command" ] ||
			same "standard descriptors of scry, $mode $*" "/dev/null /dev/null $scratch/stderr" \
				"$(readlink "/proc/$process/fd/0" "/proc/$process/fd/1" "/proc/$process/fd/2" | xargs)"
	done
	: >"$scratch/go"
	wait $front
	same "status, $mode $*" 5 $?
	same "what the command read and wrote, $mode $*" y "$(cat "$scratch/read")"
	kill $writer $third $reader 2>/dev/null
}

# The trace goes on meanwhile, wherever it goes.
descriptors()
{
	closed
	shows "$scratch/stderr" ' exited with 5 '
	closed --json
	shows "$scratch/stderr" '"type":"exited"'
	closed -c
	shows "$scratch/stderr" '100\.00'
	closed -I2 -o "$scratch/trace"
	shows "$scratch/trace" ' exited with 5 '
	closed -D -o "$scratch/trace"
	wait_for "the end of the trace" grep -q ' exited with 5 ' "$scratch/trace"
	# A command that reads the trace writes to what scry was given.
	"$scry" $mode -o '|cat' sh -c 'exec <&- >&-; exec true' >"$scratch/piped"
	shows "$scratch/piped" ' exited with 0 '
	# This file scry opens itself.
	"$scry" $mode -o /dev/stdout sh -c 'exec <&- >&-; exec true' | cat >"$scratch/piped"
	shows "$scratch/piped" ' exited with 0 '
}
each descriptors

# With a process that runs already, and without a command: then the descriptors were given to scry itself.
mode=
rm -f "$scratch/go"
until [ -e "$scratch/go" ]; do sleep 0.05; done &
closed -p $! -o "$scratch/trace"
sleep 30 &
other=$!
"$scry" -p $other -o "$scratch/trace" </dev/zero 3</dev/zero 2>"$scratch/stderr" &
front=$!
wait_for "the trace" grep -q attached "$scratch/stderr"
same "descriptors of scry -p" "/dev/zero /dev/zero" "$(readlink /proc/$front/fd/0 /proc/$front/fd/3 | xargs)"
kill $other
wait $front
finish
