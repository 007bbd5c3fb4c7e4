#!/bin/bash
# SPDX-License-Identifier: MIT
# What a container keeps from scry is said with the words of docker and Kubernetes: capabilities, ptrace(2) and bpf(2) by a seccomp filter, the
# processes of the host. In a container of runc scry traces a command and, if it sees them, the processes of the host.
. "${srcdir:-.}/tests/live/lib.sh"
[ "$(id -u)" = 0 ] || skip "only root can give capabilities up"
command -v setpriv >/dev/null || skip "no setpriv here"
unset SCRY_ENGINE
name=scry-n$$
has_runc=''
cleanup()
{
	kill -9 $(jobs -p) 2>/dev/null
	[ -z "$has_runc" ] || runc delete -f "$name" >/dev/null 2>&1
	wait 2>/dev/null
	rm -rf "$scratch"
}
trap cleanup EXIT

# confined PREFIX... -- ARGUMENTS...: as trace, of a scry that another program starts.
confined()
{
	local prefix=()
	while [ "$1" != -- ]; do
		prefix+=("$1")
		shift
	done
	shift
	timeout -s KILL $((60 * patience)) "${prefix[@]}" "$scry" "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
	status=$?
}

# CAP_SETPCAP, CAP_SYS_PTRACE, CAP_PERFMON, CAP_BPF: linux/capability.h.
held=0x$(sed -n 's/^CapEff:[[:blank:]]*//p' /proc/self/status)
for bit in 8 19 38 39; do
	[ $((held >> bit & 1)) = 1 ] || skip "only root can give capabilities up, and it has too few here"
done

# Capabilities that even root lacks. The process has more of them than scry.
sleep 1000 &
sleeper=$!
confined setpriv --bounding-set=-sys_ptrace --inh-caps=-sys_ptrace -- -p "$sleeper"
ends_with 1
shows "$scratch/stderr" "^scry: cannot attach to process $sleeper: Operation not permitted; .*: a container gets it by --cap-add=SYS_PTRACE \(docker, podman\) or securityContext.capabilities.add: \[\"SYS_PTRACE\"\] \(Kubernetes\)\$"
check "the process runs on" runs_untraced "$sleeper"
confined setpriv --bounding-set=-sys_ptrace --inh-caps=-sys_ptrace -- -o "$scratch/trace" -f sh -c 'exit 3'
ends_with 3
same "messages about a command" '' "$(cat "$scratch/stderr")"
confined setpriv --bounding-set=-sys_ptrace --inh-caps=-sys_ptrace -- --why-engine
ends_with 0
shows "$scratch/stdout" '^engine ptrace: processes of other users, .* need CAP_SYS_PTRACE: a container gets it by --cap-add=SYS_PTRACE \(docker, podman\)'
confined env -- --why-engine
lacks "$scratch/stdout" 'a container gets'
has_bpf=yes
"$scry" -V | grep -q '^bpf: no' && has_bpf=
if [ -n "$has_bpf" ] && [ -r /sys/kernel/btf/vmlinux ]; then
	confined setpriv --bounding-set=-bpf,-perfmon --inh-caps=-bpf,-perfmon -- --engine=bpf true
	ends_with 1
	shows "$scratch/stderr" '^scry: --engine=bpf needs the capabilities CAP_BPF and CAP_PERFMON: a container gets them by --cap-add=BPF --cap-add=PERFMON \(docker, podman\) or securityContext.capabilities.add: \["BPF", "PERFMON"\] \(Kubernetes\); the ptrace engine .* works$'
	confined setpriv --bounding-set=-perfmon --inh-caps=-perfmon -- --why-engine
	shows "$scratch/stdout" 'a container gets it by --cap-add=PERFMON \(docker'
	# Conditions do without it.
	comm=scry-c$$
	cp "$(command -v sleep)" "$scratch/$comm"
	"$scratch/$comm" 1000 &
	named=$!
	wait_for "the process of --comm" grep -qx "$comm" "/proc/$named/comm"
	confined setpriv --bounding-set=-bpf,-perfmon --inh-caps=-bpf,-perfmon -- --comm="$comm" --syscall-limit=1 --for=0.5s -o "$scratch/trace"
	ends_with 0
	shows "$scratch/stderr" "^scry: Process $named attached\$"
	confined setpriv --bounding-set=-bpf,-perfmon --inh-caps=-bpf,-perfmon -- --comm="$comm" true
	ends_with 1
	shows "$scratch/stderr" '^scry: --engine=bpf needs .*; the ptrace engine \(--engine=ptrace\) works$'
	kill -9 "$named"
	wait "$named" 2>/dev/null
	if unshare -Ur true 2>/dev/null; then
		confined unshare -Ur -- --engine=bpf true
		ends_with 1
		shows "$scratch/stderr" 'CAP_PERFMON: they count in the initial user namespace only, .* rootless container: run scry outside of it'
	else
		not_tested "a user namespace: none can be made here"
	fi
