# SPDX-License-Identifier: MIT
# Shows each bit and value of each constant list, zero and all ones, through the calls of sweep.txt. Sourced by test.sh.
# A name that strace lacks is accepted if its value in the list is the number that strace shows.
plan_sweep
if both "sweep.$abi" -v "$fixture" "$scratch/calls"; then
	checks=$((checks + 1))
	more=$(awk '$NF == "more" { printf "%s ", $1 }' "$here/sweep.txt")
	if ! awk -v make=verdict -v more="$more" -v open_file="$scratch/open" -v what="sweep.$abi" \
		-v newer="$scratch/newer" -f "$here/newer.awk" -f "$here/sweep.awk" \
		"$scratch/lists" "$scratch/plan" "$scratch/strace.txt" "$scratch/scry.txt"; then
		fail "sweep.$abi"
		echo "compare with: diff $scratch/strace.txt $scratch/scry.txt"
	fi
fi
