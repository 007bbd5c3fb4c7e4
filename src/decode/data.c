/* SPDX-License-Identifier: MIT */
/* -e read, -e write: all bytes that a call moved through a descriptor. */
#include "decode/emit.h"
#include "decode/lookup/arguments.h"
#include "decode/lookup/windows.h"

/* The maximum number of bytes of one read, and of one call of the sink. */
#define PIECE_MAX 65536u
/* The maximum number of bytes that a call moves: MAX_RW_COUNT, write(2). */
#define MOVED_MAX 0x7ffff000u

/* The calls that move data, by their number. */
static const struct mover {
	bool writes;
	enum moved shape;
} movers[ID_COUNT] = {
	[ID_read] = { false, MOVED_BUFFER },
	[ID_pread64] = { false, MOVED_BUFFER },
	[ID_recv] = { false, MOVED_BUFFER },
	[ID_recvfrom] = { false, MOVED_BUFFER },
	[ID_readv] = { false, MOVED_VECTOR },
	[ID_preadv] = { false, MOVED_VECTOR },
	[ID_preadv2] = { false, MOVED_VECTOR },
	[ID_recvmsg] = { false, MOVED_MESSAGE },
	[ID_recvmmsg] = { false, MOVED_MESSAGES },
	[ID_recvmmsg_time64] = { false, MOVED_MESSAGES },
	[ID_write] = { true, MOVED_BUFFER },
	[ID_pwrite64] = { true, MOVED_BUFFER },
	[ID_send] = { true, MOVED_BUFFER },
	[ID_sendto] = { true, MOVED_BUFFER },
	[ID_writev] = { true, MOVED_VECTOR },
	[ID_pwritev] = { true, MOVED_VECTOR },
	[ID_pwritev2] = { true, MOVED_VECTOR },
	[ID_vmsplice] = { true, MOVED_VECTOR },
	[ID_mq_timedreceive] = { false, MOVED_BUFFER },
	[ID_mq_timedreceive_time64] = { false, MOVED_BUFFER },
	[ID_mq_timedsend] = { true, MOVED_BUFFER },
	[ID_mq_timedsend_time64] = { true, MOVED_BUFFER },
	[ID_sendmsg] = { true, MOVED_MESSAGE },
	[ID_sendmmsg] = { true, MOVED_MESSAGES },
};

struct moving {
	const struct decode *decode;
	struct scope scope;
	struct arguments arguments;
	struct data data;
	uint64_t left; /* bytes that the call moved and that are not shown yet */
	data_each *each;
	void *ctx;
};

enum moved decode_moves(enum syscall_id id, bool *writes)
{
	*writes = movers[id].writes;
	return movers[id].shape;
}

static void emit_part(struct moving *moving, enum data_part part, uint64_t n)
{
	moving->data.part = part;
	moving->data.n = n;
	moving->each(moving->ctx, &moving->data);
}

static void show_bytes(struct moving *moving, uint64_t address, uint64_t len)
{
	struct window window;
	bool whole = true;

	len = len < MOVED_MAX ? len : MOVED_MAX;
	moving->data.len = len;
	for (uint64_t offset = 0; whole && offset < len; offset += PIECE_MAX) {
		size_t piece = len - offset < PIECE_MAX ? (size_t)(len - offset) : PIECE_MAX;

		whole = memory_read(&moving->scope, address + offset, piece, &window) == piece;
		moving->data.offset = offset;
		moving->data.bytes = window.bytes;
		if (window.len)
			emit_part(moving, DATA_BYTES, window.len);
		memory_release(&window);
	}
	if (!whole)
		note_not_captured(&moving->scope);
}

static bool pointer_at(const struct moving *moving, uint64_t address, unsigned place,
		       uint64_t *value)
{
	size_t size = moving->decode->call->abi->pointer_size;

	return memory_pointer(&moving->scope, address + place * size, size, value);
}

static void show_buffer(struct moving *moving, uint64_t place, uint64_t base, uint64_t len)
{
	if (len > moving->left)
		len = moving->left;
	moving->left -= len;
	moving->data.place = place;
	if (len)
		emit_part(moving, DATA_BUFFER, len);
	show_bytes(moving, base, len);
}

/* struct iovec: a pointer and a size_t, which has the size of a pointer. */
static void show_vector(struct moving *moving, uint64_t address, uint64_t n)
{
	uint64_t base, len;

	for (uint64_t i = 0; i < n && i < BUFFERS_MAX && moving->left; i++) {
		if (!pointer_at(moving, address, 2 * i, &base) ||
		    !pointer_at(moving, address, 2 * i + 1, &len))
			return;
		show_buffer(moving, i, base, len);
	}
}

/* struct msghdr: msg_iov and msg_iovlen are at 2 and 3 times the size of a pointer. */
static bool message_vector(const struct moving *moving, uint64_t message, uint64_t *vector,
			   uint64_t *n)
{
	return pointer_at(moving, message, 2, vector) && pointer_at(moving, message, 3, n);
}

static void show_message(struct moving *moving, uint64_t message)
{
	uint64_t vector, n;

	if (message_vector(moving, message, &vector, &n))
		show_vector(moving, vector, n);
}

/* struct mmsghdr: msg_len follows a struct msghdr, which has 7 times the size of a pointer. */
static void show_messages(struct moving *moving, uint64_t messages, uint64_t n)
{
	size_t size = 8 * moving->decode->call->abi->pointer_size;
	uint64_t vector, buffers, moved;

	for (uint64_t i = 0; i < n && i < BUFFERS_MAX; i++) {
		uint64_t message = messages + i * size;

		if (!message_vector(moving, message, &vector, &buffers) ||
		    !memory_scalar(&moving->scope, message + size / 8 * 7, STORE_U32, &moved))
			return;
		moving->data.place = i;
		emit_part(moving, DATA_VECTOR, buffers);
		moving->left = moved;
		show_vector(moving, vector, buffers);
	}
}

static void show(struct moving *moving, enum moved shape)
{
	const uint64_t *args = moving->decode->call->args;
	uint64_t moved = (uint64_t)moving->decode->call->result;

	moving->left = moved;
	switch (shape) {
	case MOVED_BUFFER:
		show_bytes(moving, args[1], moving->data.written ? args[2] : moved);
		break;
	case MOVED_VECTOR:
		show_vector(moving, args[1], args[2]);
		break;
	case MOVED_MESSAGE:
		show_message(moving, args[1]);
		break;
	case MOVED_MESSAGES:
		show_messages(moving, args[1], moved);
		break;
	case MOVED_NOTHING:
		break;
	}
}

void decode_data(const struct decode *decode, bool (*wanted)(void *ctx, const struct data *data),
		 data_each *each, void *ctx)
{
	const struct call *call = decode->call;
	const struct mover *mover = &movers[call->id];
	struct moving moving = { .decode = decode, .each = each, .ctx = ctx };

	if (mover->shape == MOVED_NOTHING || call->args_unread)
		return;
	/* As strace, show a single buffer even if it could not be written. */
	if (call->is_error && !(mover->writes && mover->shape == MOVED_BUFFER))
		return;
	moving.data.fd = (int)call->args[0];
	moving.data.written = mover->writes;
	moving.scope = arguments_scope(decode, &moving.arguments);
	if (wanted(ctx, &moving.data))
		show(&moving, mover->shape);
}
