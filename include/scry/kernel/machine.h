/* SPDX-License-Identifier: MIT */
/*
 * Shared types: the machine that executes plans (scry/kernel/capture.h), the same source for BPF
 * programs and for user space.
 *
 * The file that includes it defines the functions declared below. In a BPF program machine_step()
 * is a global function, which the verifier checks once, and not for each of its calls. For the
 * verifier each index into .data is masked right before its use.
 */
#ifndef SCRY_KERNEL_MACHINE_H
#define SCRY_KERNEL_MACHINE_H

#include "scry/kernel/capture.h"

#ifdef __bpf__
#define MACHINE_GLOBAL __attribute__((noinline))
/* The verifier follows each turn of a loop, and counting the turns is most of a short one. */
#define MACHINE_UNROLL _Pragma("unroll 8")
#define MACHINE_INLINE static inline __attribute__((always_inline))
#else
#define MACHINE_GLOBAL static
#define MACHINE_UNROLL
#define MACHINE_INLINE static inline
#endif

/* Reads n bytes of the tracee's memory. Returns 0, or a negative number if some are unreadable. */
MACHINE_INLINE long machine_read(struct plan_machine *machine, void *to, uint32_t n, uint64_t from);
/*
 * Reads up to a NUL, n bytes at most. The last byte written is a NUL in any case. Returns the
 * number of bytes, with the NUL, or a negative number if a byte before the NUL is unreadable:
 * bpf_probe_read_user_str().
 */
MACHINE_INLINE long machine_read_string(struct plan_machine *machine, void *to, uint32_t n,
					uint64_t from);
/* Returns the operation pc; NULL: there is none. */
MACHINE_INLINE const struct plan_op *machine_op(struct plan_machine *machine, uint32_t pc);
/* Returns the operation for a value of a selection; 0: none. */
MACHINE_INLINE uint32_t machine_select(struct plan_machine *machine, uint32_t selection,
				       uint64_t value);
/* Returns whether a descriptor of the tracee is a netlink socket; 0 also if that is not known. */
MACHINE_INLINE int machine_netlink(struct plan_machine *machine, int fd);
/*
 * Returns whether what descriptors refer to is reported. If it is constant the verifier does not
 * look at what reports it.
 */
MACHINE_INLINE int machine_describes(struct plan_machine *machine);
/* Reports what a descriptor refers to. */
MACHINE_INLINE void machine_descriptor(struct plan_machine *machine, int fd);
/*
 * Sends .record.len bytes at &.record as a record of kind RECORD_MORE. The header stays as it is.
 */
MACHINE_INLINE void machine_flush(struct plan_machine *machine);
/* Calls machine_turn() n times, or until it returns 1. */
MACHINE_INLINE void machine_repeat(struct plan_machine *machine, uint32_t n);

#define MACHINE_MASK (PLAN_DATA - 1)

/* Linux reports errors as results from -4095 to -1. */
MACHINE_INLINE int machine_failed(const struct plan_machine *machine)
{
	return machine->record.call.result < 0 && machine->record.call.result >= -4095;
}

/* Cuts a number to its size and extends its sign. */
MACHINE_INLINE uint64_t machine_cut(uint64_t value, const struct plan_operand *operand)
{
	int is_signed = operand->flags & PLAN_SIGNED;

	/* asm-generic/ioctl.h: _IOC_SIZE() */
	if (operand->flags & PLAN_IOCTL_SIZE)
		return value >> 16 & 0x3fff;
	switch (operand->size) {
	case 1:
		return is_signed ? (uint64_t)(int64_t)(__INT8_TYPE__)value : (uint8_t)value;
	case 2:
		if (operand->flags & PLAN_BIG_ENDIAN)
			value = __builtin_bswap16((uint16_t)value);
		return is_signed ? (uint64_t)(int64_t)(__INT16_TYPE__)value : (uint16_t)value;
	case 4:
		if (operand->flags & PLAN_BIG_ENDIAN)
			value = __builtin_bswap32((uint32_t)value);
		return is_signed ? (uint64_t)(int64_t)(__INT32_TYPE__)value : (uint32_t)value;
	default:
		return operand->flags & PLAN_BIG_ENDIAN ? __builtin_bswap64(value) : value;
	}
}

