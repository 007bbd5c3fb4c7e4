# SPDX-License-Identifier: MIT
# One family of calls that "succeed" with prepared buffers: scry's text must be strace's. Sourced by test.sh.
# verbose: what is behind addresses stays there; where all of a family's values are of that kind.
case $family in
file | process | signal) every="-v --verbose=none" ;;
*) every=-v ;;
esac
for options in '' $every; do
	# shellcheck disable=SC2086 # a list of words
	both "$family.$abi $options" $options "$fixture" && compare "$family.$abi $options"
done
