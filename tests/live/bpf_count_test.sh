#!/bin/sh
# SPDX-License-Identifier: MIT
# The bpf engine sees each call of many threads and processes once.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf

# Prints how often getppid returned, in a trace of text.
returned()
{
	grep -cE 'getppid.* += [0-9]+$' "$1"
}

# calls ARGUMENTS...: prints the calls of the last line of a table of -c.
calls()
{
	trace --engine=bpf -q -c -U calls,name "$@"
	sed -n 's/^ *\([0-9]*\) total$/\1/p' "$scratch/stderr"
}

trace --engine=bpf -f -e trace=getppid -o "$scratch/trace" "$programs/crowd" threads 2000 20
if [ "$status" = 77 ]; then
	not_tested "2,000 threads: they cannot be made here"
else
	ends_with 0
	lacks "$scratch/trace" 'lost'
	same "calls of 2,000 threads" 40000 "$(returned "$scratch/trace")"
	same "ends of 2,000 threads and their leader" 2001 "$(grep -c 'exited with 0' "$scratch/trace")"
	same "counted calls of 2,000 threads" 40000 "$(calls -f -e trace=getppid "$programs/crowd" threads 2000 20)"
fi

trace --engine=bpf -f -e trace=getppid -o "$scratch/trace" "$programs/crowd" forks 5000
ends_with 0
lacks "$scratch/trace" 'lost'
same "calls of 5,000 children" 5000 "$(returned "$scratch/trace")"
same "ends of 5,000 children and their parent" 5001 "$(grep -c 'exited with 0' "$scratch/trace")"
same "counted calls of 5,000 children" 5000 "$(calls -f -e trace=getppid "$programs/crowd" forks 5000)"
same "counted calls without -f" "" "$(calls -e trace=getppid "$programs/crowd" forks 10)"

trace --engine=bpf -f -e trace=execve -o "$scratch/trace" "$programs/crowd" execs 200
ends_with 0
same "programs that threads executed" 201 "$(grep -cE 'execve.* = 0$' "$scratch/trace")"
same "leaders that were superseded" 200 "$(grep -c 'superseded by execve' "$scratch/trace")"

# Both engines count the same calls of a mixed program.
for engine in ptrace bpf; do
	trace --engine=$engine -f -q -c -U calls,errors,name -S name sh -c 'ls / >/dev/null; cat /nothing; exit 0'
	grep -v 'cannot\|cat:' "$scratch/stderr" >"$scratch/$engine"
done
same "counts of both engines" "$(cat "$scratch/ptrace")" "$(cat "$scratch/bpf")"

# CPU time in the kernel, whether the kernel counts or scry does: a thread that sleeps has none, one that computes has some, and
# a call that collects a child has that of the child, as under ptrace.
for how in -c -C; do
	trace --engine=bpf -f $how -U name,time-total,wall-total -e trace=clock_nanosleep,getrandom,read,wait4 -o "$scratch/table" \
		sh -c 'sleep 0.2; dd if=/dev/urandom of=/dev/null bs=1M count=40; true'
	ends_with 0
	awk '$1 == "clock_nanosleep" && NF == 3 { sleeps = $2 * 4 < $3 }
		$1 == "read" && NF == 3 { read = $2; reads = $2 > 0 && $2 <= $3 }
		$1 == "wait4" && NF == 3 { waited = $2 }
		END { print sleeps, reads, (waited > read / 10) }' "$scratch/table" >"$scratch/found"
	same "$how: times of a sleep, of reads and of the wait for them" "1 1 1" "$(cat "$scratch/found")"
done
trace --engine=bpf --json --summary=comm -o "$scratch/table" true
ends_with 0
shows "$scratch/table" '"system_total_ns":[1-9]'
shows "$scratch/table" '"wall_total_ns":[1-9]'
# --interval: the program goes on until a table has its calls. The tables since the previous one add up to the last one since the start.
loop='n=0; until grep -q "^ *[1-9][0-9]* .*total$" "$0" || [ $n -gt 1000 ]; do sleep 0.1; n=$((n + 1)); done; [ $n -le 1000 ]'
for options in '-c -U calls,name' '-c -U calls,errors,name' '--summary=syscall,errno -U calls,name' '-c -U calls,max-time,name'; do
	# shellcheck disable=SC2086 # a list of words
	trace --engine=bpf -f --interval=0.1 $options -o "$scratch/table" sh -c "$loop" "$scratch/table"
	ends_with 0
	awk '/^Since the start/ { start = 1 } /^Since the previous/ { start = 0 }
		/ total$/ { n = $1; if (start) last = n; else sum += n; tables++ }
		END { print (tables >= 4), (last > 100), (sum == last) }' "$scratch/table" >"$scratch/found"
	same "$options: tables, calls and their sum" "1 1 1" "$(cat "$scratch/found")"
	same "$options: rows without a call" 0 "$(grep -E '^ +0 ' "$scratch/table" | grep -vc 'total$')"
done

# The time begins when calls are seen, after the kernel has accepted the program: it cannot be longer than from then to the table.
trace -f -ttt -e trace=bpf,write -o "$scratch/outer" "$scry" --engine=bpf -c -U calls,name --interval=0.1 -o "$scratch/table" sleep 0.3
ends_with 0
same "the time of the first table" "1 1" "$(awk '/bpf\(BPF_(PROG_LOAD|LINK_CREATE|RAW_TRACEPOINT_OPEN)/ { loaded = $2 }
	/write\(.*Since the start/ { match($0, /start, [0-9.]+/); print (loaded > 0), (substr($0, RSTART + 7, RLENGTH - 7) + 0 <= $2 - loaded + 0.001); exit }' "$scratch/outer")"

trace --engine=bpf -c -U name,waiting sleep 0.2
ends_with 0
shows "$scratch/stderr" '^clock_nanosleep +0\.[1-9]'
finish
