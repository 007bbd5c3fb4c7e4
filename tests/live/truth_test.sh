#!/bin/sh
# SPDX-License-Identifier: MIT
# In each place where scry can run, and in each where a program can run that scry traces from outside, each question about the program has
# the answer that the program's own log has: a table of places, questions and engines. witness.c makes the calls and writes the log.
. "${srcdir:-.}/tests/live/lib.sh"
unset SCRY_ENGINE SCRY_HAND_OVER
need unshare nsenter
engines=ptrace
can_use_bpf "places with the bpf engine, and with the hand-over to it" && engines="ptrace bpf auto"
[ "$(id -u)" = 0 ] || skip "only root can make all namespaces"
chmod 755 "$scratch"
cp "$programs/witness" "$scratch"
mkdir "$scratch/where it works"
echo "the evidence" >"$scratch/where it works/evidence"

# Outside of the mount namespaces below, other files have the same names.
mkdir -p "$scratch/bound/where it works" "$scratch/root"
cp /bin/true "$scratch/bound/witness"
echo "what another program reads" >"$scratch/bound/where it works/evidence"

holder=
cgroup=
end_holder()
{
	[ -z "$holder" ] || kill -KILL "$holder" 2>/dev/null
	[ -z "$cgroup" ] || rmdir "$cgroup" "${cgroup%/*}" 2>/dev/null
	[ "$failures" != 0 ] || rm -rf "$scratch"
}
trap end_holder EXIT
mkfifo "$scratch/held"
# A process that keeps a PID namespace, for nsenter.
if unshare -pf true 2>/dev/null; then
	unshare -pf --kill-child sh -c 'echo >"$1"; exec sleep 1000' - "$scratch/held" &
	holder=$!
	read -r _ <"$scratch/held"
	inner=$(cat "/proc/$holder/task/$holder/children")
	inner=${inner%% *}
fi

# A cgroup as docker makes one.
id=$(printf '%064x' "$$" | tr 0 a)
cgroup=$(awk '$3 == "cgroup2" { print $2 "/docker/"; exit }' /proc/mounts)$id
mkdir -p "$cgroup" 2>/dev/null || cgroup=

# Each row: a place, who is there, the directory of this test as the program names it, the interface that it names, how to get there.
cat >"$scratch/places" <<END_OF_PLACES
here|scry|$scratch|lo|env
a PID namespace with another /proc|scry|$scratch|lo|unshare -pf
a PID namespace that is entered|scry|$scratch|lo|nsenter -p -t $inner
a clock that is ahead|scry|$scratch|lo|unshare -T --monotonic 100000 --boottime 7777 --fork
a clock that is behind|scry|$scratch|lo|unshare -T --monotonic -50 --boottime -20 --fork
a network namespace|scry|$scratch|secretbr|unshare -n sh $scratch/network.sh
a user namespace|scry|$scratch|lo|unshare -Ur
process 1 of a container|scry|$scratch|lo|unshare -pmuiCn --fork --mount-proc sh $scratch/container.sh
a cgroup namespace|scry|$scratch|lo|unshare -C
a PID namespace|program|$scratch|lo|unshare -pf --mount-proc --kill-child
PID namespaces within each other|program|$scratch|lo|unshare -pf --mount-proc --kill-child unshare -pf --mount-proc --kill-child
a clock that is ahead|program|$scratch|lo|unshare -T --monotonic 100000 --boottime 7777 --fork
a clock that is behind|program|$scratch|lo|unshare -T --monotonic -50 --boottime -20 --fork
a network namespace|program|$scratch|secretbr|unshare -n sh $scratch/network.sh
a user namespace|program|$scratch|lo|unshare -U --map-user=4711 --map-group=4711
a container of docker in a cgroup namespace|program|$scratch|lo|sh $scratch/cgroup.sh unshare -C
namespaces of IPC and of names|program|$scratch|lo|unshare -iu sh $scratch/container.sh
a mount namespace|program|$scratch/bound|lo|unshare -m sh $scratch/bound.sh
another root|program|/inside|lo|unshare -m sh $scratch/root.sh
a container|program|/inside|lo|unshare -pmuiCn --fork sh $scratch/container.sh sh $scratch/root.sh
END_OF_PLACES
cat >"$scratch/network.sh" <<'END'
ip link set lo up && ip link add decoy type bridge && ip link add secretbr type bridge && ip link set secretbr up || exit 77
exec "$@"
END
cat >"$scratch/container.sh" <<'END'
hostname contained && ip link set lo up || exit 77
exec "$@"
END
cat >"$scratch/cgroup.sh" <<END
echo \$\$ >"$cgroup/cgroup.procs" || exit 77
exec "\$@"
END
cat >"$scratch/bound.sh" <<END
mount --bind "$scratch" "$scratch/bound" && cd "$scratch/bound/where it works" || exit 77
exec "\$@"
END
cat >"$scratch/root.sh" <<END
mount -t tmpfs none "$scratch/root" && cd "$scratch/root" && mkdir dev etc inside old proc usr || exit 77
for link in bin lib lib32 lib64 sbin; do
	[ ! -e /usr/\$link ] || ln -s usr/\$link . || exit 77
