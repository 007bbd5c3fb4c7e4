#!/bin/sh
# SPDX-License-Identifier: MIT
# Other tests of the real program pass with the bpf engine as well: those that change no calls. bpf_live.tsv lists what fails on purpose. Tests that look at tables and formats, which do not depend on the engine, are left to
# WEIGHT=full; BPF_LIVE=all overrides that for this test.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf

printf '#!/bin/sh\nexec "%s" --engine=bpf "$@"\n' "$scry" >"$scratch/scry"
chmod 755 "$scratch" "$scratch/scry"
# For parts of tests that need stops, a replay, or to choose the engine themselves.
export srcdir ENGINE_IS_BPF=yes
reasons=$srcdir/tests/live/bpf_live.tsv
tests=${BPF_LIVE_TESTS:-descriptors dump hostile newer json_examples summary color follow notes frames}
[ "${BPF_LIVE:-$weight}" != all ] || tests="$tests ${BPF_LIVE_MORE_TESTS:-figures names stack flame_graph}"
for test in $tests; do
	SCRY=$scratch/scry timeout -s KILL $((240 * patience)) sh "$srcdir/tests/live/${test}_test.sh" >"$scratch/output" 2>&1
	status=$?
	if [ "$status" = 77 ]; then
		not_tested "$test: $(sed -n 's/^SKIPPED: //p' "$scratch/output")"
		continue
	fi
	grep -h '^NOT TESTED: ' "$scratch/output"
	grep -a '^FAILED: ' "$scratch/output" >"$scratch/failures"
	# A test that does not end with a message of its own was killed.
	[ "$status" -le 1 ] && { [ "$status" = 0 ] || [ -s "$scratch/failures" ]; }
	same "${test}_test.sh ends by itself" 0 $?
	tab=$(printf '\t')
	grep "^$test$tab" "$reasons" >"$scratch/rows"
	while IFS=$tab read -r _ count line _; do
		n=$(grep -acE "^FAILED: $line" "$scratch/failures")
		check "$test: $n failures instead of $count for a reason: $line" [ "$n" -ge "${count%-*}" ] && [ "$n" -le "${count#*-}" ]
		grep -avE "^FAILED: $line" "$scratch/failures" >"$scratch/left"
		mv "$scratch/left" "$scratch/failures"
	done <"$scratch/rows"
	same "$test: failures without a reason" '' "$(cat "$scratch/failures")"
done
finish
