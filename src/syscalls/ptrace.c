/* SPDX-License-Identifier: MIT */
/* ptrace(2): requests and their data. */
#include "syscalls/table.h"

/* clang-format off */

/* asm/ptrace.h, asm/user_64.h, asm/user_32.h. */
STRUCT_TYPE_AS(user_regs_other, PARTS(.name = "user_regs_struct", EXTENSIBLE, VIEW(.extra = EXTRA_DOTS)), IN(regs, hexklong, COUNT_IS(34)));
STRUCT_TYPE_AS(user_regs_arm, PARTS(.name = "user_regs", MIN_SIZE(4), EXTENSIBLE,
	ONLY_ABIS(ABI_BIT(arm), t_user_regs_other), VIEW(.extra = EXTRA_DOTS)), IN(uregs, hex32, COUNT_IS(18)));
/*
 * mips asm/ptrace.h: a register has 64 bits, whatever the ABI. The register set of o32 (asm/reg.h)
 * has 32 bits for each, after six other words.
 */
#define REGS_MIPS(type) \
	IN(regs, type, COUNT_IS(32)), IN(lo, type), IN(hi, type), IN(cp0_epc, type), IN(cp0_badvaddr, type), IN(cp0_status, type), \
	IN(cp0_cause, type)
STRUCT_TYPE_AS(user_regs_mips, PARTS(.name = "pt_regs", MIN_SIZE(8), EXTENSIBLE,
	ONLY_ABIS(ABIS_MIPS, t_user_regs_arm), VIEW(.extra = EXTRA_DOTS)), REGS_MIPS(hex64));
STRUCT_TYPE_AS(user_regs_powerpc, PARTS(.name = "pt_regs", MIN_SIZE(8), EXTENSIBLE,
	ONLY_ABIS(ABI_BIT(powerpc64), t_user_regs_mips), VIEW(.extra = EXTRA_DOTS)),
	IN(gpr, hex64, COUNT_IS(32)), IN(nip, hex64), IN(msr, hex64), IN(orig_gpr3, hex64), IN(ctr, hex64), IN(link, hex64), IN(xer, hex64),
	IN(ccr, hex64), IN(softe, hex64), IN(trap, hex64), IN(dar, hex64), IN(dsisr, hex64), IN(result, hex64));
STRUCT_TYPE_AS(user_regs_arm64, PARTS(.name = "user_pt_regs", MIN_SIZE(8), EXTENSIBLE,
	ONLY_ABIS(ABI_BIT(arm64), t_user_regs_powerpc), VIEW(.extra = EXTRA_DOTS)),
	IN(regs, hex64, COUNT_IS(31)), IN(sp, hex64), IN(pc, hex64), IN(pstate, hex64));
/* riscv and loongarch asm/ptrace.h */
STRUCT_TYPE_AS(user_regs_loongarch64, PARTS(.name = "user_pt_regs", MIN_SIZE(8), EXTENSIBLE,
	ONLY_ABIS(ABI_BIT(loongarch64), t_user_regs_arm64), VIEW(.extra = EXTRA_DOTS)),
	IN(regs, hex64, COUNT_IS(32)), IN(orig_a0, hex64), IN(csr_era, hex64), IN(csr_badv, hex64), IN(reserved, hex64, COUNT_IS(10)));
STRUCT_TYPE_AS(user_regs_riscv64, PARTS(.name = "user_regs_struct", MIN_SIZE(8), EXTENSIBLE,
	ONLY_ABIS(ABI_BIT(riscv64), t_user_regs_loongarch64), VIEW(.extra = EXTRA_DOTS)),
	IN(pc, hex64), IN(ra, hex64), IN(sp, hex64), IN(gp, hex64), IN(tp, hex64), IN(t0, hex64), IN(t1, hex64), IN(t2, hex64),
	IN(s0, hex64), IN(s1, hex64), IN(a0, hex64), IN(a1, hex64), IN(a2, hex64), IN(a3, hex64), IN(a4, hex64), IN(a5, hex64),
	IN(a6, hex64), IN(a7, hex64), IN(s2, hex64), IN(s3, hex64), IN(s4, hex64), IN(s5, hex64), IN(s6, hex64), IN(s7, hex64),
	IN(s8, hex64), IN(s9, hex64), IN(s10, hex64), IN(s11, hex64), IN(t3, hex64), IN(t4, hex64), IN(t5, hex64), IN(t6, hex64));
