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
# jq rounds numbers as large as time_ns.
jq_since='def seconds: .time[:19] + "Z" | fromdate; def ns: .time[20:29] | tonumber;
	def since($a): (seconds - ($a | seconds)) * 1000000000 + ns - ($a | ns);'
jq_after=$jq_since'min_by(.time) as $first | .[] | select(since($first) >= $ns)'

# Text has its times in nanoseconds as well.
stamps=--absolute-timestamps=format:unix,precision:ns
# after NANOSECONDS FILE: the lines of text after a border, of which 0 is none. A call that was entered before it is not shown. The two
# lines of a call become one: what made them two may be left out.
after()
{
	awk -v border="$1" '
		{ split($2, t, "."); s = t[1]; ns = t[2] }
		NR == 1 { s0 = s; ns0 = ns }
		{ before = border && (s - s0) * 1000000000 + ns - ns0 < border; gsub(/ +/, " ") }
		sub(/ ?<unfinished \.\.\.>$/, "") { open[$1] = before ? "before" : $0; next }
		match($0, / <\.\.\. [a-z0-9_]+ resumed>/) {
			if (open[$1] != "before")
				print open[$1] substr($0, RSTART + RLENGTH)
			delete open[$1]
			next
		}
		!before' "$2"
}

trace --replay="$recording" --json -o "$scratch/whole.json"
trace --replay="$recording" -f $stamps -o "$scratch/whole.text"
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

	trace --replay="$1" --from="$2" -f $stamps -o "$scratch/part.text"
	ends_with "$4"
	after "$3" "$scratch/whole.text" >"$scratch/rest.text"
	after 0 "$scratch/part.text" >"$scratch/part.lines"
	check "$2: the lines are those after that time" cmp "$scratch/rest.text" "$scratch/part.lines"
	check "$2: the beginning is not shown" [ "$(lines_of "$scratch/part.text")" -lt "$whole" ]
}

