#!/bin/sh
# SPDX-License-Identifier: MIT
# What scry shows is true in the namespaces in which it runs, and in those of its tracees: time_namespaces(7), network_namespaces(7) and so on.
. "${srcdir:-.}/tests/live/lib.sh"
unset SCRY_ENGINE SCRY_HAND_OVER
engines=ptrace
if can_use_bpf "the bpf engine in namespaces, and the hand-over to it"; then
	engines="ptrace bpf auto"
fi

# with_engine ENGINE COMMAND...: runs the command, which is scry or starts it. With auto, the bpf engine takes over at the fifth stop.
with_engine()
{
	SCRY_ENGINE=$1
	export SCRY_ENGINE
	[ "$1" != auto ] || {
		unset SCRY_ENGINE
		SCRY_HAND_OVER=5
		export SCRY_HAND_OVER
	}
	shift
	timeout -s KILL $((60 * patience)) "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
	status=$?
	unset SCRY_ENGINE SCRY_HAND_OVER
}

# --- the clock ------------------------------------------------------------------------------------

# The calls of the tracee take a while, in which it changes its directory. Its own log says when, by the wall clock.
cat >"$scratch/clock.sh" <<'END'
for i in 1 2 3 4 5 6 7 8 9 10; do cd / && cd /tmp; done
date +%s.%N
sleep 0.3
date +%s.%N
cd /
END

# are_within WHAT FILE: the first word of each line is a time, not before $before and not after $after, and not a while before the one above it.
are_within()
{
	checks=$((checks + 1))
	awk -v before="$before" -v after="$after" '
		$1 < before || $1 > after || $1 < last - 0.05 { bad = bad ? bad : $1 "; " before " to " after "; last " last }
		{ last = $1; n++ }
		END { if (n < 10) print n + 0 " times"; else if (bad) print bad }' "$2" >"$scratch/bad"
	[ ! -s "$scratch/bad" ] || fail "$1: $(cat "$scratch/bad")"
}

# differ_little WHAT FILE: the numbers of the file, one a line in seconds, begin near 0 and end before the trace did.
differ_little()
{
	checks=$((checks + 1))
	awk -v most="$(echo "$before $after" | awk '{ print $2 - $1 }')" '
		$1 < 0 || $1 > most { bad = bad ? bad : $1 " of " most }
		END { if (!NR) print "no times"; else if (bad) print bad }' "$2" >"$scratch/bad"
	[ ! -s "$scratch/bad" ] || fail "$1: $(cat "$scratch/bad")"
}

# timed OPTION... : runs scry by $prefix with $engine on clock.sh, between $before and $after.
timed()
{
	before=$(date +%s.%N)
	# shellcheck disable=SC2086 # words
	with_engine "$engine" $prefix "$scry" "$@" sh "$scratch/clock.sh"
	after=$(date +%s.%N)
	same "$engine, $prefix: status" 0 "$status"
}

# shows_true_times: each output that has times.
shows_true_times()
{
	timed -f -r -ttt -T -o "$scratch/text"
	sed 's/^[0-9]* *//; s/ .*//' "$scratch/text" >"$scratch/times"
	are_within "$engine, $prefix: -ttt" "$scratch/times"
	sed -n 's/.*(+ *\([-0-9.]*\)).*/\1/p; s/.*<\([-0-9.]*\)>$/\1/p' "$scratch/text" >"$scratch/times"
	differ_little "$engine, $prefix: -r and -T" "$scratch/times"
	# The program logs the time before it pauses.
	logged=$(head -n 1 "$scratch/stdout")
	checks=$((checks + 1))
	sed 's/^[0-9]* *//' "$scratch/text" | awk -v logged="$logged" '/ clock_nanosleep\(/ && $1 >= logged && $1 < logged + 5 { found = 1 } END { exit !found }' ||
		fail "$engine, $prefix: the pause after $logged has another time: $(grep clock_nanosleep "$scratch/text")"
	timed -f -qq -c --summary=interval,syscall -o "$scratch/table"
	same "$engine, $prefix: intervals" 0.000 "$(awk '$NF == "execve" { print $(NF - 1) }' "$scratch/table" | sort -u)"
	timed -f --timeline="$scratch/timeline"
	sed -n 's/.*"cat":"call.*"ts":\([0-9.]*\),.*/\1/p' "$scratch/timeline" | sort -n | awk '{ print ($1 - (first ? first : first = $1)) / 1e6 }' >"$scratch/times"
	differ_little "$engine, $prefix: --timeline" "$scratch/times"
	timed -f --record="$scratch/recording" --json -o "$scratch/json"
	sed -n 's/.*"type":"call".*"time_ns":\([0-9]*\)\([0-9]\{9\}\),.*/\1.\2/p' "$scratch/json" | sort >"$scratch/times"
	are_within "$engine, $prefix: --json" "$scratch/times"
	sed -n 's/.*"duration_ns":\([0-9]*\).*/\1/p' "$scratch/json" | awk '{ print $1 / 1e9 }' >"$scratch/times"
	differ_little "$engine, $prefix: durations of --json" "$scratch/times"
	[ -s "$scratch/recording" ] || return 0
	"$scry" --replay="$scratch/recording" -ttt -o "$scratch/text"
	sed 's/^\[pid *[0-9]*\] //; s/^[0-9]* *//; s/ .*//' "$scratch/text" >"$scratch/times"
	are_within "$engine, $prefix: --replay" "$scratch/times"
}

