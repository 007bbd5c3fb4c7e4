#!/bin/sh
# SPDX-License-Identifier: MIT
# --engine=auto: the bpf engine takes over while the trace goes on. No call is lost or doubled, and no process is harmed.
# usage: MOMENTS=N hand_over_test.sh; MOMENTS is the number of random moments at which it takes over, instead of a few fixed ones
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf

unset SCRY_ENGINE SCRY_HAND_OVER
calls=60

# after STOPS ARGUMENTS...: traces so that the bpf engine takes over after this number of stops.
after()
{
	SCRY_HAND_OVER=$1
	export SCRY_HAND_OVER
	shift
	trace --debug "$@"
	unset SCRY_HAND_OVER
}

takes_over()
{
	shows "$scratch/stderr" '^scry: engine ptrace: the bpf engine takes over$'
}

# At many moments: while threads are made, block, execute programs and end.
moments='1 60 170 320 600'
[ "$weight" != all ] || moments=$(seq 1 25 1500)
[ -z "${MOMENTS-}" ] || moments=$(awk -v n="$MOMENTS" 'BEGIN { srand(); for (; n > 0; n--) print int(rand() * 1500) + 1 }')
for stops in $moments; do
	earlier=$failures
	after "$stops" -f -o "$scratch/trace" "$programs/handed" $calls "$stops"
	ends_with 0
	takes_over
	same "workers" 9 "$(lines_of "$scratch/stdout")"
	counted "$scratch/trace" "$scratch/stdout"
	[ "$failures" = "$earlier" ] || { echo "That was after $stops stops. scry said:" && head -n 5 "$scratch/stderr"; }
done

# The text is that of the ptrace engine. Addresses and numbers of processes differ.
text_of()
{
	sed -E 's/^[0-9]+ +//; s/0x[0-9a-f]+/X/g; s/[0-9]{3,}/N/g; s/ \/\* [0-9]+ vars \*\// V/
		s/^getrandom\("[^"]*"/getrandom(R/; s/^(execve\("[^"]*", \[[^]]*\]), \[.*\]/\1, E/' "$1"
}
for options in "" -y "-s 4" --json; do
	# shellcheck disable=SC2086 # words
	trace --engine=ptrace $options -o "$scratch/ptrace" ls -lR "$srcdir/src/engine"
	# shellcheck disable=SC2086
	after 40 $options -o "$scratch/both" ls -lR "$srcdir/src/engine"
	takes_over
	case $options in
	--json)
		same "records with $options" "$(jq -c '[.type, .name]' "$scratch/ptrace")" "$(jq -c '[.type, .name]' "$scratch/both")"
		;;
	*)
		text_of "$scratch/ptrace" >"$scratch/ptrace.text"
		text_of "$scratch/both" >"$scratch/both.text"
		same "text with '$options'" "" "$(diff "$scratch/ptrace.text" "$scratch/both.text")"
		;;
	esac
done

# scry ends after the command if the file cannot grow any more, whichever engine has the command.
for stops in 40 1000000; do
	(
		trap '' XFSZ
		ulimit -f 2000
		after $stops -f -o "$scratch/trace" dd if=/dev/zero of=/dev/null bs=1 count=30000
		echo "$status" >"$scratch/status"
	)
	same "status with a file that is full" 1 "$(cat "$scratch/status")"
	shows "$scratch/stderr" '^30000 bytes'
	shows "$scratch/stderr" 'nothing more is written$'
done

# A recording cannot grow any more while ptrace still has a shell, in wait4, and bpf its children. scry waits, and does not use the CPU.
mkfifo "$scratch/fifo"
cat >"$scratch/child" <<'END'
dd if=/dev/zero of=/dev/null bs=1 &
read -r _
kill $!
END
waits()
{
	n=0
	for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		[ "$(state_of "$1")" != S ] || n=$((n + 1))
	done
	[ "$n" -ge 10 ]
}
(
	trap '' XFSZ
	ulimit -f 100
	SCRY_HAND_OVER=100 exec "$scry" -f --record="$scratch/over.rec" sh -c 'sh "$0"; exit 4' "$scratch/child" <"$scratch/fifo" >"$scratch/stdout" 2>"$scratch/full"
) &
runner=$!
exec 9>"$scratch/fifo"
wait_for "the full file" grep -q 'nothing more is written$' "$scratch/full"
wait_for "a scry that waits" waits $runner
exec 9>&-
wait $runner
same "status with a recording that is full" 1 $?

