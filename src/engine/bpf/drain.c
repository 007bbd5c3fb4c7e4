/* SPDX-License-Identifier: MIT */
/*
 * A thread that moves records from the ring to memory, so that the ring does not fill up while scry
 * waits for a CPU.
 *
 * The niceness of scry is no help among the programs of other sessions: with autogroups (sched(7))
 * it counts only within a session. The thread has a real-time policy, which autogroups do not
 * concern. A copy takes a tenth of the time of decoding.
 */
#include "engine/bpf/drain.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/bpf/ring.h"
#include "engine/process/slice.h"
#include "scry/kernel/capture.h"
#include "scry/util.h"

#define BLOCK_BYTES (1u << 20)
/*
 * With as many blocks scry has waited for a CPU for long: it gets the policy of the thread until it
 * has read them. So it takes CPU time from the programs that make the records.
 */
#define HURRY_BLOCKS 32u
/* With all blocks full the thread leaves records in the ring, and programs wait or lose them. */
#define MAX_BLOCKS 256u
/*
 * The program in the kernel wakes the thread up for each 256 KiB. It looks for less than that after
 * this time.
 */
#define POLL_MS 20
#define FULL_POLL_MS 1 /* while all blocks are full */
/* The lowest real-time priority. */
#define PRIORITY 1

/* Records, each after the number of its bytes. The thread appends; scry reads up to .filled. */
struct block {
	struct block *next;
	size_t filled;
	unsigned char bytes[BLOCK_BYTES];
};

struct drain {
	pthread_t thread;
	struct ring *ring;
	int wake_fd; /* eventfd: there are records */
	int stop_fd; /* eventfd: the thread ends */
	int command_fd; /* pidfd of the command; -1: there is none */
	int poll_fd; /* epoll: the ring, stop_fd and command_fd */
	enum drain_state state;
	/* The position in the ring when the command had ended; ULONG_MAX: it runs. */
	unsigned long end;
	struct block *last; /* the thread appends to it */
	struct block *first; /* scry reads it */
	size_t at; /* bytes of the first block that scry has read */
	size_t n_blocks;
	pid_t reader; /* the thread that calls drain_next() */
	int policy; /* its scheduling policy */
	bool waits; /* records are not to be lost: the reader may get a real-time policy */
	bool hurries; /* it has that */
};

static size_t padded(size_t len)
{
	return (len + 7) & ~(size_t)7;
}

static void set_policy(pid_t tid, int policy)
{
	struct sched_param param = { .sched_priority = policy == SCHED_RR ? PRIORITY : 0 };

	/* Without the privilege nothing changes. The functions of musl for this always fail. */
	syscall(SYS_sched_setscheduler, tid, policy | SCHED_RESET_ON_FORK, &param);
}

static void hurry(struct drain *drain)
{
	if (!drain->waits || __atomic_exchange_n(&drain->hurries, true, __ATOMIC_ACQ_REL))
		return;
	set_policy(drain->reader, SCHED_RR);
}

/* The reader calls this. */
static void stop_hurry(struct drain *drain)
{
	if (!__atomic_exchange_n(&drain->hurries, false, __ATOMIC_ACQ_REL))
		return;
	set_policy(drain->reader, drain->policy);
	slice_shorten();
}

/* Adds a block if the last one has no room. Returns false if there are too many. */
static bool make_room(struct drain *drain, size_t len)
{
	struct block *block = drain->last;

	if (block->filled + len <= BLOCK_BYTES)
		return true;
	if (__atomic_load_n(&drain->n_blocks, __ATOMIC_RELAXED) >= MAX_BLOCKS)
		return false;
	block = malloc(sizeof(*block));
	if (!block)
		return false;
	block->next = NULL;
	block->filled = 0;
	if (__atomic_add_fetch(&drain->n_blocks, 1, __ATOMIC_RELAXED) >= HURRY_BLOCKS)
		hurry(drain);
	__atomic_store_n(&drain->last->next, block, __ATOMIC_RELEASE);
	drain->last = block;
	return true;
}

static void append(struct drain *drain, const struct bpf_record *record, size_t len)
{
	struct block *block = drain->last;
	uint64_t head = len;

	memcpy(block->bytes + block->filled, &head, sizeof(head));
	memcpy(block->bytes + block->filled + sizeof(head), record, len);
	__atomic_store_n(&block->filled, block->filled + sizeof(head) + padded(len),
			 __ATOMIC_RELEASE);
}

/*
 * Moves what the ring has now, up to the end of the command. Returns false if there is no room for
 * all of it. A record stays in the ring until its copy can be read, so that one of both has it.
 */
static bool move_all(struct drain *drain)
{
	const struct bpf_record *record;
	unsigned long end = ring_produced(drain->ring);
	uint64_t one = 1;
	bool moved = false, room = true;
	size_t len;

	if (end > drain->end)
		end = drain->end;
	/*
	 * Programs that make records all the time must not keep the thread from its other
	 * descriptors.
	 */
	while ((record = ring_next(drain->ring, &len))) {
		bool is_beyond = drain->ring->at >= end;

		room = is_beyond || make_room(drain, sizeof(uint64_t) + padded(len));
		if (is_beyond || !room) {
			ring_keep(drain->ring);
			break;
		}
		append(drain, record, len);
		moved = true;
	}
	/* The counter cannot overflow: scry resets it before it waits. */
	if (moved && write(drain->wake_fd, &one, sizeof(one)) < 0)
		return true;
	return room;
}

/* The reader waits for wake_fd. */
static void set_state(struct drain *drain, enum drain_state state)
{
	uint64_t one = 1;
	ssize_t ignored;

	__atomic_store_n(&drain->state, state, __ATOMIC_RELEASE);
	ignored = write(drain->wake_fd, &one, sizeof(one));
	(void)ignored;
}