/* Loads a number from the chunk at a place. Returns 0 if the chunk has not been read so far. */
MACHINE_INLINE int machine_load(struct plan_machine *machine, const struct plan_operand *operand,
				uint64_t *value)
{
	struct plan_place *place = &machine->places[operand->which & (PLAN_PLACES - 1)];
	uint64_t offset = operand->offset, number = 0, left;
	uint32_t at;

	if (operand->loop) {
		struct plan_loop *loop = &machine->loops[(operand->loop - 1) & (PLAN_LOOPS - 1)];

		offset += (uint64_t)(loop->index - loop->first) * loop->stride;
	}
	if (!place->at)
		return 0;
	/* A struct of which the caller gave less ends with zeros: enum cut. */
	if (offset >= place->len) {
		*value = 0;
		return !operand->loop;
	}
	at = (place->at + (uint32_t)offset) & MACHINE_MASK;
	/* The chunk may begin in the last bytes before the mask: .data is larger. */
	if (at != place->at + (uint32_t)offset)
		return 0;
	__builtin_memcpy(&number, &machine->data[at], sizeof(number));
	left = place->len - offset;
	if (left < sizeof(number))
		number &= ((uint64_t)1 << 8 * left) - 1;
	*value = machine_cut(number, operand);
	return 1;
}

/* The number where an operand says it is. Returns 0 if it is not known. */
MACHINE_INLINE int machine_find(struct plan_machine *machine, const struct plan_operand *operand,
				uint64_t *value)
{
	uint32_t which = operand->which;

	switch (operand->from) {
	case PLAN_CONSTANT:
		*value = operand->offset;
		return 1;
	case PLAN_ARGUMENT:
		if (which >= PLAN_ARGUMENTS)
			return 0;
		*value = machine_cut(machine->record.call.args[which], operand);
		return 1;
	case PLAN_RESULT:
		*value = machine_cut((uint64_t)machine->record.call.result, operand);
		return 1;
	case PLAN_STACK:
		*value = machine_cut(machine->record.call.sp, operand);
		return 1;
	case PLAN_MEMORY:
		return machine_load(machine, operand, value);
	default:
		return 0;
	}
}

/*
 * The value of an operand. Returns 0 if it is not known. The verifier checks this function apart
 * from its callers.
 */
MACHINE_GLOBAL int machine_number(struct plan_machine *machine, const struct plan_operand *operand,
				  uint64_t *value)
{
	if (!machine || !operand || !value || !machine_find(machine, operand, value))
		return 0;
	if (operand->flags & PLAN_NETLINK)
		*value = (uint64_t)machine_netlink(machine, (int)*value);
	return 1;
}

/* The length of an operation, or its turns. Returns 0 if it is not known, or 0. */
MACHINE_INLINE uint64_t machine_length(struct plan_machine *machine, const struct plan_op *op,
				       uint64_t unit)
{
	uint64_t value = 0, per = op->per;

	if (!machine_number(machine, &op->length, &value) ||
	    (op->length.flags & PLAN_SIGNED && (int64_t)value < 0))
		return 0;
	if (per > 1)
		value = value / per + (value % per != 0);
	if (value > 0xffffffff)
		value = 0xffffffff;
	value = value * unit + op->plus;
	return value < op->max ? value : op->max;
}

/* Adds the header of a chunk. The bytes of the chunk have been read after it. */
MACHINE_INLINE void machine_add(struct plan_machine *machine, uint32_t pos, uint32_t len,
				uint32_t flags)
{
	struct plan_chunk *chunk = (struct plan_chunk *)&machine->data[pos & MACHINE_MASK];
	uint32_t place = machine->rest_place, end;

	chunk->address = machine->rest_address;
	chunk->len = len;
	chunk->flags = flags | (machine->flags & RUN_LATE ? CHUNK_LATE : 0);
	end = pos + (uint32_t)sizeof(*chunk) + ((len + 7) & ~7u);
	if (place < PLAN_PLACES) {
		struct plan_place *to = &machine->places[place & (PLAN_PLACES - 1)];

		to->at = pos + (uint32_t)sizeof(*chunk);
		to->len = len;
		machine->keep = end;
		if (machine->rest_loop)
			machine->loops[(machine->rest_loop - 1) & (PLAN_LOOPS - 1)].keep = end;
	}
	machine->rest_loop = 0;
	/* Only the first piece has a place. */
	machine->rest_place = PLAN_NOWHERE;
	machine->record.len = (uint32_t)sizeof(machine->record) + end;
}

