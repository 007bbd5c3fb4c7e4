# SPDX-License-Identifier: MIT
# What the stress tests share: programs and copies of scry that are told from all others of the machine by
# their names, and patience that ends. Sourced after tests/lib.sh.
patience=20	# seconds
rounds=${ROUNDS:-1}
# What one script may take on a slow machine; what would begin later is left out, and is said to be.
budget=${BUDGET:-55}	# seconds

# False: no time is left. WHAT… is left out.
in_time()
{
	[ $SECONDS -ge $budget ] || return 0
	not_tested "$*: no time is left after $SECONDS s"
	return 1
}

# size SHORT LONG: for make check, or for make check-stress.
size()
{
	[ "$rounds" -ge 50 ] && echo "$2" || echo "$1"
}

# make_room PROGRAM: $program is a copy of it; $scry a copy of scry.
make_room()
{
	make_scratch
	chmod 755 "$scratch"
	program=$scratch/$1$$
	cp "${PROGRAMS:-tests/stress}/$1" "$program" || exit 99
	cp "$scry" "$scratch/scry" || exit 99
	scry=$scratch/scry
}

# A fresh directory for one run.
new_run()
{
	run=$scratch/run
	rm -rf "$run"
	mkdir -m 777 "$run"
	: >"$run/trace" >"$run/messages"
}

# patiently COMMAND…: killed, with what it made, if it does not end.
patiently()
{
	timeout --foreground -k 1 "$patience" "$@"
}

# until_true COMMAND…: false if patience is at an end.
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

# What a process that should have ended is doing, with all of its threads and children.
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

# The child of this shell ends; $status tells how.
patiently_wait()
{
	until_true has_ended "$1" || {
		fail "${case:-it}: process $1 does not end: $(describe "$1")"
		kill -9 "$1"
	}
	wait "$1"
	status=$?
}

# start_waiting TRIAL N: $target waits for $run/go.
start_waiting()
{
	"$program" "$1" "$run" "$2" wait &
	target=$!
	until_true [ -s "$run/pid" ] || fail "$case: it did not begin"
}

# The processes that run the program or scry, and zombies of theirs: "PID (NAME) STATE" each.
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

nobody_left()
{
	[ -z "$(left)" ]
}

# Neither tracees, nor scry, nor keepers.
nothing_left()
{
	local pid name state
	check "$case: all have ended" until_true nobody_left
	left | while read -r pid name state; do
		echo "$case: still there: $pid $name $state"
		kill -9 "$pid"
	done
}
