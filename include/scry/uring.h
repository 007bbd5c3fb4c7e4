/* SPDX-License-Identifier: MIT */
/* Public header of src/uring/: which calls the requests of io_uring(7) stand for. */
#ifndef SCRY_URING_H
#define SCRY_URING_H

#include <stddef.h>
#include <stdint.h>

#include "scry/abi.h"
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

#endif
