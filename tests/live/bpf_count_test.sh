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

# It measures no CPU time: JSON has no such members, and CSV an empty field.
trace --engine=bpf --json --summary=comm -o "$scratch/table" true
ends_with 0
shows "$scratch/table" '"wall_total_ns":[1-9]'
lacks "$scratch/table" '"(waiting|system)_'
trace --engine=bpf --json -c -o "$scratch/table" true
ends_with 0
shows "$scratch/table" '"wall_total_ns":[1-9]'
lacks "$scratch/table" '"(waiting|system)_'
trace --engine=bpf --summary=comm --summary-format=csv -o "$scratch/table" true
ends_with 0
column=$(head -n 1 "$scratch/table" | tr -d '\r' | tr , '\n' | grep -n waiting_total_ns | cut -d : -f 1)
same "waiting in CSV" "" "$(sed -n 2p "$scratch/table" | cut -d , -f "${column:-1}")"
finish
