#!/bin/sh
# SPDX-License-Identifier: MIT
# Small limits (getrlimit(2)): scry works where the command works, and begins with ptrace where bpf does not fit.
# shellcheck disable=SC2086 # words of options and of commands
. "${srcdir:-.}/tests/live/lib.sh"

can_run prlimit "small limits" || finish
user='' bounded=''
if [ "$(id -u)" = 0 ]; then
	can_run setpriv "small limits of an ordinary user" || finish
	# No other process has this user, and the second one cannot raise the limits.
	user='setpriv --reuid=54322 --regid=54322 --clear-groups'
	bounded='setpriv --bounding-set=-sys_resource --inh-caps=-sys_resource'
fi

# The scratch directory may be closed to the user, and that of the build.
mkdir "$scratch/open"
chmod 755 "$scratch" "$scratch/open"
cp "$scry" "$scratch/open/scry" 2>/dev/null
[ -x "$scratch/open/scry" ] && $user "$scratch/open/scry" -V >/dev/null 2>&1 || skip "the program cannot be copied for a user"

# Sanitizers reserve terabytes of addresses.
memory='data 4000000 -f
as 40000000 -f
stack 65536 -f'
! grep -qa __asan_init "$scry" || memory=

# The smallest values with which each row works; strace 7.2 needs as many, and 5 files with -o.
while read -r limit value options; do
	[ "$limit" ] || continue
	timeout $((60 * patience)) $user prlimit "--$limit=$value:$value" "$scratch/open/scry" $options sh -c 'exit 3' >/dev/null 2>"$scratch/stderr" </dev/null
	same "$limit=$value $options" 3 $?
	lacks "$scratch/stderr" '^scry: '
done <<ROWS
nofile 5
nofile 5 -f
nofile 5 -c
nofile 5 --json
nofile 6 -o /dev/null
nofile 6 -f -o /dev/null
nofile 6 -f -e trace=chdir -o /dev/null
nproc 2
nproc 2 -f
nproc 2 -f -c
nproc 2 -f -e trace=chdir
nproc 2 -f -e trace=chdir -o /dev/null
fsize 0 -o /dev/null
memlock 0 -f
$memory
ROWS
# The limits are those of the command, although scry raises its own.
$user prlimit --nofile=9:9 --nproc=50:50 "$scratch/open/scry" -o /dev/null sh -c 'ulimit -n' >"$scratch/stdout"
same "the command's limit of files" 9 "$(cat "$scratch/stdout")"

# -p begins with bpf: whatever it lacks, ptrace attaches.
sleep 600 &
waiting=$!
for files in 12 20 30 50 70 75 80 85 90 100 256; do
	timeout $((60 * patience)) $bounded prlimit "--nofile=$files:$files" "$scry" --for=0.1 -o "$scratch/trace" -p "$waiting" >/dev/null 2>"$scratch/stderr" </dev/null
	same "-p with $files files" 0 $?
	shows "$scratch/trace" '(clock_nanosleep|restart_syscall)\('
done
for row in memlock=0 fsize=1000000 nproc=1 ${memory:+as=300000000}; do
	timeout $((60 * patience)) $bounded prlimit "--$row" "$scry" --for=0.1 -o "$scratch/trace" -p "$waiting" >/dev/null 2>"$scratch/stderr" </dev/null
	same "-p with $row" 0 $?
	shows "$scratch/trace" '(clock_nanosleep|restart_syscall)\('
done
kill "$waiting"
finish
