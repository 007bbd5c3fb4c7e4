/* SPDX-License-Identifier: MIT */
/* Counts of calls by a key. */
#include "export/tallies.h"

#include <stdlib.h>
#include <string.h>

#include "export/record.h"

static struct tally_row *find_row(const struct tallies *tallies, uint64_t hash, const char *key,
				  size_t len)
{
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(&tallies->index, hash, &at)) != INDEX_END) {
		struct tally_row *row = &tallies->rows[i];

		if (strlen(row->key) == len && !memcmp(row->key, key, len))
			return row;
	}
	return NULL;
}

struct tally_row *tallies_get(struct tallies *tallies, const char *key, size_t len)
{
	struct tally_row *row;
	uint64_t hash;

	len = strnlen(key, len);
	hash = hash_bytes(HASH_START, key, len);
	row = find_row(tallies, hash, key, len);
	if (row || tallies->n >= tallies->limit)
		return row;
	tallies->rows =
		xgrow(tallies->rows, tallies->n, &tallies->capacity, sizeof(*tallies->rows));
	tallies->rows[tallies->n] = (struct tally_row){ .key = xstrndup(key, len) };
	index_add(&tallies->index, hash, (uint32_t)tallies->n);
	return &tallies->rows[tallies->n++];
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
	index_free(&tallies->index);
}
