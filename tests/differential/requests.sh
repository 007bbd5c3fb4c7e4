# SPDX-License-Identifier: MIT
# Makes each ioctl request with a buffer of small numbers, successful and failed, with NULL, and failed with unmapped
# memory; then the requests of requests.txt. Sourced by test.sh.
plan_requests
for options in '' -v; do
	# shellcheck disable=SC2086 # a list of words
	both "requests.$abi $options" $options "$fixture" "$scratch/calls" && compare "requests.$abi $options"
done
both "requests.$abi -y" -y "$fixture" "$scratch/calls" && compare "requests.$abi -y"
# strace shows the dates of PTP clocks only without -X raw: doc/differences.md.
for style in raw verbose; do
	both "requests.$abi -X $style" -X "$style" "$fixture" "$scratch/calls" || continue
	[ "$style" = verbose ] || sed -i -E 's@ /\* [0-9]{4,}-[0-9-]*T[0-9:.+]* \*/@@g' "$scratch/strace.txt" "$scratch/scry.txt"
	compare "requests.$abi -X $style"
done
