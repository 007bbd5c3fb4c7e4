#!/bin/sh
# SPDX-License-Identifier: MIT
# The text and the records of the bpf engine are those of the ptrace engine.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf
srcdir=$(cd "$srcdir" && pwd)
mkdir "$scratch/work"
echo greeting >"$scratch/work/file"
build=$PWD
cd "$scratch/work" || exit 1

# Removes what differs from run to run: addresses, process IDs, times and random bytes.
normalise()
{
	# Only the ptrace engine reads a C string that -s cuts to its end. Which memory is resident is a matter of luck: late.
	sed -E -e 's/,"late":\[[^]]*\]//' -e 's/("string":"[^"]*","truncated":true),"length":[0-9]+/\1/g' -e 's/"time":"[^"]*"/"time":T/g; s/"(time_ns|duration_ns)":[0-9]+/"\1":T/g; s/"(address|string_base64)":"[^"]*"/"\1":A/g' \
		-e 's/0x[0-9a-f]{5,}/ADDRESS/g; s/\<[0-9]{2,}\>/N/g; s/si_(u|s)time=[0-9N]+/TIME/g' \
		-e 's/getrandom\(".*"/getrandom(BYTES/; s/(_nsec=|_time \/\* )[-0-9A-Z:T+.]+/\1/g; s/[0-9N-]+T[0-9N:.]+\+[0-9N]+/TIME/g; s/  +/ /g' \
		"$1"
}

# both WHAT ARGUMENTS...: traces with both engines.
both()
{
	what=$1
	shift
	trace --engine=ptrace -o "$scratch/ptrace" "$@"
	wanted=$status
	cp "$scratch/stderr" "$scratch/ptrace.stderr"
	trace --engine=bpf -o "$scratch/bpf" "$@"
	same "status of $what" "$wanted" "$status"
	same "messages about $what" "$(normalise "$scratch/ptrace.stderr")" "$(normalise "$scratch/stderr")"
	normalise "$scratch/ptrace" >"$scratch/ptrace.text"
	normalise "$scratch/bpf" >"$scratch/bpf.text"
	diff "$scratch/ptrace.text" "$scratch/bpf.text" >"$scratch/difference" && return
	fail "$what: the engines differ"
	head -n 10 "$scratch/difference"
}

both "true" true
both "cat" cat file nothing
both "ls" ls -l .
both "-v" -v cat file
both "-s" -s 500 cat file
both "-e trace" -e trace=openat,read cat file
both "-e raw" -e raw=openat cat file
both "-x" -xx -e trace=openat,read cat file
both "-Z" -Z cat file nothing
both "-z" -z cat file nothing
both "-e read" -e read=3 -e trace=read,openat cat file
both "-e write" -e write=1 -e trace=write cat file
both "-X verbose" -X verbose -e trace=openat,mmap true
both "-N" -N -e trace=openat true
both "-i, but for addresses" -n -e trace=openat true
# Strings and buffers that the kernel program reads directly, and those that are too long for that.
for limit in 20 48 100 144 150 4096; do
	both "-s $limit, many lengths" -s $limit -e trace=access,stat,newfstatat,read,write "$programs/lengths"
done
# Options about what is shown, one by one.
for options in --argv0=other '-E A=1' -q -qqq '-e quiet=exit' -n -x --strings-in-hex=non-ascii-chars '-a 60' '-e abbrev=none' '-e verbose=none' \
	'-e status=failed' '-e status=successful,unfinished' '-e status=unfinished' '-e status=detached --syscall-limit=3' '-X raw' '-e trace=/^open' \
	'-e trace=!%memory' '-e read=3 -e write=1' -Y --decode-pids=comm,pidns --always-show-pid --buffer=line --format=text -A '-I 4' \
	'-O 1 -c -U calls,name -S name' '-w -c -U calls,errors,name -S name' --policy=profile.json '--policy=profile.txt --policy-format=text'; do
	# shellcheck disable=SC2086 # words
	both "$options" $options cat file nothing
done

