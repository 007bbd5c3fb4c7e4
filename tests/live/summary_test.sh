#!/bin/sh
# SPDX-License-Identifier: MIT
# The tables of -c and -C.
. "${srcdir:-.}/tests/live/lib.sh"

# -c counts calls instead of printing them; -C does both, and prints the table last.
trace -c -e trace=chdir,exit_group sh -c 'cd /; cd /; cd /none; exit 3' 
ends_with 3
shows "$scratch/stderr" '^ *[0-9.]+ +[0-9.]+ +[0-9]+ +3 +1 chdir$'
shows "$scratch/stderr" '^100\.00 +[0-9.]+ +[0-9]+ +3 +1 total$'
lacks "$scratch/stderr" '^chdir\('
trace -C -o "$scratch/trace" -e trace=chdir sh -c 'cd /; cd /; cd /'
ends_with 0
same "calls" 3 "$(grep -c '^chdir("/") *= 0$' "$scratch/trace")"
same "last line" total "$(sed -n '$s/.* //p' "$scratch/trace")"

# -w measures wall-clock time; the columns wall-* show it beside the CPU time; -O is subtracted from each call.
trace -cw -U name,min-time -e trace=/nanosleep sleep 0.05
shows "$scratch/stderr" '^(clock_)?nanosleep +0\.(0[5-9]|[1-9])[0-9]*$'
trace -c -U total-time,wall-total -e trace=/nanosleep sleep 0.05
shows "$scratch/stderr" '^   0\.0[0-4][0-9]*    0\.(0[5-9]|[1-9])[0-9]* (clock_)?nanosleep$'
trace -cw -O 10s -U max-time -e trace=/nanosleep sleep 0.05
shows "$scratch/stderr" '^0\.000000 (clock_)?nanosleep$'

# -S sets the order of rows, -U the columns.
script='cd /; cd /; : </dev/null'
order()
{
	trace -c -U name -S "$1" -e trace=chdir,openat,close,exit_group sh -c "$script"
	sed -n '/^[a-z_]*$/p' "$scratch/stderr" | grep -v -e total -e syscall | tr '\n' ' '
}
same "by name" 'chdir close openat ' "$(order name)"
same "by number" 'close chdir openat ' "$(order nothing)"
trace -c -U calls,name,errors -S calls -e trace=chdir sh -c "$script"
same "a table" '    calls syscall             errors
--------- ---------------- ---------
        2 chdir                     
--------- ---------------- ---------
        2 total                     ' "$(cat "$scratch/stderr")"

# -ff writes a table for each process, with -C after the calls of the process.
for mode in -c -C; do
	rm -f "$scratch"/each.*
	trace -ff $mode -o "$scratch/each" -e trace=chdir,exit_group -U calls,name sh -c '(cd /; cd /; exit 0); cd /; exit 0'
	ends_with 0
	same "$mode: files" 2 "$(ls "$scratch"/each.* | wc -l | tr -d ' ')"
	same "$mode: calls of each" '1 2 ' "$(sed -n 's/^ *\([0-9]*\) chdir$/\1/p' "$scratch"/each.* | sort | tr '\n' ' ')"
	same "$mode: totals" '1 2 ' "$(sed -n 's/^ *\([0-9]*\) total$/\1/p' "$scratch"/each.* | sort | tr '\n' ' ')"
done
same "lines of calls before the tables" 5 "$(cat "$scratch"/each.* | grep -c '^[a-z_]*(')"
# -ff without -o: there is one table for all processes.
trace -ff -c -e trace=chdir sh -c '(cd /); cd /; exit 0'
shows "$scratch/stderr" ' 2           chdir$'

