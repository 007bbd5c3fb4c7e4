#!/bin/sh
# SPDX-License-Identifier: MIT
# A replay goes to stdout, in each format; messages do not. If its reader ends early, that is no failure that must be said.
. "${srcdir:-.}/tests/live/lib.sh"
"$scry" -V | grep -q '^libzstd: yes' || skip 'scry was built without libzstd'

trace --record="$scratch/some" sh -c 'i=0; while [ $i -lt 3000 ]; do cd /; i=$((i+1)); done'
trace --replay="$scratch/some" -e trace=execve
ends_with 0
shows "$scratch/stdout" '^execve\("'
lacks "$scratch/stderr" execve
trace --replay="$scratch/some" --json -e trace=execve
shows "$scratch/stdout" '^\{"version".*"execve"'
lacks "$scratch/stderr" '^\{'
trace --replay="$scratch/some" -c
shows "$scratch/stdout" ' 3000 .*chdir$'
trace --replay="$scratch/some" --summary=syscall -o -
shows "$scratch/stdout" ' chdir'
trace --replay="$scratch/some" -o "$scratch/replayed"
lacks "$scratch/stdout" .
{ timeout -s KILL $((60 * patience)) "$scry" --replay="$scratch/some" --json 2>"$scratch/stderr"; } | head -n 1 >"$scratch/first"
shows "$scratch/first" '^\{"version"'
lacks "$scratch/stderr" .
timeout -s KILL $((60 * patience)) "$scry" --replay="$scratch/some" >/dev/full 2>"$scratch/stderr"
status=$?
ends_with 1
shows "$scratch/stderr" "^scry: writing to 'stdout' failed: No space left on device; nothing more is written\$"

# "-" is stdin: a pipe, a file, also with --from, which looks for a place. What is no recording is refused.
for from in '' --from=-10ms; do
	trace --replay="$scratch/some" $from -o "$scratch/expected"
	# shellcheck disable=SC2002 # a pipe
	cat "$scratch/some" | timeout -s KILL $((60 * patience)) "$scry" --replay=- $from >"$scratch/piped" 2>"$scratch/stderr"
	check "a pipe $from: $(cat "$scratch/stderr")" cmp -s "$scratch/expected" "$scratch/piped"
	timeout -s KILL $((60 * patience)) "$scry" --replay=- $from <"$scratch/some" >"$scratch/piped" 2>"$scratch/stderr"
	check "a file $from: $(cat "$scratch/stderr")" cmp -s "$scratch/expected" "$scratch/piped"
done
echo no recording | "$scry" --replay=- >"$scratch/stdout" 2>"$scratch/stderr"
same "status of what is no recording" 1 $?
shows "$scratch/stderr" "^scry: '-' is no recording of scry: "
timeout -s KILL $((60 * patience)) "$scry" --replay=- <&- >"$scratch/stdout" 2>"$scratch/stderr"
same "status without stdin" 1 $?
check "no file is left" [ ! -e - ]
finish
