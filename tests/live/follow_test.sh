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
# A process ID that comes again: with -ff nothing that this trace has written is removed. A file of an earlier trace is, unless with -A.
"$programs/numbered" >/dev/null
if [ $? = 77 ]; then
	not_tested "a process ID that comes again: the kernel does not let processes choose theirs here"
else
	for engine in ptrace bpf auto; do
		[ "$engine" != bpf ] || can_use_bpf "-ff with a process ID that comes again" || continue
		for how in '' thread; do
			rm -f "$scratch"/again.*
			# Some number of the children is that of an earlier trace.
			trace --engine=$engine -ff -o "$scratch/again" "$programs/numbered" $how
			ends_with 0
			file=$scratch/again.$(cat "$scratch/stdout")
			same "$engine $how: calls of all three" 'getuid getgid geteuid ' "$(grep -oE '^get(e?uid|gid)' "$file" | tr '\n' ' ')"
			same "$engine $how: ends of all three" '0 1 2 ' "$(sed -n 's/^+++ exited with \([0-9]\) +++$/\1/p' "$file" | tr '\n' ' ')"
		done
		trace --engine=$engine -ff -c -o "$scratch/table" "$programs/numbered"
		file=$scratch/table.$(cat "$scratch/stdout")
		same "$engine: tables of all three" 'getuid getgid geteuid ' "$(grep -oE 'get(e?uid|gid)$' "$file" | tr '\n' ' ')"
		trace --engine=$engine -ff --json -o "$scratch/json" "$programs/numbered"
		file=$scratch/json.$(cat "$scratch/stdout")
		same "$engine: records of all three" 3 "$(grep -cE '"name":"get(e?uid|gid)"' "$file")"
	done
	# A replay and -D stand beside no --engine=bpf.
	if [ -z "${ENGINE_IS_BPF-}" ]; then
		trace -ff --record="$scratch/again.rec" -o "$scratch/recorded" "$programs/numbered"
		pid=$(cat "$scratch/stdout")
		echo old >"$scratch/replayed.$pid"
		trace --replay="$scratch/again.rec" -ff -o "$scratch/replayed"
		check "a replay writes the same files" cmp "$scratch/recorded.$pid" "$scratch/replayed.$pid"
	fi
fi
[ -z "${ENGINE_IS_BPF-}" ] || finish
# With -D the command has the number of the shell, for which there is a file.
for append in '' -A; do
	timeout $((30 * patience)) sh -c 'echo old >"$1.$$"; echo $$; exec "$2" -D $3 -ff -o "$1" -e trace=none true' - "$scratch/former" "$scry" "$append" >"$scratch/stdout"
	file=$scratch/former.$(cat "$scratch/stdout")
	wait_for "the end of the trace" grep -q exited "$file"
	same "a file of an earlier trace with '$append'" "${append:+old}" "$(grep old "$file")"
done


# The execve of a thread ends under its former number without a result, and under the new one with it. -e status decides which part is shown.
renamed='execve\(.* <pid changed to [0-9]+ \.\.\.>$'
resumed='<\.\.\. execve resumed>\) += 0$'
for engine in ptrace bpf; do
	[ "$engine" = ptrace ] || can_use_bpf "the execve of a thread with bpf" || continue
	trace --engine=$engine -f -e trace=execve -e status=detached --record="$scratch/renamed.rec" -o "$scratch/trace" "$programs/thread_exec" /bin/true
	shows "$scratch/trace" "$renamed"
	lacks "$scratch/trace" "$resumed"
	trace --replay="$scratch/renamed.rec" -e status=detached -o "$scratch/replayed"
	check "$engine: a replay of status=detached" cmp -s "$scratch/trace" "$scratch/replayed"
	trace --engine=$engine -f -e trace=execve -e status=detached,successful -o "$scratch/trace" "$programs/thread_exec" /bin/true
	same "$engine: both parts" "1 1" "$(grep -cE "$renamed" "$scratch/trace") $(grep -cE "$resumed" "$scratch/trace")"
	trace --engine=$engine -f -e trace=execve -e status=successful -o "$scratch/trace" "$programs/thread_exec" /bin/true
	same "$engine: successful calls" "0 2" "$(grep -c 'pid changed' "$scratch/trace") $(grep -c '^[0-9]* *execve(.* = 0$' "$scratch/trace")"
	trace --engine=$engine -f --json -e trace=execve -e status=detached -o "$scratch/json" "$programs/thread_exec" /bin/true
	same "$engine: JSON" 1 "$(grep -c '"name":"execve".*"returned":false,"why":"detached"' "$scratch/json")"
done
finish
