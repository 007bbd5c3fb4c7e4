/* SPDX-License-Identifier: MIT */
/* Answers reads from chunks. Their addresses and lengths come from a ring that is not trusted. */
#include <stdlib.h>
#include <string.h>

#include "scry/plan.h"
#include "scry/util.h"

/* Checks the chunk at an offset of a record, and moves the offset after it. */
static bool next_chunk(const unsigned char *record, size_t len, size_t *offset,
		       struct plan_chunk *chunk)
{
	size_t left = len - *offset, padded;

	if (left < sizeof(*chunk))
		return false;
	memcpy(chunk, record + *offset, sizeof(*chunk));
	left -= sizeof(*chunk);
	if (chunk->len > left || chunk->address + chunk->len < chunk->address)
		return false;
	padded = ((size_t)chunk->len + 7) & ~(size_t)7;
	*offset += sizeof(*chunk) + (padded < left ? padded : left);
	return true;
}

const char *chunks_first(const struct bpf_record *record, size_t len, struct plan_chunk *chunk)
{
	const unsigned char *bytes = (const unsigned char *)record;
	size_t offset = sizeof(*record);

	if (len < offset || !next_chunk(bytes, len, &offset, chunk))
		return NULL;
	return (const char *)bytes + sizeof(*record) + sizeof(*chunk);
}

static bool is_valid(const unsigned char *record, size_t len)
{
	size_t offset = sizeof(struct bpf_record);
	struct plan_chunk chunk;

	if (len < offset)
		return false;
	while (offset < len)
		if (!next_chunk(record, len, &offset, &chunk))
			return false;
	return true;
}

/* --- the index --------------------------------------------------------------------------- */

#define FEW 32 /* chunks: a set with fewer has no index */
#define SLOTS_MIN 256

static size_t slot_of(const struct chunk_index *index, uint64_t page)
{
	return (size_t)(page * 0x9e3779b97f4a7c15u >> 32) & (index->n_slots - 1);
}

static void append_link(struct chunk_index *index, uint32_t link)
{
	size_t slot = slot_of(index, index->links[link].page);

	index->links[link].next = 0;
	if (index->last[slot])
		index->links[index->last[slot] - 1].next = link + 1;
	else
		index->first[slot] = link + 1;
	index->last[slot] = link + 1;
}

static void enlarge_index(struct chunk_index *index)
{
	index->n_slots = index->n_slots ? 2 * index->n_slots : SLOTS_MIN;
	free(index->first);
	free(index->last);
	index->first = xcalloc(index->n_slots, sizeof(*index->first));
	index->last = xcalloc(index->n_slots, sizeof(*index->last));
	for (uint32_t i = 0; i < index->n; i++)
		append_link(index, i);
}

/*
 * A chunk is found by each page that it has bytes of; one that could not be read, by the page of
 * its address.
 */
static void index_chunk(struct chunk_index *index, const struct plan_chunk_at *chunk, size_t item)
{
	uint64_t page = chunk->address / PLAN_PAGE;
	uint64_t last = (chunk->address + (chunk->len ? chunk->len - 1 : 0)) / PLAN_PAGE;

	for (; page <= last; page++) {
		if (index->n == index->n_slots)
			enlarge_index(index);
		index->links =
			xgrow(index->links, index->n, &index->capacity, sizeof(*index->links));
		index->links[index->n] =
			(struct chunk_link){ .page = page, .item = (uint32_t)item };
		append_link(index, (uint32_t)index->n++);
	}
}

static void clear_index(struct chunk_index *index)
{
	if (!index->n)
		return;
	memset(index->first, 0, index->n_slots * sizeof(*index->first));
	memset(index->last, 0, index->n_slots * sizeof(*index->last));
	index->n = 0;
}

/* The chunks of a set that have a byte of a page, in their order. */
struct chunk_walk {
	const struct chunks *set;
	uint64_t page;
	size_t next; /* a link, or without an index a chunk */
};

static struct chunk_walk walk_page(const struct chunks *set, uint64_t address)
{
	struct chunk_walk walk = { .set = set, .page = address / PLAN_PAGE };

	if (set && set->index.n)
		walk.next = set->index.first[slot_of(&set->index, walk.page)];
	return walk;
}

/* Returns NULL after the last one. Without an index these are all chunks of the set. */
static const struct plan_chunk_at *next_of_page(struct chunk_walk *walk)
{
	const struct chunks *set = walk->set;

	if (!set)
		return NULL;
	if (!set->index.n)
		return walk->next < set->n ? &set->items[walk->next++] : NULL;
	while (walk->next) {
		const struct chunk_link *link = &set->index.links[walk->next - 1];

		walk->next = link->next;
		if (link->page == walk->page)
			return &set->items[link->item];
	}
	return NULL;
}

/* --- adding ------------------------------------------------------------------------------- */