done
for directory in dev etc usr; do
	mount --rbind /\$directory \$directory || exit 77
done
mount -t proc proc proc && mount --bind "$scratch" inside && pivot_root . old && cd "/inside/where it works" && umount -l /old || exit 77
exec "\$@"
END

# What is asked inside of a place, or by a scry outside of the place to which \$WAY leads.
cat >"$scratch/inside.sh" <<'END'
cd "$SCRATCH/where it works" || exit
at=$SCRATCH/answers
ask()
{
	name=$1
	shift
	# shellcheck disable=SC2086 # words
	timeout -s KILL $((60 * PATIENCE)) "$SCRY" "$@" $WAY "$SEEN/witness" "$SEEN/answers/log.$name" "$INTERFACE" 2>"$at/$name.err" >"$at/$name.out" </dev/null
	echo $? >"$at/$name.status"
}
date +%s.%N >"$at/began"
ask text -f -yy -Y -r -ttt -T -k -s 100 --record="$at/recording" -o "$at/text"
ask json --json -f -Y -o "$at/json"
ask why --why -o "$at/why"
ask path -f --summary=path,comm -o "$at/path"
ask peer -f --where 'peer.ip == 127.0.0.1 && bytes == 11' -o "$at/peer"
ask user -f --where 'uid == root && comm == offspring && path == /dev/null' -o "$at/user"
ask numbers -f --decode-pids=pidns -e trace=getpid,kill -o "$at/numbers"
ask place -f --summary=container,comm -o "$at/place"
"$SCRY" --replay="$at/recording" -yy -Y -k -s 100 -o "$at/replayed" 2>"$at/replayed.err"
$WAY "$SEEN/witness" "$SEEN/answers/log.loop" loop &
loop=$!
parent=$$
tries=0
until grep -q session "$at/log.loop" 2>/dev/null || [ $((tries += 1)) -gt $((200 * PATIENCE)) ]; do
	sleep 0.02
done
# The number that the program has outside.
while [ "$WAY" ]; do
	child=$(cut -d' ' -f1 "/proc/$loop/task/$loop/children")
	[ "$child" ] || break
	parent=$loop
	loop=$child
done
echo "$loop" >"$at/loop"
timeout -s KILL $((60 * PATIENCE)) "$SCRY" -p witness -yy -Y -ttt --syscall-limit=5 -o "$at/attached" \
	--where "ppid == $parent && pid == $loop && comm == witnessing && name == getsid" 2>"$at/attached.err" </dev/null
timeout -s INT 0.3 "$SCRY" -p "$loop" --where "ppid != $parent" -o "$at/others" 2>"$at/others.err" </dev/null
kill -KILL $loop
date +%s.%N >"$at/ended"
END

right=0
questions=0
# answers QUESTION FILE REGEX: a line of the file matches. The place and the engine are part of the message.
answers()
{
	questions=$((questions + 1))
	if grep -qE -- "$3" "$at/$2"; then
		right=$((right + 1))
	else
		fail "$who in $place, $engine: $1: $2 has no line /$3/: $(grep -vE '^ >' "$at/$2" | tail -n 3)"
	fi
	checks=$((checks + 1))
}
# denies QUESTION FILE REGEX: no line matches.
denies()
{
	questions=$((questions + 1))
	checks=$((checks + 1))
	if grep -E -- "$3" "$at/$2" >"$scratch/found"; then
		fail "$who in $place, $engine: $1: $2 has a line /$3/: $(head -n 1 "$scratch/found")"
	else
		right=$((right + 1))
	fi
}
# holds QUESTION AWK: the condition of awk holds.
holds()
{
	questions=$((questions + 1))
	checks=$((checks + 1))
	if awk "BEGIN { exit !($2) }" </dev/null; then
		right=$((right + 1))
	else
		fail "$who in $place, $engine: $1: $2"
	fi
}
# logged NAME WORD: what the program has logged in a trace.
logged()
{
	sed -n "s/^$2 //p" "$at/log.$1"
}
# outside NAME WORD: the number that a process has where scry is, as a regular expression. A program in another PID namespace does not know
# it; inside, numbers are small.
outside()
{
	case $who,$way in
	program,*-p*) echo '[0-9]{3,}' ;;
	*) logged "$@" ;;
	esac
}
# line_of FILE REGEX: the first line of the program that matches.
line_of()
{
	grep -E -- "$2" "$at/$1" | head -n 1
}

