#!/bin/sh
# SPDX-License-Identifier: MIT
# --otlp: spans and metrics, as a collector gets them.
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -V | grep -q '^otlp: yes$' || skip "no otlp here"
find_python
[ -n "$python" ] || skip "no python3 here"
command -v jq >/dev/null || skip "no jq here"
unset TRACEPARENT OTEL_SERVICE_NAME OTEL_RESOURCE_ATTRIBUTES OTEL_EXPORTER_OTLP_HEADERS http_proxy HTTP_PROXY

"$python" "$srcdir/tests/live/collector.py" "$scratch/got" 2>"$scratch/collector.errors" &
collector=$!
wait_for "the collector" test -e "$scratch/got.port"
port=$(cat "$scratch/got.port")
url=http://127.0.0.1:$port

# send OPTION...: traces with --otlp; what the collector got is in $scratch/got.
send()
{
	: >"$scratch/got"
	trace --otlp="$url/ok" "$@"
}

# query FILTER: of jq, about all requests together.
query()
{
	jq -r -s "$1" "$scratch/got"
}
spans='[.[].resourceSpans[]?.scopeSpans[].spans[]]'
# span NAME PATH...: of the span with a name.
span()
{
	query "$spans | .[] | select(.name == \"$1\") | $2"
}

# --- processes: a tree ---
pipeline='cat /etc/passwd /no/file | sort >/dev/null; kill -TERM $$'
tree()
{
	send "$@" sh -c "$pipeline"
	root=$(span sh 'select(has("parent") | not).id')
	check "$*: one root" [ "$(echo "$root" | wc -w)" = 1 ]
	same "$*: its children" "cat sort" "$(query "$spans | map(select(.parent == \"$root\").name) | sort | join(\" \")")"
	same "$*: one trace" 1 "$(query "$spans | map(.trace) | unique | length")"
	same "$*: arguments" '["cat","/etc/passwd","/no/file"]' "$(span cat '.attributes["process.command_args"] | @json')"
	same "$*: path" "$(command -v cat)" "$(span cat '.attributes["process.executable.path"]')"
	same "$*: exit status" '1 2 exited with 1' "$(span cat '"\(.attributes["process.exit.code"]) \(.status.code) \(.status.message)"')"
	same "$*: success" '0 null' "$(span sort '"\(.attributes["process.exit.code"]) \(.status)"')"
	same "$*: a signal ends it" 'killed by SIGTERM' "$(span sh '.status.message')"
	same "$*: a failure" 'openat ENOENT 1' "$(span cat '.events[] | select(.attributes["file.path"] == "/no/file") | "\(.attributes["syscall.name"]) \(.attributes["error.type"]) \(.attributes["syscall.count"])"')"
	same "$*: signals" 'SIGCHLD SIGTERM' "$(span sh '[.events[] | select(.name == "signal").attributes["signal.name"]] | unique | join(" ")')"
	same "$*: times" true "$(query "$spans | all(.start > 1500000000000000000 and .ends >= .start)")"
	same "$*: a child ends before its parent" true "$(query "$spans | (.[] | select(.name == \"sh\").ends) as \$last | all(.ends <= \$last)")"
}
tree --seccomp-bpf=off
same "status is that of the command" 143 "$status"
same "where it ran" "$(uname -n) linux sh" "$(query '.[0].resourceSpans[0].resource.attributes | "\(.["host.name"]) \(.["os.type"]) \(.["service.name"])"')"
lacks "$scratch/stderr" '^scry:'
if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
	tree --engine=bpf
else
	not_tested "spans of the bpf engine: no bpf here"
fi

# --- metrics ---
send "$programs/figures"
same "calls" 10 "$(query '[.[].resourceMetrics[]?.scopeMetrics[].metrics[] | select(.name == "scry.calls").sum.points[] | select(.attributes["syscall.name"] == "nanosleep").int] | last')"
same "durations" '10 10 10' "$(query '[.[].resourceMetrics[]?.scopeMetrics[].metrics[] | select(.name == "scry.call.duration").histogram.points[] | select(.attributes["syscall.name"] == "nanosleep")] | last | "\(.count) \(.counts | add) \(.counts[15:] | add)"')"
same "a bucket more than bounds" 1 "$(query '[.[].resourceMetrics[]?.scopeMetrics[].metrics[] | select(.name == "scry.call.duration").histogram.points[] | (.counts | length) - (.bounds | length)] | unique | .[]')"
check "errors" [ ENOENT = "$(query '[.[].resourceMetrics[]?.scopeMetrics[].metrics[] | select(.name == "scry.errors").sum.points[] | select(.attributes["syscall.name"] == "openat").attributes["error.type"]] | index("ENOENT") | values | "ENOENT"')" ]
send --summary=tgid -o "$scratch/table" true
same "the keys of --summary are attributes" '["process.pid"]' "$(query '[.[].resourceMetrics[]?.scopeMetrics[].metrics[] | select(.name == "scry.calls").sum.points[].attributes | keys] | unique | .[] | @json')"

# --- calls ---
connect="import socket; socket.create_connection((\"127.0.0.1\", $port))"
send -e trace=connect --where "args.addr.sin_port == $port" "$python" -c "$connect"
same "a connection" "127.0.0.1 $port 127.0.0.1 $port 0" "$(span connect '.attributes | "\(.["network.peer.address"]) \(.["network.peer.port"]) \(.["server.address"]) \(.["server.port"]) \(.["syscall.result"])"')"
same "its parent is the process" true "$(query "$spans | (.[] | select(.name == \"connect\").parent) as \$parent | any(.id == \$parent)")"
send -e trace=openat -Z cat /no/file
same "a failed call" '/no/file ENOENT 2' "$(span openat 'select(.attributes["file.path"] == "/no/file") | "\(.attributes["file.path"]) \(.attributes["error.type"]) \(.status.code)"')"
same "it is no event as well" 0 "$(span cat '.events // [] | length')"
check "arguments as text" [ "$(span openat 'select(.attributes["file.path"] == "/no/file").attributes["syscall.arguments"]')" = 'AT_FDCWD, "/no/file", O_RDONLY' ]
send --otlp-slower=90ms -e trace=nanosleep,clock_nanosleep,openat sleep 0.1
same "slow calls alone" nanosleep "$(query "$spans | map(select(.name != \"sleep\").name) | unique | join(\" \")" | sed 's/clock_//')"

# With --where either selects, with each engine and in a replay. On a busy machine other calls can be slow, too.
calls="$spans | map(select(.attributes[\"syscall.arguments\"]))"
# either OPTION...: with the options.
either()
{
	send --otlp-slower=90ms --where 'name == openat && path == "/no/file"' "$@"
	same "$1: a slow call" 1 "$(query "$calls | map(select(.name | endswith(\"nanosleep\"))) | length")"
	same "$1: a quick call of --where" '/no/file' "$(query "$calls | map(select(.ends - .start < 9e7).attributes[\"file.path\"]) | unique | .[]")"
	same "$1: no other quick call" openat "$(query "$calls | map(select(.ends - .start < 9e7).name) | unique | .[]")"
}
slow='cat /no/file 2>/dev/null; sleep 0.1; true'
either --engine=ptrace -f sh -c "$slow"
if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
	either --engine=bpf -f sh -c "$slow"
else
	not_tested "--where and --otlp-slower with the bpf engine: no bpf here"
fi
trace -f --record="$scratch/slow" sh -c "$slow"
either --replay="$scratch/slow"
send --where 'name == openat && path == "/no/file"' -f sh -c "$slow"
same "--where alone: no slow calls" openat "$(query "$calls | map(.name) | unique | .[]")"
send --sample=1/3 -e trace=getppid "$python" -c 'import os; [os.getppid() for _ in range(100)]'
same "--sample: what a span stands for" 3 "$(span getppid '.attributes["sampling.adjusted_count"]' | sort -u)"

# --- TRACEPARENT ---
trace_id=0af7651916cd43dd8448eb211c80319c
export TRACEPARENT=00-$trace_id-b7ad6b7169203331-01
send sh -c "true; /bin/true; TRACEPARENT=00-$trace_id-b7ad6b7169203332-00 sleep 0"
same "all are of the trace" $trace_id "$(query "$spans | map(.trace) | unique | join(\" \")")"
same "the command is a child of the application" b7ad6b7169203331 "$(span sh .parent)"
same "what it starts is its child" "$(span sh .id)" "$(span true .parent)"
same "another parent in the environment" 'b7ad6b7169203332 768' "$(span sleep '"\(.parent) \(.flags)"')"
export TRACEPARENT=00-$trace_id-0000000000000000-01
send true
same "a bad parent" null "$(span true .parent)"
unset TRACEPARENT

# --- replay ---
trace -f --record="$scratch/recording" sh -c "$pipeline"
trace --replay="$scratch/recording" --otlp="$url/ok"
: >"$scratch/got"
trace --replay="$scratch/recording" --otlp="$url/ok"
cp "$scratch/got" "$scratch/first"
: >"$scratch/got"
trace --replay="$scratch/recording" --otlp="$url/ok"
same "names" "cat sh sort" "$(query "$spans | map(.name) | sort | join(\" \")")"
check "a second replay sends the same" cmp -s "$scratch/first" "$scratch/got"
same "its failures" '/no/file' "$(span cat '.events[].attributes | select(.["file.path"] == "/no/file")["file.path"]')"

# --- what the environment says ---
: >"$scratch/got"
OTEL_SERVICE_NAME=shop OTEL_RESOURCE_ATTRIBUTES='team=a%2Cb, host.name=other' OTEL_EXPORTER_OTLP_HEADERS='x-key=se%20cret' \
	"$scry" --otlp="$url/ok" true
same "service, attributes and headers" "shop a,b $(uname -n) se cret" \
	"$(query '.[0] | "\(.resourceSpans[0].resource.attributes | "\(.["service.name"]) \(.team) \(.["host.name"])") \(.key)"')"

# --- bytes that are no text ---
send "$programs/figures" "$(printf 'a\377\033[31m')"
same "bytes" 'a\xff\x1b[31m' "$(span figures '.attributes["process.command_args"] | values[1]')"

# --- a collector that does not answer well ---
: >"$scratch/got"
trace --otlp="$url/busy" sh -c 'exit 7'
ends_with 7
same "503 is tried again" sh "$(query "$spans | map(.name) | join(\" \")")"
lacks "$scratch/stderr" 'not sent'
trace --otlp="$url/refuse" sh -c 'exit 7'
ends_with 7
shows "$scratch/stderr" "^scry: --otlp: 1 of 1 spans were not sent to '$url/refuse/v1/traces': it answers with status 400"
# What a collector says beside the status: a message of gRPC, or a text.
for said in "status/: no\\\\033\[31m tenant" "text/: who are you\?" torn/ 'long/: x{100,300}\.\.\.'; do
	trace --otlp="$url/refuse/${said%%/*}" sh -c 'exit 7'
	ends_with 7
	shows "$scratch/stderr" "it answers with status 400${said#*/}\$"
done
trace --otlp="$url/part" sh -c 'exit 7'
shows "$scratch/stderr" "^scry: --otlp: 1 of 1 spans were not sent .*: it does not take all: quota$"

# answered MODE: what scry says about the spans and the points that are not taken, and about the answer, without the counts of points.
answered()
{
	send="$url/$1"
	shift
	trace --otlp="$send" "$@" sh -c 'exit 7'
	ends_with 7
	same "$send: one line for each" "$(sort -u "$scratch/stderr")" "$(sort "$scratch/stderr")"
}
answered reasonless
shows "$scratch/stderr" '^scry: --otlp: 1 of 1 spans were not sent .*: it does not take all$'
# The message is shown escaped and cut, in the same line.
answered long
shows "$scratch/stderr" "^scry: --otlp: 1 of 1 spans were not sent .*: it does not take all: quota\\\\033\\[31m\\\\012scry: forged (é){50,}\\.\\.\\.$"
lacks "$scratch/stderr" '^scry: forged'
answered more
shows "$scratch/stderr" '^scry: --otlp: 1 of 1 spans were not sent .*: it does not take all: quota$'
# A success with a warning, and one with an answer that cannot be read, are successes. Members that need more memory than an answer
# may have are not decoded.
for unread in "advice it warns: use less" "minus its answer has a negative count; what was sent counts as taken" \
	"text its answer is not one of OTLP; what was sent counts as taken" \
	"torn its answer is not one of OTLP; what was sent counts as taken" \
	"small its answer is not one of OTLP; what was sent counts as taken" \
	"endless its answer is too long; what was sent counts as taken"; do
	answered "${unread%% *}"
	same "${unread%% *}: the only line" 1 "$(grep -cE "^scry: --otlp: '$send/v1/(traces|metrics)': ${unread#* }\$" "$scratch/stderr")"
	same "${unread%% *}: no other line" 1 "$(lines_of "$scratch/stderr")"
done
answered ok
same "a good answer" '' "$(cat "$scratch/stderr")"
# While the trace goes on, the first of each sort of answer is said.
trace --otlp="$url/refuse" sh -c "until grep '400$' '$scratch/stderr'; do sleep 0.1; done"
same "said during the trace" 1 "$(grep -c "^scry: --otlp: '$url/refuse/v1/traces': it answers with status 400$" "$scratch/stderr")"
trace --otlp="$url/hang" sh -c 'exit 7'
ends_with 7
shows "$scratch/stderr" '^scry: --otlp: 1 of 1 spans were not sent'
trace --otlp=http://127.0.0.1:9 sh -c 'exit 7'
ends_with 7
shows "$scratch/stderr" '^scry: --otlp: 1 of 1 spans were not sent .*: .*connect'

# While it is down, spans wait; more than the queue holds are dropped and counted.
trace --otlp=http://127.0.0.1:9 -e trace=getppid "$python" -c 'import os; [os.getppid() for _ in range(1000)]'
shows "$scratch/stderr" '^scry: --otlp: (1[0-9]{3}) of \1 spans were not sent'
kill "$collector"
wait "$collector" 2>/dev/null
same "errors of the collector" '' "$(grep -v -e BrokenPipe -e ConnectionReset "$scratch/collector.errors" | grep -a Error)"
finish
