#!/bin/sh
# SPDX-License-Identifier: MIT
# Other tests of the real program pass with the bpf engine as well: those that change no calls, read no stacks, and trace no
# processes that have ended before scry looks at them.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf

printf '#!/bin/sh\nexec "%s" --engine=bpf "$@"\n' "$scry" >"$scratch/scry"
chmod 755 "$scratch" "$scratch/scry"
export srcdir
for test in descriptors dump hostile newer; do
	SCRY=$scratch/scry timeout -s KILL $((120 * patience)) sh "$srcdir/tests/live/${test}_test.sh" >"$scratch/output" 2>&1
	status=$?
	if [ "$status" = 77 ]; then
		not_tested "$test: $(sed -n 's/^SKIPPED: //p' "$scratch/output")"
		continue
	fi
	[ "$status" = 0 ] || grep FAILED "$scratch/output"
	same "status of ${test}_test.sh" 0 "$status"
	grep -h '^NOT TESTED: ' "$scratch/output"
done
finish