# join FILE...: puts together the lines of calls that other lines interrupt.
join()
{
	for file; do
		awk '{ thread = $0; gsub(/^\[pid +|[<\]].*/, "", thread); sub(/ .*/, "", thread) }
			/ <unfinished \.\.\.>$/ { sub(/ <unfinished \.\.\.>$/, ""); begun[thread] = $0; next }
			/<\.\.\. [a-z0-9_]+ resumed>/ && thread in begun { sub(/.*<\.\.\. [a-z0-9_]+ resumed>/, ""); print begun[thread] $0; delete begun[thread]; next }
			{ print }' "$at/$file" >"$scratch/joined" && cp "$scratch/joined" "$at/$file"
	done
}

ask_all()
{
	join text path peer user numbers replayed attached
	stack='^ > .*/witness\(witness_inner\+0x'
	# The files of a mount namespace are gone with the last process in it, which the bpf engine does not hold.
	case $engine,$way in
	ptrace,*) ;;
	*bound.sh* | *root.sh*) stack="$stack|^ > unexpected_backtracing_error " ;;
	esac
	own=$(logged text pid)
	born=$(logged text child)
	pid=$(outside text pid)
	child=$(outside text child)
	here="$seen/where it works"
	# What scry shows of the program.
	answers "status" text.status '^6$'
	answers "path of a descriptor" text "^$pid<witnessing> .* read\\([0-9]+<$here/evidence>, "
	answers "memory that the call fills" text ' read\(.*, "the evidence\\n", 63\) = 13 '
	answers "memory that the caller passes" text "^$pid<witnessing> .* write\\([0-9]+</dev/null<char 1:3>>, \"$(logged text written)\""
	answers "process" text "^$pid<witnessing> .* getpid\\(\\) = $own<"
	answers "thread" text "^$pid<witnessing> .* gettid\\(\\) = $(logged text thread)<witnessing>"
	answers "parent" text " getppid\\(\\) += $(logged text parent)"
	answers "user" text " getuid\\(\\) += $(logged text user) "
	answers "current directory" text "openat\\(AT_FDCWD<$here>, \"evidence\", O_RDONLY\\) = $(logged text descriptor)<$(logged text path)>"
	answers "arguments" text "execve\\(\"$seen/witness\", \\[\"$seen/witness\", \"$seen/answers/log.text\", \"$interface\"\\]"
	answers "interface" text "connect\\(.* sin6_scope_id=if_nametoindex\\(\"$interface\"\\)"
	answers "peer of a socket" text "write\\([0-9]+<TCP:\\[127.0.0.1:[0-9]+->$(logged text peer)\\]>, \"to the peer\""
	answers "function of a stack" text "$stack"
	answers "number of a child" text "^$pid<witnessing> .*wait4.* = $born(<(offspring|witnessing)>)? "
	answers "name of another process" text "^$child<offspring> .* kill\\($own<witnessing>, 0\\) = 0"
	comment=
	[ "$pid" = "$own" ] || comment=" /\\* \\1 in scry's PID NS \\*/"
	answers "number of a process outside" numbers "^([0-9]+) +getpid\\(\\) += $(logged numbers pid)$comment$"
	answers "name of the host" text " uname\\(\\{.*nodename=\"$(logged text host)\""
	answers "end of a child" text "^$child<offspring> .*exited with 7"
	line=$(line_of text ' clock_nanosleep\(CLOCK_REALTIME')
	time=$(echo "$line" | grep -oE '[0-9]{10}\.[0-9]+' | head -n 1)
	holds "absolute time" "$(logged text before) - 0.002 <= ${time:-0} && ${time:-0} <= $(logged text after)"
	duration=$(echo "$line" | sed -n 's/.*<\([0-9.]*\)>$/\1/p')
	holds "duration" "0.055 <= ${duration:-0} && ${duration:-0} <= $(logged text after) - $(logged text before) + 0.005"
	grep -E '^[0-9]+<' "$at/text" | sed -n 's/.*(+ *\([-0-9.]*\)).*/\1/p' | sort -n >"$scratch/relative"
	holds "relative times" "$(lines_of "$scratch/relative") > 40 && $(head -n 1 "$scratch/relative") >= 0 && $(tail -n 1 "$scratch/relative") < $(cat "$at/ended") - $(cat "$at/began")"
	# Records.
	pid=$(outside json pid)
	answers "process, name and arguments in JSON" json "\"pid\":$pid,\"tgid\":$pid,.*\"comm\":\"witnessing\".*\"name\":\"write\".*\"$(logged json written)\""
	ns=$(line_of json '"name":"clock_nanosleep"' | sed -n 's/.*"time_ns":\([0-9]*\)\([0-9]\{9\}\),.*/\1.\2/p')
	holds "time in JSON" "$(logged json before) - 0.002 <= ${ns:-0} && ${ns:-0} <= $(logged json after)"
	# Tables and selections.
	answers "paths in a table" path " $here/evidence +witnessing$"
	answers "selection by the peer" peer 'write\(.*"to the peer", 11\) += 11'
	answers "selection by user, name and path" user "^$(outside user child)  *openat\\(AT_FDCWD.*, \"/dev/null\""
	answers "--why" why 'witness'
	[ "$container" = any ] || answers "container" place " $container +witnessing$"
	# A replay, and a process that runs.
	pid=$(outside text pid)
	answers "path of a descriptor in a replay" replayed "^(\\[pid +)?$pid<witnessing>\\]? .*read\\([0-9]+<$here/evidence>, \"the evidence"
	answers "peer in a replay" replayed "write\\([0-9]+<TCP:\\[127.0.0.1:[0-9]+->$(logged text peer)\\]>, \"to the peer\""
	answers "interface in a replay" replayed "sin6_scope_id=if_nametoindex\\(\"$interface\"\\)"
	answers "stack in a replay" replayed "$stack"
	answers "-p by name" attached.err "Process $(cat "$at/loop") attached"
	answers "selection by the parent" attached "getsid\\(0\\) = $(logged loop session)"
	time=$(line_of attached getsid | grep -oE '[0-9]{10}\.[0-9]+' | head -n 1)
	holds "time after attaching" "$(cat "$at/began") <= ${time:-0} && ${time:-0} <= $(cat "$at/ended")"
	denies "selection by another parent" others getsid
	for file in text.err json.err path.err peer.err user.err replayed.err; do
		denies "messages" $file unknown
	done
}

