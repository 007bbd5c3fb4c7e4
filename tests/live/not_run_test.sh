#!/bin/sh
# SPDX-License-Identifier: MIT
# A call that a seccomp filter refuses by SIGSYS did not run. Each engine and each output says so, live and in a replay. A table: what the
# filter does, and what becomes of the call.
. "${srcdir:-.}/tests/live/lib.sh"
unset SCRY_ENGINE
command -v jq >/dev/null || skip "no jq here"
"$programs/sandboxed" errno 2>&1 | grep -q '^seccomp: 0' || skip "no seccomp filter can be installed here"

# case, outcome, error in tables
cat >"$scratch/rows" <<'END_OF_ROWS'
trap not_run SIGSYS
kill-thread not_run SIGSYS
kill-process not_run SIGSYS
kill-one unfinished -
errno failed EPERM
END_OF_ROWS

engines='ptrace filter'
can_use_bpf "calls that did not run, with the bpf engine" && engines="$engines bpf auto"
of_ptrace='--engine=ptrace'
of_filter='--engine=ptrace --seccomp-bpf=on'
of_bpf='--engine=bpf'
of_auto='--engine=auto --seccomp-bpf=off'

# is WHAT EXPECTED ARGUMENTS...: the number of lines with the call in what scry writes to a file.
is()
{
	label=$1
	number=$2
	shift 2
	: >"$scratch/out"
	trace "$@"
	same "$label" "$number" "$(grep -c 'connect' "$scratch/out")"
}

# look WHAT OUTCOME ERROR ARGUMENTS...: all outputs of a trace or of a replay. The program makes the call twice: without the filter it fails
# with EBADF.
look()
{
	what=$1
	outcome=$2
	error=$3
	shift 3
	case $outcome in
	not_run) record='[true,"SIGSYS",null,true,false]' failed=2 unfinished=0 flat='"SIGSYS",null' ;;
	unfinished) record='[false,null,null,null,false]' failed=1 unfinished=1 flat='null,null' ;;
	failed) record='[true,"EPERM",1,null,false]' failed=2 unfinished=0 flat='"EPERM",null' ;;
	esac
	trace --json -o "$scratch/out" "$@"
	same "$what: JSON" "$record" \
		"$(jq -c 'select(.name=="connect") | [.returned,.error.name,.error.number,.not_run,has("result")]' "$scratch/out" | tail -n 1)"
	trace --json=flat -o "$scratch/out" "$@"
	same "$what: flat" "[$flat]" "$(jq -c 'select(.name=="connect") | [.error,.result]' "$scratch/out" | tail -n 1)"
	is "$what: -Z" $failed -Z -o "$scratch/out" "$@"
	is "$what: -z" 0 -z -o "$scratch/out" "$@"
	is "$what: failed" $failed --where failed -o "$scratch/out" "$@"
	is "$what: unfinished" $unfinished --where unfinished -o "$scratch/out" "$@"
	is "$what: a result" 0 --where 'result >= 0' -o "$scratch/out" "$@"
	is "$what: not EBADF" 1 --where '!(error == EBADF)' -o "$scratch/out" "$@"
	trace -c -o "$scratch/out" "$@"
	shows "$scratch/out" " $failed +connect\$"
	trace --summary=errno -o "$scratch/out" "$@"
	[ "$error" = - ] || shows "$scratch/out" " $error\$"
}

n=0
for bits in 64 32; do
	[ $bits = 64 ] || programs=$PWD/tests/live32
	"$programs/sandboxed" errno 2>/dev/null | grep -q '^seccomp: 0' || continue
	while read -r case outcome error; do
		n=$((n + 1))
		e=0
		for engine in $engines; do
			e=$((e + 1))
			# In turn, one engine of each row.
			[ "$weight" = all ] || [ $((n % $(echo "$engines" | wc -w) + 1)) = $e ] || continue
			eval "of=\$of_$engine"
			[ "$engine" != auto ] || export SCRY_HAND_OVER=20
			# shellcheck disable=SC2086 # lists of words
			look "$case, $bits bits, $engine" "$outcome" "$error" $of -f -qq -e trace=connect -e signal=none "$programs/sandboxed" "$case"
			rm -f "$scratch/recording"
			# shellcheck disable=SC2086
			trace $of -f -e trace=connect --record="$scratch/recording" -o /dev/null "$programs/sandboxed" "$case"
			look "$case, $bits bits, replay of $engine" "$outcome" "$error" -e signal=none --replay="$scratch/recording"
			unset SCRY_HAND_OVER
		done
	done <"$scratch/rows"
done
finish
