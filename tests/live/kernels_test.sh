#!/bin/sh
# SPDX-License-Identifier: MIT
# Kernels and sandboxes that lack a system call: tests/live/denied makes calls fail as they would there.
. "${srcdir:-.}/tests/live/lib.sh"

real=$scry
# without CALL=ERROR...: from now on these calls fail, in scry and in its tracees.
without()
{
	printf '#!/bin/sh\nexec %s %s -- %s "$@"\n' "$programs/denied" "$*" "$real" >"$scratch/scry"
	chmod +x "$scratch/scry"
	scry=$scratch/scry
}
script='cat /etc/passwd >/dev/null; cd /; true'
calls='openat,read,chdir'

"$programs/denied" getppid=EPERM -- true || skip "calls cannot be made to fail here"
trace -f -o "$scratch/whole" -e trace=$calls sh -c "$script"
ends_with 0
normal()
{
	sed 's/^ *[0-9]* *//' "$1" | grep -v '^+++\|^---' | LC_ALL=C sort
}
normal "$scratch/whole" >"$scratch/expected"

# Prints the messages of scry without the warnings of sanitizers about such kernels.
messages()
{
	grep -v '^==[0-9]*==' "$scratch/stderr"
}

# as_usual: the trace has the same calls as on a kernel that lacks nothing.
as_usual()
{
	for filter in auto off; do
		trace --seccomp-bpf=$filter -f -o "$scratch/trace" -e trace=$calls sh -c "$script"
		ends_with 0
		same "stderr without $missing" '' "$(messages)"
		normal "$scratch/trace" >"$scratch/seen"
		check "the trace is another one without $missing, --seccomp-bpf=$filter" \
			cmp "$scratch/expected" "$scratch/seen"
	done
}
for missing in process_vm_readv=ENOSYS process_vm_readv=EPERM 'pidfd_open=ENOSYS pidfd_getfd=ENOSYS' pidfd_getfd=EPERM \
	perf_event_open=EACCES 'sched_setaffinity=EPERM sched_getaffinity=EPERM' seccomp=ENOSYS setitimer=ENOSYS \
	ptrace@0x4212=EIO; do
	without $missing
	as_usual
done

# Where scry cannot work without a call, it prints a message.
without ptrace@0x420e=EIO
trace true
ends_with 1
same stderr 'scry: the kernel has no PTRACE_GET_SYSCALL_INFO: Linux 5.3 or newer is needed' "$(messages)"
without ptrace@0x4206=EPERM
trace -o "$scratch/trace" true
ends_with 1
shows "$scratch/stderr" '^scry: cannot trace a command: ptrace\(PTRACE_SEIZE\): Operation not permitted \(.*sandbox'
without seccomp=ENOSYS
trace --debug --seccomp-bpf -f -e trace=chdir true
ends_with 0
shows "$scratch/stderr" '^scry: seccomp filter off: it cannot be installed: Function not implemented$'
trace --seccomp-bpf=on -f -e trace=chdir true
ends_with 1
shows "$scratch/stderr" '^scry: --seccomp-bpf=on: cannot install the filter: Function not implemented$'
without clone=EAGAIN clone3=EAGAIN fork=EAGAIN vfork=EAGAIN
trace true
ends_with 1
same stderr 'scry: cannot make a process: Resource temporarily unavailable' "$(messages)"

# Sockets that cannot be duplicated are looked up in /proc/PID/net.
without pidfd_open=ENOSYS pidfd_getfd=ENOSYS
mkdir "$scratch/directory"
trace -yy -a0 -e trace=fcntl "$programs/descriptors" "$scratch/directory"
shows "$scratch/stderr" '^fcntl\([0-9]+<TCP:\[127\.0\.0\.1:[0-9]+->127\.0\.0\.1:[0-9]+\]>'
shows "$scratch/stderr" '^fcntl\([0-9]+<TCPv6:\[\[::1\]:[0-9]+\]>'
shows "$scratch/stderr" '^fcntl\([0-9]+<UNIX-STREAM:\[[0-9]+'

