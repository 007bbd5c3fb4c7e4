#!/bin/sh
# SPDX-License-Identifier: MIT
# Attaches to processes and detaches: the process must go on, and none of its calls may fail.
. "${srcdir:-.}/tests/live/lib.sh"

target=
end_target()
{
	[ -z "$target" ] || kill -KILL "$target" 2>/dev/null
	[ "$failures" = 0 ] && rm -rf "$scratch"
}
trap end_target EXIT

# The counter writes to a file, which shows whether it makes progress.
"$programs/counter" "$scratch/count" 2>"$scratch/count.errors" &
target=$!
wait_for "the counter" [ -s "$scratch/count" ]

goes_on()
{
	wait_for "process $target to be detached after $1" runs_untraced "$target" || return
	before=$(cat "$scratch/count")
	wait_for "process $target to go on after $1" sh -c "[ \"\$(cat $scratch/count)\" != \"$before\" ]"
	same "failed calls of the counter after $1" "" "$(cat "$scratch/count.errors")"
}

for signal in INT TERM HUP KILL; do
	rm -f "$scratch/trace"
	"$scry" -o "$scratch/trace" -p "$target" 2>"$scratch/stderr" &
	tracer=$!
	wait_for "the tracer to attach" is_traced "$target"
	wait_for "lines of the trace" [ -s "$scratch/trace" ]
	kill -$signal $tracer
	wait $tracer 2>/dev/null
	goes_on "SIG$signal"
done

# With -f scry attaches to all threads and reports them.
"$programs/counter" "$scratch/threads" 2 &
threaded=$!
wait_for "the threads" [ -s "$scratch/threads" ]
"$scry" -f -o "$scratch/threads.trace" -p $threaded 2>"$scratch/stderr" &
tracer=$!
wait_for "lines of the trace" [ -s "$scratch/threads.trace" ]
kill -INT $tracer
wait $tracer 2>/dev/null
# JSON has a record for each attached and detached thread. With -c the messages are the same as without.
"$scry" --json -f -o "$scratch/threads.json" -p $threaded &
tracer=$!
wait_for "lines of the trace" [ -s "$scratch/threads.json" ]
kill -INT $tracer
wait $tracer 2>/dev/null
# The file of the previous tracer must not be there: a new one opens its file only after the shell has gone on.
mv "$scratch/stderr" "$scratch/messages"
"$scry" -fc -p $threaded 2>"$scratch/stderr" &
tracer=$!
wait_for "the attachment" grep -q attached "$scratch/stderr"
kill -INT $tracer
wait $tracer 2>/dev/null
same "messages about processes with -c" "$(cat "$scratch/messages")" "$(grep -v ' runs in ' "$scratch/stderr" | grep Process)"
shows "$scratch/stderr" "^scry: Process $threaded attached with 3 threads\$"
shows "$scratch/stderr" "^scry: Process $threaded detached\$"
if can_run jq "records of attaching and detaching"; then
	tids=$(ls "/proc/$threaded/task")
	for type in attached detached; do
		same "records of the kind $type" "$tids" \
			"$(jq -r "select(.type == \"$type\").pid" "$scratch/threads.json" | sort -n)"
	done
fi
kill -KILL $threaded; wait $threaded 2>/dev/null

# A call in progress is resumed by restart_syscall. The first tracer learns which call it is; for a second one it is unknown, but on 32-bit
# arm, where the kernel leaves the number of the first call in its register.
case $(uname -m) in armv[67]*) second=clock_nanosleep ;; *) second='system call' ;; esac
sleep 1000 &
sleeper=$!
wait_for "the sleep" sh -c "grep -q '^State:.*sleeping' /proc/$sleeper/status && grep -q '^sleep' /proc/$sleeper/comm"
for call in clock_nanosleep "$second"; do
	"$scry" -o "$scratch/resumed" -p $sleeper 2>"$scratch/stderr" &
	tracer=$!
	wait_for "the call in progress" grep -q "^restart_syscall(<... resuming interrupted $call ...>" "$scratch/resumed"
	kill -INT $tracer
	wait $tracer
	rm -f "$scratch/resumed"
done
kill -KILL $sleeper
wait $sleeper 2>/dev/null

# Two processes at once, of which one ends first: scry goes on with the other.
# shellcheck disable=SC2016 # the inner shell expands
sh -c 'until [ -e "$0" ]; do sleep 0.02; done' "$scratch/go" &
short=$!
"$scry" -o "$scratch/trace" -p "$target" -p $short 2>"$scratch/stderr" &
tracer=$!
wait_for "the tracer to attach" is_traced "$target"
wait_for "the tracer to attach to the other" is_traced $short
: >"$scratch/go"
wait $short
wait_for "the end of the other" grep -q '+++ exited with 0 +++' "$scratch/trace"
check "scry goes on" kill -0 $tracer
kill -INT $tracer
wait $tracer
goes_on "two at once"

