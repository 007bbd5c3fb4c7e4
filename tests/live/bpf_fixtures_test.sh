#!/bin/sh
# SPDX-License-Identifier: MIT
# The fixtures of the comparison with strace have the same text, and the same records, with both engines.
#
# The calls of the fixtures are not executed: a seccomp filter refuses them, so that the bpf engine has only their exits. It
# reads the memory then, and only memory that is resident. bpf_reasons.tsv lists why a line may differ. To see that it differs
# for one of these reasons alone, the fixture runs again with FIXTURE_EARLY, which changes memory before a call instead of
# during it, and with FIXTURE_RESIDENT.
#
# The bpf engine also takes over from ptrace, after 2, 50 and 1,000 stops: each line is then that of one of the two engines.
#
# BPF_STYLES=all runs each fixture with each style; otherwise the fixtures have the styles in turn. It is no part of WEIGHT=full, because
# bpf_reasons.tsv does not list the reasons for all lines of JSON yet. HAND_OVERS=all hands each run over at each of the three moments;
# otherwise every third run, and with WEIGHT=full each, has one of the moments in turn.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf
fixed='setarch -R'
$fixed true 2>/dev/null || skip "addresses cannot be fixed here"
build=$PWD/tests/differential
here=$srcdir/tests/differential
. "$here/plans.sh"
reasons=$srcdir/tests/live/bpf_reasons.tsv
between=$(printf '\001')

arguments= # of the fixture
# show FILE FIXTURE OPTIONS...: traces a fixture; FILE has the lines between its marks. The marks are strings of 11 bytes.
show()
{
	file=$scratch/$1 fixture=$2
	shift 2
	# Memory that is absent has no lines of a dump.
	case "$*" in
	*read=all*) FIXTURE_RESIDENT=1 && export FIXTURE_RESIDENT ;;
	esac
	# shellcheck disable=SC2086 # lists of words
	timeout -s KILL $((60 * patience)) $fixed "$scry" "$@" -o "$file.raw" "$build/$fixture.fixture" $arguments </dev/null >"$scratch/out" 2>&1 ||
		fail "$fixture $*: status $?: $(head -n 3 "$scratch/out")"
	case "$*" in
	*--json*)
		# Only the ptrace engine reads a C string that -s cuts to its end. Which memory is resident is a matter of luck: late.
		sed -E -e 's/,"late":\[[^]]*\]//' -e '/\/scry\/begin/,/\/scry\/end/!d' -e 's/"time":"[^"]*"/"time":T/g; s/"(time_ns|duration_ns|pid|tgid|port_id)":[0-9]+/"\1":N/g' \
			-e 's/("string":"[^"]*","truncated":true),"length":[0-9]+/\1/g' "$file.raw" >"$file"
		;;
	*)
		# A netlink socket has the number of its process, and each run makes other sockets.
		sed -n '/^write(.*-1, .*"\/scry\/begin"/,/^write(.*-1, .*"\/scry\/end"/p' "$file.raw" |
			sed -E 's/<NETLINK:\[([A-Z0-9_]+):[0-9]+\]>/<NETLINK:[\1:PID]>/g; s/<socket:\[[0-9]+\]>/<socket:[N]>/g' >"$file"
		;;
	esac
	unset FIXTURE_RESIDENT
	check "$fixture $*: nothing between the marks" [ -s "$file" ]
}

# same_number LABEL FILE: the file has as many lines as that of ptrace; if not, the first calls that only one has are shown.
same_number()
{
	same "number of lines of $1" "$(wc -l <"$scratch/ptrace")" "$(wc -l <"$scratch/$2")"
	[ "$(wc -l <"$scratch/ptrace")" = "$(wc -l <"$scratch/$2")" ] || {
		sed 's/(.*//' "$scratch/ptrace" >"$scratch/names"
		sed 's/(.*//' "$scratch/$2" | diff "$scratch/names" - | head -n 4 | cut -c 1-1000
	}
}

# handed_over STOPS FIXTURE OPTIONS...: each line is that of ptrace or of bpf, if bpf takes over after so many stops.
handed_over()
{
	SCRY_HAND_OVER=$1
	shift
	show auto "$@" --engine=auto --debug
	at="$label after $SCRY_HAND_OVER stops"
	if grep -q 'takes over$' "$scratch/out"; then
		handed=$((handed + 1))
	else
		same "stops of $at" 1000 "$SCRY_HAND_OVER"
	fi
	SCRY_HAND_OVER=never
	cmp -s "$scratch/ptrace" "$scratch/auto" && return
	same_number "$at" auto
	paste -d "$between" "$scratch/ptrace" "$scratch/bpf" "$scratch/auto" |
		awk -F "$between" '$3 != $1 && $3 != $2 { print "ptrace: " $1 "\nbpf:    " $2 "\nauto:   " $3 }' >"$scratch/unknown"
	[ ! -s "$scratch/unknown" ] || {
		fail "$at: a line of no engine"
		head -n 6 "$scratch/unknown" | cut -c 1-1000
	}
}

