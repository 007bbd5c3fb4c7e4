#!/bin/sh
# SPDX-License-Identifier: MIT
# What the cookbooks add compiles.
. "${srcdir:-.}/tests/lib.sh"
need ${CC:-cc}
make_scratch

# code_of PAGE LANGUAGE: prints its first block of a language.
code_of()
{
	awk -v begin="\`\`\`$2" '$0 == begin { inside = 1; next } /^```$/ { if (inside) exit } inside' "$1"
}

# compiles FILE FLAG...: the file must have no error and no warning. Files of $scratch/src replace those of the tree.
compiles()
{
	file=$1
	shift
	# shellcheck disable=SC2086 # a list of words
	${CC:-cc} -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -fsyntax-only "$@" -I"$scratch/src" \
		-I"$srcdir/include" -I"$srcdir/src" -Isrc -Isrc/arch -I. "$scratch/$file" 2>"$scratch/errors"
	same "status of the compiler for $file: $(cat "$scratch/errors")" 0 $?
}

code_of "$srcdir/doc/HOWTO-add-an-output.md" c >"$scratch/csv_calls.c"
check "the page has a consumer" grep -q '^const struct consumer_ops csv_calls_consumer = {' "$scratch/csv_calls.c"
# struct export_config has no member of that name before the option is added.
compiles csv_calls.c -Dcsv_path=timeline_path

# All changes of the page about findings, to copies of the files.
page=$srcdir/doc/HOWTO-add-a-finding.md
awk '/^```diff$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$page" >"$scratch/changes"
if can_run patch 'the changes of HOWTO-add-a-finding.md'; then
	for file in $(sed -n 's|^--- a/||p' "$scratch/changes"); do
		mkdir -p "$scratch/$(dirname "$file")"
		cp "$srcdir/$file" "$scratch/$file"
	done
	(cd "$scratch" && patch -s -p1 <changes >errors 2>&1)
	same "status of patch: $(cat "$scratch/errors")" 0 $?
	for file in src/why/rows.c src/why/account.c tests/live/programs/broken.c; do
		compiles "$file"
	done
fi
finish
