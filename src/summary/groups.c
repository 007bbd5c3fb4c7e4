/* SPDX-License-Identifier: MIT */
/* Counts calls by the values of keys. */
#include "summary/groups.h"

#include <stdlib.h>
#include <string.h>

/* Returns the slot of the group, or the empty slot in which it belongs. */
static uint32_t *find_slot(const struct groups *groups, const char *text, size_t len,
			   uint32_t missing)
{
	size_t mask = groups->n_slots - 1, i = hash_bytes(HASH_START ^ missing, text, len) & mask;

	for (; groups->slots[i]; i = (i + 1) & mask) {
		const struct key_group *group = &groups->items[groups->slots[i] - 1];

		if (group->len == len && group->missing == missing &&
		    !memcmp(group->text, text, len))
			break;
	}
	return &groups->slots[i];
}

static void grow_slots(struct groups *groups)
{
	groups->n_slots = groups->n_slots ? groups->n_slots * 2 : 256;
	free(groups->slots);
	groups->slots = xcalloc(groups->n_slots, sizeof(*groups->slots));
	for (size_t i = 0; i < groups->n; i++) {
		const struct key_group *group = &groups->items[i];

		*find_slot(groups, group->text, group->len, group->missing) = (uint32_t)i + 1;
	}
}

static uint32_t add_group(struct groups *groups, uint32_t missing)
{
	groups->items = xgrow(groups->items, groups->n, &groups->capacity, sizeof(*groups->items));
	groups->items[groups->n++] = (struct key_group){
		.text = memcpy(xmalloc(groups->text.len), groups->text.data, groups->text.len),
		.len = groups->text.len,
		.missing = missing,
	};
	groups->text_size += groups->text.len;
	return (uint32_t)groups->n;
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

struct counter *groups_get(struct groups *groups, uint32_t missing)
{
	uint32_t *slot;

	if (groups->n * 2 >= groups->n_slots)
		grow_slots(groups);
	slot = find_slot(groups, groups->text.data, groups->text.len, missing);
	if (!*slot &&
	    (groups->n == GROUPS_MAX || groups->text.len > GROUPS_TEXT_MAX - groups->text_size))
		return &groups->others;
	if (!*slot)
		*slot = add_group(groups, missing);
	return &groups->items[*slot - 1].counter;
}

struct counter *groups_find(struct groups *groups, const struct key_source *source)
{
	uint32_t missing;

	groups_put_text(groups, source, &missing);
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
	if (groups->n_slots)
		memset(groups->slots, 0, groups->n_slots * sizeof(*groups->slots));
}

void groups_free(struct groups *groups)
{
	groups_clear(groups);
	free(groups->items);
	free(groups->slots);
	buf_free(&groups->text);
}
