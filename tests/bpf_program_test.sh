#!/bin/sh
# SPDX-License-Identifier: MIT
# The stored program of the bpf engine is what its sources give: maint/update-bpf. The sums are always compared; the bytes where
# the tools that made it are installed.
. "${srcdir:-.}/tests/lib.sh"

need sha256sum
make_scratch
"$srcdir/maint/update-bpf" --check >"$scratch/output" 2>&1
same "maint/update-bpf --check" 0 $?
cat "$scratch/output"

if ! command -v clang >/dev/null || ! PATH=$PATH:/usr/sbin:/sbin command -v bpftool >/dev/null; then
	not_tested "the bytes of the bpf program: no clang and bpftool here"
	finish
fi
"$srcdir/maint/update-bpf" --compare >"$scratch/output" 2>&1
status=$?
if [ "$status" = 77 ]; then
	not_tested "the bytes of the bpf program: $(cat "$scratch/output")"
	finish
fi
same "maint/update-bpf --compare" 0 "$status"
cat "$scratch/output"
finish
