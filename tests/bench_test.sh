#!/bin/sh
# SPDX-License-Identifier: MIT
# The cases of "make bench" are those in bench/README.md.
. "${srcdir:-.}/tests/lib.sh"
need python3
make_scratch

PYTHONDONTWRITEBYTECODE=1 python3 "$srcdir/bench/bench.py" --source "$srcdir" --list >"$scratch/cases"
same "exit status" 0 $?
sed -n '/^| case/,/^$/s/^| `\([^|]*\)` |.*/\1/p' "$srcdir/bench/README.md" | sed 's/`, `/\n/g' >"$scratch/documented"
check "there are cases" [ -s "$scratch/cases" ]
check "cases and README: $(diff "$scratch/cases" "$scratch/documented")" cmp -s "$scratch/cases" "$scratch/documented"
finish
