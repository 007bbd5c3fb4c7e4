#!/bin/sh
# SPDX-License-Identifier: MIT
# --export: Parquet files that are whole, in directories that are one table.
. "${srcdir:-.}/tests/live/lib.sh"

data=$scratch/data
"$scry" -V | grep -q '^carquet: yes' || {
	trace --export="$data" true
	ends_with 1
	shows "$scratch/stderr" '^scry: --export: scry was built without carquet, .*doc/datasets.md'
	check "nothing is made" [ ! -e "$data" ]
	not_tested "datasets: scry was built without carquet"
	finish
	exit
}

# files DIRECTORY: the files there, with N for numbers.
files()
{
	find "$1" -type f | sed -E "s|^$1/||; s/[0-9]+/N/g" | sort | paste -sd ' '
}
# whole FILE...: each file begins and ends as a Parquet file does.
whole()
{
	for file; do
		same "$file: begins" PAR1 "$(head -c 4 "$file")"
		same "$file: ends" PAR1 "$(tail -c 4 "$file")"
	done
}
table="host=$(uname -n | sed -E 's/[0-9]+/N/g')/date=N-N-N/N-N-N.parquet"

trace --export="$data" -f sh -c 'cat /etc/passwd /nowhere; exit 3'
ends_with 3
same "files of a trace" "$table" "$(files "$data")"
same "lines" '' "$(grep -v '^cat:' "$scratch/stderr")"
same "the mode of a file" 600 "$(stat -c %a "$data"/*/*/*.parquet)"
whole "$data"/*/*/*.parquet
# Another trace adds a file.
trace --export="$data" -o "$scratch/lines" true
ends_with 0
same "files of two traces" "$table $table" "$(files "$data")"
shows "$scratch/lines" '^execve'
trace --json -e trace=openat,read,exit_group -f -o "$scratch/json" --export="$scratch/both" cat /etc/passwd
calls=$(grep -c '"type":"call"' "$scratch/json")

if "$scry" -V | grep -q '^libzstd: yes'; then
	trace --record="$scratch/trace.rec" -f sh -c 'cat /etc/passwd /nowhere; exit 3'
	trace --replay="$scratch/trace.rec" --export="$scratch/replayed"
	ends_with 0
	same "files of a replay" "$table" "$(files "$scratch/replayed")"
fi

# What the tables have, if there is a reader.
python=$(command -v python3)
if [ -n "$python" ] && "$python" -c 'import pyarrow.parquet' 2>/dev/null; then
	cat >"$scratch/rows.py" <<'END'
