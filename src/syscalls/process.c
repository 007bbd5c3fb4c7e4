/* SPDX-License-Identifier: MIT */
/* Processes: creation, execution, waiting and exit; their properties and limits. */
#include "syscalls/table.h"

/* clang-format off */

SYSCALL(fork, C_PROCESS | MAKES_CHILD | NAMESPACES | KEEPS_NAMES, pid);
SYSCALL(vfork, C_PROCESS | MAKES_CHILD | NAMESPACES | KEEPS_NAMES, pid);

/* x86 asm/ldt.h */
#define USER_DESC \
	IN(entry_number, uint, WHEN(entry_number, IS_NOT, 0xffffffff)), \
	IN(entry_number, int, UNION_WITH_PREVIOUS, WHEN(entry_number, IS, 0xffffffff)), IN(base_addr, hex32_6), IN(limit, hex32_6), IN(seg_32bit, uint, BITS(1)), \
	IN(contents, uint, BITS(2)), IN(read_exec_only, uint, BITS(1)), IN(limit_in_pages, uint, BITS(1)), \
	IN(seg_not_present, uint, BITS(1)), IN(useable, uint, BITS(1))
STRUCT_TYPE_AS(user_desc_i386, PARTS(.name = "user_desc", EXACT_SIZE), USER_DESC);
STRUCT_TYPE_AS(user_desc, PARTS(EXACT_SIZE, ONLY_ABIS(~ABI_BIT(i386), t_user_desc_i386)),
	USER_DESC, IN(lm, uint, BITS(1)));

/*
 * The order of the arguments does not depend on that of the registers (CLONE_BACKWARDS). Text shows
 * the arguments after the flags, and their commas, at the exit: events of the new process may come
 * before it.
 */
#define CLONE_VIEW \
	VIEW(ORDER(child_stack, flags, parent_tid, tls, child_tidptr), LATE(parent_tid, tls, child_tidptr), \
		NAMED(child_stack, flags, parent_tid, tls, child_tidptr))
#define CLONE_PARENT_TID \
	OUT(parent_tid, fd, WHEN_TEST(HOOK_CLONE_HAS_PIDFD)), OUT(parent_tid, pid, UNION_WITH_PREVIOUS, WHEN(flags, HAS, CLONE_PARENT_SETTID))
#define CLONE_HEAD IN(flags, clone_flags), IN(child_stack, address), CLONE_PARENT_TID
#define CLONE_TLS IN(tls, address, WHEN(flags, HAS, CLONE_SETTLS))
#define CLONE_CHILD_TID IN(child_tidptr, address, WHEN(flags, HAS, CLONE_CHILD_SETTID|CLONE_CHILD_CLEARTID))
static const struct syscall clone_arm64 = { .abis = ABI_BIT(arm64) | ABI_BIT(arm) | ABI_BIT(riscv64) | ABI_BIT(powerpc64) | ABIS_MIPS, CLONE_VIEW,
	ROW(C_PROCESS | MAKES_CHILD | NAMESPACES | SHARES_FILES | KEEPS_NAMES, pid, CLONE_HEAD, CLONE_TLS, CLONE_CHILD_TID) };
static const struct syscall clone_i386 = { .other = &clone_arm64, CLONE_VIEW, ROW_FOR(i386, C_PROCESS | MAKES_CHILD | NAMESPACES | SHARES_FILES | KEEPS_NAMES, pid,
	CLONE_HEAD, OUT(tls, user_desc, WHEN(flags, HAS, CLONE_SETTLS)), CLONE_CHILD_TID) };
/* CLONE_BACKWARDS2 */
static const struct syscall clone_s390 = { .abis = ABIS_S390, .other = &clone_i386, CLONE_VIEW,
	ROW(C_PROCESS | MAKES_CHILD | NAMESPACES | SHARES_FILES | KEEPS_NAMES, pid, IN(child_stack, address), IN(flags, clone_flags), CLONE_PARENT_TID, CLONE_CHILD_TID, CLONE_TLS) };
