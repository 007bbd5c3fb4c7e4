#!/bin/sh
# SPDX-License-Identifier: MIT
# scry binds a tracee that stops all the time to the CPU of the tracer. The tracee and its children must not see the
# changed mask, and must get their own mask back. Moments are a matter of luck: with WEIGHT=full there are several rounds, and more
# combinations of options.
. "${srcdir:-.}/tests/live/lib.sh"
need taskset nproc
[ "$(nproc)" -gt 1 ] || skip "one CPU: there is nothing to choose from"

# rounds N: numbers from 1 to N with WEIGHT=full, otherwise 1.
rounds()
{
	[ "$weight" = all ] && seq "$1" || echo 1
}

target=
end_target()
{
	[ -z "$target" ] || kill -KILL "$target" 2>/dev/null
	[ "$failures" = 0 ] && rm -rf "$scratch"
}
trap end_target EXIT

allowed_of()
{
	sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "/proc/$1/status"
}

all=$(allowed_of $$)

has_one_cpu()
{
	case $(allowed_of "$1") in
	*[!0-9]* | '') return 1 ;;
	esac
}

has_all_cpus()
{
	[ "$(allowed_of "$1")" = "$all" ]
}

# The tracee and its children see the same masks as without a tracer.
"$programs/placed" masks >"$scratch/expected" || fail "the program fails without a tracer"
alone='|-f|-f -c|-f -e trace=getppid'
[ "$weight" != all ] || alone="$alone|-c|-e trace=getppid|-f -e trace=getppid,clone,fork,vfork,clone3"
echo "$alone" | tr '|' '\n' >"$scratch/alone"
while read -r options; do
	# shellcheck disable=SC2086 # words
	trace $options -o "$scratch/trace" "$programs/placed" masks
	ends_with 0
	same "masks under scry $options" "$(cat "$scratch/expected")" "$(cat "$scratch/stdout")"
done <"$scratch/alone"
"$programs/placed" execs 4 >"$scratch/expected"
for options in "" "-f" "-e trace=getppid" "-f -e trace=getppid"; do
	# shellcheck disable=SC2086
	trace $options -o /dev/null "$programs/placed" execs 4
	ends_with 0
	same "masks after execve under scry $options" "$(cat "$scratch/expected")" "$(cat "$scratch/stdout")"
done
"$programs/placed" masks >"$scratch/expected"
# They do so also while other threads are bound, with many stops and with few.
crowds='1 3'
for options in "-f" "-f -e trace=getppid"; do
	[ "$weight" = all ] || { [ "$options" = -f ] && crowds=3 || crowds=1; }
	for threads in $crowds; do
		trace $options -c -o "$scratch/trace" "$programs/placed" masks $threads
		ends_with 0
		same "masks among $threads, $options" "$(cat "$scratch/expected")" "$(cat "$scratch/stdout")"
	done
done

is_bound_or_ends()
{
	case $(state_of "$target") in
	Z | '') ;;
	*) has_one_cpu "$target" ;;
	esac
}

# A child does not inherit the mask of scry if scry ends during the fork. On a busy machine the program may end before.
for _ in $(rounds 5); do
	"$scry" -f -D -I2 --seccomp-bpf=on -e trace=getppid -o /dev/null "$programs/placed" forks >"$scratch/forks" &
	target=$!
	wait_for "the tracee to be bound" is_bound_or_ends
	sleep 0.1
	tracer=$(sed -n 's/^TracerPid:[[:space:]]*//p' "/proc/$target/status" 2>/dev/null)
	[ "${tracer:-0}" = 0 ] || kill -TERM "$tracer"
	wait "$target"
	same "children forked while scry ended" "children with another mask: 0" "$(cat "$scratch/forks")"
done
target=

# The command does not inherit the short scheduler slice of a filtering tracer (Linux 6.12; /proc/PID/sched needs
# CONFIG_SCHED_DEBUG).
if grep -q '^se.slice' /proc/self/sched 2>/dev/null; then
	trace -f -e trace=getppid -o "$scratch/trace" grep '^se.slice' /proc/self/sched
	same "slice of the command" "$(grep '^se.slice' /proc/self/sched)" "$(cat "$scratch/stdout")"
else
	not_tested "the slice of the command: this kernel shows none"
fi

# launch OPTION... COMMAND...: $tracer is scry, and $target is the tracee.
launch()
{
	"$scry" -o /dev/null "$@" &
	tracer=$!
	wait_for "the tracee" sh -c "grep -q . /proc/$tracer/task/$tracer/children"
	read -r target _ <"/proc/$tracer/task/$tracer/children"
}

end_launched()
{
	kill -KILL "$target"
	wait "$tracer" 2>/dev/null
	target=
}

# The tracee is bound while it stops all the time, and gets its mask back when it stops less.
launch "$programs/placed" calls
wait_for "the tracee to be bound" has_one_cpu "$target"
check "the tracer has a guard" grep -q '[0-9] [0-9]' "/proc/$tracer/task/$tracer/children"
end_launched
for then in compute sleep; do
	launch "$programs/placed" $then
	wait_for "the end of the calls of the tracee" grep -q done "/proc/$target/comm"
	wait_for "the mask of a tracee that goes on to $then" has_all_cpus "$target"
	end_launched
done

# If the tracee may run only on one CPU, the tracer is bound to that CPU.
shares_cpu()
{
	[ "$(allowed_of "$tracer")" = "$1" ]
}
for cpu in $(taskset -pc $$ | sed 's/.*: //; s/[-,]/ /g'); do
	launch taskset -c "$cpu" "$programs/placed" calls
	wait_for "the tracer on CPU $cpu" shares_cpu "$cpu"
	end_launched