# shellcheck disable=SC2016 # the traced shell expands
both "a signal" sh -c 'kill -USR1 $$'
# shellcheck disable=SC2016
both "a signal that is ignored" -f -e trace=kill -e signal=chld,winch sh -c 'kill -WINCH $$; true'
both "a handler" sh -c 'trap : USR1; kill -USR1 $$'
both "an exit status" sh -c 'exit 7'
both "what cannot be executed" "$scratch/work/file"
# The number of a thread before execve(2) is known only from its entry: in a PID namespace it is not the one that the kernel gives.
if unshare -pf --mount-proc true 2>/dev/null; then
	timeout -s KILL $((30 * patience)) unshare -pf --mount-proc "$scry" --engine=bpf -f -e trace=execve,exit_group -o "$scratch/trace" \
		"$programs/thread_exec" /bin/true
	same "status of execve in a thread of a PID namespace" 0 $?
	shows "$scratch/trace" '^[0-9]{1,2} +\+\+\+ superseded by execve in pid [0-9]{1,2} \+\+\+$'
else
	not_tested "execve in a thread of a PID namespace: none can be made here"
fi
both "execve in a thread" -f -e trace=execve,exit_group "$programs/thread_exec" /bin/true
both "a call that a filter refuses" -e trace=getppid "$programs/denied" getppid=EPERM -- sh -c :
both "children, one at a time" -f -e trace=exit_group -e signal=none sh -c '/bin/true; /bin/false; exit 3'
both "-u" -u "$(id -un)" -e trace=setuid,execve true
both "--syscall-limit" --syscall-limit=5 true
both "-b" -b execve sh -c 'exec /bin/true'
both "-c without times" -c -U calls,errors,name -S name sh -c 'cat nothing; exit 0'
both "-C without times" -C -U calls,errors,name -S name -e trace=openat cat file
both "-y" -y cat file
both "-y with directories" -y -e trace=%file,getdents64,close ls -l . /proc/self/fd/
both "-y with a removed file" -y -e trace=openat,write,fcntl,dup2,close -e signal=none sh -c 'exec 3>gone; rm gone; echo x >&3; cd /tmp; exec 4<.; exec 5</dev/null; exec 4<&-'
both "-y with sockets" -y -e trace=socket,bind,listen,getsockname,pipe2,dup2 "$programs/talker"
both "-y in JSON" --json -y -e trace=openat,read,close cat file
both "-P with a descriptor" -P "$scratch/work/file" cat file
both "-P with a directory" -P "$scratch/work" ls -l .
both "-P with a link" -P /usr/bin -e trace=%file ls -d /bin/. /usr/bin
both "-P in JSON" --json -y -P "$scratch/work/file" cat file
both "-P of a removed file" -P "$scratch/work/gone" -e signal=none sh -c 'exec 3>gone; rm gone; echo x >&3; cd /tmp; exec 3>&-'
both "-P and -c" -c -U calls,errors,name -S name -P "$scratch/work/file" cat file nothing
both "--trace-fds" --trace-fds=3 cat file

# A descriptor of every kind, in registers, in arrays, sets and control messages.
normalise_details()
{
	sed -E -e 's/"time":"[^"]*"/"time":T/' -e 's/,"late":\[[^]]*\]//' -e 's/(127\.0\.0\.1|::1\]):[0-9]+/\1:PORT/g; s/:\[[0-9]+([],-])/:[INODE\1/g; s/->[0-9]+([],])/->INODE\1/g' \
		-e 's/<pid:[0-9]+>/<pid:PID>/g; s/(NETLINK:\[[A-Z]+):[0-9]+/\1:PID/g; s/eventfd-id=[0-9]+/ID/; s/port=htons\([0-9]+/PORT/' \
		-e 's/"(inode|peer_inode|port|port_id|id|pid|tgid|former_pid|time_ns|duration_ns|number)":[0-9]+/"\1":N/g; s/"slave":"[^"]*"/SLAVE/' \
		-e 's/pts\/[0-9]+/pts\/N/g; s/0x[0-9a-f]{5,}/ADDRESS/g; s/\<[0-9]{4,}\>/N/g; s/char 136:[0-9]+/SLAVE/; s/TIOCGPTN, \[[0-9]+\]/TIOCGPTN/; s/(TIOCGPTN.*"argp":)[0-9]+/\1N/' \
		-e 's/^(set_tid_address\(.* = )[0-9]+/\1PID/; s/^pidfd_open\([0-9]+/pidfd_open(PID/; s/^wait4\([0-9]+(.* = )[0-9]+/wait4(PID\1PID/' \
		-e 's/"minor":[0-9]+/MINOR/; /mmap|brk|^---|getrandom|rseq|SIGCHLD|getpid/d' "$1"
}
# details WHAT OPTIONS... -- COMMAND...
details()
{
	what="details, $*"
	for engine in ptrace bpf; do
		rm -rf directory
		mkdir directory
		trace --engine=$engine -a0 -o "$scratch/raw" "$@"
		ends_with 0
		normalise_details "$scratch/raw" >"$scratch/$engine.text"
	done
	check "$what: too few lines" [ "$(lines_of "$scratch/bpf.text")" -gt 30 ]
	checks=$((checks + 1))
	diff "$scratch/ptrace.text" "$scratch/bpf.text" >"$scratch/difference" && return
	fail "$what: the engines differ"
	head -n 10 "$scratch/difference"
}
for options in -yy -y --decode-fds=socket --decode-fds=eventfd,signalfd,pidfd '--json -yy'; do
	# shellcheck disable=SC2086 # words
	details $options "$programs/descriptors" directory
	# shellcheck disable=SC2086
	details $options "$programs/descriptors" directory apart
	# shellcheck disable=SC2086
	details $options "$programs/held"
