/* SPDX-License-Identifier: MIT */
/* Signals: sending, handling, masks, siginfo. */
#include "syscalls/table.h"

/* clang-format off */

SYSCALL(kill, C_PROCESS | C_SIGNAL | KEEPS_NAMES, int, IN(pid, pid), IN(signum, signal));
SYSCALL(tkill, C_PROCESS | C_SIGNAL | KEEPS_NAMES, int, IN(tid, pid), IN(signum, signal));
SYSCALL(tgkill, C_PROCESS | C_SIGNAL | KEEPS_NAMES, int, IN(tgid, pid), IN(tid, pid), IN(signum, signal));
SYSCALL(pidfd_send_signal, C_PROCESS | C_SIGNAL | C_DESC | KEEPS_NAMES, int,
	IN(pidfd, pidfd), IN(signum, signal), IN(info, siginfo), IN(flags, pidfd_signal));
SYSCALL(rt_sigqueueinfo, C_PROCESS | C_SIGNAL | KEEPS_NAMES, int, IN(tgid, pid), IN(signum, signal), IN(info, siginfo));
SYSCALL(rt_tgsigqueueinfo, C_PROCESS | C_SIGNAL | KEEPS_NAMES, int, IN(tgid, pid), IN(tid, pid), IN(signum, signal), IN(info, siginfo));
SYSCALL(pause, C_SIGNAL | KEEPS_NAMES, int);

/* The kernel's struct sigaction (include/linux/signal_types.h), in the order of libc. */
ENUM_TYPE(sig_handler, sig_handler, POINTER);
/* asm/signal.h of mips */
FLAGS_TYPE(sa_flags32, sa_flags, U32);
STRUCT_TYPE_AS(sigaction_mips, PARTS(.name = "kernel_sigaction", VIEW(ORDER(sa_handler, sa_mask, sa_flags))),
	IN(sa_flags, sa_flags32), IN(sa_handler, sig_handler), IN(sa_mask, sigset));
STRUCT_TYPE_AS(sigaction_generic, PARTS(.name = "kernel_sigaction", ONLY_ABIS(~ABIS_MIPS, t_sigaction_mips),
	VIEW(ORDER(sa_handler, sa_mask, sa_flags))),
	IN(sa_handler, sig_handler), IN(sa_flags, sa_flags), IN(sa_mask, sigset));
STRUCT_TYPE_AS(sigaction, PARTS(.name = "kernel_sigaction", ONLY_ABIS(~(ABI_BIT(riscv64) | ABI_BIT(loongarch64) | ABIS_MIPS), t_sigaction_generic),
	VIEW(ORDER(sa_handler, sa_mask, sa_flags, sa_restorer))),
	IN(sa_handler, sig_handler), IN(sa_flags, sa_flags),
	IN(sa_restorer, address, WHEN(sa_flags, HAS, SA_RESTORER)), IN(sa_mask, sigset));
/* The kernel reads the first word of the set, and writes zeros behind it. */
STRUCT_TYPE_AS(old_sigaction_mips, PARTS(.name = "old_sigaction", VIEW(ORDER(sa_handler, sa_mask, sa_flags))),
	IN(sa_flags, sa_flags32), IN(sa_handler, sig_handler), IN(sa_mask, sigset, LEN_IS(4)));
STRUCT_TYPE_AS(old_sigaction, ONLY_ABIS(~ABIS_MIPS, t_old_sigaction_mips),
	IN(sa_handler, sig_handler), IN(sa_mask, sigset, LEN_IS(4)), IN(sa_flags, sa_flags),
	IN(sa_restorer, address, WHEN(sa_flags, HAS, SA_RESTORER)));
SYSCALL(rt_sigaction, C_SIGNAL | KEEPS_NAMES, int,
	IN(signum, signal), IN(act, sigaction), OUT(oldact, sigaction), IN(sigsetsize, size));
SYSCALL(sigaction, C_SIGNAL | KEEPS_NAMES, int, IN(signum, signal), IN(act, old_sigaction), OUT(oldact, old_sigaction));
SYSCALL_AS(signal, C_SIGNAL | KEEPS_NAMES, hexlong, NOTES(NOTE_RET(NULL, sig_handler, WHEN_TEST(HOOK_IS_HANDLER_NAME))),
	IN(signum, signal), IN(handler, sig_handler));