begins "$recording" +1us 1000 0
# Two reads of the clocks are some nanoseconds apart: this border is in the middle of the longest pause of the first calls.
busy=$(jq -s "$jq_since"'min_by(.time) as $first
	| [.[:120][] | since($first)] | sort
	| [.[20:-1], .[21:]] | transpose | max_by(.[1] - .[0]) | (.[0] + .[1]) / 2 | floor' "$scratch/whole.json")
begins "$recording" "+${busy}ns" "$busy" 0
begins "$recording" +0.5s 500000000 0
begins "$recording" 500ms 500000000 0
# The same border as a time before the last event.
length=$(jq -s "$jq_since"'min_by(.time) as $first | max_by(.time) | since($first)' "$scratch/whole.json")
begins "$recording" "-$((length - busy))ns" "$busy" 0
trace --replay="$recording" --from -1000s --json -o "$scratch/part.json"
ends_with 0
check "-1000s: the replay is whole" cmp "$scratch/whole.json" "$scratch/part.json"
seconds="$((length / 1000000000))\\.[0-9]{3} s"
trace --replay="$recording" -d
shows "$scratch/stderr" "^scry: the recording is $seconds long$"
begins "$recording" +1200ms 1200000000 0
begins "$recording" +2.4s 2400000000 0
begins "$recording" +3200ms 3200000000 0

trace --replay="$recording" --from=+0s --json -o "$scratch/part.json"
check "+0s: the replay is whole" cmp "$scratch/whole.json" "$scratch/part.json"

# Processes may live that no event has shown: each line has its pid, from the first one on.
trace --replay="$recording" --from=+500ms -q
same "lines without a pid" 0 "$(grep -c -v '^\[pid ' "$scratch/stdout")"

# --- files without an index, and damage -----------------------------------------------------------

index=$(index_of "$recording")
head -c "$index" "$recording" >"$scratch/cut.rec"
begins "$scratch/cut.rec" +0.5s 500000000 1
begins "$scratch/cut.rec" +2.4s 2400000000 1
begins "$scratch/cut.rec" "-$((length - busy))ns" "$busy" 1
shows "$scratch/stderr" '^scry: the recording has no end: it is cut at offset [0-9]+'

# The last block is cut; the one before it is whole.
head -c "$((index - 9))" "$recording" >"$scratch/short.rec"
trace --replay="$scratch/short.rec" -f $stamps -o "$scratch/whole.short"
trace --replay="$scratch/short.rec" --from=+1200ms -f $stamps -o "$scratch/part.text"
ends_with 1
shows "$scratch/stderr" '^scry: the recording is cut at offset [0-9]+'
after 1200000000 "$scratch/whole.short" >"$scratch/rest.text"
after 0 "$scratch/part.text" >"$scratch/part.lines"
check "a cut block: something is shown" [ -s "$scratch/part.text" ]
check "a cut block: the lines before it are shown" cmp "$scratch/rest.text" "$scratch/part.lines"

# The first block of captures follows the block at offset 16. It is damaged: a replay that begins after its last capture does not unpack it.
first=$((16 + 48 + $(od -A n -t u4 -j 24 -N 4 "$recording")))
second=$((first + 48 + $(od -A n -t u4 -j $((first + 8)) -N 4 "$recording")))
set -- $(od -A n -t u8 -j $((first + 24)) -N 16 "$recording") $(od -A n -t u8 -j $((second + 24)) -N 8 "$recording")
between=$((($2 - $1 + $3 - $1) / 2))
for file in trace cut; do
	cp "$scratch/$file.rec" "$scratch/damaged.rec"
	printf 'damage' | dd of="$scratch/damaged.rec" bs=1 seek="$((first + 60))" conv=notrunc 2>"$scratch/dd"
	trace --replay="$scratch/damaged.rec" -o "$scratch/replayed"
	shows "$scratch/stderr" "^scry: the recording is damaged at offset $first:"
	trace --replay="$scratch/damaged.rec" --from="+${between}ns" -f $stamps -o "$scratch/part.text"
	lacks "$scratch/stderr" 'damaged'
	after "$between" "$scratch/whole.text" >"$scratch/rest.text"
	after 0 "$scratch/part.text" >"$scratch/part.lines"
	check "$file, damaged before that time: the lines are there" cmp "$scratch/rest.text" "$scratch/part.lines"
done

# --- a ring ---------------------------------------------------------------------------------------

# The time counts from the first event that the ring has kept, not from the start of the trace.
# The 20,000th record has all members, and is none of the trace: doc/json.md.
trace --record="$scratch/ring.rec" --record-ring=64K "$programs/steady" 30000
trace --replay="$scratch/ring.rec" --json -o "$scratch/all.json"
grep -v '"type":"members"' "$scratch/all.json" >"$scratch/whole.json"
half=$(jq -s "$jq_since"'map(select(.type == "call")) | first as $first | last | since($first) / 2 | floor' "$scratch/whole.json")
trace --replay="$scratch/ring.rec" --from="+${half}ns" --json -o "$scratch/all.json"
ends_with 0
grep -v '"type":"members"' "$scratch/all.json" >"$scratch/part.json"
part=$(lines_of "$scratch/part.json")
check "a ring: $part records of $(lines_of "$scratch/whole.json")" [ "$part" -gt 0 -a "$part" -lt "$(lines_of "$scratch/whole.json")" ]
tail -n "$part" "$scratch/whole.json" >"$scratch/rest.json"
check "a ring: the records are the last ones" cmp "$scratch/rest.json" "$scratch/part.json"

# --- what is refused ------------------------------------------------------------------------------

for file in trace cut short; do
	for time in +100s +9000000000s; do
		trace --replay="$scratch/$file.rec" --from="$time"
		ends_with 1
		shows "$scratch/stderr" "^scry: --from: '$scratch/$file.rec': the recording ends before that time: it is [0-9]+\\.[0-9]{3} s long$"
	done
done
for time in 1 -1 +1 +-1s -+1s ++1s --1s '+ 1s' +x +s + '' +infs +nans +1e300s +99999999999s +1h; do
	trace --replay="$recording" --from="$time"
	ends_with 1
	same "--from='$time'" "scry: --from '$time': it takes a time since the first event of the recording, such as 10s or +250ms, or before its last one, such as -2s" \
		"$(cat "$scratch/stderr")"
done
trace --from=+1s true
ends_with 1
same "--from without --replay" "scry: --from must be given with --replay" "$(cat "$scratch/stderr")"
trace --replay="$recording" --from=+500ms --policy="$scratch/profile"
shows "$scratch/stderr" '^scry: --policy: the profile lacks the calls before the time of --from$'

finish