mkfifo "$scratch/fifo"
# A call that a process is in when scry comes, and when scry goes, is counted by every engine, with its time until then.
for engine in ptrace bpf auto; do
	[ "$engine" = ptrace ] || can_use_bpf "calls that go on, with $engine" || continue
	sleep 60 &
	waiting=$!
	wait_for "a call of sleep" grep -q 'State:.S' "/proc/$waiting/status"
	trace --engine="$engine" --for=0.3 -cw -p "$waiting"
	shows "$scratch/stderr" '^100\.00 +0\.[1-9][0-9]* +[0-9]+ +1 +(clock_nanosleep|restart_syscall)$'
	shows "$scratch/stderr" '^unfinished: 1 call went on when scry detached: its time ends there$'
	trace --engine="$engine" --for=0.1 -c -z -p "$waiting"
	shows "$scratch/stderr" 'no selected call was seen$'
	for keys in syscall syscall,fd,comm; do
		trace --engine="$engine" --for=0.1 "--summary=$keys" -p "$waiting"
		shows "$scratch/stderr" '^100\.00 +0\.[0-9]*[1-9][0-9]* .* 1 .*(clock_nanosleep|restart_syscall)'
		shows "$scratch/stderr" '^unfinished: 1 call went'
	done
	trace --engine="$engine" --for=0.1 -c --json -o "$scratch/trace" -p "$waiting"
	same "$engine: records" 2 "$(grep -c '"calls":1,.*"unfinished":1}' "$scratch/trace")"
	kill "$waiting"
	# A call in which its thread ends is none of these.
	trace --engine="$engine" -f -c -e trace=pause,exit_group,read,kill sh -c 'sleep 60 & kill -KILL $!; exit 0'
	lacks "$scratch/stderr" 'unfinished'
	# A call that was under way, and has returned.
	sh -c 'read line; read line' <"$scratch/fifo" &
	waiting=$!
	exec 7>"$scratch/fifo"
	wait_for "a call of read" grep -q '^[0-9][0-9]* 0x0 ' "/proc/$waiting/syscall"
	timeout "$((60 * patience))" "$scry" --engine="$engine" -c -U calls,name -e trace=read -o "$scratch/trace" -p "$waiting" 2>"$scratch/stderr" 7>&- &
	wait_for "the attachment" grep -q attached "$scratch/stderr"
	echo >&7
	exec 7>&-
	wait
	same "$engine: reads, the first of which was under way" '2 read' "$(sed -n 's/^ *\([0-9].* read\)$/\1/p' "$scratch/trace" | tr -s ' ')"
	lacks "$scratch/trace" unfinished
done

# --json writes a record for each row, and then the totals.
can_run jq "JSON summaries" || finish
find_python
records()
{
	trace --json "$@" -o "$scratch/trace" sh -c 'cd /; cd /; cd /none; exit 3'
	ends_with 3
	validate "$scratch/trace" "$*"
}
get()
{
	jq -c "$1" "$scratch/trace" | tr '\n' ' '
}
records -c -e trace=chdir,exit_group
same "types" '"summary" "summary_total" ' "$(get .type)"
same "a row" '["chdir",3,1] ' "$(get 'select(.type=="summary") | [.name, .calls, .errors]')"
same "the total" '[null,3,1] ' "$(get 'select(.type=="summary_total") | [.name, .calls, .errors]')"
same "columns" '11 ' "$(get 'select(.type=="summary") | keys - ["abi","name","number","time","time_ns","type","version"] | length')"
records -C -e trace=chdir -w
same "types with -C" '"call" "summary" "summary_total" ' "$(jq -c .type "$scratch/trace" | grep -e call -e summary | uniq | tr '\n' ' ')"
same "times with -w" '["wall_avg_ns","wall_max_ns","wall_min_ns","wall_percent","wall_total_ns"] ' \
	"$(get 'select(.type=="summary") | [keys[] | select(test("^(wall|system)_"))]')"
records -c -w -U total-time,calls -S calls
same "columns of -U" '["abi","calls","name","number","time","time_ns","type","version","wall_total_ns"] ' \
	"$(get 'select(.type=="summary") | keys' | cut -d ' ' -f 1) "
same "sums" true "$(jq -s '(map(select(.type=="summary").calls) | add) == (map(select(.type=="summary_total").calls) | add)' "$scratch/trace")"
same "order of -S" true "$(jq -s 'map(select(.type=="summary").calls) | . == (sort | reverse)' "$scratch/trace")"
rm -f "$scratch"/each.*
trace --json -ff -c -o "$scratch/each" sh -c '(cd /; exit 0); exit 0'
same "the pid of each file" '' "$(for file in "$scratch"/each.*; do jq "select(.pid != ${file##*.})" "$file"; done)"
if "$scry" -V | grep -q '^libunwind: yes'; then
	find_python
	trace --json -c -U p50,p90,p99,p99.9,waiting,bytes,histogram,name -o "$scratch/trace" sh -c 'cd /'
	validate "$scratch/trace" "columns of -U in records"
	records --summary=stack -e trace=chdir
	same "calls by stack" true "$(jq -s '(map(select(.type=="stack_summary").calls) | add) == 3' "$scratch/trace")"
	same "totals by stack" 3 "$(jq 'select(.type=="stack_summary_total").calls' "$scratch/trace")"
fi
finish