else
	not_tested "capabilities for bpf: the bpf engine cannot run here"
fi

# Processes of the host.
if unshare -pf --mount-proc true 2>/dev/null; then
	for argument in 4194301 4194301+ "$name-none"; do
		confined unshare -pf --mount-proc -- -p "$argument"
		ends_with 1
		shows "$scratch/stderr" '; scry is in a PID namespace: a container sees the processes of its host with --pid=host \(docker, podman\) or hostPID: true \(Kubernetes\)$'
	done
else
	not_tested "processes of the host: no PID namespaces here"
fi

# In a root directory without /proc and /etc the messages say so.
libraries=$(ldd "$scry" | grep -o '/[^ ]*')
mkdir "$scratch/empty"
for file in "$scry" $libraries; do
	mkdir -p "$scratch/empty${file%/*}"
	cp -L "$file" "$scratch/empty$file"
done
confined chroot "$scratch/empty" -- -V
if [ "$status" = 0 ]; then
	for arguments in '-p sleep' '-p 1+' '-p 4194301' '--wait=sleep' --unit=none --list-targets; do
		# shellcheck disable=SC2086
		confined chroot "$scratch/empty" -- $arguments
		ends_with 1
		shows "$scratch/stderr" '; /proc, which lists processes, is not mounted here: mount -t proc proc /proc$'
	done
	confined chroot "$scratch/empty" -- -u nobody "$scry" -V
	ends_with 1
	shows "$scratch/stderr" "^scry: -u/--user 'nobody': there is no such user$"
	confined chroot "$scratch/empty" -- -f -o /trace "$scry" -V
	ends_with 0
	shows "$scratch/empty/trace" 'exit_group\(0\)'
else
	not_tested "an empty root directory: none in which scry runs can be made here"
fi

# A seccomp filter refuses a call, with an error as runtimes choose it; with 0 it kills the caller.
cat >"$scratch/refuse.c" <<'C'
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, atoi(argv[1]), 0, 1),
		BPF_STMT(BPF_RET | BPF_K, (atoi(argv[2]) ? SECCOMP_RET_ERRNO : SECCOMP_RET_KILL_PROCESS) | atoi(argv[2])),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { 4, filter };

	return argc < 4 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) || execv(argv[3], argv + 3);
}
C
numbers=$(printf '#include <sys/syscall.h>\nSYS_ptrace SYS_bpf\n' | ${CC:-cc} -E -P - 2>/dev/null | tail -n 1)
if [ -n "$numbers" ] && ${CC:-cc} -o "$scratch/refuse" "$scratch/refuse.c" 2>"$scratch/ignored"; then
	for error in 1 38; do
		confined "$scratch/refuse" "${numbers% *}" "$error" -- true
		ends_with 1
		shows "$scratch/stderr" '^scry: cannot trace a command: .*; a seccomp filter refuses ptrace\(2\): a container gets another one by --security-opt seccomp=PROFILE.json, or =unconfined \(docker, podman\), or securityContext.seccompProfile \(Kubernetes\)$'
		confined "$scratch/refuse" "${numbers% *}" "$error" -- -p "$sleeper"
		ends_with 1
		shows "$scratch/stderr" "^scry: cannot attach to process $sleeper: .*; a seccomp filter refuses ptrace\(2\): a container"
		check "the process runs on" runs_untraced "$sleeper"
		if [ -n "$has_bpf" ] && [ -r /sys/kernel/btf/vmlinux ]; then
			confined "$scratch/refuse" "${numbers#* }" "$error" -- --engine=bpf true
			ends_with 1
			shows "$scratch/stderr" '^scry: --engine=bpf .*a seccomp filter refuses bpf\(2\): a container gets another one by'
		fi
	done
	# --why-engine tries both, in a process that the filter may kill.
	for error in 0 1 38; do
		confined "$scratch/refuse" "${numbers% *}" "$error" -- --why-engine
		ends_with 0
		shows "$scratch/stdout" '^engine ptrace: it cannot be had, because a seccomp filter refuses ptrace\(2\): a container gets another one by --security-opt seccomp=PROFILE.json, or =unconfined \(docker, podman\), or securityContext.seccompProfile \(Kubernetes\)\.$'
		confined "$scratch/refuse" "${numbers#* }" "$error" -- --why-engine
		ends_with 0
		lacks "$scratch/stdout" '^engine ptrace: it cannot'
		if [ -n "$has_bpf" ] && [ -r /sys/kernel/btf/vmlinux ]; then
			shows "$scratch/stdout" '^engine bpf: it needs the capabilities CAP_BPF and CAP_PERFMON: a seccomp filter refuses bpf\(2\): a container gets another one by '
		fi
	done
	# What is not asked for is not called.
	for engine in ptrace auto; do
		confined "$scratch/refuse" "${numbers#* }" 0 -- --engine="$engine" -f -o "$scratch/trace" sh -c 'exit 3'
		ends_with 3
	done
