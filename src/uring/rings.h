/* SPDX-License-Identifier: MIT */
/* Private to src/uring/: what is known of a ring. */
#ifndef SCRY_URING_RINGS_H
#define SCRY_URING_RINGS_H

#include "scry/uring.h"

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

/* find.c: keeps the layout. Returns whether its sizes are such as the kernel makes. */
bool ring_set_layout(struct ring *ring, const struct uring_params *params);
/* Returns a number that identifies the file of a descriptor; 0: it is no ring, or unknown. */
uint64_t ring_find_file(pid_t tgid, int fd);
/*
 * Finds the addresses of a ring among the mappings of its process and, if the layout is not known,
 * the layout.
 */
bool ring_find_memory(struct ring *ring, const struct fetch *fetch);

#endif
