# SPDX-License-Identifier: MIT
# Functions for the tests that compare scry with strace.
. "${srcdir:-.}/tests/lib.sh"

here=$srcdir/tests/differential
. "$here/plans.sh"
scry_flags=${SCRY_FLAGS---seccomp-bpf=off}

need_strace
make_scratch
# A tracer that does not end must not fill the disk. The traces have only some MB.
ulimit -S -f 200000
# Without address space randomization the addresses are the same under both tracers.
fixed='setarch -R'
$fixed true 2>/dev/null || fixed=

# doc/differences.md lists what scry does differently on purpose. Its code blocks marked "sed" or
# "sed ABI" convert lines of strace to lines of scry:
#	sed raw, sed verbose, sed y	with -X raw, -X verbose and -y
#	sed ABI alone			if the machine has only this ABI
#	sed both			the lines of both tracers, always
#	sed 32				the lines of both, if the strace for these fixtures is a 32-bit program
#					(STRACE32: "native", "i386" or both)
#	sed not x86			the lines of both, on other machines
#	sed matrix, sed matrix raw, sed matrix verbose
#					the lines of both that differ in the matrix (matrix.sh)
# Blocks marked "more" are for compare.awk.
# read_differences ABI: writes the sed programs for an ABI to $differences and $common.
differences=$scratch/differences.sed
common=$scratch/common.sed
read_differences()
{
	alone=
	[ "$abis" != "$1" ] || alone="$1 alone"
	rules_of '' "$1" ${alone:+"$alone"} >"$differences"
	{
		rules_of both
		case " ${STRACE32-} " in *" $abi "*) rules_of 32 ;; esac
		case $1 in x86_64 | i386 | x32) ;; *) rules_of 'not x86' ;; esac
	} >"$common"
}

# rules_of MARK...: prints the rules of the blocks with these marks. sed writes each line that a rule changes to
# $scratch/uses.LINE, where LINE is the line of the rule in doc/differences.md.
rules_of()
{
	for mark; do
		awk -v begin="\`\`\`sed${mark:+ $mark}" -v uses="$scratch/uses." '
			$0 == begin { on = 1; next }
			/^```/ { on = 0 }
			on && /[\/g]$/ { print $0 "w " uses FNR; next }
			on' "$srcdir/doc/differences.md"
	done
}

awk '$0 == "```more" { on = 1; next } /^```/ { on = 0 } on' "$srcdir/doc/differences.md" >"$scratch/more"

# count_uses: prints how many lines each rule changed, for maint/differences.awk.
count_uses()
{
	for rule in "$scratch"/uses.*; do
		[ ! -s "$rule" ] || echo "rule: ${rule##*.}" $(wc -l <"$rule")
	done
	rm -f "$scratch"/uses.*
}

# Known differences that are defects.
cat "$here/open/calls.txt" "$here/open/ioctl.txt" "$here/open/network.txt" >"$scratch/open"

# trace strace|scry FILE OPTION... -- COMMAND...: runs a tracer; its output is FILE.log and FILE.stdout.
trace()
{
	which=$1 out=$2
	shift 2
	log=$out.log
	[ -z "${REMOTE-}" ] || {
		remote_trace "$which" "$@"
		return
	}
	case $which in
	strace) set -- "$strace" "$@" ;;
	# shellcheck disable=SC2086 # lists of words
	scry) set -- "$scry" $scry_flags "$@" ;;
	esac
	# shellcheck disable=SC2086
	timeout -s KILL $((60 * patience)) $fixed "$@" 2>"$log" >"$out.stdout" </dev/null
	status=$?
	[ "$status" = 0 ] || {
		echo "$*: status $status"
		tail -n 5 "$log"
	}
	return "$status"
}

