/* SPDX-License-Identifier: MIT */
/*
 * prctl(2), arch_prctl(2): an operation, which decides the types of the arguments and the result.
 */
#include "syscalls/table.h"

/* clang-format off */

/* Newer operations require zeros in unused arguments, which are therefore shown. */
#define UNUSED3 IN(arg3, hexlong), IN(arg4, hexlong), IN(arg5, hexlong)
#define UNUSED4 IN(arg2, hexlong), UNUSED3
#define NOT_ZERO WHEN(RET, IS_NOT, 0)

CHOICE(set_vma_arguments, attr,
	WITH(PR_SET_VMA_ANON_NAME, IN(addr, address), IN(size, size), IN(name, string)),
	OTHERWISE(UNUSED3));
CHOICE(set_seccomp_arguments, mode,
	WITH(SECCOMP_MODE_STRICT),
	WITH(SECCOMP_MODE_FILTER, IN(filter, seccomp_fprog)),
	OTHERWISE(UNUSED3));
CHOICE(mce_kill_arguments, operation,
	WITH(PR_MCE_KILL_SET, IN(policy, mce_policy_long), IN(arg4, hexlong), IN(arg5, hexlong)),
	OTHERWISE(UNUSED3));
ENUM_TYPE(mce_policy_long, mce_policy, ULONG);
CHOICE(cap_ambient_arguments, operation,
	WITH(PR_CAP_AMBIENT_IS_SET|PR_CAP_AMBIENT_RAISE|PR_CAP_AMBIENT_LOWER,
		IN(caps, capability_long), IN(arg4, hexlong), IN(arg5, hexlong)),
	OTHERWISE(UNUSED3));
COMMENTED_TYPE(pid_type, pid_type, U32, 16);
CHOICE(sched_core_arguments, operation,
	WITH(PR_SCHED_CORE_GET, IN(pid, pid), IN(pid_type, pid_type), OUT(cookie, hex64)),
	OTHERWISE(IN(pid, pid), IN(pid_type, pid_type), IN(arg5, hexlong)));

static const struct type t_tagged = { .name = "PR_TAGGED_ADDR", .kind = KIND_MACRO, .storage = STORE_ULONG, .base = 16, VIEW(.terms = true, NONZERO(tags, rest)), ARGUMENTS(
	ARGUMENT(enable, tagged_addresses, 0, 0x1), ARGUMENT(check, mte_checks, 0, 0x6),
	ARGUMENT(tags, hex64, 3, 0x7fff8, .shift_name = "PR_MTE_TAG_SHIFT"),
	ARGUMENT(rest, hex64, 0, ~0x7ffffull)) };
static const struct type t_riscv_v = { .name = "PR_RISCV_V", .kind = KIND_MACRO, .storage = STORE_ULONG, .base = 16, VIEW(.terms = true, NONZERO(rest)), ARGUMENTS(
	ARGUMENT(current, riscv_v_state, 0, 0x3), ARGUMENT(next, riscv_v_state, 2, 0xc),
	ARGUMENT(inherit, riscv_v_inherit, 0, 0x10), ARGUMENT(rest, hex64, 0, ~0x1full)) };
