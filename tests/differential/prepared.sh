# SPDX-License-Identifier: MIT
# A family of calls with prepared buffers: the text of scry must be that of strace. Sourced by test.sh.
# --verbose=none shows addresses instead of structs; a few families cover it.
case $family in
file | process | signal) every="-v --verbose=none" ;;
*) every=-v ;;
esac
for options in '' $every; do
	# shellcheck disable=SC2086 # a list of words
	both "$family.$abi $options" $options "$fixture" && compare "$family.$abi $options"
done
# Numbers instead of names, and beside them. strace 7.2 aborts at some sets of signals under -X verbose.
case $family in
signal) numbers=raw ;;
*) numbers='raw verbose' ;;
esac
for style in $numbers; do
	both "$family.$abi -X $style" -X "$style" "$fixture" && compare "$family.$abi -X $style"
done
# Paths of descriptors, in families that have some.
case $family in
file | ioctl | netlink | network | paths | process | task) paths=-y ;;
*) paths= ;;
esac
for options in $paths; do
	both "$family.$abi $options" "$options" "$fixture" && compare "$family.$abi $options"
done
