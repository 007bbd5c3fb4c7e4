#!/bin/sh
# SPDX-License-Identifier: MIT
# JSON: every line is one record that conforms to the schema, and jq can process it.
. "${srcdir:-.}/tests/live/lib.sh"
need jq

find_python

trace --json -o "$scratch/trace" sh -c 'exit 3'
ends_with 3
validate "$scratch/trace" "a shell"
same "the code in the last record" 3 "$(tail -n 1 "$scratch/trace" | jq .code)"

# query WHAT EXPECTED FILTER: the lines that jq prints, in one.
query()
{
	same "$1" "$2" "$(jq -rc "$3" "$scratch/trace" | paste -sd ' ')"
}

# What users ask for. Arguments and members are found by name.
mkdir "$scratch/work"
printf '%200s' '' >"$scratch/work/in"
trace --json -y -s 10 -o "$scratch/trace" "$programs/queried" "$scratch/work"
ends_with 0
validate "$scratch/trace" "one call of each kind"
query "files opened for writing" 'out absent' 'select(.args.flags.flags? | index("O_WRONLY") or index("O_RDWR")) | .args.pathname.path'
query "connects that failed" 'ECONNREFUSED 127.0.0.1:1 ENOENT socket' 'select(.name == "connect" and .error) |
	"\(.error.name) \(.args.addr | .sun_path.path // "\(.sin_addr.ip):\(.sin_port.port)")"'
same "bytes read from each file" "$scratch/work/in 200" "$(jq -rn 'reduce (inputs | select(.name == "read" and .result? > 0)) as $call
	({}; .[$call.args.fd.path] += $call.result) | to_entries[] | "\(.key) \(.value)"' "$scratch/trace" | grep work)"
query "a struct in an array" 'POLLIN POLLOUT' 'select(.name == "poll").args.fds | .[0].events.flags[], .[1].events.flags[]'
query "what poll found" 'POLLOUT' 'select(.name == "poll").args.fds[] | .revents.flags[]'
query "the order of arguments" '["dirfd","pathname","flags","mode"]' 'select(.args.pathname.path? == "out").args | keys_unsorted'

# An argument that the call changes, and the same call when it does not.
query "before and after" '{"before":8,"after":4} 4' 'select(.name == "getsockopt").args.optlen'

# A string that -s cuts has a mark and its length. A string that is short enough has no mark.
query "a string that was cut" '{"string":"xxxxxxxxxx","truncated":true,"length":300}' \
	'select(.name == "write").args.buf | select(.string? and .truncated)'
query "a cut string in base64" '{"string_base64":"/3h4eHh4eHh4eA==","truncated":true,"length":300}' \
	'select(.name == "write").args.buf | select(.string_base64? and .truncated)'
query "strings that were not cut" '["string"] ["string_base64"]' 'select(.name == "write").args.buf | select(.truncated | not) | keys'
query "a file name is never cut" "$scratch/work" 'select(.name == "chdir").args.path.path'
trace --json -s 300 -e trace=write -o "$scratch/trace2" "$programs/queried" "$scratch/work"
same "lengths with -s 300" '300 300' "$(jq -r 'select(.name == "write").args.buf | select(.truncated) // empty' "$scratch/trace2")$(
	jq -r 'select(.args.count? == 300).args.buf | (.string // (.string_base64 | @base64d)) | length' "$scratch/trace2" | paste -sd ' ')"

# A NUL ends the arguments of execve(2): scry searches it to find the length.
trace --json -s 10 -e trace=execve -o "$scratch/trace3" sh -c 'exec /bin/true "$1" short' sh "$(printf %09000d 0)"
same "a cut C string" '{"string":"0000000000","truncated":true,"length":9000} {"string":"short"}' \
	"$(jq -c 'select(.args.pathname?.path == "/bin/true").args.argv[1:][]' "$scratch/trace3" | paste -sd ' ')"

# Without -s a string has 4,096 bytes, and an argument of a program is whole.
trace --json -e trace=execve,write -o "$scratch/trace3" sh -c 'printf %05000d 0 >/dev/null; exec /bin/true "$1"' sh "$(printf %09000d 0)"
same "an argument of a program" 9000 "$(jq 'select(.args.pathname?.path == "/bin/true").args.argv[1].string | length' "$scratch/trace3")"
same "a long string" '4096 5000' "$(jq -r 'select(.name == "write" and .args.count == 5000).args.buf | "\(.string | length) \(.length)"' "$scratch/trace3")"

