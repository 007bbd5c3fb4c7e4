/* SPDX-License-Identifier: MIT */
/* Private to src/plan/: the state of the compiler of plans, and what its parts share. */
#ifndef SCRY_PLAN_COMPILER_H
#define SCRY_PLAN_COMPILER_H

#include "scry/arch.h"
#include "scry/decode.h"
#include "scry/index.h"
#include "scry/plan.h"
#include "scry/syscalls.h"

#define PATH_BYTES 4096u /* PATH_MAX */

/*
 * The arguments of a call, or of a variant of it, or the members of a struct: what a name is looked
 * up in. Levels are nested as the scopes of decode are.
 */
struct level {
	const struct level *outer;
	/* Arguments. */
	const struct field *fields;
	uint16_t n;
	uint8_t slots[32]; /* the register of each field */
	/* Members of a struct, if type is not NULL. */
	const struct type *type;
	struct plan_operand base; /* MEMORY: the first byte of the struct */
	struct plan_operand address; /* the address of the struct, */
	uint32_t at; /* ... with these bytes added; */
	bool addressed; /* ... false: the address is not an operand, as in a loop */
	bool given; /* the caller says the size of the struct */
};

/*
 * What holds for the operations of one part of a row: an argument, a choice, a struct. A function
 * that compiles a part copies the frame before it changes it, and puts the copy back at its end.
 */
struct compiler_frame {
	bool flat; /* of the argument only the bytes of its struct are read */
	uint8_t flags; /* of the operations that are added */
	uint8_t member_flags; /* of those for the members of the argument's struct */
	uint8_t n_places; /* in use */
	uint8_t depth; /* of nested types */
	bool selected; /* the members of a struct are those of the variant that its choice selects */
	struct plan_operand registers[PLAN_ARGUMENTS]; /* where the arguments of the call are */
};

struct compiler {
	struct plans *plans;
	const struct abi *abi;
	const struct plan_options *options;
	bool exit; /* the plan of the exit is compiled */
	bool full; /* an operation did not fit */
	uint8_t loops; /* around the current operation */
	const struct type *result; /* of the call */
	struct compiler_frame frame;
};

/* A length or a count in units: min(ceil(operand / per) * unit + plus, max). */
struct amount {
	struct plan_operand operand;
	uint32_t per, unit, plus;
	uint32_t max; /* UINT32_MAX: no limit */
	bool known; /* false: the value depends on more than an operand can say */
};

/* Returns a constant operand. */
static inline struct plan_operand operand_constant(uint32_t value)
{
	return (struct plan_operand){ .from = PLAN_CONSTANT, .size = 8, .offset = value };
}

/* Returns a constant amount. */
static inline struct amount amount_constant(uint64_t value)
{
	uint32_t most = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;

	return (struct amount){
		.operand = operand_constant(most), .unit = 1, .max = UINT32_MAX, .known = true
	};
}

/* Returns an operation with the flags of the frame. What it reads stays nowhere. */
static inline struct plan_op operation(const struct compiler *compiler, uint8_t kind,
				       struct plan_operand address)
{
	return (struct plan_op){ .kind = kind,
				 .flags = compiler->frame.flags,
				 .place = PLAN_NOWHERE,
				 .address = address };
}

/* Whether nothing is abbreviated. */
static inline bool compiler_is_whole(const struct compiler *compiler)
{
	return decode_is_whole(compiler->options->config, compiler->options->views);
}

/* The names of a list, for many look-ups: a hash table. */
struct name_index {
	const struct list *list;
	struct index index; /* of entry i of part p: p << 16 | i */
};

/* The layout of a struct type under an ABI, and what a plan must know of its members. */
struct type_facts {
	const struct type *type;
	const struct abi *abi;
	uint64_t size; /* bytes; a siginfo has more than its members */
	struct member {
		const struct field *field;
		size_t offset, size;
	} * members; /* as layout_each() finds them */
	size_t n, capacity;
	bool pointers; /* a member is a pointer, or its extent is not that of its type */
	bool variable; /* a member has an extent that is not that of its type */
	bool rest; /* a member goes on to the end that the caller gives */
	bool choice; /* it has a union, with members that depend on a value */
	bool descriptors; /* a member is a descriptor */
	bool after; /* a member says where another one begins, which is after the struct */
};

/* Whether a value of a type is a descriptor. */
static inline bool compiler_is_descriptor(const struct compiler *compiler, const struct type *type)
{
	return compiler->options->names && kind_is_descriptor(type->kind);
}

#endif