SYSCALL(rt_sigprocmask, C_SIGNAL | KEEPS_NAMES, int,
	IN(how, sigprocmask), IN(set, sigset, LEN(sigsetsize)), OUT(oldset, sigset, LEN(sigsetsize)),
	IN(sigsetsize, size));
SYSCALL(sigprocmask, C_SIGNAL | KEEPS_NAMES, int,
	IN(how, sigprocmask), IN(set, sigset, LEN_IS(4)), OUT(oldset, sigset, LEN_IS(4)));
SYSCALL_AS(sgetmask, C_SIGNAL, hexlong, NOTES(NOTE_RET("mask", sigmask)), );
SYSCALL_AS(ssetmask, C_SIGNAL, hexlong, NOTES(NOTE_RET("old mask", sigmask)), IN(newmask, sigmask));
SYSCALL(rt_sigpending, C_SIGNAL | KEEPS_NAMES, int, OUT(set, sigset, LEN_UNITS(sigsetsize, 1)), IN(sigsetsize, size));
SYSCALL(sigpending, C_SIGNAL | KEEPS_NAMES, int, OUT(set, sigset, LEN_IS(4)));
SYSCALL(rt_sigsuspend, C_SIGNAL | KEEPS_NAMES, int, IN(set, sigset, LEN(sigsetsize)), IN(sigsetsize, size));
/* arch/mips/kernel/signal.c: a pointer to a set of 128 signals */
static const struct syscall sigsuspend_mips = { ROW(C_SIGNAL, int, IN(mask, sigset)) };
SYSCALL_ALT(sigsuspend, ~ABIS_MIPS, &sigsuspend_mips, C_SIGNAL | KEEPS_NAMES, int, SKIP, SKIP, IN(mask, sigmask));
SYSCALL_AS(rt_sigtimedwait, C_SIGNAL | KEEPS_NAMES, int, NOTES(NOTE_RET(NULL, signal, WHEN_TEST(HOOK_IS_SIGNAL))),
	IN(set, sigset, LEN(sigsetsize)), OUT(info, siginfo), IN(timeout, timespec), IN(sigsetsize, size));
SYSCALL_AS(rt_sigtimedwait_time64, C_SIGNAL | KEEPS_NAMES, int, NOTES(NOTE_RET(NULL, signal, WHEN_TEST(HOOK_IS_SIGNAL))),
	IN(set, sigset, LEN(sigsetsize)), OUT(info, siginfo), IN(timeout, timespec64), IN(sigsetsize, size));

/* asm/signal.h of mips */
STRUCT_TYPE_AS(sigaltstack_mips, PARTS(.name = "stack_t", VIEW(ORDER(ss_sp, ss_flags, ss_size))),
	IN(ss_sp, address), IN(ss_size, size), IN(ss_flags, ss_flags));
STRUCT_TYPE_AS(sigaltstack, PARTS(.name = "stack_t", ONLY_ABIS(~ABIS_MIPS, t_sigaltstack_mips)), IN(ss_sp, address), IN(ss_flags, ss_flags), IN(ss_size, size));
SYSCALL(sigaltstack, C_SIGNAL | KEEPS_NAMES, int, IN(ss, sigaltstack), OUT(old_ss, sigaltstack));
SYSCALL(signalfd, C_SIGNAL | C_DESC | KEEPS_NAMES, fd, IN(fd, fd), IN(mask, sigset, LEN(sizemask)), IN(sizemask, size));
SYSCALL(signalfd4, C_SIGNAL | C_DESC | KEEPS_NAMES, fd,
	IN(fd, fd), IN(mask, sigset, LEN(sizemask)), IN(sizemask, size), IN(flags, signalfd));

/*
 * The frame that a handler leaves on the stack when it has returned. x86_64: the ucontext
 * (asm-generic/ucontext.h: flags, link, stack, then x86 struct sigcontext of 256 bytes). i386: four
 * words (number, pointers to siginfo and ucontext lie before siginfo itself). arm64 and riscv64:
 * siginfo, then ucontext. arm: the same; its mask comes after struct sigcontext.
 *
 * mips: 24 bytes of arguments and code, siginfo, ucontext. Its context of registers is aligned to 8
 * bytes; n32 and o32 have shorter members before it, and o32 has a shorter one.
 */
