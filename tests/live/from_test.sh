#!/bin/sh
# SPDX-License-Identifier: MIT
# --from: a replay that begins in the middle of a recording shows what the whole replay shows from that time on.
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -V | grep -q '^libzstd: yes' || skip 'scry was built without libzstd'
recording=$scratch/trace.rec
# The index of a recording begins where its last bytes say; a file that is cut there has no index.
index_of() { tail -c 16 "$1" | od -A n -t u8 -N 8 | tr -d ' '; }

# Blocks end after a second, so that this trace has four blocks on any machine. Children wait while others run: calls go on over each border.
trace -f --record="$recording" sh -c '
	for i in 1 2 3; do
		sh -c "sleep 1.1" &
		cat /etc/passwd >/dev/null
		sleep 0.3; cat /etc/group >/dev/null; sleep 0.3; cat /etc/passwd >/dev/null; wait
	done; exit 3'
ends_with 3

# The times are relative to the first event, in nanoseconds. A call has the time of its entry.
jq_after='def since($a): (.time.sec - $a.time.sec) * 1000000000 + .time.nsec - $a.time.nsec;
	min_by(.time.sec, .time.nsec) as $first | .[] | select(since($first) >= $ns)'

# A call that was entered before the border is not shown, and neither is the line with which it ends.
text_after='
	{ split($2, t, "."); s = t[1]; us = t[2] }
	NR == 1 { s0 = s; us0 = us }
	{ before = (s - s0) * 1000000 + us - us0 < border }
	/<unfinished \.\.\.>$/ { open[$1] = before }
	/ <\.\.\. [a-z0-9_]+ resumed>/ { was = open[$1]; delete open[$1]; if (was) next }
	!before'

trace --replay="$recording" --json -o "$scratch/whole.json"
trace --replay="$recording" -f -ttt -o "$scratch/whole.text"
whole=$(lines_of "$scratch/whole.text")

# begins FILE TIME NANOSECONDS STATUS: the replay of FILE from TIME on must end with STATUS and show the rest of the whole replay.
begins()
{
	trace --replay="$1" --from="$2" --json -o "$scratch/part.json"
	ends_with "$4"
	jq -s -c --argjson ns "$3" "$jq_after" "$scratch/whole.json" >"$scratch/rest.json"
	jq -c . "$scratch/part.json" >"$scratch/part.same"
	check "$2: some records are left out, and some are there" \
		[ -s "$scratch/part.json" -a "$(lines_of "$scratch/part.json")" -lt "$(lines_of "$scratch/whole.json")" ]
	check "$2: the records are those after that time" cmp "$scratch/rest.json" "$scratch/part.same"

	trace --replay="$1" --from="$2" -c -U name,calls -o "$scratch/part.table"
	ends_with "$4"
	same "$2: the table counts the calls of the records" \
		"$(jq -r 'select(.type == "call" and .returned) | .name' "$scratch/part.json" | sort | uniq -c | awk '{ print $2, $1 }')" \
		"$(awk '/^---/ { n++; next } n == 1 { print $1, $2 }' "$scratch/part.table" | sort)"

	trace --replay="$1" --from="$2" -f -ttt -o "$scratch/part.text"
	ends_with "$4"
	awk -v border="$(($3 / 1000))" "$text_after" "$scratch/whole.text" >"$scratch/rest.text"
	check "$2: the lines are those after that time" cmp "$scratch/rest.text" "$scratch/part.text"
	diff "$scratch/rest.text" "$scratch/part.text" | head -n 4
	check "$2: the beginning is not shown" [ "$(lines_of "$scratch/part.text")" -lt "$whole" ]
}

begins "$recording" +1us 1000 0
begins "$recording" +2ms 2000000 0
begins "$recording" +0.5s 500000000 0
begins "$recording" +1200ms 1200000000 0
begins "$recording" +2.5s 2500000000 0
begins "$recording" +3200ms 3200000000 0

trace --replay="$recording" --from=+0s --json -o "$scratch/part.json"
check "+0s: the replay is whole" cmp "$scratch/whole.json" "$scratch/part.json"

# Processes may live that no event has shown: each line has its pid, from the first one on.
trace --replay="$recording" --from=+500ms -q
same "lines without a pid" 0 "$(grep -c -v '^\[pid ' "$scratch/stderr")"

# --- files without an index, and damage -----------------------------------------------------------

index=$(index_of "$recording")
head -c "$index" "$recording" >"$scratch/cut.rec"
begins "$scratch/cut.rec" +0.5s 500000000 1
begins "$scratch/cut.rec" +2.5s 2500000000 1
shows "$scratch/stderr" '^scry: the recording has no end: it is cut at offset [0-9]+'

# The last block is cut; the one before it is whole.
head -c "$((index - 9))" "$recording" >"$scratch/short.rec"
trace --replay="$scratch/short.rec" -f -ttt -o "$scratch/whole.short"
trace --replay="$scratch/short.rec" --from=+1200ms -f -ttt -o "$scratch/part.text"
ends_with 1
shows "$scratch/stderr" '^scry: the recording is cut at offset [0-9]+'
awk -v border=1200000 "$text_after" "$scratch/whole.short" >"$scratch/rest.text"
check "a cut block: something is shown" [ -s "$scratch/part.text" ]
check "a cut block: the lines before it are shown" cmp "$scratch/rest.text" "$scratch/part.text"

# The first block of captures follows the block at offset 16. It is damaged: a replay that begins later does not unpack it.
first=$((16 + 48 + $(od -A n -t u4 -j 24 -N 4 "$recording")))
for file in trace cut; do
	cp "$scratch/$file.rec" "$scratch/damaged.rec"
	printf 'damage' | dd of="$scratch/damaged.rec" bs=1 seek="$((first + 60))" conv=notrunc 2>"$scratch/dd"
	trace --replay="$scratch/damaged.rec" -o "$scratch/replayed"
	shows "$scratch/stderr" "^scry: the recording is damaged at offset $first:"
	trace --replay="$scratch/damaged.rec" --from=+2.5s -f -ttt -o "$scratch/part.text"
	lacks "$scratch/stderr" 'damaged'
	awk -v border=2500000 "$text_after" "$scratch/whole.text" >"$scratch/rest.text"
	check "$file, damaged before that time: the lines are there" cmp "$scratch/rest.text" "$scratch/part.text"
done

# --- what is refused ------------------------------------------------------------------------------

for file in trace cut short; do
	for time in +100s +9000000000s; do
		trace --replay="$scratch/$file.rec" --from="$time"
		ends_with 1
		same "$file, $time" "scry: --from: '$scratch/$file.rec': the recording ends before that time" "$(cat "$scratch/stderr")"
	done
done
for time in -1s 1s +1 +-1s ++1s '+ 1s' +x +s + '' +infs +nans +1e300s +99999999999s +1h; do
	trace --replay="$recording" --from="$time"
	ends_with 1
	same "--from='$time'" "scry: --from '$time': it takes '+' and a time since the first event of the recording, such as +10s or +250ms" \
		"$(cat "$scratch/stderr")"
done
trace --from=+1s true
ends_with 1
same "--from without --replay" "scry: --from must be given with --replay" "$(cat "$scratch/stderr")"
trace --replay="$recording" --from=+500ms --policy="$scratch/profile"
shows "$scratch/stderr" '^scry: --policy: the profile lacks the calls before the time of --from$'

finish