# With -f scry attaches to all threads of a process and detaches from all of them.
"$programs/counter" "$scratch/count2" 3 2>>"$scratch/count.errors" &
first=$target target=$!
wait_for "the counter" [ -s "$scratch/count2" ]
rm "$scratch/trace"
"$scry" -f -o "$scratch/trace" -p "$target" 2>"$scratch/stderr" &
tracer=$!
wait_for "lines of all threads" sh -c \
	"[ \$(head -c 1000000 $scratch/trace | cut -d' ' -f1 | sort -u | wc -l) -ge 4 ]"
kill -INT $tracer
wait $tracer
wait_for "process $target to be detached" runs_untraced "$target"
for task in /proc/"$target"/task/*; do
	state=$(sed 's/.*) \(.\).*/\1/' "$task/stat")
	check "thread ${task##*/} runs: $state" [ "$state" != t ]
done
kill -KILL $target
target=$first

# -p $(pgrep NAME) without quotes: the words are processes, and no command. Options may follow them.
sleep 1000 &
one=$!
sleep 1000 &
two=$!
for options in '--for=0.1 -p' '-p'; do
	# shellcheck disable=SC2086 # words
	trace $options $one $two --for=0.1
	ends_with 0
	shows "$scratch/stderr" "^scry: Process $one attached"
	shows "$scratch/stderr" "^scry: Process $two attached"
done
kill -KILL $one $two
trace -p "$target" 0
ends_with 1
shows "$scratch/stderr" "cannot find executable '0'"

# What cannot be traced is refused with the same reason by every engine: a zombie, a thread of the kernel, what is gone. A process of which the leader has
# ended can be traced with -f, and without -f the reason names a thread that goes on.
sh -c 'sleep 0.5 & echo $!; exec sleep 1000' >"$scratch/zombie" &
parent=$!
wait_for "the zombie" grep -q . "$scratch/zombie"
zombie=$(cat "$scratch/zombie")
wait_for "the end of the zombie" sh -c "[ \"\$(sed 's/.*) \(.\).*/\1/' /proc/$zombie/stat)\" = Z ]"
"$programs/crowd" leaderless 2 &
leader=$!
wait_for "the end of the leader" sh -c "[ \"\$(sed 's/.*) \(.\).*/\1/' /proc/$leader/stat)\" = Z ]"
for engine in ptrace bpf auto; do
	[ "$engine" != bpf ] || can_use_bpf "processes that cannot be traced" || continue
	for follow in '' -f; do
		trace --engine=$engine $follow --for=5 -p "$zombie"
		ends_with 1
		shows "$scratch/stderr" "^scry: cannot attach to process $zombie: Operation not permitted; it has ended and waits for its parent\$"
		if grep -q '^Kthread:	1' /proc/2/status 2>/dev/null; then
			trace --engine=$engine $follow --for=5 -p 2
			ends_with 1
			shows "$scratch/stderr" "^scry: cannot attach to process 2: Operation not permitted; it is a thread of the kernel\$"
		else
			not_tested "a thread of the kernel: /proc shows none here"
		fi
		trace --engine=$engine $follow --for=5 -p 4194303
		ends_with 1
		shows "$scratch/stderr" "^scry: cannot attach to process 4194303: No such process"
	done
	trace --engine=$engine --for=5 -p "$leader"
	ends_with 1
	shows "$scratch/stderr" "^scry: cannot attach to process $leader: Operation not permitted; this thread has ended, and others of its process go on, as -p [0-9]+\$"
	trace --engine=$engine --for=5 --syscall-limit=5 -e trace=getppid -p "$(sed -n 's/.*as -p //p' "$scratch/stderr")"
	ends_with 0
	shows "$scratch/stderr" 'getppid\(\)'
	trace --engine=$engine --for=5 --syscall-limit=100 -f -o "$scratch/trace" -e trace=getppid -p "$leader"
	ends_with 0
	same "$engine: threads without their leader" 2 "$(cut -d' ' -f1 "$scratch/trace" | sort -u | wc -l | tr -d ' ')"
