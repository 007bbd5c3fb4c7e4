#!/bin/sh
# SPDX-License-Identifier: MIT
# Each C file is formatted as .clang-format says. Each version of clang-format formats in another way: 14 decides.
. "${srcdir:-.}/tests/lib.sh"

need clang-format
version=$(clang-format --version | sed -n 's/.*version \([0-9]*\)\..*/\1/p')
[ "$version" = 14 ] || skip "clang-format has version ${version:-unknown}, and 14 decides about the format"

make_scratch
make -s check-format >"$scratch/output" 2>&1
same "make check-format" 0 $?
checks=$((checks + 1))
grep -qx "all files are formatted" "$scratch/output" || {
	fail "make check-format says; make format formats these files:"
	grep -a ': error: \|: warning: ' "$scratch/output" | head -n 20
}
finish