const struct syscall row_clone = { .abis = ABI_BIT(x86_64) | ABI_BIT(x32) | ABI_BIT(loongarch64), .other = &clone_s390, CLONE_VIEW,
	ROW(C_PROCESS | MAKES_CHILD | NAMESPACES | SHARES_FILES | KEEPS_NAMES, pid, CLONE_HEAD, CLONE_CHILD_TID, CLONE_TLS) };

/* linux/sched.h. On i386 tls points to a description of a segment. */
#define CLONE_ARGS_HEAD \
	IN(flags, clone3_flags), INOUT(pidfd, fd, PTR64, WHEN(flags, HAS, CLONE_PIDFD)), \
	IN(child_tid, address64, WHEN(flags, HAS, CLONE_CHILD_SETTID|CLONE_CHILD_CLEARTID)), \
	INOUT(parent_tid, pid, PTR64, WHEN(flags, HAS, CLONE_PARENT_SETTID)), \
	IN(exit_signal, signal64), IN(stack, address64), IN(stack_size, hex64a)
#define CLONE_ARGS_TAIL \
	IN(set_tid, pid, PTR64, COUNT(set_tid_size), WHEN_TEST(HOOK_SET_TID_IS_LIST)), \
	IN(set_tid, address64, UNION_WITH_PREVIOUS, WHEN_TEST(HOOK_SET_TID_IS_ODD)), \
	IN(set_tid_size, u64a, TOGETHER, WHEN_TEST(HOOK_HAS_SET_TID)), \
	IN(cgroup, u64a, WHEN_TEST(HOOK_HAS_CGROUP))
STRUCT_TYPE_AS(clone_args_i386, PARTS(.name = "clone_args", MIN_SIZE(64), EXTENSIBLE),
	CLONE_ARGS_HEAD, IN(tls, user_desc, PTR64, WHEN(flags, HAS, CLONE_SETTLS)), CLONE_ARGS_TAIL);
STRUCT_TYPE_AS(clone_args, PARTS(MIN_SIZE(64), EXTENSIBLE, ONLY_ABIS(~ABI_BIT(i386), t_clone_args_i386)),
	CLONE_ARGS_HEAD, IN(tls, address64, WHEN(flags, HAS, CLONE_SETTLS)), CLONE_ARGS_TAIL);
SYSCALL(clone3, C_PROCESS | MAKES_CHILD | NAMESPACES | SHARES_FILES | KEEPS_NAMES, pid, INOUT(cl_args, clone_args, LEN(size)), IN(size, size));
SYSCALL(unshare, NAMESPACES | KEEPS_PATHS, int, IN(flags, unshare_flags));
SYSCALL(setns, C_DESC | NAMESPACES, int, IN(fd, fd), IN(nstype, setns_flags));

SYSCALL(execve, C_FILE | C_PROCESS | ONCE | KEEPS_PATHS, int, IN(pathname, path), IN(argv, argv), IN(envp, envp));
SYSCALL(execveat, C_FILE | C_PROCESS | C_DESC | ONCE | KEEPS_PATHS, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(argv, argv), IN(envp, envp), IN(flags, execveat_flags));
SYSCALL(exit, C_PROCESS | NO_RETURN | KEEPS_PATHS, int, IN(status, int));
SYSCALL(exit_group, C_PROCESS | ONCE | NO_RETURN | KEEPS_PATHS, int, IN(status, int));

STRUCT_TYPE_AS(rusage, VIEW(VERBOSE(ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock,
		ru_oublock, ru_msgsnd, ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw)),
	IN(ru_utime, timeval), IN(ru_stime, timeval), IN(ru_maxrss, kulong), IN(ru_ixrss, kulong),
	IN(ru_idrss, kulong), IN(ru_isrss, kulong), IN(ru_minflt, kulong),
	IN(ru_majflt, kulong), IN(ru_nswap, kulong), IN(ru_inblock, kulong),
	IN(ru_oublock, kulong), IN(ru_msgsnd, kulong), IN(ru_msgrcv, kulong),
	IN(ru_nsignals, kulong), IN(ru_nvcsw, kulong), IN(ru_nivcsw, kulong));
