#!/bin/sh
# SPDX-License-Identifier: MIT
# An ordinary user can trace own processes, with a filter and without. For processes of other users a message says which
# privilege is needed.
. "${srcdir:-.}/tests/live/lib.sh"

as_user=
if [ "$(id -u)" = 0 ]; then
	need setpriv
	as_user='setpriv --reuid=65534 --regid=65534 --clear-groups'
	chmod 777 "$scratch"
	# Other users may have no access to the build tree.
	cp "$scry" "$scratch/scry" && scry=$scratch/scry
fi

# trace_as_user OPTION... COMMAND...: like trace, as an ordinary user.
trace_as_user()
{
	# shellcheck disable=SC2086 # a list of words
	(cd / && timeout -s KILL $((30 * patience)) $as_user "$scry" "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null)
	status=$?
}

for options in '' '-f' '-f -e trace=execve,openat' '-f --seccomp-bpf=on -e trace=execve' '--json' '-c'; do
	# shellcheck disable=SC2086
	trace_as_user $options -o "$scratch/trace" sh -c '/bin/echo a child; exit 4'
	same "$options: status" 4 "$status"
	same "$options: output" 'a child' "$(cat "$scratch/stdout")"
	check "$options: trace" grep -q 'execve' "$scratch/trace"
	same "$options: stderr" '' "$(cat "$scratch/stderr")"
	rm -f "$scratch/trace"
done

trace_as_user -p 1
ends_with 1
shows "$scratch/stderr" '^scry: .*1.*(Operation not permitted|[Pp]ermission)'
shows "$scratch/stderr" '(same user|root|CAP_SYS_PTRACE)'
lacks "$scratch/stderr" '^exit'

# The user attaches to an own process.
# shellcheck disable=SC2086
$as_user sleep 30 &
sleeper=$!
wait_for "sleep to run" sh -c "[ \"\$(cat /proc/$sleeper/comm)\" = sleep ]"
# shellcheck disable=SC2086
(cd / && exec $as_user "$scry" -o "$scratch/trace" -p $sleeper 2>"$scratch/stderr") &
tracer=$!
if wait_for "an ordinary user's scry to attach" is_traced $sleeper; then
	kill -INT $tracer
	wait $tracer
	wait_for "sleep to be detached" runs_untraced $sleeper
fi
kill -KILL $sleeper
finish
