/* SPDX-License-Identifier: MIT */
/* Requests of io_uring in JSON: members that a record of a call has in addition. */
#include "sink/json_request.h"

#include "scry/syscalls.h"
#include "scry/uring.h"
#include "sink/json_number.h"

enum { CQE_BUFFER = 1, CQE_NOTIF = 8, CQE_BUFFER_SHIFT = 16 };
/* Of a request: it takes a buffer from a group. */
#define SQE_BUFFER_SELECT (1u << 5)

static void put_flag(void *ctx, const char *name, uint64_t bits)
{
	struct buf *out = ctx;

	if (name) {
		json_put_flag(out, name, bits);
		return;
	}
	json_begin_element(out);
	json_put_hex(out, bits);
}

static void put_traits(struct buf *out, const struct request *request)
{
	for (size_t i = 0; i < request_n_traits; i++)
		if (request->traits & request_traits[i].trait)
			json_add_bool(out, request_traits[i].key, true);
}

/* All of the SQE, of an operation that scry does not know. */
static void put_sqe(struct buf *out, const struct request *request)
{
	json_begin_member(out, "sqe");
	json_begin_array(out);
	for (unsigned i = 0; i < SQE_WORDS / 2; i++) {
		json_begin_element(out);
		json_put_hex(out, request->sqe[i]);
	}
	json_end_array(out);
}

void json_put_request(struct buf *out, const struct request *request)
{
	json_add_text(out, "via", "io_uring");
	json_begin_member(out, "request");
	json_begin_object(out);
	if (request->ring >= 0)
		json_add_signed(out, "ring", request->ring);
	json_add_text(out, "opcode", uring_op_name(request->opcode));
	json_add_hex(out, "user_data", request->user_data);
	json_begin_member(out, "flags");
	json_begin_array(out);
	uring_flags_split(request->flags, put_flag, out);
	json_end_array(out);
	if (request->traits & REQUEST_AFTER)
		json_add_hex(out, "after", request->after);
	if (request->op_flags)
		json_add_unsigned(out, "op_flags", request->op_flags);
	if (uring_priority(request))
		json_add_unsigned(out, "ioprio", uring_priority(request));
	if (request->traits & REQUEST_BUFFER)
		json_add_unsigned(out, "registered_buffer", uring_buffer(request));
	if (request->flags & SQE_BUFFER_SELECT)
		json_add_unsigned(out, "buffer_group", uring_buffer(request));
	if (uring_personality(request))
		json_add_unsigned(out, "personality", uring_personality(request));
	if (request->cqe_flags & CQE_BUFFER)
		json_add_unsigned(out, "buffer", request->cqe_flags >> CQE_BUFFER_SHIFT);
	if (request->cqe_flags & CQE_NOTIF)
		json_add_bool(out, "notification", true);
	put_traits(out, request);
	if (request->result > 1)
		json_add_unsigned(out, "nth", request->result);
	if (!request->row)
		put_sqe(out, request);
	json_end_object(out);
}