lines=0 runs=0 handed=0
every=3
[ "$weight" != all ] || every=1
: >"$scratch/counts"
# both FIXTURE OPTIONS...: compares the engines.
both()
{
	label="$* ${arguments##*/}"
	show ptrace "$@"
	show bpf "$@" --engine=bpf
	n=$(wc -l <"$scratch/ptrace")
	lines=$((lines + n)) runs=$((runs + 1))
	same_number "$label" bpf
	if [ "${HAND_OVERS-}" = all ]; then
		moments="2 50 1000"
	elif [ $((runs % every)) = 0 ]; then
		moments=$(echo 2 50 1000 | cut -d ' ' -f $((runs / every % 3 + 1)))
	else
		moments=
	fi
	for stops in $moments; do
		handed_over "$stops" "$@"
	done
	cmp -s "$scratch/ptrace" "$scratch/bpf" && return
	FIXTURE_EARLY=1 show early "$@"
	FIXTURE_RESIDENT=1 show resident "$@" --engine=bpf
	paste -d "$between" "$scratch/ptrace" "$scratch/early" "$scratch/bpf" "$scratch/resident" >"$scratch/lines"
	awk -F "$between" -v counts="$scratch/counts" -v reasons="$reasons" '
		BEGIN {
			while ((getline line <reasons) > 0) {
				if (line ~ /^#/)
					continue
				split(line, column, "\t")
				name[++n] = column[1]; run[n] = column[2]; from[n] = column[4]; to[n] = column[5]
			}
		}
		function explained(i, edited) {
			if (run[i] == "early")
				return bpf == early
			if (run[i] == "resident")
				return resident == ptrace || resident == early
			edited = bpf
			return gsub(from[i], to[i], edited) && (edited == ptrace || edited == early)
		}
		{ ptrace = $1; early = $2; bpf = $3; resident = $4 }
		ptrace == bpf { next }
		{
			for (i = 1; i <= n; i++)
				if (explained(i)) {
					print name[i] >>counts
					next
				}
			print "ptrace: " ptrace "\nbpf:    " bpf
		}
	' "$scratch/lines" >"$scratch/unknown" || fail "$label: awk"
	[ -s "$scratch/unknown" ] || return
	fail "$label: the engines differ"
	head -n 4 "$scratch/unknown" | cut -c 1-1000
}

# Each style is options of scry.
styles='|-v|-y|-yy|-s 11|-s 1000|-x|-X raw|-X verbose|--verbose=none|-N|-e read=all -e write=all|-e raw=!write|--json|--json -yy'
if [ "${BPF_STYLES-}" = all ]; then
	n_styles=$(echo "$styles" | awk -F '|' '{ print NF }')
else
	n_styles=2
fi
# in_styles FIXTURE: compares it without options, and with the next styles of the list.
next_style=2
in_styles()
{
	both "$1"
	for _ in $(seq 2 "$n_styles"); do
		style=$(echo "$styles" | cut -d '|' -f "$next_style")
		next_style=$((next_style + 1))
		[ -n "$(echo "$styles" | cut -d '|' -f "$next_style")" ] || next_style=2
		# shellcheck disable=SC2086 # a list of words
		both "$1" $style
	done
}

for abi in native i386; do
	[ -x "$build/file_$abi.fixture" ] || {
		not_tested "fixtures of $abi: no compiler makes 32-bit programs here"
		continue
	}
	for family in aio bpf btrfs fcntl file ioctl ipc memory netlink network paths poll prctl process signal task time; do
		in_styles "${family}_$abi"
	done
	# Calls of every number, also i386 calls by int $0x80 and x32 calls.
	modes=i386
	[ "$abi" = i386 ] || modes='x86_64 int80 x32'
	for mode in $modes; do
		for result in 0 -1 7; do
			arguments="$result $mode"
			both "numbers_$abi"
		done
	done
	arguments="7 ${modes%% *}"
	in_styles "numbers_$abi"
	# Calls, requests and each value of each list.
	name=$abi
	[ "$abi" = i386 ] || name=$(uname -m)
	tests/differential/list_values "$name" >"$scratch/lists" || fail "list_values $name"
	arguments=$scratch/calls
	plan_calls
	in_styles "calls_$abi"
	plan_requests
	in_styles "requests_$abi"
	plan_sweep
	both "sweep_$abi" -v
	arguments=
done
# Records, with lines of each reason.
for fixture in file_native poll_native fcntl_i386 time_i386; do
	[ ! -x "$build/$fixture.fixture" ] || both "$fixture" --json
done

echo "$lines lines of $runs runs, $handed runs handed over"
differ=$(wc -l <"$scratch/counts")
grep -v '^#' "$reasons" >"$scratch/reasons"
while IFS='	' read -r name _ seen _ _ because; do
	n=$(grep -cxF "$name" "$scratch/counts")
	echo "$n lines differ: $because"
	# A reason that no line has is none.
	[ "$seen" != yes ] || check "no line differs for the reason $name" [ "$n" -gt 0 ]
done <"$scratch/reasons"
check "too many lines differ" [ "$differ" -lt $((lines / 100)) ]
finish
