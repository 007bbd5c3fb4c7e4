/* SPDX-License-Identifier: MIT */
/* System V IPC and POSIX message queues. */
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>

#include "fixture.h"

#define IPC_64 0x100
/* Without IPC_64 the structs of 32-bit programs are different: doc/differences.md. */
#if __SIZEOF_LONG__ == 4
#define IPC_ANY IPC_64
#else
#define IPC_ANY 0
#endif
/* The size of the largest struct of i386 and x86_64. */
#define STRUCT_SIZE 160

/*
 * The members of each struct for fixture_order(): structs with a struct ipc_perm, then the structs
 * of the *_INFO commands. With longs of 32 bits all other members have 32 bits.
 */
#define INTS "4444444444444444"
#if __SIZEOF_LONG__ == 4
#define ALL_INTS "4444444444444444444444444444444444444444"
#define IDS "444442222444444444444444444444444444444444"
#define SHM_IDS IDS
#define SEM_IDS IDS
#define MSG_IDS IDS
#define LONGS ALL_INTS
#define SHM_INFO ALL_INTS
#else
#define SHM_IDS "44444422228888884488"
#define SEM_IDS "444444222288888888"
#define MSG_IDS "4444442222888888884488"
#define LONGS "8888888888"
#define SHM_INFO "4488888"
#endif

/* Fills memory so that every 16-bit word of any struct is a small number. */
static void fill_numbers(unsigned char *bytes, const char *members)
{
	memset(bytes, 0, STRUCT_SIZE);
	for (unsigned i = 0; i < STRUCT_SIZE; i += 2)
		bytes[i] = (unsigned char)(i + 1);
	fixture_order(bytes, members);
}

static unsigned char *numbers(const char *members)
{
	unsigned char *bytes = fixture_alloc(STRUCT_SIZE);

	fill_numbers(bytes, members);
	return bytes;
}

static void shared_memory(void)
{
	static const long commands[] = { 0, 1, 2, 3, 11, 12, 13, 14, 15, 4, -1 };
	unsigned char *bytes = numbers(SHM_IDS);

	for (long key = -1; key < 2; key++) {
		CALL_AND_FAIL(5, SYS_shmget, key, 4096, 01600);
		CALL_AND_FAIL(5, SYS_shmget, key, -1, 03777 | 21 << 26);
		CALL_AND_FAIL(0x5000000, SYS_shmat, key, 0, 010000);
		CALL_AND_FAIL(0x5000000, SYS_shmat, key, 0x5000000, -1);
		CALL_AND_FAIL(0, SYS_shmdt, key);
	}
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		fill_numbers(bytes, commands[i] == 3	? LONGS
				    : commands[i] == 14 ? SHM_INFO
							: SHM_IDS);
		CALL_AND_FAIL(0, SYS_shmctl, 5, commands[i] | IPC_ANY, bytes);
		CALL_AND_FAIL(7, SYS_shmctl, 5, commands[i] | IPC_64, bytes);
		CALL(SYS_shmctl, -1, commands[i], NULL);
		CALL(SYS_shmctl, -1, commands[i] | IPC_64, NOWHERE);
	}
	fill_numbers(bytes, SHM_IDS);
	fixture_pointers(SYS_shmctl, ARGS(5, 1 | IPC_ANY, 0), 2, bytes, STRUCT_SIZE);
	fixture_pointers(SYS_shmctl, ARGS(5, 2 | IPC_64, 0), 2, bytes, STRUCT_SIZE);
}