/* What ends the current operation. machine->rest_flags has it beside the flags of the operation. */
#define MACHINE_STRING 0x100u /* a NUL */
#define MACHINE_POINTERS 0x200u /* a NULL of 4 bytes, or */
#define MACHINE_WIDE 0x400u /* ... with this flag of 8 bytes */
#define MACHINE_READ 0x800u /* a piece of a PLAN_BYTES was readable */

/*
 * Returns how many of n bytes at this index of .data there are up to the first NULL pointer, which
 * is included; 0: there is none among the first PLAN_POINTERS_PIECE bytes. The verifier checks this
 * function apart from its caller: its many paths do not multiply.
 */
MACHINE_GLOBAL int machine_null_in(struct plan_machine *machine, uint32_t at, uint32_t n)
{
	const uint32_t *words;
	uint32_t i;

	if (!machine || at > PLAN_ROOM - PLAN_POINTERS_PIECE)
		return 0;
	words = (const uint32_t *)&machine->data[at];
	if (machine->rest_flags & MACHINE_WIDE) {
		for (i = 0; i < PLAN_POINTERS_PIECE / 4; i += 2)
			if (!(words[i] | words[i + 1]))
				return i * 4 < n ? (int)i * 4 + 8 : 0;
		return 0;
	}
	for (i = 0; i < PLAN_POINTERS_PIECE / 4; i++)
		if (!words[i])
			return i * 4 < n ? (int)i * 4 + 4 : 0;
	return 0;
}

/* The same for the n bytes of the chunk at this index, which may be a whole piece. */
MACHINE_GLOBAL int machine_to_null(struct plan_machine *machine, uint32_t at, uint32_t n)
{
	for (uint32_t done = 0; done < PLAN_PIECE; done += PLAN_POINTERS_PIECE) {
		int used;

		if (done >= n)
			return 0;
		used = machine_null_in(
			machine,
			(at & MACHINE_MASK) + (uint32_t)sizeof(struct plan_chunk) + done, n - done);
		if (used)
			return (int)done + used;
	}
	return 0;
}

/* Sends what there is, and begins a new record, with the chunks that operands refer to. */
MACHINE_GLOBAL int machine_renew(struct plan_machine *machine)
{
	if (!machine)
		return 0;
	machine_flush(machine);
	machine->record.len = (uint32_t)sizeof(machine->record) + machine->keep;
	return 0;
}

