#!/bin/sh
# SPDX-License-Identifier: MIT
# scry reads nothing that it does not print: with -c, and for calls that are not selected, it reads neither memory of the
# tracee nor /proc/PID. strace traces scry without its children, because a tracee can have only one tracer.
. "${srcdir:-.}/tests/lib.sh"
need_strace
make_scratch

# reads OPTION...: prints how often scry read the memory of a tracee or used a path below /proc/PID.
reads()
{
	"$strace" -qq -e trace=process_vm_readv,openat,readlink,pread64 -e signal=none -o "$scratch/log" \
		"$scry" -o "$scratch/trace" "$@" cat /dev/null 2>/dev/null || fail "$*: status $?"
	grep -cE 'process_vm_readv|"/proc/[0-9]' "$scratch/log"
}

check "a trace reads memory" [ "$(reads)" -gt 20 ]
same "reads with -c" 0 "$(reads -c)"
same "reads for calls that are not selected" 0 "$(reads --seccomp-bpf=off -e trace=sync)"
finish
