#!/bin/sh
# SPDX-License-Identifier: MIT
# --why: of programs that are broken or slow in one known way the finding comes first; of healthy ones there is none.
#
# WHY_SCREENS=yes runs all broken programs and prints what scry says of each, for a reader: is it clear from the screen what to do next?
. "${srcdir:-.}/tests/live/lib.sh"

broken=$programs/broken
d=$scratch
secret=$d/secret
echo secret >"$secret"
chmod 600 "$secret"
mkdir "$d/closed"
chmod 700 "$d/closed"
chmod 755 "$d"
printf '#!%s/no/interpreter\n' "$d" >"$d/script"
: >"$d/empty"
chmod 755 "$d/script" "$d/empty"
# Not each machine has its own.
mkdir "$d/etc"
: >"$d/etc/localtime"
echo 'int wrong() { return }' >"$d/wrong.c"
echo '#include "nosuch.h"' >"$d/include.c"
printf 'all:\n\t@$(MAKE) -s -f %s/inner.mk\n' "$d" >"$d/nested.mk"
printf 'all:\n\t@cc -c %s/include.c -o %s/include.o\n' "$d" "$d" >"$d/inner.mk"
printf 'all:\n\t@%s null-pointer\n' "$broken" >"$d/crash.mk"
cat >"$d/deadlock.py" <<'PYTHON'
import threading
a, b, both = threading.Lock(), threading.Lock(), threading.Barrier(2)
def take(first, second):
    with first:
        both.wait()
        second.acquire()
threading.Thread(target=take, args=(a, b), daemon=True).start()
take(b, a)
PYTHON
# The words of another C library for an error.
cat >"$d/words.py" <<'PYTHON'
import socket, sys
a, b = socket.create_server(("127.0.0.1", 0)), socket.socket()
try:
    b.bind(a.getsockname())
except OSError:
    sys.exit("bind: Address in use")
PYTHON
# locks.py FILE: waits for a lock of fcntl(2) that its child has.
cat >"$d/locks.py" <<'PYTHON'
import fcntl, os, sys, time
ends = os.pipe()
if not os.fork():
    file = open(sys.argv[1], "w")
    fcntl.lockf(file, fcntl.LOCK_EX)
    os.write(ends[1], b"1")
    time.sleep(1000)
os.read(ends[0], 1)
file = open(sys.argv[1], "w")
fcntl.lockf(file, fcntl.LOCK_EX)
PYTHON
# A name server that does not answer, in a network of its own.
cat >"$d/resolve" <<'SCRIPT'
printf 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n' >"$d/resolv.conf"
ip link set lo up && mount --bind "$d/resolv.conf" /etc/resolv.conf || exit 9
python3 -c 'import socket, sys, time
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.bind(("127.0.0.1", 53))
open(sys.argv[1], "w").close()
time.sleep(1000)' "$d/ready" &
until [ -e "$d/ready" ]; do sleep 0.1; done
getent hosts example.invalid
status=$?
kill $!
exit $status
SCRIPT
# sqlite without a transaction.
cat >"$d/insert" <<'SCRIPT'
(echo 'create table t(a);'; for i in $(seq 200); do echo "insert into t values($i);"; done) | sqlite3 "$d/t.db"
SCRIPT

# A program that needs a library which does not exist any more.
make_unlinked()
{
	echo 'int nosuch(void) { return 0; }' >"$d/library.c"
	echo 'int nosuch(void); int main(void) { return nosuch(); }' >"$d/unlinked.c"
	cc -shared -fPIC -o "$d/libnosuch.so" "$d/library.c" && cc -o "$d/unlinked" "$d/unlinked.c" -L"$d" -lnosuch
	rm -f "$d/libnosuch.so"
}

# The descendants of a process.
descendants()
{
	for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do
		echo "$child"
		descendants "$child"
	done
}

# settled STATE PID: all threads of the descendants of scry but its own are in this state, in several looks one after another.
settled()
{
	looks=0
	while [ "$looks" -lt 12 ]; do
		states=$(for process in $(descendants "$2"); do
			[ "$(readlink "/proc/$process/exe")" = "$scry_file" ] || cat /proc/"$process"/task/*/stat
		done 2>/dev/null | sed 's/.*) \(.\).*/\1/' | sort -u | tr -d '\n')
		case $states in
		"$1") looks=$((looks + 1)) ;;
		*) return 1 ;;
		esac
		sleep 0.05
	done
}