/* Reads the next piece of what the current operation has to read. */
MACHINE_INLINE void machine_piece(struct plan_machine *machine)
{
	uint32_t pos = machine->record.len - (uint32_t)sizeof(machine->record), n = PLAN_PIECE;
	uint32_t to_page = PLAN_PAGE - (uint32_t)(machine->rest_address & (PLAN_PAGE - 1));
	uint32_t used;
	int string = !!(machine->rest_flags & MACHINE_STRING), ended = 0;
	void *to;
	long got;

	if (pos >= PLAN_DATA) {
		machine_renew(machine);
		pos = machine->keep;
		if (pos >= PLAN_DATA) {
			machine->record.flags |= RECORD_CUT;
			machine->rest_len = 0;
			return;
		}
	}
	if (machine->n_bytes >= PLAN_BYTES_MAX) {
		machine->record.flags |= RECORD_CUT;
		machine->flags |= RUN_OVER;
		return;
	}
	pos &= MACHINE_MASK;
	to = &machine->data[pos] + sizeof(struct plan_chunk);
	if (machine->rest_flags & MACHINE_POINTERS)
		n = machine->rest_place == PLAN_NOWHERE ? PLAN_POINTERS_PIECE : PLAN_PIECE;
	if (machine->rest_len < n)
		n = (uint32_t)machine->rest_len;
	if (n > PLAN_PIECE)
		n = PLAN_PIECE;
	if (string) {
		got = machine_read_string(machine, to, n + 1, machine->rest_address);
		/* A string of n bytes without a NUL gets one after them. */
		ended = got >= 0 && got <= (long)n;
		if (got > (long)n)
			got = n;
	} else {
		got = machine_read(machine, to, n, machine->rest_address) < 0 ? -1 : (long)n;
	}
	if (got < 0 && (to_page < n || (string && to_page == n))) {
		/*
		 * A read is all or nothing, and that of a string needs the byte after n bytes that
		 * have no NUL. Read the rest of the page, in which there is no NUL then.
		 */
		n = to_page;
		if (n > PLAN_PIECE)
			n = PLAN_PIECE;
		got = machine_read(machine, to, n, machine->rest_address) < 0 ? -1 : (long)n;
	}
	if (got < 0) {
		if (!(machine->rest_flags & PLAN_GUESS))
			machine->record.flags |= RECORD_FAULT;
		machine->absent[machine->n_absent++ & (PLAN_ABSENT - 1)] = machine->rest_address;
		machine_add(machine, pos, 0, CHUNK_FAULT);
		if (machine->rest_flags & MACHINE_READ && machine->rest_len > to_page &&
		    machine->n_skipped++ < PLAN_SKIPPED_MAX) {
			/*
			 * Decode may skip what is unreadable in the middle: go on at the next page.
			 */
			machine->rest_address += to_page;
			machine->rest_len -= to_page;
			return;
		}
		machine->rest_len = 0;
		return;
	}
	n = (uint32_t)got;
	machine->n_bytes += n;
	if (!(machine->rest_flags & (MACHINE_STRING | MACHINE_POINTERS)))
		machine->rest_flags |= MACHINE_READ;
	if (machine->rest_flags & MACHINE_POINTERS) {
		/* What lies after the NULL would take the space of what the pointers point to. */
		used = (uint32_t)machine_to_null(machine, pos, n);
		ended = used && used <= n;
		if (ended)
			n = used;
	}
	machine_add(machine, pos, n, 0);
	machine->rest_address += n;
	machine->rest_len = ended || n >= machine->rest_len ? 0 : machine->rest_len - n;
}

/* Begins to read. */
MACHINE_INLINE void machine_fetch(struct plan_machine *machine, const struct plan_op *op)
{
	uint64_t address = 0, len = op->max;

	if (!machine_number(machine, &op->address, &address) || !address)
		return;
	if (op->kind == PLAN_BYTES)
		len = machine_length(machine, op, op->unit);
	machine->rest_address = address + op->at;
	machine->rest_len = len;
	machine->rest_place = op->place;
	machine->rest_flags = op->flags;
	if (op->kind == PLAN_STRING)
		machine->rest_flags |= MACHINE_STRING;
	else if (op->kind == PLAN_POINTERS)
		machine->rest_flags |= MACHINE_POINTERS | (op->unit == 8 ? MACHINE_WIDE : 0);
}

MACHINE_INLINE void machine_each(struct plan_machine *machine, const struct plan_op *op)
{
	uint32_t depth = machine->depth, n = (uint32_t)machine_length(machine, op, 1);
	uint64_t address = 0;
	struct plan_loop *loop;

	/* An array at NULL has no elements, whatever its length says. */
	if (op->place != PLAN_NOWHERE) {
		if (!machine_number(machine, &op->address, &address) || !address)
			n = 0;
		address += op->at;
	}
	if (!n || depth >= PLAN_LOOPS) {
		machine->pc = op->target;
		return;
	}
	loop = &machine->loops[depth & (PLAN_LOOPS - 1)];
	loop->index = 0;
	loop->end = n;
	loop->body = machine->pc;
	loop->stride = op->unit;
	loop->keep = machine->keep;
	loop->first = 0;
	loop->each = machine->pc - 1;
	loop->address = address;
	machine->depth = depth + 1;
}

/*
 * Begins to read the elements of an array from the next turn of its loop on, if the chunk at the
 * place of the loop ends before that. They replace that chunk. Returns 0 if it has the element.
 */
