#!/bin/sh
# SPDX-License-Identifier: MIT
# The gdb engine with gdbserver: its text is that of the ptrace engine; children, threads, signals, filters, changes, ends.
#
# Some of the fixtures of the comparison with strace are compared; GDB_FIXTURES=all compares all. gdb_reasons.tsv lists what differs.
. "${srcdir:-.}/tests/live/lib.sh"
need gdbserver
unset SCRY_ENGINE
fixed='setarch -R'
$fixed true 2>/dev/null || skip "addresses cannot be fixed here"

servers=
# serve FILE ARGUMENTS...: starts gdbserver, and sets $target to where it listens. FILE has its messages.
serve()
{
	messages=$1
	shift
	: >"$messages"
	# shellcheck disable=SC2086 # a list of words
	$fixed gdbserver --once "$@" </dev/null >/dev/null 2>"$messages" &
	server=$!
	servers="$servers $server"
	wait_for "gdbserver listens" grep -q '^Listening on port ' "$messages"
	target=127.0.0.1:$(sed -n 's/^Listening on port //p' "$messages")
}

# remotely OPTIONS... COMMAND...: as trace, but gdbserver starts the command.
remotely()
{
	serve "$scratch/server" --multi 127.0.0.1:0
	trace --target "$target" "$@"
}

gdbserver --version | sed 's/^/compared with /; q'
serve "$scratch/server" 127.0.0.1:0 true
trace --target "$target" -o "$scratch/trace"
[ "$status" = 0 ] || skip "gdbserver cannot trace here: $(head -n 1 "$scratch/stderr" "$scratch/server")"
shows "$scratch/trace" '^exit_group\(0\) += \?$'
shows "$scratch/trace" '^\+\+\+ exited with 0 \+\+\+$'

# --- the text of fixtures

build=$PWD/tests/differential
reasons=$srcdir/tests/live/gdb_reasons.tsv
tab=$(printf '\t')

# between_marks FILE FIXTURE: the lines between the marks of the fixture, after the edits of the reasons. Sockets are others in each run.
between_marks()
{
	sed -n '/\/scry\/begin/,/\/scry\/end/p' "$1" |
		sed -E 's/\b2<[^>]*>(.*\)) +=/2<STDERR>\1 =/; s/<socket:\[[0-9]+\]>/<socket:[N]>/g; s/"time":"[^"]*"/"time":T/g; s/"(time_ns|duration_ns|pid|tgid|port_id)":[0-9]+/"\1":N/g' >"$1.cut"
	grep -v '^#' "$reasons" | while IFS=$tab read -r pattern from to _; do
		echo "$2" | grep -qE "$pattern" || continue
		sed -E "s~$from~$to~" "$1.cut" >"$1.edited" && mv "$1.edited" "$1.cut"
	done
}

lines=0
# same_text FIXTURE OPTIONS...
same_text()
{
	fixture=$1
	shift
	[ -x "$build/$fixture.fixture" ] || {
		not_tested "fixtures of i386: no compiler makes 32-bit programs here"
		return
	}
	# shellcheck disable=SC2086 # a list of words
	timeout -s KILL $((60 * patience)) $fixed "$scry" "$@" -o "$scratch/ptrace" "$build/$fixture.fixture" </dev/null >/dev/null 2>&1
	remotely "$@" -o "$scratch/gdb" "$build/$fixture.fixture"
	ends_with 0
	same "$fixture $*: messages" '' "$(cat "$scratch/stderr")"
	between_marks "$scratch/ptrace" "$fixture"
	between_marks "$scratch/gdb" "$fixture"
	n=$(lines_of "$scratch/ptrace.cut")
	lines=$((lines + n))
	check "$fixture $*: nothing between the marks" [ "$n" -gt 2 ]
	cmp -s "$scratch/ptrace.cut" "$scratch/gdb.cut" || {
		fail "$fixture $*: the engines differ"
		diff "$scratch/ptrace.cut" "$scratch/gdb.cut" | head -n 4 | cut -c 1-1000
	}
	checks=$((checks + 1))
}

same_text file_native
same_text file_native -y
same_text paths_i386
same_text poll_native --json
same_text process_native -v
same_text time_i386 -X verbose
same_text paths_native -k
if [ "${GDB_FIXTURES:-}" = all ]; then
	for abi in native i386; do
		for family in ${GDB_FAMILIES:-aio bpf btrfs fcntl file ioctl ipc memory netlink network paths poll prctl process signal task time}; do
			same_text "${family}_$abi"
			same_text "${family}_$abi" -v -s 1000
		done
	done
fi
echo "$lines lines of fixtures were compared"

# --- stacks

