/* SPDX-License-Identifier: MIT */
/* Counts calls by the values of keys. */
#include "summary/groups.h"

#include <stdlib.h>
#include <string.h>

#include "summary/counter.h"
#include "summary/keys.h"

static struct key_group *find_row_group(const struct groups *groups, uint64_t hash,
					uint32_t missing)
{
	const struct buf *text = &groups->text;
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(&groups->index, hash, &at)) != INDEX_END) {
		struct key_group *group = &groups->items[i];

		if (group->len == text->len && group->missing == missing &&
		    !memcmp(group->text, text->data, text->len))
			return group;
	}
	return NULL;
}

static struct key_group *add_row_group(struct groups *groups, uint64_t hash, uint32_t missing)
{
	groups->items = xgrow(groups->items, groups->n, &groups->capacity, sizeof(*groups->items));
	groups->items[groups->n] = (struct key_group){
		.text = memcpy(xmalloc(groups->text.len), groups->text.data, groups->text.len),
		.len = groups->text.len,
		.missing = missing,
	};
	groups->text_size += groups->text.len;
	index_add(&groups->index, hash, (uint32_t)groups->n);
	return &groups->items[groups->n++];
}

void groups_put_text(struct groups *groups, const struct key_source *source, uint32_t *missing)
{
	const struct summary_config *config = source->config;

	*missing = 0;
	buf_clear(&groups->text);
	for (size_t i = 0; i < config->n_keys; i++) {
		if (!summary_keys[config->keys[i]].put(&groups->text, source))
			*missing |= 1u << i;
		buf_putc(&groups->text, '\0');
	}
}

const struct counter *groups_peek(const struct groups *groups, uint32_t missing)
{
	uint64_t hash = hash_bytes(HASH_START ^ missing, groups->text.data, groups->text.len);
	const struct key_group *group = find_row_group(groups, hash, missing);

	return group ? &group->counter : NULL;
}

struct counter *groups_get(struct groups *groups, uint32_t missing)
{
	uint64_t hash = hash_bytes(HASH_START ^ missing, groups->text.data, groups->text.len);
	struct key_group *group = find_row_group(groups, hash, missing);

	if (!group &&
	    (groups->n >= groups->most || groups->text.len > GROUPS_TEXT_MAX - groups->text_size))
		return &groups->others;
	if (!group)
		group = add_row_group(groups, hash, missing);
	return &group->counter;
}

struct counter *groups_find(struct groups *groups, const struct key_source *source)
{
	uint32_t missing;

	groups_put_text(groups, source, &missing);
	if (missing && source->config->skip_missing)
		return &groups->left_out;
	return groups_get(groups, missing);
}

const char *group_value(const struct key_group *group, size_t i)
{
	const char *text = group->text;

	if (group->missing >> i & 1)
		return NULL;
	while (i--)
		text += strlen(text) + 1;
	return text;
}

void groups_clear(struct groups *groups)
{
	for (size_t i = 0; i < groups->n; i++) {
		free(groups->items[i].text);
		counter_free(&groups->items[i].counter);
	}
	groups->n = groups->text_size = 0;
	counter_free(&groups->others);
	groups->others = (struct counter){ 0 };
	counter_free(&groups->left_out);
	groups->left_out = (struct counter){ 0 };
	index_clear(&groups->index);
}

void groups_free(struct groups *groups)
{
	groups_clear(groups);
	free(groups->items);
	index_free(&groups->index);
	buf_free(&groups->text);
}
