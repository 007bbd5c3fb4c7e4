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
# in_cgroup CONTROLLER FILE LIMIT COMMAND...: runs the command in a cgroup with a limit, by either version of cgroups. Sets $status.
made=
remove_cgroups()
{
	# shellcheck disable=SC2086 # a list
	[ -z "$made" ] || rmdir $made 2>/dev/null
	kill "$waiting" 2>/dev/null
	[ "$failures" != 0 ] || rm -rf "$scratch"
}
trap remove_cgroups EXIT
make_cgroup()
{
	directory=$(awk -v name="$1" '$3 == "cgroup" && ("," $4 ",") ~ "," name "," { print $2; exit }' /proc/mounts)
	if [ -z "$directory" ]; then
		directory=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
		echo "+$1" >"$directory/cgroup.subtree_control"
	fi 2>/dev/null
	directory=$directory/scry-limits-$$-$1
	mkdir "$directory" 2>/dev/null && made="$made $directory" && (sh -c 'echo $$ >"$0/cgroup.procs"' "$directory") 2>/dev/null
}
in_cgroup()
{
	for file in $2; do
		[ ! -e "$directory/$file" ] || echo "$3" >"$directory/$file"
	done
	shift 3
	# shellcheck disable=SC2016 # the inner shell expands
	timeout $((60 * patience)) sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$directory" "$@" >/dev/null 2>"$scratch/stderr" </dev/null
	status=$?
}
unset SCRY_HAND_OVER
if make_cgroup pids; then
	for options in "" -f "-f -c" "-f -e trace=chdir"; do
		in_cgroup pids pids.max 2 "$scry" $options -o /dev/null sh -c 'exit 3'
		same "pids.max=2 $options" 3 $status
	done
	in_cgroup pids pids.max 1 "$scry" --for=0.1 -o "$scratch/trace" -p "$waiting"
	same "pids.max=1 -p" 0 $status
	shows "$scratch/trace" '(clock_nanosleep|restart_syscall)\('
	SCRY_HAND_OVER=5 in_cgroup pids pids.max 2 "$scry" -f -e trace=read -o "$scratch/trace" dd if=/dev/zero of=/dev/null bs=1 count=1000
	same "pids.max=2, no thread that loads bpf" "0 1000" "$status $(grep -c '^[0-9]* *read(0, "\\0", 1)' "$scratch/trace")"
else
	not_tested "a limit of a cgroup: none can be made here"
fi
# The kernel would kill a process where memory runs out. With little of it bpf does not take over, and says why if it is asked for.
if [ "$memory" ] && make_cgroup memory; then
	for limit in 2500K 8M 24M; do
		in_cgroup memory "memory.max memory.limit_in_bytes" $limit "$scry" -f -o /dev/null sh -c 'exit 3'
		same "memory.max=$limit" 3 $status
		in_cgroup memory "memory.max memory.limit_in_bytes" $limit "$scry" --for=0.1 -o "$scratch/trace" -p "$waiting"
		same "memory.max=$limit -p" 0 $status
		shows "$scratch/trace" '(clock_nanosleep|restart_syscall)\('
		SCRY_HAND_OVER=5 in_cgroup memory "memory.max memory.limit_in_bytes" $limit "$scry" -f -e trace=read -o "$scratch/trace" \
			dd if=/dev/zero of=/dev/null bs=1 count=1000
		same "memory.max=$limit, a hand-over" "0 1000" "$status $(grep -c '^[0-9]* *read(0, "\\0", 1)' "$scratch/trace")"
		[ $limit != 2500K ] || continue
		in_cgroup memory "memory.max memory.limit_in_bytes" $limit "$scry" --engine=bpf -o /dev/null true
		same "memory.max=$limit --engine=bpf" 1 $status
		shows "$scratch/stderr" '^scry: --engine=bpf needs '
	done
else
	not_tested "a limit of a cgroup: none can be made here"
fi
finish