STRUCT_TYPE_AS(user_regs_i386, PARTS(.name = "user_regs_struct", MIN_SIZE(4), EXTENSIBLE,
	ONLY_ABIS(ABI_BIT(i386), t_user_regs_riscv64), VIEW(.extra = EXTRA_DOTS)),
	IN(ebx, hex32), IN(ecx, hex32), IN(edx, hex32), IN(esi, hex32), IN(edi, hex32), IN(ebp, hex32),
	IN(eax, hex32), IN(xds, hex32), IN(xes, hex32), IN(xfs, hex32), IN(xgs, hex32), IN(orig_eax, hex32),
	IN(eip, hex32), IN(xcs, hex32), IN(eflags, hex32), IN(esp, hex32), IN(xss, hex32));
STRUCT_TYPE_AS(user_regs, PARTS(.name = "user_regs_struct", MIN_SIZE(8), EXTENSIBLE,
	ONLY_ABIS(ABI_BIT(x86_64) | ABI_BIT(x32), t_user_regs_i386), VIEW(.extra = EXTRA_DOTS)),
	IN(r15, hex64), IN(r14, hex64), IN(r13, hex64), IN(r12, hex64), IN(rbp, hex64), IN(rbx, hex64),
	IN(r11, hex64), IN(r10, hex64), IN(r9, hex64), IN(r8, hex64), IN(rax, hex64), IN(rcx, hex64),
	IN(rdx, hex64), IN(rsi, hex64), IN(rdi, hex64), IN(orig_rax, hex64), IN(rip, hex64), IN(cs, hex64),
	IN(eflags, hex64), IN(rsp, hex64), IN(ss, hex64), IN(fs_base, hex64), IN(gs_base, hex64), IN(ds, hex64),
	IN(es, hex64), IN(fs, hex64), IN(gs, hex64));
/*
 * s390 asm/ptrace.h: the register set; PTRACE_GETREGS and PTRACE_SETREGS have another struct there.
 */
STRUCT_TYPE_AS(psw_s390x, .name = "psw_t", IN(mask, hex64), IN(addr, hex64));
STRUCT_TYPE_AS(regset_regs_mipso32, PARTS(.name = "elf_gregset", MIN_SIZE(4), EXTENSIBLE,
	ONLY_ABIS(ABI_BIT(mipso32), t_user_regs), VIEW(.extra = EXTRA_DOTS)), PAD(24), REGS_MIPS(hex32));
STRUCT_TYPE_AS(regset_regs, PARTS(.name = "s390_regs", MIN_SIZE(8), EXTENSIBLE,
	ONLY_ABIS(ABI_BIT(s390x), t_regset_regs_mipso32), VIEW(.extra = EXTRA_DOTS)),
	IN(psw, psw_s390x), IN(gprs, hex64, COUNT_IS(16)), IN(acrs, hex32, COUNT_IS(16)), IN(orig_gpr2, hex64));
/* PTRACE_GETFPREGS of powerpc: elf_fpregset_t of asm/elf.h. */
STRUCT_TYPE_AS(user_fpregs_powerpc, PARTS(.name = "elf_fpregset", MIN_SIZE(8), EXTENSIBLE, VIEW(.extra = EXTRA_DOTS)),
	IN(fpr, hex64, COUNT_IS(32)), IN(fpscr, hex64));
/* loongarch asm/ptrace.h */
STRUCT_TYPE_AS(user_fpregs_loongarch64, PARTS(.name = "user_fp_state", MIN_SIZE(8), EXTENSIBLE,
	ONLY_ABIS(ABI_BIT(loongarch64), t_user_fpregs_powerpc), VIEW(.extra = EXTRA_DOTS)),
	IN(fpr, hex64, COUNT_IS(32)), IN(fcc, hex64), IN(fcsr, hex32));
STRUCT_TYPE_AS(user_fpregs_i386, PARTS(.name = "user_i387_struct", MIN_SIZE(4), EXTENSIBLE, ONLY_ABIS(ABI_BIT(i386), t_user_fpregs_loongarch64), VIEW(.extra = EXTRA_DOTS)),
	IN(cwd, hex32), IN(swd, hex32), IN(twd, hex32), IN(fip, hex32), IN(fcs, hex32), IN(foo, hex32), IN(fos, hex32),
	IN(st_space, hex32, COUNT_IS(20)));
STRUCT_TYPE_AS(user_fpregs, PARTS(.name = "user_i387_struct", MIN_SIZE(2), EXTENSIBLE, ONLY_ABIS(~(ABI_BIT(i386) | ABI_BIT(powerpc64) | ABI_BIT(loongarch64)), t_user_fpregs_i386), VIEW(.extra = EXTRA_DOTS)),
	IN(cwd, hex16), IN(swd, hex16), IN(ftw, hex16), IN(fop, hex16), IN(rip, hex64), IN(rdp, hex64), IN(mxcsr, hex32),
	IN(mxcr_mask, hex32), IN(st_space, hex32, COUNT_IS(32)), IN(xmm_space, hex32, COUNT_IS(64)), IN(padding, hex32, COUNT_IS(24)));

