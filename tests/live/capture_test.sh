#!/bin/sh
# SPDX-License-Identifier: MIT
# An ordinary user has the bpf engine by scry-capture, for what ptrace(2) would show, and nothing else: see doc/scry-capture.md.
. "${srcdir:-.}/tests/live/lib.sh"

capture=${CAPTURE:-$PWD/scry-capture}
[ "$(id -u)" = 0 ] || skip "only root can become two users"
[ -x "$capture" ] || skip "no bpf here: this build has no scry-capture"
need setpriv setcap
"$scry" --engine=bpf -o /dev/null true 2>/dev/null || skip "no bpf here: the bpf engine cannot run here"

user=65534 other=65533
as_user="setpriv --reuid=$user --regid=$user --clear-groups"
as_other="setpriv --reuid=$other --regid=$other --clear-groups"
chmod 755 "$scratch"
mkdir "$scratch/user" && chmod 777 "$scratch/user"
cp "$scry" "$programs/captor" "$programs/cold" "$scratch/"
cp "$capture" "$scratch/scry-capture"
cp "$programs/captor" "$scratch/set_user" && chmod 4755 "$scratch/set_user"
cp "$(command -v id)" "$scratch/set_id" && chmod 4755 "$scratch/set_id"
cp "$programs/captor" "$scratch/capable" && setcap cap_net_raw=ep "$scratch/capable" || skip "no capabilities of files here"
cp "$programs/captor" "$scratch/unreadable" && chmod 711 "$scratch/unreadable"
# shellcheck disable=SC2086 # a list of words
[ "$($as_user "$scratch/set_id" -u)" = 0 ] || skip "set-user-ID programs gain no rights here"
SCRY_CAPTURE=$scratch/scry-capture
export SCRY_CAPTURE

