#!/bin/sh
# SPDX-License-Identifier: MIT
# Recordings of other machines: a replay here shows the text and the records that scry printed there.
# tests/arch/check.sh makes them: KEEP=$PWD/tests/data/recordings make check-arch ARCH=arm64 ARCH_TESTS=tests/arch/recordings
# A change of the text shows in all of them; then make them again, or correct NAME.text by hand.
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -V | grep -q '^libzstd: yes' || skip 'scry was built without libzstd'
find_python
recordings=$srcdir/tests/data/recordings
for file in "$recordings"/*.rec; do
	name=$(basename "${file%.rec}")
	# shellcheck disable=SC2046 # a list of words
	trace --replay="$file" $(cat "${file%.rec}.options") -o "$scratch/replayed"
	ends_with 0
	# Some were made with -e trace.
	same "$name: nothing else was said" "" "$(grep -v '^scry: -e trace: the recording does not have all calls' "$scratch/stderr")"
	checks=$((checks + 1))
	cmp -s "${file%.rec}.text" "$scratch/replayed" || {
		fail "$name: the replay differs"
		diff "${file%.rec}.text" "$scratch/replayed" | head -n 6 | cut -c 1-500
	}
	# The table is that of the native ABI there, and its calls are those that have returned.
	trace --replay="$file" -c -o "$scratch/table"
	ends_with 0
	lacks "$scratch/table" 'mode:$'
	trace --replay="$file" --json -o "$scratch/records"
	same "$name: calls" "$(grep -c '"type":"call".*"returned":true' "$scratch/records")" "$(awk '$NF == "total" { print $4 }' "$scratch/table")"
	trace --replay="$file" -e trace=%process@64 -o "$scratch/replayed"
	shows "$scratch/replayed" '^[0-9]+ +execve\('
	lacks "$scratch/replayed" ' openat\('
	trace --replay="$file" --timeline="$scratch/timeline" --report="$scratch/page"
	ends_with 0
	trace --diff "$file" "$file"
	ends_with 0
	trace -e trace=openat --diff "$file" -- cat /etc/passwd
	ends_with 1
	# The profile is for the machine of the recording. libseccomp has the architectures of both machines.
	trace --replay="$file" --policy="$scratch/profile" --policy-arguments
	ends_with 0
	case $name in
	arm64-*) architecture=AARCH64 ;;
	*) architecture=$(echo "${name%-*}" | tr a-z A-Z) ;;
	esac
	shows "$scratch/profile" "^.\"architectures\": \[\"SCMP_ARCH_$architecture\"\],\$"
	"$scry" -V | grep -q '^libseccomp: yes' || continue
	trace --replay="$file" --policy="$scratch/profile" --policy-format=bpf
	ends_with 0
	check "$name: the program has something" [ -s "$scratch/profile" ]
done

finish
