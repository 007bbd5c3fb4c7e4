/* SPDX-License-Identifier: MIT */
/* System V and POSIX message queues, semaphores and shared memory. */
#include "syscalls/hooks.h"
#include "syscalls/table.h"

/* clang-format off */

/* linux/ipc.h; the permissions in the low nine bits are octal behind the names. */
SYSCALL(shmget, C_IPC, int, IN(key, ipc_key), IN(size, size), IN(shmflg, shmget_flags));
SYSCALL(shmat, C_IPC | C_MEMORY, address, IN(shmid, int), IN(shmaddr, address), IN(shmflg, shmat_flags));
SYSCALL(shmdt, C_IPC | C_MEMORY, int, IN(shmaddr, address));
SYSCALL(shmctl, C_IPC, int, IN(shmid, int), IN(cmd, shm_commands), IN(buf, address));

SYSCALL(semget, C_IPC, int, IN(key, ipc_key), IN(nsems, int), IN(semflg, ipc_get));
STRUCT_TYPE(sembuf, IN(sem_num, u16), IN(sem_op, s16), IN(sem_flg, sem_flags));
SYSCALL(semop, C_IPC, int, IN(semid, int), IN(sops, sembuf, COUNT(nsops)), IN(nsops, uint));
SYSCALL(semtimedop, C_IPC, int,
	IN(semid, int), IN(sops, sembuf, COUNT(nsops)), IN(nsops, uint), IN(timeout, timespec));
SYSCALL(semtimedop_time64, C_IPC, int,
	IN(semid, int), IN(sops, sembuf, COUNT(nsops)), IN(nsops, uint), IN(timeout, timespec64));
SYSCALL(semctl, C_IPC, int, IN(semid, int), IN(semnum, int), IN(cmd, sem_commands), IN(arg, address));

SYSCALL(msgget, C_IPC, int, IN(key, ipc_key), IN(msgflg, ipc_get));
STRUCT_TYPE(msgbuf, IN(mtype, klong), IN(mtext, bytes, LEN(msgsz)));
STRUCT_TYPE_AS(msgbuf_out, .name = "msgbuf", OUT(mtype, klong), OUT(mtext, bytes, LEN(msgsz)));
SYSCALL(msgsnd, C_IPC, int, IN(msqid, int), IN(msgp, msgbuf), IN(msgsz, size), IN(msgflg, ipc_msg_flags));
SYSCALL(msgrcv, C_IPC, klong,
	IN(msqid, int), OUT(msgp, msgbuf_out), IN(msgsz, size), IN(msgtyp, long), IN(msgflg, ipc_msg_flags));
SYSCALL(msgctl, C_IPC, int, IN(msqid, int), IN(cmd, msg_commands), IN(buf, address));

/* linux/mqueue.h */
STRUCT_TYPE(mq_attr,
	IN(mq_flags, mq_flags), IN(mq_maxmsg, klong), IN(mq_msgsize, klong), IN(mq_curmsgs, klong), IN(__reserved, klong, COUNT_IS(4), HIDDEN));
FLAGS_TYPE(mq_flags, open_extra, KULONG);
SYSCALL(mq_open, C_DESC, fd,
	IN(name, path), IN(oflag, open_flags), IN(mode, perm16, WHEN(oflag, HAS, O_CREAT)),
	IN(attr, mq_attr, WHEN(oflag, HAS, O_CREAT)));
SYSCALL(mq_unlink, C_NONE, int, IN(name, path));
SYSCALL(mq_timedsend, C_DESC, int,
	IN(mqdes, fd), IN(msg_ptr, bytes, LEN(msg_len)), IN(msg_len, size), IN(msg_prio, uint), IN(abs_timeout, timespec));
SYSCALL(mq_timedreceive, C_DESC, klong,
	IN(mqdes, fd), OUT(msg_ptr, bytes, LEN(RET)), IN(msg_len, size), OUT(msg_prio, uint), IN(abs_timeout, timespec, LATE));
SYSCALL(mq_timedsend_time64, C_DESC, int,
	IN(mqdes, fd), IN(msg_ptr, bytes, LEN(msg_len)), IN(msg_len, size), IN(msg_prio, uint), IN(abs_timeout, timespec64));
SYSCALL(mq_timedreceive_time64, C_DESC, klong,
	IN(mqdes, fd), OUT(msg_ptr, bytes, LEN(RET)), IN(msg_len, size), OUT(msg_prio, uint), IN(abs_timeout, timespec64, LATE));
SYSCALL(mq_notify, C_DESC, int, IN(mqdes, fd), IN(sevp, sigevent));
SYSCALL(mq_getsetattr, C_DESC, int, IN(mqdes, fd), IN(newattr, mq_attr), OUT(oldattr, mq_attr));

/* linux/ipc.h, ipc(2): (call, first, second, third, ptr, fifth). msgrcv of version 0 has a struct
 * of the buffer and the type behind ptr; later versions have the type fifth. */
static const struct multiplexed ipc_calls[] = {
	{ ID_semop, MULTIPLEX_ANY_VERSION, 0, 3, { 1, 4, 2 } },
	{ ID_semget, MULTIPLEX_ANY_VERSION, 0, 3, { 1, 2, 3 } },
	{ ID_semctl, MULTIPLEX_ANY_VERSION, 4, 4, { 1, 2, 3, MULTIPLEX_MEMORY } },
	{ ID_semtimedop, MULTIPLEX_ANY_VERSION, 0, 4, { 1, 4, 2, 5 } },
	{ ID_msgsnd, MULTIPLEX_ANY_VERSION, 0, 4, { 1, 4, 2, 3 } },
	{ ID_msgrcv, 0, 4, 5, { 1, MULTIPLEX_MEMORY, 2, MULTIPLEX_MEMORY + 1, 3 } },
	{ ID_msgrcv, MULTIPLEX_ANY_VERSION, 0, 5, { 1, 4, 2, 5, 3 } },
	{ ID_msgget, MULTIPLEX_ANY_VERSION, 0, 2, { 1, 2 } },
	{ ID_msgctl, MULTIPLEX_ANY_VERSION, 0, 3, { 1, 2, 4 } },
	{ ID_shmat, MULTIPLEX_ANY_VERSION, 0, 3, { 1, 4, 2 } },
	{ ID_shmdt, MULTIPLEX_ANY_VERSION, 0, 1, { 4 } },
	{ ID_shmget, MULTIPLEX_ANY_VERSION, 0, 3, { 1, 2, 3 } },
	{ ID_shmctl, MULTIPLEX_ANY_VERSION, 0, 3, { 1, 2, 4 } },
	{ 0 },
};
const struct syscall row_ipc = { .multiplexed = ipc_calls,
	ROW(C_IPC | MULTIPLEX, klong, IN(call, uint), IN(first, hexlong), IN(second, hexlong),
		IN(third, hexlong), IN(ptr, hexlong), IN(fifth, hexlong)) };
