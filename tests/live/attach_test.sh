#!/bin/sh
# SPDX-License-Identifier: MIT
# Attaching and letting go: the process goes on, and notices nothing.
. "${srcdir:-.}/tests/live/lib.sh"

target=
end_target()
{
	[ -z "$target" ] || kill -KILL "$target" 2>/dev/null
	[ "$failures" = 0 ] && rm -rf "$scratch"
}
trap end_target EXIT

# Counts into a file, so that its progress can be seen.
"$programs/counter" "$scratch/count" 2>"$scratch/count.errors" &
target=$!
wait_for "the counter" [ -s "$scratch/count" ]

goes_on()
{
	wait_for "process $target to be let go after $1" runs_untraced "$target" || return
	before=$(cat "$scratch/count")
	wait_for "process $target to go on after $1" sh -c "[ \"\$(cat $scratch/count)\" != \"$before\" ]"
	same "what failed in the counter after $1" "" "$(cat "$scratch/count.errors")"
}

for signal in INT TERM HUP KILL; do
	"$scry" -o "$scratch/trace" -p "$target" 2>"$scratch/stderr" &
	tracer=$!
	wait_for "the tracer to attach" is_traced "$target"
	wait_for "lines of the trace" [ -s "$scratch/trace" ]
	kill -$signal $tracer
	wait $tracer 2>/dev/null
	goes_on "SIG$signal"
done

# All threads; what is said of them.
"$programs/counter" "$scratch/threads" 2 &
threaded=$!
wait_for "the threads" [ -s "$scratch/threads" ]
"$scry" -f -o "$scratch/threads.trace" -p $threaded 2>"$scratch/stderr" &
tracer=$!
wait_for "lines of the trace" [ -s "$scratch/threads.trace" ]
kill -INT $tracer
wait $tracer 2>/dev/null
# Each thread comes and goes in JSON; -c says the same as without.
"$scry" --json -f -o "$scratch/threads.json" -p $threaded &
tracer=$!
wait_for "lines of the trace" [ -s "$scratch/threads.json" ]
kill -INT $tracer
wait $tracer 2>/dev/null
cp "$scratch/stderr" "$scratch/said"
"$scry" -fc -p $threaded 2>"$scratch/stderr" &
tracer=$!
wait_for "the attachment" grep -q attached "$scratch/stderr"
kill -INT $tracer
wait $tracer 2>/dev/null
same "what -c says of processes" "$(cat "$scratch/said")" "$(grep Process "$scratch/stderr")"
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

# Two at once, one of them gone soon: scry goes on with the other.
sleep 0.3 &
short=$!
"$scry" -o "$scratch/trace" -p "$target" -p $short 2>"$scratch/stderr" &
tracer=$!
wait_for "the tracer to attach" is_traced "$target"
wait $short
wait_for "the end of the other" grep -q '+++ exited with 0 +++' "$scratch/trace"
check "scry goes on" kill -0 $tracer
kill -INT $tracer
wait $tracer
goes_on "two at once"

# All threads of a process, with -f and without: strace takes all of them with -f.
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
wait_for "process $target to be let go" runs_untraced "$target"
for task in /proc/"$target"/task/*; do
	state=$(sed 's/.*) \(.\).*/\1/' "$task/stat")
	check "thread ${task##*/} runs: $state" [ "$state" != t ]
done
kill -KILL $target
target=$first
finish
