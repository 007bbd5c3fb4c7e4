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
# Numbers instead of names, and beside them, in families without calls about which strace and scry differ there on purpose.
case $family.$abi in
aio.* | paths.* | signal.* | ipc.native) numbers=raw ;;
poll.* | bpf.* | btrfs.* | fcntl.* | memory.* | process.* | time.*) numbers='raw verbose' ;;
file.* | prctl.*) numbers=verbose ;;
*) numbers= ;;
esac
strace_is_old && numbers=
for style in $numbers; do
	both "$family.$abi -X $style" -X "$style" "$fixture" && compare "$family.$abi -X $style"
done
