#!/bin/sh
# SPDX-License-Identifier: MIT
# Tables with keys: --summary=KEYS, its formats, --interval, on a program of which each call is known.
. "${srcdir:-.}/tests/live/lib.sh"

can_run jq "tables with keys" || finish
find_python
program=$programs/figures
table=$scratch/table

# count KEYS OPTION...: makes $table a file with one JSON record for each row.
count()
{
	keys=$1
	shift
	trace -f --summary="$keys" --summary-format=json -o "$table" "$@" "$program"
	ends_with 0
	validate "$table" "--summary=$keys"
}

# row FILTER FIGURES: the figures of the rows that jq selects.
row()
{
	jq -c "select(.type == \"group_summary\") | select(.keys | $1) | $2" "$table" | tr '\n' ' '
}

# Errors by errno and path, sizes, and times are exact.
count path,errno
same "missing file" '7 ' "$(row '.path == "/figures/none" and .errno == "ENOENT"' .calls)"
same "no directory" '2 ' "$(row '.path == "/dev/null" and .errno == "ENOTDIR"' .errors)"
same "hostile path" '3 ' "$(row '.path == "/figures/\"\\\n\u001b[31m\ufffd,x"' .errors)"
count path,syscall
# One open has an absolute path, five have a relative one.
same "relative paths" '6 ' "$(row '.path == "/dev/zero" and .syscall == "openat"' .calls)"
same "paths of descriptors" '[4,2048] ' "$(row '.path == "/dev/zero" and .syscall == "read"' '[.calls, .bytes]')"
same "bytes" '5000 ' "$(row '.path == "/dev/null" and .syscall == "write"' .bytes)"
count fd,syscall
same "no descriptor" '11 ' "$(row '.fd == null and .syscall == "close"' .calls)"
same "written descriptor" '[5,5000] ' "$(row '.fd == 4 and .syscall == "write"' '[.calls, .bytes]')"
count syscall
same "sleeps" '10 ' "$(row '.syscall == "nanosleep"' .calls)"
# A busy machine wakes up late, so that only the lower bounds are sharp: a sleep lasts at least its time.
same "wall time" 'true ' "$(row '.syscall == "nanosleep"' '.wall_total_ns >= 200000000 and .wall_min_ns >= 20000000')"
same "median" 'true ' "$(row '.syscall == "nanosleep"' '.wall_p50_ns >= 20000000 and .wall_p50_ns <= .wall_max_ns and .wall_p50_ns < 1.0625 * .wall_max_ns')"
same "waiting" 'true ' "$(row '.syscall == "nanosleep"' '.waiting_total_ns > 150000000 and .waiting_total_ns <= .wall_total_ns')"
same "the histogram has each call" 'true ' "$(row '.syscall == "nanosleep"' '(.wall_histogram | map(.[1]) | add) == 10 and .wall_histogram[0][0] >= 33554432')"

# Peers: of connected sockets, of addresses in arguments, and of refused connections; not the address of bind(2).
count peer,syscall,errno
# shellcheck disable=SC2046 # the ports are three words
set -- $(cat "$scratch/stdout")
same "connection" '1 6 ' "$(row ".peer == \"127.0.0.1:$1\" and (.syscall == \"write\" or .syscall == \"connect\")" .calls | tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/^ //')"
same "refused" '3 ' "$(row ".peer == \"127.0.0.1:$2\" and .errno == \"ECONNREFUSED\"" .calls)"
same "datagrams" '[5,20] ' "$(row ".peer == \"127.0.0.1:$3\" and .syscall == \"sendto\"" '[.calls, .bytes]')"
same "abstract socket" '2 ' "$(row '.peer == "@figures\nabstract"' .errors)"
for name in '@figures\\0a\\0007' '@figures\\0a\\0007\\0' '@figures'; do
	same "abstract socket $name" '1 ' "$(row ".peer == \"$name\"" .errors)"
done
same "bind has no peer" '3 ' "$(row '.syscall == "bind" and .peer == null' .calls)"

count comm,syscall,errno
same "a name from prctl" '11 ' "$(row '.comm == "a\n\"b\\\ufffd" and .syscall == "close" and .errno == "EBADF"' .calls)"