static void semaphores(void)
{
	static const long commands[] = {
		0, 1, 2, 3, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 4, -1
	};
	unsigned char *bytes = numbers(SEM_IDS);
	struct {
		unsigned short number;
		short op, flags;
	} *ops = fixture_alloc(40 * 6);
	long *time = fixture_alloc(16);

	for (int i = 0; i < 40; i++) {
		ops[i].number = i;
		ops[i].op = i % 3 - 1;
		ops[i].flags = i % 2 ? 010000 : i % 5 ? 04000 : -1;
	}
	time[0] = 3;
	time[1] = 7;
	CALL_AND_FAIL(5, SYS_semget, 0x1234, 3, 01600);
	CALL_AND_FAIL(5, SYS_semget, 0, -1, -1);
#ifdef SYS_semop
	for (long n = 0; n < 4; n++)
		CALL_AND_FAIL(0, SYS_semop, 5, ops, n);
	CALL(SYS_semop, 5, ops, 40);
	CALL(SYS_semop, 5, ops, -1);
	CALL(SYS_semop, 5, NULL, 1);
	fixture_pointers(SYS_semop, ARGS(5, 0, 2), 1, ops, 12);
#endif
#ifdef SYS_semtimedop
	CALL_AND_FAIL(0, SYS_semtimedop, 5, ops, 1, time);
	CALL_AND_FAIL(0, SYS_semtimedop, 5, ops, 2, NULL);
	fixture_pointers(SYS_semtimedop, ARGS(5, (unsigned long)ops, 1, 0), 3, time,
			 2 * sizeof(long));
#else
	/* A time of two 64-bit members. */
	memcpy(time, (int64_t[]){ 3, 7 }, 16);
	CALL_AND_FAIL(0, SYS_semtimedop_time64, 5, ops, 1, time);
#endif
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		long command = commands[i];

		fill_numbers(bytes, command == 3 || command == 19    ? INTS
				    : command == 13 || command == 17 ? "2222222222222222"
								     : SEM_IDS);
		CALL_AND_FAIL(0, SYS_semctl, 5, i, commands[i] | IPC_ANY, bytes);
		CALL_AND_FAIL(7, SYS_semctl, 5, i, commands[i] | IPC_64, bytes);
		CALL(SYS_semctl, -1, -1, commands[i], 17);
		CALL(SYS_semctl, -1, 0, commands[i] | IPC_64, NULL);
	}
	fill_numbers(bytes, SEM_IDS);
	fixture_pointers(SYS_semctl, ARGS(5, 0, 2 | IPC_64, 0), 3, bytes, STRUCT_SIZE);
}

static void messages(void)
{
	static const long commands[] = { 0, 1, 2, 3, 11, 12, 13, 4, -1 };
	static const unsigned long pointers[] = { 0, NOWHERE, ARENA_END - 1,
						  ARENA_END - sizeof(long) - 20 };
	unsigned char *bytes = numbers(MSG_IDS);
	struct {
		long type;
		char text[64];
	} *message = fixture_alloc(sizeof(*message));

	message->type = 7;
	strcpy(message->text, "a message of more than thirty-two bytes");
	CALL_AND_FAIL(5, SYS_msgget, 0x1234, 03644);
	CALL_AND_FAIL(5, SYS_msgget, 0, 0);
	for (long size = -1; size < 60; size += 15) {
		CALL_AND_FAIL(0, SYS_msgsnd, 5, message, size, 04000);
		CALL_AND_FAIL(size < 0 ? 0 : size, SYS_msgrcv, 5, message, size, -7, 010000);
		CALL_AND_FAIL(3, SYS_msgrcv, 5, message, size, 0, 074000);
	}
	CALL(SYS_msgsnd, -1, NULL, 0, -1);
	CALL(SYS_msgrcv, -1, NULL, 0, -1, -1);
	for (size_t i = 0; i < sizeof(pointers) / sizeof(pointers[0]); i++) {
		CALL_AND_FAIL(0, SYS_msgsnd, 5, pointers[i], 20, 0);
		CALL_AND_FAIL(20, SYS_msgrcv, 5, pointers[i], 20, 0, 0);
	}
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		fill_numbers(bytes, commands[i] == 3 || commands[i] == 12 ? INTS : MSG_IDS);
		CALL_AND_FAIL(0, SYS_msgctl, 5, commands[i] | IPC_ANY, bytes);
		CALL_AND_FAIL(7, SYS_msgctl, 5, commands[i] | IPC_64, bytes);
		CALL(SYS_msgctl, -1, commands[i], NULL);
		CALL(SYS_msgctl, -1, commands[i] | IPC_64, NOWHERE);
	}
	fill_numbers(bytes, MSG_IDS);
	fixture_pointers(SYS_msgctl, ARGS(5, 1 | IPC_64, 0), 2, bytes, STRUCT_SIZE);
}

