# SPDX-License-Identifier: MIT
# Calls of every number: names, classes and arguments. Sourced by test.sh.

case $name in
x86_64) modes='x86_64 int80 x32' ;;
*) modes=$name ;;
esac
for mode in $modes; do
	case $mode in
	int80) numbers_of i386 ;;
	*) numbers_of "$mode" ;;
	esac
	for result in 0 -1 7; do
		both "$mode, result $result" "$fixture" "$result" "$mode" &&
			compare "$mode, result $result"
	done
	for style in raw verbose; do
		both "$mode, -X $style" -X "$style" "$fixture" 7 "$mode" && compare "$mode, -X $style"
	done
	# A result of more than 32 bits, as -e inject makes it: strace cuts process IDs, see doc/differences.md.
	if [ "$mode" = x86_64 ]; then
		both "$mode, wide result" "$fixture" 0x100000007 "$mode" &&
			sed -E 's/^((clone3?|v?fork|wait4|get(pid|ppid|pgrp|pgid|sid|tid)|set_tid_address|setsid)\(.*\) += )7$/\14294967303/' \
				"$scratch/strace.txt" >"$scratch/wide" &&
			mv "$scratch/wide" "$scratch/strace.txt" && compare "$mode, wide result"
	fi
	# The names of the arguments: doc/differences.md. A rule for sigreturn would change its text without -N as well.
	if [ "$mode" != x32 ]; then
		both "$mode, names" -N -a0 "$fixture" 7 "$mode" &&
			sed 's/^sigreturn({/sigreturn(frame={/' "$scratch/strace.txt" >"$scratch/named" &&
			mv "$scratch/named" "$scratch/strace.txt" && compare "$mode, names"
	fi
	# All calls with raw arguments, except for the marks of the fixture.
	both "$mode, raw" -e raw=!write "$fixture" 7 "$mode" && compare "$mode, raw"
	# The names that strace does not know: it shows these calls by number.
	sed -n 's/^syscall_\(0x[0-9a-f]*\)(.*/\1/p' "$scratch/strace.txt" |
		awk 'FILENAME == ARGV[1] { name[$1] = $2; next } $1 in name { print name[$1] }' \
			"$scratch/newer" - >"$scratch/unnamed"
	# The calls that each class selects. strace shows calls without a name under every class, so they are
	# not compared.
	for class in file process network signal ipc desc memory creds stat lstat fstat %stat statfs \
		fstatfs %statfs clock pure; do
		both "$mode, %$class" -e "trace=%$class,write" "$fixture" 0 "$mode" || continue
		for tracer in strace scry; do
			sed '/^syscall_0x/d; /^[a-z0-9_]*#64(/d; s/(.*//' "$scratch/$tracer.txt" >"$scratch/$tracer.names"
		done
		grep -vxF -f "$scratch/unnamed" "$scratch/scry.names" >"$scratch/scry.known"
		checks=$((checks + 1))
		diff "$scratch/strace.names" "$scratch/scry.known" >"$scratch/diff" ||
			fail "$mode, %$class: < strace, > scry: $(grep '^[<>]' "$scratch/diff" | tr '\n' ' ')"
	done
done