/* Floating-point registers have a layout here on these machines only. */
#define ABIS_FPREGS (ABI_BIT(x86_64) | ABI_BIT(x32) | ABI_BIT(i386) | ABI_BIT(powerpc64) | ABI_BIT(loongarch64))
/* The type of a register set is that of an ELF note. */
CHOICE(regset_base_other, addr,
	WITH(NT_PRSTATUS, IN(iov_base, regset_regs, PTR, LEN(iov_len), OR_ADDRESS, WHEN_TEST(HOOK_REGSET_IS_WHOLE))),
	OTHERWISE(IN(iov_base, address)));
STRUCT_TYPE_AS(iovec_regset_other, .name = "iovec", CHOOSE(regset_base_other), INOUT(iov_len, size));
CHOICE(regset_base, addr,
	WITH(NT_PRSTATUS, IN(iov_base, user_regs, PTR, LEN(iov_len), OR_ADDRESS, WHEN_TEST(HOOK_REGSET_IS_WHOLE))),
	WITH(NT_FPREGSET, IN(iov_base, user_fpregs, PTR, LEN(iov_len), OR_ADDRESS, WHEN_TEST(HOOK_REGSET_IS_WHOLE))),
	OTHERWISE(IN(iov_base, address)));
STRUCT_TYPE_AS(iovec_regset, PARTS(.name = "iovec", ONLY_ABIS(ABIS_FPREGS, t_iovec_regset_other)),
	CHOOSE(regset_base), INOUT(iov_len, size));
VIEW_TYPE(iovec_set, .merge = true, APART(iov_len));

/* linux/ptrace.h */
static const struct type t_errno_negative64 = { .name = "errno_negative", .kind = KIND_ERRNO, .storage = STORE_S64, .list = &list_errno,
	.error = { .negated = true } };
STRUCT_TYPE(ptrace_peeksiginfo_args, IN(off, u64), IN(flags, peeksiginfo), IN(nr, uint));
/* The caller may give too few bytes. More belong to the other members of the union. */
STRUCT_TYPE_AS(ptrace_info_entry, PARTS(.name = "ptrace_syscall_info.entry", MIN_SIZE(8), CUT(LEFT_OUT), EXTENSIBLE, VIEW(.extra = EXTRA_HIDDEN)), IN(nr, syscall_nr64, BY(arch)), IN(args, hex64, COUNT_IS(6)));
STRUCT_TYPE_AS(ptrace_info_seccomp, PARTS(.name = "ptrace_syscall_info.seccomp", MIN_SIZE(8), CUT(LEFT_OUT), EXTENSIBLE, VIEW(.extra = EXTRA_HIDDEN)),
	IN(nr, syscall_nr64, BY(arch)), IN(args, hex64, COUNT_IS(6)), IN(ret_data, uint), PAD(4));
STRUCT_TYPE_AS(ptrace_info_exit, PARTS(.name = "ptrace_syscall_info.exit", MIN_SIZE(8), CUT(LEFT_OUT)), IN(rval, errno_negative64, WHEN(is_error, IS_NOT, 0)), IN(rval, s64, UNION_WITH_PREVIOUS, WHEN(is_error, IS, 0)), IN(is_error, u8));
CHOICE(ptrace_info, op,
	WITH(PTRACE_SYSCALL_INFO_ENTRY, IN(entry, ptrace_info_entry)),
	WITH(PTRACE_SYSCALL_INFO_EXIT, IN(exit, ptrace_info_exit)),
	WITH(PTRACE_SYSCALL_INFO_SECCOMP, IN(seccomp, ptrace_info_seccomp)),
	OTHERWISE());
#define SYSCALL_INFO \
	IN(op, syscall_info), IN(reserved, hex8), IN(flags, hex16), IN(arch, audit_arch), IN(instruction_pointer, address64), IN(stack_pointer, address64), \
	CHOOSE(ptrace_info)
STRUCT_TYPE_AS(ptrace_syscall_info, PARTS(MIN_SIZE(1), CUT(LEFT_OUT), VIEW(NONZERO(reserved, flags))), SYSCALL_INFO);
/* The caller may give too few bytes. */
STRUCT_TYPE_AS(ptrace_syscall_info_set, PARTS(.name = "ptrace_syscall_info", MIN_SIZE(1), CUT(LEFT_OUT), VIEW(NONZERO(reserved, flags))),
	SYSCALL_INFO);
STRUCT_TYPE_AS(seccomp_metadata, PARTS(MIN_SIZE(8), VIEW(.merge = true)), IN(filter_off, u64), OUT(flags, seccomp_filter64, WHEN(RET, ABOVE, 15)));
FLAGS_TYPE(seccomp_filter64, seccomp_filter, U64);