n=0
while IFS='|' read -r place who seen interface way; do
	n=$((n + 1))
	container=any
	# shellcheck disable=SC2086 # words
	if ! $way true </dev/null >/dev/null 2>&1; then
		not_tested "$place of $who: no such place can be made here"
		continue
	fi
	e=0
	for engine in $engines; do
		e=$((e + 1))
		# In turn: each place with one of the engines.
		[ "$weight" = all ] || [ "$engines" = ptrace ] || [ $((n % 3 + 1)) = $e ] || continue
		right=0
		questions=0
		case $way in *cgroup.sh*) container=$(echo "$id" | cut -c1-12) ;; esac
		rm -rf "$scratch/answers"
		mkdir -m 777 "$scratch/answers"
		at=$scratch/answers
		SCRATCH=$scratch SEEN=$seen SCRY=$scry INTERFACE=$interface PATIENCE=$patience
		prefix=$way WAY=
		[ "$who" = scry ] || WAY=$way prefix=env
		export SCRATCH SEEN SCRY INTERFACE PATIENCE WAY
		case $engine in
		auto)
			unset SCRY_ENGINE
			SCRY_HAND_OVER=5
			export SCRY_HAND_OVER
			;;
		*)
			unset SCRY_HAND_OVER
			SCRY_ENGINE=$engine
			export SCRY_ENGINE
			;;
		esac
		# shellcheck disable=SC2086
		timeout -s KILL $((200 * patience)) $prefix sh "$scratch/inside.sh" </dev/null >"$scratch/stdout" 2>"$scratch/stderr" ||
			fail "$who in $place, $engine: $(cat "$scratch/stderr")"
		unset SCRY_ENGINE SCRY_HAND_OVER
		if grep -q 'initial user namespace only' "$at/text.err"; then
			# bpf(2) needs privileges that no user namespace gives: refused with the reason, and auto traces by ptrace.
			answers "the reason of the refusal" json.err "needs the capabilities CAP_BPF and CAP_PERFMON"
			same "$who in $place, $engine: what is refused" "scry in a user namespace, bpf" "$who in $place, $engine"
		else
			ask_all
		fi
		echo "$who in $place, $engine: $right of $questions"
		[ "$right" = "$questions" ] || [ -z "${KEEP-}" ] || cp -r "$scratch/answers" "$KEEP/$n-$engine"
	done
done <"$scratch/places"
finish