# The sums over any key are the total, and what the JSON trace has.
for keys in syscall pid tgid comm errno path fd peer class interval comm,class,errno; do
	count "$keys" --json -C -e trace='!restart_syscall'
	same "$keys: sums" true "$(jq -s -c '
		[(map(select(.type == "group_summary")) | [(map(.calls) | add), (map(.errors) | add), (map(.bytes) | add), (map(.wall_total_ns) | add)]),
		 (map(select(.type == "group_summary_total"))[0] | [.calls, .errors, .bytes, .wall_total_ns])] | .[0] == .[1]' "$table")"
	same "$keys: the trace" true "$(jq -s -c '
		(map(select(.type == "call" and .returned)) | [length, (map(select(.error)) | length)]) ==
		(map(select(.type == "group_summary_total"))[0] | [.calls, .errors])' "$table")"
	same "$keys: the time" true "$(jq -s -c '(map(select(.type == "call" and .returned).duration_ns) | add) ==
		map(select(.type == "group_summary_total"))[0].wall_total_ns' "$table")"
	same "$keys: no row is there twice" true "$(jq -s -c 'map(select(.type == "group_summary").keys) | length == (unique | length)' "$table")"
done

# Each row is what the JSON trace has of these calls.
count tgid,syscall --json -C -e trace='!restart_syscall'
same "rows and calls" true "$(jq -s -c '
	(map(select(.type == "group_summary") | [.keys.tgid, .keys.syscall, .calls, .errors, .wall_total_ns]) | sort) ==
	(map(select(.type == "call" and .returned)) | group_by([.tgid, .name]) |
	 map([.[0].tgid, .[0].name, length, (map(select(.error)) | length), (map(.duration_ns) | add)]) | sort)' "$table")"

# --summary-top keeps the first rows; the others are one row.
count path --summary-top=2 -S calls
same "rows" '[3,true] ' "$(jq -s -c 'map(select(.type == "group_summary")) | [length, .[2].other]' "$table") "
same "sums with others" true "$(jq -s '(map(select(.type == "group_summary").calls) | add) == map(select(.type == "group_summary_total"))[0].calls' "$table")"

# The text escapes what the tracee chose, has one line for each row, and says what it measured.
trace -f --summary=comm,path,errno -U calls,errors,p50,max,histogram,bytes,waiting -S calls "$program"
shows "$scratch/stderr" '^    calls    errors wall p50 wall max wall 2\^n ns +bytes +waiting comm +path +errno$'
shows "$scratch/stderr" ' figures +/figures/"\\\\\\x0a\\x1b\[31m\\xff,x +ENOENT$'
shows "$scratch/stderr" ' a\\x0a"b\\\\\\xff +- +EBADF$'
shows "$scratch/stderr" '^measuring error: tracing adds at least [0-9]+ [num]s to the wall time'
lacks "$scratch/stderr" '[^ -~]'
lacks "$scratch/stderr" ' $'
trace -c -U time,waiting,histogram,name true
shows "$scratch/stderr" '^waiting: wall'
shows "$scratch/stderr" '^wall 2\^n ns: a character for each power'
# With UTF-8 the histogram has blocks: all calls of one power are a full one.
LC_ALL=C.UTF-8 trace -c -U calls,histogram,name -e trace=execve,brk true
shows "$scratch/stderr" '^ +1 (·)*█(·)* +execve$'
shows "$scratch/stderr" "eighths of the row's calls, '·' none$"
LC_ALL=C trace -c -U calls,histogram,name -e trace=execve,brk true
shows "$scratch/stderr" '^ +1 _*9_* +execve$'
LC_ALL=C.UTF-8 trace --summary=syscall -U calls,histogram -e trace=execve,brk true
shows "$scratch/stderr" "^ +1 (·)*█(·)* +execve\$"
shows "$scratch/stderr" "eighths of the row's calls, '·' none\$"

# A noun after 1 is singular.
trace --summary=comm,errno --summary-skip-missing -e trace=chdir sh -c 'cd /'
shows "$scratch/stderr" '^left out: 1 call that has no value of a key$'
trace --why -e trace=chdir sh -c 'cd /'
shows "$scratch/stderr" '^scry: why: .*, 1 call in '
trace --syscall-limit=1 -e trace=chdir sh -c 'cd /'
shows "$scratch/stderr" '^scry: the limit of 1 system call is reached'

# Calls without a value of a key can be left out; the total is that of the rows.
trace -f --summary=comm,errno --summary-skip-missing -U calls,errors "$program"
lacks "$scratch/stderr" ' -$'
shows "$scratch/stderr" '^left out: [1-9][0-9]* call(s that have| that has) no value of a key$'
same "errors and calls of the total" same "$(awk '/ total$/ { print ($1 == $2 ? "same" : $0) }' "$scratch/stderr")"
trace --summary=syscall -O 5 true
shows "$scratch/stderr" '^% wall\* +wall secs\* +system secs\* +waiting\* '
shows "$scratch/stderr" '^\*: corrected by -O: 5000 ns less for each call$'
lacks "$scratch/stderr" 'measuring error'

