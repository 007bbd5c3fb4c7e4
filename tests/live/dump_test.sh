#!/bin/sh
# SPDX-License-Identifier: MIT
# -e read and -e write: show all bytes that were transferred through a descriptor.
. "${srcdir:-.}/tests/live/lib.sh"

# The output of strace 6.1.
expected=' | 00000  68 65 6c 6c 6f 2c 20 77  6f 72 6c 64 01 ff 0a     hello, world...  |'
printf 'hello, world\001\377\n' >"$scratch/file"
trace -e read=0 -e write=1 -e trace=read,write,pwrite64,pread64 cat <"$scratch/file"
ends_with 0
timeout $((20 * patience)) "$scry" -e read=0 -e write=1 -e trace=read,write cat <"$scratch/file" 2>"$scratch/stderr" >/dev/null
same "bytes read and written" "$expected
$expected" "$(grep '^ |' "$scratch/stderr")"
timeout $((20 * patience)) "$scry" -e read=!0 -e trace=none cat <"$scratch/file" 2>"$scratch/stderr" >/dev/null
lacks "$scratch/stderr" '^ \|'

# The dump has several lines, also of bytes that could not be written, and does not depend on -s.
timeout $((20 * patience)) "$scry" -s 2 -e w=1 -e trace=write sh -c 'echo 0123456789abcdefg' 2>"$scratch/stderr" >&-
shows "$scratch/stderr" '^write\(1, "01"\.\.\., 18\) += -1 EBADF'
shows "$scratch/stderr" '^ \| 00010  67 0a                                             g\.               \|$'

# A large transfer is shown completely.
head -c 200000 /dev/zero >"$scratch/file"
timeout $((20 * patience)) "$scry" -e read=0 -e trace=read dd bs=200000 of=/dev/null <"$scratch/file" 2>"$scratch/stderr"
same "lines" 12500 "$(grep -c '^ | [0-9a-f]*  00 00' "$scratch/stderr")"
shows "$scratch/stderr" '^ \| 30d30  00 00'
finish
