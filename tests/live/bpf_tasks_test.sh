#!/bin/sh
# SPDX-License-Identifier: MIT
# The bpf engine knows the names and numbers of processes at the moment of a call, and how a call ended in which a process is killed.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf

# scry looks at the calls 50 ms later, or when the processes have ended: /proc does not have them any more.
# shellcheck disable=SC2016 # the traced shell expands
trace --engine=bpf -f -Y -e trace=execve,wait4 -o "$scratch/trace" sh -c '(exec true); (exec false); exit 0'
ends_with 0
shows "$scratch/trace" '^[0-9]+<sh> execve\("[^"]*/true", .* = 0$'
shows "$scratch/trace" '^[0-9]+<true> \+\+\+ exited with 0 \+\+\+$'
shows "$scratch/trace" '^[0-9]+<false> \+\+\+ exited with 1 \+\+\+$'
shows "$scratch/trace" '^[0-9]+<sh> .*wait4.* = [0-9]+<true>$'
shows "$scratch/trace" '^[0-9]+<sh> --- SIGCHLD .*si_pid=[0-9]+<false>'
shows "$scratch/trace" '^[0-9]+<sh> \+\+\+ exited with 0 \+\+\+$'

trace --engine=bpf -f --summary=comm --summary-format=csv -o "$scratch/trace" sh -c '(exec true); (exec false)'
ends_with 1
for name in sh true false; do
	shows "$scratch/trace" "^\"$name\","
done

# Numbers in a namespace below that of scry.
if ! unshare -p -f true 2>/dev/null; then
	not_tested "numbers in PID namespaces: unshare -p fails here"
else
	trace --engine=bpf -f --decode-pids=comm,pidns -e trace=getpid,wait4,clone -o "$scratch/trace" unshare -p -f sh -c '(exec true); (exec true); exit 0'
	ends_with 0
	shows "$scratch/trace" '^[0-9]+<sh> .*wait4.* = 2<true> /\* [0-9]+ in scry.s PID NS \*/$'
	shows "$scratch/trace" '^[0-9]+<sh> .*wait4.* = 3<true> /\* [0-9]+ in scry.s PID NS \*/$'
	shows "$scratch/trace" '^[0-9]+<unshare> .*wait4.* = [0-9]+<sh>$'
	same "numbers of the process and in its namespace" '' "$(sed -n 's/^\([0-9]*\)<sh> getpid() *= 1<sh> .. \([0-9]*\) in .*/\1 \2/p' "$scratch/trace" | awk '$1 != $2')"
fi

# A ptrace engine sees no return of a call in which SIGKILL arrives, but that of a call which another signal ends.
# shellcheck disable=SC2016
trace --engine=bpf -e trace=kill -o "$scratch/trace" sh -c 'kill -KILL $$'
shows "$scratch/trace" '^kill\([0-9]+, SIGKILL\) += \?$'
shows "$scratch/trace" '^\+\+\+ killed by SIGKILL \+\+\+$'
# shellcheck disable=SC2016
trace --engine=bpf --json -e trace=kill -o "$scratch/trace" sh -c 'kill -KILL $$'
shows "$scratch/trace" '"name":"kill".*"returned":false,"why":"killed"'
# shellcheck disable=SC2016
trace --engine=bpf -e trace=kill -o "$scratch/trace" sh -c 'kill -TERM $$'
shows "$scratch/trace" '^kill\([0-9]+, SIGTERM\) += 0$'
shows "$scratch/trace" '^--- SIGTERM '
finish
