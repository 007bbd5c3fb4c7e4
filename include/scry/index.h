/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/util/: finds the elements of an array by a hash. The owner keeps the array
 * and compares its elements; the index knows only their hashes and positions. A zeroed struct is an
 * empty index.
 *
 *	size_t at = 0;
 *	uint32_t i;
 *
 *	while ((i = index_next(&index, hash, &at)) != INDEX_END)
 *		if (is_wanted(&array[i]))
 *			return &array[i];
 */
#ifndef SCRY_INDEX_H
#define SCRY_INDEX_H

#include "scry/util.h"

#define INDEX_END UINT32_MAX

struct index {
	struct index_slot {
		uint32_t hash;		/* the lower half of it */
		uint32_t position;	/* in the array, plus 1; 0: the slot is empty */
	} *slots;			/* a hash table with open addressing, at most half full */
	size_t n_slots;			/* 0 or a power of two */
	size_t n;
};

/* The hash of a number. */
static inline uint64_t index_hash(uint64_t number)
{
	return number * UINT64_C(0x9e3779b97f4a7c15) >> 32;
}

/*
 * Returns the position of the next element that may have this hash, in the order in which they were
 * added; INDEX_END: there is none. *at is 0 at first.
 */
static inline uint32_t index_next(const struct index *index, uint64_t hash, size_t *at)
{
	while (index->n) {
		const struct index_slot *slot =
			&index->slots[(hash + (*at)++) & (index->n_slots - 1)];

		if (!slot->position)
			break;
		if (slot->hash == (uint32_t)hash)
			return slot->position - 1;
	}
	return INDEX_END;
}

/* Adds the element at a position, which is less than INDEX_END - 1. */
void index_add(struct index *index, uint64_t hash, uint32_t position);
/* Removes the element at a position. Nothing happens if it was not added with this hash. */
void index_remove(struct index *index, uint64_t hash, uint32_t position);
void index_clear(struct index *index);
void index_free(struct index *index);

#endif
