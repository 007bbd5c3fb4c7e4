/* SPDX-License-Identifier: MIT */
/*
 * Shared types: a request of io_uring(7), which is a call that the kernel takes from a ring in
 * memory.
 */
#ifndef SCRY_REQUEST_H
#define SCRY_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

/* Words of 64 bits of an entry of the submission queue (SQE): 8, or 16 with IORING_SETUP_SQE128. */
#define SQE_WORDS 16

/* Bits of struct request.traits. */
enum {
	/*
	 * it is linked to the request with the user_data .after, and begins when that one is done
	 */
	REQUEST_AFTER = 1 << 0,
	/* the result is no descriptor: the file has a place in the table of the ring */
	REQUEST_DIRECT = 1 << 1,
	REQUEST_WORKER = 1 << 2,	/* a worker of the kernel has carried it out */
	REQUEST_POLLED = 1 << 3,	/* it has waited until its file was ready */
	REQUEST_SQPOLL = 1 << 4,	/* a thread of the kernel has taken it from the ring */
	REQUEST_MORE = 1 << 5,	/* EXIT: more results follow */
	/* EXIT: the request is over, and has no result: IOSQE_CQE_SKIP_SUCCESS */
	REQUEST_SILENT = 1 << 6,
	/* it has waited for all requests before it: IOSQE_IO_DRAIN */
	REQUEST_DEFERRED = 1 << 7,
	/* the kernel has cancelled it, because a request that it is linked to has failed */
	REQUEST_LINK_FAILED = 1 << 8,
	REQUEST_OVERFLOW = 1 << 9,	/* EXIT: the ring had no room for the result */
	REQUEST_BUFFER = 1 << 10,	/* it uses a registered buffer */
	/* EXIT: the kernel has not taken it, and it may be submitted again */
	REQUEST_UNTAKEN = 1 << 11,
};

/* IORING_CQE_F_MORE of linux/io_uring.h, in .cqe_flags: more results follow. */
#define CQE_MORE (1u << 1)

struct request {
	/* the descriptor of the ring in the process that submitted it; -1: unknown */
	int32_t ring;
	uint8_t opcode;		/* IORING_OP_* */
	uint8_t flags;		/* IOSQE_* */
	uint16_t traits;	/* REQUEST_* */
	/* bit n: register n has the index of a registered file, and no descriptor */
	uint8_t registered;
	/*
	 * the number of this result, from 1; only requests with several results have more than one
	 */
	uint32_t result;
	uint32_t cqe_flags;	/* EXIT: IORING_CQE_F_* */
	/* flags of the operation that no argument of the call shows; 0: none */
	uint32_t op_flags;
	uint64_t user_data, after;
	/*
	 * of a request that an engine reports: identifies it among those in flight. Several with
	 * one user_data may have the same key
	 */
	uint64_t key;
	/* tells those apart; 0 at the EXIT: the one that was submitted first */
	uint64_t serial;
	/*
	 * The call: enum syscall_id, and its row; ID_none, NULL: an operation that scry does not
	 * know.
	 */
	uint16_t id;
	const struct syscall *row;
	uint64_t sqe[SQE_WORDS];
};

/*
 * The group of provided buffers from which a request with IOSQE_BUFFER_SELECT takes one, or the
 * index of a registered buffer.
 */
static inline unsigned uring_buffer(const struct request *request)
{
	return request->sqe[5] & UINT16_MAX;
}

/*
 * Flags of an operation that sends, receives or accepts (IORING_RECVSEND_..., IORING_ACCEPT_...),
 * or the priority of another.
 */
static inline unsigned uring_priority(const struct request *request)
{
	return request->sqe[0] >> 16 & UINT16_MAX;
}

/*
 * The personality that gives a request other credentials than its task has:
 * IORING_REGISTER_PERSONALITY. 0: none.
 */
static inline unsigned uring_personality(const struct request *request)
{
	return request->sqe[5] >> 16 & UINT16_MAX;
}

#endif
