#!/bin/sh
# SPDX-License-Identifier: MIT
# The bpf engine reports what a descriptor refers to only if that has changed. It shows the same names as the ptrace engine, which reads
# them at each stop, whatever changes them.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf
programs=$PWD/tests/live

# Replaces inodes, ports, process IDs, and numbers that the kernel gives to files of a kind one after the other.
normalise()
{
	sed -E -e 's/:\[[0-9]+([],-])/:[INODE\1/g' -e 's/->[0-9]+([],])/->INODE\1/g' -e 's/(0\.0\.0\.0):[0-9]+/\1:PORT/g' -e 's/htons\([0-9]+\)/PORT/' \
		-e 's/eventfd-id=[0-9]+/ID/' -e 's/^[0-9]+ +//' -e 's/0x[0-9a-f]{5,}/ADDRESS/g' -e '/SIGCHLD/d' "$1"
}

# names OUT OPTION...: traces the program in its own file system, which is the same for each run.
names()
{
	out=$1
	shift
	rm -rf "$scratch/work"
	mkdir "$scratch/work"
	(cd "$scratch/work" && trace -f -a0 -o "$out" -e trace='fcntl,poll,openat,execve,dup2,dup3' "$@" $apart "$programs/renamed")
	normalise "$out" | sed '1,/renamed/d' >"$out.lines"
}

# Without a mount namespace of its own the program would mount for all processes.
apart=
if unshare -m true 2>/dev/null; then
	apart="unshare -m"
else
	not_tested "file systems that are moved: no namespace can be made here"
fi
for options in -y -yy; do
	# shellcheck disable=SC2086 # options
	names "$scratch/ptrace" --engine=ptrace $options
	# shellcheck disable=SC2086
	names "$scratch/bpf" --engine=bpf $options
	check "$options shows names" [ "$(lines_of "$scratch/bpf.lines")" -gt 150 ]
	checks=$((checks + 1))
	diff "$scratch/ptrace.lines" "$scratch/bpf.lines" >"$scratch/diff" || fail "$options: the engines differ: $(head -n 12 "$scratch/diff")"
done
shows "$scratch/bpf" '^[0-9]+ +fcntl\([0-9]+<[^>]*/work/c/b/file>, F_GETFD'

# A socket whose other end is closed has the last peer that it had, with each engine, after a hand-over and in a replay. Its listener has none.
for engine in ptrace bpf auto; do
	SCRY_HAND_OVER=40 trace --engine=$engine -yy -e trace=read,write,poll,shutdown,close -o "$scratch/parted" "$programs/parted"
	ends_with 0
	grep -E '^(read|write|shutdown|close|poll)[^"]*<(TCP|UNIX)' "$scratch/parted" >"$scratch/sockets"
	same "$engine: lines without a peer that are not of a listener" "" \
		"$(grep -v -e '->' "$scratch/sockets" | grep -v '^close(3<TCP[v6]*:\[[^>]*\]>) *= 0$')"
	check "$engine: there are calls after the end" [ "$(grep -c '^shutdown.*->' "$scratch/sockets")" -ge 4 ]
done
# A socket that the program has disconnected has none.
for engine in ptrace bpf auto; do
	SCRY_HAND_OVER=20 trace --engine=$engine -yy -e trace=write,connect,shutdown -o "$scratch/given_up" "$programs/parted" disconnects
	ends_with 0
	check "$engine: sockets have a peer until they give it up" [ "$(grep -cE '^connect\([0-9]+<[^>]*->[^>]*>, \{sa_family=AF_UNSPEC' "$scratch/given_up")" -ge 2 ]
	same "$engine: peers that were given up" "" "$(grep '^shutdown.*->' "$scratch/given_up")"
done
if "$scry" -V | grep -q '^libzstd: yes'; then
	trace --engine=bpf -yy -e trace=read,write,shutdown,close --record="$scratch/rec" -o "$scratch/live" "$programs/parted"
	trace --replay="$scratch/rec" -yy -o "$scratch/replayed"
	check "a replay has the peers" cmp "$scratch/live" "$scratch/replayed"
else
	not_tested "peers in a replay: scry was built without libzstd"
fi
finish
