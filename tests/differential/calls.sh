# SPDX-License-Identifier: MIT
# Makes the calls of calls.txt. Sourced by test.sh. The calls are of Linux 5.1 and later, so that strace 7.2 knows them; an older
# strace does not know most of them.
if strace_is_old; then
	skip "$(basename "$strace") is too old for these calls"
fi
plan_calls
for options in '' -v -y '-X raw' '-X verbose'; do
	# shellcheck disable=SC2086 # a list of words
	both "calls.$abi $options" $options "$fixture" "$scratch/calls" && compare "calls.$abi $options"
done
