#!/bin/sh
# SPDX-License-Identifier: MIT
# -e inject and -e fault. The expected output is that of strace 6.1.
. "${srcdir:-.}/tests/live/lib.sh"

script='for i in 1 2 3 4 5; do cd / && echo yes || echo no; done'

# injects EXPRESSION OUTPUT RESULT...: checks the output of the script and the results of its calls, with a filter and
# without.
injects()
{
	expression=$1 output=$2
	shift 2
	for filter in off on; do
		trace --seccomp-bpf=$filter -f -e trace=chdir -e "$expression" sh -c "$script"
		same "$expression, filter $filter: output" "$output" "$(tr '\n' ' ' <"$scratch/stdout" | sed 's/ $//')"
		same "$expression, filter $filter: results" "$*" \
			"$(sed -n 's/^chdir.* = //p' "$scratch/stderr" | tr '\n' ' ' | sed 's/ $//')"
	done
}

no='-1 ENOENT (No such file or directory) (INJECTED)'
injects inject=chdir:error=ENOENT 'no no no no no' "$no" "$no" "$no" "$no" "$no"
injects inject=chdir:error=2:when=2 'yes no yes yes yes' 0 "$no" 0 0 0
injects inject=%file:error=ENOENT:when=4+ 'yes yes yes no no' 0 0 0 "$no" "$no"
injects inject=chdir:error=enoent:when=1+3 'no yes yes no yes' "$no" 0 0 "$no" 0
injects inject=chdir:error=ENOENT:when=2..4+2 'yes no yes no yes' 0 "$no" 0 "$no" 0
injects inject=chdir:retval=7:syscall=getuid:when=3 'yes yes no yes yes' 0 0 '7 (INJECTED)' 0 0
# A result that has no room in an int is shown as the register has it, on 64-bit machines.
case $("$scry" -V | sed -n 's/^ABIs: //p') in
i386 | arm) ;;
*)
	injects inject=chdir:retval=5000000000:when=1 'no yes yes yes yes' '5000000000 (INJECTED)' 0 0 0 0
	injects inject=chdir:retval=2147483648:when=1 'no yes yes yes yes' '2147483648 (INJECTED)' 0 0 0 0
	# On these machines a comparison of an int looks at the whole register.
	case $(uname -m) in
	mips64 | riscv64 | loongarch64) zero=no ;;
	*) zero=yes ;;
	esac
	injects inject=chdir:retval=4294967296:when=2 "yes $zero yes yes yes" 0 '4294967296 (INJECTED)' 0 0 0
	;;
esac
injects fault=chdir:when=5 'yes yes yes yes no' 0 0 0 0 '-1 ENOSYS (Function not implemented) (INJECTED)'
injects inject=chdir:poke_enter=@arg1=00:when=1 'no yes yes yes yes' \
	'-1 ENOENT (No such file or directory) (INJECTED: args)' 0 0 0 0 2>/dev/null
injects inject=chdir:delay_enter=0 'yes yes yes yes yes' '0 (DELAYED)' '0 (DELAYED)' '0 (DELAYED)' '0 (DELAYED)' '0 (DELAYED)'
injects inject=chdir:delay_exit=1:when=2 'yes yes yes yes yes' 0 '0 (DELAYED)' 0 0 0
# If two expressions select the same call, the last one takes precedence.
trace -e trace=chdir -e inject=chdir:error=EIO -e inject=chdir:retval=3:when=2 sh -c "$script"
same "results" '0 3 (INJECTED) 0 0 0' "$(sed -n 's/^chdir.* = //p' "$scratch/stderr" | tr '\n' ' ' | sed 's/ $//')"

# Calls that are not selected by -e trace or -P are not changed, and neither is the execve of the launch.
trace -e trace=none -e inject=chdir:error=EIO sh -c "$script"
same output 'yes yes yes yes yes ' "$(tr '\n' ' ' <"$scratch/stdout")"
trace -P /none -e inject=chdir:error=EIO sh -c "$script"
same output 'yes yes yes yes yes ' "$(tr '\n' ' ' <"$scratch/stdout")"
trace -e trace=execve -e inject=execve:error=EPERM:when=1 sh -c 'exec /bin/true'
ends_with 126