SYSCALL(getrusage, KEEPS_NAMES, int, IN(who, rusage_who), OUT(usage, rusage));
SYSCALL(wait4, C_PROCESS | KEEPS_NAMES, pid,
	IN(pid, pid), OUT(status, wait_status, WHEN(RET, ABOVE, 0)), IN(options, wait_options),
	OUT(usage, rusage, WHEN(RET, ABOVE, 0)));
SYSCALL(waitpid, C_PROCESS | KEEPS_NAMES, pid,
	IN(pid, pid), OUT(status, wait_status, WHEN(RET, ABOVE, 0)), IN(options, wait_options));
SYSCALL(waitid, C_PROCESS | KEEPS_NAMES, int,
	IN(idtype, wait_id), IN(id, pid), OUT(siginfo, siginfo), IN(options, wait_options),
	OUT(usage, rusage));

SYSCALL(getpid, C_PURE | KEEPS_NAMES, pid);
SYSCALL(gettid, C_PURE | KEEPS_NAMES, pid);
SYSCALL(getppid, C_PURE | KEEPS_NAMES, pid);
SYSCALL(getpgrp, C_PURE | KEEPS_NAMES, pid);
SYSCALL(getpgid, KEEPS_NAMES, pid, IN(pid, pid));
SYSCALL(setpgid, KEEPS_NAMES, int, IN(pid, pid), IN(pgid, pid));
SYSCALL(getsid, KEEPS_NAMES, pid, IN(pid, pid));
SYSCALL(setsid, KEEPS_NAMES, pid);
SYSCALL(set_tid_address, KEEPS_NAMES, pid, IN(tidptr, address));
SYSCALL(set_robust_list, KEEPS_NAMES, int, IN(addr, address), IN(length, size));
SYSCALL(get_robust_list, KEEPS_NAMES, int, IN(pid, pid), OUT(head_ptr, address), OUT(len_ptr, size));
/* linux/rseq.h: __reserved lies after the 32 bytes of the first version. */
static const struct type t_rseq_cpu = { .name = "rseq_cpu", .kind = KIND_ENUM, .storage = STORE_S32, .base = 10, .list = &list_rseq_cpu_id };
STRUCT_TYPE_AS(rseq_cs, ALIGN(32), IN(version, uint), IN(flags, rseq_cs_flags), IN(start_ip, hex64), IN(post_commit_offset, hex64), IN(abort_ip, hex64));
STRUCT_TYPE(rseq_slice_ctrl, IN(request, u8), IN(granted, u8), IN(__reserved, hex16));
#define RSEQ_CPU(name) \
	IN(name, uint, WHEN(name, BELOW, 0xfffffffe)), IN(name, rseq_cpu, UNION_WITH_PREVIOUS, WHEN(name, NOT_BELOW, 0xfffffffe))
/* The kernel reads nothing of what follows the members. */
STRUCT_TYPE_AS(rseq, PARTS(MIN_SIZE(32), EXTENSIBLE, ALIGN(32), VIEW(.extra = EXTRA_HIDDEN)),
	RSEQ_CPU(cpu_id_start), RSEQ_CPU(cpu_id), IN(rseq_cs, rseq_cs, PTR64), IN(flags, rseq_cs_flags),
	IN(node_id, uint), IN(mm_cid, uint), IN(slice_ctrl, rseq_slice_ctrl), IN(__reserved, hex8, TOGETHER));
SYSCALL(rseq, KEEPS_NAMES, int,
	IN(address, address, LOOKUP), IN(rseq, rseq, LEN(rseq_len), OR_ADDRESS, UNION_WITH_PREVIOUS, WHEN_TEST(HOOK_RSEQ_IS_ALIGNED)), IN(rseq_len, uint), IN(flags, rseq_flags), IN(sig, hex32));