import collections, json, sys
import pyarrow.parquet
table = pyarrow.parquet.read_table(sys.argv[1]).to_pylist()
for row in table:
    if row["type"] == "call" and row["name"] == "openat" and (row["path"] or "").startswith(("/etc/passwd", "/nowhere")):
        print(row["comm"], row["path"], row["error"], row["result"] is not None, json.loads(row["args"])["pathname"]["path"], row["time_ns"] // 1000000000 == int(row["time"].timestamp()))
    if row["type"] == "exited":
        print("exited", row["result"])
print("calls", sum(row["type"] == "call" for row in table))
END
	for of in replayed data; do
		[ -d "$scratch/$of" ] || continue
		"$python" "$scratch/rows.py" "$scratch/$of" >"$scratch/rows"
		shows "$scratch/rows" '^cat /etc/passwd None True /etc/passwd True$'
		shows "$scratch/rows" '^cat /nowhere ENOENT False /nowhere True$'
		shows "$scratch/rows" '^exited 3$'
	done
	same "calls, as in JSON" "calls $calls" "$("$python" "$scratch/rows.py" "$scratch/both" | tail -n 1)"
	trace --export="$scratch/sampled" --sample=1/20 -e trace=getppid,execve "$python" -c 'import os; [os.getppid() for _ in range(20000)]'
	same "what a call of a sample stands for" "execve 1, getppid 20" "$("$python" -c 'import pyarrow.parquet, sys
print(*sorted({"%s %d" % (row["name"], row["adjusted_count"]) for row in pyarrow.parquet.read_table(sys.argv[1]).to_pylist() if row["type"] == "call"}), sep=", ")' "$scratch/sampled")"
else
	echo "no pyarrow here: what is in the files is not checked"
fi

# A full disk: it is said once, what was written is no file of the table, and the command goes on.
(ulimit -f 8 && "$scry" --export="$scratch/full" sh -c 'i=0; while [ $i -lt 30000 ]; do cd /; i=$((i+1)); done; echo done' >"$scratch/stdout" 2>"$scratch/stderr")
same "status with a full disk" 1 $?
same "the command goes on" done "$(cat "$scratch/stdout")"
same "messages" 1 "$(grep -c '^scry: --export: cannot write to .*rows are lost until it can' "$scratch/stderr")"
shows "$scratch/stderr" "^scry: --export: [0-9]+ row(s were| was) lost$"
same "files with a full disk" '' "$(files "$scratch/full")"

# After a full disk has space again, rows are written again: it is said how many were lost, and what is there is whole. The limit of the size of
# files is that of the disk here; messages go through a pipe, which has none. SIGHUP tries again at once.
sh -c 'while [ ! -e "$0" ]; do cd /; sleep 0.01; done' "$scratch/stop" &
caller=$!
mkfifo "$scratch/pipe"
cat "$scratch/pipe" >"$scratch/messages" &
reader=$!
printf 'trace=chdir\nexport=%s\n' "$scratch/again" >"$scratch/options"
(ulimit -S -f 0 && exec "$scry" --config="$scratch/options" -p "$caller" 2>"$scratch/pipe") &
service=$!
# told TEXT: completes the open file, and returns whether there is such a message.
told()
{
	kill -HUP "$service" && grep -qE "$1" "$scratch/messages"
}
if can_run prlimit "rows after a full disk"; then
	wait_for "the attachment" grep -qE '^TracerPid:[^0-9]*[1-9]' "/proc/$caller/status"
	wait_for "a full disk" told '^scry: --export: cannot write to .*rows are lost until it can$'
	same "files while the disk is full" '' "$(files "$scratch/again")"
	prlimit --pid "$service" --fsize=unlimited
	wait_for "rows after that" told '^scry: --export: [0-9]+ row(s were| was) lost; rows are written again$'
	same "it is said once" 1 "$(grep -c 'rows are lost until it can$' "$scratch/messages")"
	check "the process is the same" kill -0 "$service"
fi
kill "$service"
wait "$service"
wait "$reader"
whole "$scratch"/again/*/*/*.parquet
same "nothing else is there" '' "$(find "$scratch/again" -type f ! -name '*.parquet')"
: >"$scratch/stop"
wait "$caller"
rm "$scratch/stop"

# Killed while it writes: only a file that no reader looks at.
"$scry" --export="$scratch/killed" sh -c 'while [ ! -e "$0" ]; do cd /; done' "$scratch/stop" 2>/dev/null &
tracer=$!
wait_for "a file" sh -c 'ls "$1"/*/*/.*.tmp' sh "$scratch/killed" >/dev/null
kill -KILL "$tracer"
wait "$tracer" 2>/dev/null
: >"$scratch/stop"
same "files of a trace that was killed" '' "$(files "$scratch/killed" | tr ' ' '\n' | grep -v '/[.]N-N-N.parquet.tmp$')"

# What cannot be had ends scry before the command starts.
: >"$scratch/file"
for path in "$scratch/file" "$scratch/no/such"; do
	trace --export="$path" sh -c "echo x >$scratch/ran"
	ends_with 1
	shows "$scratch/stderr" "^scry: --export: cannot (make|write to) '$path'"
	check "nothing ran" [ ! -e "$scratch/ran" ]
done
finish