# stop_when STATE COMMAND: runs it under scry, waits until it is in that state, and interrupts scry.
stop_when()
{
	# scry --why of a process that a shell has started in the background: SIGINT would be ignored there.
	setsid sh -c "trap - INT; exec \"$scry\" $options --why -o \"$scratch/why\" -I waiting $2" </dev/null >/dev/null 2>"$scratch/stderr" &
	tracer=$!
	wait_for "$2" settled "$1" "$tracer"
	# scry lets the processes go.
	waiting=$(descendants "$tracer")
	kill -INT "$tracer"
	wait "$tracer" 2>/dev/null
	for process in $waiting; do kill "$process"; done 2>/dev/null
}

scry_file=$(readlink -f "$scry")
options=
if command -v cc >/dev/null; then
	make_unlinked
fi
: >"$d/held"
if command -v flock >/dev/null; then
	sh -c 'exec flock "$1" sh -c "echo >\"\$0.taken\"; exec sleep 1000" "$1"' - "$d/held" >/dev/null 2>&1 &
	holder=$!
	wait_for "the lock" [ -e "$d/held.taken" ]
	trap 'kill $(descendants $holder) $holder 2>/dev/null; [ "$failures" = 0 ] && rm -rf "$scratch"' EXIT
fi

export broken d
screens=${WHY_SCREENS-}
tried=0
while IFS='	' read -r finding how tool word command <&3; do
	case $finding in
	'' | '#'*) continue ;;
	esac
	tried=$((tried + 1))
	# In turn: each third case, with costs a sixth.
	[ "$weight$screens" != light ] || [ $((tried % 3)) = 1 ] || continue
	[ "$tool" = - ] || command -v "$tool" >/dev/null || {
		not_tested "$finding: no $tool here"
		continue
	}
	case $finding in
	no-permission | io-error) [ "$(id -u)" = 0 ] || {
		not_tested "$finding: only root can change the user"
		continue
	} ;;
	name-not-resolved) unshare -mn ip link set lo up 2>/dev/null && can_run python3 "$finding" || {
		not_tested "$finding: no network namespace can be made here"
		continue
	} ;;
	flushes) [ "$(stat -f -c %T "$d")" != tmpfs ] || {
		not_tested "$finding: it cannot wait for a disk in tmpfs here"
		continue
	} ;;
	esac
	word=$(eval "echo \"$word\"")
	# On a busy machine the measured cost of a stop can be more than all that most calls take. Then they have cost nothing.
	for try in 1 2 3; do
		rm -f "$scratch/why"
		case $how in
		stop) stop_when S "$command" ;;
		busy) stop_when R "$command" ;;
		*) eval "timeout -s KILL $((60 * patience)) \"$scry\" $options --why -o \"$scratch/why\" $command" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null ;;
		esac
		# The name of a process has a number in brackets.
		first=$(grep -oE '\[[a-z-]+\]' "$scratch/why" | head -n 1 | tr -d '[]')
		grep -q '^scry: why: nothing unusual: the command ended well' "$scratch/why" || break
	done
	same "first finding of $command" "$finding" "$first"
	# A word may be broken between lines.
	check "screen of $command has '$word'" \
		sh -c 'tr -s "\n " " " <"$1" | grep -qF -- "$2" || tr -d "\n " <"$1" | grep -qF -- "$(echo "$2" | tr -d " ")"' - "$scratch/why" "$word"
	[ -z "$screens" ] || sed "1i\\
== $command" "$scratch/why"
	check "screen of $command has 26 lines at most" [ "$(lines_of "$scratch/why")" -le 26 ]
	check "screen of $command has 80 columns at most" sh -c '! grep -qE "^.{81}" "$1"' - "$scratch/why"
done 3<"$srcdir/tests/live/why.tsv"

# Each finding has a page, which is more than its advice.
"$scry" --why=help >"$scratch/list" || fail "--why=help"
for finding in $(sed -n 's/^  \([a-z-]*\) .*/\1/p' "$scratch/list"); do
	"$scry" --why=help "$finding" >"$scratch/page" || fail "--why=help $finding"
	same "first line of the page of $finding" "$finding" "$(head -n 1 "$scratch/page")"
	check "page of $finding says more than what is next" sh -c 'sed "/^Next: /,\$d" "$1" | sed 1d | grep -q "[a-z]"' - "$scratch/page"
done
"$scry" --why=help deadlok >"$scratch/page" 2>"$scratch/stderr"
same "status of --why=help with a wrong name" 1 $?
shows "$scratch/stderr" "did you mean 'deadlock'"