# With REMOTE, a directory, the tracers run on another machine: tests/arch/check.sh. The step "plan" writes their
# arguments there, a line each; the step "compare" takes their results. FILE stands for the file of -o, CALLS for the
# fixture's calls.
remote_n=0
remote_trace()
{
	remote_n=$((remote_n + 1))
	remote=$family.$abi.$remote_n
	if [ "$REMOTE_STEP" = plan ]; then
		tracer=$1
		shift
		# shellcheck disable=SC2086 # a list of words
		[ "$tracer" = strace ] || set -- $scry_flags "$@"
		for word; do
			case $word in
			"$scratch/calls")
				cp "$word" "$REMOTE/in/$remote.calls"
				echo CALLS
				;;
			"$scratch"/*) echo FILE ;;
			*.fixture) echo "tests/differential/$(basename "$word")" ;;
			*) echo "$word" ;;
			esac
		done >"$REMOTE/in/$remote.$tracer"
		echo >"$scratch/$tracer.raw"
		return
	fi
	cp "$REMOTE/out/$remote.log" "$log"
	cp "$REMOTE/out/$remote.raw" "$scratch/$1.raw" || return
	return "$(cat "$REMOTE/out/$remote.status")"
}

# cut_marks FILE: prints the lines between the marks of the fixture, without pids.
cut_marks()
{
	sed -n '/^write(.*-1, .*"\/scry\/begin"/,/^write(.*-1, .*"\/scry\/end"/p' "$1" |
		sed 's/^\[ Process PID=[0-9]* runs/[ Process PID=PID runs/'
}

# realign FILE: puts the results into one column again, after -X styles have changed the lengths of lines.
realign()
{
	awk '
		match($0, /\) += [^=]*$/) {
			head = substr($0, 1, RSTART)
			result = substr($0, RSTART + 1)
			sub(/^ += /, "= ", result)
			$0 = length(head) < 40 ? sprintf("%-40s%s", head, result) : head " " result
		}
		{ print }
	' "$1" >"$1.aligned" && mv "$1.aligned" "$1"
}

# The text of strace is kept in this directory of the build tree, FAMILY_ABI.N.HASH for the trace number N of a test: strace takes
# half of the time of a test. The hash is that of what the text depends on. KEPT=no, which is the default with WEIGHT=full, does without
# the directory.
kept_directory=tests/differential/kept
kept_n=0 # traces of strace
kept_used=0 # traces that were not made anew
sums= # of strace, the fixture and what the fixture reads
[ "$weight" != all ] || KEPT=${KEPT-no}

# kept_file OPTION... COMMAND...: sets $kept to the name of the file for this trace. REMOTE has no such files.
kept_file()
{
	kept_n=$((kept_n + 1))
	kept=
	[ "${KEPT-}" != no ] && [ -z "${REMOTE-}" ] && command -v sha256sum >/dev/null || return 0
	[ -n "$sums" ] || sums=$(sha256sum <"$(command -v "$strace")"; sha256sum <"$fixture"; uname -srm; env | grep '^FIXTURE')
	kept=$kept_directory/${family}_$abi.$kept_n.$({
		echo "$sums" "$fixed" "${#scratch}" "$@" | sed "s,$scratch,@scratch@,g"
		cat "$scratch/calls" 2>/dev/null
		sed -n '/^cut_marks()/,/^}/p' "$here/lib.sh"
	} | sha256sum | cut -d ' ' -f 1)
}

# trace_strace OPTION... COMMAND...: $scratch/strace.cut is the text of strace between the marks, kept or made anew.
trace_strace()
{
	kept_file "$@"
	if [ -n "$kept" ] && [ -s "$kept" ]; then
		sed "s,@scratch@,$scratch,g" "$kept" >"$scratch/strace.cut"
		kept_used=$((kept_used + 1))
		return
	fi
	trace strace "$scratch/strace.log" -o "$scratch/strace.raw" "$@" || return
	cut_marks "$scratch/strace.raw" >"$scratch/strace.cut"
	[ -n "$kept" ] && mkdir -p "$kept_directory" && rm -f "${kept%.*}".* &&
		sed "s,$scratch,@scratch@,g" "$scratch/strace.cut" >"$kept.new" && mv "$kept.new" "$kept"
	return 0
}

trace_scry()
{
	trace scry "$scratch/scry.log" -o "$scratch/scry.raw" "$@" &&
		cut_marks "$scratch/scry.raw" >"$scratch/scry.cut"
}

# both WHAT OPTION... COMMAND...: runs both tracers; the results are $scratch/strace.txt and $scratch/scry.txt.
both()
{
	what=$1
	shift
	for tracer in strace scry; do
		if ! "trace_$tracer" "$@"; then
			fail "$what: $tracer failed"
			return 1
		fi
	done
	: >"$scratch/style.sed"
	case "$*" in
	'-X raw '* | '-X verbose '*)
		awk -v style="$2" -f "$here/joined.awk" "$scratch/strace.cut" >"$scratch/strace.joined"
		mv "$scratch/strace.joined" "$scratch/strace.cut"
		for tracer in strace scry; do
			: >"$scratch/$tracer.requests"
			awk -v numbers="$scratch/$tracer.requests" -f "$here/named.awk" \
				"$scratch/lists" "$scratch/$tracer.cut" >"$scratch/$tracer.named"
			mv "$scratch/$tracer.named" "$scratch/$tracer.cut"
		done
		realign "$scratch/strace.cut"
		realign "$scratch/scry.cut"
		check "$what: other numbers of requests" cmp -s "$scratch/strace.requests" "$scratch/scry.requests"
		rules_of "$2" >"$scratch/style.sed"
		;;
	esac
	# The rules have a number as the descriptor of ioctl; the tracers write to files of other names.
	case "$*" in
	'-y '* | '-yy '*)
		sed -i -E 's@^(ioctl\(-?[0-9]+)<[^<>]*(<[^<>]*>)?>@\1@; s@/(strace|scry)\.log\.@/tracer.@g; s/:\[[0-9]+\]/:[N]/g' "$scratch/strace.cut" "$scratch/scry.cut"
		rules_of y >"$scratch/style.sed"
		realign "$scratch/strace.cut"
		realign "$scratch/scry.cut"
		;;
	esac
	sed -E -f "$differences" -f "$scratch/style.sed" "$scratch/strace.cut" >"$scratch/strace.text"
	[ ! -s "$scratch/style.sed" ] || realign "$scratch/strace.text"
	sed -E -f "$common" "$scratch/strace.text" >"$scratch/strace.txt"
	count_uses
	sed -E -f "$common" "$scratch/scry.cut" >"$scratch/scry.txt"
	check "$what: strace showed nothing" [ -s "$scratch/strace.txt" ]
}

# list_constants ABI: writes the constant lists of scry to $scratch/lists.
list_constants()
{
	tests/differential/list_values "$1" >"$scratch/lists" || fail "list_values $1"
}

# numbers_of ABI: writes lines "0x1c3 cachestat" to $scratch/newer. strace shows unknown calls by such numbers.
numbers_of()
{
	awk -F'\t' -v abi="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == abi) column = i; next }
		$column != "-" { printf "0x%x %s\n", $column, $1 }
	' "$srcdir/src/arch/syscalls.tsv" >"$scratch/newer"
}

# compare WHAT [PART]: compares the two traces, or a part of them, line by line: see compare.awk.
compare()
{
	what=$1
	part=${2-}
	set -- -v open_file="$scratch/open" -v what="$(echo "$what" | tr " " _)"
	checks=$((checks + 1))
	awk "$@" -v lists_file="$scratch/lists" -v newer="$scratch/newer" -v more_file="$scratch/more" -f "$here/newer.awk" -f "$here/compare.awk" \
		"$scratch/strace.txt" "$scratch/scry.txt" >"$scratch/verdict"
	status=$?
	sed "s/^/$what: /" "$scratch/verdict"
	[ "$status" = 0 ] || {
		failures=$((failures + 1))
		keep=$scratch/$(echo "$what${part:+ $part}" | tr -c 'A-Za-z0-9\n' _)
		mkdir -p "$keep"
		cp "$scratch/strace.txt" "$scratch/scry.txt" "$keep"
		echo "$what: compare with: diff $keep/strace.txt $keep/scry.txt"
	}
}
