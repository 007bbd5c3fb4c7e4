#!/bin/sh
# SPDX-License-Identifier: MIT
# What scry was given when it was started: its signal mask stays as it was.
. "${srcdir:-.}/tests/live/lib.sh"

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
finish
