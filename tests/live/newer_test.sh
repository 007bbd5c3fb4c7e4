#!/bin/sh
# SPDX-License-Identifier: MIT
# Calls newer than the strace that the other tests compare with. The first part shows each argument with the type of
# the kernel's prototype, the second part structs in memory with the members of the kernel's header.
. "${srcdir:-.}/tests/live/lib.sh"

[ "$(uname -m)" = x86_64 ] || skip "the numbers belong to x86_64"
for fixture in numbers sweep; do
	[ -x "tests/differential/${fixture}_native.fixture" ] || skip "tests/differential/${fixture}_native.fixture is not built"
done

# The fixture makes a call of each number with the arguments 0x11, 0x12 and so on; no call is executed.
trace --seccomp-bpf=off -a0 -o "$scratch/trace" tests/differential/numbers_native.fixture 7 x86_64
ends_with 0
while read -r line; do
	checks=$((checks + 1))
	grep -qxF "$line" "$scratch/trace" ||
		fail "expected '$line', got '$(grep "^${line%%(*}(" "$scratch/trace")'"
done <<'CALLS'
cachestat(17, 0x12, 0x13, 0x14) = 7
fchmodat2(17, 0x12, 023, 0x14 /* AT_??? */) = 7
map_shadow_stack(0x11, 18, SHADOW_STACK_SET_TOKEN|0x12) = 0x7
futex_wake(0x11, 0x12, 19, FUTEX2_SIZE_U8|FUTEX2_NUMA|0x10) = 7
futex_wait(0x11, 18, 0x13, FUTEX2_SIZE_U8|FUTEX2_NUMA|0x10, 0x15, 0x16 /* CLOCK_??? */) = 7
futex_requeue(0x11, 0x12, 19, 20) = 7
statmount(0x11, 0x12, 19, 0x14 /* STATMOUNT_??? */) = 7
listmount(0x11, 0x12, 19, 0x14 /* LISTMOUNT_??? */) = 7
lsm_get_self_attr(0x11 /* LSM_ATTR_??? */, 0x12, 0x13, 0x14 /* LSM_FLAG_??? */) = 7
lsm_set_self_attr(0x11 /* LSM_ATTR_??? */, 0x12, 19, 0x14) = 7
lsm_list_modules(0x11, 0x12, 0x13) = 7
mseal(0x11, 18, 0x13) = 7
setxattrat(17, 0x12, 0x13 /* AT_??? */, 0x14, 0x15, 22) = 7
getxattrat(17, 0x12, 0x13 /* AT_??? */, 0x14, 0x15, 22) = 7
listxattrat(17, 0x12, 0x13 /* AT_??? */, 0x14, 21) = 7
removexattrat(17, 0x12, 0x13 /* AT_??? */, 0x14) = 7
open_tree_attr(17, 0x12, OPEN_TREE_CLONE|OPEN_TREE_NAMESPACE|0x10, 0x14, 21) = 7
file_getattr(17, 0x12, 0x13, 20, 0x15 /* AT_??? */) = 7
file_setattr(17, 0x12, 0x13, 20, 0x15 /* AT_??? */) = 7
listns(0x11, 0x12, 19, 0x14) = 7
rseq_slice_yield() = 7
CALLS

# Pairs of lines: a call in the form of tests/differential/sweep.txt ("CALL ARGUMENT... OFFSET:SIZE=VALUE... [=RESULT]",
# & is the address of zeroed memory, in which SIZE bytes at OFFSET are VALUE), and its text with -v.
cat >"$scratch/pairs" <<'CALLS'
lsm_set_self_attr 101 & 36 0 0:8=104 16:8=36 24:8=4 32:4=0x65646362
lsm_set_self_attr(LSM_ATTR_EXEC, {id=LSM_ID_APPARMOR, flags=0, len=36, ctx_len=4, ctx="bcde"}, 36, 0) = 0
file_setattr -100 &100 & 24 0x1000 0:8=0x18 8:4=1 16:4=7 256:1=0x66
file_setattr(AT_FDCWD, "f", {fa_xflags=FS_XFLAG_IMMUTABLE|FS_XFLAG_APPEND, fa_extsize=1, fa_projid=0x7, fa_cowextsize=0}, 24, AT_EMPTY_PATH) = 0
file_setattr -100 &100 & 23 0 256:1=0x66
file_setattr(AT_FDCWD, "f", 0x10000000, 23, 0) = 0
file_setattr -100 &100 & 28 0 24:4=1 256:1=0x66
file_setattr(AT_FDCWD, "f", {fa_xflags=0, fa_extsize=0, fa_projid=0, fa_cowextsize=0, /* bytes 24..27 */ "\x01\x00\x00\x00"}, 28, 0) = 0
bpf 0x10000 & 8 &100 24 0:4=2 4:4=8 256:8=0x10000200 264:4=4 268:4=1 272:4=3 512:4=0x676f6c
bpf(BPF_MAP_CREATE|BPF_COMMON_ATTRS, {map_type=BPF_MAP_TYPE_ARRAY, key_size=8, value_size=0, max_entries=0}, 8, {log_buf="log", log_size=4, log_level=1, log_true_size=3}, 24) = 0
bpf 0x10005 0 0 &100 12 256:8=0x10000200 264:4=4 512:4=0x676f6c
bpf(BPF_PROG_LOAD|BPF_COMMON_ATTRS, NULL, 0, {log_buf="log", log_size=4, log_level=0, log_true_size=0}, 12) = 0
listns & &100 2 0 0:4=32 8:8=0x11 16:4=0x40000000 256:8=0x12 264:8=0x13 =2
listns({size=32, ns_id=0x11, ns_type=NET_NS, user_ns_id=0}, [0x12, 0x13], 2, 0) = 2
CALLS
sed -n 'p;n' "$scratch/pairs" >"$scratch/plan"
sed -n 'n;p' "$scratch/pairs" >"$scratch/wanted"
awk 'FILENAME == ARGV[1] { number[$1] = $2; next }
	{ $1 = number[$1]; gsub(/&100/, "0x10000100"); gsub(/&/, "0x10000000"); print }' \
	"$srcdir/src/arch/syscalls.tsv" "$scratch/plan" >"$scratch/calls"
trace --seccomp-bpf=off -v -a0 -o "$scratch/trace" tests/differential/sweep_native.fixture "$scratch/calls"
ends_with 0
sed '1,/^write(-1, "\/scry\/begin"/d; /^write(-1, "\/scry\/end"/,$d' "$scratch/trace" >"$scratch/seen"
same "calls shown" "$(lines_of "$scratch/wanted")" "$(lines_of "$scratch/seen")"
while IFS= read -r wanted && IFS= read -r seen <&3; do
	same "the text of ${wanted%%(*}" "$wanted" "$seen"
done <"$scratch/wanted" 3<"$scratch/seen"
finish
