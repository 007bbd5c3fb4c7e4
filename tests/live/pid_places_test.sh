#!/bin/sh
# SPDX-License-Identifier: MIT
# --decode-pids=pidns at every place where a process ID stands: each line in which strace translates one is equal in scry.
. "${srcdir:-.}/tests/live/lib.sh"

unshare -fp true 2>/dev/null || skip "no PID namespaces here"
# normal NAME: the lines of all processes of -ff -o NAME, without what differs from run to run, and without numbers outside of the
# namespace. With a file a process no line is interrupted by another process.
normal()
{
	sed -E "s/[0-9]+ in (strace|scry)'s PID NS/N outside/g; s/0x[0-9a-f]{6,}/ADDRESS/g
		s/^(shmctl|msgctl)\([0-9]+/\1(ID/; s/_(c|s|r)time=[0-9]+/_\1time=T/g; s/\) += /) = /" "$1".* |
		grep -vE 'SIGCHLD|^(clone|wait4)\('
}
trace -ff --decode-pids=pidns -o "$scratch/trace" unshare -fp "$programs/pid_places"
ends_with 0
normal "$scratch/trace" >"$scratch/scry"
shows "$scratch/scry" '^tgkill\(1 /\* N outside \*/, [0-9]+ /\* N outside \*/, 0\) = 0$'
# Before Linux 6.11 the kernel does not translate numbers, and scry searches /proc: a scry whose ioctl fails shows the same, but for a
# child in a namespace of its own.
in_another='^kill\(([2-9]|[0-9]{2,}) /\* N outside \*/, (0|SIGKILL)\)'
if [ "$(printf '6.11\n%s\n' "$(uname -r)" | sort -V | head -n 1)" = 6.11 ]; then
	shows "$scratch/scry" "$in_another = 0$"
else
	not_tested 'the number of a child in a namespace of its own: it needs Linux 6.11'
fi
trace -o /dev/null --seccomp-bpf=off -e trace=ioctl -e inject=ioctl:error=ENOTTY \
	"$scry" --seccomp-bpf=off -ff --decode-pids=pidns -o "$scratch/older" unshare -fp "$programs/pid_places"
ends_with 0
normal "$scratch/older" >"$scratch/scry_older"
grep -vE "$in_another" "$scratch/scry" | grep 'N outside' >"$scratch/newer"
checks=$((checks + 1))
grep -vxF -f "$scratch/scry_older" "$scratch/newer" >"$scratch/missing" && fail "lines of a kernel before 6.11: $(cat "$scratch/missing")"
# Places where strace shows only the number: doc/differences.md.
for place in 'FIOSETOWN, \[1' 'FIOGETOWN, \[1' 'SIOCGPGRP, \[1' 'sigev_notify_thread_id=1' 'setpgid\(1 /\* N outside \*/, 1' \
	'perf_event_open\(NULL, 1' 'msg_lspid=1'; do
	shows "$scratch/scry" "$place /\* N outside \*/"
done
can_compare "--decode-pids=pidns" || finish
"$strace" -ff --decode-pids=pidns -o "$scratch/reference" unshare -fp "$programs/pid_places" 2>"$scratch/errors" ||
	fail "strace: $(cat "$scratch/errors")"
normal "$scratch/reference" >"$scratch/strace"
grep 'N outside' "$scratch/strace" |
	grep -vE "^setpgid|^msgctl|$in_another" >"$scratch/translated"
translated=$(lines_of "$scratch/translated")
check "strace translates only in $translated lines" [ "$translated" -gt 40 ]
checks=$((checks + 1))
grep -vxF -f "$scratch/scry" "$scratch/translated" >"$scratch/missing" && fail "lines of strace: $(cat "$scratch/missing")"
finish
