#!/bin/sh
# SPDX-License-Identifier: MIT
# A recording that is made alone, for which calls are not decoded, has what one has that is made beside lines.
#
# WEIGHT=full compares each fixture; otherwise some of them.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf
"$scry" -V | grep -q '^libzstd: yes' || skip 'scry was built without libzstd'
fixed='setarch -R'
$fixed true 2>/dev/null || skip "addresses cannot be fixed here"

# show NAME OPTIONS...: replays a recording. Each run has other processes, sockets and times.
show()
{
	name=$1
	shift
	trace --replay="$scratch/$name.rec" "$@" -o "$scratch/raw"
	sed -E -e '/\/scry\/begin/,/\/scry\/end/!d' -e 's/"time":"[^"]*"/"time":T/g; s/"(time_ns|duration_ns|pid|tgid|port_id|inode)":[0-9]+/"\1":N/g' \
		-e 's/,"late":\[[^]]*\]//' -e 's/:\[[0-9]+\]/:[N]/g; s/<NETLINK:\[([A-Z0-9_]+):[0-9]+\]>/<NETLINK:[\1:PID]>/g' "$scratch/raw" >"$scratch/$name"
	grep '^scry:' "$scratch/stderr" >>"$scratch/$name"
}

# compare ENGINE ABI FAMILY: records a fixture alone and beside lines, and replays both.
compare()
{
	engine=$1 abi=$2 family=$3
	fixture=$PWD/tests/differential/${family}_$abi.fixture
	for name in alone beside; do
		lines=
		[ "$name" = alone ] || lines="-v -s 4096 -o $scratch/lines"
		# shellcheck disable=SC2086 # a list of words
		timeout -s KILL $((60 * patience)) $fixed "$scry" --engine="$engine" --record="$scratch/$name.rec" $lines "$fixture" >/dev/null 2>&1 </dev/null
	done
	for style in '-v -yy -s 200' '--json' '-e read=all -e write=all'; do
		for name in alone beside; do
			# shellcheck disable=SC2086
			show "$name" $style
		done
		check "$engine, ${family}_$abi $style: no lines" [ "$(wc -l <"$scratch/alone")" -gt 50 ]
		checks=$((checks + 1))
		cmp -s "$scratch/alone" "$scratch/beside" || {
			fail "$engine, ${family}_$abi $style: a recording that was made alone differs"
			diff "$scratch/beside" "$scratch/alone" | head -n 4 | cut -c 1-300
		}
	done
}

# Text shows arguments of calls of aio, bpf and ipc only when the call has returned.
families='aio file ipc memory process time'
[ "$weight" != all ] || families='aio bpf btrfs fcntl file ioctl ipc memory netlink network paths poll prctl process signal task time'
for abi in native i386; do
	[ "$abi" = native ] || [ -n "$(cat cc32 2>/dev/null)" ] || { not_tested "32-bit programs: no compiler here"; continue; }
	for family in $families; do
		compare bpf "$abi" "$family"
	done
	for family in aio bpf; do
		compare ptrace "$abi" "$family"
	done
done
finish
