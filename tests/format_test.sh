#!/bin/sh
# SPDX-License-Identifier: MIT
# Each comment belongs to what follows it, and each C file is formatted as .clang-format says. Each version of clang-format
# formats in another way: 14 decides.
. "${srcdir:-.}/tests/lib.sh"

# Two comments one after the other: what the first one was about has moved away.
orphans=$(find "$srcdir/src" "$srcdir/include" "$srcdir/tests" "$srcdir/bench" -name '*.[ch]' ! -name '*.skel.h' | xargs awk '
	FNR == 1 { ended = inside = 0 }
	{
		line = $0
		sub(/^[ \t]+/, "", line)
		begins = !inside && line ~ /^\/\*/
		if (begins && ended && line !~ /clang-format/) print FILENAME ":" FNR
		if (begins) inside = 1
		ended = 0
		if (inside && line ~ /\*\//) {
			inside = 0
			ended = line ~ /\*\/$/ && line !~ /clang-format|SPDX/
		}
	}')
same "comments that follow another one without a blank line" '' "$orphans"

can_run clang-format 'the format of C files' || finish
version=$(clang-format --version | sed -n 's/.*version \([0-9]*\)\..*/\1/p')
[ "$version" = 14 ] || {
	not_tested "the format of C files: clang-format has version ${version:-unknown}, and 14 decides"
	finish
}

make_scratch
make -s check-format >"$scratch/output" 2>&1
same "make check-format" 0 $?
checks=$((checks + 1))
grep -qx "all files are formatted" "$scratch/output" || {
	fail "make check-format says; make format formats these files:"
	grep -a ': error: \|: warning: ' "$scratch/output" | head -n 20
}
finish
