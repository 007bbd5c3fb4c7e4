/* SPDX-License-Identifier: MIT */
/* Requests of io_uring in text: what a line has before the call and after its result. */
#include "sink/text_request.h"

#include "scry/syscalls.h"
#include "scry/uring.h"

/* Flags of a result: linux/io_uring.h. */
enum { CQE_BUFFER = 1, CQE_NOTIF = 8, CQE_BUFFER_SHIFT = 16 };
/* Of a request: it takes a buffer from a group. */
#define SQE_BUFFER_SELECT (1u << 5)

void text_put_ring(struct buf *out, const struct request *request)
{
	if (request->ring < 0)
		buf_puts(out, "io_uring: ");
	else
		buf_printf(out, "io_uring[%d]: ", request->ring);
}

/* A comment, whose words are separated by commas. */
struct remarks {
	struct buf *out;
	bool begun;
};

static struct buf *begin_remark(struct remarks *remarks)
{
	buf_puts(remarks->out, remarks->begun ? ", " : " /* ");
	remarks->begun = true;
	return remarks->out;
}

static void put_flag(void *ctx, const char *name, uint64_t bits)
{
	struct buf *out = begin_remark(ctx);

	if (name)
		buf_puts(out, name);
	else
		buf_printf(out, "flags=0x%llx", (unsigned long long)bits);
}

/* How the kernel has carried it out. */
static void put_traits(struct remarks *remarks, const struct request *request)
{
	for (size_t i = 0; i < request_n_traits; i++)
		if (request->traits & request_traits[i].trait)
			buf_puts(begin_remark(remarks), request_traits[i].word);
}

void text_put_request(struct buf *out, const struct request *request)
{
	struct remarks remarks = { out, false };

	if (request->user_data)
		buf_printf(begin_remark(&remarks), "user_data=0x%llx",
			   (unsigned long long)request->user_data);
	uring_flags_split(request->flags, put_flag, &remarks);
	if (request->traits & REQUEST_AFTER)
		buf_printf(begin_remark(&remarks), "after 0x%llx",
			   (unsigned long long)request->after);
	if (request->op_flags)
		buf_printf(begin_remark(&remarks), "op_flags=0x%x", request->op_flags);
	if (uring_priority(request))
		buf_printf(begin_remark(&remarks), "ioprio=0x%x", uring_priority(request));
	if (request->traits & REQUEST_BUFFER)
		buf_printf(begin_remark(&remarks), "registered buffer %u", uring_buffer(request));
	if (request->flags & SQE_BUFFER_SELECT)
		buf_printf(begin_remark(&remarks), "group %u", uring_buffer(request));
	if (uring_personality(request))
		buf_printf(begin_remark(&remarks), "personality %u", uring_personality(request));
	if (request->cqe_flags & CQE_BUFFER)
		buf_printf(begin_remark(&remarks), "buffer %u",
			   request->cqe_flags >> CQE_BUFFER_SHIFT);
	if (request->cqe_flags & CQE_NOTIF)
		buf_puts(begin_remark(&remarks), "notification");
	put_traits(&remarks, request);
	if (request->result > 1)
		buf_printf(begin_remark(&remarks), "result %u", request->result);
	if (remarks.begun)
		buf_puts(out, " */");
}
