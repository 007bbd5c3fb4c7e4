#!/bin/sh
# SPDX-License-Identifier: MIT
# -e namespace=new, -e kvm=vcpu, --secontext: notes after results and values.
. "${srcdir:-.}/tests/live/lib.sh"
find_python

link_of()
{
	sed -n "s/^$1://p" "$scratch/stdout"
}

# The command prints the namespaces that it has entered.
where='for type in uts net pid; do readlink /proc/self/ns/$type; done'
if unshare -u true 2>/dev/null; then
	trace -f -e namespace=new -e trace=unshare,setns unshare -u sh -c "$where"
	ends_with 0
	entered=$(sed -n 's/^unshare(CLONE_NEWUTS) *= 0 (uts:\(\[[0-9]*\]\))$/\1/p' "$scratch/stderr")
	same "the namespace that unshare enters" "$(link_of uts)" "$entered"
	# A child starts in the PID namespace that its parent created.
	trace -f -e namespace=new -e trace=unshare,clone,clone3,fork,vfork -o "$scratch/trace" unshare -n -p -f sh -c "$where"
	shows "$scratch/trace" '^[0-9]+ +unshare\(CLONE_NEWPID\|CLONE_NEWNET\) = 0 \(net:\[[0-9]+\]\)$'
	same "namespaces of the child" "pid:$(link_of pid)" \
		"$(sed -n 's/.*clone.* = [0-9]* (\(.*\))$/\1/p' "$scratch/trace" | head -n 1)"
	# Entering the current namespace again is not shown as new.
	trace -e namespace=new -e trace=setns nsenter -u/proc/self/ns/uts true
	shows "$scratch/stderr" '^setns\([0-9]+, CLONE_NEWUTS\) += 0$'
	# Without -e namespace=new, and after a failed call, there is no note.
	trace -e trace=unshare unshare -u true
	shows "$scratch/stderr" '^unshare\(CLONE_NEWUTS\) *= 0$'
	trace -e namespace=new -e inject=unshare:error=EPERM -e trace=unshare unshare -u true
	shows "$scratch/stderr" '^unshare\(CLONE_NEWUTS\) *= -1 EPERM .*\(INJECTED\)$'
	if can_run jq "namespaces in JSON"; then
		trace --json --namespace=new -e trace=unshare -o "$scratch/trace" unshare -u sh -c "$where"
		validate "$scratch/trace" namespaces
		same "a record" "uts:[$(jq -r '.notes[]?.value | select(.namespace == "uts").inode' "$scratch/trace")]" \
			"uts:$(link_of uts)"
	fi
else
	not_tested "-e namespace=new: no namespaces can be made here"
fi

# with_selinux OPTION... COMMAND...: like trace, but /proc/PID/mounts of scry lists selinuxfs. The shell mounts a file
# there and then executes scry, which keeps its pid.
with_selinux()
{
	# shellcheck disable=SC2016 # for the inner shell
	timeout -s KILL $((30 * patience)) unshare -m sh -c 'cat /proc/self/mounts >"$0" &&
		echo "selinuxfs /sys/fs/selinux selinuxfs rw 0 0" >>"$0" &&
		mount --bind "$0" /proc/$$/mounts && exec "$@"' "$scratch/mounts" "$scry" "$@" \
		>"$scratch/stdout" 2>"$scratch/stderr" </dev/null
	status=$?
}

# --secontext: a program can write the attribute of a context also where SELinux does not run.
mkdir "$scratch/dir"
: >"$scratch/dir/file"
if unshare -m true 2>/dev/null && python3 - "$scratch/dir/file" 'system_u:object_r:tmp_t:s0:c1,c2' 2>/dev/null <<'PYTHON'
import os, sys
os.setxattr(sys.argv[1], "security.selinux", sys.argv[2].encode() + b"\0")
PYTHON
then
	with_selinux --secontext -e trace=openat,newfstatat,fstat -P "$scratch/dir/file" cat "$scratch/dir/file"
	shows "$scratch/stderr" '^openat\(AT_FDCWD, "[^"]*/dir/file" \[tmp_t\], O_RDONLY\) = 3 \[tmp_t\]$'
	shows "$scratch/stderr" '^(newfstatat|fstat)\(3 \[tmp_t\], '
	with_selinux --secontext=full -y -e trace=openat sh -c "cd $scratch/dir && cat file"
	with_selinux -f --secontext=full -y -e trace=openat sh -c "cd $scratch/dir && cat file"
	shows "$scratch/stderr" 'openat\(AT_FDCWD<[^>]*/dir>, "file" \[system_u:object_r:tmp_t:s0:c1,c2\], O_RDONLY\) = 3<[^>]*/dir/file> \[system_u:object_r:tmp_t:s0:c1,c2\]$'
	with_selinux -e trace=openat cat "$scratch/dir/file"
	lacks "$scratch/stderr" tmp_t
	# Without SELinux scry must not read attributes, because a file system might not answer. An outer scry traces the
	# calls of the inner one.
	for options in --secontext '--secontext=full --json -y'; do
		if grep -q ' selinuxfs ' /proc/self/mounts; then
			not_tested "$options without SELinux: it runs here"
			continue
		fi
		# shellcheck disable=SC2086 # a list of words
		trace --seccomp-bpf=off -e trace=/getxattr -o "$scratch/outer" "$scry" --seccomp-bpf=off $options \
			-e trace=openat,fstat -o "$scratch/trace" cat "$scratch/dir/file"
		ends_with 0
		shows "$scratch/trace" openat
		lacks "$scratch/trace" tmp_t
		lacks "$scratch/outer" getxattr
	done
	trace --debug --secontext -e trace=openat cat "$scratch/dir/file"
	shows "$scratch/stderr" '^scry: --secontext shows nothing: no SELinux runs here$'
	if can_run jq "contexts in JSON"; then
		with_selinux --json --secontext -e trace=openat -o "$scratch/trace" cat "$scratch/dir/file"
		validate "$scratch/trace" contexts
		same "contexts in JSON" '["tmp_t","tmp_t"]' "$(jq -c 'select(.args.pathname.path? // "" | test("/dir/file")) | [.args.pathname.context, .result.context]' "$scratch/trace")"
	fi
