#!/bin/sh
# SPDX-License-Identifier: MIT
# Calls that the reference strace does not know: each argument is shown by its type in the prototype of the kernel.
. "${srcdir:-.}/tests/live/lib.sh"

[ "$(uname -m)" = x86_64 ] || skip "the numbers are of x86_64"
[ -x tests/differential/numbers_native.fixture ] || skip "tests/differential/numbers_native.fixture is not built"

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
map_shadow_stack(0x11, 18, 0x13) = 0x7
futex_wake(0x11, 0x12, 19, FUTEX2_SIZE_U8|FUTEX2_NUMA|0x10) = 7
futex_wait(0x11, 0x12, 0x13, FUTEX2_SIZE_U8|FUTEX2_NUMA|0x10, 0x15, 0x16 /* CLOCK_??? */) = 7
futex_requeue(0x11, 0x12, 19, 20) = 7
statmount(0x11, 0x12, 19, 0x14) = 7
listmount(0x11, 0x12, 19, 0x14) = 7
lsm_get_self_attr(0x11 /* LSM_ATTR_??? */, 0x12, 0x13, 0x14) = 7
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
finish
