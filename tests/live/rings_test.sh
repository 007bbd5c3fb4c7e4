#!/bin/sh
# SPDX-License-Identifier: MIT
# Where requests of io_uring are not seen, scry says so when a process makes the first ring, whatever -e trace selects.
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
	same "$*: messages" "$n" "$(grep -cE "^scry: process [0-9]+ ($pattern)" "$scratch/stderr")"
	ends_with 0
}

# The ptrace engine sees requests, and has nothing to say.
for options in '' '-e trace=%network' '-f -c -e trace=%file' '--json' '--uring=off' '-e trace=none'; do
	# shellcheck disable=SC2086 # a list of words
	says 0 "$message" $options
done
# A selection that leaves all requests out, and selects calls about rings, hides requests.
left_out='uses io_uring: what it requests there is not shown, because no selected call stands for a request; '
for calls in /io_uring io_uring_enter io_uring_setup; do
	says 1 "$left_out" -e trace=$calls
	says 0 "$message" -e trace=$calls
done
for calls in /io_uring,read getdents64 all; do
	says 0 "$left_out|$message" -e trace=$calls
done
says 0 "$left_out|$message" --where 'via == io_uring'
says 0 'uses io_uring: scry cannot see' --policy="$scratch/policy"
says 1 'uses io_uring: scry cannot see .* allows every request$' --uring=off --policy="$scratch/policy"

# A recording without requests says so again.
trace --record="$scratch/recording" --uring=off "$programs/ring"
trace --replay="$scratch/recording" -e trace=openat
shows "$scratch/stderr" "$message"
trace --record="$scratch/recording" "$programs/ring"
trace --replay="$scratch/recording" -e trace=openat
lacks "$scratch/stderr" "$message"
trace --replay="$scratch/recording" -e trace=io_uring_setup
shows "$scratch/stderr" "$left_out"

if "$scry" --engine=bpf -o "$scratch/probe" true 2>/dev/null; then
	# Only since Linux 6.0 the engine sees requests.
	seen=$(echo 6.0; uname -r)
	case $(echo "$seen" | sort -V | head -n 1) in 6.0) unseen=0 ;; *) unseen=1 ;; esac
	for options in '' '-e trace=openat' '-f -e trace=%network' '--json' "-o $scratch/one"; do
		# shellcheck disable=SC2086 # a list of words
		says $unseen "$message" --engine=bpf $options
		lacks "$scratch/stdout" 'io_uring_setup'
	done
	# No request can do what these calls do.
	[ $unseen = 1 ] || says 1 "$left_out" --engine=bpf -e trace=/io_uring
	says 0 "$message" --engine=bpf -e trace=none
	says 0 "$message" --engine=bpf -e trace=getpid
	trace --engine=bpf "$programs/ring" wrong
	lacks "$scratch/stderr" 'uses io_uring'
	says 1 'uses io_uring: scry cannot see .* allows every request$' --engine=bpf --uring=off --policy="$scratch/policy"
	for options in '-c' '-f -c -e trace=%file' '-c -e status=failed'; do
		# shellcheck disable=SC2086 # a list of words
		trace --engine=bpf $options -o "$scratch/table" "$programs/ring"
		same "$options: messages" $unseen "$(grep -c "^scry: a process $message" "$scratch/stderr")"
	done
	trace --engine=bpf -c -e trace=%file -o "$scratch/table" "$programs/ring"
	shows "$scratch/table" 'execve$'
	lacks "$scratch/table" 'io_uring'
else
	not_tested "the bpf engine cannot run here"
fi
finish
