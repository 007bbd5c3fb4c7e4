# SPDX-License-Identifier: MIT
# Makes calls that list_cases.c derives from the table. Sourced by test.sh.
#
# CALL=NAME: only this call. CASES=some: one case in 25 for each style. STYLES="-v,-X raw": only these styles; an empty word is
# the default style. KEEP=DIRECTORY: the texts that are compared stay there. The calls are made a part of the plan at a time, and no part has the whole of a trace, which can have a GB.
if strace_is_old; then
	skip "$(basename "$strace") is too old for these calls"
fi
# shellcheck disable=SC2086 # no word or one
tests/differential/list_cases "$name" ${CALL-} >"$scratch/matrix" || fail "list_cases $name"
cases_in_part=${CASES_IN_PART-6000}

# split_plan STYLE: writes $scratch/plan.N, the plan for a style, in parts. The cases of a call stay together if there are not too many.
split_plan()
{
	rm -f "$scratch"/plan.*
	awk -v style="$1" -v all="${CASES-}" -v most="$cases_in_part" -v out="$scratch/plan." '
		all == "some" && NR % 25 != style { next }
		part == 0 || n >= most && $1 != call || n >= 2 * most { close(out part); part++; n = 0 }
		{ call = $1; n++; sub(/^[^ ]* /, ""); print >(out part) }
	' "$scratch/matrix"
}

# settle: applies the rules for the matrix to the lines that differ.
settle()
{
	style=${options#-X }
	{
		[ "$style" = "$options" ] || rules_of "matrix $style"
		rules_of matrix
	} >"$scratch/matrix.sed"
	awk -v at="$scratch/at" -v old_file="$scratch/strace.odd" -v new_file="$scratch/scry.odd" '
		BEGIN { printf "" >at; printf "" >old_file; printf "" >new_file }
		FILENAME == ARGV[1] { old[FNR] = $0; next }
		old[FNR] != $0 { print FNR >at; print old[FNR] >old_file; print >new_file }
	' "$scratch/strace.txt" "$scratch/scry.txt"
	for tracer in strace scry; do
		sed -E -e 's/\) += /) = /' -f "$scratch/matrix.sed" "$scratch/$tracer.odd" >"$scratch/$tracer.settled"
		awk -v settled="$scratch/$tracer.settled" '
			FILENAME == ARGV[1] { getline text <settled; by[$0] = text; next }
			{ print FNR in by ? by[FNR] : $0 }
		' "$scratch/at" "$scratch/$tracer.txt" >"$scratch/$tracer.new" && mv "$scratch/$tracer.new" "$scratch/$tracer.txt"
	done
	count_uses >/dev/null
}

# count_lines: adds what the last comparison found to $scratch/figures: lines equal as they are, equal in the end, and open.
count_lines()
{
	awk '
		FILENAME == ARGV[1] { old[FNR] = $0; next }
		FILENAME == ARGV[2] { as_they_are += old[FNR] == $0; next }
		/ lines equal/ { for (i = 1; i <= NF; i++) if ($i ~ /^[0-9]+$/) equal += $i }
		/ differences, known ones included$/ { open += $1 }
		END { print as_they_are + 0, equal + 0, open + 0 }
	' "$scratch/strace.cut" "$scratch/scry.cut" "$scratch/verdict" >>"$scratch/figures"
}

# keep_texts PART: moves the two texts to the directory $KEEP.
keep_texts()
{
	for tracer in strace scry; do
		mv "$scratch/$tracer.txt" "$KEEP/$abi$(echo "$options" | tr -d ' ').$1.$tracer"
	done
}

awk '
	{ n[$1]++ }
	END {
		for (call in n) { calls++; all += n[call]; if (n[call] > most) { most = n[call]; which = call } }
		printf "%d cases of %d calls, %d a call on average; %s has %d\n", all, calls, all / calls, which, most
	}
' "$scratch/matrix"
styles=${STYLES-,-v,-y,-X raw,-X verbose,-s 1000}
style_n=0
while :; do
	options=${styles%%,*}
	style_n=$((style_n + 1))
	: >"$scratch/figures"
	split_plan "$style_n"
	for plan in "$scratch"/plan.*; do
		mv "$plan" "$scratch/calls"
		# shellcheck disable=SC2086 # a list of words
		both "matrix.$abi $options" $options "$fixture" "$scratch/calls" >>"$scratch/rules" || {
			cat "$scratch/rules"
			continue
		}
		realign "$scratch/strace.txt"
		realign "$scratch/scry.txt"
		settle
		compare "matrix.$abi $options" "${plan##*.}" >"$scratch/shown"
		grep -v ' lines equal\| differences, known ones included$' "$scratch/shown" | cut -c 1-500
		count_lines
		[ -z "${KEEP-}" ] || keep_texts "${plan##*.}"
	done
	awk -v what="matrix.$abi $options" '
		{ as_they_are += $1; equal += $2; open += $3 }
		END { printf "%s: %d lines compared, %d equal, %d by rule, %d open\n", what, equal + open, as_they_are, equal - as_they_are, open }
	' "$scratch/figures"
	case $styles in
	*,*) styles=${styles#*,} ;;
	*) break ;;
	esac
done
