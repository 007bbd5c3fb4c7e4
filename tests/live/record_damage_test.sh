#!/bin/sh
# SPDX-License-Identifier: MIT
# Recordings that are cut: by kill -9 of scry, by a full disk, at any place of the file.
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
		shows "$scratch/stderr" 'offset [0-9]+'
	done
else
	not_tested "a full disk: no tmpfs can be mounted here"
fi

# --- a file that is cut -----------------------------------------------------------------------------

trace -f --record="$recording" sh -c 'for i in 1 2 3 4 5 6 7 8; do cat /etc/passwd >/dev/null; done'
cp "$recording" "$scratch/whole"
size=$(wc -c <"$recording")
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
# One byte in the middle.
cp "$scratch/whole" "$recording"
printf X | dd of="$recording" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
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

finish