SYSCALL(rseq_slice_yield, C_NONE, int);
SYSCALL(getcpu, KEEPS_NAMES, int, OUT(cpu, uint), OUT(node, uint), IN(tcache, address));
CHOICE(membarrier_arguments, cmd,
	WITH_NOTES(MEMBARRIER_CMD_QUERY, hex32,
		NOTES(NOTE_RET(NULL, membarrier_query, WHEN(RET, IS_NOT, 0))), IN(flags, membarrier_flags),
		IN(cpu_id, int, WHEN(flags, HAS, MEMBARRIER_CMD_FLAG_CPU))),
	WITH(MEMBARRIER_CMD_PRIVATE_EXPEDITED_RSEQ,
		IN(flags, membarrier_flags), IN(cpu_id, int, WHEN(flags, HAS, MEMBARRIER_CMD_FLAG_CPU))),
	OTHERWISE(IN(flags, membarrier_flags), IN(cpu_id, int, WHEN(flags, HAS, MEMBARRIER_CMD_FLAG_CPU))));
SYSCALL(membarrier, KEEPS_NAMES, int, IN(cmd, membarrier_cmd), CHOOSE(membarrier_arguments));
/* linux/kcmp.h: descriptors of pid1 and pid2. */
STRUCT_TYPE(kcmp_epoll_slot, IN(efd, other_fd, BY(pid2)), IN(tfd, other_fd, BY(pid2)), IN(toff, uint));
CHOICE(kcmp_arguments, type,
	WITH(KCMP_FILE, IN(idx1, other_fd, BY(pid1)), IN(idx2, other_fd, BY(pid2))),
	WITH(KCMP_EPOLL_TFD, IN(idx1, other_fd, BY(pid1)), IN(idx2, kcmp_epoll_slot)),
	WITH(KCMP_VM|KCMP_FILES|KCMP_FS|KCMP_SIGHAND|KCMP_IO|KCMP_SYSVSEM),
	OTHERWISE(IN(idx1, hexlong), IN(idx2, hexlong)));
SYSCALL(kcmp, C_NONE, int,
	IN(pid1, pid), IN(pid2, pid), IN(type, kcmp), CHOOSE(kcmp_arguments));

SYSCALL(pidfd_open, C_DESC | KEEPS_NAMES, fd, IN(pid, pid), IN(flags, pidfd_open));
SYSCALL(pidfd_getfd, C_DESC | KEEPS_NAMES, fd, IN(pidfd, fd), IN(targetfd, other_fd, BY(pidfd)), IN(flags, hex32));
SYSCALL(process_mrelease, C_DESC, int, IN(pidfd, pidfd), IN(flags, hex32));

STRUCT_TYPE(rlimit, IN(rlim_cur, limit), IN(rlim_max, limit));
STRUCT_TYPE(rlimit64, IN(rlim_cur, limit64), IN(rlim_max, limit64));
SYSCALL(getrlimit, KEEPS_NAMES, int, IN(resource, rlimits), OUT(rlim, rlimit));
SYSCALL(ugetrlimit, KEEPS_NAMES, int, IN(resource, rlimits), OUT(rlim, rlimit));
SYSCALL(setrlimit, KEEPS_NAMES, int, IN(resource, rlimits), IN(rlim, rlimit));
SYSCALL(prlimit64, KEEPS_NAMES, int,
	IN(pid, pid), IN(resource, rlimits), IN(new_limit, rlimit64), OUT(old_limit, rlimit64));

CHOICE(priority_of, which, WITH(PRIO_PROCESS|PRIO_PGRP, IN(who, pid)), OTHERWISE(IN(who, int)));
SYSCALL(getpriority, KEEPS_NAMES, int, IN(which, priority_who), CHOOSE(priority_of));
SYSCALL(setpriority, KEEPS_NAMES, int, IN(which, priority_who), CHOOSE(priority_of), IN(prio, int));
SYSCALL(nice, KEEPS_NAMES, int, IN(increment, int));

/* asm-generic/utsname.h and its ancestors */
STRUCT_TYPE_AS(new_utsname, VIEW(VERBOSE(release, version, machine, domainname)),
	IN(sysname, text, LEN_IS(65)), IN(nodename, text, LEN_IS(65)), IN(release, text, LEN_IS(65)),
	IN(version, text, LEN_IS(65)), IN(machine, text, LEN_IS(65)),
	IN(domainname, text, LEN_IS(65)));
