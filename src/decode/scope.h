/* SPDX-License-Identifier: MIT */
/* Inside src/decode/: what a name means where a value is decoded. */
#ifndef SCRY_DECODE_SCOPE_H
#define SCRY_DECODE_SCOPE_H

#include <string.h>

#include "decode/cache.h"
#include "decode/memory.h"
#include "scry/decode.h"

#define UNGIVEN UINT64_MAX
#define SCOPE_DEPTH 16 /* structs within structs: what is deeper is shown as its address */

/* The arguments of a call, its choices expanded in place. */
struct arguments {
	struct argument {
		const struct field *field;
		struct looks looks;
		uint64_t value; /* extended as its type says */
		uint8_t slot; /* its first register */
		bool pointer; /* it holds a pointer to what the type means */
	} items[RECORD_ARGUMENTS];
	unsigned n;
	const struct type *result;
	struct argument_notes {
		const struct note *items;
		uint16_t n;
	} notes[CALL_ARGS]; /* of the row, then of the chosen variants */
	unsigned n_notes;
	unsigned elements; /* of arrays that were looked at so far */
	unsigned current; /* the one that is being decoded */
};

/* Arrays within arrays could keep us for hours: so many elements a side of a call are looked at. */
#define ELEMENTS_MAX 65536u

/* A struct, the chosen part of one, or (outer NULL) the arguments. */
struct scope {
	const struct decode *decode;
	const struct scope *outer;
	const struct arguments *arguments; /* of the call, in every scope */
	const struct type *type; /* of the struct; NULL: arguments */
	const struct placement *members;
	const struct view *view; /* of the struct; never NULL there */
	const struct looks *looks; /* of the array that is emitted; NULL: none */
	bool in_note; /* what is emitted is said after the result */
	uint64_t address; /* of the struct that offsets count from */
	size_t size; /* of the struct by its type */
	uint64_t given; /* … by its caller; UNGIVEN: it did not say */
	uint64_t index; /* of the innermost array element */
	uint64_t *left; /* bytes left of a .total; NULL: none was given */
	const struct window *window; /* bytes that were read already; NULL: none */
	const struct window *before; /* what the entry saw; NULL: not known */
	unsigned *elements; /* .elements of the arguments */
	struct opening *opening; /* a segment that begins with its first member; NULL: has begun */
	bool away; /* a pointer led here: of the windows around only bytes that were read count, no padding */
	unsigned depth;
	unsigned show; /* DIR_* of members that are shown, or SHOW_KEPT */
};

/* Of an OUT struct of a failed call: only what its caller filled for the kernel to change. */
#define SHOW_KEPT 4u

static inline const struct abi *scope_abi(const struct scope *scope)
{
	return scope->decode->call->abi;
}

/* Whether the sink follows views; else it gets every member in memory order, whole. */
static inline bool scope_has_views(const struct scope *scope)
{
	return scope->decode->sink->views;
}

/* Whether nothing is abbreviated: -v, or the sink follows no views. */
static inline bool scope_is_whole(const struct scope *scope)
{
	return scope->decode->config->verbose || !scope->decode->sink->views;
}

/* The view of a use of a type that layout_of() gave. Never NULL. */
static inline const struct view *scope_view(const struct scope *scope, const struct field *field,
					    const struct type *type)
{
	const struct view *view = field && field->view ? field->view : type->view;

	if (!scope_has_views(scope))
		return &view_of_facts;
	return view ? view : &view_of_all;
}

/* The scope of the struct at an address whose bytes the window of *scope holds, to look names up. */
struct scope scope_of_element(const struct scope *scope, const struct type *type, uint64_t address);

/* Names are literals, of which the linker keeps one: most that are equal are the same. */
static inline bool name_is(const char *name, const char *other)
{
	return name == other || (*name == *other && !strcmp(name, other));
}

/* What a name stands for. */
struct binding {
	const struct field *field; /* NULL: the result, or what a pointer points to */
	const struct type *type;
	uint64_t value; /* a scalar, a pointer; of anything else its address */
};

/* Looks a name up from the inside out: "RET", "SIZE", "INDEX", "name", "*name". */
bool scope_find(const struct scope *scope, const char *name, struct binding *binding);

/* What an INOUT member of this name held at the entry; false: not kept. */
bool scope_find_before(const struct scope *scope, const char *name, uint64_t *value);

/* A number; false: a name that is not there, cannot be read or is negative. */
bool size_expr_value(const struct scope *scope, const struct size_expr *expr, uint64_t *value);
bool condition_is_met(const struct scope *scope, const struct condition *condition);
/* NULL: always. */
static inline bool condition_holds(const struct scope *scope, const struct condition *condition)
{
	return !condition || condition_is_met(scope, condition);
}

/* NULL: none fits and there is no default. */
const struct variant *choice_pick(const struct scope *scope, const struct choice *choice);

#endif
