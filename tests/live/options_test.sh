#!/bin/sh
# SPDX-License-Identifier: MIT
# Every option of tests/live/options.tsv in every spelling: scry accepts it and does the same as strace, or refuses it
# with a message.
. "${srcdir:-.}/tests/live/lib.sh"

[ -x "$programs/sampler" ] || skip "tests/live/sampler is not built"
# The user nobody must be able to execute the program, and may have no access to the build directory.
chmod 755 "$scratch"
cp "$programs/sampler" "$scratch"
sampler=$scratch/sampler
table=$srcdir/tests/live/options.tsv
can_compare "options against strace's" || strace=
nobody=
[ "$(id -u)" = 0 ] && nobody=nobody
[ -n "$nobody" ] || not_tested "-u/--user: only root can use it"
LC_ALL=C
export LC_ALL
# A process for options that take a pid.
sleep 1000 &
self=$!
trap 'kill $self; rm -rf "$scratch"' EXIT
out=$scratch/out
tab=$(printf '\t')

# Removes what differs from run to run: numbers of more than two digits, addresses, times, the path and the name of the
# tracer, the prefix and the name at the end of a child, and the order of lines. Calls of rseq go, too: tests/differential
# compares them, and the text depends on the version of strace.
normalise()
{
	sed -E -e 's,/[^ ]*/(scry|strace): ,\1: ,' -e 's/(scry|strace): Process/TRACER: Process/; s/^(scry|strace): (tip:? )?.*/TRACER: \2message/; s/tip:? message/tip/' \
		-e 's/\x1b//g; s/<(scry|strace)>/<TRACER>/; s/^\[ *[0-9]+\] (--- SIGCHLD)/\1/' \
		-e 's/(tracing adds at least) [0-9.]+ [a-z]+ /\1 T /' \
		-e 's/0x[0-9a-f]{3,}/ADDRESS/g; s/\[[0-9a-f]{16}\]/[IP]/g' \
		-e 's/[0-9]{2}:[0-9]{2}:[0-9]{2}/T/g; s/([0-9]+|T)\.[0-9]+/T/g; s/<[0-9]+>/<T>/g' \
		-e 's/^( *[0-9N]+|\[pid +[0-9]+\])? *[0-9]{10}/\1T/' \
		-e 's/[0-9]{3,}/N/g; s/^ +[0-9] / T /; s/  +/ /g; s/ \| [0-9a-f]{5} /|/' \
		-e '/CLD_EXITED/s/(si_pid=N)<[^>]*>/\1/' \
		-e '/^ > /s/(\(.*)?$//' |
		grep -av -e unfinished -e resumed -e wait4 -e rseq -e set_tid_address -e '^Try ' | sort
}

# run TRACER ARGUMENT...: traces the program; the normalised output is $scratch/output, the exit status $status.
run()
{
	tracer=$1
	shift
	# A tracer in the background may write to the files after the end of the command: the next one gets other files.
	rm -f "$out" "$out".* "$scratch/stdout" "$scratch/stderr"
	timeout -s KILL $((20 * patience)) "$tracer" "$@" "$sampler" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
	status=$?
	cat "$scratch/stdout" "$scratch/stderr" "$out" "$out".* 2>/dev/null | normalise >"$scratch/output"
}

# Splits "A || B" into lines.
spellings()
{
	printf '%s\n' "$1" | sed 's/ || /\n/g'
}

compare()
{
	checks=$((checks + 1))
	cmp -s "$1" "$2" && return
	fail "$3 differs:"
	diff "$1" "$2" | head -n 6 | sed 's/^/  /'
}

profile=$scratch/profile.json
echo '{"defaultAction":"SCMP_ACT_ALLOW"}' >"$profile"

# try KIND SPELLINGS: runs each spelling, and compares it with the first one and with strace.
try()
{
	first=
	spellings "$2" >"$scratch/spellings"
	while read -r spelling; do
		case $spelling in
		*\$nobody*) [ -n "$nobody" ] || continue ;;
		esac
		eval "set -- $spelling"
		run "$scry" "$@"
		same "status of $spelling" "$wanted" "$status"
		if [ -n "$first" ]; then
			[ "$kind" = status ] || [ "$kind" = shown ] ||
				compare "$scratch/first" "$scratch/output" "'$spelling', from '$first',"
			continue
		fi
		first=$spelling
		cp "$scratch/output" "$scratch/first"
		[ -z "$regex" ] || shows "$scratch/output" "$regex"
		case $kind in
		same | status) ;;
		*) continue ;;
		esac
		[ -n "$strace" ] || continue
		run "$strace" "$@"
		same "strace's status of $spelling" "$wanted" "$status"
		[ "$kind" = status ] || compare "$scratch/output" "$scratch/first" "'$spelling', from strace,"
	done <"$scratch/spellings"
}

# refuse KIND ARGUMENTS: scry must print one line with $regex (--where: and two that mark the place) and end with status 1, or 2 as diff(1) for trouble.
refuse()
{
	eval "set -- $2"
	run "$scry" "$@"
	case $* in
	*--diff=*) same "status of $*" 2 "$status" ;;
	*) same "status of $*" 1 "$status" ;;
	esac
	lines=1
	case $* in *--where=*) lines=3 ;; esac
	same "lines about $*" $lines "$(lines_of "$scratch/stderr")"
	checks=$((checks + 1))
	grep -qF -- "$regex" "$scratch/stderr" || fail "$* is refused with: $(cat "$scratch/stderr")"
	[ -n "$strace" ] && [ "$kind" = refused ] || return
	run "$strace" "$@"
	same "strace's status of $*" 1 "$status"
}

while IFS=$tab read -r kind words regex; do
	case $kind in
	'#'* | '') ;;
	refuse*)
		# Users other than root get another message: tests/live/errors_test.sh.
		case $words in *nosuchuser*) [ -n "$nobody" ] || continue ;; esac
		refuse "$kind" "$words" ;;
	shown)
		wanted=3
		case $words in -h* | --help* | -V* | --list* | --where=help* | --why-engine*) wanted=0 ;; esac
		try "$kind" "$words" ;;
	*)
		wanted=3
		try "$kind" "$words" ;;
	esac
done <"$table"

# The comparison can fail: the output of two different options differs.
run "$scry" -i
cp "$scratch/output" "$scratch/first"
run "$scry" -n
checks=$((checks + 1))
cmp -s "$scratch/first" "$scratch/output" && fail "-i and -n have the same output: the comparison is useless"

# Every option that scry --help or strace --help lists is in the table.
missing()
{
	"$1" --help | grep -oE -- '(^ +|, )(-[A-Za-z]|--[a-z0-9-]+|-e [a-z-]+=)' | sed 's/^[ ,]*//' |
		sort -u | while read -r option; do
		grep -qE -- "(^|$tab| )$option([ =A-Za-z0-9!]|$tab|\$)" "$table" || printf '%s ' "$option"
	done
}
same "options of scry --help that are not in the table" '' "$(missing "$scry")"
[ -z "$strace" ] || same "options of strace --help that are not in the table" '' "$(missing "$strace")"
finish
