#!/bin/sh
# SPDX-License-Identifier: MIT
# What is not printed is not looked at: -c, and calls that were not asked for, read no memory of the
# tracee and nothing under /proc/PID. strace watches scry itself, without its
# children: a tracee has one tracer.
. "${srcdir:-.}/tests/lib.sh"
need strace
make_scratch

# reads OPTION…: how often scry read the memory of a tracee, and opened something under /proc meanwhile.
reads()
{
	"$strace" -qq -e trace=process_vm_readv,openat,readlink,pread64 -e signal=none -o "$scratch/log" \
		"$scry" -o "$scratch/trace" "$@" cat /dev/null 2>/dev/null || fail "$*: status $?"
	grep -cE 'process_vm_readv|"/proc/[0-9]' "$scratch/log"
}

check "a trace reads memory" [ "$(reads)" -gt 20 ]
same "reads with -c" 0 "$(reads -c)"
same "reads of calls that nobody asked for" 0 "$(reads --seccomp-bpf=off -e trace=sync)"
finish
