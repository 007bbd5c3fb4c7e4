#!/bin/sh
# SPDX-License-Identifier: MIT
# Stacks with the bpf engine, from a copy that the kernel makes: they are those of ptrace, also of processes that ended long before scry looks at them.
# frames_test.sh and stack_test.sh run with this engine as well: bpf_live_test.sh.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf
"$scry" -k -o /dev/null true 2>"$scratch/stderr" || skip "$(sed -n 's/^scry: //p' "$scratch/stderr" | head -n 1)"

# stacks_of FILE...: calls and frames without addresses and numbers of processes, in the order in which processes began.
stacks_of()
{
	# shellcheck disable=SC2012 # names of our own
	cat $(ls "$@" | sort -t . -k 3n) | grep -E '^( > |[a-z0-9_]+\()' | sed -E 's/^([a-z0-9_]+)\(.*/\1/; s/\[0x[0-9a-f]{9,}\]/[ADDRESS]/'
}

# same_stacks WHAT COMMAND...: with a file for each process.
same_stacks()
{
	what=$1
	shift
	rm -f "$scratch"/own.* "$scratch"/kernel.*
	"$scry" --engine=ptrace -k -ff -o "$scratch/own" "$@" >/dev/null 2>"$scratch/stderr"
	"$scry" --engine=bpf -k -ff -o "$scratch/kernel" "$@" >/dev/null 2>>"$scratch/stderr"
	stacks_of "$scratch"/own.* >"$scratch/by_ptrace"
	stacks_of "$scratch"/kernel.* >"$scratch/by_bpf"
	same "$what: messages" '' "$(cat "$scratch/stderr")"
	check "$what: $(wc -l <"$scratch/by_ptrace") lines, and others: $(diff "$scratch/by_ptrace" "$scratch/by_bpf" | head -n 5)" \
		cmp -s "$scratch/by_ptrace" "$scratch/by_bpf"
	check "$what: there are frames" grep -q '(main\|(_start\|(__libc_start' "$scratch/by_bpf"
}
same_stacks "a program that ends at once" /bin/echo hello
same_stacks "processes that end one after the other" -e signal=none -e trace=execve,openat,mmap,brk,write,vfork,clone,exit_group sh -c '/bin/echo one; (/bin/echo two); exec /bin/echo three'
same_stacks "threads, and calls that block" -e trace=openat,mmap,brk,clone3,write,fsync,exit_group "$programs/blocked"

# Only some calls are selected: what is mapped is known all the same.
trace --engine=bpf -k -f -o "$scratch/trace" -e trace=write,fsync "$programs/blocked"
ends_with 0
shows "$scratch/trace" '^ > .*/blocked\(wait_for_byte\+'
shows "$scratch/trace" '^ > .*/libc[.-].*\(__libc_start_main'
lacks "$scratch/trace" unexpected_backtracing_error
lacks "$scratch/trace" mmap
trace --engine=bpf --summary=stack -f -e trace=write,fsync "$programs/blocked"
ends_with 0
shows "$scratch/stderr" 'wait_for_byte'

# A program that is removed before its first stack is taken. It lives until scry has looked.
cp /bin/sh "$scratch/gone"
mkfifo "$scratch/go"
# shellcheck disable=SC2016 # the traced shell expands
"$scry" --engine=bpf -k -e trace=chdir -o "$scratch/trace" "$scratch/gone" -c 'rm "$0"; cd /; read -r line <"$1"' "$scratch/gone" "$scratch/go" &
tracer=$!
wait_for "the stack" grep -q chdir "$scratch/trace"
echo >"$scratch/go"
wait "$tracer"
shows "$scratch/trace" '^ > .*/gone'
shows "$scratch/trace" '^ > .*/libc[.-].*\(__libc_start_main'
lacks "$scratch/trace" unexpected_backtracing_error

# The call in which a process is blocked when scry attaches to it.
sleep 100 &
sleeper=$!
wait_for "sleep to sleep" sh -c "grep -q nanosleep /proc/$sleeper/wchan || grep -q '^230 ' /proc/$sleeper/syscall"
"$scry" --engine=bpf -k -o "$scratch/trace" -p "$sleeper" 2>"$scratch/stderr" &
tracer=$!
wait_for "the attachment" grep -q attached "$scratch/stderr"
kill -INT "$tracer"
wait "$tracer"
shows "$scratch/trace" '^ > .*/libc[.-].*\(clock_nanosleep\+'
shows "$scratch/trace" '^ > .*/(sleep|coreutils)\('
kill "$sleeper"

# Tracees that are handed over while they run.
if command -v python3 >/dev/null; then
	cat >"$scratch/calls.py" <<'END'
import os, threading
def work():
    for _ in range(500):
        os.getpriority(os.PRIO_PROCESS, 0)
threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads: thread.start()
for thread in threads: thread.join()
if os.fork() == 0:
    work()
    os._exit(0)
os.wait()
END
	SCRY_HAND_OVER=700 trace --debug -k -f -o "$scratch/trace" python3 "$scratch/calls.py"
	ends_with 0
	shows "$scratch/stderr" 'the bpf engine takes over'
	lacks "$scratch/trace" unexpected_backtracing_error
	same "calls, and those with a frame of Python" "2000 2000" "$(awk '
		/^[0-9]+ +[a-z]/ { call = / getpriority\(/; calls += call; next }
		/^[0-9]+ +</ { call = /getpriority resumed/; next }
		call && /^ > .*\(os_getpriority|^ > .*python[^ ]*\(/ { frames++; call = 0 }
		END { print calls, frames }' "$scratch/trace")"
else
	not_tested "stacks of tracees that are handed over: no python3 here"
fi

# A stack that is larger than the copy ends with a line that says so.
if command -v "${CC:-cc}" >/dev/null; then
	cat >"$scratch/deep.c" <<'END'
#include <unistd.h>
__attribute__((noinline)) int deep(int n)
{
	volatile char room[400];
	room[0] = (char)n;
	return n ? deep(n - 1) + room[0] : getppid() + room[0];
}
int main(void) { return deep(200) == 0; }
END
	"${CC:-cc}" -O0 -o "$scratch/deep" "$scratch/deep.c"
	trace --engine=bpf -k -o "$scratch/trace" -e trace=getppid "$scratch/deep"
	ends_with 0
	shows "$scratch/trace" '^ > .*/deep\(deep\+'
	shows "$scratch/trace" '^ > too many stack frames$'
	lacks "$scratch/trace" unexpected_backtracing_error
else
	not_tested "a stack that is larger than its copy: no ${CC:-cc} here"
fi
finish
