/* SPDX-License-Identifier: MIT */
/*
 * Shared types: plans, which say what memory of a tracee is captured for a call. Records
 * (scry/kernel/record.h) have what was captured.
 *
 * A plan is a short program that copies memory. The table's rows are compiled to plans, one for the
 * entry and one for the exit of each call (src/plan/). The machine (scry/kernel/machine.h) executes
 * them, in the kernel as part of a BPF program, or in user space. It makes a record, which has the
 * chunks of memory that were read.
 *
 * This file is shared with BPF programs. All of it is in the byte order and the layout of the
 * machine that runs both sides.
 */
#ifndef SCRY_KERNEL_CAPTURE_H
#define SCRY_KERNEL_CAPTURE_H

#include "scry/kernel/record.h"

/* Plans. */

#define PLAN_OPS 65536u /* the maximum number of operations of all plans */
#define PLAN_SELECTS 32768u /* the maximum number of entries of all selections */
#define PLAN_CALLS 1024u /* numbers of calls of an ABI, without its flag bit: 0 to PLAN_CALLS - 1 */
#define PLAN_ABIS 8u /* ABIs at most; indexes as in abi_of_machine(); tests use enum abi_id */
#define PLAN_PLACES 32u /* chunks of one plan that operands can refer to */
#define PLAN_LOOPS 4u /* the maximum depth of nested loops */
/*
 * Operations that one execution of a plan performs at most: for each of 65,536 strings four, and as
 * many for the rest.
 */
#define PLAN_STEPS 524288u
#define PLAN_BYTES_MAX (32u << 20) /* bytes that it reads at most */
#define PLAN_SKIPPED_MAX 4096u /* unreadable pages behind which it reads on at most */

/*
 * Stands for the file that the ring of a request of io_uring has at an index of its table, where
 * otherwise a descriptor is named.
 */
#define REGISTERED_FILE(index) (-0x1000 - (int)(index))
/* Indexes are smaller, a power of two: IORING_MAX_FIXED_FILES of io_uring/rsrc.h. */
#define REGISTERED_FILES (1u << 20)

/* Where a number comes from. */
enum plan_from {
	PLAN_CONSTANT, /* .offset */
	PLAN_ARGUMENT, /* the register of argument .which */
	PLAN_RESULT, /* the result of the call */
	PLAN_STACK, /* the stack pointer */
	PLAN_MEMORY, /* the bytes at .offset of the chunk at place .which */
};

enum {
	PLAN_SIGNED = 1, /* the number is signed: it is extended to 64 bits by its sign */
	PLAN_BIG_ENDIAN = 2, /* it is in network byte order */
	PLAN_IOCTL_SIZE = 4, /* it is a request of ioctl(2); the size that it encodes is meant */
	/*
	 * it is a descriptor; what that is is meant: 1 a netlink socket, 2 a descriptor of events,
	 * 0 another file
	 */
	PLAN_NETLINK = 8,
};

/* A number that is known only when the call is made. 8 bytes. */
struct plan_operand {
	uint8_t from; /* enum plan_from */
	uint8_t which; /* the number of an argument, or of a place */
	uint8_t size; /* bytes of the number: 1, 2, 4 or 8 */
	uint8_t flags : 4; /* PLAN_SIGNED, PLAN_BIG_ENDIAN, PLAN_IOCTL_SIZE, PLAN_NETLINK */
	/* MEMORY: add index * stride of this loop to the offset, 1: the outermost; 0: none */
	uint8_t loop : 4;
	uint32_t offset; /* bytes; CONSTANT: the number */
};