/* The kernel looks at 32 bits of the type of a register set. */
ENUM_TYPE(elf_note, elf_notes, U32);

#define REQUESTS \
	WITH(PTRACE_TRACEME), \
	WITH(PTRACE_ATTACH|PTRACE_KILL|PTRACE_INTERRUPT|PTRACE_LISTEN, IN(pid, pid)), \
	WITH(PTRACE_CONT|PTRACE_SYSCALL|PTRACE_SINGLESTEP|PTRACE_SYSEMU|PTRACE_SYSEMU_SINGLESTEP|PTRACE_DETACH|PTRACE_SINGLEBLOCK, \
		IN(pid, pid), IN(addr, address), IN(data, signal_long)), \
	WITH(PTRACE_PEEKTEXT|PTRACE_PEEKDATA, IN(pid, pid), IN(addr, address), OUT(data, address)), \
	WITH(PTRACE_PEEKUSER, IN(pid, pid), IN(addr, user_offsets), OUT(data, address)), \
	WITH(PTRACE_POKETEXT|PTRACE_POKEDATA, IN(pid, pid), IN(addr, address), IN(data, address)), \
	WITH(PTRACE_POKEUSER, IN(pid, pid), IN(addr, user_offsets), IN(data, address)), \
	WITH(PTRACE_GETREGS, IN(pid, pid), SKIP, OUT(data, user_regs)), \
	WITH(PTRACE_SETREGS, IN(pid, pid), SKIP, IN(data, user_regs)), \
	WITH(PTRACE_GETREGSET, IN(pid, pid), IN(addr, elf_note), OUT(data, iovec_regset, ON_ERROR)), \
	WITH(PTRACE_SETREGSET, IN(pid, pid), IN(addr, elf_note), INOUT(data, iovec_regset, AS(iovec_set), ON_ERROR)), \
	WITH(PTRACE_SETOPTIONS|PTRACE_SEIZE|PTRACE_OLDSETOPTIONS, IN(pid, pid), IN(addr, address), IN(data, ptrace_options)), \
	WITH(PTRACE_GETEVENTMSG, IN(pid, pid), IN(addr, address), OUT(data, ulong)), \
	WITH(PTRACE_GETSIGINFO, IN(pid, pid), IN(addr, address), OUT(data, siginfo)), \
	WITH(PTRACE_SETSIGINFO, IN(pid, pid), IN(addr, address), IN(data, siginfo)), \
	WITH(PTRACE_PEEKSIGINFO, IN(pid, pid), IN(addr, ptrace_peeksiginfo_args), OUT(data, siginfo, COUNT(RET))), \
	WITH(PTRACE_GETSIGMASK, IN(pid, pid), IN(addr, ulong), OUT(data, sigset, LEN(addr))), \
	WITH(PTRACE_SETSIGMASK, IN(pid, pid), IN(addr, ulong), IN(data, sigset, LEN(addr))), \
	WITH(PTRACE_GET_SYSCALL_INFO, IN(pid, pid), IN(addr, ulong), OUT(data, ptrace_syscall_info, LEN_BY_RESULT(HOOK_SYSCALL_INFO_SIZE))), \
	WITH(PTRACE_SET_SYSCALL_INFO, IN(pid, pid), IN(addr, ulong), IN(data, ptrace_syscall_info_set, LEN(addr))), \
	WITH_VIEW(PTRACE_SECCOMP_GET_FILTER, VIEW(ABBREV(data)), IN(pid, pid), IN(addr, ulong), OUT(data, seccomp_filter_code, COUNT(RET))), \
	WITH(PTRACE_SECCOMP_GET_METADATA, IN(pid, pid), IN(addr, ulong), INOUT(data, seccomp_metadata, LEN(addr)))
CHOICE(ptrace_arguments_other, op, REQUESTS,
	WITH(PTRACE_GETFPREGS|PTRACE_SETFPREGS, IN(pid, pid), SKIP, IN(data, address)),
	OTHERWISE(IN(pid, pid), IN(addr, address), IN(data, address)));
CHOICE(ptrace_arguments, op, REQUESTS,
	WITH(PTRACE_GETFPREGS, IN(pid, pid), SKIP, OUT(data, user_fpregs)),
	WITH(PTRACE_SETFPREGS, IN(pid, pid), SKIP, IN(data, user_fpregs)),
	OTHERWISE(IN(pid, pid), IN(addr, address), IN(data, address)));
static const struct syscall ptrace_other = { .abis = ~ABIS_FPREGS, ROW(C_NONE, klong, IN(op, ptrace_requests), CHOOSE(ptrace_arguments_other)) };
const struct syscall row_ptrace = { .abis = ABIS_FPREGS, .other = &ptrace_other, ROW(C_NONE, klong, IN(op, ptrace_requests), CHOOSE(ptrace_arguments)) };