# Healthy runs fail nothing.
cp "$srcdir/tests/live/programs/broken.c" "$d/healthy.c"
while read -r command <&3; do
	case ${command%% *} in
	sh | ls | cat) ;;
	*) command -v "${command%% *}" >/dev/null || continue ;;
	esac
	eval "timeout -s KILL $((60 * patience)) \"$scry\" --why=json -o \"$scratch/why\" $command" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
	same "status of $command" 0 $?
	lacks "$scratch/why" '"part":"(failure|waiting)"'
	shows "$scratch/why" '"type":"findings"'
done 3<<'HEALTHY'
ls -l /usr/bin
sh -c 'ls /none 2>/dev/null; test -e /none || echo created'
sh -c 'grep -q nothing /etc/passwd || true'
sh -c 'for i in 1 2 3; do cat /etc/passwd | sort | uniq | wc -l; done'
make -s -f /dev/null -v
cc -c $d/healthy.c -o $d/healthy.o
python3 -c 'import json, subprocess; subprocess.run(["true"], check=True)'
git --version
tar -cf $d/all.tar -C $srcdir doc
HEALTHY

# An ordinary -p of a process that waits, both engines, -c with it, and a replay, which cannot ask the system.
"$broken" two-mutexes &
pid=$!
for engine in ptrace bpf; do
	[ "$engine" = ptrace ] || "$scry" --engine=bpf -o /dev/null true 2>/dev/null || {
		not_tested "--why -p with the bpf engine: no bpf here"
		continue
	}
	# What the scry before has written must not be taken for the attachment of this one.
	: >"$scratch/why"
	"$scry" --engine=$engine -c --why -p $pid >"$scratch/why" 2>&1 &
	tracer=$!
	wait_for "scry -p with $engine" grep -q "attached\|^TracerPid:[[:space:]]*[1-9]" "$scratch/why" /proc/$pid/status
	kill -INT $tracer
	wait $tracer
	shows "$scratch/why" "^% time|^scry: why"
done
kill $pid
# What processes wait for that have begun before the trace: a stop, an untraced child, a lock whose first holder has ended.
# explains PID TITLE NEXT: the finding about a process that waits, by both engines.
explains()
{
	for engine in $engines; do
		trace --engine=$engine --why=json --for=1 -o "$scratch/why" -p "$1"
		shows "$scratch/why" "\"title\":\"[^\"]*$2"
		shows "$scratch/why" "\"next\":\"[^\"]*$3"
	done
}

# child_of PID: prints its first child.
child_of()
{
	cut -d ' ' -f 1 "/proc/$1/task/$1/children"
}

# has_child PID COMM
has_child()
{
	[ "$(cat "/proc/$(child_of "$1")/comm")" = "$2" ]
}

waits_for_lock()
{
	grep -qE -- "-> +[A-Z]+ +[A-Z]+ +[A-Z]+ +$1 " /proc/locks
}

is_stopped()
{
	[ "$(state_of "$1")" = T ]
}

engines=ptrace
! "$scry" --engine=bpf -o /dev/null true 2>/dev/null || engines="ptrace bpf"
sleep 1000 &
stopped=$!
wait_for "a program" grep -q sleep /proc/$stopped/comm
kill -STOP $stopped
wait_for "a stop" is_stopped $stopped
explains $stopped "sleep\\[$stopped\\] is stopped by SIGSTOP" "kill -CONT $stopped"
wait_for "the stop after the trace" is_stopped $stopped
kill -CONT $stopped
"$broken" computes &
computing=$!
for engine in $engines; do
	: >"$scratch/why"
	"$scry" --engine=$engine -c --why=json -p $computing >"$scratch/why" 2>&1 &
	tracer=$!
	wait_for "scry -p with $engine" grep -q "attached\|^TracerPid:[[:space:]]*[1-9]" "$scratch/why" /proc/$computing/status
	# SIGTTIN and SIGTSTP stop nothing in an orphaned process group. The status of the stop is the last number: proc_pid_stat(5).
	kill -STOP $computing
	wait_for "a stop with $engine" grep -q ') [Tt] .* 19$' /proc/$computing/stat
	kill -INT $tracer
	wait $tracer
	shows "$scratch/why" "is stopped by SIGSTOP"
	shows "$scratch/why" "fg in its shell"
	lacks "$scratch/why" "its own code"
	kill -CONT $computing
