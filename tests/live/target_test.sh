#!/bin/sh
# SPDX-License-Identifier: MIT
# -P and -e trace-fds: calls by the files and descriptors that they name.
. "${srcdir:-.}/tests/live/lib.sh"

echo content >"$scratch/file"
ln -s file "$scratch/link"
script="exec 5<$scratch/link; read a <&5; : </dev/null; cat $scratch/file >/dev/null; cd /"

# A link is what it stands for as well, a descriptor its file.
trace -f -P "$scratch/link" -o "$scratch/trace" sh -c "$script"
ends_with 0
same "what is said" "scry: Requested path \"$scratch/link\" resolved into \"$scratch/file\"" "$(cat "$scratch/stderr")"
shows "$scratch/trace" "openat\\(AT_FDCWD, \"$scratch/link\""
shows "$scratch/trace" "openat\\(AT_FDCWD, \"$scratch/file\""
shows "$scratch/trace" ' dup2\([0-9]+, 5\) += 5$'
shows "$scratch/trace" ' read\(0, "c", 1\) += 1$'
shows "$scratch/trace" '\+\+\+ exited with 0 \+\+\+$'
lacks "$scratch/trace" '/dev/null|chdir|"/etc'
trace -q -e quiet=path-resolution -P "$scratch/link" true
lacks "$scratch/stderr" Requested
trace -P "$scratch/none" -e trace=%desc true
same "calls on a file that nobody uses" 0 "$(grep -c '(' "$scratch/stderr")"

# A file that was removed keeps its name; counting counts the same calls.
trace -P "$scratch/gone" sh -c "exec 3>$scratch/gone; rm $scratch/gone; echo 1 >&3"
shows "$scratch/stderr" '^write\(1, "1\\n", 2\) += 2$'
trace -c -U calls,name -P "$scratch/file" cat "$scratch/file"
shows "$scratch/stderr" '^ +1 openat$'
lacks "$scratch/stderr" 'execve$'

# Descriptors: those named, or all but those; -P or they.
trace -e trace-fds=7 -e trace=dup2,close sh -c 'exec 7</dev/null 8</dev/null 7<&- 8<&-'
same "calls on 7" 'dup2(3, 7) close(7)' "$(sed -n 's/ *= .*//p' "$scratch/stderr" | tr '\n' ' ' | sed 's/ $//')"
trace -e fds=!0,1,2,3,4 -e trace=close sh -c 'exec 7</dev/null; exec 7<&-'
shows "$scratch/stderr" '^close\(7\) '
lacks "$scratch/stderr" '^close\([0-4]\)'
trace --trace-fds=7 -P "$scratch/file" -e trace=close,openat sh -c "exec 7</dev/null 7<&-; : <$scratch/file"
shows "$scratch/stderr" '^close\(7\) '
shows "$scratch/stderr" '^openat\('
lacks "$scratch/stderr" ld.so.cache

# With -f the kernel lets pass what can name no file: the wall clock would say so, --debug does.
trace --debug -f -P /etc/passwd -o "$scratch/trace" head -c 9 /etc/passwd
ends_with 0
shows "$scratch/stderr" '^scry: -P/--trace-path, --trace-fds: [12][0-9][0-9] of [45][0-9][0-9] calls can name a path or a descriptor$'
shows "$scratch/stderr" '^scry: seccomp filter on$'
same "calls with a filter" "$("$scry" --seccomp-bpf=off -f -P /etc/passwd head -c 9 /etc/passwd 2>&1 >/dev/null | sed -n 's/(.*//p')" \
	"$(sed -n 's/^[0-9]* *//; s/(.*//p' "$scratch/trace")"
trace --debug -f -P /etc/passwd -e trace=getpid,brk,openat true
shows "$scratch/stderr" ': 1 of 3 calls can name'

# Whatever a call shows, looking for a file in it harms nothing.
for fixture in tests/differential/*_native.fixture; do
	case $fixture in */sweep_* | */requests_* | */numbers_*) continue ;; esac
	"$scry" -o /dev/null -P "$scratch/nowhere" "$fixture" >/dev/null 2>&1
	same "status of $fixture with -P" 0 $?
done
finish
