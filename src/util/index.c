/* SPDX-License-Identifier: MIT */
/* Hash tables of positions. */
#include <stdlib.h>
#include <string.h>

#include "scry/index.h"

#define FIRST_SLOTS 64

/*
 * The slots of one hash follow each other in the order of the additions, also after the table has
 * grown.
 */
static void put_slot(struct index *index, struct index_slot slot)
{
	size_t mask = index->n_slots - 1, i = slot.hash & mask;

	while (index->slots[i].position)
		i = (i + 1) & mask;
	index->slots[i] = slot;
}

static void grow_index(struct index *index)
{
	struct index_slot *old = index->slots;
	size_t n = index->n_slots, first = 0;

	index->n_slots = n ? 2 * n : FIRST_SLOTS;
	index->slots = xcalloc(index->n_slots, sizeof(*index->slots));
	/*
	 * Begins after an empty slot: a sequence of slots may go on at the beginning of the table.
	 */
	while (first < n && old[first].position)
		first++;
	for (size_t i = 0; i < n; i++)
		if (old[(first + i) & (n - 1)].position)
			put_slot(index, old[(first + i) & (n - 1)]);
	free(old);
}

void index_add(struct index *index, uint64_t hash, uint32_t position)
{
	if (2 * (index->n + 1) > index->n_slots)
		grow_index(index);
	put_slot(index, (struct index_slot){ (uint32_t)hash, position + 1 });
	index->n++;
}

/*
 * Moves slots back into the hole, so that no empty slot lies between a slot and the place of its
 * hash.
 */
static void close_hole(struct index *index, size_t hole)
{
	size_t mask = index->n_slots - 1;

	for (size_t i = (hole + 1) & mask; index->slots[i].position; i = (i + 1) & mask) {
		size_t distance = (i - index->slots[i].hash) & mask;

		if (distance < ((i - hole) & mask))
			continue;
		index->slots[hole] = index->slots[i];
		hole = i;
	}
	index->slots[hole] = (struct index_slot){ 0 };
}

void index_remove(struct index *index, uint64_t hash, uint32_t position)
{
	size_t mask = index->n_slots - 1;

	for (size_t i = hash & mask; index->n && index->slots[i].position; i = (i + 1) & mask) {
		if (index->slots[i].hash != (uint32_t)hash ||
		    index->slots[i].position != position + 1)
			continue;
		close_hole(index, i);
		index->n--;
		return;
	}
}

void index_clear(struct index *index)
{
	if (index->n)
		memset(index->slots, 0, index->n_slots * sizeof(*index->slots));
	index->n = 0;
}

void index_free(struct index *index)
{
	free(index->slots);
	*index = (struct index){ 0 };
}