# The environment of a program may have passwords: it is shown on request.
for options in --json "--json -v" --json=flat; do
	# shellcheck disable=SC2086 # a list of words
	PASSWORD=hunter2 trace $options -e trace=execve -o "$scratch/trace3" sh -c 'exec /bin/true'
	lacks "$scratch/trace3" hunter2
	shows "$scratch/trace3" 'unit[\]*":[\]*"vars'
done
PASSWORD=hunter2 trace --json --environment -e trace=execve -o "$scratch/trace3" sh -c 'exec /bin/true'
validate "$scratch/trace3" "an environment"
same "the environment on request" '2' "$(jq -r '.args.envp?[]?.string | select(. == "PASSWORD=hunter2")' "$scratch/trace3" | wc -l | tr -d " ")"

# The time of a record: both members agree, and each record says who made it.
same "times" '[]' "$(jq -c 'select((.time[:19] + "Z" | fromdate) != (.time_ns / 1e9 | floor)) | .time' "$scratch/trace3" | jq -cs .)"
same "command names" '["sh","true"]' "$(jq -cs 'map(.comm) - [null] | unique | map(select(. != "scry"))' "$scratch/trace3")"

# --json=flat: each line has the same columns in the same order, and a column has one type.
trace --json=flat -f -yy -o "$scratch/flat" sh -c "$programs/queried $scratch/work; kill -USR1 \$\$"
columns='["time","time_ns","type","pid","tid","comm","container","unit","name","error","result","duration_ns","path","peer","fd","bytes","adjusted_count","args"]'
same "the columns" "$columns" "$(jq -c keys_unsorted "$scratch/flat" | sort -u)"
same "the types of columns" '' "$(jq -sc 'map(map_values(type) | to_entries[]) | group_by(.key) | map(map(.value) - ["null"] | unique | select(length > 1)) | .[]' "$scratch/flat")"
same "arguments are JSON" '"object"' "$(jq '.args | fromjson | type' "$scratch/flat" | sort -u)"
validate_flat "$scratch/flat"
flat()
{
	same "flat: $1" "$2" "$(jq -rc "$3" "$scratch/flat" | sort -u | paste -sd ' ')"
}
flat "bytes read from a file" "$scratch/work/in 200" 'select(.name == "read" and .bytes > 0 and (.path | endswith("work/in"))) | "\(.path) \(.bytes)"'
flat "a failed connect" 'ECONNREFUSED 127.0.0.1:1 null' 'select(.name == "connect" and .error == "ECONNREFUSED") | "\(.error) \(.peer) \(.bytes)"'
flat "a relative path" "$scratch/work/out" 'select(.name == "openat" and (.path | endswith("/out"))).path'
flat "the end" 'SIGUSR1' 'select(.type == "killed").name'
flat "a process is one" 'true' 'select(.type == "killed") | .pid == .tid'
for target in /some/where ../../where; do
	rm -f "$scratch/link"
	trace -f --json=flat -o "$scratch/flat" -e trace=symlink,symlinkat sh -c 'cd "$1" && ln -s "$2" link' - "$scratch" "$target"
	flat "a link to $target" "$scratch/link" 'select(.name == "symlinkat" or .name == "symlink").path'
done
rm -f "$scratch/link"
trace --json=flat -o "$scratch/flat" sh -c 'exit 3'
flat "an exit status" 3 'select(.type == "exited").result'

# A long trace has a record with all members, before a reader has seen as many records as it takes columns from.
trace --json -e trace=getpid -o "$scratch/long" "$programs/steady" 20100
same "the record with all members" '20000' "$(grep -n '"type":"members"' "$scratch/long" | cut -d: -f1)"
validate "$scratch/long" "a long trace"
same "a filter finds nothing there" '' "$(jq -r 'select(.type == "members") | .args.pathname.path, .error.name, .args.flags.flags | values' "$scratch/long")"
trace --json -e trace=getpid -o "$scratch/long" "$programs/steady" 100
lacks "$scratch/long" '"members"'

# All bytes are found in the record. None of them controls a terminal or ends a line.
query "a name that is not UTF-8" 'Yv9j' 'select(.args.pathname.path_base64?).args.pathname.path_base64'
same "control characters" "$(printf 'a\n\033[1m"\\\177')" "$(jq -r 'select(.args.count? == 9).args.buf.string' "$scratch/trace")"
query "a NUL" 'AA==' 'select(.name == "write" and .args.count == 1).args.buf.string_base64'
lacks "$scratch/trace" "$(printf '[\001-\037\177]')"