CHOICE(prctl_arguments, op,
	WITH(PR_SET_PDEATHSIG, IN(sig, signal_long, WHEN_TEST(HOOK_HAS_SIGNAL)), IN(sig, ulong, UNION_WITH_PREVIOUS, WHEN_TEST(HOOK_HAS_NO_SIGNAL))),
	WITH(PR_GET_PDEATHSIG, OUT(sig, signal)),
	WITH_NOTES(PR_GET_DUMPABLE, int, NOTES(NOTE_RET(NULL, suid_dump))),
	WITH(PR_SET_DUMPABLE, IN(dumpable, suid_dump)),
	WITH(PR_GET_UNALIGN, OUT(flags, unalign32)),
	WITH(PR_SET_UNALIGN, IN(flags, unalign32)),
	WITH(PR_GET_KEEPCAPS|PR_GET_TIMING|PR_GET_SECCOMP|PR_GET_TIMERSLACK|PR_TASK_PERF_EVENTS_DISABLE|PR_TASK_PERF_EVENTS_ENABLE),
	WITH(PR_SET_KEEPCAPS, IN(state, ulong)),
	WITH(PR_SET_FPEMU, IN(fpemu, ulong)),
	WITH(PR_SET_FPEXC|PR_SET_TIMING, IN(mode, ulong)),
	WITH(PR_SET_ENDIAN, IN(endianness, ulong)),
	WITH(PR_SET_CHILD_SUBREAPER, IN(set, ulong)),
	WITH(PR_SET_TIMERSLACK, IN(slack, s64)),
	WITH(PR_GET_FPEMU, OUT(fpemu, uint)),
	WITH(PR_GET_FPEXC, OUT(mode, uint)),
	WITH(PR_GET_ENDIAN, OUT(endianness, uint)),
	WITH(PR_GET_CHILD_SUBREAPER, OUT(isset, uint)),
	WITH(PR_SET_NAME, IN(name, string, LEN_IS(15))),
	WITH(PR_GET_NAME, OUT(name, string, LEN_IS(16))),
	WITH(PR_SET_SECCOMP, IN(mode, seccomp_mode), CHOOSE(set_seccomp_arguments)),
	WITH(PR_CAPBSET_READ|PR_CAPBSET_DROP, IN(cap, capability_long)),
	WITH(PR_GET_TSC, OUT(flag, tsc)),
	WITH(PR_SET_TSC, IN(flag, tsc)),
	WITH_NOTES(PR_GET_SECUREBITS, hex32, NOTES(NOTE_RET(NULL, securebits, NOT_ZERO))),
	WITH(PR_SET_SECUREBITS, IN(flags, securebits)),
	WITH(PR_MCE_KILL, IN(operation, mce_kill), CHOOSE(mce_kill_arguments)),
	WITH_NOTES(PR_MCE_KILL_GET, int, NOTES(NOTE_RET(NULL, mce_policy)), UNUSED4),
	WITH(PR_SET_MM, IN(operation, set_mm), UNUSED3),
	WITH(PR_SET_NO_NEW_PRIVS, IN(set, ulong), UNUSED3),
	WITH(PR_SET_THP_DISABLE, IN(flag, ulong), UNUSED3),
	WITH(PR_SET_IO_FLUSHER, IN(state, ulong), UNUSED3),
	WITH(PR_SET_MDWE, IN(mask, mdwe), UNUSED3),
	WITH_NOTES(PR_GET_MDWE, hex32, NOTES(NOTE_RET_NONZERO(NULL, mdwe)), UNUSED4),
	WITH(PR_GET_TID_ADDRESS, OUT(addr, address)),
	WITH(PR_CAP_AMBIENT, IN(operation, cap_ambient), CHOOSE(cap_ambient_arguments)),
	WITH_NOTES(PR_GET_SPECULATION_CTRL, hex32, NOTES(NOTE_RET_NONZERO(NULL, speculation_state)), IN(misfeature, speculation)),
	WITH(PR_SET_SPECULATION_CTRL, IN(misfeature, speculation), IN(value, speculation_set)),
	WITH_NOTES(PR_SVE_SET_VL, hex32, NOTES(NOTE_RET_NONZERO(NULL, sve_length)), IN(value, sve_length)),
	WITH_NOTES(PR_SME_SET_VL, hex32, NOTES(NOTE_RET_NONZERO(NULL, sme_length)), IN(arg, sme_length)),
	WITH_NOTES(PR_SVE_GET_VL, hex32, NOTES(NOTE_RET_NONZERO(NULL, sve_length))),
	WITH_NOTES(PR_SME_GET_VL, hex32, NOTES(NOTE_RET_NONZERO(NULL, sme_length))),
	WITH(PR_SET_FP_MODE, IN(mode, fp_mode)),
	WITH_NOTES(PR_GET_FP_MODE, hex32, NOTES(NOTE_RET_NONZERO(NULL, fp_mode))),
	WITH(PR_PAC_RESET_KEYS, IN(keys, pac_keys), UNUSED3),
	WITH(PR_PAC_SET_ENABLED_KEYS, IN(bitmask_affected, pac_enabled), IN(bitmask_set, pac_enabled), IN(arg4, hexlong), IN(arg5, hexlong)),
	WITH_NOTES(PR_PAC_GET_ENABLED_KEYS, hex32, NOTES(NOTE_RET_NONZERO(NULL, pac_enabled)), UNUSED4),
	WITH(PR_SET_TAGGED_ADDR_CTRL, IN(mode, tagged), UNUSED3),
	WITH_NOTES(PR_GET_TAGGED_ADDR_CTRL, hex32, NOTES(NOTE_RET(NULL, tagged)), UNUSED4),
	WITH(PR_SET_SYSCALL_USER_DISPATCH, IN(operation, dispatch), IN(off, hexlong), IN(size, hexlong), IN(switch, address)),
	WITH(PR_SCHED_CORE, IN(operation, sched_core), CHOOSE(sched_core_arguments)),
	WITH(PR_RISCV_V_SET_CONTROL, IN(arg, riscv_v)),
	WITH_NOTES(PR_RISCV_V_GET_CONTROL, hex32, NOTES(NOTE_RET(NULL, riscv_v))),
	WITH(PR_RISCV_SET_ICACHE_FLUSH_CTX, IN(ctx, riscv_ctx), IN(scope, riscv_scope)),
	WITH_NOTES(PR_PPC_GET_DEXCR, hex32, NOTES(NOTE_RET_NONZERO(NULL, ppc_dexcr_ctrl)), IN(which, ppc_dexcr), UNUSED3),
	WITH(PR_PPC_SET_DEXCR, IN(which, ppc_dexcr), IN(ctrl, ppc_dexcr_ctrl), IN(arg4, hexlong), IN(arg5, hexlong)),
	WITH(PR_SET_VMA, IN(attr, set_vma), CHOOSE(set_vma_arguments)),
	WITH(PR_SET_PTRACER, IN(pid, ptracer, WHEN(pid, IS, PR_SET_PTRACER_ANY)),
		IN(pid, pid, UNION_WITH_PREVIOUS, WHEN(pid, IS_NOT, PR_SET_PTRACER_ANY))),
	OTHERWISE(UNUSED4));
