/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: results that are computed once and looked up often. */
#ifndef SCRY_DECODE_LOOKUP_CACHE_H
#define SCRY_DECODE_LOOKUP_CACHE_H

#include "decode/lookup/view.h"

struct expanded;
struct peers;

/*
 * The layout of a struct, or of a variant at offset start, and its members in the order of a view.
 */
struct placement {
	const struct abi *abi;
	const struct view *view; /* of the struct; never NULL */
	const struct field *use; /* with the .fills and .changes that apply; NULL: none */
	const struct field *fields;
	uint16_t n;
	bool packed;
	size_t start;
	size_t size, head; /* a struct: layout_size(), layout_head_size() */
	struct layout_slot *slots; /* n of them */
	struct shown *shown; /* n_shown of them */
	uint16_t n_shown;
};

/* The layout of a struct type, which must be a result of layout_of(). */
const struct placement *cache_struct(struct decode_cache *cache, const struct type *type,
				     const struct abi *abi, const struct view *view,
				     const struct field *use);
/* The layout of a variant within a struct. Both views apply, if the sink follows views. */
const struct placement *cache_variant(struct decode_cache *cache, const struct variant *variant,
				      const struct placement *around, size_t start);
/* As layout_element_size(). */
size_t cache_element_size(struct decode_cache *cache, const struct field *field,
			  const struct abi *abi);

/* The variant that a choice selects for a value. It depends on the other members only. */
struct chosen {
	const struct choice *choice;
	const struct abi *abi;
	const struct type *type; /* of the selector */
	uint64_t value;
	const struct variant *variant;
};

/*
 * The slot for the variant that *like chooses. If chosen_alike() says that it holds another one,
 * the caller fills it.
 */
struct chosen *cache_chosen(struct decode_cache *cache, const struct chosen *like);
/* The slot for the expansion of a row. It may hold that of another row. */
struct expanded *cache_expanded(struct decode_cache *cache, const struct syscall *row, bool views);
bool chosen_alike(const struct chosen *a, const struct chosen *b);

/* The peers of sockets: decode/peers.h. */
struct peers **cache_peers(struct decode_cache *cache);

#endif
