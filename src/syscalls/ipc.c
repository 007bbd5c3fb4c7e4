/* SPDX-License-Identifier: MIT */
/* System V and POSIX message queues, semaphores and shared memory. */
#include "syscalls/table.h"

/* clang-format off */

/* linux/ipc.h. The low nine bits are permissions, which text shows in octal after the names. */
SYSCALL(shmget, C_IPC, int, IN(key, ipc_key), IN(size, size), IN(shmflg, shmget_flags));
SYSCALL(shmat, C_IPC | C_MEMORY, address, IN(shmid, int), IN(shmaddr, address), IN(shmflg, shmat_flags));
SYSCALL(shmdt, C_IPC | C_MEMORY, int, IN(shmaddr, address));
/*
 * asm-generic/ipcbuf.h. Text shows the members that IPC_SET sets first, and only these for IPC_SET.
 */
VIEW_TYPE(perm, ORDER(uid, gid, mode, key, cuid, cgid));
VIEW_TYPE(perm_set, ORDER(uid, gid, mode));
VIEW_TYPE(shm_set, ORDER(shm_perm), MEMBERS_AS(MEMBER_AS(shm_perm, perm_set)));
VIEW_TYPE(sem_set, ORDER(sem_perm), MEMBERS_AS(MEMBER_AS(sem_perm, perm_set)));
VIEW_TYPE(msg_set, ORDER(msg_perm, msg_qbytes), MEMBERS_AS(MEMBER_AS(msg_perm, perm_set)));
#define PERM_LAYOUT(id, mode_type) \
	IN(key, uint), IN(uid, id), IN(gid, id), IN(cuid, id), IN(cgid, id), \
	IN(mode, mode_type)
#define PERM64_PADS PAD(2), PAD(2), IN(__unused1, kulong), IN(__unused2, kulong)
#define PERM64_I386_PADS PAD(2), PAD(2), PAD(2), IN(__unused1, kulong), IN(__unused2, kulong)
STRUCT_TYPE_AS(ipc64_perm_i386, PARTS(.name = "ipc64_perm", AS(perm)),
	PERM_LAYOUT(uid, perm16), PERM64_I386_PADS);
STRUCT_TYPE_AS(ipc64_perm, PARTS(ONLY_ABIS(~ABIS_32, t_ipc64_perm_i386), AS(perm)),
	PERM_LAYOUT(uid, perm), PERM64_PADS);
/* linux/ipc.h: i386's calls without IPC_64. */
STRUCT_TYPE_AS(ipc_perm, AS(perm), PERM_LAYOUT(uid16, perm16), PAD(2));

VIEW_TYPE(shm, ORDER(shm_perm, shm_segsz, shm_cpid, shm_lpid, shm_nattch, shm_atime, shm_dtime, shm_ctime));
/* 32-bit ABIs have the upper halves of times after the lower ones. */
#define TIME_32(name) IN(name, kulong), PAD(4)
#define SHM64_I386(perm) \
	IN(shm_perm, perm), IN(shm_segsz, kulong), TIME_32(shm_atime), TIME_32(shm_dtime), TIME_32(shm_ctime), \
	IN(shm_cpid, pid), IN(shm_lpid, pid), IN(shm_nattch, kulong), \
	IN(__unused4, kulong), IN(__unused5, kulong)
#define SHM64(perm) \
	IN(shm_perm, perm), IN(shm_segsz, kulong), IN(shm_atime, kulong), IN(shm_dtime, kulong), \
	IN(shm_ctime, kulong), IN(shm_cpid, pid), IN(shm_lpid, pid), \
	IN(shm_nattch, kulong), IN(__unused4, kulong), IN(__unused5, kulong)
STRUCT_TYPE_AS(shmid64_ds_i386, PARTS(.name = "shmid64_ds", AS(shm)), SHM64_I386(ipc64_perm));
/* powerpc asm/shmbuf.h */
STRUCT_TYPE_AS(shmid64_ds_powerpc, PARTS(.name = "shmid64_ds", ONLY_ABIS(ABI_BIT(powerpc64), t_shmid64_ds_i386), AS(shm)),
	IN(shm_perm, ipc64_perm), IN(shm_atime, kulong), IN(shm_dtime, kulong), IN(shm_ctime, kulong),
	IN(shm_segsz, kulong), IN(shm_cpid, pid), IN(shm_lpid, pid), IN(shm_nattch, kulong),
	IN(__unused5, kulong), IN(__unused6, kulong));