# trace_as_user OPTION... COMMAND...: like trace, as an ordinary user, whom $become makes.
become=$as_user
trace_as_user()
{
	# shellcheck disable=SC2086
	(cd "$scratch/user" && timeout -s KILL $((60 * patience)) $become "$scratch/scry" --engine=bpf "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null)
	status=$?
}

# captor ARGUMENT...: as the user; its output is $output.
captor()
{
	# shellcheck disable=SC2086
	output=$(timeout -s KILL $((120 * patience)) $as_user "$scratch/captor" "$scratch/scry-capture" "$@" 2>"$scratch/captor.stderr")
}

# is_unloaded: no scry-capture of the user is there any more.
is_unloaded()
{
	! ps -o comm= -U "$user" | grep -q scry-capture
}

# --- what is missing is said ---------------------------------------------------------------------

trace_as_user true
ends_with 1
shows "$scratch/stderr" 'needs the capabilities CAP_BPF and CAP_PERFMON: .* let root give them to .*scry-capture for the members of a group \(scry-capture-setup\)'
# shellcheck disable=SC2086
same "-V before" "bpf for this user: no, $SCRY_CAPTURE has no capabilities: scry-capture-setup gives them" "$($as_user "$scratch/scry" -V | tail -n 1)"
SCRY_CAPTURE=$scratch/none trace_as_user true
shows "$scratch/stderr" "there is no $scratch/none"
SCRY_CAPTURE=$scratch/scry-capture sh "$PWD/scry-capture-setup" "$(getent group "$user" | cut -d: -f1)" >"$scratch/setup" || fail "scry-capture-setup: $(cat "$scratch/setup")"
same "mode and owner" "750 0:$user" "$(stat -c '%a %u:%g' "$scratch/scry-capture")"
# shellcheck disable=SC2086
same "-V" "bpf for this user: yes, by $SCRY_CAPTURE" "$($as_user "$scratch/scry" -V | tail -n 1)"
# shellcheck disable=SC2086
$as_other "$scratch/scry" --engine=bpf true 2>"$scratch/stderr"
same "a user who is not in the group" 1 $?
shows "$scratch/stderr" 'become a member of group [a-z]+, which may execute .*usermod -aG'
trace_as_user true
if [ "$status" != 0 ] && grep -qE 'needs Linux|cannot load' "$scratch/stderr"; then
	skip "no bpf here: $(cat "$scratch/stderr")"
fi
for option in --system --comm=sh --uid=0 --cgroup=/sys/fs/cgroup; do
	trace_as_user "$option" true
	ends_with 1
	shows "$scratch/stderr" 'CAP_BPF and CAP_PERFMON'
done

# --- the trace is that of root -------------------------------------------------------------------

# text_of NAME: of the files NAME.PID, without numbers that vary.
text_of()
{
	cat "$1".* | sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/[0-9]{3,}/N/g' | grep -vE 'getrandom|mmap|munmap|SIGCHLD|wait4|vfork|rt_sigreturn' | sort
}
for options in -ff '-ff -y -e trace=%file' '-ff -e trace=execve,exit_group'; do
	rm -f "$scratch"/user/*
	# shellcheck disable=SC2086
	trace_as_user $options -o own sh -c '/bin/echo one; /bin/echo two; exit 4'
	same "$options: status" 4 "$status"
	same "$options: messages" '' "$(cat "$scratch/stderr")"
	text_of "$scratch/user/own" >"$scratch/own"
	become="$as_user --inh-caps=-all,+bpf,+perfmon --ambient-caps=-all,+bpf,+perfmon"
	# shellcheck disable=SC2086
	trace_as_user $options -o root sh -c '/bin/echo one; /bin/echo two; exit 4'
	become=$as_user
	text_of "$scratch/user/root" >"$scratch/root"
	check "$options: the same text as with the capabilities: $(diff "$scratch/root" "$scratch/own" | head -n 5)" cmp -s "$scratch/root" "$scratch/own"
done
# In a time namespace, scry-capture measures how far the clock of the program is from that of scry.
if unshare -T --monotonic 100000 --fork true 2>/dev/null; then
	become="unshare -T --monotonic 100000 --fork $as_user"
	began=$(date +%s)
	trace_as_user -ttt -e trace=exit_group -o clock true
	become=$as_user
	seconds=$(sed -n 's/\..*//p' "$scratch/user/clock" | head -n 1)
	check "the time in a time namespace is $seconds" [ "${seconds:-0}" -ge "$began" -a "${seconds:-0}" -le "$(date +%s)" ]
else
	not_tested "the clock in a time namespace: no time namespaces here"
fi
# As process 1 of a PID namespace scry collects orphans.
if unshare -p --fork --mount-proc true 2>/dev/null; then
	become="unshare -p --fork --mount-proc $as_user"
	# shellcheck disable=SC2016 # for the shell
	trace_as_user -f -o orphans sh -c 'for i in $(seq 30); do (true &); done; sleep 1; ps -eo stat= | grep -c ^Z'
	become=$as_user
	same "zombies of scry as process 1" 0 "$(cat "$scratch/stdout")"
fi
trace_as_user -c -f sh -c '/bin/true; exit 0'
ends_with 0
shows "$scratch/stderr" ' 2 +execve$'
# shellcheck disable=SC2086
$as_user sleep 100 &
sleeper=$!
sleep 200 &
foreign=$!
wait_for "sleep to run" sh -c "[ \"\$(cat /proc/$sleeper/comm)\" = sleep ]"
trace_as_user -p "$foreign"
ends_with 1
shows "$scratch/stderr" "cannot attach to process $foreign: Operation not permitted; it belongs to user 0"
# shellcheck disable=SC2086
$as_user sh -c 'while :; do cd /; done' &
loop=$!
wait_for "the loop to run" sh -c "[ \"\$(stat -c %u /proc/$loop)\" = $user ]"
trace_as_user -p "$loop" -p "$foreign" -e trace=chdir -o attached --syscall-limit=20
ends_with 0
shows "$scratch/stderr" "cannot attach to process $foreign"
shows "$scratch/stderr" "Process $loop attached"
shows "$scratch/user/attached" '^[0-9]+ +chdir\("/"\) += 0$'
kill "$loop"

# --- whose tasks can be marked -------------------------------------------------------------------

# A descriptor that root has opened and passed on gives no right to a task of root.
exec 9<"/proc/$foreign/mem"
captor mark "$sleeper" "/proc/$sleeper/task/$sleeper/mem" "$sleeper" "@/proc/$sleeper/mem" "$sleeper" "/proc/$sleeper/environ" "$sleeper" "/proc/$sleeper/maps" \
	"$sleeper" /proc/self/mem "$sleeper" /etc/passwd "$foreign" /proc/self/mem "$foreign" "/proc/$sleeper/mem" "$foreign" "/proc/$foreign/mem" "$foreign" fd:9 \
	1 "/proc/$sleeper/mem" 4194303 "/proc/$sleeper/mem" 0 "/proc/$sleeper/mem"
exec 9<&-
same "marks" "1 tasks, error 0
0 tasks, error 0
0 tasks, error 0
0 tasks, error 0
0 tasks, error 0
0 tasks, error 0
0 tasks, error 0
0 tasks, error 0
/proc/$foreign/mem: Permission denied
0 tasks, error 0
0 tasks, error 0
0 tasks, error 0
0 tasks, error 22" "$output"
# A process with the user's real ID, and rights that another user has given to it.
# shellcheck disable=SC2086
$as_user "$scratch/set_user" wait_for_end &
set_user=$!
wait_for "set_user to run" sh -c "[ \"\$(cat /proc/$set_user/comm)\" = set_user ]"
# shellcheck disable=SC2086
$as_user "$scratch/captor" hide_and_wait &
hidden=$!
wait_for "captor to hide" sh -c "[ \"\$(stat -c %u /proc/$hidden/mem)\" = 0 ]"
exec 9<"/proc/$hidden/mem"
captor mark "$set_user" /proc/self/mem "$hidden" /proc/self/mem "$hidden" fd:9
exec 9<&-
same "a set-user-ID program, and an undumpable process" '0 tasks, error 0
0 tasks, error 0
0 tasks, error 0' "$output"
kill "$set_user" "$hidden"

# --- privileged programs leave the trace -----------------------------------------------------------

for program in set_user capable unreadable; do
	trace_as_user -f -o left sh -c "'$scratch/$program' secret; '$scratch/captor' secret; exit 5"
	same "$program: status" 5 "$status"
	shows "$scratch/stderr" '^scry: process [0-9]+ is not traced any more: it executes a program with more rights'
	same "$program: secret calls, and 200 others" 200 "$(grep -c "getpriority(0x7777" "$scratch/user/left")"
	shows "$scratch/user/left" "execve.*/$program.* <(detached|unfinished) \.\.\.>\$"
	shows "$scratch/user/left" 'exited with 5'
done
trace_as_user -f -o left "$scratch/set_id" -u
same "a command with its rights" 0 "$(cat "$scratch/stdout")"
trace_as_user -f -o left "$scratch/captor" hide
same "calls of an undumpable process" 0 "$(grep -c "getpriority(0x7777" "$scratch/user/left")"
n=60
[ "$weight" != all ] || n=2000
for program in set_user capable unreadable; do
	captor race "$n" "$scratch/$program" "$n"
	same "race with $program" '0 secret calls' "$output"
done
captor race 20 "$scratch/captor" 1
check "the race shows calls of a program without rights" [ "${output%% *}" -gt 100 ]

# --- what a user can do with the maps, and with scry-capture itself ---------------------------------

captor kernel
same "plans that read the kernel" 'memory of the task
0 bytes of the kernel' "$output"
captor requests
same "requests" 'error 22 0 tasks' "$(echo "$output" | sed '$d; /an ABI that is none/d' | sed 's/.*: error \([-0-9]*\), /error \1 /' | sort -u)"
same "the last request" 'a good one: error 0, 1 tasks' "$(echo "$output" | tail -n 1)"
captor steal
same "what can be stolen" 'done' "$output"
captor fuzz $((2 * patience)) "$scratch/set_user" 1
same "random maps and requests" '0 secret calls' "$output"

# A stranger in the group's place: descriptors, limits, environment.
run='"$0" --engine=bpf -f -o limited true'
for before in 'exec 0<&-' 'exec 1>&-' 'exec 2>&-' 'exec 0<&- 1>&- 2>&-' 'ulimit -c unlimited' 'ulimit -s 64' 'export LD_PRELOAD=/nowhere.so LD_LIBRARY_PATH=/tmp LD_AUDIT=/nowhere.so GLIBC_TUNABLES=glibc.malloc.check=3 MALLOC_CHECK_=3 LD_DEBUG=all'; do
	rm -f "$scratch/user/limited"
	# shellcheck disable=SC2086
	(cd "$scratch/user" && $as_user sh -c "$before; $run" "$scratch/scry" >"$scratch/stdout" 2>"$scratch/limited.stderr")
	same "$before" 0 $?
	shows "$scratch/user/limited" 'exited with 0'
done
for before in 'ulimit -n 8' 'ulimit -v 20000' 'ulimit -u 1' 'ulimit -f 0' 'ulimit -t 0'; do
	# shellcheck disable=SC2086
	(cd "$scratch/user" && timeout $((60 * patience)) $as_user sh -c "$before; $run" "$scratch/scry" >"$scratch/stdout" 2>&1)
	check "$before ends" [ $? != 124 ]
	wait_for "scry-capture to be gone after $before" is_unloaded
done

# Its own state: no capability, a filter, no descriptor of the caller.
mkfifo "$scratch/go"
# shellcheck disable=SC2086
$as_user "$scratch/captor" "$scratch/scry-capture" hold <"$scratch/go" >"$scratch/held" 9</etc/passwd &
holder=$!
exec 8>"$scratch/go"
wait_for "scry-capture to load" test -s "$scratch/held"
held=$(cat "$scratch/held")
same "capabilities" 'CapInh: 0 CapPrm: 0 CapEff: 0 CapAmb: 0 NoNewPrivs: 1 Seccomp: 2 ' \
	"$(sed -nE 's/^(Cap(Inh|Prm|Eff|Amb)|NoNewPrivs|Seccomp):\t(0+|1|2)$/\1: \3 /p' "/proc/$held/status" | sed 's/00*/0/' | tr -d '\n')"
same "descriptors of the caller" '' "$(find "/proc/$held/fd" -lname '/etc/*')"
loaded=$("$scratch/captor" programs)
# shellcheck disable=SC2086
$as_user kill -STOP "$held"
$as_user kill -CONT "$held"
# shellcheck disable=SC2086
$as_user kill -INT "$held"
# The caller dies, while scry-capture is stopped.
# shellcheck disable=SC2086
$as_user kill -STOP "$held"
kill -KILL "$holder"
exec 8>&-
wait_for "scry-capture to end with its caller" is_unloaded
wait_for "the programs to be unloaded" sh -c "[ \"\$('$scratch/captor' programs)\" -lt $loaded ]"

# Eight of a user at the same time: the ninth is refused, and one that begins while others end is not.
# shellcheck disable=SC2086
for n in 1 2 3 4 5 6 7 8; do
	$as_user "$scratch/captor" "$scratch/scry-capture" hold <"$scratch/go" >"$scratch/held.$n" 2>"$scratch/held.error" &
done
exec 8>"$scratch/go"
for n in 1 2 3 4 5 6 7 8; do
	wait_for "program $n of 8 to load" test -s "$scratch/held.$n"
done
same "attached programs" 8 "$("$scratch/captor" attached "$user")"
trace_as_user true
ends_with 1
same "the ninth" "scry: --engine=bpf cannot be had, because 8 traces of this user run already; the ptrace engine (--engine=ptrace) works" "$(cat "$scratch/stderr")"
become=$as_other
chgrp $other "$scratch/scry-capture"
setcap cap_bpf,cap_perfmon=ep "$scratch/scry-capture"
trace_as_user -o other true
ends_with 0
become=$as_user
chgrp $user "$scratch/scry-capture"
setcap cap_bpf,cap_perfmon=ep "$scratch/scry-capture"
exec 8>&-
trace_as_user -o ninth true
ends_with 0
wait_for "all programs to be unloaded" is_unloaded

# Those that have ended, and wait for their parent, take no place.
# shellcheck disable=SC2086
$as_user "$scratch/captor" "$scratch/scry-capture" kill 9 <"$scratch/go" >"$scratch/killed" &
exec 8>"$scratch/go"
wait_for "9 programs to be killed" grep -q ready "$scratch/killed"
trace_as_user -o zombies true
ends_with 0
exec 8>&-
wait_for "the zombies to be collected" is_unloaded

# scry-capture dies: the command goes on, and scry says it.
# shellcheck disable=SC2086
(cd "$scratch/user" && exec $as_user "$scratch/scry" --engine=bpf -o killed sh -c 'echo begun; read line; exit 6' <"$scratch/go" >"$scratch/begun" 2>"$scratch/stderr") &
tracer=$!
exec 8>"$scratch/go"
wait_for "the command to begin" grep -q begun "$scratch/begun"
# shellcheck disable=SC2046
kill -KILL $(ps -o pid=,comm= --ppid "$tracer" | awk '$2 == "scry-capture" { print $1 }')
wait_for "scry to see that scry-capture is gone" grep -q 'scry-capture has ended: nothing is traced any more' "$scratch/stderr"
echo >&8
wait "$tracer"
same "status of the command" 6 $?
exec 8>&-

# scry-capture is stopped: the trace ends nevertheless, with the status of the command.
rm "$scratch/begun"
# shellcheck disable=SC2086
(cd "$scratch/user" && exec timeout -s KILL $((60 * patience)) $as_user "$scratch/scry" --engine=bpf -o stopped sh -c 'echo begun; read line; exit 6' <"$scratch/go" >"$scratch/begun" 2>"$scratch/stderr") &
tracer=$!
exec 8>"$scratch/go"
wait_for "the command to begin" grep -q begun "$scratch/begun"
# shellcheck disable=SC2009
captures=$(ps -o pid=,comm= -U "$user" | awk '$2 == "scry-capture" { print $1 }')
check "no scry-capture runs" [ -n "$captures" ]
# shellcheck disable=SC2086 # numbers
kill -STOP $captures
echo >&8
wait "$tracer"
same "status of the command with a stopped scry-capture" 6 $?
exec 8>&-
wait_for "the stopped scry-capture to be gone" is_unloaded

# A user namespace gives no capabilities that count.
if unshare --user true 2>/dev/null; then
	# shellcheck disable=SC2086
	(cd "$scratch/user" && $as_user unshare --user --map-root-user "$scratch/scry" --engine=bpf true 2>"$scratch/stderr")
	same "in a user namespace" 1 $?
	shows "$scratch/stderr" '--engine=bpf'
	# The user may see tasks in an own user namespace.
	trace_as_user -f -o namespace unshare --user --map-root-user "$scratch/captor" secret
	same "calls in an own user namespace" 200 "$(grep -c "getpriority(0x7777" "$scratch/user/namespace")"
else
	not_tested "user namespaces: they cannot be made here"
fi
# scry in a PID namespace, of another level, as root makes it for a container.
if unshare --pid --fork true 2>/dev/null; then
	# shellcheck disable=SC2086
	(cd "$scratch/user" && unshare --pid --fork --mount-proc $as_user "$scratch/scry" --engine=bpf -f -Y -o space sh -c '/bin/true; exit 0' 2>"$scratch/stderr")
	same "in a PID namespace" 0 $?
	shows "$scratch/user/space" '^[1-9]<true> .*exit_group'
else
	not_tested "a PID namespace: no PID namespaces here"
fi
# --- requests of io_uring ------------------------------------------------------------------------

if "$programs/uring" "$scratch/log" ways; then
	cp "$programs/uring" "$scratch/"
	cp "$programs/uring" "$scratch/set_uring" && chmod 4755 "$scratch/set_uring"
	for mode in ways sqpoll; do
		trace_as_user -f -o requests "$scratch/uring" log $mode
		[ "$status" = 77 ] && continue
		same "requests: $mode" "$(grep -cv ' 0xabc ' "$scratch/user/log")" "$(grep -c 'io_uring.*: .* = [-0-9]' "$scratch/user/requests")"
		rm -f "$scratch/user/"*
	done
	# A ring of a program with more rights is not shown.
	trace_as_user -f -o requests "$scratch/set_uring" log ways
	lacks "$scratch/user/requests" 'io_uring'
else
	not_tested "requests of io_uring: the kernel refuses io_uring here"
fi

kill "$sleeper" "$foreign"
wait 2>/dev/null
wait_for "the last scry-capture to be gone" is_unloaded
sh "$PWD/scry-capture-setup" --undo >"$scratch/setup"
same "capabilities after --undo" '' "$(getcap "$scratch/scry-capture")"
finish