MACHINE_GLOBAL int machine_go_on(struct plan_machine *machine)
{
	const struct plan_op *op;
	struct plan_place *place;
	struct plan_loop *loop;

	if (!machine)
		return 0;
	loop = &machine->loops[(machine->depth - 1) & (PLAN_LOOPS - 1)];
	op = loop->address ? machine_op(machine, loop->each) : NULL;
	if (!op || !loop->stride)
		return 0;
	place = &machine->places[op->place & (PLAN_PLACES - 1)];
	if (loop->stride > PLAN_PIECE)
		return 0;
	/* A chunk without a whole element could not be read, so that the array ends. Its length may be a large number that means nothing. */
	if (place->len < loop->stride)
		loop->end = loop->index;
	if (place->len < loop->stride || loop->index - loop->first < place->len / loop->stride)
		return 0;
	machine->keep = place->at - (uint32_t)sizeof(struct plan_chunk);
	machine_renew(machine);
	place->at = place->len = 0;
	loop->first = loop->index;
	machine->rest_address = loop->address + (uint64_t)loop->index * loop->stride;
	machine->rest_len = (uint64_t)(loop->end - loop->index) * loop->stride;
	if (machine->rest_len > PLAN_PIECE / loop->stride * loop->stride)
		machine->rest_len = PLAN_PIECE / loop->stride * loop->stride;
	machine->rest_place = op->place;
	machine->rest_loop = machine->depth;
	machine->rest_flags = op->flags & PLAN_GUESS;
	if (op->flags & PLAN_TO_NULL)
		machine->rest_flags |= MACHINE_POINTERS | (op->unit == 8 ? MACHINE_WIDE : 0);
	return 1;
}

/* Returns whether a loop has begun. Otherwise .loops has what another plan left there. */
MACHINE_INLINE int machine_in_loop(const struct plan_machine *machine)
{
	return machine->depth - 1 < PLAN_LOOPS;
}

MACHINE_INLINE void machine_next(struct plan_machine *machine, const struct plan_op *op)
{
	uint32_t depth = machine->depth - 1;
	struct plan_loop *loop = &machine->loops[depth & (PLAN_LOOPS - 1)];

	if (++loop->index < loop->end) {
		machine->pc = loop->body;
		machine->keep = loop->keep;
		if (machine_go_on(machine))
			return;
		/* The next turn needs space for what its operands refer to. */
		if (machine->record.len - sizeof(machine->record) > PLAN_DATA / 4 * 3 &&
		    machine->keep <= PLAN_DATA / 8 * 5)
			machine_renew(machine);
		return;
	}
	if (op->flags & PLAN_CUTS && loop->end >= op->max)
		machine->record.flags |= RECORD_CUT;
	machine->depth = depth;
}

#define MACHINE_WORDS 8u /* at once */
#define MACHINE_A_BIT PLAN_PLACES /* instead of a place: a bit */

/*
 * Reports the descriptors in the words of the chunk at a place from word i on, MACHINE_WORDS at
 * most. Returns 1 after the last word. With MACHINE_A_BIT: reports the descriptor that bit i of a
 * word of a set stands for. The verifier looks at this body of two loops once.
 */
MACHINE_GLOBAL int machine_some(struct plan_machine *machine, uint64_t bits, uint32_t which,
				uint32_t i)
{
	struct plan_place *place;
	uint32_t at, fd;

	if (!machine)
		return 1;
	if (which == MACHINE_A_BIT) {
		at = 64 * machine->loops[(machine->depth - 1) & (PLAN_LOOPS - 1)].index;
		if (i <= 63 && bits >> i & 1)
			machine_descriptor(machine, (int)(at + i));
		return 0;
	}
	place = &machine->places[which & (PLAN_PLACES - 1)];
	for (uint32_t n = 0; n < MACHINE_WORDS; n++, i++) {
		if (!place->at || i * 4 + 4 > place->len)
			return 1;
		at = (place->at + i * 4) & MACHINE_MASK;
		__builtin_memcpy(&fd, &machine->data[at], sizeof(fd));
		machine_descriptor(machine, (int)fd);
	}
	return 0;
}

/* Reports the descriptors of a word of a set: struct fd_set of select(2). */
MACHINE_INLINE void machine_bits(struct plan_machine *machine, uint64_t bits)
{
	if (!bits)
		return;
	MACHINE_UNROLL
	for (uint32_t i = 0; i < 64; i++)
		machine_some(machine, bits, MACHINE_A_BIT, i);
}

/*
 * Reports the descriptors among the words of a chunk. A word that is no open descriptor is nothing.
 */
MACHINE_INLINE void machine_words(struct plan_machine *machine, uint32_t which)
{
	for (uint32_t i = 0; i < PLAN_WORDS_MAX; i += MACHINE_WORDS)
		if (machine_some(machine, 0, which & (PLAN_PLACES - 1), i))
			break;
}