FLAGS_TYPE(unalign32, unalign, U32);
ENUM_TYPE(capability_long, capabilities, ULONG);
SYSCALL(prctl, C_CREDS | RENAMES | SHARES_FILES | KEEPS_PATHS, int, IN(op, prctl_options), CHOOSE(prctl_arguments));

static const struct type t_xfeature_mask64 = { .name = "xfeature_mask", .kind = KIND_FLAGS, .storage = STORE_U64, .base = 16,
	VIEW(.commented = true), .list = &list_xfeature_mask };
CHOICE(arch_prctl_arguments, op,
	WITH(ARCH_GET_FS|ARCH_GET_GS, OUT(addr, address)),
	WITH(ARCH_SET_FS|ARCH_SET_GS, IN(addr, hexlong)),
	WITH(ARCH_GET_CPUID),
	WITH(ARCH_GET_XCOMP_SUPP|ARCH_GET_XCOMP_PERM|ARCH_GET_XCOMP_GUEST_PERM, OUT(addr, xfeature_mask64)),
	WITH_NOTES(ARCH_REQ_XCOMP_PERM|ARCH_REQ_XCOMP_GUEST_PERM, hex32, NOTES(NOTE_RET_NONZERO(NULL, xfeature_mask)),
		IN(addr, xfeatures)),
	WITH(ARCH_SHSTK_ENABLE|ARCH_SHSTK_DISABLE|ARCH_SHSTK_LOCK|ARCH_SHSTK_UNLOCK, IN(addr, shstk_features)),
	OTHERWISE(IN(addr, hexlong)));
COMMENTED_TYPE(xfeatures, xfeatures, ULONG, 16);
SYSCALL(arch_prctl, KEEPS_NAMES, int, IN(op, arch_prctl), CHOOSE(arch_prctl_arguments));