STRUCT_TYPE_AS(shmid64_ds, PARTS(ONLY_ABIS(~(ABIS_32 | ABI_BIT(powerpc64)), t_shmid64_ds_powerpc), AS(shm)), SHM64(ipc64_perm));
STRUCT_TYPE_AS(shmid_ds, AS(shm),
	IN(shm_perm, ipc_perm), IN(shm_segsz, int), IN(shm_atime, kulong), IN(shm_dtime, kulong),
	IN(shm_ctime, kulong), IN(shm_cpid, u16), IN(shm_lpid, u16), IN(shm_nattch, u16), PAD(2), IN(shm_unused2, address),
	IN(shm_unused3, address));
STRUCT_TYPE_AS(shminfo64, VIEW(HIDE(__unused1, __unused2, __unused3, __unused4)),
	IN(shmmax, kulong), IN(shmmin, kulong), IN(shmmni, kulong), IN(shmseg, kulong), IN(shmall, kulong),
	IN(__unused1, kulong), IN(__unused2, kulong), IN(__unused3, kulong), IN(__unused4, kulong));
STRUCT_TYPE(shminfo, IN(shmmax, int), IN(shmmin, int), IN(shmmni, int), IN(shmseg, int), IN(shmall, int));
STRUCT_TYPE(shm_info,
	IN(used_ids, int), IN(shm_tot, kulong), IN(shm_rss, kulong), IN(shm_swp, kulong), IN(swap_attempts, kulong),
	IN(swap_successes, kulong));
