/* SPDX-License-Identifier: MIT */
/* Counts of calls by a key, in a hash table. */
#include <stdlib.h>
#include <string.h>

#include "export/page.h"

static uint32_t *find_slot(const struct tallies *tallies, const char *key, size_t len)
{
	size_t i = hash_bytes(HASH_START, key, len) & (tallies->n_slots - 1);

	for (;; i = (i + 1) & (tallies->n_slots - 1)) {
		const struct tally_row *row = &tallies->rows[tallies->slots[i] - 1];

		if (!tallies->slots[i] || (strlen(row->key) == len && !memcmp(row->key, key, len)))
			return &tallies->slots[i];
	}
}

static void enlarge(struct tallies *tallies)
{
	free(tallies->slots);
	tallies->n_slots = tallies->n_slots ? 2 * tallies->n_slots : 64;
	tallies->slots = xcalloc(tallies->n_slots, sizeof(*tallies->slots));
	for (size_t i = 0; i < tallies->n; i++)
		*find_slot(tallies, tallies->rows[i].key, strlen(tallies->rows[i].key)) =
			(uint32_t)i + 1;
}

struct tally_row *tallies_get(struct tallies *tallies, const char *key, size_t len)
{
	uint32_t *slot;

	len = strnlen(key, len);
	if (2 * (tallies->n + 1) > tallies->n_slots)
		enlarge(tallies);
	slot = find_slot(tallies, key, len);
	if (!*slot) {
		if (tallies->n >= tallies->limit)
			return NULL;
		tallies->rows = xgrow(tallies->rows, tallies->n + 1, &tallies->capacity,
				      sizeof(*tallies->rows));
		tallies->rows[tallies->n] = (struct tally_row){ .key = xstrndup(key, len) };
		*slot = (uint32_t)++tallies->n;
	}
	return &tallies->rows[*slot - 1];
}

void tallies_add(struct tallies *tallies, const char *key, size_t len,
		 const struct export_record *record)
{
	struct tally_row *row = tallies_get(tallies, key, len);
	uint64_t duration = export_duration(record);

	if (!row) {
		tallies->n_left_out++;
		return;
	}
	row->calls++;
	row->errors += record->call->is_error;
	row->wall_ns += duration;
	row->waiting_ns += export_waiting(record);
	if (duration > row->max_ns)
		row->max_ns = duration;
}

void tallies_free(struct tallies *tallies)
{
	for (size_t i = 0; i < tallies->n; i++)
		free(tallies->rows[i].key);
	free(tallies->rows);
	free(tallies->slots);
}
