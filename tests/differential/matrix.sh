# SPDX-License-Identifier: MIT
# Makes calls that list_cases.c derives from the table. Sourced by test.sh.
if strace_is_old; then
	skip "$(basename "$strace") is too old for these calls"
fi
# shellcheck disable=SC2086 # no word or one
tests/differential/list_cases "$name" ${CALL-} >"$scratch/matrix" || fail "list_cases $name"
part=0
for options in '' -v -y '-X raw' '-X verbose'; do
	part=$((part + 1))
	awk -v part="$part" -v all="${CASES-}" '
		all != "some" || NR % 25 == part { sub(/^[^ ]* /, ""); print }
	' "$scratch/matrix" >"$scratch/calls"
	# shellcheck disable=SC2086 # a list of words
	both "matrix.$abi $options" $options "$fixture" "$scratch/calls" || continue
	realign "$scratch/strace.txt"
	realign "$scratch/scry.txt"
	compare "matrix.$abi $options"
done