done
kill -KILL $parent $leader
# -p with the number of a thread that is no leader: that thread alone, with -f all threads of its process. The text is the same with each
# engine, and for a user who can have ptrace alone. The threads go on.
# names_thread WHO TRACER...
names_thread()
{
	who=$1
	shift
	for follow in '' -f; do
		timeout -s KILL $((60 * patience)) "$@" $follow --for=$((10 * patience)) --syscall-limit=200 --quiet=none -e trace=getppid -o "$open/trace" \
			-p "$thread" >/dev/null 2>"$scratch/stderr" </dev/null
		same "$who $follow: status" 0 $?
		shows "$scratch/stderr" "^scry: Process $thread attached${follow:+ with 3 threads}\$"
		shows "$scratch/stderr" "^scry: Process $thread detached\$"
		if [ "$follow" ]; then
			same "$who $follow: threads in the trace" "$tids" "$(awk '/getppid/ { print $1 }' "$open/trace" | sort -nu)"
			same "$who $follow: lines" "" "$(sed '/ runs in /d; s/^[0-9]* *//' "$open/trace" | grep -vE "^getppid\\(\\) += $parent\$|<detached \.\.\.>\$|<unfinished|resumed")"
		else
			same "$who: lines" "getppid()" "$(sed '/ runs in /d; s/ .*//' "$open/trace" | sort -u)"
		fi
		runs_untraced "$process" || fail "$who $follow: the process does not go on"
		for thread_of in $tids; do
			check "$who $follow: thread $thread_of goes on" runs_untraced "$thread_of"
		done
	done
}
open=$scratch/open
chmod 755 "$scratch"
mkdir -m 777 "$open"
cp "$programs/crowd" "$scry" "$open"
for user in root user; do
	become=
	[ $user = root ] || become='setpriv --reuid=54321 --regid=54321 --clear-groups'
	if [ $user = user ] && { [ "$(id -u)" != 0 ] || ! can_run setpriv "threads of an ordinary user" || ! $become "$open/scry" -V >/dev/null 2>&1; }; then
		continue
	fi
	$become "$open/crowd" loop 2 &
	process=$!
	wait_for "three threads" sh -c "[ \$(ls /proc/$process/task 2>/dev/null | wc -l) = 3 ]"
	parent=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$process/status")
	tids=$(ls "/proc/$process/task" | sort -n)
	thread=$(ls "/proc/$process/task" | sort -n | sed -n 2p)
	for engine in ptrace bpf auto; do
		[ "$engine" != bpf ] || { [ $user = root ] && can_use_bpf "a thread by its number"; } || continue
		rm -f "$open/trace"
		names_thread "$user, $engine" $become "$open/scry" --engine=$engine
	done
	kill -KILL $process
done
# Calls that a stop interrupts (signal(7)): -p begins with the bpf engine where that can be had, and detaches without a stop.
# interrupts OPTION...: prints the calls of a program that failed because scry attached to it.
interrupts()
{
	"$programs/interrupted" $((1000 * patience)) >"$scratch/interrupted" &
	waiting=$!
	wait_for "four children" sh -c "[ \$(cat /proc/$waiting/task/$waiting/children | wc -w) = 4 ]"
	sleep 0.2
	# shellcheck disable=SC2046 # a list of numbers
	SCRY_HAND_OVER= trace "$@" --for=0.5 -o "$scratch/trace" $(sed 's/\([0-9][0-9]*\)/-p \1/g' "/proc/$waiting/task/$waiting/children")
	wait "$waiting"
	sort "$scratch/interrupted" | tr '\n' ' '
}
if [ -e /proc/self/task/$$/children ] && can_use_bpf "-p without stops"; then
	same "calls that fail at an attachment" '' "$(interrupts)"
	same "the same with -f, and a stack" '' "$(interrupts -f -k)"
	same "the same with -y and -c" '' "$(interrupts -c -y)"
	# What is under way is shown.
	"$programs/interrupted" $((1000 * patience)) >/dev/null &
	waiting=$!
	sleep 0.3
	SCRY_HAND_OVER= trace -f -p "$waiting" -p "$(sed 's/ /,/g; s/,$//' "/proc/$waiting/task/$waiting/children")" -o "$scratch/trace"
	wait "$waiting"
	# Programs of 32 bits receive by recv(2).
	for call in epoll_wait 'recv(from)?[( ]' rt_sigtimedwait semtimedop; do
		shows "$scratch/trace" "$call.* = -?[0-9]+"
	done
	same "the same with a table by keys" '' "$(interrupts --summary=syscall,comm)"
	lacks "$scratch/trace" 'measuring error'
	# A process that is stopped already.
	sleep 600 &
	waiting=$!
	kill -STOP "$waiting"
	wait_for "the stop" grep -q 'State:.T' "/proc/$waiting/status"
	for engine in ptrace bpf auto; do
		SCRY_HAND_OVER= trace --engine="$engine" --for=0.1 -o "$scratch/trace" -p "$waiting"
		same "$engine: a stopped process" '--- stopped by SIGSTOP ---' "$(cat "$scratch/trace")"
	done
	kill -KILL "$waiting"
	# An option that needs ptrace decides, and says so only if that is asked for.
	same "the same with ptrace" 'epoll_wait recv semtimedop sigtimedwait ' "$(interrupts --engine=ptrace)"
	lacks "$scratch/stderr" 'engine|bpf|ptrace'
fi

finish