compiler=$(command -v cc || command -v gcc || command -v clang)
if [ -n "$compiler" ] && "$compiler" -g -O1 -o "$scratch/program" "$srcdir/tests/live/programs/stacks.c" && ! "$scry" -V | grep -q '^libunwind: no'; then
	remotely -k -e trace=brk "$scratch/program"
	shows "$scratch/stderr" '^ > .*/program\(grow_heap\+0x[0-9a-f]+\) \[0x[0-9a-f]+\]$'
	shows "$scratch/stderr" '^ > .*/program\(main\+0x[0-9a-f]+\) \[0x[0-9a-f]+\]$'
	remotely -f --folded="$scratch/folded" -e trace=brk sh -c "$scratch/program; exit 0"
	shows "$scratch/folded" '^program;.*;main;.*grow_heap;.*brk [0-9]+$'
else
	not_tested "stacks: no compiler or no libunwind here"
fi

# --- trees and threads

# shapes PREFIX: what the files of -ff have, without numbers of processes and times of CPU, one after the other. The first line of the
# ptrace engine, the execve that launches the command, is one that no stub reports. A shell starts gdbserver with signals ignored.
shapes()
{
	for file in "$1".*; do
		sed -E '1{/^execve\(/d}; s/\b(pid|tid)=[0-9]+|\b[0-9]{3,7}\b/N/g; s/si_[us]time=[0-9]+/TIME/g; s/<pid changed.*//' "$file" |
			grep -vE '^(futex|rt_sigaction|getrandom|brk|mmap|munmap|mprotect|exit_group|wait4|--- SIGCHLD|rt_sigreturn)' | cksum
	done | sort
}

# same_tree TREE COMMAND...: the tracees of both engines make the same calls.
same_tree()
{
	tree=$1
	shift
	# Processes and threads do not do everything in the same order each time.
	for attempt in 1 2 3 4; do
		trace_tree "$@"
		[ "$(shapes "$scratch/tree.ptrace")" != "$(shapes "$scratch/tree.gdb")" ] || break
	done
	same "$tree: files of tracees" "$(ls "$scratch"/tree.ptrace.* | wc -l)" "$(ls "$scratch"/tree.gdb.* | wc -l)"
	same "$tree (attempt $attempt)" "$(shapes "$scratch/tree.ptrace")" "$(shapes "$scratch/tree.gdb")"
}
trace_tree()
{
	rm -f "$scratch"/tree.*
	# shellcheck disable=SC2086 # a list of words
	timeout -s KILL $((60 * patience)) $fixed "$scry" --seccomp-bpf=off -ff -s 4 -X raw -e signal=none -o "$scratch/tree.ptrace" "$@" >/dev/null 2>&1
	same "$tree: status of the ptrace engine" 0 $?
	remotely -ff -s 4 -X raw -e signal=none -o "$scratch/tree.gdb" "$@"
	ends_with 0
}

same_tree 'children of a shell' sh -c 'cat /etc/hostname >/dev/null; (exit 0); true'
same_tree 'execve in a thread' "$programs/thread_exec" /bin/true
remotely -f -e trace=execve "$programs/thread_exec" /bin/true
shows "$scratch/stderr" '^\[pid +[0-9]+\] execve\("/bin/true", \["/bin/true"\], .* <pid changed to [0-9]+ \.\.\.>$'
shows "$scratch/stderr" '^\+\+\+ superseded by execve in pid [0-9]+ \+\+\+$'
shows "$scratch/stderr" '^<\.\.\. execve resumed>\) += 0$'

# Without -f children and other threads are not traced.
remotely -e trace=execve,getpid sh -c 'sh -c "true; true"; exit 5'
ends_with 5
lacks "$scratch/stderr" 'execve'
shows "$scratch/stderr" '^\+\+\+ exited with 5 \+\+\+$'

# --- signals and ends

remotely -e trace=kill sh -c 'trap "exit 9" USR1; kill -USR1 $$'
shows "$scratch/stderr" '^kill\([0-9]+, SIGUSR1\) += 0$'
shows "$scratch/stderr" '^--- SIGUSR1 \{si_signo=SIGUSR1, si_code=SI_USER, si_pid=[0-9]+, si_uid=[0-9]+\} ---$'
ends_with 9
remotely -e trace=none -e signal=none sh -c 'trap "exit 9" USR1; kill -USR1 $$'
lacks "$scratch/stderr" 'SIGUSR1'
ends_with 9
remotely -e trace=none sh -c 'kill -TERM $$'
shows "$scratch/stderr" '^\+\+\+ killed by SIGTERM \+\+\+$'
ends_with 143

# --- filters, tables, recordings