SYSCALL(uname, KEEPS_NAMES, int, OUT(buf, new_utsname));
SYSCALL(olduname, C_NONE, int, IN(buf, address));
SYSCALL(oldolduname, C_NONE, int, IN(buf, address));
/* linux/utsname.h: __NEW_UTS_LEN */
static const struct type t_host_name = { .name = "host_name", .kind = KIND_BYTES, BYTES(.max = 64) };
SYSCALL(sethostname, C_NONE, int, IN(name, host_name, LEN(len)), IN(len, uint));
SYSCALL(setdomainname, C_NONE, int, IN(name, host_name, LEN(len)), IN(len, uint));
#define SYSINFO \
	IN(uptime, kulong), IN(loads, kulong, COUNT_IS(3)), IN(totalram, kulong), IN(freeram, kulong), \
	IN(sharedram, kulong), IN(bufferram, kulong), IN(totalswap, kulong), IN(freeswap, kulong), \
	IN(procs, u16), IN(pad, u16), IN(totalhigh, kulong), IN(freehigh, kulong), \
	IN(mem_unit, uint)
/* linux/sysinfo.h: the struct ends with padding for libc5. */
STRUCT_TYPE_AS(sysinfo_i386, PARTS(.name = "sysinfo", VIEW(HIDE(pad))), SYSINFO, PAD(8));
STRUCT_TYPE_AS(sysinfo, PARTS(ONLY_ABIS(~(ABIS_32 | ABIS_MIPS_32), t_sysinfo_i386), VIEW(HIDE(pad))), SYSINFO);
SYSCALL(sysinfo, KEEPS_NAMES, int, OUT(info, sysinfo));

/* 0xffffffff returns the persona and changes nothing: personality(2). */
SYSCALL_AS(personality, C_NONE, hex32, NOTES(NOTE_RET(NULL, personality)),
	IN(persona, hex32, WHEN(persona, IS, 0xffffffff)),
	IN(persona, personality, UNION_WITH_PREVIOUS, WHEN(persona, IS_NOT, 0xffffffff)));
SYSCALL(restart_syscall, KEEPS_NAMES, klong);
SYSCALL(vhangup, C_NONE, int);

/* linux/filter.h, linux/seccomp.h */
CHOICE_BY(sock_filter_code, HOOK_FILTER_CLASS,
	WITH(load, IN(code, cbpf_load)), WITH(store, IN(code, cbpf_store)), WITH(alu, IN(code, cbpf_alu)),
	WITH(jump, IN(code, cbpf_jump)), WITH(ret, IN(code, cbpf_return)), WITH(misc, IN(code, cbpf_misc)));
/* BPF_STMT(code, k), or BPF_JUMP(code, k, jt, jf) if it has targets. */
#define SOCK_FILTER(...) \
	IN(class, hex16, LOOKUP), CHOOSE(sock_filter_code, UNION_WITH_PREVIOUS), IN(jt, hex8), IN(jf, hex8), \
	__VA_ARGS__
#define SKF_SUM(type_name, mask_, offset_type) \
	static const struct type t_##type_name = { .name = "SKF_OFF", .kind = KIND_MACRO, .storage = STORE_U32, VIEW(.sum = true), ARGUMENTS( \
		ARGUMENT(from, skf_offsets, 0, mask_), ARGUMENT(offset, offset_type, 0, (uint32_t)~(mask_))) }