else
	not_tested "seccomp filters: no program can be made here"
fi

# Real containers of runc, with scry and the libraries of this machine in them.
# run_in EDIT ARGUMENTS...: runs scry in a container; EDIT changes its configuration.
run_in()
{
	local edit=$1
	shift
	jq --arg root "$scratch/root" --arg scry "$scry" --arg scratch "$scratch" \
		'.root.path = $root | .root.readonly = false | .process.terminal = false | del(.process.rlimits)
		| .process.args = [$scry] + $ARGS.positional
		| .mounts += [("/usr", "/etc", "/bin", "/lib", "/lib64", "/sbin") | {destination: ., source: ., type: "bind", options: ["rbind", "ro"]}]
		| .mounts += [($scratch + "/shared", ($scry | sub("/[^/]*$"; ""))) | {destination: ., source: ., type: "bind", options: ["rbind", "rw"]}] | '"$edit" \
		"$scratch/bundle/base.json" --args -- "$@" >"$scratch/bundle/config.json"
	(cd "$scratch/bundle" && timeout -s KILL $((60 * patience)) runc run "$name") </dev/null >"$scratch/stdout" 2>"$scratch/stderr"
	status=$?
}
all_capabilities='(.process.capabilities |= map_values(. + ["CAP_SYS_PTRACE", "CAP_BPF", "CAP_PERFMON"]))'
host_pids='(.linux.namespaces |= map(select(.type != "pid")))'
if command -v runc >/dev/null && command -v jq >/dev/null; then
	mkdir "$scratch/bundle" "$scratch/root" "$scratch/shared"
	(cd "$scratch/bundle" && runc spec && mv config.json base.json)
	has_runc=yes
	run_in . -o "$scratch/shared/probe" true
fi
if [ -n "$has_runc" ] && [ "$status" = 0 ]; then
	run_in . -f -y -e trace=openat,getpid -o "$scratch/shared/trace" sh -c 'cat /proc/self/cgroup >/dev/null; (exit 5); exit 4'
	ends_with 4
	shows "$scratch/shared/trace" '^[0-9]+ +openat\(AT_FDCWD</>, "/proc/self/cgroup", O_RDONLY\) = 3</proc/[0-9]+/cgroup>$'
	run_in . -p 4194301
	ends_with 1
	shows "$scratch/stderr" 'scry is in a PID namespace: a container sees the processes of its host with --pid=host'
	run_in "$host_pids" -p "$sleeper"
	ends_with 1
	shows "$scratch/stderr" "^scry: cannot attach to process $sleeper: Operation not permitted; .*: a container gets it by --cap-add=SYS_PTRACE "
	sh -c 'while :; do sleep 0.05; cd /; done' &
	host=$!
	engines=ptrace
	"$scry" --engine=bpf -o "$scratch/probe" true 2>/dev/null && engines='ptrace bpf'
	for engine in $engines; do
		run_in "$host_pids | $all_capabilities" --engine="$engine" -p "$host" -e trace=chdir --syscall-limit=3 -o "$scratch/shared/trace"
		ends_with 0
		same "calls of a process of the host, by $engine in a container" 3 "$(grep -c '^chdir("/") *= 0$' "$scratch/shared/trace")"
		run_in "$all_capabilities" --engine="$engine" -f -o "$scratch/shared/trace" sh -c 'exit 6'
		ends_with 6
		shows "$scratch/shared/trace" 'exit_group\(6\)'
	done
	kill "$host"
	wait "$host" 2>/dev/null

	# From the host: paths as the container sees them, and the numbers of both.
	run_in '.process.args = ["/bin/sh", "-c", "echo $$ >/inside; while :; do cd /etc; kill -0 $$; sleep 0.05; done 3</inside"]' unused &
	container=$!
	wait_for "the container" test -s "$scratch/root/inside"
	trace --container="$name" -y --decode-pids=pidns -e trace=chdir,kill --syscall-limit=4 -o "$scratch/trace"
	ends_with 0
	shows "$scratch/trace" '^[0-9]+ +chdir\("/etc"\) += 0$'
	shows "$scratch/trace" "^[0-9]+ +kill\\(1 /\\* [0-9]+ in .*PID NS \\*/, 0\\) += 0\$"
	runc delete -f "$name" >/dev/null 2>&1
	wait "$container" 2>/dev/null
else
	reason='no runc here'
	[ -z "$has_runc" ] || reason="no container can be made here: $(tail -n 1 "$scratch/stderr")"
	not_tested "containers: $reason"
fi
finish