done

# The name of a descriptor is that of the file at the call, however late scry looks: the byte that is read tells which file
# it was. Another thread can change it between the entry of the call and the moment at which the kernel looks.
printf a >a
printf b >b
truthful()
{
	grep -cE "pread64\\($1<$scratch/work/(a>, \"a\"|b>, \"b\")" "$scratch/trace"
}
trace --engine=bpf -y -e trace=pread64 -o "$scratch/trace" "$programs/reused" a b 20000
ends_with 0
same "names of a descriptor that is reused" 20000 "$(truthful 50)"
trace --engine=bpf -f -y -e trace=pread64 -o "$scratch/trace" "$programs/reused" a b 20000 threads
ends_with 0
all=$(grep -c 'pread64(50<.*= 1$' "$scratch/trace")
check "only $all of 20000 calls have a name" [ "$all" -ge 19000 ]
check "only $(truthful 50) of $all names are true" [ "$(truthful 50)" -ge $((all * 9 / 10)) ]
check "one file was read all the time" grep -q 'a>, "a"' "$scratch/trace"
check "one file was read all the time" grep -q 'b>, "b"' "$scratch/trace"

# What calls are about, in tables. The ptrace engine adds a line about the time that stops take.
for keys in path peer,syscall fd,path; do
	for engine in ptrace bpf; do
		rm -rf directory
		mkdir directory
		trace --engine=$engine --summary=$keys -S calls -U calls,errors "$programs/descriptors" directory
		sed -E 's/127\.0\.0\.1:[0-9]+/A:PORT/; s/\[::1\]:[0-9]+/A:PORT/; s/\[[0-9]+\]/[INODE]/; s/scry test [0-9]+/NAME/; s,/proc/[0-9]+,/proc/PID,; /^measuring|^system:|^wall:/d' "$scratch/stderr" |
			sort >"$scratch/$engine.text"
	done
	same "the table of $keys" "$(cat "$scratch/ptrace.text")" "$(cat "$scratch/bpf.text")"
	check "the table of $keys is short" [ "$(lines_of "$scratch/bpf.text")" -gt 15 ]
done

both "sockets" -e trace=socket,bind,listen,getsockname "$programs/talker"
if command -v jq >/dev/null; then
	both "JSON" --json -e trace=openat,read,execve,mmap cat file
	trace --engine=bpf --json -o "$scratch/json" cat file
	find_python
	validate "$scratch/json" "records of the bpf engine"
else
	not_tested "records: no jq here"
fi

# What decode asks beside registers: each mode of the program that can run here.
# asks MODE ARGUMENTS...: both engines show the same of that mode.
asks()
{
	mode=$1
	shift
	"$programs/engines" "$mode" >/dev/null 2>&1
	case $? in
	0) both "$mode, $*" "$@" "$programs/engines" "$mode" ;;
	77) not_tested "$mode: this kernel cannot do it" ;;
	*) fail "the program does not run: $mode" ;;
	esac
}
asks netlink32 -e trace=%net
check "messages of netlink through socketcall(2)" [ "$(grep -c '{nlmsg_len=' "$scratch/bpf")" -eq 6 ]
check "bytes to another socket" grep -q '^send([0-9]*, "' "$scratch/bpf"
# A descriptor far behind in an array, beyond what -s shows, or hidden by -e verbose and -e raw: no line gets lost.
for options in '' '-s 1' -v '-e verbose=none' '-e raw=all' -c --json '--json -s 1'; do
	case $options in
	-c) asks late -P "$scratch/work/late" -c -U calls,errors,name -S name ;;
	# shellcheck disable=SC2086 # words
	*) asks late -P "$scratch/work/late" $options ;;
	esac