done
kill $computing $stopped
sh -c 'sleep 1000; true' &
parent=$!
wait_for "a child" has_child $parent sleep
child=$(child_of $parent)
explains $parent "waits for the end of sleep\\[$child\\]" "scry --why -p $child\""
trace --why=json --for=1 -o "$scratch/why" -p $parent+
shows "$scratch/why" "sleep\[$child\] waits for a time"
kill $child
if command -v flock >/dev/null; then
	# The process that takes the lock ends at once: its child has inherited the descriptor.
	sh -c 'flock 9; sleep 1000 & echo $! >"$1.pid"' - "$d/inherited" 9>"$d/inherited" >/dev/null 2>&1
	heir=$(cat "$d/inherited.pid")
	flock "$d/inherited" true &
	waiter=$!
	wait_for "a wait for a lock" waits_for_lock $waiter
	wait_for "an heir" grep -q sleep /proc/$heir/comm
	explains $waiter "$d/inherited \\(descriptor [0-9]*\\), which is held by sleep\\[$heir\\]" "holder"
	kill $waiter $heir
else
	not_tested "an inherited lock: no flock here"
fi
if command -v python3 >/dev/null; then
	python3 "$d/locks.py" "$d/locked" &
	waiter=$!
	wait_for "a wait for a lock of fcntl" waits_for_lock $waiter
	holder_of=$(child_of $waiter)
	explains $waiter "$d/locked \\(descriptor [0-9]*\\), which is held by [^ ]*\\[$holder_of\\]" "holder"
	kill $waiter $holder_of
fi
# The attachment interrupts a sleep, which restart_syscall(2) resumes: it still is a sleep, and a poll still waits for its descriptor. The second
# attachment does not know which call it was.
mkfifo "$d/silent"
python3 -c 'import select, sys
silent = open(sys.argv[1], "r+b", buffering=0)
poll = select.poll()
poll.register(silent, select.POLLIN)
poll.poll(1000000)' "$d/silent" &
poller=$!
sleep 1000 &
sleeper=$!
wait_for "a sleep" grep -q '^230 \|^35 \|^115 \|^101 ' /proc/$sleeper/syscall
wait_for "a poll" grep -q '^7 \|^73 \|^271 ' /proc/$poller/syscall
for waited in "$sleeper|sleep\[$sleeper\] waits for a time \(it sleeps\)" "$sleeper|waits for the rest of a time" "$poller|waits for data from .*silent"; do
	trace --engine=ptrace --why --for=0.6 -p "${waited%%|*}"
	shows "$scratch/stderr" "${waited#*|}"
	lacks "$scratch/stderr" 'restart_syscall|thread apply'
done
kill $sleeper $poller
# Calls with times of another size wait for the same.
case $(uname -m) in x86_64)
	"$programs/old_poll" "$d/silent" &
	poller=$!
	wait_for "a poll of i386" grep -q '^414 ' /proc/$poller/syscall
	trace --engine=ptrace --why --for=0.5 -p $poller
	shows "$scratch/stderr" "old_poll\\[$poller\\] waits for data from .*silent"
	kill $poller
	;;
esac
# The end of --for shows what is waited for, too.
mkfifo "$d/waited"
sleep $((3 * patience)) >"$d/waited" &
trace --why --for=0.5 cat "$d/waited"
shows "$scratch/stderr" 'waits for data from'

timeout -s KILL $((60 * patience)) "$scry" --record="$d/recording" -f sh -c 'cat /none/file' >"$scratch/stdout" 2>&1
trace --replay="$d/recording" --why
shows "$scratch/stdout" 'cat exited with 1: /none/file'
lacks "$scratch/stdout" 'not recorded'
trace --why -C -e openat cat /none/file
shows "$scratch/stderr" '^openat'
shows "$scratch/stderr" 'missing-file'
shows "$scratch/stderr" 'not all calls were seen'

# Tables of another format have their file alone.
for format in csv prometheus json; do
	trace -c --summary=syscall --summary-format=$format -o "$d/table" --why cat /none/file
	shows "$scratch/stderr" '^scry: why: 1 finding'
	lacks "$d/table" 'why'
	check "table in $format" grep -q openat "$d/table"
done
trace -c --summary=syscall --summary-format=json -o "$d/table" --why=json cat /none/file
shows "$d/table" '"type":"findings"'
lacks "$scratch/stderr" 'findings'

# What other outputs show is captured as well: long strings, and structs with -v.
if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
	trace --engine=bpf --why -C -v -s 4000 -e trace=write,newfstatat,statx sh -c 'ls -d /usr >/dev/null; echo "$(seq -s, 900)"'
	shows "$scratch/stderr" '899,900'
	shows "$scratch/stderr" 'st_mode=S_IFDIR|stx_mode=S_IFDIR'
fi
finish