# A recording goes on, too, with the same answers as the text beside it. The values of both engines are in one file.
for options in "" "-v -yy" --json; do
	# shellcheck disable=SC2086
	after 100 $options --record="$scratch/over.rec" --record-environment -o "$scratch/live" ls -lR "$srcdir/src/engine"
	takes_over
	# shellcheck disable=SC2086
	trace --replay="$scratch/over.rec" $options -o "$scratch/replayed"
	check "a replay with '$options'" cmp -s "$scratch/live" "$scratch/replayed"
done
after 150 -f --record="$scratch/over.rec" "$programs/handed" $calls 150
takes_over
cp "$scratch/stdout" "$scratch/said"
trace --replay="$scratch/over.rec" -o "$scratch/trace"
counted "$scratch/trace" "$scratch/said"
trace --replay="$scratch/over.rec" -c --summary=syscall -o "$scratch/table"
shows "$scratch/table" '^measuring error: .* of each call that was made before the bpf engine took over$'
trace --replay="$scratch/over.rec" --json -c --summary=syscall -o "$scratch/table"
lacks "$scratch/table" '"stop_ns"'
trace --record="$scratch/over.rec" true
trace --replay="$scratch/over.rec" -c --summary=syscall -o "$scratch/table"
shows "$scratch/table" '^measuring error: .* of each call on this machine'

