#!/bin/sh
# SPDX-License-Identifier: MIT
# When scry detaches, and from which processes: -D, -b execve, --syscall-limit, --kill-on-exit, with a filter and
# without.
. "${srcdir:-.}/tests/live/lib.sh"

tracer_of()
{
	awk '/^TracerPid/ { print $2 }' "/proc/$1/status" 2>/dev/null
}

is_traced()
{
	[ "$(tracer_of "$1")" -gt 0 ]
}

# groups_of PID: prints process group and session, fields 5 and 6 of /proc/PID/stat.
groups_of()
{
	sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f3,4
}

is_gone()
{
	[ ! -d "/proc/$1" ] || grep -q '^State:.[ZX]' "/proc/$1/status"
}

# is_over PID: the tracer has ended, or has become the keeper.
is_over()
{
	is_gone "$1" || grep -q scry-keeper "/proc/$1/comm"
}

# With -D the command is the process that the shell started, and the trace is complete.
grandchild()
{
	"$scry" $mode -D -o "$scratch/trace" -e trace=exit_group \
		sh -c "echo \$\$ \$PPID >$scratch/pids; exit 4" 2>"$scratch/stderr" &
	command=$!
	wait $command
	same "status of the command" 4 $?
	same "the command and its parent" "$command $$" "$(cat "$scratch/pids")"
	wait_for "the end of the trace" grep -q 'exited with 4' "$scratch/trace"
	shows "$scratch/trace" '^([0-9]+ +)?exit_group\(4\) += \?$'
	lacks "$scratch/stderr" .
}

# interrupted OPTION: the tracer is in the group and session that -D, -DD or -DDD says, and the command outlives it.
interrupted()
{
	rm -f "$scratch/go" "$scratch/trace"
	# shellcheck disable=SC2016 # for the other shell
	"$scry" $mode "$1" -I2 -o "$scratch/trace" -e trace=execve,wait4,exit_group,close sh -c '
		until [ -e "$1" ]; do /bin/sleep 0.01 || exit 1; done
		/bin/true && exit 9' sh "$scratch/go" 2>"$scratch/stderr" &
	command=$!
	wait_for "the tracer" is_traced $command
	wait_for "the trace" grep -q execve "$scratch/trace"
	tracer=$(tracer_of $command)
	case $1 in
	-D) same "$1: groups" "$(groups_of $command)" "$(groups_of "$tracer")" ;;
	-DD) same "$1: groups" "$tracer $(groups_of $command | cut -d' ' -f2)" "$(groups_of "$tracer")" ;;
	-DDD) same "$1: groups" "$tracer $tracer" "$(groups_of "$tracer")" ;;
	esac
	kill -TERM "$tracer"
	wait_for "the end of the trace" is_over "$tracer"
	: >"$scratch/go"
	wait $command
	same "$1: status of a command after its tracer was interrupted" 9 $?
	wait_for "the end of $tracer" is_gone "$tracer"
}

# --syscall-limit is exact, and the command goes on after it.
limited()
{
	trace $mode --syscall-limit=2 -o "$scratch/trace" -e trace=close,exit_group \
		sh -c ': </dev/null; : </dev/null; /bin/true; exit 6'
	ends_with 6
	same "calls shown" 2 "$(grep -c close "$scratch/trace")"
	lacks "$scratch/trace" 'exit_group|exited'
	trace $mode -c --syscall-limit=2 -o "$scratch/table" -e trace=close sh -c ': </dev/null; : </dev/null; exit 6'
	ends_with 6
	same "calls counted" 2 "$(awk '/close/ { print $4 }' "$scratch/table")"
}

# After --syscall-limit scry waits for the released command, and can be interrupted then.
limited_and_interrupted()
{
	rm -f "$scratch/pid" "$scratch/trace"
	"$scry" $mode --syscall-limit=1 -I2 -o "$scratch/trace" -e trace=close,execve \
		sh -c "echo \$\$ >$scratch/pid; exec sleep 30" 2>"$scratch/stderr" &
	scry_pid=$!
	wait_for "the limit" grep -q . "$scratch/trace"
	wait_for "the command" [ -s "$scratch/pid" ]
	kill -TERM $scry_pid
	wait $scry_pid
	same "status of scry" 143 $?
	kill -KILL "$(cat "$scratch/pid")" 2>/dev/null
}