done
same "calls with a late descriptor" 8 "$("$scry" --engine=bpf -P "$scratch/work/late" -s 1 "$programs/engines" late 2>&1 | grep -cE '^(poll|ppoll|select|pselect6|sendmsg|dup2|openat)\(')"
asks late --where "path == '$scratch/work/late'" -s 1 -e verbose=none
asks late --where 'fd == 300' -s 1 -e raw=all
for options in '' '-s 1 -e verbose=none'; do
	for engine in ptrace bpf; do
		# shellcheck disable=SC2086 # words
		trace --engine=$engine $options --summary=path,syscall -S name -U calls,errors "$programs/engines" late
		sed -E 's/\[[0-9]+\]/[INODE]/; /^measuring|^system:|^wall:/d' "$scratch/stderr" | sort >"$scratch/$engine.text"
	done
	same "paths of late descriptors, $options" "$(cat "$scratch/ptrace.text")" "$(cat "$scratch/bpf.text")"
done
# The engine keeps 16 names of a task: one that gives its place to another one is reported again.
asks late -y -e trace=dup,epoll_ctl,openat
lacks "$scratch/bpf" '^dup\(5\)'
# Strings that end where memory ends.
for options in '' '-s 1' '-s 4095' '-s 5000' '-e verbose=none' --json; do
	# shellcheck disable=SC2086 # words
	asks ends -e trace=!mmap,munmap $options
done
lacks "$scratch/bpf" 'captured":false'
# A child of scry that is not its command is collected.
for engine in ptrace bpf; do
	timeout -s KILL $((20 * patience)) "$scry" --engine=$engine -f -o "$scratch/trace" "$programs/engines" sibling
	same "status beside a child of CLONE_PARENT, $engine" 0 $?
	shows "$scratch/trace" 'exited with 3'
done
asks netlink32 -s 1 -v -e trace=%net
asks netlink32 --json -e trace=%net,exit_group

# A program of 32 bits, and a 32-bit call of a program of 64 bits.
CC32=$(cat "$build/cc32" 2>/dev/null)
cat >"$scratch/old.c" <<'C'
#include <sys/stat.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
	struct timespec short_time = { 0, 1000 };
	struct stat status;
	char *argv[] = { "true", NULL };

	stat("/etc/passwd", &status);
	socket(AF_UNIX, SOCK_STREAM, 0);
	nanosleep(&short_time, NULL);
	execv("/bin/true", argv);
	return 1;
}
C
# shellcheck disable=SC2086 # a compiler may have several words
if [ -n "$CC32" ] && $CC32 -o "$scratch/old" "$scratch/old.c" 2>/dev/null; then
	both "a 32-bit program" "$scratch/old"
else
	not_tested "32-bit programs: no compiler makes them here"
fi
# shellcheck disable=SC2016 # the traced shell expands
trace --engine=bpf -i -e trace=none sh -c 'trap : USR1; kill -USR1 $$'
shows "$scratch/stderr" '^\[[0-9a-f]*[1-9a-f][0-9a-f]*\] --- SIGUSR1 '
# How long a call waited is known, in a recording too. The scheduler has a clock for each CPU, which differ in a virtual machine: a task that
# moves between two of them may seem to have run all the time (doc/engine-bpf.md, "CPU time"). Here it stays on one.
cpu=$(taskset -pc $$ 2>/dev/null | sed 's/.*: //; s/[-,].*//')
trace --engine=bpf --record="$scratch/recording" --timeline="$scratch/timeline" --report="$scratch/page" taskset -c "${cpu:-0}" sleep 0.1
if "$scry" -V | grep -q '^libzstd: yes'; then
	trace --replay="$scratch/recording" --timeline="$scratch/timeline.replayed" --report="$scratch/page.replayed"
	ends_with 0
	check "the same timeline" cmp "$scratch/timeline" "$scratch/timeline.replayed"
	shows "$scratch/page.replayed" '"cpu":true'
else
	not_tested "a recording: scry was built without libzstd"
fi
shows "$scratch/page" '"cpu":true'
shows "$scratch/timeline" '"name":"(clock_)?nanosleep".*"cat":"call,waiting".*"waiting_us":'
# A call that has not returned has no time.
lacks "$scratch/timeline" 'call,unmeasured("|,error)'
# A tracer sets number -1 to skip a call. All its bits are set, but it is no call of x32.
trace --engine=bpf -c -o "$scratch/table" perl -e 'syscall(-1)'
shows "$scratch/table" ' syscall_0xffffffffffffffff$'
lacks "$scratch/table" 'x32'
finish