/* ipc(2), through which 32-bit programs can make all of these calls. */
static void multiplexed(void)
{
#if defined(SYS_ipc) && __SIZEOF_LONG__ == 4
	/* The ipc of s390 has no older version. */
#ifdef __s390__
	const long versions = 1;
#else
	const long versions = 2;
#endif
	unsigned char *bytes = numbers(MSG_IDS);
	uint32_t *words = fixture_alloc(16);

	words[0] = ARENA;
	words[1] = 9;
	for (long command = -1; command < 22; command++) {
		CALL_AND_FAIL(7, SYS_ipc, 14, 5, command | IPC_64, 0, bytes, 0);
		CALL_AND_FAIL(7, SYS_ipc, 24, 5, command | IPC_64, 0, bytes, 0);
	}
	for (long version = 0; version < versions; version++) {
		for (long call = 0; call < 26; call++) {
			/* semctl and msgrcv differ: doc/differences.md. */
			if (call == 3 || (call == 12 && !version))
				continue;
			CALL_AND_FAIL(3, SYS_ipc, call | version << 16, 5, IPC_64 | 2, 3, bytes, 6);
			CALL_AND_FAIL(3, SYS_ipc, call | version << 16, 5, 20, 0, words, 0);
			CALL(SYS_ipc, call | version << 16, -1, -1, -1, NOWHERE, -1);
			CALL(SYS_ipc, call | version << 16, 0, 0, 0, NULL, 0);
		}
	}
	for (long version = 0; version < versions; version++)
		for (long flags = 0; flags < 020000; flags += 010000) {
			fixture_result(0);
			CHANGE(words[2], 0xf7654000);
			CALL(SYS_ipc, 21 | version << 16, 5, flags, words + 2, 0, 0);
			CHANGE(words[2], 0);
			CALL(SYS_ipc, 21 | version << 16, 5, flags, words + 2, 0x5000000, 0);
			CHANGE(words[2], 0xffffffff);
			CALL_AND_FAIL(0, SYS_ipc, 21 | version << 16, 5, flags, words + 2,
				      0x5000000, 0);
		}
	CALL(SYS_ipc, -1, 1, 2, 3, 4, 5);
#endif
}

static void posix_queues(void)
{
	char *name = STRING("queue");
	long *attr = fixture_alloc(8 * sizeof(*attr));
	long *time = fixture_alloc(16);
	unsigned *priority = COPY(unsigned, { 9 });
	char *text = STRING("a message of more than thirty-two bytes");
	struct {
		long value;
		int signo, notify;
		void *more[14];
	} *event = fixture_alloc(sizeof(*event));

	attr[0] = O_NONBLOCK;
	attr[1] = 10;
	attr[2] = 8192;
	attr[3] = -1;
	time[0] = 1700000000;
	time[1] = 5;
	CALL_AND_FAIL(3, SYS_mq_open, name, O_RDWR, 0, NULL);
	CALL_AND_FAIL(3, SYS_mq_open, name, O_RDWR | O_CREAT | O_EXCL, 0600, attr);
	CALL_AND_FAIL(3, SYS_mq_open, name, O_CREAT | O_CLOEXEC, 0177777, NULL);
	CALL(SYS_mq_open, NULL, -1, -1, NOWHERE);
	fixture_pointers(SYS_mq_open, ARGS((unsigned long)name, O_CREAT, 0, 0), 3, attr,
			 4 * sizeof(long));
	CALL_AND_FAIL(0, SYS_mq_unlink, name);
	for (long size = -1; size < 45; size += 15) {
		CALL_AND_FAIL(0, SYS_mq_timedsend, 3, text, size, 7, time);
		CALL_AND_FAIL(size < 0 ? 0 : size, SYS_mq_timedreceive, 3, text, 40, priority,
			      time);
	}
	CALL_AND_FAIL(0, SYS_mq_timedsend, -1, NULL, 0, -1, NULL);
	CALL_AND_FAIL(5, SYS_mq_timedreceive, -1, NOWHERE, 5, NULL, NULL);
	fixture_result(5);
	fixture_pointers(SYS_mq_timedreceive, ARGS(3, (unsigned long)text, 40, 0, 0), 3, priority,
			 4);
	fixture_pointers(SYS_mq_timedreceive, ARGS(3, (unsigned long)text, 40, 0, 0), 4, time,
			 2 * sizeof(long));
	fixture_pointers(SYS_mq_timedsend, ARGS(3, 0, 5, 0, 0), 1, "12345", 5);
	fixture_result(0);
	CALL_AND_FAIL(0, SYS_mq_notify, 3, NULL);
	for (event->notify = -1; event->notify < 5; event->notify++) {
		event->signo = SIGUSR1;
		CALL_AND_FAIL(0, SYS_mq_notify, 3, event);
		event->value = TWICE(0x1234);
	}
	fixture_pointers(SYS_mq_notify, ARGS(3, 0), 1, event, 64);
	CALL_AND_FAIL(0, SYS_mq_getsetattr, 3, attr, attr);
	CALL_AND_FAIL(0, SYS_mq_getsetattr, 3, NULL, attr);
	CALL_AND_FAIL(0, SYS_mq_getsetattr, 3, attr, NULL);
	fixture_pointers(SYS_mq_getsetattr, ARGS(3, 0, 0), 2, attr, 8 * sizeof(long));
}

int main(void)
{
	static void (*const parts[])(void) = {
		shared_memory, semaphores, messages, multiplexed, posix_queues,
	};

	fixture_begin();
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		parts[i]();
		fixture_free_all();
	}
	fixture_end();
}
