/* SPDX-License-Identifier: MIT */
/* Inside src/decode/: what is worked out once and looked up often. */
#ifndef SCRY_DECODE_CACHE_H
#define SCRY_DECODE_CACHE_H

#include "decode/view.h"

struct expanded;

/* The members of a struct, or of a chosen part of one that begins at .start, laid out and in the order of a view. */
struct placement {
	const struct abi *abi;
	const struct view *view; /* of the struct; never NULL */
	const struct field *use; /* whose .fills and .changes hold; NULL: none */
	const struct field *fields;
	uint16_t n;
	bool packed;
	size_t start;
	size_t size, head; /* of a struct: layout_size(), layout_head_size() */
	struct layout_slot *slots; /* n of them */
	struct shown *shown; /* n_shown of them */
	uint16_t n_shown;
};

/* Of a struct type that layout_of() gave. */
const struct placement *cache_struct(struct decode_cache *cache, const struct type *type,
				     const struct abi *abi, const struct view *view,
				     const struct field *use);
/* Of the fields of a variant within a struct: the views of both hold, unless the sink follows none. */
const struct placement *cache_variant(struct decode_cache *cache, const struct variant *variant,
				      const struct placement *around, size_t start);
/* layout_element_size(). */
size_t cache_element_size(struct decode_cache *cache, const struct field *field,
			  const struct abi *abi);

/* What a choice chose: it depends on nothing but these. */
struct chosen {
	const struct choice *choice;
	const struct abi *abi;
	const struct type *type; /* of the selector */
	uint64_t value;
	const struct variant *variant;
};

/*
 * Where what *like chose is kept: .choice is NULL, or another one, if it is not known; the caller
 * fills it then.
 */
struct chosen *cache_chosen(struct decode_cache *cache, const struct chosen *like);
/* Where arguments_expand() keeps what it made last of a row, or of another one whose place is the same. */
struct expanded *cache_expanded(struct decode_cache *cache, const struct syscall *row, bool views);
bool chosen_alike(const struct chosen *a, const struct chosen *b);

#endif
