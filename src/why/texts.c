/* SPDX-License-Identifier: MIT */
/* Texts that are kept once: names of programs, and what descriptors refer to. */
#include "why/texts.h"

#include <stdlib.h>
#include <string.h>

void texts_init(struct texts *texts, size_t limit)
{
	*texts = (struct texts){ .limit = limit };
	texts_get(texts, "others", strlen("others"));
}

uint32_t texts_get(struct texts *texts, const char *text, size_t len)
{
	uint64_t hash;
	size_t at = 0;
	uint32_t i;

	len = strnlen(text, len < TEXT_KEPT ? len : TEXT_KEPT);
	hash = hash_bytes(HASH_START, text, len);
	while ((i = index_next(&texts->index, hash, &at)) != INDEX_END)
		if (!strncmp(texts->items[i], text, len) && !texts->items[i][len])
			return i;
	if (texts->n >= texts->limit)
		return 0;
	texts->items = xgrow(texts->items, texts->n, &texts->capacity, sizeof(*texts->items));
	texts->items[texts->n] = xstrndup(text, len);
	index_add(&texts->index, hash, (uint32_t)texts->n);
	return (uint32_t)texts->n++;
}

const char *texts_at(const struct texts *texts, uint32_t number)
{
	return texts->items[number < texts->n ? number : 0];
}

void texts_free(struct texts *texts)
{
	for (size_t i = 0; i < texts->n; i++)
		free(texts->items[i]);
	free(texts->items);
	index_free(&texts->index);
}
