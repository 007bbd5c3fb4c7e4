/* SPDX-License-Identifier: MIT */
/*
 * Private to src/engine/rings/: the rings that processes have, of which the memory is read through
 * the fetch of a tracee.
 */
#ifndef SCRY_ENGINE_RINGS_TABLE_H
#define SCRY_ENGINE_RINGS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/fetch.h"
#include "scry/request.h"

/* struct io_uring_params of linux/io_uring.h. It is the same in all ABIs. */
struct uring_params {
	uint32_t sq_entries, cq_entries, flags, sq_thread_cpu, sq_thread_idle, features, wq_fd,
		resv[3];
	struct {
		uint32_t head, tail, ring_mask, ring_entries, flags, dropped, array, resv;
		uint64_t user_addr;
	} sq_off;
	struct {
		uint32_t head, tail, ring_mask, ring_entries, overflow, cqes, flags, resv;
		uint64_t user_addr;
	} cq_off;
};

/* IORING_SETUP_SQPOLL of linux/io_uring.h: a thread of the kernel takes requests from the ring. */
#define RING_SETUP_SQPOLL (1u << 1)

/* A ring, as a process has it. Two processes that share a ring have one of these each. */
struct ring {
	pid_t tgid;
	int fd;
	uint32_t number;
	uint64_t file; /* identifies the file of the descriptor */
	/* the trace has seen io_uring_setup(2): no result is older than the trace */
	bool made_here;
	bool mapped; /* the addresses are known */
	bool looked; /* .seen is valid */
	bool sound; /* the sizes are such as the kernel makes */
	/* addresses of the heads and tails, those of the completion queue, and the SQEs */
	uint64_t rings, completions, entries;
	uint32_t seen; /* the position after the last result that was passed */
	struct uring_params layout;
};

/* An index that stands for a ring in one thread. */
struct registered_ring {
	pid_t tid;
	uint32_t index;
	int fd;
};

struct rings {
	struct ring **items;
	size_t n, capacity;
	struct registered_ring *registered;
	size_t n_registered, registered_capacity;
	uint32_t last_number;
};

/*
 * io_uring_setup(2) has returned a descriptor: reads *params of the tracee. Returns the ring; NULL:
 * it cannot be known.
 */
struct ring *rings_add(struct rings *rings, const struct fetch *fetch, pid_t tgid, int fd,
		       uint64_t params);
/* A process has ended, or executes another program: its memory has no ring any more. */
void rings_forget(struct rings *rings, pid_t tgid);
/* Returns whether the process has a ring that scry knows. */
bool rings_has(const struct rings *rings, pid_t tgid);
/*
 * Returns the ring of a descriptor. The first call for a descriptor looks in /proc for the memory
 * of the ring; a ring that was made before the trace is found so, too. NULL: there is no such ring,
 * or its memory cannot be read.
 */
struct ring *rings_find(struct rings *rings, const struct fetch *fetch, pid_t tgid, int fd);
/*
 * io_uring_register(2): an index stands for a ring in io_uring_enter(2) of this thread
 * (IORING_REGISTER_RING_FDS).
 */
void rings_register(struct rings *rings, pid_t tid, uint32_t index, int fd);
/* Returns the descriptor of such an index; -1: unknown. */
int rings_registered(const struct rings *rings, pid_t tid, uint32_t index);
/* The memory of a ring has moved (IORING_REGISTER_RESIZE_RINGS): it is looked for again. */
void rings_move(struct rings *rings, pid_t tgid, int fd);

/*
 * Returns whether a thread of the kernel takes requests from the ring, so that no call of the
 * process submits them.
 */
static inline bool ring_is_polled(const struct ring *ring)
{
	return ring->layout.flags & RING_SETUP_SQPOLL;
}

typedef void ring_submission(void *ctx, uint32_t position, const uint64_t sqe[SQE_WORDS]);
typedef void ring_completion(void *ctx, uint64_t user_data, int32_t result, uint32_t flags);

/*
 * Passes the requests that the next io_uring_enter(2) takes from the ring, n at most. Returns false
 * if the memory of the ring cannot be read.
 */
bool ring_read_submissions(struct ring *ring, const struct fetch *fetch, uint32_t n,
			   ring_submission *each, void *ctx);
/* Returns how many of the requests from a position on the kernel has taken. */
uint32_t ring_taken(const struct ring *ring, const struct fetch *fetch, uint32_t from);
/*
 * Passes the results that were not passed before. Adds to *lost how many were overwritten before
 * they could be read.
 */
bool ring_read_completions(struct ring *ring, const struct fetch *fetch, ring_completion *each,
			   void *ctx, uint64_t *lost);

#endif