STRUCT_TYPE_AS(sigframe_mips64, .name = "rt_sigframe", PAD(24), PAD(128), PAD(40), PAD(600), IN(mask, sigset));
STRUCT_TYPE_AS(sigframe_mips64n32, PARTS(.name = "rt_sigframe", ONLY_ABIS(ABI_BIT(mips64n32), t_sigframe_mips64)),
	PAD(24), PAD(128), PAD(24), PAD(600), IN(mask, sigset));
STRUCT_TYPE_AS(sigframe_mipso32, PARTS(.name = "rt_sigframe", ONLY_ABIS(ABI_BIT(mipso32), t_sigframe_mips64n32)),
	PAD(24), PAD(128), PAD(24), PAD(592), IN(mask, sigset));
STRUCT_TYPE_AS(sigframe_arm64, PARTS(.name = "rt_sigframe", ONLY_ABIS(~ABIS_MIPS, t_sigframe_mipso32)), PAD(128), PAD(40), IN(mask, sigset));
/* powerpc: the frame begins with the ucontext, and its mask comes before the registers. */
STRUCT_TYPE_AS(sigframe_powerpc, PARTS(.name = "rt_sigframe", ONLY_ABIS(ABI_BIT(powerpc64), t_sigframe_arm64)),
	PAD(40), IN(mask, sigset));
/*
 * arch/s390/kernel/signal.c: 160 bytes for the callee, an instruction, siginfo, then ucontext with
 * the registers first.
 */
STRUCT_TYPE_AS(sigframe_s390x, PARTS(.name = "rt_sigframe", ONLY_ABIS(ABI_BIT(s390x), t_sigframe_powerpc)),
	PAD(160), PAD(8), PAD(128), PAD(40), PAD(344), IN(mask, sigset));
STRUCT_TYPE_AS(sigframe_arm, PARTS(.name = "rt_sigframe", ONLY_ABIS(ABI_BIT(arm), t_sigframe_s390x)),
	PAD(128), PAD(20), PAD(84), IN(mask, sigset));
STRUCT_TYPE_AS(sigframe_i386, PARTS(.name = "rt_sigframe_ia32", ONLY_ABIS(ABI_BIT(i386), t_sigframe_arm)),
	PAD(12), PAD(128), PAD(20), PAD(88), IN(mask, sigset));
STRUCT_TYPE_AS(sigframe_x32, PARTS(.name = "rt_sigframe_x32", ONLY_ABIS(ABI_BIT(x32), t_sigframe_i386)),
	PAD(24), PAD(256), IN(mask, sigset));
STRUCT_TYPE_AS(sigframe, PARTS(.name = "rt_sigframe", ONLY_ABIS(ABI_BIT(x86_64), t_sigframe_x32)),
	PAD(40), PAD(256), IN(mask, sigset));
SYSCALL(rt_sigreturn, C_SIGNAL | KEEPS_NAMES, klong, IN(frame, sigframe, STACKED));
/*
 * i386: the frame of handlers without siginfo, a struct sigcontext. Its oldmask is the first word
 * of the mask. The second word follows cr2 and the 624 bytes of an FPU state that the kernel does
 * not use (struct sigframe_ia32).
 */
STRUCT_TYPE_AS(old_sigframe_mipso32, .name = "sigframe", PAD(24), PAD(592), IN(mask, sigset));
STRUCT_TYPE_AS(old_sigframe_arm, PARTS(.name = "sigframe", ONLY_ABIS(ABI_BIT(arm), t_old_sigframe_mipso32)), PAD(20), PAD(84), IN(mask, sigset));
/*
 * s390: bytes for the callee, then the mask. C libraries leave handlers without SA_SIGINFO this
 * frame on s390x, too.
 */
STRUCT_TYPE_AS(old_sigframe_s390, PARTS(.name = "sigframe", ONLY_ABIS(ABI_BIT(s390), t_old_sigframe_arm)), PAD(96), IN(mask, sigset));
STRUCT_TYPE_AS(old_sigframe_s390x, PARTS(.name = "sigframe", ONLY_ABIS(ABI_BIT(s390x), t_old_sigframe_s390)), PAD(160), IN(mask, sigset));
STRUCT_TYPE_AS(old_sigframe, PARTS(.name = "sigframe_ia32", ONLY_ABIS(~(ABI_BIT(arm) | ABI_BIT(mipso32) | ABIS_S390), t_old_sigframe_s390x), VIEW(HIDE(extramask))),
	PAD(80), IN(mask, sigmask, UPPER(extramask)), PAD(4), PAD(624), IN(extramask, uint));
