#!/bin/bash
# SPDX-License-Identifier: MIT
# Attacks scry-capture as an ordinary user of its group would, in many ways at once, with other random numbers each time: ATTACK=3600 for an hour.
# tests/live/programs/captor.c has the attacks, and tests/live/capture_test.sh one round of them. What must never happen: a record about a task that the
# user may not trace, memory of the kernel, a program of the kernel that stays, a message of the kernel.
#
#	SEED=N repeats the random numbers of a run.
. "${srcdir:-.}/tests/live/lib.sh"
budget=${ATTACK:-15} # seconds

capture=${CAPTURE:-$PWD/scry-capture}
captor=$PWD/tests/live/captor
[ "$(id -u)" = 0 ] || skip "only root can become another user"
[ -x "$capture" ] || skip "no bpf here: this build has no scry-capture"
need setpriv setcap
"$scry" --engine=bpf -o /dev/null true 2>/dev/null || skip "no bpf here: the bpf engine cannot run here"

# A user that no other test is at the same time.
user=$((60000 + $$ % 5000)) group=65534
as_user="setpriv --reuid=$user --regid=$group --clear-groups"
chmod 755 "$scratch"
mkdir "$scratch/user" && chmod 777 "$scratch/user"
cp "$scry" "$scratch/scry"
cp "$captor" "$scratch/captor"
cp "$capture" "$scratch/scry-capture"
for name in set_user set_group capable unreadable; do
	cp "$captor" "$scratch/$name"
done
chmod 4755 "$scratch/set_user"
chgrp daemon "$scratch/set_group" && chmod 2755 "$scratch/set_group"
chmod 711 "$scratch/unreadable"
setcap cap_net_raw=ep "$scratch/capable" || skip "no capabilities of files here"
SCRY_CAPTURE=$scratch/scry-capture sh "$PWD/scry-capture-setup" "$(getent group "$group" | cut -d: -f1)" >"$scratch/setup" ||
	skip "no capabilities of files here: $(cat "$scratch/setup")"
export SCRY_CAPTURE="$scratch/scry-capture"

# patiently COMMAND...: kills it if it does not end.
patiently()
{
	timeout --foreground -s KILL $((300 * patience)) "$@"
}

# size SHORT LONG: LONG if there is time for it.
size()
{
	[ "$budget" -ge 300 ] && echo "$2" || echo "$1"
}
dmesg 2>/dev/null | grep -cE 'BUG:|WARNING:|Oops|general protection' >"$scratch/kernel"

# attack NAME ARGUMENT...: one attack by the user; what it prints goes to a file of its name, and is added up by its last line.
attack()
{
	attack=$1
	shift
	# shellcheck disable=SC2086
	(cd "$scratch/user" && patiently $as_user "$scratch/captor" "$scratch/scry-capture" "$@") >"$scratch/said.$attack" 2>>"$scratch/figures"
	echo $? >"$scratch/status.$attack"
}

# expect NAME LINES: what an attack has printed.
expect()
{
	same "round $round, seed $seed: $1" "$2" "$(cat "$scratch/said.$1")"
	same "round $round, seed $seed: $1 ends" 0 "$(cat "$scratch/status.$1")"
}

# A process that is not the user's, one with another user's rights, one that hides.
sleep 100000 &
foreign=$!
# shellcheck disable=SC2086
$as_user "$scratch/set_user" wait_for_end &
set_user=$!
# shellcheck disable=SC2086
$as_user "$scratch/captor" hide_and_wait &
hidden=$!
trap 'kill -KILL "$foreign" "$set_user" "$hidden" 2>/dev/null' EXIT
wait_for "set_user to run" sh -c "[ \"\$(cat /proc/$set_user/comm)\" = set_user ]"
wait_for "captor to hide" sh -c "[ \"\$(stat -c %u /proc/$hidden/mem)\" = 0 ]"

# is_unloaded: no scry-capture of the user is there any more, and no program of the kernel that it has loaded.
is_unloaded()
{
	! ps -o comm= -U "$user" | grep -q scry-capture && [ "$("$captor" programs "$user")" = 0 ]
}

