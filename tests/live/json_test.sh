#!/bin/sh
# SPDX-License-Identifier: MIT
# JSON: every line is one record that the schema allows, whatever was traced; jq can work on it.
. "${srcdir:-.}/tests/live/lib.sh"
need jq

schema=$srcdir/doc/record.schema.json

validate()
{
	checks=$((checks + 1))
	jq -c . "$1" >/dev/null 2>"$scratch/jq.errors" || {
		fail "$2: not JSON: $(head -n 1 "$scratch/jq.errors")"
		return
	}
	same "$2: records, of lines" "$(lines_of "$1")" "$(jq -c . "$1" | wc -l | tr -d ' ')"
	[ -n "$python" ] || return 0
	checks=$((checks + 1))
	"$python" "$srcdir/tests/live/validate.py" "$schema" "$1" >"$scratch/schema.errors" 2>&1 ||
		fail "$2: $(head -n 3 "$scratch/schema.errors")"
}

python=
for candidate in /usr/bin/python3 python3; do
	if "$candidate" -c 'import jsonschema' 2>/dev/null; then
		python=$candidate
		break
	fi
done
[ -n "$python" ] || echo "no python3-jsonschema here: records are not compared with the schema"

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
	[ -x "$fixture" ] || continue
	case $fixture in
	*sweep*) continue ;;
	*numbers*) set -- "$fixture" 7 "$(uname -m)" ;;
	*) set -- "$fixture" ;;
	esac
	trace --json --seccomp-bpf=off -v -o "$scratch/trace" "$@"
	ends_with 0
	validate "$scratch/trace" "$(basename "$fixture")"
done
finish