/*
 * An operation about descriptors. It is inlined, because the kernel allows eight frames. Before
 * 6.18 the frames of the tracepoint, of the callback in engine/bpf/kernel/absent.bpf.h and of all
 * functions below count together.
 */
MACHINE_INLINE void machine_describe(struct plan_machine *machine, const struct plan_op *op)
{
	uint64_t value = 0;

	if (!machine_describes(machine))
		return;
	if (op->kind == PLAN_WORDS)
		machine_words(machine, op->address.which);
	else if (!machine_number(machine, &op->address, &value))
		return;
	else if (op->kind == PLAN_BITS)
		machine_bits(machine, value);
	else
		machine_descriptor(machine, (int)value);
}

/* Executes one operation, or reads one more piece. Returns 0, or 1 if the plan is finished. */
MACHINE_GLOBAL int machine_step(struct plan_machine *machine)
{
	const struct plan_op *op;
	uint64_t value = 0;
	uint32_t to;

	if (!machine)
		return 1;
	if (machine->rest_len) {
		machine_piece(machine);
		return !!(machine->flags & RUN_OVER);
	}
	op = machine_op(machine, machine->pc);
	if (!op)
		return 1;
	machine->pc++;
	if (op->flags & PLAN_ON_SUCCESS && machine_failed(machine)) {
		if (op->target)
			machine->pc = op->target;
		return 0;
	}
	switch (op->kind) {
	case PLAN_BYTES:
	case PLAN_STRING:
	case PLAN_POINTERS:
		machine_fetch(machine, op);
		return 0;
	case PLAN_EACH:
		machine_each(machine, op);
		return 0;
	case PLAN_NEXT:
		if (!machine_in_loop(machine))
			return 1;
		machine_next(machine, op);
		return 0;
	case PLAN_BREAK:
		if (!machine_in_loop(machine))
			return 1;
		if (!machine_number(machine, &op->address, &value) || !value) {
			machine->depth--;
			machine->pc = op->target;
		}
		return 0;
	case PLAN_JUMP:
		machine->pc = op->target;
		return 0;
	case PLAN_UNLESS:
		if (machine_number(machine, &op->address, &value) && !(value & op->max))
			machine->pc = op->target;
		return 0;
	case PLAN_DESCRIPTOR:
	case PLAN_BITS:
	case PLAN_WORDS:
		machine_describe(machine, op);
		return 0;
	case PLAN_SELECT:
		to = 0;
		if (machine_number(machine, &op->address, &value))
			to = machine_select(machine, op->max, value & ~(uint64_t)op->unit);
		machine->pc = to ? to : op->target;
		return 0;
	default:
		return 1;
	}
}

#define MACHINE_TURN 8u /* steps */

/* Returns 1 if the plan is finished. */
MACHINE_INLINE int machine_turn(struct plan_machine *machine)
{
	MACHINE_UNROLL
	for (uint32_t i = 0; i < MACHINE_TURN; i++) {
		if (machine_step(machine)) {
			machine->flags |= RUN_OVER;
			return 1;
		}
	}
	return 0;
}

/* Prepares the execution of the plan that begins at pc. See machine_run(). */
MACHINE_INLINE void machine_begin(struct plan_machine *machine, uint32_t pc, uint32_t flags)
{
	machine->pc = pc;
	machine->flags = flags;
	machine->depth = 0;
	machine->rest_len = 0;
	machine->rest_loop = 0;
	machine->n_bytes = 0;
	machine->n_skipped = 0;
	machine->keep = machine->record.len - (uint32_t)sizeof(machine->record);
	__builtin_memset(machine->places, 0, sizeof(machine->places));
}

/* Executes a plan that was prepared. */
MACHINE_INLINE void machine_execute(struct plan_machine *machine)
{
	machine_repeat(machine, PLAN_STEPS / MACHINE_TURN);
	if (!(machine->flags & RUN_OVER))
		machine->record.flags |= RECORD_CUT;
}

/*
 * Executes the plan that begins at pc. The header of the record is filled, and its length is that
 * of the header and of the chunks that another plan has added.
 */
MACHINE_INLINE void machine_run(struct plan_machine *machine, uint32_t pc, uint32_t flags)
{
	machine_begin(machine, pc, flags);
	machine_execute(machine);
}

#endif