# Before Linux 6.16 there is no PTRACE_SET_SYSCALL_INFO, and scry writes injected results to registers, for each ABI.
for expression in getppid:retval=12345 getppid:error=EPERM getppid:retval=7:when=2+2 getppid:retval=0x7fffffff \
	getppid:error=EPERM:syscall=getuid; do
	scry=$real
	trace -o "$scratch/whole" -e trace=getppid -e inject=$expression "$programs/tampered"
	sed 's/ [0-9]\{2,\}/ PID/g' "$scratch/stdout" >"$scratch/expected"
	without ptrace@0x4212=EIO
	trace -o "$scratch/trace" -e trace=getppid -e inject=$expression "$programs/tampered"
	check "$expression: the tracee sees another result" \
		[ "$(sed 's/ [0-9]\{2,\}/ PID/g' "$scratch/stdout")" = "$(cat "$scratch/expected")" ]
	same "$expression: the trace" "$(grep -c INJECTED "$scratch/whole")" "$(grep -c INJECTED "$scratch/trace")"
done
scry=$real
trace -o "$scratch/trace" -e trace=getppid -e inject=getppid:retval=12345 "$programs/tampered"
same "results that the tracee sees" '' "$(tr ' ' '\n' <"$scratch/stdout" | grep '^[0-9]' | grep -v '^12345$')"
without ptrace@0x4212=EIO
check "tamper_test.sh with PTRACE_SET_SYSCALL_INFO denied" \
	env SCRY="$scratch/scry" sh "$srcdir/tests/live/tamper_test.sh"

# A limit of descriptors that is too low: scry prints a message and does not crash.
scry=$real
for limit in 5 6 7 8 9 10 12; do
	for filter in on off; do
		timeout -s KILL $((30 * patience)) sh -c 'ulimit -n $0 && exec "$@"' $limit "$scry" --seccomp-bpf=$filter \
			-fyyo "$scratch/trace" -e trace=openat cat /etc/passwd >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
		status=$?
		check "descriptors up to $limit: status $status, $(head -n 1 "$scratch/stderr")" \
			[ $status = 0 -o \( $status = 1 -a -s "$scratch/stderr" \) ]
	done
done

# Without /proc. Only root can make the mount namespace for that.
if unshare -m umount -l /proc 2>/dev/null; then
	cat >"$scratch/scry" <<EOF
#!/bin/sh
exec unshare -m sh -c 'umount -l /proc && exec "\$@"' sh "$real" "\$@"
EOF
	scry=$scratch/scry missing=/proc
	trace -f -o "$scratch/whole" -e trace=$calls sh -c "$script"
	normal "$scratch/whole" >"$scratch/expected"
	as_usual
	for filter in on off; do
		trace --seccomp-bpf=$filter -f -e trace=exit_group -o "$scratch/trace" \
			"$programs/thread_exec" "$programs/thread_exec" /bin/echo executed
		ends_with 0
		same "superseded threads without /proc" 2 "$(grep -c superseded "$scratch/trace")"
	done
	trace -fyyYk -o "$scratch/trace" -e trace=openat cat /etc/passwd
	ends_with 0
	shows "$scratch/trace" 'openat\(AT_FDCWD, "/etc/passwd", O_RDONLY\) = 3'
else
	not_tested "scry without /proc: it cannot be unmounted here"
fi

# With a /proc that hides the processes of other users, the message does not guess the reason.
hiding='mount -t proc -o hidepid=2 proc /proc && setpriv --reuid=65534 --regid=65534 --clear-groups "$@" 2>&1; :'
if unshare -pfm sh -c 'mount -t proc -o hidepid=2 proc /proc && setpriv --reuid=65534 --regid=65534 --clear-groups true' 2>/dev/null; then
	answer=$(timeout -s KILL $((30 * patience)) unshare -pfm sh -c "$hiding" sh "$real" -p 1)
	same "stderr" 'scry: cannot attach to process 1: Operation not permitted; /proc says nothing of it' "$answer"
else
	not_tested "a /proc that hides processes: none can be mounted here"
fi
finish
