#!/bin/sh
# SPDX-License-Identifier: MIT
# Tables of -c and -C.
. "${srcdir:-.}/tests/live/lib.sh"

# -c counts instead of printing; -C does both, and the table comes last.
trace -c -e trace=chdir,exit_group sh -c 'cd /; cd /; cd /none; exit 3' 
ends_with 3
shows "$scratch/stderr" '^ *[0-9.]+ +[0-9.]+ +[0-9]+ +3 +1 chdir$'
shows "$scratch/stderr" '^100\.00 +[0-9.]+ +[0-9]+ +3 +1 total$'
lacks "$scratch/stderr" '^chdir\('
trace -C -o "$scratch/trace" -e trace=chdir sh -c 'cd /; cd /; cd /'
ends_with 0
same "calls" 3 "$(grep -c '^chdir("/") *= 0$' "$scratch/trace")"
same "last line" total "$(sed -n '$s/.* //p' "$scratch/trace")"

# -w measures the clock on the wall, wall-… beside the other; -O is taken off.
trace -cw -U name,min-time -e trace=/nanosleep sleep 0.05
shows "$scratch/stderr" '^(clock_)?nanosleep +0\.(0[5-9]|[1-9])[0-9]*$'
trace -c -U total-time,wall-total -e trace=/nanosleep sleep 0.05
shows "$scratch/stderr" '^   0\.0[0-4][0-9]*    0\.(0[5-9]|[1-9])[0-9]* (clock_)?nanosleep$'
trace -cw -O 10s -U max-time -e trace=/nanosleep sleep 0.05
shows "$scratch/stderr" '^0\.000000 (clock_)?nanosleep$'

# Orders and columns.
script='cd /; cd /; : </dev/null'
order()
{
	trace -c -U name -S "$1" -e trace=chdir,openat,close,exit_group sh -c "$script"
	sed -n '/^[a-z_]*$/p' "$scratch/stderr" | grep -v -e total -e syscall | tr '\n' ' '
}
same "by name" 'chdir close openat ' "$(order name)"
same "as numbered" 'close chdir openat ' "$(order nothing)"
trace -c -U calls,name,errors -S calls -e trace=chdir sh -c "$script"
same "a table" '    calls syscall             errors
--------- ---------------- ---------
        2 chdir                     
--------- ---------------- ---------
        2 total                     ' "$(cat "$scratch/stderr")"
finish