# The arguments of a call that scry does not know are numbers. With -e raw the arguments of any call are.
case $("$scry" -V | sed -n 's/^ABIs: //p') in
i386 | arm) unknown='{"arg1":1,"arg2":4294967295,"arg3":3,"arg4":4294967295,"arg5":2147483647,"arg6":5}' ;; # a long long is two arguments
*) unknown='{"arg1":1,"arg2":"18446744073709551615","arg3":3,"arg4":"9223372036854775807","arg5":5,"arg6":6}' ;;
esac
query "an unknown call" "$unknown ENOSYS" \
	'select(.number == 999) | .args, .error.name'
trace --json -e raw=connect -e trace=connect -o "$scratch/trace2" "$programs/queried" "$scratch/work"
validate "$scratch/trace2" "raw calls"
same "raw arguments" '["arg1","arg2","arg3"] number' \
	"$(jq -rc 'select(.name == "connect").args | "\(keys) \(.arg2 | type)"' "$scratch/trace2" | sort -u)"

# A 32-bit call of a 64-bit process.
case $("$scry" -V | sed -n 's/^ABIs: //p') in
x86_64*) query "a call of i386" 'access 33 absent32 ENOENT' \
	'select(.type == "call" and .abi == "i386") | "\(.name) \(.number) \(.args.pathname.path) \(.error.name)"' ;;
esac

# A call that never returns: the buffer that it would have filled is unknown.
trace --json -f -e trace=read,exit_group -o "$scratch/trace" "$programs/queried" "$scratch/work" unfinished
validate "$scratch/trace" "an unfinished call"
query "an unfinished call" 'killed {"unknown":true} 1 null' \
	'select(.returned == false) | .why, .args.buf, .args.count, .result'
query "a signal" 'SIGKILL 9 false' 'select(.type == "killed" and .pid == .tgid) | .signal, .number, .core_dumped'
trace --json -o "$scratch/trace" sh -c 'kill -USR1 $$'
query "a signal about to be delivered" 'SIGUSR1 SI_USER true' \
	'.pid as $pid | select(.type == "signal") | .signal, .siginfo.si_code.enum, .siginfo.si_pid.pid == $pid'

# Several processes, signals, failed calls, execve in a thread.
trace --json -f -o "$scratch/trace" sh -c 'ls /nowhere; kill -USR1 $$; /bin/echo x | cat; exit 1'
validate "$scratch/trace" "a process tree"
trace --json -f -o "$scratch/trace" "$programs/thread_exec" /bin/true
validate "$scratch/trace" "execve in a thread"
trace --json -f -o "$scratch/trace" "$programs/blocked"
validate "$scratch/trace" "blocked calls"
trace --json -f -e trace=%file --seccomp-bpf=on -o "$scratch/trace" sh -c '/bin/ls /nowhere'
validate "$scratch/trace" "a filtered process tree"

# Records on stderr, and a query for the calls that failed.
trace --json -e trace=openat cat /nowhere
grep '^{' "$scratch/stderr" >"$scratch/trace"
validate "$scratch/trace" "stderr"
same "the calls that failed, by jq" 'openat ENOENT' "$(jq -r 'select(.error.name == "ENOENT")
	| "\(.name) \(.error.name)"' "$scratch/trace" | sort -u)"

# The fixtures of tests/differential make every decoder run.
for fixture in tests/differential/*_native.fixture tests/differential/*_i386.fixture; do
	[ -x "$fixture" ] || {
		not_tested "$fixture: no compiler here makes 32-bit programs"
		continue
	}
	case $fixture in
	*sweep* | *requests* | *calls*) continue ;;
	*numbers*) set -- "$fixture" 7 "$(uname -m)" ;;
	*) set -- "$fixture" ;;
	esac
	trace --json --seccomp-bpf=off -v -o "$scratch/$(basename "$fixture").json" "$@"
	ends_with 0
done
validate_all "a fixture" "$scratch"/*.fixture.json

# A large program: a compiler and the processes that it starts.
if can_run cc "a compiler and what it starts"; then
	printf '#include <stdio.h>\n#include <sys/socket.h>\nint main(void) { return puts("x"); }\n' >"$scratch/x.c"
	trace --json -fyyY -o "$scratch/trace" cc -O2 -o "$scratch/x" "$scratch/x.c"
	ends_with 0
	validate "$scratch/trace" "a compiler"
	check "a compiler makes more than 500 calls" [ "$(lines_of "$scratch/trace")" -gt 500 ]
fi
finish