enum plan_kind {
	PLAN_END, /* the plan is finished */
	PLAN_BYTES, /* reads .length bytes at .address, .max at most */
	PLAN_STRING, /* reads bytes at .address up to a NUL, .max at most, the NUL included */
	/* reads pointers of .unit bytes at .address up to a NULL, .max bytes at most */
	PLAN_POINTERS,
	/* begins a loop of .length turns, .max at most; with none, continues at .target */
	PLAN_EACH,
	PLAN_NEXT, /* ends the body of the innermost loop */
	/* leaves the innermost loop and continues at .target if .address is 0 or not known */
	PLAN_BREAK,
	PLAN_JUMP, /* continues at .target */
	/* continues at .target if .address has no bit of .max; not if .address is not known */
	PLAN_UNLESS,
	PLAN_DESCRIPTOR, /* .address is a descriptor: what it refers to is reported */
	/*
	 * so is each bit of .address; bit 0 is the descriptor 64 * the turn of the innermost loop
	 */
	PLAN_BITS,
	PLAN_WORDS, /* so is each 32-bit word from .address to the end of its chunk */
	/* continues where selection .max has .address without the bits of .unit, else at .target */
	PLAN_SELECT,
};

/* Flags of an operation. */
enum {
	PLAN_ON_SUCCESS = 1, /* skipped if the call failed */
	/* the memory may not be meant at all: if it is unreadable the record does not say so */
	PLAN_GUESS = 2,
	/* NEXT: a loop of .max turns or more is one that the plan does not follow to its end */
	PLAN_CUTS = 4,
	PLAN_TO_NULL = 8, /* EACH: the elements are pointers, of which a NULL is the last one */
};

#define PLAN_WORDS_MAX (PLAN_PIECE / 4) /* a place has no more; the kernel takes 253 descriptors in a control message (SCM_MAX_FD) */

#define PLAN_NOWHERE 255u /* .place of an operation: no operand refers to its chunk */

/*
 * One operation. 44 bytes. An operation is skipped if an operand that it needs is not known,
 * because the chunk with it was not read, or is 0 (an address) or negative (a signed length).
 *
 * length = min(ceil(.length / .per) * .unit + .plus, .max)
 */
struct plan_op {
	uint8_t kind; /* enum plan_kind */
	uint8_t flags; /* PLAN_ON_SUCCESS, PLAN_GUESS */
	/*
	 * BYTES, POINTERS: operands refer to the chunk by this number; PLAN_NOWHERE: none does.
	 * EACH: the chunk with the elements: if the array at .address is longer than the chunk, the
	 * machine reads the next elements to that place when the loop comes to them. PLAN_NOWHERE:
	 * the place has all elements of the loop.
	 */
	uint8_t place;
	uint8_t unused;
	uint32_t target; /* the index of an operation: see enum plan_kind */
	struct plan_operand address; /* an address in the tracee; other kinds: see enum plan_kind */
	uint32_t at; /* bytes that are added to the address of what is read */
	struct plan_operand length; /* BYTES: its length before .per; EACH: its turns */
	uint32_t per; /* 0: 1 */
	/*
	 * Bytes. POINTERS: the size of a pointer; EACH: the stride of its loop; SELECT: bits that
	 * are ignored.
	 */
	uint32_t unit;
	uint32_t plus; /* bytes */
	uint32_t max; /* bytes; of EACH: turns. UNLESS, SELECT: see enum plan_kind */
};

/*
 * Returns how many bytes a plan reads that is one operation: see plan_is_read() for what its
 * operands are, and machine_length() for other plans.
 */
#ifdef __bpf__
static inline __attribute__((always_inline)) uint64_t
#else
static inline uint64_t
#endif
plan_read_length(const struct plan_op *op, const uint64_t *args, int64_t result)
{
	const struct plan_operand *from = &op->length;
	uint32_t which = from->which, shift = from->size == 4 ? 32 : 0;
	uint64_t value = (uint64_t)result;

	if (op->kind == PLAN_STRING)
		return op->max;
	if (from->from == PLAN_CONSTANT)
		value = from->offset;
	else if (from->from == PLAN_ARGUMENT && which < PLAN_ARGUMENTS)
		value = args[which];
	value = value << shift >> shift;
	if (from->flags & PLAN_SIGNED && (int64_t)(value << shift) < 0)
		return 0;
	if (value > 0xffffffff)
		value = 0xffffffff;
	value = value * op->unit + op->plus;
	return value < op->max ? value : op->max;
}