# A process of root has the number of a process of the user that has ended, whose memory the user still holds.
reuse_number()
{
	# shellcheck disable=SC2086
	$as_user sleep 100000 &
	owned=$!
	wait_for "sleep to run" sh -c "[ \"\$(cat /proc/$owned/comm)\" = sleep ]"
	exec 9<"/proc/$owned/mem"
	kill -KILL "$owned"
	wait "$owned" 2>/dev/null
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		echo $((owned - 1)) 2>/dev/null >/proc/sys/kernel/ns_last_pid || break
		sleep 100000 &
		reused=$!
		if [ "$reused" = "$owned" ]; then
			attack reuse mark "$reused" fd:9
			expect reuse '0 tasks, error 0'
			reuses=$((reuses + 1))
		fi
		kill -KILL "$reused"
		wait "$reused" 2>/dev/null
		[ "$reused" != "$owned" ] || break
	done
	exec 9<&-
}

# limited COMMANDS: scry, and with it scry-capture, in an environment that the user has chosen. It may fail, but it ends, and takes all along.
limited()
{
	# shellcheck disable=SC2086
	(cd "$scratch/user" && patiently $as_user sh -c "$1; exec \"\$0\" --engine=bpf -f -o limited true" "$scratch/scry" >"$scratch/limited" 2>&1)
	status=$?
	# 127: the dynamic linker has too little memory, or no descriptor, for the libraries.
	check "round $round: after '$1' it ends" [ "$status" -lt 124 -o "$status" = 127 ]
}

# interrupt: the caller dies while the program is loaded or tasks are marked.
interrupt()
{
	# shellcheck disable=SC2086
	(cd "$scratch/user" && exec $as_user "$scratch/captor" "$scratch/scry-capture" race 1000 "$scratch/set_user" "$seed") >"$scratch/interrupted" 2>/dev/null &
	victim=$!
	# As long as a program of some hundred thousand turns takes: another moment each time.
	awk -v n=$((seed % 400000)) 'BEGIN { for (i = 0; i < n; i++) x += i }'
	kill -KILL "$victim" 2>/dev/null
	wait "$victim" 2>/dev/null
}

# crowd: more programs at once than a user may have. Those that are too many are refused, and no other ones.
crowd()
{
	wait_for "round $round, seed $seed: no program before the crowd" is_unloaded
	mkfifo "$scratch/crowd"
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
		# shellcheck disable=SC2086
		$as_user "$scratch/captor" "$scratch/scry-capture" hold <"$scratch/crowd" >>"$scratch/crowded" 2>>"$scratch/refused" &
	done
	exec 7>"$scratch/crowd"
	wait_for "the last of 12 to load or to be refused" sh -c "[ \"\$(cat '$scratch/crowded' '$scratch/refused' | wc -l)\" = 12 ]"
	same "round $round, seed $seed: programs of 12" 8 "$(grep -c . "$scratch/crowded")"
	same "round $round, seed $seed: refusals" '4 captor: scry-capture: Resource temporarily unavailable' "$(sort "$scratch/refused" | uniq -c | sed 's/^ *//')"
	exec 7>&-
	rm -f "$scratch/crowd" "$scratch/crowded" "$scratch/refused"
}

# is_ready: captor stops no more, or has failed.
is_ready()
{
	grep -q ready "$scratch/said.stop" || ! kill -0 "$stopper"
}

# stop: more programs than a user may have, each stopped at a moment of its loading; then their caller ends.
stop()
{
	wait_for "round $round, seed $seed: no program before those that are stopped" is_unloaded
	mkfifo "$scratch/stop"
	# shellcheck disable=SC2086
	(cd "$scratch/user" && exec $as_user "$scratch/captor" "$scratch/scry-capture" stop "$(size 6 40)" "$(size 500 8000)" "$seed") \
		<"$scratch/stop" >"$scratch/said.stop" 2>>"$scratch/figures" &
	stopper=$!
	exec 7>"$scratch/stop"
	wait_for "scry-capture to be stopped" is_ready
	same "round $round, seed $seed: what stops them" ready "$(cat "$scratch/said.stop")"
	attached=$("$captor" attached "$user")
	check "round $round, seed $seed: $attached programs are attached, and no more than 8" [ "$attached" -le 8 ]
	[ "$attached" -le "$most" ] || most=$attached
	exec 7>&-
	rm -f "$scratch/stop"
	wait_for "round $round, seed $seed: the stopped ones to end with their caller" is_unloaded
}