# signal= sends a signal at the call.
trace -f -e trace=chdir -e inject=chdir:signal=USR1:when=2 sh -c "trap 'echo got' USR1; cd /; cd /; cd /"
same output got "$(cat "$scratch/stdout")"
shows "$scratch/stderr" '^--- SIGUSR1 \{si_signo=SIGUSR1, si_code=SI_KERNEL\} ---$'
# The signal comes whatever else happens to the call.
for more in delay_enter=1 delay_exit=1 retval=3 error=EIO delay_enter=1:retval=3 delay_enter=1:delay_exit=1:syscall=getpid:error=EIO; do
	trace -f -e trace=chdir -e "inject=chdir:signal=USR1:$more:when=2" sh -c "trap 'echo got' USR1; cd /; cd / || :; cd /; echo end"
	same "signal=USR1:$more: output" 'got end ' "$(grep -v "can't cd" "$scratch/stdout" | tr '\n' ' ')"
	same "signal=USR1:$more: signals" 1 "$(grep -c '^--- SIGUSR1 ' "$scratch/stderr")"
done

# A delayed call takes at least the given time and is marked. There are no upper bounds, as the machine may be busy.
for side in enter exit; do
	started=$(date +%s%N)
	trace -T -e trace=chdir -e inject=chdir:delay_$side=200ms:when=2..3 sh -c 'cd /; cd /; cd /; cd /; echo done'
	took=$((($(date +%s%N) - started) / 1000000))
	ends_with 0
	same output done "$(cat "$scratch/stdout")"
	same "delay_$side: marks" '- DELAYED DELAYED -' "$(sed -n 's/^chdir.* = 0 //p' "$scratch/stderr" |
		sed 's/^<.*/-/; s/^(DELAYED) <.*/DELAYED/' | tr '\n' ' ' | sed 's/ $//')"
	check "two calls with delay_$side=200ms took $took ms" [ "$took" -ge 400 ]
done
trace -T -e trace=chdir -e inject=chdir:delay_enter=200ms sh -c 'cd /; cd /'
same "calls that took 200 ms" 2 "$(grep -cE '\(DELAYED\) <(0\.[2-9]|[1-9])' "$scratch/stderr")"
# Other tracees run during a delay, and buffered output is written: four calls are delayed without end, and another
# process sees them in the trace and kills their processes. It sees a call of its own in the trace, too. It waits for a minute at most.
# shellcheck disable=SC2016 # for the inner shell
delayed='for i in 1 2 3 4; do cd / & pids="$pids $!"; done
wait_for() { n=0; until [ "$(grep -c "$1" "$trace")" = "$2" ]; do sleep 0.02; n=$((n + 1)); [ $n -lt 3000 ] || { echo "no $1"; break; }; done; }
trace=$0
wait_for "chdir(" 4
umask 027; wait_for "umask(027)" 1
kill -KILL $pids; wait; echo done'
for filter in off on; do
	: >"$scratch/trace"
	trace --seccomp-bpf=$filter -f -e trace=chdir,umask -e inject=chdir:delay_enter=10000s -o "$scratch/trace" \
		sh -c "$delayed" "$scratch/trace"
	ends_with 0
	same output done "$(cat "$scratch/stdout")"
	same "processes that were delayed" 4 "$(grep -c '+++ killed by SIGKILL +++' "$scratch/trace")"
done

# dd fails at its third write and reports that.
head -c 1000000 /dev/zero >"$scratch/file"
trace -e trace=write -e inject=write:error=ENOSPC:when=3 dd bs=1000 if="$scratch/file" of="$scratch/copy"
ends_with 1
shows "$scratch/stderr" '^write\(1, .* = -1 ENOSPC \(No space left on device\) \(INJECTED\)$'
same "bytes written" 2000 "$(wc -c <"$scratch/copy" | tr -d ' ')"

find_python
trace --json -o "$scratch/trace" -e trace=chdir,read -e inject=chdir:poke_enter=@arg1=2e00:error=EIO:delay_exit=1 \
	-e inject=read:delay_enter=1 sh -c "$script"
validate "$scratch/trace" "changed calls"
finish
