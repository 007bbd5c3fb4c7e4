#!/bin/sh
# SPDX-License-Identifier: MIT
# What the bpf engine cannot do is refused with a sentence, and so is a build, a user or a kernel that it does not work with.
. "${srcdir:-.}/tests/live/lib.sh"

if "$scry" -V | grep -q '^bpf: no'; then
	trace --engine=bpf true
	ends_with 1
	shows "$scratch/stderr" '^scry: --engine=bpf: this build of scry has no bpf engine'
	skip "no bpf here: this build has none"
fi

# refused REGEX ARGUMENTS...
refused()
{
	regex=$1
	shift
	trace --engine=bpf "$@" true
	ends_with 1
	shows "$scratch/stderr" "^scry: $regex"
	lacks "$scratch/stderr" 'exited'
}
refused '-e inject/-e fault cannot be had with --engine=bpf: ' -e inject=getppid:error=EIO
refused '-e inject/-e fault cannot be had' -e fault=getppid
refused '-e namespace cannot be had' -e namespace=new
refused '--secontext cannot be had' --secontext
refused '--try-policy cannot be had' --try-policy=none.json
refused '-D/--daemonize cannot be had' -D
refused '--kill-on-exit cannot be had' --kill-on-exit
refused '--kvm cannot be had' --kvm=vcpu

trace --engine=bpf --seccomp-bpf --no-colocate -o /dev/null true
shows "$scratch/stderr" '^scry: --seccomp-bpf has no effect with the bpf engine$|refuses|needs'
shows "$scratch/stderr" '^scry: --no-colocate has no effect with the bpf engine$'

# A user without the capabilities is shown what to do.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	chmod 755 "$scratch"
	cp "$scry" "$scratch/scry"
	setpriv --reuid=65534 --clear-groups "$scratch/scry" --engine=bpf true 2>"$scratch/stderr"
	same "status of an ordinary user" 1 $?
	shows "$scratch/stderr" 'needs the capabilities CAP_BPF and CAP_PERFMON: .*; the ptrace engine .* works$'
	setpriv --reuid=65534 --clear-groups "$scratch/scry" true 2>"$scratch/stderr"
	same "status of the ptrace engine" 0 $?
	if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
		chmod 777 "$scratch"
		with_two='setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all,+bpf,+perfmon --ambient-caps=-all,+bpf,+perfmon'
		# trace_as_user OPTION... COMMAND...: like trace, as an ordinary user with the two capabilities.
		trace_as_user()
		{
			# shellcheck disable=SC2086 # a list of words
			(cd / && timeout -s KILL $((30 * patience)) $with_two "$scratch/scry" --engine=bpf "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null)
			status=$?
		}
		for options in '' -f '-f -e trace=execve,openat' '-f -y' --json -c '-c -f -w' --summary=comm; do
			rm -f "$scratch/trace"
			# shellcheck disable=SC2086
			trace_as_user $options -o "$scratch/trace" sh -c '/bin/echo a child; exit 4'
			same "$options with the two capabilities: status" 4 "$status"
			same "$options: output" 'a child' "$(cat "$scratch/stdout")"
			shows "$scratch/trace" 'execve|sh'
			same "$options: messages" '' "$(cat "$scratch/stderr")"
		done
		# The command has the capabilities of the user, and no more.
		trace_as_user -o "$scratch/trace" grep CapEff: /proc/self/status
		same "capabilities of the command" "$($with_two grep CapEff: /proc/self/status)" "$(cat "$scratch/stdout")"
		# An own process, and the whole machine.
		$with_two sh -c 'while :; do cd /; done' &
		loop=$!
		trace_as_user -p "$loop" -e trace=chdir --syscall-limit=20 -o "$scratch/trace"
		ends_with 0
		shows "$scratch/trace" '^chdir\("/"\) += 0$'
		kill "$loop"
		wait "$loop" 2>/dev/null
		rm -f "$scratch/trace"
		trace_as_user --system -e trace=exit_group -o "$scratch/trace" sh -c '/bin/true; exit 0'
		ends_with 0
		shows "$scratch/trace" 'exit_group\(0\)'
	fi
else
	not_tested "an ordinary user: only root can become one"
fi
finish