# A timeline goes on, too, with every call, and writes nothing where the command does.
after 100 --timeline="$scratch/timeline" ls -lR "$srcdir/src/engine"
takes_over
trace --engine=ptrace --timeline="$scratch/expected" ls -lR "$srcdir/src/engine"
for name in openat statx close; do
	same "calls of $name in a timeline" "$(jq "[.[] | select(.ph == \"X\" and .name == \"$name\")] | length" "$scratch/expected")" \
		"$(jq "[.[] | select(.ph == \"X\" and .name == \"$name\")] | length" "$scratch/timeline")"
done

# Without -f children stay untraced.
after 20 -o "$scratch/trace" sh -c 'for i in 1 2 3 4 5 6; do cat /dev/null; done'
ends_with 0
takes_over
same "programs of the trace" 1 "$(grep -c '^execve' "$scratch/trace")"
after 20 -e trace=openat -o "$scratch/trace" sh -c 'for i in 1 2 3 4 5 6; do : >/dev/null; done'
same "openat after the hand-over" 6 "$(grep -c '^openat(.*"/dev/null"' "$scratch/trace")"
lacks "$scratch/trace" '^(read|close|execve)\('

# Instead of a filter, where the filter would cost more or does not come.
"$scry" --engine=ptrace -f -o "$scratch/expected" -e trace=openat ls -lR "$srcdir/src/engine/auto" >"$scratch/stdout"
after 20 -f -o "$scratch/trace" -e trace=openat ls -lR "$srcdir/src/engine/auto"
ends_with 0
takes_over
same "openat with -f" "$(grep -c 'openat(' "$scratch/expected")" "$(grep -c 'openat(' "$scratch/trace")"
after 20 -o "$scratch/trace" -e trace=mkdir ls -lR "$srcdir/src/engine/auto"
ends_with 0
takes_over
same "no call is selected" 1 "$(lines_of "$scratch/trace")"
# Also of a call that is seldom made, or seldom with the registers that are asked for: it may become frequent, and a filter cannot be removed.
for options in '-e trace=mkdir' '-e trace=getppid,execve' '-e trace-fds=77' '-e trace=%process' '-e trace=mkdir --seccomp-bpf=off'; do
	for follow in -f ''; do
		# shellcheck disable=SC2086 # words
		after 20 $follow -o "$scratch/trace" $options ls -lR "$srcdir/src/engine/auto"
		ends_with 0
		takes_over
	done
done

# until_exists FILE: the programs that are started from now on go on until the file exists.
until_exists()
{
	HANDED_UNTIL=$scratch/$1
	export HANDED_UNTIL
}

# A process that runs already, with threads. scry ends, and the process goes on.
until_exists attached
"$programs/handed" 10 5 >"$scratch/said" &
process=$!
: >"$scratch/stderr"
SCRY_HAND_OVER=30 "$scry" --debug -I 2 -f -p $process -o "$scratch/trace" 2>"$scratch/stderr" &
scry_pid=$!
wait_for "the hand-over" grep -q 'takes over' "$scratch/stderr"
kill -INT $scry_pid
wait $scry_pid
same "status after SIGINT" 130 $?
same "tracer of the process" 0 "$(awk '/^TracerPid/ { print $2 }' /proc/$process/status)"
touch "$HANDED_UNTIL"
wait $process
same "status of the process" 0 $?
same "workers of the process" 9 "$(lines_of "$scratch/said")"

# A process with a seccomp filter of its own, which allows all here, is handed over, too.
until_exists confined
printf '\006\000\000\000\000\000\377\177' >"$scratch/allow"
"$programs/confine" "$scratch/allow" "$programs/handed" 10 6 >"$scratch/said" &
process=$!
wait_for "the program" sh -c "grep -q handed /proc/$process/comm"
: >"$scratch/stderr"
SCRY_HAND_OVER=30 "$scry" --debug -I 2 -f -p $process -o "$scratch/trace" 2>"$scratch/stderr" &
scry_pid=$!
wait_for "the hand-over" grep -q 'takes over' "$scratch/stderr"
lines=$(lines_of "$scratch/trace")
wait_for "more lines" sh -c "[ \$(wc -l <'$scratch/trace') -gt $((lines + 20)) ]"
same "tracer of a confined process" 0 "$(awk '/^TracerPid/ { print $2 }' /proc/$process/status)"
kill -INT $scry_pid
wait $scry_pid
touch "$HANDED_UNTIL"
wait $process
same "status of the confined process" 0 $?

# begin STOPS: starts a trace in the background: $scry_pid and $command; the bpf engine has taken over.
begin()
{
	: >"$scratch/stderr"
	SCRY_HAND_OVER=$1 "$scry" --debug -I 2 -f -o "$scratch/trace" "$programs/handed" 10 7 >"$scratch/said" 2>"$scratch/stderr" &
	scry_pid=$!
	wait_for "the hand-over" grep -q 'takes over' "$scratch/stderr"
	command=$(pgrep -P $scry_pid handed)
}

# The number of stops that pay.
until_exists paid
begin ""
touch "$HANDED_UNTIL"
wait $scry_pid
same "status of a trace that pays" 0 $?
counted "$scratch/trace" "$scratch/said"

# SIGKILL of scry: the command goes on to its end.
until_exists killed
begin 200
kill -KILL $scry_pid
wait $scry_pid 2>/dev/null
touch "$HANDED_UNTIL"
wait_for "the end of the command" sh -c "[ \$(wc -l <'$scratch/said') = 9 ]"

# A signal to scry ends the command as well, as with ptrace.
until_exists terminated
begin 200
kill -TERM $scry_pid
wait $scry_pid 2>/dev/null
same "status after SIGTERM" 143 $?
wait_for "the end of the command" sh -c "! kill -0 $command 2>/dev/null"
touch "$HANDED_UNTIL"

# Job control.
until_exists stopped
begin 200
kill -STOP "$command"
kill -TSTP $scry_pid
kill -CONT "$command"
kill -CONT $scry_pid
touch "$HANDED_UNTIL"
wait $scry_pid
same "status after the stops" 0 $?
counted "$scratch/trace" "$scratch/said"
unset HANDED_UNTIL

# stays WHY ARGUMENTS...: the ptrace engine stays, and --debug says why.
stays()
{
	why=$1
	shift
	after 5 "$@" ls /
	ends_with 0
	shows "$scratch/stderr" "^scry: engine ptrace: bpf $why"
	lacks "$scratch/stderr" 'takes over'
}
stays 'does not take over, because the lines go to the standard error' -f
stays 'does not take over, because a seccomp filter is used' -f -e trace=execve,exit_group -o "$scratch/trace"
stays 'does not take over, because a seccomp filter is used' -f --seccomp-bpf -e trace=mkdir -o "$scratch/trace"
stays 'does not take over, because -Y and --decode-pids look at processes' -Y -o "$scratch/trace"
stays 'does not take over, because -Y and --decode-pids look at processes' --decode-pids=pidns -o "$scratch/trace"
stays 'does not take over, because --summary takes' -c --summary=syscall -o "$scratch/trace"
for options in "--why -o $scratch/trace" "--report=$scratch/page"; do
	# shellcheck disable=SC2086 # words
	stays 'does not take over, because --why, --report and --export look at processes' --force $options
done
stays 'does not take over, because --syscall-limit takes effect' --syscall-limit=9 -o "$scratch/trace"
stays 'does not take over, because -b execve takes effect' -f -b execve -o "$scratch/trace"

# On a terminal the lines come before what the program writes next. The writes wait 0.2 seconds at most, and scry may get no CPU for longer.
on_terminal()
{
	timeout -s KILL $((30 * patience)) script -qec "$scry --color=never $* sh $scratch/program" /dev/null </dev/null |
		tr -d '\r' | sed -E 's/(getppid\(\) += )[0-9]+/\1PID/'
}
if can_run script "a terminal" && uname -r | grep -qE '^(6\.(1[89]|[2-9][0-9])|[7-9]|[1-9][0-9])'; then
	printf '%s\n' 'echo first' 'echo second >/dev/tty' 'echo third >&2' 'printf fourth' 'echo >/dev/null' >"$scratch/program"
	on_terminal --engine=ptrace -e trace=write,getppid >"$scratch/ptrace"
	for _ in 1 2 3 4 5 6 7 8; do
		SCRY_HAND_OVER=30 on_terminal -e trace=write,getppid >"$scratch/both"
		cmp -s "$scratch/ptrace" "$scratch/both" && break
	done
	check "text on a terminal" diff "$scratch/ptrace" "$scratch/both"
	SCRY_HAND_OVER=30 on_terminal --debug -e trace=write,getppid >"$scratch/stderr"
	takes_over
fi

# A process that has ended before its first stack under bpf is taken has the mappings that it had when it was handed over.
if "$scry" -V | grep -q '^libunwind: yes'; then
	for stops in 2 5 2 5 2 5 2 5; do
		SCRY_HAND_OVER=$stops trace -f -k -e trace=chdir -o "$scratch/trace" sh -c 'cd /; cd /; cd /'
		same "stacks after a hand-over at stop $stops" 3 "$(grep -A1 'chdir(' "$scratch/trace" | grep -c '^ > ')"
	done
fi

# A user who may not load the program traces with ptrace, and reads nothing about it.
chmod 755 "$scratch"
mkdir "$scratch/own"
chmod 777 "$scratch/own"
if setpriv --reuid=65534 --regid=65534 --clear-groups true 2>/dev/null; then
	SCRY_HAND_OVER=5 timeout $((60 * patience)) setpriv --reuid=65534 --regid=65534 --clear-groups \
		"$scry" -o "$scratch/own/trace" ls / >/dev/null 2>"$scratch/stderr"
	same "status without rights" 0 $?
	same "messages without rights" "" "$(cat "$scratch/stderr")"
	shows "$scratch/own/trace" '^\+\+\+ exited with 0 \+\+\+$'
else
	not_tested "a user without rights: no setpriv here"
fi
SCRY_HAND_OVER=none
export SCRY_HAND_OVER
trace true
ends_with 1
shows "$scratch/stderr" "^scry: SCRY_HAND_OVER 'none' is no number of stops"
finish
