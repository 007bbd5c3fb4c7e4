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
if ! unshare -fp true 2>/dev/null; then
	not_tested 'numbers in PID namespaces: no PID namespaces here'
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

ulimit -c 0
engines="ptrace bpf"
# ended HOW CALLS: the calls that return when a process with threads in pause(2) ends.
ended()
{
	how=$1 calls=$2
	for engine in $engines; do
		# shellcheck disable=SC2086 # a list of words
		trace --engine=$engine -f -q -c -U calls,name -S name -e trace=pause,kill,exit_group "$programs/dying" $how
		same "$how, $engine: calls that return" "$calls" "$(sed -n 's/^ *\([0-9]*\) \(kill\|pause\|exit_group\)$/\2 \1/p' "$scratch/stderr" | paste -s -d ' ')"
		# shellcheck disable=SC2086
		trace --engine=$engine -f -e trace=pause,kill,exit_group -o "$scratch/trace" "$programs/dying" $how
		for call in kill pause; do
			same "$how, $engine: lines of $call with a result" "$(echo "$calls" | sed -n "s/.*$call \([0-9]\).*/\1/p")" \
				"$(grep -cE "$call( resumed>|\().*\) += (0|\? ERESTARTNOHAND.*)\$" "$scratch/trace" | sed '/^0$/d')"
		done
	done
}
ended exit ""
ended exec ""
ended fault ""
ended "kill 9" ""
ended "thread 9" ""
# A signal that ends a process becomes a SIGKILL for all its threads, but not under ptrace(2).
ended "kill 15" "kill 1"
ended "kill 11" "kill 1"
# With ptrace(2) the receiver of the signal may end the process before the sender is back from kill(2).
engines=bpf
ended "thread 15" "kill 1 pause 1"
shows "$scratch/trace" '^[0-9]+ +--- SIGTERM \{si_signo=SIGTERM, si_code=SI_USER'
finish
