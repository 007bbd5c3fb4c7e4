/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/uring/: io_uring(7). Which calls its requests stand for, and where a process
 * has its rings.
 */
#ifndef SCRY_URING_H
#define SCRY_URING_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/abi.h"
#include "scry/fetch.h"
#include "scry/request.h"

/* --- requests as calls ------------------------------------------------------------------------ */

/*
 * Fills in the call that an SQE stands for: .opcode, .flags, .user_data, .id, .row, .registered,
 * .op_flags, REQUEST_DIRECT and REQUEST_BUFFER of *request, of which .sqe is given, and the
 * registers of the call.
 */
void uring_read_request(struct request *request, const struct abi *abi, uint64_t args[6]);
/*
 * What may be true of a request, REQUEST_*: its key in JSON and for the field how of expressions,
 * and its word in text.
 */
struct request_trait {
	uint16_t trait;
	bool reported;	/* only an engine that itself reports requests knows it */
	const char *key, *word;
};
extern const struct request_trait request_traits[];
extern const size_t request_n_traits;

/* Returns whether a request can stand for this call. */
bool uring_has_call(unsigned id);
/*
 * Returns the call that a form, by its index, stands for, by enum syscall_id; several forms have
 * the same. 0: there is no such form.
 */
unsigned uring_form_call(size_t index);

#define URING_OPCODES 256u
/*
 * Finds the call of an operation with most arguments, and for each register of the call the member
 * of the SQE that it is: PLACE_*. Returns false if it stands for none.
 */
enum uring_place {
	PLACE_FD,
	PLACE_ADDR,
	PLACE_LEN,
	PLACE_OFF,
	PLACE_OP_FLAGS,
	PLACE_ADDR3,
	PLACE_ADDR_LEN,	/* the length of a socket address: the bpf engine does not report it */
	PLACE_FILE,	/* splice_fd_in */
	PLACE_OTHER,	/* a member that no pointer and no length is, or a constant */
};
bool uring_find_call(unsigned opcode, const struct abi *abi, unsigned *id, const struct syscall **row,
		     uint8_t registers[6]);
/*
 * Returns whether an operation closes a descriptor or, if .file_index of its SQE is not 0, the
 * registered file with the index before that.
 */
bool uring_closes(unsigned opcode);
/*
 * Returns whether an operation can stand for a call of a set of ABIs by enum syscall_id, as struct
 * call_set has it.
 */
bool uring_is_in(unsigned opcode, const uint32_t *abis, const struct abi *abi);

/* --- rings ----------------------------------------------------------------------------------- */

/* The rings that processes have, of which the memory is read through the fetch of a tracee. */
struct rings;
struct ring;

struct rings *rings_new(void);

/*
 * io_uring_setup(2) has returned a descriptor: reads *params of the tracee. Returns the ring; NULL:
 * it cannot be known.
 */
struct ring *rings_add(struct rings *rings, const struct fetch *fetch, pid_t tgid, int fd, uint64_t params);
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
 * Returns whether a process has a ring with a thread of the kernel that takes requests from it
 * (IORING_SETUP_SQPOLL).
 */
bool rings_have_poller(pid_t tgid);
/* Returns whether a descriptor of a process is a ring. */
bool rings_is_ring(pid_t tgid, int fd);

/* A number that no other ring has, from 1. */
uint32_t ring_number(const struct ring *ring);
int ring_fd(const struct ring *ring);
/*
 * Returns whether a thread of the kernel takes requests from the ring, so that no call of the
 * process submits them.
 */
bool ring_is_polled(const struct ring *ring);

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
/* Calls each() for the rings of a process. */
void rings_each(struct rings *rings, pid_t tgid, void (*each)(void *ctx, struct ring *ring), void *ctx);

/*
 * Gets the path of a registered file of a ring, as /proc shows it. Returns its length; -1: unknown.
 */
ssize_t ring_file_path(const struct ring *ring, uint32_t index, char *path, size_t capacity);

#endif