/*
 * The plans of a call: indexes of their first operations; 0: there is none. Operation 0 is an END.
 */
struct plan {
	uint32_t entry, exit;
};

/* A selection is a set of pairs of a value and the operation at which its plan continues. */
struct plan_select {
	uint32_t selection; /* its number */
	uint32_t unused; /* 0: the key of the map in the kernel has no padding */
	uint64_t value;
};

/* Bounds of chunks, which follow a record. */

#define PLAN_PAGE 4096u /* readability is constant within this many bytes */
#define PLAN_PIECE 4096u /* bytes of a chunk at most; more are several chunks */
#define PLAN_POINTERS_PIECE 128u /* bytes that PLAN_POINTERS reads at once if it has no place */
/*
 * A record is full if its chunks have this many bytes; a power of two. Three nested arrays have a
 * piece each in it.
 */
#define PLAN_DATA 16384u
/* Bytes of chunks that a record can have: one more piece begins before it is full. */
#define PLAN_ROOM (PLAN_DATA + sizeof(struct plan_chunk) + PLAN_PIECE + 16)

#define PLAN_ABSENT 32u /* addresses of unreadable memory that a machine keeps; a power of two */

/* The machine (scry/kernel/machine.h). */

/* The bytes of a chunk in .data of the machine. */
struct plan_place {
	uint32_t at; /* the index of the first byte; 0: nothing has been read to this place */
	uint32_t len; /* bytes */
};

struct plan_loop {
	uint32_t index, end; /* the current turn and their number, from 0 */
	uint32_t body; /* the first operation of the body */
	uint32_t stride; /* bytes from one element to the next */
	/*
	 * .keep of the machine before the loop: what a turn has read is not needed by the next one
	 */
	uint32_t keep;
	uint32_t first; /* the element with which the chunk at the place of the loop begins */
	uint32_t each; /* the operation that began the loop */
	uint64_t address; /* of the array; 0: the place has all elements */
};

/*
 * The state of a machine: zero at first. The record and its chunks lie one after the other, so that
 * they are sent as one block: .record.len bytes at &.record. The owner fills the header of the
 * record before it runs a plan.
 */
struct plan_machine {
	uint32_t pc; /* the next operation */
	uint32_t flags; /* RUN_* */
	uint32_t keep; /* bytes of .data that places refer to */
	uint32_t depth; /* of loops */
	uint64_t rest_address; /* what the current operation still has to read, */
	uint64_t rest_len; /* ... and how many bytes; 0: nothing */
	uint32_t rest_place; /* ... and its place */
	/* it is the next elements of the loop of this depth, 1: the outermost; 0: it is not */
	uint32_t rest_loop;
	uint32_t unused;
	uint32_t rest_flags; /* ... and the flags of the operation */
	/* addresses that could not be read; the last ones replace the first ones */
	uint64_t absent[PLAN_ABSENT];
	uint32_t n_absent; /* their number, which may exceed the capacity */
	uint32_t n_bytes; /* that this execution has read */
	/* pages that it could not read, and behind which it has looked for others */
	uint32_t n_skipped;
	struct plan_loop loops[PLAN_LOOPS];
	struct plan_place places[PLAN_PLACES];
	struct bpf_record record;
	uint8_t data[PLAN_ROOM]; /* chunks: record.len - sizeof(record) bytes are valid */
};

/* Flags of an execution. */
enum {
	RUN_EXIT = 1, /* the plan of the exit: .record.result is valid */
	RUN_LATE = 2, /* the plan of the entry is executed again at the exit */
	RUN_OVER = 4, /* the machine sets it: the plan is finished */
};

#endif
