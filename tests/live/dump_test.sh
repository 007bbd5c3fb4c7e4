#!/bin/sh
# SPDX-License-Identifier: MIT
# -e read and -e write: show all bytes that were transferred through a descriptor.
. "${srcdir:-.}/tests/live/lib.sh"

# The output of strace 6.1.
expected=' | 00000  68 65 6c 6c 6f 2c 20 77  6f 72 6c 64 01 ff 0a     hello, world...  |'
printf 'hello, world\001\377\n' >"$scratch/file"
trace -e read=0 -e write=1 -e trace=read,write,pwrite64,pread64 cat <"$scratch/file"
ends_with 0
timeout $((20 * patience)) "$scry" -e read=0 -e write=1 -e trace=read,write cat <"$scratch/file" 2>"$scratch/stderr" >/dev/null
same "bytes read and written" "$expected
$expected" "$(grep '^ |' "$scratch/stderr")"
timeout $((20 * patience)) "$scry" -e read=!0 -e trace=none cat <"$scratch/file" 2>"$scratch/stderr" >/dev/null
lacks "$scratch/stderr" '^ \|'

# The dump has several lines, also of bytes that could not be written, and does not depend on -s.
timeout $((20 * patience)) "$scry" -s 2 -e w=1 -e trace=write sh -c 'echo 0123456789abcdefg' 2>"$scratch/stderr" >&-
shows "$scratch/stderr" '^write\(1, "01"\.\.\., 18\) += -1 EBADF'
shows "$scratch/stderr" '^ \| 00010  67 0a                                             g\.               \|$'

# A large transfer is shown completely.
head -c 200000 /dev/zero >"$scratch/file"
timeout $((20 * patience)) "$scry" -e read=0 -e trace=read dd bs=200000 of=/dev/null <"$scratch/file" 2>"$scratch/stderr"
same "lines" 12500 "$(grep -c '^ | [0-9a-f]*  00 00' "$scratch/stderr")"
shows "$scratch/stderr" '^ \| 30d30  00 00'

# All offsets of a dump have the digits of the last one.
for size in 1048576 1048577; do
	timeout $((20 * patience)) "$scry" -e write=1 -e trace=write dd if=/dev/zero of=/dev/null bs=$size count=1 2>"$scratch/stderr"
	same "digits of a dump of $size bytes" $((size / 1048577 + 5)) \
		"$(sed -nE 's/^ \| ([0-9a-f]*)  00 .*/\1/p' "$scratch/stderr" | awk '{ print length($0) }' | sort -u)"
done

# Messages of queues, whichever call moves them. What could not be sent is shown, too.
message=' | 00000  71 75 65 75 65 20 6d 65  73 73 61 67 65           queue message    |'
refused=' | 00000  72 65 66 75 73 65 64                              refused          |'
for program in tests/live/queue tests/live32/queue; do
	"$program" 2>/dev/null || {
		not_tested "$program: it cannot run here"
		continue
	}
	exchange="$message
$refused
$message"
	twice="$exchange
$exchange"
	for engine in ptrace bpf; do
		[ "$engine" = ptrace ] || can_use_bpf "messages of queues with bpf" || continue
		trace --engine=$engine -e read=31 -e write=31 -e trace=/mq_timed --record="$scratch/queue.rec" -o "$scratch/trace" "$program"
		! grep -q '^mq_timedsend_time64' "$scratch/trace" || exchange=$twice
		same "$program, $engine" "$exchange" "$(grep '^ |' "$scratch/trace")"
		# A replay stands beside no --engine=bpf.
		[ -z "${ENGINE_IS_BPF-}" ] || continue
		trace --replay="$scratch/queue.rec" -e read=31 -e write=31 -o "$scratch/replayed"
		check "$program, $engine: a replay" cmp -s "$scratch/trace" "$scratch/replayed"
	done
done
finish
