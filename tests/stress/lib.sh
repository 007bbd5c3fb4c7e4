# SPDX-License-Identifier: MIT
# Functions for the stress tests: copies of programs and of scry with unique names, and timeouts. Sourced after
# tests/lib.sh.
patience=$((60 * patience))	# seconds
rounds=${ROUNDS:-1}
# The time that a script may take. Cases that would begin later are left out, with a message.
budget=${BUDGET:-55}	# seconds

# in_time CASE: fails if the time is used up, and reports that the case is left out.
in_time()
{
	[ $SECONDS -ge $budget ] || return 0
	not_tested "$*: no time is left after $SECONDS s"
	return 1
}

# in_turn: succeeds at every second call; always with WEIGHT=full and in make check-stress. skip_turn swaps the first and the second
# calls from here on.
turn=0
in_turn()
{
	turn=$((turn + 1))
	[ "$weight" = all ] || [ "$rounds" -ge 50 ] || [ $((turn % 2)) = 1 ]
}
skip_turn()
{
	turn=$((turn + 1))
}

# size SHORT LONG: prints SHORT in make check, and LONG in make check-stress.
size()
{
	[ "$rounds" -ge 50 ] && echo "$2" || echo "$1"
}

# copy_programs PROGRAM: sets $program and $scry to copies of the program and of scry in a new directory $scratch.
copy_programs()
{
	make_scratch
	chmod 755 "$scratch"
	program=$scratch/$1$$
	cp "${PROGRAMS:-tests/stress}/$1" "$program" || exit 99
	cp "$scry" "$scratch/scry" || exit 99
	scry=$scratch/scry
}

# Creates $run, an empty directory for one run.
new_run()
{
	run=$scratch/run
	rm -rf "$run"
	mkdir -m 777 "$run"
	: >"$run/trace" >"$run/messages"
}

# patiently COMMAND...: runs the command, and kills it if it does not end in time.
patiently()
{
	timeout --foreground -k 1 "$patience" "$@"
}

# until_true COMMAND...: repeats the command until it succeeds. Fails after a timeout.
until_true()
{
	local end=$((SECONDS + patience))
	until "$@"; do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.005
	done
}

has_ended()
{
	[ ! -d "/proc/$1" ] || [[ $(cat "/proc/$1/stat" 2>/dev/null) != *') '[^ZX]' '* ]]
}

# describe PID: prints the states of all threads and children of a process that should have ended.
describe()
{
	local task pid
	for task in /proc/"$1"/task/[0-9]*; do
		echo "$(cut -d' ' -f1-3 "$task/stat") in $(cat "$task/wchan" "$task/syscall" 2>/dev/null | tr '\n' ' ')"
		sed -n 's/^\(TracerPid\|SigPnd\|ShdPnd\|SigBlk\):/  &/p' "$task/status" | tr -d '\n'
		echo
		for pid in $(cat "$task/children" 2>/dev/null); do
			describe "$pid"
		done
	done 2>/dev/null
}

# patiently_wait PID: waits for a child of this shell, and kills it after a timeout. Sets $status.
patiently_wait()
{
	until_true has_ended "$1" || {
		fail "${case:-end}: process $1 does not end: $(describe "$1")"
		kill -9 "$1"
	}
	wait "$1"
	status=$?
}

# start_waiting TRIAL N: starts a trial, which waits for $run/go. Sets $target.
start_waiting()
{
	"$program" "$1" "$run" "$2" wait &
	target=$!
	until_true [ -s "$run/pid" ] || fail "$case: the trial did not begin"
}

# Lists the processes and zombies of the program and of scry, as "PID (NAME) STATE".
left()
{
	{
		find /proc -maxdepth 2 -path '/proc/[0-9]*/exe' -lname "$scratch/*" | cut -d/ -f3 |
			while read -r pid; do
				cut -d' ' -f1-3 "/proc/$pid/stat"
			done
		cat /proc/[0-9]*/stat | cut -d' ' -f1-3 | grep -F "(${program##*/}) Z"
	} 2>/dev/null
}

none_left()
{
	[ -z "$(left)" ]
}

# Checks that no tracees, tracers and keepers are left.
nothing_left()
{
	local pid name state
	check "$case: all processes have ended" until_true none_left
	left | while read -r pid name state; do
		echo "$case: has not ended: $pid $name $state"
		kill -9 "$pid"
	done
}
