#!/bin/sh
# SPDX-License-Identifier: MIT
# The text of a few real programs is the same by ptrace, by bpf, and by both, whenever bpf takes over: a part of "make check-programs-engines".
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf
need python3
ENGINES="bpf auto:2 auto:50 auto:1000" STYLES="${STYLES:-names}" SCRY=$scry sh "$srcdir/tests/programs/programs.sh" ${CASES:-ls sockets sqlite3}
same "status of the comparison" 0 $?
finish
