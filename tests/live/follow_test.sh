#!/bin/sh
# SPDX-License-Identifier: MIT
# Several processes and threads: pid prefixes, interrupted lines, execve in a thread.
. "${srcdir:-.}/tests/live/lib.sh"

# Children are traced only with -f.
trace -o "$scratch/trace" sh -c '/bin/echo child; exit 3'
ends_with 3
lacks "$scratch/trace" '"/bin/echo"\]|\["/bin/echo"'
trace -f -o "$scratch/trace" sh -c '/bin/echo child; exit 3'
ends_with 3
same output child "$(cat "$scratch/stdout")"
shows "$scratch/trace" '^[0-9]+ +execve\("/bin/echo", \["/bin/echo", "child"\]'
shows "$scratch/trace" '^[0-9]+ +\+\+\+ exited with 0 \+\+\+$'
lacks "$scratch/trace" '^[^0-9]'
same "processes in the trace" 2 "$(cut -d' ' -f1 "$scratch/trace" | sort -u | wc -l | tr -d ' ')"
trace -f sh -c '/bin/echo child; exit 3'
shows "$scratch/stderr" '^\[pid +[0-9]+\] execve\("/bin/echo"'
shows "$scratch/stderr" 'scry: Process [0-9]+ attached$'

# One thread blocks in read while the other writes: the line of the first is interrupted and resumed.
trace -f -o "$scratch/trace" -e trace=read,write "$programs/blocked"
ends_with 0
shows "$scratch/trace" '^[0-9]+ +read\([0-9]+ <unfinished \.\.\.>$'
shows "$scratch/trace" '^[0-9]+ +<\.\.\. read resumed>, "x", 1\) += 1$'
unfinished=$(grep -c '<unfinished \.\.\.>$' "$scratch/trace")
resumed=$(grep -c '<\.\.\. [a-z0-9_]* resumed>' "$scratch/trace")
same "lines resumed, of those interrupted" "$unfinished" "$resumed"

# execve in a thread that is not the leader. With a filter, no other thread has PTRACE_O_TRACEEXEC.
for calls in all write exit_group; do
	trace -f -e trace=$calls -o "$scratch/trace" "$programs/thread_exec" "$programs/thread_exec" /bin/echo executed
	ends_with 0
	same output executed "$(cat "$scratch/stdout")"
	leader=$(head -n 1 "$scratch/trace" | cut -d' ' -f1)
	same "superseded threads, -e $calls" 2 \
		"$(grep -cE "^[0-9]+ +\+\+\+ superseded by execve in pid [0-9]+ \+\+\+\$" "$scratch/trace")"
	shows "$scratch/trace" "^$leader +\+\+\+ exited with 0 \+\+\+\$"
	same "ends of processes, -e $calls" 1 "$(grep -c 'exited with' "$scratch/trace")"
done

# -Y adds the command name to each pid, also after the process has ended.
trace -f -Y -o "$scratch/trace" -e trace=kill,exit_group sh -c '/bin/true; kill -0 $$'
shows "$scratch/trace" '^[0-9]+<true> +exit_group\(0\)'
shows "$scratch/trace" '^[0-9]+<true> +\+\+\+ exited with 0 \+\+\+$'
shows "$scratch/trace" '^[0-9]+<sh> +kill\([0-9]+<sh>, 0\) += 0$'
trace -Y --always-show-pid -e trace=none true
shows "$scratch/stderr" '^[0-9]+<true> \+\+\+ exited'
trace --argv0='other name' -e trace=none sh -c 'echo $0; exit 3'
ends_with 3
if unshare -fp true 2>/dev/null; then
	trace -f --decode-pids=pidns -e trace=kill unshare -fp sh -c 'kill -0 $$'
	shows "$scratch/stderr" "kill\\(1 /\\* [0-9]+ in scry's PID NS \\*/, 0\\) += 0"
	# Whether an argument is a process depends on the one before it; a process group has a sign.
	trace -f --decode-pids=pidns -e trace=getpriority,setpriority,ioprio_get,ioprio_set,kill unshare -fp sh -c \
		'renice -n 1 -p $$; ionice -c 2 -p $$; setsid sh -c "kill -0 -\$\$"'
	shows "$scratch/stderr" "setpriority\\(PRIO_PROCESS, 1 /\\* [0-9]+ in scry's PID NS \\*/, 1\\)"
	shows "$scratch/stderr" "ioprio_set\\(IOPRIO_WHO_PROCESS, 1 /\\* [0-9]+ in scry's PID NS \\*/, "
	shows "$scratch/stderr" "kill\\(-[0-9]+ /\\* [0-9]+ in scry's PID NS \\*/, 0\\)"
else
	not_tested '--decode-pids=pidns: no PID namespaces here'
fi

# In a tree of processes, the trace has an end for every process.
trace -f -o "$scratch/trace" sh -c 'for i in 1 2 3 4 5 6 7 8; do (sh -c "exit $i"; exit 0) & done; wait'
ends_with 0
same "ends of processes" "$(cut -d' ' -f1 "$scratch/trace" | sort -u | wc -l)" \
	"$(grep -cE '\+\+\+ (exited|killed)' "$scratch/trace")"

# With a seccomp filter the trace has all selected calls and no others.
trace -f --seccomp-bpf=on -o "$scratch/trace" -e trace=execve sh -c '/bin/echo a; /bin/echo b'
ends_with 0
same "selected calls" 3 "$(grep -c 'execve(' "$scratch/trace")"
same "other calls" 0 "$(grep -E '^[0-9]+ +[a-z0-9_]+\(' "$scratch/trace" | grep -cv 'execve(')"

# -e signal selects also the ends by signals.
trace -o "$scratch/trace" -e trace=none -e signal='!KILL' sh -c 'kill -KILL $$'
same "an end by another signal" '' "$(cat "$scratch/trace")"
trace -o "$scratch/trace" -e trace=none -e signal=KILL sh -c 'kill -KILL $$'
same "an end by a selected signal" '+++ killed by SIGKILL +++' "$(cat "$scratch/trace")"
finish