else
	not_tested "--secontext: no context can be written here"
fi

"$programs/machine" 2>/dev/null
if [ $? != 0 ]; then
	not_tested "-e kvm: no virtual machine runs here"
	[ "$checks" -gt 0 ] || skip "neither namespaces nor contexts can be made here, and no virtual machine runs here"
	finish
fi
trace -e kvm=vcpu -e trace=ioctl "$programs/machine"
ends_with 0
same "why KVM_RUN returned" 'KVM_EXIT_IO KVM_EXIT_IO KVM_EXIT_IO KVM_EXIT_MMIO KVM_EXIT_MMIO KVM_EXIT_HLT ' \
	"$(sed -n 's/^ioctl([0-9]*, KVM_RUN, 0) *= 0 (\(.*\))$/\1/p' "$scratch/stderr" | tr '\n' ' ')"
if can_compare "-e kvm as strace shows it"; then
	cp "$scratch/stderr" "$scratch/ours"
	"$strace" -e kvm=vcpu -e trace=ioctl "$programs/machine" 2>"$scratch/theirs"
	same "lines of strace" "$(grep KVM_RUN "$scratch/theirs")" "$(grep KVM_RUN "$scratch/ours")"
fi
trace --kvm=vcpu+ -e trace=ioctl "$programs/machine"
shows "$scratch/stderr" '= 0 \(\{exit_reason=KVM_EXIT_IO, io=\{direction=KVM_EXIT_IO_OUT, size=1, port=0x10, count=1, data_offset=[0-9]+, data=\[0x42\]\}\}\)$'
shows "$scratch/stderr" '= 0 \(\{exit_reason=KVM_EXIT_IO, io=\{direction=KVM_EXIT_IO_IN, size=1, port=0x11, count=1, data_offset=[0-9]+\}\}\)$'
shows "$scratch/stderr" '= 0 \(answer "\\x51", \{exit_reason=KVM_EXIT_IO, io=\{direction=KVM_EXIT_IO_OUT, size=2, port=0x12, count=1, data_offset=[0-9]+, data=\[0x1234\]\}\}\)$'
shows "$scratch/stderr" '= 0 \(\{exit_reason=KVM_EXIT_MMIO, mmio=\{phys_addr=0x8000, data=\[0x34, 0x12\], len=2, is_write=1\}\}\)$'
shows "$scratch/stderr" '= 0 \(\{exit_reason=KVM_EXIT_MMIO, mmio=\{phys_addr=0x8002, len=1, is_write=0\}\}\)$'
shows "$scratch/stderr" '= 0 \(answer "\\x5a", \{exit_reason=KVM_EXIT_HLT\}\)$'
trace --kvm=vcpu+ -v -e trace=ioctl "$programs/machine"
shows "$scratch/stderr" '= 0 \(answer "\\x5a", \{exit_reason=KVM_EXIT_HLT, ready_for_interrupt_injection=0, if_flag=0, cr8=0, apic_base=0xfee00900\}\)$'
trace --record="$scratch/recording" -e trace=ioctl "$programs/machine"
"$scry" --replay="$scratch/recording" --kvm=vcpu+ >"$scratch/replayed" 2>&1
shows "$scratch/replayed" '\(answer "\\x51", .*port=0x12, count=1, data_offset=[0-9]+, data=\[0x1234\]\}\}\)$'
trace -e trace=ioctl "$programs/machine"
shows "$scratch/stderr" 'KVM_RUN, 0\) *= 0$'
finish
