/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: the scope in which a value is decoded, and names are looked up. */
#ifndef SCRY_DECODE_LOOKUP_SCOPE_H
#define SCRY_DECODE_LOOKUP_SCOPE_H

#include <string.h>

#include "decode/lookup/cache.h"
#include "decode/lookup/windows.h"
#include "scry/decode.h"

#define UNGIVEN UINT64_MAX
#define SCOPE_DEPTH 16 /* the maximum depth of nested structs; deeper ones are shown as addresses */

/* The arguments of a call, including the arguments of chosen variants. */
struct arguments {
	struct argument {
		const struct field *field;
		struct looks looks;
		uint64_t value; /* extended as its type requires */
		uint8_t slot; /* its first register */
		bool pointer; /* the register holds a pointer to a value of the type */
	} items[RECORD_ARGUMENTS];
	unsigned n;
	const struct type *result;
	struct argument_notes {
		const struct note *items;
		uint16_t n;
	} notes[CALL_ARGS]; /* of the row, then of its chosen variants */
	unsigned n_notes;
	unsigned elements; /* array elements of the call so far */
	unsigned current; /* the argument that is being decoded */
};

/* A struct, a chosen variant of one, or, if outer is NULL, the arguments. */
struct scope {
	const struct decode *decode;
	const struct scope *outer;
	const struct arguments *arguments; /* of the call, in every scope */
	const struct type *type; /* of the struct; NULL: arguments */
	const struct placement *members;
	const struct view *view; /* of the struct; never NULL there */
	const struct walk *walk; /* over the records of which this struct is one; NULL: none */
	const struct looks *looks; /* of the array that is being emitted; NULL: none */
	bool in_note; /* a note on the result is being emitted */
	uint64_t address; /* of the struct; offsets start there */
	size_t size; /* of the type of the struct */
	uint64_t given; /* the size that the caller gave the struct; UNGIVEN: none */
	uint64_t index; /* of the innermost array element */
	uint64_t *left; /* bytes left of a .total; NULL: none was given */
	const struct window *window; /* memory that has been read; NULL: none */
	const struct window *before; /* the same memory at the entry; NULL: unknown */
	unsigned *elements; /* .elements of the arguments */
	struct opening *opening; /* begins with the first member that is shown; NULL: none */
	bool away; /* the address comes from a pointer: ignore the padding of the windows around */
	unsigned depth;
	unsigned show; /* DIR_* of members that are shown, or SHOW_KEPT */
};

/*
 * The members of an OUT struct that the caller filled. The kernel did not change them: the call
 * failed.
 */
#define SHOW_KEPT 4u

static inline const struct abi *scope_abi(const struct scope *scope)
{
	return scope->decode->call->abi;
}

/* Whether the sink follows views. Otherwise it gets all members in memory order. */
static inline bool scope_has_views(const struct scope *scope)
{
	return scope->decode->sink->views;
}

/* Whether nothing is abbreviated, because of -v or because the sink does not follow views. */
static inline bool scope_is_whole(const struct scope *scope)
{
	return decode_is_whole(scope->decode->config, scope->decode->sink->views);
}

/* The view for one use of a type, which must be a result of layout_of(). Never NULL. */
static inline const struct view *scope_view(const struct scope *scope, const struct field *field,
					    const struct type *type)
{
	const struct view *view = field ? field_more(field)->view : NULL;

	if (!scope_has_views(scope))
		return &view_of_facts;
	view = view ? view : type->view;
	return view ? view : &view_of_all;
}

/* The scope of a struct in the window of *scope, to look up names in. */
struct scope scope_of_element(const struct scope *scope, const struct type *type, uint64_t address);

/* Compares pointers first: the linker merges equal string literals. */
static inline bool name_is(const char *name, const char *other)
{
	return name == other || (*name == *other && !strcmp(name, other));
}

/* The result of looking up a name. */
struct binding {
	const struct field *field; /* NULL: the result, or the target of a pointer */
	const struct type *type;
	uint64_t value; /* a scalar or a pointer; for other types the address */
};

/* Whether the tracee's descriptor has the requests of the family. */
bool scope_is_of_family(const struct scope *scope, int fd, const struct request_family *family);
/* Looks up "RET", "SIZE", "INDEX", "name" or "*name", from the innermost scope to the outermost. */
bool scope_find(const struct scope *scope, const char *name, struct binding *binding);

/* The value of an INOUT member at the entry. Returns false if it is unknown. */
bool scope_find_before(const struct scope *scope, const char *name, uint64_t *value);

#endif