if unshare -T --monotonic 100000 --fork true 2>/dev/null; then
	for engine in $engines; do
		for prefix in "unshare -T --monotonic 100000 --boottime 7777 --fork" "unshare -T --monotonic -50 --fork"; do
			shows_true_times
		done
	done
	# The clock of the tracee alone is another one. Each time that scry shows is by the wall clock.
	for engine in $engines; do
		prefix=
		before=$(date +%s.%N)
		with_engine "$engine" "$scry" -f -ttt -o "$scratch/text" unshare -T --monotonic 100000 --fork sh "$scratch/clock.sh"
		after=$(date +%s.%N)
		sed 's/^[0-9]* *//; s/ .*//' "$scratch/text" >"$scratch/times"
		are_within "$engine, a tracee in a time namespace" "$scratch/times"
	done
else
	not_tested "times in a time namespace: no time namespaces here"
fi

# --- interfaces -----------------------------------------------------------------------------------

# The number of the interface means another one outside, or none.
cat >"$scratch/network.sh" <<'END'
ip link add secretbr type bridge && ip link set secretbr up && ip addr add 10.98.7.6/24 dev secretbr
sleep 0.2
END

# names_interface WHAT FILE: the calls of network.sh about the interface, in text.
names_interface()
{
	shows "$2" 'ifa_index=if_nametoindex\("secretbr"\)'
	checks=$((checks + 1))
	grep -o 'if_nametoindex("[^"]*")' "$2" | grep -v '"secretbr"\|"lo"' >"$scratch/found" && fail "$1: interfaces of another namespace: $(sort -u "$scratch/found")"
}

if unshare -n sh "$scratch/network.sh" 2>/dev/null; then
	for engine in $engines; do
		with_engine "$engine" "$scry" -f -e trace=network --record="$scratch/network.rec" -o "$scratch/text" unshare -n sh "$scratch/network.sh"
		names_interface "$engine, a tracee in a network namespace" "$scratch/text"
		with_engine "$engine" "$scry" -f -e trace=network --json -o "$scratch/json" unshare -n sh "$scratch/network.sh"
		shows "$scratch/json" '"ifa_index":\{"interface":[0-9]+,"name":"secretbr"\}'
		[ -s "$scratch/network.rec" ] || continue
		"$scry" --replay="$scratch/network.rec" -o "$scratch/text"
		names_interface "$engine, a recording" "$scratch/text"
		# scry itself is in another one, and the tracee enters that of the test.
		with_engine "$engine" unshare -n "$scry" -f -e trace=network -o "$scratch/text" \
			nsenter --net=/proc/$$/ns/net sh -c 'ip -4 addr show dev lo; sleep 0.2'
		shows "$scratch/text" 'if_nametoindex\("lo"\)'
		# An interface is removed before the line of the call that does that is written.
		with_engine "$engine" unshare -n sh -c 'ip link add gone type bridge && exec "$0" "$@"' \
			"$scry" -e trace=sendmsg -o "$scratch/text" ip link del gone
		shows "$scratch/text" 'RTM_DELLINK.*ifi_index=if_nametoindex\("gone"\)'
	done
	# An ordinary user cannot enter the namespace: the socket of the call is asked.
	if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && setpriv --reuid=65534 --regid=65534 --clear-groups unshare -rn true 2>/dev/null; then
		chmod 755 "$scratch"
		cp "$scry" "$scratch/scry"
		setpriv --reuid=65534 --regid=65534 --clear-groups "$scratch/scry" -f -e trace=network unshare -rn sh "$scratch/network.sh" >"$scratch/text" 2>&1
		names_interface "an ordinary user" "$scratch/text"
	else
		not_tested "interfaces, as an ordinary user: no user namespaces here"
	fi