done

# With --no-colocate no tracee is bound. Without it binding takes about a millisecond.
launch --no-colocate "$programs/placed" calls
seen=
for _ in 1 2 3 4 5 6 7 8 9 10; do
	seen="$seen $(allowed_of "$target")"
	sleep 0.02
done
same "CPUs with --no-colocate" " $all" "$(echo "$seen" | sed "s/\( $all\)*\$/ $all/")"
end_launched

# Attaches to a new process and waits until it is bound.
attach()
{
	"$programs/placed" calls &
	target=$!
	"$scry" -o /dev/null -p "$target" 2>"$scratch/stderr" &
	tracer=$!
	wait_for "the target to be bound" has_one_cpu "$target"
}

end_tracer()
{
	kill -"$1" "$tracer"
	wait "$tracer" 2>/dev/null
	wait_for "the target to run on after SIG$1" runs_untraced "$target"
}

end_attached()
{
	kill -KILL "$target"
	wait "$target" 2>/dev/null
	target=
}

# Lists the threads of all processes of the crowd.
threads()
{
	for process in "$target" $(cat "/proc/$target/task/$target/children"); do
		ls "/proc/$process/task"
	done
}

are_bound()
{
	bound=0
	for thread in $(threads); do
		has_one_cpu "$thread" && bound=$((bound + 1))
	done
	[ "$bound" -gt 3 ]
}

have_all_cpus()
{
	for thread in $(threads); do
		has_all_cpus "$thread" || return 1
	done
}

# Attaches to many threads. scry binds them only while that is faster than separate CPUs, which is not at every moment.
attach_crowd()
{
	"$programs/placed" crowd &
	target=$!
	wait_for "the crowd" sh -c "[ \"\$(ls /proc/$target/task /proc/$target/task/$target/children | wc -l)\" -ge 4 ]"
	sleep 0.2
	# shellcheck disable=SC2046 # words
	"$scry" -c -f -o /dev/null $(threads | sed 's/^/-p /') 2>"$scratch/stderr" &
	tracer=$!
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		are_bound && break
		sleep 0.1
	done
	echo "bound at a time: $bound"
}

for signal in INT KILL; do
	attach_crowd
	kill -$signal "$tracer"
	wait "$tracer" 2>/dev/null
	wait_for "the masks of all threads after SIG$signal" have_all_cpus
	kill -KILL "$target"
	wait "$target" 2>/dev/null
	target=
done

# However scry ends, the target runs on and gets its mask back.
for signal in INT TERM KILL SEGV; do
	attach
	end_tracer $signal
	wait_for "the mask after SIG$signal" has_all_cpus "$target"
	end_attached
done

# A guard that was killed is replaced, and the new guard restores masks too.
guard_of()
{
	for child in $(cat "/proc/$1/task/$1/children"); do
		[ "$(cat "/proc/$child/comm")" != scry-guard ] || echo "$child"
	done
}

has_other_guard()
{
	guard=$(guard_of "$tracer")
	[ -n "$guard" ] && [ "$guard" != "$killed" ]
}
for _ in $(rounds 3); do
	attach
	killed=
	for _ in 1 2; do
		wait_for "a guard other than '$killed'" has_other_guard
		same "descriptors of the guard" 'pipe' "$(readlink "/proc/$guard"/fd/* | sed 's/:.*//')"
		killed=$guard
		kill -KILL "$killed"
	done
	wait_for "a guard other than '$killed'" has_other_guard
	end_tracer KILL
	wait_for "the mask after guard and tracer were killed" has_all_cpus "$target"
	end_attached
done

# A mask that another process sets while the target is bound must stay. Sometimes scry has just moved tracer and tracee
# to that CPU, and cannot tell the mask from its own: then the test tries again.
give_other()
{
	attach
	shared=$(allowed_of "$target")
	for cpu in $(taskset -pc $$ | sed 's/.*: //; s/[-,]/ /g'); do
		[ "$cpu" = "$shared" ] || other=$cpu
	done
	taskset -pc "$other" "$target" >"$scratch/taskset"
	end_tracer INT
	kept=$(allowed_of "$target")
	end_attached
}
for _ in $(seq 20); do
	give_other
	[ "$kept" != "$other" ] || break
done
same "a mask that another process set" "$other" "$kept"

# If scry cannot make a guard process, it changes no masks and prints no message.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && command -v prlimit >/dev/null; then
	mkdir "$scratch/open"
	chmod 755 "$scratch"
	chmod 777 "$scratch/open"
	cp "$scry" "$programs/placed" "$scratch/open"
	(
		cd "$scratch/open" || exit
		exec prlimit --nproc=2 -- setpriv --reuid=54321 --regid=54321 --clear-groups ./scry -o /dev/null ./placed calls
	) 2>"$scratch/stderr" &
	tracer=$!
	wait_for "the tracee" sh -c "grep -q '[0-9]' /proc/$tracer/task/$tracer/children"
	read -r target _ <"/proc/$tracer/task/$tracer/children"
	wait_for "the attachment" is_traced "$target"
	seen=
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		seen="$seen $(allowed_of "$target")"
		sleep 0.02
	done
	same "CPUs without a guard" "$(echo "$seen" | sed "s/[^ ]\{1,\}/$all/g")" "$seen"
	same "processes without a guard" "$target " "$(cat "/proc/$tracer/task/$tracer/children")"
	end_launched
	same "messages without a guard" "" "$(cat "$scratch/stderr")"
else
	not_tested "a guard that cannot be made: only root can take on a user number without processes"
fi
finish
