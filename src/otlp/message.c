/* SPDX-License-Identifier: MIT */
#include "otlp/message.h"

#include <stdlib.h>
#include <string.h>

#include "scry/util.h"

#define BLOCK_SIZE 16384u

struct arena_block {
	struct arena_block *next;
	size_t used, size;
	max_align_t bytes[];
};

static struct arena_block *add_block(struct arena *arena, size_t size)
{
	struct arena_block *block;

	if (size < BLOCK_SIZE)
		size = BLOCK_SIZE;
	block = xmalloc(sizeof(*block) + size);
	*block = (struct arena_block){ .next = arena->blocks, .size = size };
	arena->blocks = block;
	arena->size += size;
	return block;
}

void *arena_take(struct arena *arena, size_t size)
{
	const size_t unit = sizeof(max_align_t);
	struct arena_block *block = arena->blocks;
	void *taken;

	size = (size + unit - 1) / unit * unit;
	if (!block || block->size - block->used < size)
		block = add_block(arena, size);
	taken = (char *)block->bytes + block->used;
	block->used += size;
	return memset(taken, 0, size);
}

void *arena_grow(struct arena *arena, void *array, size_t n, size_t *capacity, size_t size)
{
	void *larger;

	if (n < *capacity)
		return array;
	*capacity = *capacity ? 2 * *capacity : 8;
	larger = arena_take(arena, *capacity * size);
	if (n)
		memcpy(larger, array, n * size);
	return larger;
}

void arena_free(struct arena *arena)
{
	while (arena->blocks) {
		struct arena_block *next = arena->blocks->next;

		free(arena->blocks);
		arena->blocks = next;
	}
	arena->size = 0;
}

static void put_escaped_field(struct buf *out, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_printf(out, "\\x%02x", (unsigned char)bytes[i]);
}

static void put_field_text(struct buf *out, const char *bytes, size_t len)
{
	while (len) {
		size_t n = utf8_length((const unsigned char *)bytes, len);
		unsigned code;

		if (n && !utf8_is_control((const unsigned char *)bytes, n, &code))
			buf_put(out, bytes, n);
		else
			put_escaped_field(out, bytes, n ? n : 1);
		bytes += n ? n : 1;
		len -= n ? n : 1;
	}
}

char *message_text(struct arena *arena, const char *bytes, size_t len)
{
	bool cut = len > MESSAGE_TEXT_MAX;
	struct buf text = { 0 };
	char *copy;

	if (cut)
		for (len = MESSAGE_TEXT_MAX; len > MESSAGE_TEXT_MAX - 4; len--)
			if (((unsigned char)bytes[len] & 0xc0) != 0x80)
				break;
	put_field_text(&text, bytes, len);
	if (cut)
		buf_puts(&text, "...");
	copy = arena_take(arena, text.len + 1);
	if (text.len)
		memcpy(copy, text.data, text.len);
	buf_free(&text);
	return copy;
}

ProtobufCBinaryData message_bytes(struct arena *arena, const uint8_t *bytes, size_t size)
{
	return (ProtobufCBinaryData){ size, memcpy(arena_take(arena, size), bytes, size) };
}

static Otlp__AnyValue *add_field(struct attributes *attributes, const char *key)
{
	Otlp__KeyValue *item = MESSAGE_NEW(attributes->arena, Otlp__KeyValue, otlp__key_value);

	item->key = (char *)key;
	item->value = MESSAGE_NEW(attributes->arena, Otlp__AnyValue, otlp__any_value);
	attributes->items = arena_grow(attributes->arena, attributes->items, attributes->n,
				       &attributes->capacity, sizeof(Otlp__KeyValue *));
	attributes->items[attributes->n++] = item;
	return item->value;
}

static void set_text(struct arena *arena, Otlp__AnyValue *value, const char *bytes, size_t len)
{
	value->value_case = OTLP__ANY_VALUE__VALUE_STRING_VALUE;
	value->string_value = message_text(arena, bytes, len);
}

void attributes_add_text(struct attributes *attributes, const char *key, const char *bytes,
			 size_t len)
{
	set_text(attributes->arena, add_field(attributes, key), bytes, len);
}

void attributes_add_string(struct attributes *attributes, const char *key, const char *text)
{
	attributes_add_text(attributes, key, text, strlen(text));
}

void attributes_add_number(struct attributes *attributes, const char *key, int64_t number)
{
	Otlp__AnyValue *value = add_field(attributes, key);

	value->value_case = OTLP__ANY_VALUE__VALUE_INT_VALUE;
	value->int_value = number;
}

void attributes_add_bool(struct attributes *attributes, const char *key, bool truth)
{
	Otlp__AnyValue *value = add_field(attributes, key);

	value->value_case = OTLP__ANY_VALUE__VALUE_BOOL_VALUE;
	value->bool_value = truth;
}

void attributes_add_words(struct attributes *attributes, const char *key, const char *words,
			  size_t n)
{
	struct arena *arena = attributes->arena;
	Otlp__AnyValue *value = add_field(attributes, key);
	Otlp__ArrayValue *array = MESSAGE_NEW(arena, Otlp__ArrayValue, otlp__array_value);

	value->value_case = OTLP__ANY_VALUE__VALUE_ARRAY_VALUE;
	value->array_value = array;
	array->values = arena_take(arena, (n + !n) * sizeof(Otlp__AnyValue *));
	for (; array->n_values < n; words += strlen(words) + 1) {
		Otlp__AnyValue *word = MESSAGE_NEW(arena, Otlp__AnyValue, otlp__any_value);

		set_text(arena, word, words, strlen(words));
		array->values[array->n_values++] = word;
	}
}