SKF_SUM(skf_property, 0xfffff000, skf_properties);
SKF_SUM(skf_network, 0xfff00000, uint);
SKF_SUM(skf_link, 0xffe00000, uint);
STRUCT_TYPE_AS(sock_filter, VIEW(.macro = HOOK_FILTER_MACRO, ORDER(CHOICE, k, jt, jf), ONLY(IF_TEST(HOOK_FILTER_JUMPS, jt, jf))),
	SOCK_FILTER(IN(offset, hex32, LOOKUP), IN(k, skf_property, UNION_WITH_PREVIOUS, WHEN_TEST(HOOK_FILTER_LOADS_PROPERTY)),
		IN(k, skf_network, UNION_WITH_PREVIOUS, WHEN_TEST(HOOK_FILTER_LOADS_NETWORK)),
		IN(k, skf_link, UNION_WITH_PREVIOUS, WHEN_TEST(HOOK_FILTER_LOADS_LINK)),
		IN(k, hex32, UNION_WITH_PREVIOUS, WHEN_TEST(HOOK_FILTER_LOADS_NONE))));
STRUCT_TYPE_AS(seccomp_filter_code, PARTS(.name = "sock_filter", VIEW(.macro = HOOK_FILTER_MACRO, ORDER(CHOICE, k, jt, jf), ONLY(IF_TEST(HOOK_FILTER_JUMPS, jt, jf)))),
	SOCK_FILTER(IN(k, hex32, WHEN_TEST(HOOK_FILTER_GOES_ON)), IN(k, seccomp_return, UNION_WITH_PREVIOUS, WHEN_TEST(HOOK_FILTER_RETURNS))));
STRUCT_TYPE_AS(sock_fprog, PARTS(EXACT_SIZE, VIEW(ABBREV(filter))), IN(len, u16), IN(filter, sock_filter, PTR, COUNT(len)));
STRUCT_TYPE_AS(seccomp_fprog, PARTS(.name = "sock_fprog", VIEW(ABBREV(filter))), IN(len, u16), IN(filter, seccomp_filter_code, PTR, COUNT(len)));
STRUCT_TYPE(seccomp_notif_sizes, IN(seccomp_notif, u16), IN(seccomp_notif_resp, u16), IN(seccomp_data, u16));
CHOICE(seccomp_arguments, operation,
	WITH(SECCOMP_SET_MODE_FILTER, IN(flags, seccomp_filter), IN(args, seccomp_fprog)),
	WITH(SECCOMP_SET_MODE_STRICT, IN(flags, hex32), IN(args, address)),
	WITH(SECCOMP_GET_ACTION_AVAIL, IN(flags, hex32), IN(args, seccomp_action, PTR)),
	WITH(SECCOMP_GET_NOTIF_SIZES, IN(flags, hex32), OUT(args, seccomp_notif_sizes)),
	OTHERWISE(IN(flags, hex32), IN(args, address)));
SYSCALL(seccomp, SHARES_FILES | KEEPS_PATHS, int, IN(operation, seccomp_op), CHOOSE(seccomp_arguments));

/*
 * The caller asks for any entry with -1, which the kernel replaces by an entry: set_thread_area(2).
 */
SYSCALL_AS(set_thread_area, C_NONE, int, NOTES(NOTE_POINTEE("entry_number=", u_info, uint)), IN(u_info, user_desc));
/* The caller says which entry it asks for. */
VIEW_TYPE(user_desc_asked, .merge = true);
SYSCALL(get_thread_area, C_NONE, int, INOUT(u_info, user_desc, FILLS(base_addr, limit, seg_32bit, contents, read_exec_only, limit_in_pages, seg_not_present, useable, lm),
	AS(user_desc_asked)));
/* Reading returns the descriptors of the processor; writing takes a struct. */
CHOICE(modify_ldt_arguments, func,
	WITH(0|2, OUT(ptr, hex_bytes, LEN(RET)), IN(bytecount, ulong)),
	OTHERWISE(IN(ptr, user_desc, LEN(bytecount)), IN(bytecount, ulong)));
/*
 * The kernel casts the result to unsigned int, and says that programs may rely on it:
 * arch/x86/kernel/ldt.c.
 */
SYSCALL(modify_ldt, ERRNO_32, int, IN(func, int), CHOOSE(modify_ldt_arguments));
SYSCALL(iopl, C_NONE, int, IN(level, int));
SYSCALL(ioperm, C_NONE, int, IN(from, hexlong), IN(num, hexlong), IN(turn_on, int));
