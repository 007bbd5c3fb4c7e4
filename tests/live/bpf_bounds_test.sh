#!/bin/sh
# SPDX-License-Identifier: MIT
# Long arrays in memory: what the bpf engine captures of a call is what ptrace reads, in text, dumps and JSON, also after a hand-over.
. "${srcdir:-.}/tests/live/lib.sh"
need_bpf
# auto hands over at this stop. The environment is in the trace, so that it is the same for all.
SCRY_HAND_OVER=2
export SCRY_HAND_OVER

# Addresses differ from run to run, those in the first page do not.
plain()
{
	sed -e 's/0x[0-9a-f]\{4,\}/ADDRESS/g; s/socket:\[[0-9]*\]/SOCKET/g; s/^process_vm_readv([0-9]*/process_vm_readv(PID/; s/^\[pid *[0-9]*\] //; s/^[0-9]* \+//' \
		-e 's/"\(time\|time_ns\|[a-z_]*pid\|tgid\|duration_ns\)":[^,}]*//g; s/,"late":\[[^]]*\]//' "$1"
}

# both WHAT OPTIONS COMMAND...: the output of the command under both engines, and of auto when bpf has taken over. OPTIONS is split into words.
both()
{
	name=$1
	options=$2
	shift 2
	# shellcheck disable=SC2086 # split into words
	trace --engine=ptrace $options -o "$scratch/out" "$@"
	plain "$scratch/out" >"$scratch/ptrace"
	check "$name: there are lines" [ -s "$scratch/ptrace" ]
	for engine in bpf auto; do
		# shellcheck disable=SC2086 # split into words
		trace --engine=$engine $options -o "$scratch/out" "$@"
		plain "$scratch/out" >"$scratch/$engine"
			check "$name: $engine as ptrace" cmp "$scratch/ptrace" "$scratch/$engine"
		lacks "$scratch/stderr" captured
	done
}

# Around the number of pointers in 4 KiB: the array ends there, or goes on.
for n in 510 511 512 513 1023 1024 1025; do
	both "execve of $n arguments" "-v -s 9999 -e trace=execve" "$programs/bounds" exec $n 2 /nonexistent /bin/true
done
both "execve of 20,000 arguments" "-v -s 9999 -e trace=execve" "$programs/bounds" exec 20000 6 /nonexistent /bin/true
both "execve of long arguments" "-v -s 99999 -e trace=execve" "$programs/bounds" exec 15 100000 /nonexistent /bin/true
both "execve of 3,000 arguments, with -f" "-f -qq -s 9999 -e trace=execve -e signal=none" sh -c '/bin/true $(seq 1 3000)'
# A script: the kernel puts its interpreter before the arguments.
printf '#!/bin/sh -e\nexit 0\n' >"$scratch/script"
chmod +x "$scratch/script"
both "execve of a script" "-v -s 9999 -e trace=execve" "$programs/bounds" exec 2000 6 /nonexistent "$scratch/script"

for n in 255 256 257 1024; do
	both "$n buffers" "-v -s 9999 -e trace=%desc,%network,process_vm_readv" "$programs/bounds" buffers $n
done
both "dumps of 1024 buffers" "-e trace=writev,readv,%network,vmsplice -e write=all -e read=all" "$programs/bounds" buffers 1024
if command -v jq >/dev/null; then
	both "records of 1024 buffers" "--json -e trace=writev,readv,%network,process_vm_readv" "$programs/bounds" buffers 1024
	both "records of 2,000 arguments" "--json -e trace=execve" "$programs/bounds" exec 2000 6 /nonexistent /bin/true
else
	not_tested "records: no jq here"
fi
both "1,500 descriptors" "-v -s 9999 -y -e trace=ppoll,pselect6" "$programs/bounds" descriptors 1500

# 170 control messages of 24 bytes are a little less than 4 KiB.
for n in 170 171 250 700; do
	both "$n descriptors in messages, selected" "-P /dev/full -e trace=sendmsg" "$programs/bounds" messages $n
	both "$n descriptors in messages" "-v -s 9999 -y -e trace=sendmsg" "$programs/bounds" messages $n
done

# What a recording has kept is shown as it was.
if "$scry" -V | grep -q '^libzstd: yes'; then
	trace --engine=bpf -v -s 9999 -e trace=writev,sendmmsg --record="$scratch/rec" -o "$scratch/live" "$programs/bounds" buffers 1024
	trace --replay="$scratch/rec" -v -s 9999 -o "$scratch/replayed"
	check "a replay of 1024 buffers" cmp "$scratch/live" "$scratch/replayed"
	lacks "$scratch/stderr" 'not recorded'
	# A string that shares the NUL of a variable is no part of the environment.
	for engine in ptrace bpf; do
		trace --engine=$engine -e trace=execve --record="$scratch/rec" -o "$scratch/live" "$programs/bounds" merged
		trace --replay="$scratch/rec" -o "$scratch/replayed"
		check "$engine: a replay of an empty path" cmp "$scratch/live" "$scratch/replayed"
		shows "$scratch/replayed" '^execve\("", \["merged"\]'
	done
else
	not_tested "recordings: scry was built without libzstd"
fi

# Memory that the kernel did not come to, below a pointer, and beside memory that it could not read.
if uname -r | { IFS=. read -r major minor _ && [ "$major" -gt 6 ] || { [ "$major" = 6 ] && [ "${minor%%[!0-9]*}" -ge 18 ]; }; }; then
	both "absent memory" "-v -e trace=execve,writev" "$programs/bounds" absent
else
	trace --engine=bpf --json -e trace=writev -o "$scratch/out" "$programs/bounds" absent
	shows "$scratch/out" '"captured":false'
	lacks "$scratch/out" '"unreadable":true'
	shows "$scratch/stderr" 'of 1 call not all memory was captured'
fi
finish
