# SPDX-License-Identifier: MIT
# Makes each ioctl request with a buffer of small numbers, successful and failed, with NULL, and failed with unmapped
# memory; then the requests of requests.txt. Sourced by test.sh.
plan_requests
for options in '' -v; do
	# shellcheck disable=SC2086 # a list of words
	both "requests.$abi $options" $options "$fixture" "$scratch/calls" && compare "requests.$abi $options"
done
