#!/bin/bash
# SPDX-License-Identifier: MIT
# Ends scry in every way while it traces a busy program. No call of the program may fail, no process may stay
# stopped, and each process must go on or end as it should.
# usage: ROUNDS=N BUDGET=SECONDS letting_go.sh; ROUNDS is by default 1, or 5 with WEIGHT=full
. "${srcdir:-.}/tests/lib.sh"
. "${srcdir:-.}/tests/stress/lib.sh"

[ "$weight" = all ] && rounds=${ROUNDS:-5} || rounds=${ROUNDS:-1}
traced=getppid,fcntl,nanosleep,clock_nanosleep,epoll_wait,recvfrom,read,write,clone,clone3,fork,vfork,exit_group

[ -r "/proc/$$/task/$$/children" ] || skip "no /proc/PID/task/TID/children here"
ulimit -c 0
make_scratch
# A unique name identifies the processes of the program.
name=busy$$
cp "${BUSY:-tests/stress/letting_go_busy}" "$scratch/$name" || exit 99

# A tracer that crashes becomes the keeper. The run-time library of a sanitizer ends it instead.
crashed=completed
grep -q asan "$scry" && crashed=killed

# Lists the processes of the program that have not ended, as "PID STATE".
alive()
{
	local comm state
	for proc in /proc/[0-9]*; do
		{ read -r comm <"$proc/comm"; } 2>/dev/null || continue
		[ "$comm" = "$name" ] || continue
		{ read -r state <"$proc/stat"; } 2>/dev/null || continue
		state=${state##*) }
		[ "${state%% *}" = Z ] || [ "${state%% *}" = X ] || echo "${proc#/proc/} ${state%% *}"
	done
}

tracer_of()
{
	local word number rest
	while read -r word number rest; do
		[ "$word" = TracerPid: ] && echo "$number" && return
	done 2>/dev/null <"/proc/$1/status"
}

is_traced()
{
	[ "$(tracer_of "$1")" != 0 ]
}

none_alive()
{
	[ -z "$(alive)" ]
}

kill_all()
{
	local pid state
	alive | while read -r pid state; do
		kill -9 "$pid" 2>/dev/null
	done
}

child_of()
{
	local children
	read -r children _ <"/proc/$1/task/$1/children"
	echo "$children"
}

# A call that fails with EINTR if it is interrupted has failed with a timeout: the calls before it have ended.
has_recovered()
{
	grep -q 'recvfrom.* = -1 EAGAIN' "$scratch/run/trace"
}

# begin HOW OPTIONS SPLIT FILTER END: starts scry and the program; sets $scry_pid and $busy_pid.
begin()
{
	local how=$1 options=$2 split=$3
	rm -rf "$scratch/run"
	mkdir "$scratch/run"
	if [ "$how" = attach ]; then
		"$scratch/$name" "$scratch/run" $split &
		until_true [ -s "$scratch/run/pid" ] || return 1
		busy_pid=$(cat "$scratch/run/pid")
		# shellcheck disable=SC2086 # a list of options
		"$scry" $options -e trace=$traced -o "$scratch/run/trace" -p "$busy_pid" \
			2>"$scratch/run/messages" &
		scry_pid=$!
		until_true is_traced "$busy_pid" || return 1
	elif [ "$how" = pipe ]; then
		# shellcheck disable=SC2086
		"$scry" $options -e trace=$traced "$scratch/$name" "$scratch/run" $split \
			2> >(exec head -c 100 >"$scratch/run/messages") &
		scry_pid=$!
	else
		# shellcheck disable=SC2086
		"$scry" $options -e trace=$traced -o "$scratch/run/trace" -I2 \
			"$scratch/$name" "$scratch/run" $split 2>"$scratch/run/messages" &
		scry_pid=$!
	fi
	until_true [ -s "$scratch/run/pid" ] || return 1
	busy_pid=$(cat "$scratch/run/pid")
	# The call that the attachment has interrupted fails, those after it may not.
	case "$how $options" in
	attach*-f) until_true has_recovered || return 1 ;;
	esac
	# If scry is killed, the kernel may detach a tracee that is entering epoll_wait(2), which then fails with EINTR.
	[ "$4 $5" = 'off supervisor' ] || [ "$5" = fault ] || : >"$scratch/run/armed"
}

# end_scry HOW: ends scry, and then the program; sets $status.
end_scry()
{
	sleep "0.0$((RANDOM % 70 + 10))"
	case $1 in
	supervisor) kill -9 "$scry_pid" ;;
	tracer) kill -9 "$(child_of "$scry_pid")" ;;
	crash) kill -SEGV "$(child_of "$scry_pid")" ;;
	fault) kill -SEGV "$scry_pid" ;;
	term) kill -TERM "$scry_pid" ;;
	reader) : >"$scratch/run/end" ;;
	esac
	patiently_wait "$scry_pid"
	sleep 0.03
	: >"$scratch/run/end"
}

# check_end STATUS RESULT: checks the exit status of scry, and that the program was completed or killed.
check_end()
{
	local expected=$1 result=$2 left keeper
	same "$case: exit status" "$expected" "$status"
	keeper=$(tracer_of "$busy_pid")
	until_true none_alive || fail "$case: processes after $patience s: $(alive | tr '\n' ' ')"
	kill_all
	same "$case: failed calls" "" "$(tr -d '\0' <"$scratch/run/failures")"
	[ -e "$scratch/run/done" ] && left=completed || left=killed
	same "$case: the program" "$result" "$left"
	[ "${keeper:-0}" = 0 ] || check "$case: process $keeper has no tracees, and does not end" \
		until_true has_ended "$keeper"
}

# run_case HOW FILTER FOLLOW END SPLIT STATUS RESULT
run_case()
{
	local options="--seccomp-bpf=$2 $3"
	case="$1 filter=$2 ${3:-no -f}, $4 ends"
	if ! begin "$1" "$options" "$5" "$2" "$4"; then
		fail "$case: the program did not begin: $(cat "$scratch/run/messages")"
		kill_all
		return
	fi
	end_scry "$4"
	check_end "$6" "$7"
}

{
	for ((round = 1; round <= rounds && failures == 0; round++)); do
		in_time "round $round of $rounds" || break
		for follow in '' -f; do
			run_case launch on "$follow" supervisor '' 137 completed
			run_case launch on "$follow" tracer '' 1 killed
			run_case launch on "$follow" crash '' 1 $crashed
			run_case launch on "$follow" term split 143 completed
			run_case pipe on "$follow" reader '' 1 completed
			run_case launch off "$follow" supervisor '' 137 completed
			run_case launch off "$follow" term split 143 completed
			run_case pipe off "$follow" reader '' 1 completed
			run_case attach off "$follow" supervisor '' 137 completed
			run_case attach off "$follow" fault '' 139 completed
			run_case attach off "$follow" term '' 143 completed
		done
	done
} 2> >(grep -vE 'Killed|Segmentation' >&2)
finish