#define IPC_64_BIT 0x100
/* One layout with IPC_64 in the command, another without. */
#define IN_EITHER(name, type64, type, ...) \
	IN(name, type64, WHEN(op, HAS, IPC_64), ##__VA_ARGS__), IN(name, type, UNION_WITH_PREVIOUS, WHEN(op, LACKS, IPC_64), ##__VA_ARGS__)
#define OUT_EITHER(name, type64, type) \
	OUT(name, type64, WHEN(op, HAS, IPC_64)), OUT(name, type, UNION_WITH_PREVIOUS, WHEN(op, LACKS, IPC_64))
#define SHMCTL IN(shmid, int), IN(op, shm_commands)
CHOICE_IGNORING(shmctl_arguments_i386, op, IPC_64_BIT,
	WITH(IPC_SET, IN_EITHER(buf, shmid64_ds, shmid_ds, AS(shm_set))),
	WITH(IPC_STAT|SHM_STAT|SHM_STAT_ANY, OUT_EITHER(buf, shmid64_ds, shmid_ds)),
	WITH(IPC_INFO, OUT_EITHER(buf, shminfo64, shminfo)),
	WITH(SHM_INFO, OUT(buf, shm_info)),
	OTHERWISE(IN(buf, address)));
static const struct syscall shmctl_i386 = { ROW_32(C_IPC, int, SHMCTL, CHOOSE(shmctl_arguments_i386)) };
CHOICE_IGNORING(shmctl_arguments, op, IPC_64_BIT,
	WITH(IPC_SET, IN(buf, shmid64_ds, AS(shm_set))),
	WITH(IPC_STAT|SHM_STAT|SHM_STAT_ANY, OUT(buf, shmid64_ds)),
	WITH(IPC_INFO, OUT(buf, shminfo64)),
	WITH(SHM_INFO, OUT(buf, shm_info)),
	OTHERWISE(IN(buf, address)));
SYSCALL_ALT(shmctl, ~ABIS_32, &shmctl_i386, C_IPC, int, SHMCTL, CHOOSE(shmctl_arguments));

SYSCALL(semget, C_IPC, int, IN(key, ipc_key), IN(nsems, int), IN(semflg, ipc_get));
STRUCT_TYPE(sembuf, IN(sem_num, u16), IN(sem_op, s16), IN(sem_flg, sem_flags));
SYSCALL(semop, C_IPC, int, IN(semid, int), IN(sops, sembuf, COUNT(nsops)), IN(nsops, uint));
SYSCALL(semtimedop, C_IPC, int,
	IN(semid, int), IN(sops, sembuf, COUNT(nsops)), IN(nsops, uint), IN(timeout, timespec));
SYSCALL(semtimedop_time64, C_IPC, int,
	IN(semid, int), IN(sops, sembuf, COUNT(nsops)), IN(nsops, uint), IN(timeout, timespec64));
/*
 * x86 asm/sembuf.h and the generic one of 32-bit ABIs have a word after each time, that of other
 * 64-bit ABIs has none.
 */
#define SEM64(perm) \
	IN(sem_perm, perm), IN(sem_otime, kulong), IN(__unused1, kulong), IN(sem_ctime, kulong), \
	IN(__unused2, kulong), IN(sem_nsems, kulong), IN(__unused3, kulong), IN(__unused4, kulong)
#define SEM64_GENERIC(perm) \
	IN(sem_perm, perm), IN(sem_otime, kulong), IN(sem_ctime, kulong), \
	IN(sem_nsems, kulong), IN(__unused3, kulong), IN(__unused4, kulong)
STRUCT_TYPE_AS(semid64_ds_generic, PARTS(.name = "semid64_ds", VIEW(HIDE(__unused3, __unused4))), SEM64_GENERIC(ipc64_perm));
STRUCT_TYPE_AS(semid64_ds, PARTS(ONLY_ABIS(ABI_BIT(x86_64) | ABI_BIT(x32) | ABIS_32, t_semid64_ds_generic), VIEW(HIDE(__unused1, __unused2, __unused3, __unused4))),
	SEM64(ipc64_perm));
#define SEM_TAIL \
	IN(sem_base, address), IN(sem_pending, address), IN(sem_pending_last, address), IN(undo, address)
STRUCT_TYPE_AS(semid_ds, VIEW(HIDE(sem_base, sem_pending, sem_pending_last, undo)), IN(sem_perm, ipc_perm), IN(sem_otime, kulong), IN(sem_ctime, kulong), SEM_TAIL, IN(sem_nsems, u16));
STRUCT_TYPE(seminfo,
	IN(semmap, int), IN(semmni, int), IN(semmns, int), IN(semmnu, int), IN(semmsl, int), IN(semopm, int),
	IN(semume, int), IN(semusz, int), IN(semvmx, int), IN(semaem, int));
#define SEMCTL IN(semid, int), IN(semnum, int), IN(op, sem_commands)
CHOICE_IGNORING(semctl_arguments_i386, op, IPC_64_BIT,
	WITH(IPC_SET, IN_EITHER(arg, semid64_ds, semid_ds, AS(sem_set))),
	WITH(IPC_STAT|SEM_STAT|SEM_STAT_ANY, OUT_EITHER(arg, semid64_ds, semid_ds)),
	WITH(IPC_INFO|SEM_INFO, OUT(arg, seminfo)),
	OTHERWISE(IN(arg, address)));
static const struct syscall semctl_i386 = { ROW_32(C_IPC, int, SEMCTL, CHOOSE(semctl_arguments_i386)) };
CHOICE_IGNORING(semctl_arguments, op, IPC_64_BIT,
	WITH(IPC_SET, IN(arg, semid64_ds, AS(sem_set))),
	WITH(IPC_STAT|SEM_STAT|SEM_STAT_ANY, OUT(arg, semid64_ds)),
	WITH(IPC_INFO|SEM_INFO, OUT(arg, seminfo)),
	OTHERWISE(IN(arg, address)));
SYSCALL_ALT(semctl, ~ABIS_32, &semctl_i386, C_IPC, int, SEMCTL, CHOOSE(semctl_arguments));

SYSCALL(msgget, C_IPC, int, IN(key, ipc_key), IN(msgflg, ipc_get));
STRUCT_TYPE(msgbuf, IN(mtype, klong), IN(mtext, bytes, LEN(msgsz)));
SYSCALL(msgsnd, C_IPC, int, IN(msqid, int), IN(msgp, msgbuf), IN(msgsz, size), IN(msgflg, ipc_msg_flags));
SYSCALL(msgrcv, C_IPC | MOVES, klong,
	IN(msqid, int), OUT(msgp, msgbuf), IN(msgsz, size), IN(msgtyp, long), IN(msgflg, ipc_msg_flags));
#define MSG64_TAIL \
	IN(msg_cbytes, kulong), IN(msg_qnum, kulong), IN(msg_qbytes, kulong), \
	IN(msg_lspid, pid), IN(msg_lrpid, pid), \
	IN(__unused4, kulong), IN(__unused5, kulong)
#define MSG64(perm) \
	IN(msg_perm, perm), IN(msg_stime, kulong), IN(msg_rtime, kulong), \
	IN(msg_ctime, kulong), MSG64_TAIL
#define MSG64_I386(perm) \
	IN(msg_perm, perm), IN(msg_stime, kulong), PAD(4), IN(msg_rtime, kulong), PAD(4), \
	IN(msg_ctime, kulong), PAD(4), MSG64_TAIL
STRUCT_TYPE_AS(msqid64_ds_i386, PARTS(.name = "msqid64_ds", VIEW(HIDE(msg_cbytes, __unused4, __unused5))), MSG64_I386(ipc64_perm));
STRUCT_TYPE_AS(msqid64_ds, PARTS(ONLY_ABIS(~(ABIS_32 | ABIS_MIPS_32), t_msqid64_ds_i386), VIEW(HIDE(msg_cbytes, __unused4, __unused5))), MSG64(ipc64_perm));
#define MSG(perm) \
	IN(msg_perm, perm), IN(msg_first, address), IN(msg_last, address), IN(msg_stime, kulong), \
	IN(msg_rtime, kulong), IN(msg_ctime, kulong), IN(msg_lcbytes, kulong), \
	IN(msg_lqbytes, kulong), IN(msg_cbytes, u16), IN(msg_qnum, u16), IN(msg_qbytes, u16), \
	IN(msg_lspid, u16), IN(msg_lrpid, u16)
STRUCT_TYPE_AS(msqid_ds, VIEW(HIDE(msg_first, msg_last, msg_lcbytes, msg_lqbytes, msg_cbytes)), MSG(ipc_perm));
STRUCT_TYPE(msginfo,
	IN(msgpool, int), IN(msgmap, int), IN(msgmax, int), IN(msgmnb, int), IN(msgmni, int), IN(msgssz, int),
	IN(msgtql, int), IN(msgseg, u16));
#define MSGCTL IN(msqid, int), IN(op, msg_commands)
CHOICE_IGNORING(msgctl_arguments_i386, op, IPC_64_BIT,
	WITH(IPC_SET, IN_EITHER(buf, msqid64_ds, msqid_ds, AS(msg_set))),
	WITH(IPC_STAT|MSG_STAT|MSG_STAT_ANY, OUT_EITHER(buf, msqid64_ds, msqid_ds)),
	WITH(IPC_INFO|MSG_INFO, OUT(buf, msginfo)),
	OTHERWISE(IN(buf, address)));
static const struct syscall msgctl_i386 = { ROW_32(C_IPC, int, MSGCTL, CHOOSE(msgctl_arguments_i386)) };
CHOICE_IGNORING(msgctl_arguments, op, IPC_64_BIT,
	WITH(IPC_SET, IN(buf, msqid64_ds, AS(msg_set))),
	WITH(IPC_STAT|MSG_STAT|MSG_STAT_ANY, OUT(buf, msqid64_ds)),
	WITH(IPC_INFO|MSG_INFO, OUT(buf, msginfo)),
	OTHERWISE(IN(buf, address)));
SYSCALL_ALT(msgctl, ~ABIS_32, &msgctl_i386, C_IPC, int, MSGCTL, CHOOSE(msgctl_arguments));

/* linux/mqueue.h */
STRUCT_TYPE_AS(mq_attr, VIEW(HIDE(__reserved)),
	IN(mq_flags, mq_flags), IN(mq_maxmsg, klong), IN(mq_msgsize, klong), IN(mq_curmsgs, klong), IN(__reserved, klong, COUNT_IS(4)));
/* mq_open(2) ignores the flags. */
STRUCT_TYPE_AS(mq_attr_new, PARTS(.name = "mq_attr", VIEW(HIDE(__reserved))),
	IN(mq_flags, hexklong), IN(mq_maxmsg, klong), IN(mq_msgsize, klong), IN(mq_curmsgs, klong), IN(__reserved, klong, COUNT_IS(4)));
SYSCALL(mq_open, C_DESC, fd,
	IN(name, path_no_file), IN(flags, open_flags), IN(mode, perm16, WHEN(flags, HAS, O_CREAT)),
	IN(attr, mq_attr_new, WHEN(flags, HAS, O_CREAT)));
SYSCALL(mq_unlink, C_NONE, int, IN(path, path_no_file));
SYSCALL(mq_timedsend, C_DESC, int,
	IN(mqdes, fd), IN(msg_ptr, bytes, LEN(msg_len)), IN(msg_len, size), IN(msg_prio, uint), IN(abs_timeout, timespec));
SYSCALL_AS(mq_timedreceive, C_DESC | MOVES, klong, VIEW(LATE(abs_timeout)),
	IN(mqdes, fd), OUT(msg_ptr, bytes, LEN(RET)), IN(msg_len, size), OUT(msg_prio, uint), IN(abs_timeout, timespec));
SYSCALL(mq_timedsend_time64, C_DESC, int,
	IN(mqdes, fd), IN(msg_ptr, bytes, LEN(msg_len)), IN(msg_len, size), IN(msg_prio, uint), IN(abs_timeout, timespec64));
SYSCALL_AS(mq_timedreceive_time64, C_DESC | MOVES, klong, VIEW(LATE(abs_timeout)),
	IN(mqdes, fd), OUT(msg_ptr, bytes, LEN(RET)), IN(msg_len, size), OUT(msg_prio, uint), IN(abs_timeout, timespec64));
SYSCALL(mq_notify, C_DESC, int, IN(mqdes, fd), IN(sevp, sigevent));
SYSCALL(mq_getsetattr, C_DESC, int, IN(mqdes, fd), IN(newattr, mq_attr), OUT(oldattr, mq_attr));

/* linux/ipc.h, ipc(2): (call, first, second, third, ptr, fifth). msgrcv of version 0 has a struct
 * of the buffer and the type at ptr; later versions have the type as the fifth argument. */
static const struct multiplexed ipc_calls[] = {
	{ ID_semop, MULTIPLEX_ANY_VERSION, 0, 3, { 1, 4, 2 }, 0 },
	{ ID_semget, MULTIPLEX_ANY_VERSION, 0, 3, { 1, 2, 3 }, 0 },
	{ ID_semctl, MULTIPLEX_ANY_VERSION, 4, 4, { 1, 2, 3, MULTIPLEX_MEMORY }, 0 },
	{ ID_semtimedop, MULTIPLEX_ANY_VERSION, 0, 4, { 1, 4, 2, 5 }, 0 },
	{ ID_msgsnd, MULTIPLEX_ANY_VERSION, 0, 4, { 1, 4, 2, 3 }, 0 },
	{ ID_msgrcv, 0, 4, 5, { 1, MULTIPLEX_MEMORY, 2, MULTIPLEX_MEMORY + 1, 3 }, 0 },
	{ ID_msgrcv, MULTIPLEX_ANY_VERSION, 0, 5, { 1, 4, 2, 5, 3 }, 0 },
	{ ID_msgget, MULTIPLEX_ANY_VERSION, 0, 2, { 1, 2 }, 0 },
	{ ID_msgctl, MULTIPLEX_ANY_VERSION, 0, 3, { 1, 2, 4 }, 0 },
	{ ID_shmat, MULTIPLEX_ANY_VERSION, 0, 3, { 1, 4, 2 }, 3 },
	{ ID_shmdt, MULTIPLEX_ANY_VERSION, 0, 1, { 4 }, 0 },
	{ ID_shmget, MULTIPLEX_ANY_VERSION, 0, 3, { 1, 2, 3 }, 0 },
	{ ID_shmctl, MULTIPLEX_ANY_VERSION, 0, 3, { 1, 2, 4 }, 0 },
	{ 0 },
};
/* linux/ipc.h */
static const struct type t_ipc_call = { .name = "IPCCALL", .kind = KIND_MACRO, .storage = STORE_U32, VIEW(.terms = true, NONZERO(version)), ARGUMENTS(
	ARGUMENT(version, uint, 16, 0xffff0000), ARGUMENT(op, uint, 0, 0xffff)) };
#define IPC IN(call, ipc_call), IN(first, hexlong), IN(second, hexlong), IN(third, hexlong), IN(ptr, hexlong)
/*
 * arch/s390/kernel/syscall.c: five arguments, no versions; the timeout of semtimedop is the third
 * one.
 */
static const struct multiplexed ipc_calls_s390[] = {
	{ ID_semop, 0, 0, 3, { 1, 4, 2 }, 0 },
	{ ID_semget, 0, 0, 3, { 1, 2, 3 }, 0 },
	{ ID_semctl, 0, 4, 4, { 1, 2, 3, MULTIPLEX_MEMORY }, 0 },
	{ ID_semtimedop, 0, 0, 4, { 1, 4, 2, 3 }, 0 },
	{ ID_msgsnd, 0, 0, 4, { 1, 4, 2, 3 }, 0 },
	{ ID_msgrcv, 0, 4, 5, { 1, MULTIPLEX_MEMORY, 2, MULTIPLEX_MEMORY + 1, 3 }, 0 },
	{ ID_msgget, 0, 0, 2, { 1, 2 }, 0 },
	{ ID_msgctl, 0, 0, 3, { 1, 2, 4 }, 0 },
	{ ID_shmat, 0, 0, 3, { 1, 4, 2 }, 3 },
	{ ID_shmdt, 0, 0, 1, { 4 }, 0 },
	{ ID_shmget, 0, 0, 3, { 1, 2, 3 }, 0 },
	{ ID_shmctl, 0, 0, 3, { 1, 2, 4 }, 0 },
	{ 0 },
};
static const struct syscall ipc_s390 = { .multiplexed = ipc_calls_s390, ROW(C_IPC | MULTIPLEX, klong, IPC) };
const struct syscall row_ipc = { .abis = ~ABIS_S390, .other = &ipc_s390, .multiplexed = ipc_calls,
	ROW(C_IPC | MULTIPLEX, klong, IPC, IN(fifth, hexlong)) };
