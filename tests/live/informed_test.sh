#!/bin/sh
# SPDX-License-Identifier: MIT
# What bpf(2) BPF_OBJ_GET_INFO_BY_FD writes is shown with -v, by the kind of the descriptor.
. "${srcdir:-.}/tests/live/lib.sh"

"$programs/informed" 2>/dev/null
[ $? != 77 ] || skip "no bpf here: the kernel makes no objects of bpf"

trace -e bpf -o "$scratch/out" "$programs/informed"
shows "$scratch/out" 'bpf_fd=3, info_len=80, info=0x[0-9a-f]*\}\}, [0-9]*\) *= 0$'
lacks "$scratch/out" 'info=\{type='

trace -v -e bpf -o "$scratch/out" "$programs/informed"
ends_with 0
shows "$scratch/out" 'bpf_fd=3, info_len=80, info=\{type=BPF_MAP_TYPE_ARRAY, id=[0-9]*, key_size=4, value_size=8, max_entries=1, map_flags=0, name="first", ifindex=0, .*btf_value_type_id=0\}\}\}, '
shows "$scratch/out" 'bpf_fd=3, info_len=300 => [0-9]*, info=\{type=BPF_MAP_TYPE_ARRAY'
# There is room for one number of two.
shows "$scratch/out" 'bpf_fd=5, info_len=80, info=\{type=BPF_PROG_TYPE_RAW_TRACEPOINT, .*, nr_map_ids=1 => 2, map_ids=\[[0-9]*\], name="asked"\}\}\}, '
# There is room for two instructions and a half.
shows "$scratch/out" 'xlated_prog_len=20 => [0-9]*, xlated_prog_insns=\[\{code=[^\{]*\}, \{[^\{]*\}\], load_time='
shows "$scratch/out" 'bpf_fd=6, .*info=\{type=BPF_LINK_TYPE_RAW_TRACEPOINT, id=[0-9]*, prog_id=[0-9]*, raw_tracepoint=\{tp_name="sys_enter", tp_name_len=40 => 10'
shows "$scratch/out" 'bpf_fd=7, .*info=\{btf="[^"]*", btf_size=4 => 45, id='
shows "$scratch/out" 'bpf_fd=5, info_len=80, info=0x1\}\}, [0-9]*\) *= -1 EFAULT'
shows "$scratch/out" 'bpf_fd=0, info_len=80, info=0x[0-9a-f]*\}\}, [0-9]*\) *= -1 EINVAL'

# The numbers of objects differ from run to run, and strace adds a date.
plain()
{
	grep 'INFO_BY_FD, {info={bpf_fd=[35],' "$1" | sed -E 's/\b(id|load_time)=[0-9]+( \/\*[^*]*\*\/)?/\1=N/g; s/(tag|jited_prog_len)=[^,]*/\1=N/g; s/map_ids=\[[0-9]*\]/map_ids=[N]/; s/0x[0-9a-f]{8,}/ADDRESS/g; s/imm=[0-9a-fx]*/imm=N/g'
}
if can_compare "the text of strace"; then
	"$strace" -v -e bpf -o "$scratch/strace.out" "$programs/informed" 2>/dev/null
	plain "$scratch/strace.out" >"$scratch/strace.plain"
	plain "$scratch/out" >"$scratch/scry.plain"
	check "text differs from that of strace: $(diff "$scratch/strace.plain" "$scratch/scry.plain")" cmp -s "$scratch/strace.plain" "$scratch/scry.plain"
fi

# JSON has all members.
"$scry" --json -e bpf -o "$scratch/json" "$programs/informed"
same "records of JSON with what the kernel says of the program" 2 "$(grep -c '"nr_map_ids"' "$scratch/json")"

# The bpf engine knows what a descriptor is with -y.
if "$scry" --engine=bpf -o /dev/null true 2>/dev/null; then
	"$scry" --engine=bpf -v -y -e bpf -o "$scratch/bpf" "$programs/informed"
	same "lines of the bpf engine with room and number" 1 "$(grep -c 'nr_map_ids=1 => 2, map_ids=\[[0-9]*\]' "$scratch/bpf")"
else
	not_tested "the bpf engine cannot run here"
fi
finish
