#!/bin/sh
# SPDX-License-Identifier: MIT
# scry-log-merge merges the files of -ff in the order of time.
. "${srcdir:-.}/tests/lib.sh"
make_scratch
merge=$srcdir/src/scry-log-merge
here=$(cd "$srcdir/src" && pwd)/scry-log-merge
script='sleep 0.02 & sleep 0.05 & ls /nonexistent; sleep 0.03; wait'

# traced NAME OPTION...: traces several processes and merges the files to $log-merged.
traced()
{
	log=$scratch/$1
	shift
	"$scry" -ff "$@" -o "$log" sh -c "$script" 2>/dev/null
	"$merge" "$log" >"$log-merged" || fail "$log: status $?"
	same "$log: lines" "$(cat "$log".* | wc -l)" "$(wc -l <"$log-merged")"
}

for options in -tt -ttt; do
	# shellcheck disable=SC2086
	traced "text$options" $options
	awk '{ print $2 }' "$log-merged" >"$log-times"
	check "$options: lines are in the order of time" sort -c "$log-times"
	same "$options: pids" 5 "$(awk '{ print $1 }' "$log-merged" | sort -u | wc -l)"
	for file in "$log".*; do
		sed "s/^/${file##*.} /" "$file" >"$scratch/expected"
		check "$options: lines of one process are complete and in order" \
			sh -c 'grep "^$1 " "$2" | cmp -s - "$3"' sh "${file##*.}" "$log-merged" "$scratch/expected"
	done
done
if can_run jq "JSON"; then
	traced json --json
	jq -c .time "$log-merged" >"$log-times" || fail "the merged file is not JSON"
	check "JSON: records are in the order of time" sh -c 'jq -sc "sort == ." "$1" | grep -q true' sh "$log-times"
fi

refused()
{
	! "$merge" "$@" >"$scratch/out" 2>&1 && [ -s "$scratch/out" ]
}
check "no argument" refused
check "no such files" refused "$scratch/nothing"
"$scry" -ff -o "$scratch/untimed" true
check "a trace without times" refused "$scratch/untimed"
for option in -h --help; do
	same "$option" "usage: scry-log-merge LOG" "$("$merge" "$option" 2>/dev/null | sed 1q)"
	check "$option: status" "$merge" "$option" >/dev/null
done
for option in -x --foo; do
	message=$("$merge" "$option" 2>&1 >/dev/null)
	same "$option: status" 1 $?
	same "$option: lines" 1 "$(echo "$message" | wc -l)"
	check "$option is named" expr "$message" : "scry-log-merge: unknown option '$option'" >/dev/null
done
echo "1.5 x" >"$scratch/-log=.7"
same "a LOG that looks like an option" "7 1.5 x" "$(cd "$scratch" && "$here" -- -log=)"
finish