else
	not_tested "interfaces of a network namespace: no network namespaces with bridges here"
fi

# --- process 1 of a PID namespace, which gets the orphans -----------------------------------------

cat >"$scratch/orphans.sh" <<'END'
for i in $(seq 30); do (true &); done
tries=0
while ps -eo stat= | grep -q '^Z' && [ $tries -lt 50 ]; do
	tries=$((tries + 1))
	sleep 0.1
done
ps -eo stat= | grep -c '^Z'
exit 7
END
# PR_SET_CHILD_SUBREAPER, 36, is kept by execve(2).
cat >"$scratch/reaper.py" <<'END'
import ctypes, os, sys
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
os.execvp(sys.argv[1], sys.argv[1:])
END

# collects_orphans WHAT PREFIX...: no zombie is left of 30 orphans. scry ends as the command does, or with $ends.
ends=7
collects_orphans()
{
	what=$1
	shift
	timeout -s KILL $((60 * patience)) "$@" sh "$scratch/orphans.sh" >"$scratch/stdout" 2>"$scratch/stderr"
	same "$what: status" $ends $?
	same "$what: zombies" 0 "$(tail -n 1 "$scratch/stdout")"
}

if unshare -p --fork --mount-proc true 2>/dev/null; then
	while IFS='|' read -r engine options; do
		case " $engines " in
		*" ${engine:-ptrace} "*) ;;
		*) continue ;;
		esac
		# shellcheck disable=SC2086 # words
		collects_orphans "as process 1: $engine $options" unshare -p --fork --mount-proc "$scry" ${engine:+"--engine=$engine"} $options -o "$scratch/trace"
	done <<'END'
|
ptrace|
ptrace|-f
|-f -e trace=connect
|-e trace=chdir
ptrace|-f -Z -e trace=%file
|-c -f
|-D -f
|-DD -f -e trace=chdir
|-DDD
bpf|
bpf|-f
bpf|-c
bpf|--system
END
	# A reader that ends before the trace is a zombie, too. scry cannot write the trace then.
	ends=1
	for options in "" "-f -e trace=chdir" "--engine=bpf"; do
		[ "$engines" != ptrace ] || [ "$options" != --engine=bpf ] || continue
		# shellcheck disable=SC2086
		collects_orphans "as process 1, with a reader: $options" unshare -p --fork --mount-proc "$scry" $options -o '|true'
	done
	ends=7
	case $engines in
	*auto*)
		SCRY_HAND_OVER=50
		export SCRY_HAND_OVER
		collects_orphans "as process 1, after the hand-over" unshare -p --fork --mount-proc "$scry" -f -o "$scratch/trace"
		unset SCRY_HAND_OVER
		;;
	esac
	# The first of two traces is made by a process of its own.
	timeout -s KILL $((60 * patience)) unshare -p --fork --mount-proc "$scry" --diff "sh $scratch/orphans.sh" "sh $scratch/orphans.sh" >"$scratch/stdout" 2>&1
	same "as process 1, --diff: zombies" "0 0" "$(grep -x '[0-9]*' "$scratch/stdout" | head -n 2 | tr '\n' ' ' | sed 's/ $//')"
	if command -v python3 >/dev/null; then
		for engine in $engines; do
			[ "$engine" != auto ] || continue
			collects_orphans "as a reaper of a part: $engine" unshare -p --fork --mount-proc \
				sh -c '"$@"; exit $?' sh python3 "$scratch/reaper.py" "$scry" --engine="$engine" -f -o "$scratch/trace"
		done
	else
		not_tested "orphans of a subreaper: no python3 here"
	fi
else
	not_tested "orphans of process 1: no PID namespaces here"
fi

finish
