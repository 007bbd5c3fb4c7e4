#!/bin/bash
# SPDX-License-Identifier: MIT
# -p with the bpf engine shows the calls in which threads wait, and later their results.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf
[ "$(uname -m)" = x86_64 ] || skip "the calls are those of x86_64"
mkfifo "$scratch/fifo"
process=
trap '[ -z "$process" ] || { kill -KILL $process $(cat "/proc/$process/task/$process/children"); } 2>/dev/null; rm -rf "$scratch"' EXIT

# All threads sleep: without time limits they sleep only in the calls that the test is about.
all_wait()
{
	[ "$(cat /proc/"$process"/task/*/syscall 2>/dev/null | awk '{ print $1 }' | sort -n | tr '\n' ' ')" = "$waits" ]
}
# The numbers of read of both ABIs, poll, wait4 and futex.
waits='0 3 7 61 202 '

is_attached()
{
	grep -qs 'attached' "$scratch/stderr" "$scratch/trace"
}

# begin ARGUMENTS...: starts the program, and attaches to it when it waits.
begin()
{
	"$programs/waiting" <"$scratch/fifo" >/dev/null &
	process=$!
	exec 3>"$scratch/fifo"
	wait_for "five calls" all_wait
	rm -f "$scratch/stderr" "$scratch/trace"
	"$scry" --engine=bpf -p "$process" -o "$scratch/trace" "$@" 2>"$scratch/stderr" 3>&- &
	tracer=$!
	wait_for "scry" is_attached
}

# attached ARGUMENTS...: traces the program from then on to its end.
attached()
{
	begin "$@"
	echo go >&3
	exec 3>&-
	wait "$process"
	same "status of the program" 0 $?
	wait "$tracer"
	same "status of scry with $*" 0 $?
	process=
}

attached -f
# shown REGEX REGEX: the call begins in one line, and ends in the same one or a later one.
shown()
{
	shows "$scratch/trace" "^[0-9]+ +$1( <unfinished \.\.\.>|$2)\$"
	shows "$scratch/trace" "($1|resumed>)$2\$"
}
shown 'read\(0' ', "go\\n", 16\) += 3'
shown 'poll\(\[\{fd=77, events=POLLIN\}\], 1, 600000' '\) += 1 \(\[\{fd=77, revents=POLLIN\}\]\)'
shown 'futex\(0x[0-9a-f]+, FUTEX_WAIT, 5, NULL' '\) += 0'
shown 'wait4\([0-9]+' ', \[\{WIFSIGNALED\(s\) && WTERMSIG\(s\) == SIGTERM\}\], 0, NULL\) += [0-9]+'
shown 'read\(78' ', "old", 9\) += 3'
shows "$scratch/trace" 'runs in 32 bit mode'
lacks "$scratch/trace" 'restart_syscall'

# The call has its number, its arguments and its end also with a filter, and is counted once.
attached -f -e trace=poll
same "calls of poll" 1 "$(grep -c 'poll(' "$scratch/trace")"
shown 'poll\(\[\{fd=77, events=POLLIN\}\], 1, 600000' '\) += 1 \(\[\{fd=77, revents=POLLIN\}\]\)'
lacks "$scratch/trace" 'read|futex|wait4'
attached -f -y -e trace=read
shows "$scratch/trace" 'read\(0<[^>]*/fifo>'
attached -f -c
for name in poll wait4; do
	same "calls of $name" 1 "$(awk -v name="$name" '$NF == name { print $4 }' "$scratch/trace")"
done
if command -v jq >/dev/null; then
	find_python
	attached -f --json
	validate "$scratch/trace" "records of calls that have begun before"
	same "record of poll" '[77,1,false]' "$(jq -c 'select(.name == "poll") | [.args.fds[0].fd.fd, .result, has("late")]' "$scratch/trace")"
else
	not_tested "records: no jq here"
fi

# Without -f only the thread that was named. scry leaves while it waits.
begin
kill -INT "$tracer"
wait "$tracer"
shows "$scratch/trace" '^wait4\([0-9]+ <detached \.\.\.>$'
same "lines of other threads" 1 "$(lines_of "$scratch/trace")"
check "the program waits on" all_wait
echo go >&3
exec 3>&-
wait "$process"
same "status of the program that was left" 0 $?
process=
finish
