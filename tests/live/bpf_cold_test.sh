#!/bin/sh
# SPDX-License-Identifier: MIT
# Memory that is not resident, and that the kernel does not read, as in a call that a seccomp filter refuses: since Linux 6.18 the
# bpf engine makes it resident after the call. Before, it says that it does not know the memory.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf

# has_task_work: bpf_task_work_schedule_signal() is of Linux 6.18.
has_task_work()
{
	uname -r | { IFS=. read -r major minor _ && [ "$major" -gt 6 ] || { [ "$major" = 6 ] && [ "${minor%%[!0-9]*}" -ge 18 ]; }; }
}

# cold OPTION...: the lines about the calls of the program.
cold()
{
	trace "$@" -e trace=mkdirat,linkat,writev -o "$scratch/trace" "$programs/cold"
	[ "$status" != 77 ] || skip "no seccomp filter can be installed here"
	ends_with 0
	# Addresses differ from run to run, but not those in the first page.
	sed 's/0x[0-9a-f]\{4,\}/ADDRESS/g' "$scratch/trace"
}

cold --engine=ptrace >"$scratch/ptrace"
shows "$scratch/ptrace" '^mkdirat\(AT_FDCWD, "/first", 0700\) += -1 EPERM'
cold --engine=bpf >"$scratch/bpf"
if has_task_work; then
	check "text as with ptrace" diff "$scratch/ptrace" "$scratch/bpf"
	for option in -f -y -yy -T; do
		cold --engine=bpf "$option" >"$scratch/bpf"
		shows "$scratch/bpf" '"/first", 0700\) += -1 EPERM'
		shows "$scratch/bpf" '"/first", .*"/second", 0\) += -1 EPERM'
		shows "$scratch/bpf" 'iov_base="pointed to", iov_len=10}, {iov_base=0x8, iov_len=3'
	done
else
	shows "$scratch/bpf" '^mkdirat\(AT_FDCWD, ADDRESS, 0700\) += -1 EPERM'
fi

if command -v jq >/dev/null; then
	find_python
	cold --engine=bpf --json >/dev/null
	validate "$scratch/trace" "records of refused calls"
	jq -c 'select(.name == "mkdirat").args.pathname' "$scratch/trace" >"$scratch/paths"
	if has_task_work; then
		same "records" '{"path":"/first"} {"address":"0x10","unreadable":true}' "$(tr '\n' ' ' <"$scratch/paths" | sed 's/ $//')"
	else
		same "paths that are not known" 2 "$(grep -c '"captured":false' "$scratch/paths")"
	fi
else
	not_tested "records: no jq here"
fi
finish