static void add_chunk(struct chunks *chunks, const struct plan_chunk *chunk, size_t offset)
{
	chunks->items = xgrow(chunks->items, chunks->n, &chunks->capacity, sizeof(*chunks->items));
	chunks->items[chunks->n++] =
		(struct plan_chunk_at){ chunk->address, chunk->len, chunk->flags, offset };
	if (chunks->n < FEW)
		return;
	for (size_t i = chunks->n == FEW ? 0 : chunks->n - 1; i < chunks->n; i++)
		index_chunk(&chunks->index, &chunks->items[i], i);
}

bool chunks_add(struct chunks *chunks, const struct bpf_record *record, size_t len, bool late)
{
	const unsigned char *bytes = (const unsigned char *)record;
	size_t offset = sizeof(*record), start = chunks->n_bytes;
	struct plan_chunk chunk;

	if (!is_valid(bytes, len))
		return false;
	if (chunks->bytes_capacity - start < len) {
		chunks->bytes_capacity = 2 * (start + len);
		chunks->bytes = xreallocarray(chunks->bytes, chunks->bytes_capacity, 1);
	}
	memcpy(chunks->bytes + start, bytes, len);
	chunks->n_bytes += len;
	while (offset < len) {
		size_t at = start + offset + sizeof(chunk);

		next_chunk(bytes, len, &offset, &chunk);
		if (!late || chunk.flags & CHUNK_LATE)
			add_chunk(chunks, &chunk, at);
	}
	return true;
}

void chunks_clear(struct chunks *chunks)
{
	chunks->n = chunks->n_bytes = 0;
	clear_index(&chunks->index);
}

void chunks_free(struct chunks *chunks)
{
	free(chunks->items);
	free(chunks->bytes);
	free(chunks->index.links);
	free(chunks->index.first);
	free(chunks->index.last);
	*chunks = (struct chunks){ 0 };
}

/*
 * The chunk of a set with the byte at an address. *fault: the set has none, and the byte could not
 * be read.
 */
static const struct plan_chunk_at *find_chunk(const struct chunks *set, uint64_t address, bool late,
					      bool *fault)
{
	struct chunk_walk walk = walk_page(set, address);
	const struct plan_chunk_at *item;

	*fault = false;
	while ((item = next_of_page(&walk))) {
		uint64_t offset = address - item->address;

		if (late && !(item->flags & CHUNK_LATE))
			continue;
		if (item->flags & CHUNK_FAULT)
			*fault |= offset < PLAN_PAGE - item->address % PLAN_PAGE;
		else if (offset < item->len)
			return item;
	}
	return NULL;
}

/*
 * The chunk with the byte at an address, and the index of its set. A byte that a set says is
 * unreadable is taken from a later set only if it was read late.
 */
static const struct plan_chunk_at *find_in_sets(const struct chunks *const *sets, size_t n,
						uint64_t address, size_t *set, bool *fault)
{
	const struct plan_chunk_at *found;
	bool fault_here;

	*fault = false;
	for (*set = 0; *set < n; ++*set) {
		found = find_chunk(sets[*set], address, *fault, &fault_here);
		if (found)
			return found;
		*fault |= fault_here;
	}
	return NULL;
}

/*
 * Lowers len to the bytes before the next chunk of a set: its bytes come before the bytes of later
 * sets.
 */
static size_t up_to_chunk(const struct chunks *set, uint64_t address, size_t len)
{
	uint64_t last = address + (len - 1) < address ? UINT64_MAX : address + (len - 1);

	for (uint64_t page = address / PLAN_PAGE; len && page <= last / PLAN_PAGE; page++) {
		struct chunk_walk walk = walk_page(set, page * PLAN_PAGE);
		const struct plan_chunk_at *item;

		while ((item = next_of_page(&walk))) {
			uint64_t distance = item->address - address;

			if (distance && distance < len)
				len = (size_t)distance;
		}
	}
	return len;
}

size_t chunks_read(const struct chunks *const *sets, size_t n, uint64_t address, void *buf,
		   size_t len, enum chunks_end *end)
{
	size_t done = 0, set;

	*end = CHUNKS_WHOLE;
	while (done < len) {
		const struct plan_chunk_at *found;
		size_t offset, some;
		bool fault;

		found = find_in_sets(sets, n, address + done, &set, &fault);
		if (!found) {
			*end = fault ? CHUNKS_FAULT : CHUNKS_MISSING;
			break;
		}
		offset = (size_t)(address + done - found->address);
		some = found->len - offset;
		if (some > len - done)
			some = len - done;
		for (size_t i = 0; i < set; i++)
			some = up_to_chunk(sets[i], address + done, some);
		memcpy((unsigned char *)buf + done, sets[set]->bytes + found->offset + offset,
		       some);
		done += some;
	}
	return done;
}
