# SPDX-License-Identifier: MIT
# Makes calls that list_cases.c derives from the table. Sourced by test.sh.
#
# CALL=NAME: only this call. CASES=some: one case in 25 for each style. STYLES="-v,-X raw": only these styles; an empty word is
# the default style. KEEP=DIRECTORY: the texts that are compared stay there, and the lines that differ before the rules for the matrix. The
# calls are made a part of the plan at a time, and no part has the whole of a trace, which can have a GB.
# With -v and -X verbose a part of the plan has more text than a fixture, but no GB.
ulimit -S -f 2000000
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
		count_uses >"$scratch/uses_of_$tracer"
		awk -v settled="$scratch/$tracer.settled" '
			FILENAME == ARGV[1] { getline text <settled; by[$0] = text; next }
			{ print FNR in by ? by[FNR] : $0 }
		' "$scratch/at" "$scratch/$tracer.txt" >"$scratch/$tracer.new" && mv "$scratch/$tracer.new" "$scratch/$tracer.txt"
	done
	sort -k 2,2n -k 3,3nr "$scratch/uses_of_strace" "$scratch/uses_of_scry" | awk '$2 != last { print } { last = $2 }' >>"$scratch/uses"
}

# list_rules: prints how many pairs of lines each rule for the matrix changed in this style, the rules with the most pairs first. A rule that changes
# both lines of a pair counts once, and so does each rule if several change a pair.
list_rules()
{
	awk -v n_of="$scratch/uses" '
		BEGIN { while ((getline <n_of) > 0) n[$2] += $3 }
		FNR in n { printf "%6d pairs: doc/differences.md:%d: %s\n", n[FNR], FNR, $0 }
	' "$srcdir/doc/differences.md" | sort -k 1nr
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

# compare_part PLAN PART: makes the calls of a part, and compares. strace ends at some sets of signals under -X verbose: then each half is tried by
# itself, down to single calls.
compare_part()
{
	mv "$1" "$scratch/calls"
	failed=$failures
	# shellcheck disable=SC2086 # a list of words
	if ! both "matrix.$abi $options" $options "$fixture" "$scratch/calls" >"$scratch/rules" 2>&1; then
		calls=$(wc -l <"$scratch/calls")
		if [ "$calls" = 1 ]; then
			not_compared=$((not_compared + 1))
			if grep 'scry failed' "$scratch/rules"; then
				cat "$scratch/calls"
			else
				failures=$failed
			fi
			return
		fi
		failures=$failed
		head -n $((calls / 2)) "$scratch/calls" >"$scratch/part.$2.0"
		tail -n +$((calls / 2 + 1)) "$scratch/calls" >"$scratch/part.$2.1"
		compare_part "$scratch/part.$2.0" "$2.0"
		compare_part "$scratch/part.$2.1" "$2.1"
		return
	fi
	realign "$scratch/strace.txt"
	realign "$scratch/scry.txt"
	settle
	compare "matrix.$abi $options" "$2" >"$scratch/shown"
	grep -v ' lines equal\| differences, known ones included$' "$scratch/shown" | cut -c 1-500
	count_lines
	[ -z "${KEEP-}" ] || keep_texts "$2"
}

# keep_texts PART: moves the two texts to the directory $KEEP.
keep_texts()
{
	for tracer in strace scry; do
		mv "$scratch/$tracer.txt" "$KEEP/$abi$(echo "$options" | tr -d ' ').$1.$tracer"
		mv "$scratch/$tracer.odd" "$KEEP/$abi$(echo "$options" | tr -d ' ').$1.$tracer.odd"
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
	: >"$scratch/uses"
	not_compared=0
	split_plan "$style_n"
	for plan in "$scratch"/plan.*; do
		compare_part "$plan" "${plan##*.}"
	done
	awk -v what="matrix.$abi $options" '
		{ as_they_are += $1; equal += $2; open += $3 }
		END { printf "%s: %d lines compared, %d equal, %d by rule, %d open\n", what, equal + open, as_they_are, equal - as_they_are, open }
	' "$scratch/figures"
	[ "$not_compared" = 0 ] || echo "matrix.$abi $options: $not_compared calls not compared, because strace ended at them"
	list_rules
	case $styles in
	*,*) styles=${styles#*,} ;;
	*) break ;;
	esac
done