# -b execve detaches at successful calls of execve, except that of the launch.
detached()
{
	trace $mode -b execve -o "$scratch/trace" -e trace=execve,exit_group env -i PATH=/nowhere:/bin \
		sh -c 'exit 5'
	ends_with 5
	same "calls of execve" 3 "$(grep -c execve "$scratch/trace")"
	shows "$scratch/trace" '/nowhere/sh.* ENOENT '
	shows "$scratch/trace" '"/bin/sh".* <detached ...>$'
	lacks "$scratch/trace" exit_group
	trace $mode -b execve -o "$scratch/trace" -e trace=execve,exit_group sh -c '/bin/true; exit 5'
	ends_with 5
	shows "$scratch/trace" 'exit_group\(5\)'
	lacks "$scratch/trace" 'exit_group\(0\)'
}

# killed SIGNAL STATUS: with --kill-on-exit the command does not survive scry.
killed()
{
	rm -f "$scratch/pid"
	"$scry" $mode --kill-on-exit -I2 -o "$scratch/trace" -e trace=execve \
		sh -c "echo \$\$ >$scratch/pid; exec sleep 30" 2>"$scratch/stderr" &
	scry_pid=$!
	wait_for "the command" [ -s "$scratch/pid" ]
	kill "-$1" $scry_pid
	wait $scry_pid 2>/dev/null
	same "SIG$1: status of scry" "$2" $?
	wait_for "the command to be killed with SIG$1" is_gone "$(cat "$scratch/pid")"
}

for mode in --seccomp-bpf=on --seccomp-bpf=off "--seccomp-bpf=on -f" "--seccomp-bpf=off -f"; do
	grandchild
	interrupted -D
	interrupted -DD
	interrupted -DDD
	limited
	limited_and_interrupted
	detached
	killed TERM 143
	killed KILL 137
done

# -D with -p: the tracer goes on after the end of the command, because of the other process.
"$programs/counter" "$scratch/count" 2>/dev/null &
running=$!
wait_for "the counter" [ -s "$scratch/count" ]
trace -D -o "$scratch/both" -p $running sh -c 'exit 3'
ends_with 3
wait_for "the end of the command" grep -q 'exited with 3' "$scratch/both"
shows "$scratch/both" "^$running "
tracer=$(tracer_of $running)
checks=$((checks + 1))
[ "$tracer" -gt 0 ] || fail "-D -p: process $running has no tracer"
[ "$tracer" -gt 0 ] && kill "$tracer"
wait_for "the process to be detached" runs_untraced $running
kill $running
trace -D -p $$
ends_with 1
shows "$scratch/stderr" 'must be given with PROG'
trace --kill-on-exit -p $$
ends_with 1
trace -DDDD true
ends_with 1
# A signal that comes when the tracer has just been made is not lost.
cat >"$scratch/early.py" <<'PY'
import os, signal, subprocess, sys
for _ in range(10):
    scry = subprocess.Popen(sys.argv[1:])
    try:
        while not open(f"/proc/{scry.pid}/task/{scry.pid}/children").read():
            pass
        os.kill(scry.pid, signal.SIGTERM)
        status = scry.wait(60)
    except subprocess.TimeoutExpired:
        # One more signal ends it.
        os.kill(scry.pid, signal.SIGTERM)
        status = f"hangs, then {scry.wait()}"
    print(status)
PY
find_python
if [ -n "$python" ]; then
	for filter in on off; do
		same "early signals, filter $filter" "10 -15" "$("$python" "$scratch/early.py" "$scry" --seccomp-bpf=$filter -I waiting -e trace=none \
			-o "$scratch/trace" sleep 1000 | sort | uniq -c | sed 's/^ *//')"
	done
fi

trace -b open true
ends_with 1
trace --syscall-limit=0 true
ends_with 1
finish
