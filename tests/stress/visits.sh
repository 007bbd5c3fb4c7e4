#!/bin/bash
# SPDX-License-Identifier: MIT
# Attaches to processes in every state and detaches again, many times. That must not change what the processes do.
# usage: ROUNDS=N visits.sh; with 50 and more the trials have their full size
. "${srcdir:-.}/tests/lib.sh"
. "${srcdir:-.}/tests/stress/lib.sh"

copy_programs trials
all_well=7
tamper=
signals=$(size 'TERM KILL' 'INT TERM KILL')

# Lists the different states of the threads, as "STATE TRACER": "S 0" is asleep and not traced.
states()
{
	grep -hE '^(State|TracerPid):' /proc/"$target"/task/*/status 2>/dev/null |
		awk '/^State/ { state = $2 } /^Tracer/ { print state, $2 }' | sort -u
}

is_free()
{
	! states | grep -Evq ' 0$' && ! states | grep -q '^t'
}

has_begun()
{
	grep -q attached "$run/messages" || has_ended "$scry_pid"
}

# Attaches to $target and ends scry by $signal.
visit()
{
	# The messages of the previous visit must not be there: the signal would come before scry handles it.
	rm -f "$run/messages"
	"$scry" $follow $tamper -o "$run/trace" -p "$target" 2>"$run/messages" &
	scry_pid=$!
	until_true has_begun || fail "$case: does not attach"
	sleep "0.0$((RANDOM % 30 + 1))"
	kill "-$signal" "$scry_pid" 2>/dev/null
	patiently_wait "$scry_pid"
	check "$case: detached: $(states | tr '\n' ' ')" until_true is_free
}

# visited TRIAL N VISITS: attaches VISITS times while the trial runs, for each signal with -f and without, or in turn for half of these.
visited()
{
	local n
	for follow in '' -f; do
		for signal in $signals; do
			# A signal that was reported to a tracer is lost if the tracer is killed then.
			[ "$1 $signal" != 'signals KILL' ] || continue
			case="$1 $2, SIG$signal ${follow:-no -f}"
			in_turn || continue
			in_time "$case" || continue
			new_run
			"$program" "$1" "$run" "$2" &
			target=$!
			until_true [ -s "$run/counts" ]
			for ((n = 0; n < $3; n++)); do
				has_ended "$target" && break
				[ $SECONDS -lt $((budget + 10)) ] || {
					not_tested "$case: visits from $n to $3: no time is left after $SECONDS s"
					break
				}
				visit
			done
			patiently_wait "$target"
			same "$case: exit status" $all_well "$status"
			same "$case: failed calls" "failure=''" "$(grep failure "$run/result")"
			nothing_left
			[ $failures = 0 ] || return
		done
		skip_turn
	done
	skip_turn
}

is_stopped()
{
	[ "$(states)" = 'T 0' ]
}

# A stopped process stays stopped. A process that is continued while it is traced runs.
stopped()
{
	for follow in '' -f; do
		for signal in $signals; do
			case="stopped, SIG$signal ${follow:-no -f}"
			in_time "$case" || continue
			new_run
			"$program" churn "$run" 2 &
			target=$!
			until_true [ -s "$run/counts" ]
			kill -STOP $target
			until_true is_stopped
			visit
			check "$case: stays stopped: $(states)" until_true is_stopped
			visit
			kill -CONT $target
			visit
			patiently_wait $target
			same "$case: exit status" $all_well "$status"
			nothing_left
			[ $failures = 0 ] || return
		done
	done
}

# Attaches to a process in state D, which no signal ends. The freezer of cgroups version 1 makes that state.
frozen()
{
	freezer=/sys/fs/cgroup/freezer/${program##*/}
	mkdir "$freezer" 2>/dev/null || {
		not_tested "attaching in D: no freezer of cgroups v1 here"
		return
	}
	for signal in TERM KILL; do
		case="frozen, SIG$signal"
		new_run
		"$program" churn "$run" 1 &
		target=$!
		until_true [ -s "$run/counts" ]
		echo $target >"$freezer/cgroup.procs"
		echo FROZEN >"$freezer/freezer.state"
		check "$case: is in D: $(states)" until_true is_in_d
		visit
		check "$case: stays in D: $(states)" is_in_d
		echo THAWED >"$freezer/freezer.state"
		patiently_wait $target
		same "$case: exit status" $all_well "$status"
		nothing_left
	done
	rmdir "$freezer"
}

is_in_d()
{
	[ "$(states)" = 'D 0' ]
}

# Calls that -e inject has replaced must have their results when scry detaches.
tampered()
{
	tamper='-e inject=getsid,getpgid:error=ESRCH'
	visited marks "$(size 500 2000)" "$(size 5 50)"
	tamper=
}

# So must the calls of a launched program that goes on when scry is killed.
left_running()
{
	for options in --seccomp-bpf=on --seccomp-bpf=off; do
		case="left running with pending results, $options"
		new_run
		"$scry" $options -e trace=getsid -e inject=getsid:error=ESRCH -o "$run/trace" \
			"$program" marks "$run" 400 &
		scry_pid=$!
		until_true [ -s "$run/counts" ]
		sleep "0.$((RANDOM % 200 + 100))"
		kill -9 $scry_pid
		patiently_wait $scry_pid
		check "$case: ends" until_true [ -s "$run/result" ]
		same "$case: failed calls" "failure=''" "$(grep failure "$run/result")"
		nothing_left
	done
}

{
	stopped
	follow=-f
	frozen
	tampered
	for ((n = 0; n < $(size 2 20); n++)); do
		in_time "$n of $(size 2 20) times left running" || break
		left_running
	done
	visited slow_vfork "$(size 200 300)" "$(size 2 10)"
	visited churn 1 "$(size 3 30)"
	visited sleeps 1 "$(size 3 10)"
	[ "$(size short long)" = short ] || {
		visited processes 3000 30
		visited signals 10000 30
	}
} 2> >(grep -v Killed >&2)
finish
