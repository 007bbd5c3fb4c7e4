#!/bin/sh
# SPDX-License-Identifier: MIT
# Recordings that are cut: by kill -9 of scry, by a full disk, at any place of the file; recordings that no scry has written.
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -V | grep -q '^libzstd: yes' || skip 'scry was built without libzstd'
recording=$scratch/trace.rec
# How many times scry is killed.
moments=${MOMENTS:-4}

# reads WHAT: the recording must be readable up to its last block.
reads()
{
	trace --replay="$recording" -o "$scratch/replayed"
	case $status in
	0) same "$1: a whole recording is without a message" "" "$(cat "$scratch/stderr")" ;;
	1) shows "$scratch/stderr" '^scry: the recording (has no end: it )?is (cut|damaged) at offset [0-9]+' ;;
	*) fail "$1: status $status" ;;
	esac
	all=$((all + $(lines_of "$scratch/replayed")))
}

# --- kill -9 --------------------------------------------------------------------------------------

i=0 all=0
while [ "$i" -lt "$moments" ]; do
	i=$((i + 1))
	rm -f "$recording"
	"$scry" -f --record="$recording" sh -c 'while :; do cat /etc/passwd; done >/dev/null' 2>/dev/null &
	tracer=$!
	sleep "$(awk -v i="$i" -v n="$moments" 'BEGIN { print 0.3 + 2.2 * i / n }')"
	pids=$(cat "/proc/$tracer/task/$tracer/children")
	kill -KILL "$tracer"
	# The tracer may be a child, which ends then, and its tracees with it or not.
	wait "$tracer" 2>/dev/null
	for pid in $pids; do
		kill -KILL "$pid" 2>/dev/null
	done
	if [ -s "$recording" ]; then
		reads "kill -9, $i"
	fi
done

check "nothing was recorded" [ "$all" -gt 100 ]

# What a slow program did reaches the file while it waits.
"$scry" -f --record="$recording" sh -c 'cat /etc/passwd >/dev/null; sleep 1000' 2>/dev/null &
tracer=$!
sleeps() { "$scry" --replay="$recording" 2>/dev/null | grep -q 'nanosleep({\?.*tv_sec=1000'; }
wait_for "the recording has the last call" sleeps
pids=$(cat "/proc/$tracer/task/$tracer/children")
for pid in $pids; do
	pids="$pids $(cat "/proc/$pid/task/$pid/children")"
done
kill -KILL "$tracer"
wait "$tracer" 2>/dev/null
for pid in $pids; do
	kill -KILL "$pid" 2>/dev/null
done
trace --replay="$recording" -o "$scratch/replayed"
ends_with 1
shows "$scratch/stderr" '^scry: the recording has no end: it is cut at offset [0-9]+, and everything before was read$'
shows "$scratch/replayed" 'nanosleep'

# --- a full disk ----------------------------------------------------------------------------------

if unshare -m sh -c 'mount -t tmpfs -o size=200k none "$0"' "$scratch" 2>/dev/null; then
	for size in 8k 64k 200k; do
		mkdir -p "$scratch/small"
		unshare -m sh -c 'mount -t tmpfs -o size=$1 none "$2/small"
			"$3" --record="$2/small/trace.rec" dd if=/dev/urandom of=/dev/null bs=4096 count=3000 2>"$2/stderr"
			echo $? >"$2/status"
			cp "$2/small/trace.rec" "$4"' sh "$size" "$scratch" "$scry" "$recording"
		same "$size: the status of scry" 1 "$(cat "$scratch/status")"
		shows "$scratch/stderr" '3000\+0 records out'
		same "$size: messages" 1 "$(grep -c "^scry: writing to .* failed: No space left on device" "$scratch/stderr")"
		trace --replay="$recording" -o "$scratch/replayed"
		ends_with 1
		shows "$scratch/stderr" 'everything before was read'
		shows "$scratch/replayed" '^execve\('
		lost=$(sed -n 's/.*, and \([0-9]*\) bytes* cannot be read$/\1/p' "$scratch/stderr")
		same "$size: what a block that was cut takes of the disk" small \
			"$([ "${lost:-0}" -le $((${size%k} * 128 + 5000)) ] && echo small || echo "$lost bytes")"
	done
else
	not_tested "a full disk: no tmpfs can be mounted here"
fi

