#!/bin/sh
# SPDX-License-Identifier: MIT
# The consumer in doc/HOWTO-add-an-output.md compiles.
. "${srcdir:-.}/tests/lib.sh"
need ${CC:-cc}
make_scratch

# code_of PAGE: prints its first block of C.
code_of()
{
	awk '/^```c$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$1"
}

code_of "$srcdir/doc/HOWTO-add-an-output.md" >"$scratch/csv_calls.c"
check "the page has a consumer" grep -q '^const struct consumer_ops csv_calls_consumer = {' "$scratch/csv_calls.c"
# struct config has no member of that name before the option is added.
${CC:-cc} -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -fsyntax-only -Dcsv_path=timeline_path \
	-I"$srcdir/include" -I"$srcdir/src" -Isrc -Isrc/arch -I. "$scratch/csv_calls.c" 2>"$scratch/errors"
same "status of the compiler: $(cat "$scratch/errors")" 0 $?
finish
