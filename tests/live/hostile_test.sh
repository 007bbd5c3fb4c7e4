#!/bin/sh
# SPDX-License-Identifier: MIT
# Calls with random arguments and memory: scry must end, show each call on one line, and print no control bytes.
# usage: CALLS=N hostile_test.sh; CALLS is how many calls each program makes, by default 1500
. "${srcdir:-.}/tests/live/lib.sh"

calls=${CALLS:-1500}
for seed in 1 2 3; do
	trace --seccomp-bpf=off -v -y -o "$scratch/trace" "$programs/hostile" $seed $calls
	ends_with 0
	sed -n '/^write(-1, "\/scry\/begin"/,/^write(-1, "\/scry\/end"/p' "$scratch/trace" >"$scratch/part"
	check "seed $seed: a line a call: $(lines_of "$scratch/part") lines" \
		[ "$(grep -vc '^\[ Process' "$scratch/part")" = $((calls + 8 + 2)) ]
	same "seed $seed: control bytes" 0 \
		"$(tr -d '\n' <"$scratch/trace" | tr -cd '\000-\037\177-\237' | wc -c | tr -d ' ')"
done
if can_run jq "hostile calls in JSON"; then
	find_python
	trace --json --seccomp-bpf=off -v -o "$scratch/trace" "$programs/hostile" 4 $calls
	ends_with 0
	validate "$scratch/trace" "hostile calls"
fi
finish
