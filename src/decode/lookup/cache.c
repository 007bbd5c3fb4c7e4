/* SPDX-License-Identifier: MIT */
/* Caches layouts, chosen variants and expansions of rows. */
#include <stdlib.h>
#include <string.h>

#include "decode/lookup/arguments.h"
#include "decode/lookup/cache.h"

#define CHOSEN 256 /* slots for chosen variants; a power of 2 */
#define EXPANDED_BITS 6 /* 64 slots for expansions of rows */

struct decode_cache {
	struct placement **table; /* open addressing; NULL: free */
	size_t size, n; /* size: a power of 2 */
	struct chosen chosen[CHOSEN];
	struct expanded expanded[1 << EXPANDED_BITS];
	struct peers *peers; /* NULL: no socket with a peer was seen */
};

struct decode_cache *decode_cache_new(void)
{
	struct decode_cache *cache = xcalloc(1, sizeof(*cache));

	cache->size = 64;
	cache->table = xcalloc(cache->size, sizeof(*cache->table));
	return cache;
}

static void placement_free(struct placement *placement)
{
	free(placement->slots);
	free(placement->shown);
	free(placement);
}

void decode_cache_free(struct decode_cache *cache)
{
	if (!cache)
		return;
	for (size_t i = 0; i < cache->size; i++)
		if (cache->table[i])
			placement_free(cache->table[i]);
	free(cache->table);
	free(cache->peers);
	free(cache);
}

struct peers **cache_peers(struct decode_cache *cache)
{
	return &cache->peers;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
	return (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
}

/* The address of the fields does not suffice: an empty array may have that of another one. */
static bool alike(const struct placement *a, const struct placement *b)
{
	return a->fields == b->fields && a->n == b->n && a->abi == b->abi && a->start == b->start &&
	       a->view == b->view && a->use == b->use;
}

/* The slot of a layout, or the free slot for it. */
static struct placement **find_place(const struct decode_cache *cache, const struct placement *key)
{
	uint64_t hash = mix(mix((uintptr_t)key->fields, (uintptr_t)key->abi),
			    key->start ^ (uintptr_t)key->view ^ (uintptr_t)key->use);

	for (size_t i = (size_t)(hash >> 32);; i++) {
		struct placement **place = &cache->table[i & (cache->size - 1)];

		if (!*place || alike(*place, key))
			return place;
	}
}

static void grow_cache(struct decode_cache *cache)
{
	struct decode_cache larger = { .size = cache->size * 2 };

	larger.table = xcalloc(larger.size, sizeof(*larger.table));
	for (size_t i = 0; i < cache->size; i++)
		if (cache->table[i])
			*find_place(&larger, cache->table[i]) = cache->table[i];
	free(cache->table);
	cache->table = larger.table;
	cache->size = larger.size;
}

/* own: the view of a variant, if the fields belong to one; else NULL. */
static struct placement *lay_out(const struct placement *key, const struct view *own, bool variant)
{
	struct layout_cursor cursor = layout_start(key->abi, key->packed, key->start);
	struct placement *placement = xcalloc(1, sizeof(*placement));

	*placement = *key;
	placement->slots = xcalloc(key->n, sizeof(*placement->slots));
	for (uint16_t i = 0; i < key->n; i++)
		placement->slots[i] = layout_place(&cursor, key->fields, key->n, i);
	view_place(placement, key->view, own, variant);
	return placement;
}

static struct placement *find_placement(struct decode_cache *cache, const struct placement *key,
					const struct view *own, bool variant)
{
	struct placement **place = find_place(cache, key);

	if (*place)
		return *place;
	if (cache->n++ >= cache->size / 2) {
		grow_cache(cache);
		place = find_place(cache, key);
	}
	return *place = lay_out(key, own, variant);
}

const struct placement *cache_struct(struct decode_cache *cache, const struct type *type,
				     const struct abi *abi, const struct view *view,
				     const struct field *use)
{
	struct placement key = { .abi = abi,
				 .view = view,
				 .use = use,
				 .fields = type->structure.fields,
				 .n = type->structure.n_fields,
				 .packed = type->structure.align == 1 };
	struct placement *placement = find_placement(cache, &key, NULL, false);

	if (!placement->size) {
		placement->size = layout_size(type, abi);
		placement->head = layout_head_size(type, abi);
	}
	return placement;
}

const struct placement *cache_variant(struct decode_cache *cache, const struct variant *variant,
				      const struct placement *around, size_t start)
{
	bool follows = around->view != &view_of_facts;
	struct placement key = { .abi = around->abi,
				 .view = around->view,
				 .use = around->use,
				 .fields = variant->fields,
				 .n = variant->n_fields,
				 .packed = around->packed,
				 .start = start };

	return find_placement(cache, &key, follows ? variant_more(variant)->view : NULL, true);
}

size_t cache_element_size(struct decode_cache *cache, const struct field *field,
			  const struct abi *abi)
{
	const struct type *type = layout_element(field, abi);
	const struct placement *members;

	if (!type)
		return layout_element_size(field, abi);
	members = cache_struct(cache, type, abi, &view_of_facts, NULL);
	return members->size > members->head ? members->size : members->head;
}

struct expanded *cache_expanded(struct decode_cache *cache, const struct syscall *row, bool views)
{
	/* The upper bits differ most where rows are close together. */
	return &cache->expanded[mix((uintptr_t)row, views) >> (64 - EXPANDED_BITS)];
}

bool chosen_alike(const struct chosen *a, const struct chosen *b)
{
	return a->choice == b->choice && a->abi == b->abi && a->type == b->type &&
	       a->value == b->value;
}

struct chosen *cache_chosen(struct decode_cache *cache, const struct chosen *like)
{
	uint64_t hash = mix((uintptr_t)like->choice, like->value);

	return &cache->chosen[hash >> 32 & (CHOSEN - 1)];
}