SYSCALL(sigreturn, C_SIGNAL | KEEPS_NAMES, klong, IN(frame, old_sigframe, STACKED));

/* siginfo: asm-generic/siginfo.h. */
STRUCT_TYPE(sigval, IN(sival_int, int), IN(sival_ptr, address, UNION_WITH_PREVIOUS));
#define SI_VALUE IN(si_int, int), IN(si_ptr, address, UNION_WITH_PREVIOUS)
#define SI_VALUE_IF_ANY IN(si_int, int, WHEN(si_ptr, IS_NOT, 0)), IN(si_ptr, address, UNION_WITH_PREVIOUS)
#define SI_CODE(keys, list) WITH(keys, IN(si_code, list))
CHOICE(siginfo_code, si_signo,
	SI_CODE(SIGCHLD, si_code_chld), SI_CODE(SIGSEGV, si_code_segv), SI_CODE(SIGBUS, si_code_bus),
	SI_CODE(SIGILL, si_code_ill), SI_CODE(SIGFPE, si_code_fpe), SI_CODE(SIGTRAP, si_code_trap),
	SI_CODE(SIGIO, si_code_poll), SI_CODE(SIGSYS, si_code_sys), WITH(0),
	OTHERWISE(IN(si_code, si_code)));
CHOICE_BY(siginfo_tail, HOOK_SIGINFO,
	WITH(kill, IN(si_pid, pid), IN(si_uid, uid)),
	WITH(timer, IN(si_timerid, hex32), IN(si_overrun, int), SI_VALUE),
	WITH_VIEW(value, VIEW(NONZERO(si_ptr)), PAD(8), SI_VALUE_IF_ANY),
	WITH_VIEW(queue, VIEW(NONZERO(si_ptr)), IN(si_pid, pid), IN(si_uid, uid), SI_VALUE_IF_ANY),
	WITH(exited, IN(si_pid, pid), IN(si_uid, uid), IN(si_status, int), IN(si_utime, ticks), IN(si_stime, ticks)),
	WITH(child, IN(si_pid, pid), IN(si_uid, uid), IN(si_status, signal), IN(si_utime, ticks), IN(si_stime, ticks)),
	WITH(fault, IN(si_addr, address)),
	WITH(machine_check, IN(si_addr, address), IN(si_addr_lsb, hex16)),
	WITH(bounds, IN(si_addr, address), IN(si_addr_lsb, address, LOOKUP), IN(si_lower, address), IN(si_upper, address)),
	WITH(pkey, IN(si_addr, address), IN(si_addr_lsb, address, LOOKUP), IN(si_pkey, uint)),
	WITH(poll, IN(si_band, long), IN(si_fd, fd)),
	WITH(sys, IN(si_call_addr, address), IN(si_syscall, syscall_nr, BY(si_arch)), IN(si_arch, audit_arch)));
/* The process and user IDs: two words of 32-bit programs, one word of 64-bit programs. */
STRUCT_TYPE(siginfo_sender, IN(first, ulong), IN(second, ulong));
/* asm/siginfo.h of mips: the code is before the error. */
#define SIGINFO_TAIL IN(si_sender, siginfo_sender, LOOKUP), CHOOSE(siginfo_tail, UNION_WITH_PREVIOUS)
STRUCT_TYPE_AS(siginfo_mips, PARTS(.name = "siginfo", MIN_SIZE(128), VIEW(NONZERO(si_errno))),
	IN(si_signo, signal, WHEN(si_signo, IS_NOT, 0)), IN(si_code, int, LOOKUP),
	CHOOSE(siginfo_code, UNION_WITH_PREVIOUS), IN(si_errno, errno_unsigned, WHEN(si_signo, IS_NOT, 0)), SIGINFO_TAIL);
STRUCT_TYPE_AS(siginfo, PARTS(MIN_SIZE(128), ONLY_ABIS(~ABIS_MIPS, t_siginfo_mips), VIEW(ORDER(si_signo, CHOICE, si_errno, CHOICE), NONZERO(si_errno))),
	IN(si_signo, signal, WHEN(si_signo, IS_NOT, 0)), IN(si_errno, errno_unsigned, WHEN(si_signo, IS_NOT, 0)), IN(si_code, int, LOOKUP),
	CHOOSE(siginfo_code, UNION_WITH_PREVIOUS), SIGINFO_TAIL);
