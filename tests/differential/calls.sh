# SPDX-License-Identifier: MIT
# Makes the calls of calls.txt. Sourced by test.sh. The calls are of Linux 5.1 and later.
plan_calls
for options in '' -v -y '-X raw' '-X verbose'; do
	# shellcheck disable=SC2086 # a list of words
	both "calls.$abi $options" $options "$fixture" "$scratch/calls" && compare "calls.$abi $options"
done
