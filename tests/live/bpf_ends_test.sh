#!/bin/sh
# SPDX-License-Identifier: MIT
# With the bpf engine a trace ends when its processes have ended, whatever is sent to them later.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf

# ends_once FILE: each process of a trace with -f ends once, and nothing comes after that.
ends_once()
{
	same "lines after the end of their process" "" "$(awk '$1 in ended && !shown++ { print } / \+\+\+ (exited|killed)/ { ended[$1] = 1 }' "$1")"
}

# A zombie gets no signal, and its end is the last that is shown of it.
for signal in 1 9 10 15 17 18; do
	trace --engine=bpf -f -o "$scratch/trace" "$programs/late_signal" zombie $signal
	ends_with 0
	ends_once "$scratch/trace"
	same "signals that a zombie gets" 0 "$(grep -cE -- '--- SIG[^C]' "$scratch/trace")"
done
trace --engine=bpf -f -c -o "$scratch/trace" "$programs/late_signal" zombie 15
ends_with 0
trace --engine=bpf -f -e trace=none -e signal=none -o "$scratch/trace" "$programs/late_signal" zombie 15
ends_with 0
trace --engine=bpf -f --json -o "$scratch/trace" "$programs/late_signal" zombie 15
ends_with 0
same "ends in JSON" 2 "$(grep -c '"type":"exited"' "$scratch/trace")"

# Children that end at the moment of the signal.
trace --engine=bpf -f -o "$scratch/trace" "$programs/late_signal" many
ends_with 0
ends_once "$scratch/trace"
same "ends of 200 children and their parent" 201 "$(grep -cE ' \+\+\+ (exited|killed)' "$scratch/trace")"

# A process of which the first thread has ended can get a signal.
trace --engine=bpf -f -o "$scratch/trace" "$programs/late_signal" leader
ends_with 0
same "signals to the process without its first thread" 1 "$(grep -c -- '--- SIGTERM' "$scratch/trace")"
same "threads that it kills" 1 "$(grep -c 'killed by SIGTERM' "$scratch/trace")"

# Workers of Python are killed while they end.
find_python
if [ -n "$python" ]; then
	cat >"$scratch/pool.py" <<-'END'
	import multiprocessing, time

	if __name__ == "__main__":
	    for _ in range(3):
	        pool = multiprocessing.Pool(4)
	        pool.map_async(time.sleep, [0.001] * 40)
	        pool.terminate()
	        pool.join()
	END
	trace --engine=bpf -f -o "$scratch/trace" "$python" "$scratch/pool.py"
	ends_with 0
	ends_once "$scratch/trace"
fi

# The end of a process is lost, because scry stands still and the ring is full of signals. Its parent does not collect it.
mkfifo "$scratch/fifo"
"$programs/late_signal" unseen "$scratch/fifo" >"$scratch/child" &
parent=$!
wait_for "the child" [ -s "$scratch/child" ]
read -r child <"$scratch/child"
timeout -s KILL $((30 * patience)) "$scry" --engine=bpf -f --ring-size=4K --on-overflow=drop -o "$scratch/trace" -p "$child" 2>"$scratch/stderr" &
timer=$!
wait_for "scry" grep -q attached "$scratch/stderr"
tracer=$(ps -o pid= --ppid $timer | tr -d ' ')
kill -STOP "$tracer"
: >"$scratch/fifo"
has_state()
{
	[ "$(state_of "$1")" = "$2" ]
}
wait_for "the end of the child" has_state "$child" Z
kill -CONT "$tracer"
wait $timer
same "status of scry after a lost end" 0 $?
kill $parent

# Whatever -I says, the second ^C ends a trace that goes on after its command.
# shellcheck disable=SC2016 # the traced shell expands
timeout -s KILL $((30 * patience)) "$scry" --engine=bpf -f -o "$scratch/trace" sh -c 'sleep 1000 & echo $!' >"$scratch/child" 2>"$scratch/stderr" &
timer=$!
wait_for "the end of the command" grep -q 'exited with 0' "$scratch/trace"
read -r child <"$scratch/child"
tracer=$(ps -o pid= --ppid $timer | tr -d ' ')
interrupt()
{
	kill -INT "$tracer"
	grep -q 'second \^C' "$scratch/stderr"
}
wait_for "the message" interrupt
kill -INT "$tracer"
wait $timer
same "status of scry after the second ^C" 130 $?
check "the process that goes on has ended" kill "$child"
# Signals that the kernel makes without a siginfo, ignored or fatal, have that of ptrace: SIGPIPE, and SIGHUP of a terminal that is gone.
signals_of()
{
	sed -nE 's/^[0-9]+ +(--- SIG(PIPE|HUP) |\+\+\+ killed)/\1/p' "$scratch/trace" | sed 's/si_pid=[0-9]*/si_pid=PID/' | sort
}
cat >"$scratch/program" <<'end'
sh -c 'trap "" PIPE; while echo x; do :; done' 2>/dev/null | true
! command -v script >/dev/null || script -qec 'sleep 30 & echo' /dev/null </dev/null
end
trace --engine=ptrace -f -o "$scratch/trace" sh "$scratch/program"
signals_of >"$scratch/signals"
shows "$scratch/signals" '^--- SIGPIPE \{si_signo=SIGPIPE, si_code=SI_USER, si_pid=PID'
trace --engine=bpf -f -o "$scratch/trace" sh "$scratch/program"
same "signals of the kernel" "$(cat "$scratch/signals")" "$(signals_of)"
finish
