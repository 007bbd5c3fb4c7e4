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

static bool is_valid(const unsigned char *record, size_t len)
{
	size_t offset = sizeof(struct plan_record);
	struct plan_chunk chunk;

	if (len < offset)
		return false;
	while (offset < len)
		if (!next_chunk(record, len, &offset, &chunk))
			return false;
	return true;
}

static void add_chunk(struct chunks *chunks, const struct plan_chunk *chunk, size_t offset)
{
	chunks->items = xgrow(chunks->items, chunks->n, &chunks->capacity, sizeof(*chunks->items));
	chunks->items[chunks->n++] =
		(struct plan_chunk_at){ chunk->address, chunk->len, chunk->flags, offset };
}

bool chunks_add(struct chunks *chunks, const struct plan_record *record, size_t len, bool late)
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
}

void chunks_free(struct chunks *chunks)
{
	free(chunks->items);
	free(chunks->bytes);
	*chunks = (struct chunks){ 0 };
}

/* The chunk of a set with the byte at an address. *fault: the set has none, and the byte could not be read. */
static const struct plan_chunk_at *find_chunk(const struct chunks *set, uint64_t address, bool late,
					      bool *fault)
{
	*fault = false;
	for (size_t i = 0; set && i < set->n; i++) {
		const struct plan_chunk_at *item = &set->items[i];
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
 * The chunk with the byte at an address, and the index of its set. A byte that a set says is unreadable is taken from a
 * later set only if it was read late.
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

/* Lowers len to the bytes before the next chunk of a set: its bytes come before the bytes of later sets. */
static size_t up_to_chunk(const struct chunks *set, uint64_t address, size_t len)
{
	for (size_t i = 0; set && i < set->n; i++) {
		uint64_t distance = set->items[i].address - address;

		if (distance && distance < len)
			len = (size_t)distance;
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
