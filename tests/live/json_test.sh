#!/bin/sh
# SPDX-License-Identifier: MIT
# JSON: every line is one record that the schema allows, whatever was traced; jq can work on it.
. "${srcdir:-.}/tests/live/lib.sh"
need jq

find_python

trace --json -o "$scratch/trace" sh -c 'exit 3'
ends_with 3
validate "$scratch/trace" "a shell"
same "the code in the last record" 3 "$(tail -n 1 "$scratch/trace" | jq .code)"

# Many processes, signals, failures, a thread's execve.
trace --json -f -o "$scratch/trace" sh -c 'ls /nowhere; kill -USR1 $$; /bin/echo x | cat; exit 1'
validate "$scratch/trace" "a tree"
trace --json -f -o "$scratch/trace" "$programs/thread_exec" /bin/true
validate "$scratch/trace" "a thread's execve"
trace --json -f -o "$scratch/trace" "$programs/blocked"
validate "$scratch/trace" "blocked calls"
trace --json -f -e trace=%file --seccomp-bpf=on -o "$scratch/trace" sh -c '/bin/ls /nowhere'
validate "$scratch/trace" "a filtered tree"

# On stderr as well, and what fails can be grouped.
trace --json -e trace=openat cat /nowhere
grep '^{' "$scratch/stderr" >"$scratch/trace"
validate "$scratch/trace" "stderr"
same "the calls that failed, by jq" 'openat ENOENT' "$(jq -r 'select(.error.name == "ENOENT")
	| "\(.name) \(.error.name)"' "$scratch/trace" | sort -u)"

# Every decoder's output, from the prepared buffers.
for fixture in tests/differential/*_native.fixture tests/differential/*_i386.fixture; do
	[ -x "$fixture" ] || {
		not_tested "$fixture: no compiler here makes 32-bit programs"
		continue
	}
	case $fixture in
	*sweep* | *requests*) continue ;;
	*numbers*) set -- "$fixture" 7 "$(uname -m)" ;;
	*) set -- "$fixture" ;;
	esac
	trace --json --seccomp-bpf=off -v -o "$scratch/trace" "$@"
	ends_with 0
	validate "$scratch/trace" "$(basename "$fixture")"
done

# A real one, whole: a compiler and all that it starts.
if can_run cc "a compiler and what it starts"; then
	printf '#include <stdio.h>\n#include <sys/socket.h>\nint main(void) { return puts("x"); }\n' >"$scratch/x.c"
	trace --json -fyyY -o "$scratch/trace" cc -O2 -o "$scratch/x" "$scratch/x.c"
	ends_with 0
	validate "$scratch/trace" "a compiler"
	check "a compiler makes more than 500 calls" [ "$(lines_of "$scratch/trace")" -gt 500 ]
fi
finish
