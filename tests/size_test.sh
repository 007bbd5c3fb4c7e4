#!/bin/sh
# SPDX-License-Identifier: MIT
# Functions and files stay short: see maint/report.awk for the limits.
. "${srcdir:-.}/tests/lib.sh"

cd "$srcdir" || exit 1
find src include -name '*.[ch]' | LC_ALL=C sort | xargs awk -f maint/report.awk
