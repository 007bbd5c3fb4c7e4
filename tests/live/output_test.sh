#!/bin/sh
# SPDX-License-Identifier: MIT
# Output that fails while scry traces: said once, the tracee goes on, status 1 at the end.
. "${srcdir:-.}/tests/live/lib.sh"

# Enough lines to fill every buffer.
many='i=0; while [ $i -lt 3000 ]; do cd /; i=$((i+1)); done; echo done; exit 5'

for format in text json; do
	trace --format=$format -o /dev/full sh -c "$many"
	ends_with 1
	same "$format: the command's output with a full disk" done "$(cat "$scratch/stdout")"
	same "$format: what is said: $(cat "$scratch/stderr")" 1 "$(lines_of "$scratch/stderr")"
	shows "$scratch/stderr" '^scry: .*/dev/full.*No space left on device'
done

# stderr closed, or closed by its reader: the command must not notice.
timeout -s KILL 30 "$scry" sh -c "$many" >"$scratch/stdout" 2>&- </dev/null
status=$?
ends_with 1
same "the command's output without a stderr" done "$(cat "$scratch/stdout")"
timeout -s KILL 30 "$scry" sh -c "$many" >&- 2>"$scratch/stderr" </dev/null
status=$?
shows "$scratch/stderr" '^write\(1, "done\\n", 5\) += -1 EBADF'
{
	timeout -s KILL 30 "$scry" sh -c "$many" >"$scratch/stdout"
	echo $? >"$scratch/status"
} 2>&1 </dev/null | head -n 1 >"$scratch/first"
same "the command's output when the reader has gone" done "$(cat "$scratch/stdout")"
same "status when the reader has gone" 1 "$(cat "$scratch/status")"

# Files opened by descriptors that are closed do not end up in the command's.
trace -o "$scratch/trace" sh -c 'exit 0' 3>&- 4>&-
lacks "$scratch/stderr" .

# An existing file is replaced; with -A it is kept.
echo 'an old line that is longer than the new trace will be' >"$scratch/trace"
trace -e trace=none -o "$scratch/trace" true
same "the file" '+++ exited with 0 +++' "$(cat "$scratch/trace")"
finish
