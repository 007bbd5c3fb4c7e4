#!/bin/sh
# SPDX-License-Identifier: MIT
# Requests of io_uring are no calls: scry says so when a process makes the first ring, whatever -e trace selects.
. "${srcdir:-.}/tests/live/lib.sh"

"$programs/ring" || skip "the kernel refuses io_uring here"
message='uses io_uring: what it requests there is not shown, because such requests are no system calls$'

# says N PATTERN OPTION...: the pattern is in N lines of stderr.
says()
{
	n=$1
	pattern=$2
	shift 2
	trace "$@" "$programs/ring"
	same "$*: messages" "$n" "$(grep -cE "^scry: process [0-9]+ $pattern" "$scratch/stderr")"
	ends_with 0
}

says 1 "$message"
same "the message follows the line of the call" "scry:" "$(sed -n '/^io_uring_setup.* = [0-9]/{n;s/ .*//p;}' "$scratch/stderr")"
for options in '-e trace=%network' '-f -e trace=%network' '-f --seccomp-bpf=on -e trace=openat' '-P /etc/passwd' '-c' '-f -c -e trace=%file' \
	'--json' "-ff -o $scratch/separate" "-o $scratch/one" "--timeline=$scratch/timeline"; do
	# shellcheck disable=SC2086 # a list of words
	says 1 "$message" $options
	lacks "$scratch/stdout" 'io_uring_setup'
done
same "lines of -e trace=%network" 0 "$(trace -o "$scratch/one" -e trace=%network "$programs/ring"; grep -c io_uring "$scratch/one")"
# No request can do what these calls do.
says 0 "$message" -e trace=none
says 0 "$message" -e trace=getpid
trace "$programs/ring" wrong
lacks "$scratch/stderr" 'uses io_uring'
says 1 'uses io_uring: scry cannot see .* allows every request$' --policy="$scratch/policy"

says 1 "$message" --record="$scratch/recording"
trace --replay="$scratch/recording" -e trace=openat
shows "$scratch/stderr" "$message"

if "$scry" --engine=bpf -o "$scratch/probe" true 2>/dev/null; then
	for options in '' '-e trace=openat' '-f -e trace=%network'; do
		# shellcheck disable=SC2086 # a list of words
		says 1 "$message" --engine=bpf $options
	done
	for options in '-c' '-f -c -e trace=%file' '-c -e status=failed'; do
		# shellcheck disable=SC2086 # a list of words
		trace --engine=bpf $options -o "$scratch/table" "$programs/ring"
		shows "$scratch/stderr" "^scry: a process $message"
	done
	trace --engine=bpf -c -e trace=%file -o "$scratch/table" "$programs/ring"
	shows "$scratch/table" 'execve$'
	lacks "$scratch/table" 'io_uring'
else
	not_tested "the bpf engine cannot run here"
fi
finish
