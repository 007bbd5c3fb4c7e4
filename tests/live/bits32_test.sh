#!/bin/sh
# SPDX-License-Identifier: MIT
# Programs of the 32-bit ABI that the kernel of the machine knows, too: what other tests do with native programs.
. "${srcdir:-.}/tests/live/lib.sh"

programs=$PWD/tests/live32
[ -x "$programs/changed" ] || skip "no compiler here makes 32-bit programs"
"$programs/changed" >"$scratch/bare" 2>&1 || skip "the kernel runs no 32-bit programs"
same "without a tracer" 'chdir 0
chdir 0
missing -1 ENOENT
getcwd 2
/
pselect6 -1 EINVAL' "$(cat "$scratch/bare")"

# injected EXPRESSION LINE TEXT: the program sees what it sees without a tracer, but for the line of this number. It sees no other
# changes, whether all calls are stopped or a filter selects them.
injected()
{
	sed "$2s/.*/$(echo "$3" | sed 's,/,\\/,g')/" "$scratch/bare" >"$scratch/expected"
	for filter in off on auto; do
		trace -f --seccomp-bpf=$filter -e trace=chdir,getcwd,pselect6 -e "inject=$1" -o "$scratch/trace" "$programs/changed"
		ends_with 0
		same "$1, --seccomp-bpf=$filter" "$(cat "$scratch/expected")" "$(cat "$scratch/stdout")"
		same "calls, --seccomp-bpf=$filter" 5 "$(grep -c '= ' "$scratch/trace")"
	done
}
injected chdir:retval=7:when=1 1 'chdir 7'
injected chdir:error=EPERM:when=2 2 'chdir -1 EPERM'
injected chdir:retval=0:when=3 3 'missing 0'
injected chdir:retval=5:syscall=getuid:when=3 3 'missing 5'
injected chdir:poke_enter=@arg1=2f00:when=3 3 'missing 0'
injected getcwd:poke_exit=@arg1=2f7800 5 '/x'
injected pselect6:error=EINTR 6 'pselect6 -1 EINTR'
injected pselect6:retval=3 6 'pselect6 3'
injected chdir:delay_exit=1:when=1 1 'chdir 0'

# -i has the digits of a pointer: 8 while the process is one of 32 bits, 16 once it has executed a native program.
trace -i -f -o "$scratch/trace" "$programs/thread_exec" /bin/true
shows "$scratch/trace" '^[0-9]+ +\[[0-9a-f]{8}\] execve\("/bin/true"'
shows "$scratch/trace" '^[0-9]+ +\[[0-9a-f]{16}\] exit_group\(0\)'
shows "$scratch/trace" '^[0-9]+ +\[\?{16}\] \+\+\+ exited'
trace -i -o "$scratch/trace" "$programs/changed"
shows "$scratch/trace" '^\[[0-9a-f]{8}\] chdir'
shows "$scratch/trace" '^\[\?{8}\] \+\+\+ exited'

# make check-arch has a strace of the 32-bit machine, if there is one.
STRACE=$(command -v strace32 || echo "$strace")
export STRACE
tests='follow stopped attach'
if "$STRACE" -e trace=connect "$programs/sandboxed" errno 2>&1 | grep -q '^connect(-1, NULL, 0)'; then
	tests="$tests sandbox"
else
	not_tested "sandbox_test with 32-bit programs: this strace does not show their calls"
fi
# Processes and threads, group-stops and signals, -p, and filters of the tracee's own.
for test in $tests; do
	checks=$((checks + 1))
	PROGRAMS=$programs sh "$srcdir/tests/live/${test}_test.sh" >"$scratch/out" 2>&1
	case $? in
	0) ;;
	77) not_tested "${test}_test with 32-bit programs: $(sed -n 's/^SKIPPED: //p' "$scratch/out")" ;;
	*)
		fail "${test}_test with 32-bit programs:"
		cat "$scratch/out"
		;;
	esac
done
finish