remotely -f -e trace=openat -P /etc/hostname cat /etc/hostname
shows "$scratch/stderr" '^openat\(AT_FDCWD, "/etc/hostname", O_RDONLY\) += [0-9]+$'
same 'lines with -P' 2 "$(lines_of "$scratch/stderr")"
remotely -c -e trace=getppid,execve sh -c 'exit 0'
shows "$scratch/stderr" ' getppid$'
lacks "$scratch/stderr" ' (openat|execve)$'
if ! "$scry" -V | grep -q '^libzstd: no'; then
	remotely --record="$scratch/recording" cat /etc/hostname
	trace --replay="$scratch/recording" -y -e trace=read
	shows "$scratch/stdout" '^read\([0-9]+</etc/hostname>, "[^"]+", [0-9]+\) += [0-9]+$'
fi
serve "$scratch/server" --multi 127.0.0.1:0
timeout -s KILL $((60 * patience)) "$scry" --target "$target" -E SCRY_GIVEN=yes -E HOME -e trace=none sh -c '[ "$SCRY_GIVEN" = yes ] && [ -z "${HOME+set}" ]' 2>"$scratch/stderr"
same '-E: status' 0 $?

# --- changes

if [ "$(uname -m)" = x86_64 ]; then
	remotely -e trace=getppid -e inject=getppid:retval=77 sh -c 'exit 0'
	shows "$scratch/stderr" '^getppid\(\) += 77 \(INJECTED\)$'
	remotely -e trace=openat -e fault=openat:error=EACCES:when=1 cat /etc/hostname
	same 'calls that fail' 1 "$(grep -c 'EACCES.*INJECTED' "$scratch/stderr")"
fi
remotely -e trace=write -e inject=write:poke_enter=@arg2=58 cat /etc/hostname
shows "$scratch/stderr" '^write\(1, "X.*\(INJECTED: args\)$'
remotely -e trace=getppid -e inject=getppid:signal=TERM:delay_enter=1ms sh -c 'exit 0'
shows "$scratch/stderr" '^--- SIGTERM '
ends_with 143

# --- attaching, ^C

sleep 100 &
sleeper=$!
serve "$scratch/server" --multi 127.0.0.1:0
"$scry" --target "$target" -p "$sleeper" -o "$scratch/attached" 2>"$scratch/stderr" &
tracer=$!
wait_for "scry is attached" grep -q "^scry: Process $sleeper attached" "$scratch/stderr"
wait_for "the call goes on" grep -q '^TracerPid:.*[1-9]' "/proc/$sleeper/status"
kill -INT "$tracer"
wait "$tracer"
same 'status after ^C' 130 $?
shows "$scratch/stderr" "^scry: Process $sleeper detached"
same 'TracerPid of a detached process' 0 "$(sed -n 's/^TracerPid:[[:blank:]]*//p' "/proc/$sleeper/status")"
shows "/proc/$sleeper/status" '^State:.*sleeping'
kill "$sleeper"
wait "$sleeper" 2>/dev/null

# --- a stub that is not there, or goes away

trace --target 127.0.0.1:1 true
ends_with 1
shows "$scratch/stderr" "^scry: cannot connect to '127.0.0.1:1': Connection refused\$"
trace --target '|true' true
ends_with 1
shows "$scratch/stderr" "^scry: '\|true': there is no stub of GDB's remote protocol: the stub closed the connection\$"
trace --target nowhere true
shows "$scratch/stderr" "^scry: --target 'nowhere': must be HOST:PORT, unix:PATH or '\|COMMAND'\$"
serve "$scratch/server" --multi 127.0.0.1:0
trace --target "$target"
ends_with 1
shows "$scratch/stderr" 'the stub runs no program: give PROG \[ARGS\] or -p PID$'
remotely sh -c "echo 'a'"
ends_with 1
shows "$scratch/stderr" "the stub cannot pass an argument that has a ' or no character"
remotely /nonexistent/program
ends_with 1
shows "$scratch/stderr" "the stub cannot run '/nonexistent/program'\$"

serve "$scratch/server" --multi 127.0.0.1:0
"$scry" --target "$target" -e trace=clock_nanosleep,nanosleep sleep 100 2>"$scratch/stderr" &
tracer=$!
wait_for "the call of sleep" grep -q 'nanosleep(' "$scratch/stderr"
kill -KILL "$server"
wait "$tracer"
same 'status without a stub' 1 $?
shows "$scratch/stderr" "scry: '$target': the connection is lost: .*; 1 process or thread was traced, and the stub decides what becomes of it\$"
shows "$scratch/stderr" '^ <detached \.\.\.>$'

for server in $servers; do
	kill "$server" 2>/dev/null
done
finish