round=0 reuses=0 spaces=0 most=0
seed=${SEED:-$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')}
echo "seed: $seed"
while [ "$round" = 0 ] || [ "$SECONDS" -lt "$budget" ]; do
	round=$((round + 1))
	for name in set_user set_group capable unreadable; do
		attack "race.$name" race "$(size 20 100)" "$scratch/$name" "$seed"
		expect "race.$name" '0 secret calls'
	done
	attack fuzz fuzz "$(size 2 10)" "$scratch/set_user" "$seed"
	expect fuzz '0 secret calls'
	attack kernel kernel
	expect kernel 'memory of the task
0 bytes of the kernel'
	attack requests requests
	same "round $round, seed $seed: the last request" 'a good one: error 0, 1 tasks' "$(tail -n 1 "$scratch/said.requests")"
	attack steal steal
	expect steal done
	attack traced traced
	expect traced 'no capabilities'
	attack foreign mark "$foreign" /proc/self/mem "$foreign" "/proc/$foreign/mem" "$set_user" /proc/self/mem "$hidden" /proc/self/mem 1 /proc/self/mem
	expect foreign "0 tasks, error 0
/proc/$foreign/mem: Permission denied
0 tasks, error 0
0 tasks, error 0
0 tasks, error 0"
	[ ! -w /proc/sys/kernel/ns_last_pid ] || reuse_number
	case $((round % 8)) in
	0) limited 'exec 0<&- 1>&- 2>&-' ;;
	1) limited "ulimit -n $((3 + seed % 12))" ;;
	2) limited "ulimit -v $((3000 + seed % 60000))" ;;
	3) limited 'export LD_PRELOAD=/nowhere.so LD_AUDIT=/nowhere.so GLIBC_TUNABLES=glibc.malloc.check=3:glibc.mem.tagging=3 LD_DEBUG=all TZ=../../../etc/shadow' ;;
	# With less than 25 KiB ls(1) gets SIGSEGV, too.
	4) limited "ulimit -s $((64 + seed % 64))" ;;
	5) limited 'ulimit -f 0; ulimit -c 0; ulimit -l 0' ;;
	6) limited "trap '' HUP INT TERM PIPE CHLD" ;;
	7) limited 'umask 777; cd /proc/self' ;;
	esac
	# In a user namespace the user has all capabilities, and none that count.
	if unshare --user true 2>/dev/null; then
		# shellcheck disable=SC2086
		patiently $as_user unshare --user --map-root-user --mount --pid --fork "$scratch/captor" "$scratch/scry-capture" kernel >"$scratch/spaces" 2>&1
		same "round $round: in a user namespace" 'captor: scry-capture: Operation not permitted' "$(cat "$scratch/spaces")"
		spaces=$((spaces + 1))
	fi
	interrupt
	[ $((round % 4)) != 1 ] || crowd
	[ $((round % 4)) != 1 ] || stop
	wait_for "round $round, seed $seed: nothing to stay loaded" is_unloaded
	seed=$(((seed * 1103515245 + 12345) % 2147483647))
	[ "$failures" = 0 ] || break
done
sed -n 's/^captor: //p' "$scratch/figures" | awk -F '[ ,]+' '
	{ for (i = 1; i < NF; i++) if ($i ~ /^[0-9]+$/) sum[$(i + 1)] += $i }
	END { for (what in sum) printf "%d %s\n", sum[what], what }' | sort -k 2 | paste -s -d ' ' | sed 's/^/in all: /'
echo "$round rounds in $SECONDS s; a number was used again $reuses times; $spaces user namespaces; $most programs attached at once"
dmesg 2>/dev/null | grep -cE 'BUG:|WARNING:|Oops|general protection' >"$scratch/kernel.after"
same "messages of the kernel" "$(cat "$scratch/kernel")" "$(cat "$scratch/kernel.after")"
finish