/*
 * The kernel has written the records of all threads of the command before a pidfd says that it has
 * ended.
 */
static void note_end(struct drain *drain)
{
	drain->end = ring_produced(drain->ring);
	epoll_ctl(drain->poll_fd, EPOLL_CTL_DEL, drain->command_fd, NULL);
	set_state(drain, DRAIN_ENDING);
}

/*
 * Other programs may have made records since the end of the command. The ring has room for more of
 * them until scry detaches.
 */
static void discard_all(struct drain *drain)
{
	unsigned long end = ring_produced(drain->ring);
	size_t len;

	while (ring_next(drain->ring, &len) && drain->ring->at < end)
		;
}

static void *run(void *ctx)
{
	struct drain *drain = ctx;
	struct epoll_event ready;
	bool room = true;
	int n;

	set_policy(0, SCHED_RR);
	for (;;) {
		if (drain->state == DRAIN_ENDED)
			discard_all(drain);
		else
			room = move_all(drain);
		if (drain->state == DRAIN_ENDING && drain->ring->at >= drain->end)
			set_state(drain, DRAIN_ENDED);
		n = epoll_wait(drain->poll_fd, &ready, 1, room ? POLL_MS : FULL_POLL_MS);
		if (n > 0 && ready.data.fd == drain->stop_fd)
			return NULL;
		if (n > 0 && ready.data.fd == drain->command_fd)
			note_end(drain);
	}
}

static bool watch(struct drain *drain, int fd, uint32_t events)
{
	struct epoll_event event = { .events = events, .data.fd = fd };

	return !epoll_ctl(drain->poll_fd, EPOLL_CTL_ADD, fd, &event);
}

static void drain_free(struct drain *drain)
{
	struct block *next;

	for (struct block *block = drain->first; block; block = next) {
		next = block->next;
		free(block);
	}
	if (drain->wake_fd >= 0)
		close(drain->wake_fd);
	if (drain->stop_fd >= 0)
		close(drain->stop_fd);
	if (drain->command_fd >= 0)
		close(drain->command_fd);
	if (drain->poll_fd >= 0)
		close(drain->poll_fd);
	free(drain);
}

struct drain *drain_start(struct ring *ring, bool waits, pid_t command)
{
	struct drain *drain = xcalloc(1, sizeof(*drain));
	sigset_t all, before;
	int error;

	drain->ring = ring;
	drain->waits = waits;
	drain->reader = (pid_t)syscall(SYS_gettid);
	drain->policy = (int)syscall(SYS_sched_getscheduler, 0) & ~SCHED_RESET_ON_FORK;
	drain->first = drain->last = xcalloc(1, sizeof(*drain->last));
	drain->n_blocks = 1;
	drain->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	drain->stop_fd = eventfd(0, EFD_CLOEXEC);
	drain->poll_fd = epoll_create1(EPOLL_CLOEXEC);
	drain->command_fd = command ? (int)syscall(SYS_pidfd_open, command, 0) : -1;
	drain->end = ULONG_MAX;
	/* The ring is edge-triggered: while all blocks are full it would be ready all the time. */
	if (drain->wake_fd < 0 || drain->stop_fd < 0 || drain->poll_fd < 0 ||
	    !watch(drain, ring->fd, EPOLLIN | EPOLLET) || !watch(drain, drain->stop_fd, EPOLLIN) ||
	    (command && !watch(drain, drain->command_fd, EPOLLIN))) {
		drain_free(drain);
		return NULL;
	}
	/* Signals are for the thread that traces. A new thread has the mask of this one. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&drain->thread, NULL, run, drain);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!error)
		return drain;
	drain_free(drain);
	errno = error;
	return NULL;
}

void drain_end(struct drain *drain)
{
	uint64_t one = 1;

	if (!drain)
		return;
	if (write(drain->stop_fd, &one, sizeof(one)) == sizeof(one))
		pthread_join(drain->thread, NULL);
	drain_free(drain);
}

enum drain_state drain_state(const struct drain *drain)
{
	return __atomic_load_n(&drain->state, __ATOMIC_ACQUIRE);
}

int drain_fd(const struct drain *drain)
{
	return drain->wake_fd;
}

/*
 * Goes to the next block if the first one is read to its end. Returns false if there is no record.
 */
static bool find_record(struct drain *drain)
{
	struct block *block = drain->first, *next;

	if (drain->at < __atomic_load_n(&block->filled, __ATOMIC_ACQUIRE))
		return true;
	next = __atomic_load_n(&block->next, __ATOMIC_ACQUIRE);
	if (!next)
		return false;
	/*
	 * The thread may have appended a record between both looks; with a next block it appends no
	 * more.
	 */
	if (drain->at < __atomic_load_n(&block->filled, __ATOMIC_ACQUIRE))
		return true;
	drain->first = next;
	drain->at = 0;
	free(block);
	if (__atomic_sub_fetch(&drain->n_blocks, 1, __ATOMIC_RELAXED) <= 1)
		stop_hurry(drain);
	return __atomic_load_n(&next->filled, __ATOMIC_ACQUIRE);
}

const struct bpf_record *drain_next(struct drain *drain, size_t *len)
{
	const unsigned char *at;
	uint64_t head;

	/* Before the look at the records: the thread writes to it after it has appended. */
	if (!find_record(drain)) {
		if (read(drain->wake_fd, &head, sizeof(head)) < 0 || !find_record(drain))
			return NULL;
	}
	at = drain->first->bytes + drain->at;
	memcpy(&head, at, sizeof(head));
	*len = head;
	drain->at += sizeof(head) + padded(head);
	return (const struct bpf_record *)(at + sizeof(head));
}
