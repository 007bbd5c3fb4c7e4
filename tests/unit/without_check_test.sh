#!/bin/sh
# SPDX-License-Identifier: MIT
# Takes the place of the unit tests in a build without libcheck, and is the last line of "make check" there.
. "${srcdir:-.}/tests/lib.sh"
skip "NO UNIT TESTS: libcheck is missing: layout_test, seccomp_test and all other tests of single modules did not run;" \
	"install it (check, check-devel) and run configure again"
