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
refused '-k/--stack-trace cannot be had' -k
refused '--summary=stack, --flame-graph and --folded cannot be had' --folded="$scratch/folded"
refused '-e namespace cannot be had' -e namespace=new
refused '--secontext cannot be had' --secontext
refused '--summary=stack, --flame-graph' --summary=stack
refused '--try-policy cannot be had' --try-policy=none.json
refused 'the column waiting cannot be had' -c -U waiting
refused '-D/--daemonize cannot be had' -D
refused '--kill-on-exit cannot be had' --kill-on-exit
refused '--kvm cannot be had' --kvm=vcpu

trace --engine=bpf --seccomp-bpf --no-colocate -o /dev/null true
shows "$scratch/stderr" '^scry: --seccomp-bpf has no effect with --engine=bpf$|refuses|needs'
shows "$scratch/stderr" '^scry: --no-colocate has no effect with --engine=bpf$'

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
		setpriv --reuid=65534 --clear-groups --inh-caps=-all,+bpf,+perfmon --ambient-caps=-all,+bpf,+perfmon \
			"$scratch/scry" --engine=bpf -e trace=execve true 2>"$scratch/stderr"
		same "status with the two capabilities" 0 $?
		shows "$scratch/stderr" '^execve\('
	fi
else
	not_tested "an ordinary user: only root can become one"
fi
finish