# Nothing but registers is read for the keys that need no decoded argument.
if can_run strace "what scry reads"; then
	for keys in syscall,errno,pid,class fd; do
		timeout $((60 * patience)) strace -f -e trace=process_vm_readv,readlink,readlinkat -o "$scratch/reads" \
			"$scry" --summary="$keys" -o /dev/null "$program" >/dev/null 2>&1
		same "$keys: reads" 0 "$(grep -c process_vm_readv "$scratch/reads")"
	done
fi

# CSV: a line of headings, a field for each column, whatever the names are.
# A spreadsheet must not compute the name of a program.
cp "$(command -v env)" "$scratch/=1+1"
trace --summary=comm --summary-format=csv -o "$table" "$scratch/=1+1"
shows "$table" "^\"'=1\\+1\",[0-9]"
trace -f --summary=comm,path,errno --summary-format=csv -U calls,errors,histogram -o "$table" "$program"
ends_with 0
if [ -n "$python" ]; then
	same "rows of CSV" '3 7' "$("$python" - "$table" <<'PY'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
assert len({len(row) for row in rows}) == 1 and None not in rows[0]
hostile = [row for row in rows if "31m" in row["path"]]
missing = [row for row in rows if row["path"] == "/figures/none" and row["errno"] == "ENOENT"]
parts = [name for name in rows[0] if name.startswith(("wall_below_", "wall_from_"))]
assert len(parts) == 27 and all(sum(int(row[name]) for name in parts) == int(row["calls"]) for row in rows)
print(hostile[0]["errors"], missing[0]["calls"])
PY
)"
fi

# Metrics: labels are escaped and few, and the file is replaced, never written in place.
for format in prometheus openmetrics; do
	rm -f "$scratch"/metrics*
	echo old >"$scratch/metrics"
	ln "$scratch/metrics" "$scratch/metrics.old"
	trace -f -c --summary-format=$format --summary-top=5 -o "$scratch/metrics" "$program"
	ends_with 0
	same "$format: the old file" old "$(cat "$scratch/metrics.old")"
	same "$format: files" 2 "$(ls "$scratch"/metrics* | wc -l | tr -d ' ')"
	shows "$scratch/metrics" '^scry_calls_total\{comm="figures",syscall="nanosleep"\} 10$'
	shows "$scratch/metrics" '^scry_calls_total\{comm="\(other\)",syscall="\(other\)"\} [0-9]+$'
	shows "$scratch/metrics" '^scry_call_duration_seconds_bucket\{comm="figures",syscall="nanosleep",le="\+Inf"\} 10$'
	same "$format: series" 6 "$(grep -c '^scry_calls_total' "$scratch/metrics")"
done
same "end" '# EOF' "$(tail -n 1 "$scratch/metrics")"
shows "$scratch/metrics" '^# TYPE scry_calls counter$'
trace -f --summary=comm,path --summary-format=prometheus -o "$scratch/metrics" "$program"
shows "$scratch/metrics" '^scry_errors_total\{comm="figures",path="/figures/\\"\\\\\\\\\\\\x0a\\\\x1b\[31m\\\\xff,x",errno="ENOENT"\} 3$'
if can_run promtool "metrics against promtool"; then
	checks=$((checks + 1))
	promtool check metrics <"$scratch/metrics" >"$scratch/promtool" 2>&1 || fail "promtool: $(head -n 3 "$scratch/promtool")"
fi
# A device is written to, not replaced.
mkfifo "$scratch/fifo"
cat "$scratch/fifo" >"$scratch/piped" &
trace -c --summary-format=prometheus -o "$scratch/fifo" true
wait
shows "$scratch/piped" '^scry_calls_total'
check "the FIFO is still one" test -p "$scratch/fifo"

# --interval: tables since the start and since the previous one, which add up.
trace --interval=0.1 --summary=syscall --summary-format=json -o "$table" "$program"
ends_with 0
validate "$table" "--interval"
same "tables" true "$(jq -s 'map(select(.type == "group_summary_total")) | length >= 4 and
	([.[] | select(.since == "start").calls] | . == sort) and
	([.[] | select(.since == "previous").calls] | add) == ([.[] | select(.since == "start").calls] | last)' "$table")"
trace --interval=0.1 -c sleep 0.35
shows "$scratch/stderr" '^Since the start, [0-9]+\.[0-9]+ s:$'
shows "$scratch/stderr" '^Since the previous table, (0\.[1-9]|[1-9])[0-9.]* s:$'
trace --interval=0.1 --summary=interval --summary-format=json -o "$table" sh -c 'sleep 0.25; sleep 0.01'
same "one table" 1 "$(grep -c group_summary_total "$table")"
same "by time" true "$(jq -s 'map(select(.type == "group_summary").keys.interval) | length >= 2 and . == sort' "$table")"
finish