# --- a file that is cut -----------------------------------------------------------------------------

trace -f --record="$recording" sh -c 'for i in 1 2 3 4 5 6 7 8; do cat /etc/passwd >/dev/null; done'
cp "$recording" "$scratch/whole"
# The first block of captures follows the block at offset 16.
first=$((16 + 48 + $(od -A n -t u4 -j 24 -N 4 "$recording")))
head -c $((first + 100)) "$scratch/whole" >"$recording"
trace --replay="$recording"
ends_with 1
same "a recording that is cut in its first block" "scry: the recording is cut at offset $first: no call is before that, and 100 bytes cannot be read" \
	"$(cat "$scratch/stderr")"
head -c "$first" "$scratch/whole" >"$recording"
trace --replay="$recording"
ends_with 1
same "a recording without its blocks" "scry: the recording has no end: it is cut at offset $first, and no call is before that" \
	"$(cat "$scratch/stderr")"
size=$(wc -c <"$scratch/whole")
lines=0
for part in 1 3 10 30 50 70 90 95 99 100; do
	head -c $((size * part / 100)) "$scratch/whole" >"$recording"
	[ "$part" = 100 ] || printf X >>"$recording"
	trace --replay="$recording" -o "$scratch/replayed"
	if [ "$part" = 100 ]; then
		ends_with 0
	else
		ends_with 1
		shows "$scratch/stderr" 'offset [0-9]+'
	fi
done
# A few bytes in the middle: one alone may be there already.
cp "$scratch/whole" "$recording"
printf XYXYXYXY | dd of="$recording" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
trace --replay="$recording" -o "$scratch/replayed"
ends_with 1
shows "$scratch/stderr" '^scry: the recording is damaged at offset [0-9]+: the captures of [0-9]+ bytes are missing$'
# A pipe, a directory, nothing.
: >"$recording"
for file in "$recording" "$scratch" /dev/null; do
	trace --replay="$file"
	ends_with 1
	same "one message about $file" 1 "$(grep -c '^scry: ' "$scratch/stderr")"
done

# --- a file that a program has made -----------------------------------------------------------------

# make-threads.py FILE THREADS: a recording with as many threads, none of which ends.
cat >"$scratch/make-threads.py" <<'END'
import struct, sys

table = []
for i in range(256):
    for _ in range(8):
        i = i >> 1 ^ (0x82F63B78 if i & 1 else 0)
    table.append(i)

def checksum(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = table[(crc ^ byte) & 255] ^ crc >> 8
    return crc ^ 0xFFFFFFFF

def number(n):
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + number(n >> 7)

def string(text):
    return number(len(text)) + text + b"\0"

def block(kind, raw, n, place):
    head = b"SBLK" + struct.pack("<BBHIII", kind, 0, 0, len(raw), len(raw), n)
    tail = struct.pack("<QQQ", 0, 0, place)
    return head + struct.pack("<I", checksum(head + bytes(4) + tail + raw)) + tail + raw

file = open(sys.argv[1], "wb")
file.write(b"\x8fSCRY\r\n\x1a" + struct.pack("<II", 1, 0) + block(1, string(b"abi") + string(b"x86_64"), 0, 0))
for place in range(int(sys.argv[2]) // 4096):
    raw = b""
    for tid in range(1 + 4096 * place, 4097 + 4096 * place):
        # A new thread, a process of its own, without a change of the clocks and with no other members.
        capture = b"\4\0" + number(2 * tid) * 2 + b"\0\0\0"
        raw += struct.pack("<I", len(capture)) + capture
    file.write(block(2, raw, 4096, place))
end = file.tell()
file.write(block(3, b"", 0, 0) + struct.pack("<Q", end) + b"SCRYEND\n")
END
if can_run python3 'a recording with many threads'; then
	for threads in 8192 266240; do
		python3 "$scratch/make-threads.py" "$recording" "$threads"
		trace --replay="$recording" -q -o "$scratch/replayed"
		if [ "$threads" = 8192 ]; then
			ends_with 0
			same "$threads threads: nothing was said" "" "$(cat "$scratch/stderr")"
		else
			ends_with 1
			same "$threads threads" 'scry: the recording has more than 262144 threads at a time: the rest of it is not shown' \
				"$(cat "$scratch/stderr")"
		fi
	done
fi

finish
