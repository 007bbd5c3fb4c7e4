#!/bin/sh
# SPDX-License-Identifier: MIT
# What scry inherits when it is started: it keeps the signal mask, and closes the descriptors, which only the command
# needs.
. "${srcdir:-.}/tests/live/lib.sh"

need mkfifo yes

modes='--seccomp-bpf=off
--seccomp-bpf=on -f -e trace=openat'
hup=1 int=2 quit=3 term=15

# each COMMAND...: runs the command with each $mode: with a filter scry is two processes, without one process.
each()
{
	echo "$modes" >"$scratch/modes"
	while read -r mode; do
		"$@" </dev/null
	done <"$scratch/modes"
}

# given HOW SIGNAL OPTION... COMMAND...: starts scry with the signal blocked, or blocked and pending.
given()
{
	how=$1 signal=$2
	shift 2
	# shellcheck disable=SC2086 # words
	timeout -s KILL $((30 * patience)) "$programs/given" "$how" "$signal" "$scry" $mode -o "$scratch/trace" "$@" \
		>"$scratch/stdout" 2>"$scratch/stderr"
	status=$?
}

# A signal that is blocked and pending when scry starts stays pending until scry ends.
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

# A blocked signal that arrives later stays pending too. A signal that is not blocked ends scry.
blocked()
{
	for how in block none; do
		rm -f "$scratch/pid"
		# A signal that is not blocked ends scry long before the command would end.
		[ $how = none ] && duration=600 || duration=0.5
		# shellcheck disable=SC2016,SC2086
		set -- "$scry" $mode -I2 -o "$scratch/trace" sh -c 'echo $$ >"$1"; exec sleep "$2"' sh "$scratch/pid" $duration
		[ $how = none ] || set -- "$programs/given" block $term "$@"
		"$@" &
		scry_pid=$!
		wait_for "the command" [ -s "$scratch/pid" ]
		# With a blocked signal scry may have ended before.
		kill -TERM $scry_pid 2>/dev/null
		wait $scry_pid
		case $how in
		block) same "$mode: status when SIGTERM is blocked" 0 $? ;;
		none) same "$mode: status when SIGTERM is not blocked" 143 $? ;;
		esac
		kill -KILL "$(cat "$scratch/pid")" 2>/dev/null
	done
}
each blocked

# scry unblocks the signal that its timer uses, so that lines are written while the command waits. With -D the pending
# signal stays with the command, and a shell may unblock it.
woken()
{
	for start in 'block -I2' 'pending -I2' 'block -D'; do
		# shellcheck disable=SC2016
		given "${start% *}" RTMAX-3 "${start#* }" sh -c '
			read -r line </etc/passwd
			for _ in $(seq "$2"); do
				grep -q /etc/passwd "$1" && exit 4
				sleep 0.1
			done' sh "$scratch/trace" $((20 * patience))
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

# make_pipes: starts writers to $scratch/in and $scratch/third and a reader of $scratch/out. Each ends when the other
# end of its pipe is closed everywhere.
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

# A command that closes its descriptors and then waits.
# shellcheck disable=SC2016
closing='read -r line; echo "$line"; exec <&- >&- 3<&-; echo $$ >"$1/pid"; until [ -e "$1/go" ]; do sleep 0.05; done; exit 5'

# The command has begun, or scry has ended because it refuses an option.
has_begun()
{
	[ -s "$scratch/pid" ] || is_gone "$scry_pid"
}

# closed OPTION...: when the command closes its descriptors, the processes at the other ends must end at once.
closed()
{
	make_pipes
	# shellcheck disable=SC2086
	"$scry" $mode "$@" sh -c "$closing" sh "$scratch" <"$scratch/in" >"$scratch/out" 3<"$scratch/third" \
		2>"$scratch/stderr" &
	scry_pid=$!
	wait_for "the command" has_begun
	command=$(cat "$scratch/pid")
	tracer=$(tracer_of "$command")
	wait_for "SIGPIPE of the writer to standard input: $mode $*" is_gone $writer
	wait_for "SIGPIPE of the writer to descriptor 3: $mode $*" is_gone $third
	wait_for "the end of standard output: $mode $*" is_gone $reader
	for process in "$scry_pid" "$tracer"; do
		[ "$process" = "$command" ] ||
			same "standard descriptors of scry, $mode $*" "/dev/null /dev/null $scratch/stderr" \
				"$(readlink "/proc/$process/fd/0" "/proc/$process/fd/1" "/proc/$process/fd/2" | xargs)"
	done
	: >"$scratch/go"
	wait $scry_pid
	same "status, $mode $*" 5 $?
	same "output of the command, $mode $*" y "$(cat "$scratch/read")"
	kill $writer $third $reader 2>/dev/null
}

# The trace is written to the end, whatever its destination is.
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
	# The command of -o '|COMMAND' writes to the standard output of scry.
	"$scry" $mode -o '|cat' sh -c 'exec <&- >&-; exec true' >"$scratch/piped"
	shows "$scratch/piped" ' exited with 0 '
	# scry opens this file itself.
	"$scry" $mode -o /dev/stdout sh -c 'exec <&- >&-; exec true' | cat >"$scratch/piped"
	shows "$scratch/piped" ' exited with 0 '
}
each descriptors

# scry -p with a command closes the descriptors too; without a command it keeps them.
mode=
rm -f "$scratch/go"
until [ -e "$scratch/go" ]; do sleep 0.05; done &
closed -p $! -o "$scratch/trace"
sleep 600 &
other=$!
# The messages of the previous scry say "attached", too.
rm -f "$scratch/stderr"
"$scry" -p $other -o "$scratch/trace" </dev/zero 3</dev/zero 2>"$scratch/stderr" &
scry_pid=$!
wait_for "the trace" grep -q attached "$scratch/stderr"
same "descriptors of scry -p" "/dev/zero /dev/zero" "$(readlink /proc/$scry_pid/fd/0 /proc/$scry_pid/fd/3 | xargs)"
kill $other
wait $scry_pid
finish
