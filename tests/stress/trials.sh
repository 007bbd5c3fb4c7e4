#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs that are hard to trace, launched and attached to, with a filter and without, with -f and without. The
# trace must show every counted call once, the calls must do what they do without a tracer, and no process may be left.
# usage: ROUNDS=N trials.sh; with 50 and more the trials have their full size
. "${srcdir:-.}/tests/lib.sh"
. "${srcdir:-.}/tests/stress/lib.sh"

copy_programs trials
all_well=7

# Compares the trace with the numbers of calls that the trial has counted.
counts()
{
	local main others free failure
	eval "$(cat "$run/result" 2>/dev/null)"
	same "$case: failed calls" "" "${failure-no result}"
	if [ "$follow" = -f ]; then
		seen getsid "${main:-0}"
		# Without a filter a process under a debugger is released to it.
		[ "$trial" = debugger ] && [ $filter != on ] || seen getpgid "${others:-0}"
	else
		seen getsid "${main:-0}"
		seen getpgid 0
	fi
	# The filters of the trial "guards" make calls fail with ENOSYS.
	[ "$trial" = guards ] || same "$case: ENOSYS" 0 "$(grep -c ENOSYS "$run/trace")"
}

# seen CALL N: the trace shows entry and exit of each of the N calls once.
seen()
{
	local numbers
	numbers=$(grep -o "$1(-[0-9]*" "$run/trace" | tr -dc '0-9\n' | sort -n)
	same "$case: calls of $1" "$(seq "$2" | md5sum)" "$(printf '%s' "${numbers:+$numbers$'\n'}" | md5sum)"
	same "$case: ends of $1" "$2" "$(grep "$1[( ]" "$run/trace" | grep -c 'ESRCH')"
}

launched()
{
	patiently "$scry" "--seccomp-bpf=$filter" $follow -e "trace=$calls" -o "$run/trace" \
		"$program" "$trial" "$run" "$n" 2>"$run/messages"
	same "$case: exit status" $all_well $?
}

attached()
{
	start_waiting "$trial" "$n"
	"$scry" $follow -e "trace=$calls" -o "$run/trace" -p "$target" 2>"$run/messages" &
	scry_pid=$!
	check "$case: attaches" until_true grep -q attached "$run/messages"
	: >"$run/go"
	patiently_wait "$target"
	same "$case: exit status of the tracee" $all_well "$status"
	patiently_wait "$scry_pid"
	same "$case: exit status" 0 "$status"
}

# try NAME N: runs a trial in all ways, or in turn in half of them.
try()
{
	trial=$1 n=$2
	for follow in '' -f; do
		for filter in on off attach; do
			case="$trial $n, filter=$filter ${follow:-no -f}"
			in_turn || continue
			in_time "$case" || continue
			new_run
			if [ $filter = attach ]; then
				attached
			else
				launched
			fi
			nothing_left
			counts
			[ $failures = 0 ] || return
		done
	done
	skip_turn
}

calls=getsid,getpgid,getpriority
try processes "$(size 200 10000)"
try threads "$(size 100 2000)"
try vforks "$(size 10 500)"
try signals "$(size 1000 30000)"
try execs "$(size 3 50)"
try untraced "$(size 3 50)"
try guards "$(size 1 20)"
try debugger "$(size 1 10)"
try daemon "$(size 100 500)"
finish
