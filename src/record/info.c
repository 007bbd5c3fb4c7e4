/* SPDX-License-Identifier: MIT */
/* Facts about a recording as a whole. */
#include <stdlib.h>
#include <string.h>

#include "scry/record.h"
#include "scry/util.h"

void record_info_add(struct record_info *info, const char *key, const char *value)
{
	info->facts = xgrow(info->facts, info->n, &info->capacity, sizeof(*info->facts));
	info->facts[info->n++] = (struct record_fact){ xstrdup(key), xstrdup(value) };
}

void record_info_add_number(struct record_info *info, const char *key, uint64_t number)
{
	struct buf text = { 0 };

	buf_put_udec(&text, number);
	record_info_add(info, key, buf_cstr(&text));
	buf_free(&text);
}

const char *record_info_find(const struct record_info *info, const char *key)
{
	for (size_t i = 0; i < info->n; i++)
		if (!strcmp(info->facts[i].key, key))
			return info->facts[i].value;
	return NULL;
}

bool record_info_has(const struct record_info *info, const char *key, const char *value)
{
	for (size_t i = 0; i < info->n; i++)
		if (!strcmp(info->facts[i].key, key) && !strcmp(info->facts[i].value, value))
			return true;
	return false;
}

uint64_t record_info_number(const struct record_info *info, const char *key)
{
	const char *value = record_info_find(info, key);
	uint64_t number;

	return value && parse_decimal(value, UINT64_MAX, &number) ? number : 0;
}

void record_info_free(struct record_info *info)
{
	for (size_t i = 0; i < info->n; i++) {
		free((char *)info->facts[i].key);
		free((char *)info->facts[i].value);
	}
	free(info->facts);
	*info = (struct record_info){ 0 };
}
