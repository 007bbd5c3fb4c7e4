/* SPDX-License-Identifier: MIT */
/* -e read, -e write: operations that read all bytes that a call moved. */
#include "plan/data.h"

#include "plan/operands.h"
#include "plan/plans.h"

#define MOVED_MAX \
	0x7ffff000u /* bytes of a buffer: MAX_RW_COUNT of write(2); a plan reads PLAN_BYTES_MAX of them */

static struct plan_operand member(const struct compiler *compiler, uint8_t place, uint8_t loop,
				  unsigned index)
{
	uint8_t size = compiler->abi->pointer_size;

	return (struct plan_operand){ .from = PLAN_MEMORY,
				      .which = place,
				      .size = size,
				      .loop = loop & 0xf,
				      .offset = index * size };
}

/* Reads length times unit bytes, max at most. */
static struct plan_op read_op(const struct compiler *compiler, struct plan_operand address,
			      struct plan_operand length, uint32_t unit, uint32_t max)
{
	struct plan_op op = operation(compiler, PLAN_BYTES, address);

	op.length = length;
	op.unit = unit;
	op.max = max;
	return op;
}

/* A loop over the elements at a place, which has the first piece of the array at the address. */
static uint32_t begin_loop(struct compiler *compiler, struct plan_operand address, uint8_t place,
			   struct plan_operand count, uint32_t stride)
{
	struct plan_op op = { .kind = PLAN_EACH,
			      .flags = compiler->frame.flags,
			      .place = place,
			      .address = address,
			      .length = count,
			      .unit = stride,
			      .max = BUFFERS_MAX };

	compiler->loops++;
	return compiler_add(compiler, op);
}

static void end(struct compiler *compiler, uint32_t each)
{
	compiler_add(compiler, (struct plan_op){ .kind = PLAN_NEXT });
	compiler_land(compiler, each);
	compiler->loops--;
}

/* struct iovec: a pointer and a size_t, which has the size of a pointer. */
static void read_vector(struct compiler *compiler, struct plan_operand address,
			struct plan_operand count)
{
	uint32_t size = 2u * compiler->abi->pointer_size, each;
	uint8_t place = compiler_place(compiler);
	struct plan_op op = read_op(compiler, address, count, size, BUFFERS_MAX * size);

	op.place = place;
	compiler_add(compiler, op);
	each = begin_loop(compiler, address, place, count, size);
	compiler_add(compiler, read_op(compiler, member(compiler, place, compiler->loops, 0),
				       member(compiler, place, compiler->loops, 1), 1, MOVED_MAX));
	end(compiler, each);
}

/* struct msghdr: msg_iov and msg_iovlen are at 2 and 3 times the size of a pointer. */
static void read_message(struct compiler *compiler, struct plan_operand address)
{
	uint8_t place = compiler_place(compiler);
	struct plan_op op =
		read_op(compiler, address, operand_constant(4u * compiler->abi->pointer_size), 1,
			PLAN_PIECE);

	op.place = place;
	compiler_add(compiler, op);
	read_vector(compiler, member(compiler, place, 0, 2), member(compiler, place, 0, 3));
}

/* struct mmsghdr: 8 times the size of a pointer. */
static void read_messages(struct compiler *compiler, struct plan_operand address,
			  struct plan_operand count)
{
	uint32_t size = 8u * compiler->abi->pointer_size, each;
	uint8_t place = compiler_place(compiler);
	struct plan_op op = read_op(compiler, address, count, size, BUFFERS_MAX * size);

	op.place = place;
	compiler_add(compiler, op);
	each = begin_loop(compiler, address, place, count, size);
	read_vector(compiler, member(compiler, place, compiler->loops, 2),
		    member(compiler, place, compiler->loops, 3));
	end(compiler, each);
}

void read_data(struct compiler *compiler, enum syscall_id id)
{
	uint8_t pointer = compiler->abi->pointer_size, long_size = compiler->abi->klong_size;
	struct compiler_frame saved = compiler->frame;
	struct plan_operand address = operand_argument(compiler, 1, pointer, false);
	struct plan_operand count = operand_argument(compiler, 2, long_size, false);
	struct plan_operand result = { .from = PLAN_RESULT, .size = 8 };
	bool writes;
	enum moved moved = decode_moves(id, &writes);

	/* decode_data() reads after the call has returned. */
	if (!compiler->exit || !(writes ? compiler->options->writes : compiler->options->reads))
		return;
	if (moved == MOVED_BUFFER && writes)
		result = count;
	else
		compiler->frame.flags |= PLAN_ON_SUCCESS;
	switch (moved) {
	case MOVED_BUFFER:
		compiler_add(compiler, read_op(compiler, address, result, 1, MOVED_MAX));
		break;
	case MOVED_VECTOR:
		read_vector(compiler, address, count);
		break;
	case MOVED_MESSAGE:
		read_message(compiler, address);
		break;
	case MOVED_MESSAGES:
		read_messages(compiler, address, result);
		break;
	case MOVED_NOTHING:
		break;
	}
	compiler->frame = saved;
}
