#!/bin/sh
# SPDX-License-Identifier: MIT
# The tarball of a release has every file that git has: "make dist" refuses to make another one.
. "${srcdir:-.}/tests/lib.sh"
git -C "$srcdir" rev-parse --git-dir >/dev/null 2>&1 || skip "no clone of the project: what git has is not known"
make_scratch

unset MAKEFLAGS MAKELEVEL MFLAGS
make -s distdir distdir="$scratch/scry" top_distdir="$scratch/scry" >"$scratch/out" 2>&1 || fail "make distdir: $(grep -m 1 lacks "$scratch/out" || tail -n 3 "$scratch/out")"
check "the tarball lacks ./bootstrap" [ -x "$scratch/scry/bootstrap" ]
chmod -R u+w "$scratch/scry"
finish
