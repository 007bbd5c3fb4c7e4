# SPDX-License-Identifier: MIT
# One family of calls that "succeed" with prepared buffers: scry's text must be strace's. Sourced by test.sh.
for options in '' -v; do
	# shellcheck disable=SC2086 # a list of words
	both "$family.$abi $options" $options "$fixture" && compare "$family.$abi $options"
done
