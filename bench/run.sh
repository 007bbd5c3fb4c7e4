#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares what tracing costs: rounds of all ways in turn, so that a slow minute hits all alike.
# usage: make bench [BENCH='ROUNDS [dd|getppid]…']
set -u
LC_ALL=C
export LC_ALL

rounds=${1:-7}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- dd getppid
scry=${SCRY:-$PWD/scry}
strace=$(command -v strace) || echo "no strace here to compare with"
results=$(mktemp -d) || exit 1
trap 'rm -rf "$results"' EXIT

# A line is a way to trace: NAME|PART|COMMAND. The slow ones do one PARTth of the work; times are a call's.
ways()
{
	cat <<-END
		untraced|1|
		scry -f -e accept|1|$scry -f -e trace=accept
		scry -e accept|1|$scry -e trace=accept
		scry --seccomp-bpf=off -e accept|20|$scry --seccomp-bpf=off -e trace=accept
		scry -c|20|$scry -c
		scry -o FILE|20|$scry -o $results/trace
		scry --json -o FILE|20|$scry --json -o $results/trace
	END
	[ -z "$strace" ] || cat <<-END
		strace -f --seccomp-bpf -e accept|1|$strace -f --seccomp-bpf -e trace=accept
		strace -f -e accept|20|$strace -f -e trace=accept
		strace -c|20|$strace -c
		strace -o FILE|20|$strace -o $results/trace
	END
}

# work CALLS: the command that makes so many calls.
work()
{
	case $what in
	dd) echo "dd if=/dev/zero of=/dev/null bs=1 count=$(($1 / 2))" ;;
	getppid) echo "bench/getppid $1" ;;
	esac
}

# One run of one way; adds the microseconds that a call took to the way's file.
measure()
{
	name=$1 part=$2
	shift 2
	n=$((calls / part))
	begin=$(date +%s%N)
	# shellcheck disable=SC2046 # a command
	"$@" $(work "$n") >/dev/null 2>"$results/stderr" || {
		echo "$name: failed: $(tail -n 1 "$results/stderr")" >&2
		return
	}
	end=$(date +%s%N)
	awk -v ns="$((end - begin))" -v n="$n" 'BEGIN { printf "%.6f\n", ns / 1000 / n }' \
		>>"$results/$name.times"
}

one_round()
{
	ways | while IFS='|' read -r name part command; do
		# shellcheck disable=SC2086 # a command
		measure "$(echo "$name" | tr ' ' _)" "$part" ${command:-env} </dev/null
	done
}

# Median, least and most of a file's numbers.
spread()
{
	sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)], v[1], v[NR] }'
}

report()
{
	# shellcheck disable=SC2046 # three numbers
	set -- $(spread "$results/untraced.times")
	printf '%-34s %9s  %s\n' '' 'µs a call' 'times untraced (least to most)'
	ways | while IFS='|' read -r name _ _; do
		file=$results/$(echo "$name" | tr ' ' _).times
		[ -s "$file" ] || continue
		spread "$file" | awk -v name="$name" -v native="$1" '{
			printf "%-34s %9.3f  %8.2f  (%.2f to %.2f)\n", name, $1, $1 / native, $2 / native, $3 / native }'
	done
}

for what; do
	rm -f "$results"/*
	case $what in
	dd) calls=1000000 ;;
	getppid) calls=400000 ;;
	*)
		echo "unknown: $what" >&2
		exit 1
		;;
	esac
	echo "$(work $calls): $rounds rounds, medians"
	round=0
	while [ "$round" -lt "$rounds" ]; do
		one_round
		round=$((round + 1))
	done
	report
	echo
done
