/* SPDX-License-Identifier: MIT */
/*
 * Messages of OTLP in memory: what they are made of is taken from an arena, which is freed as a
 * whole.
 */
#ifndef SCRY_OTLP_MESSAGE_H
#define SCRY_OTLP_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "otlp/otlp.pb-c.h"

/* A zeroed struct is an empty arena. */
struct arena {
	struct arena_block *blocks;
	size_t size; /* bytes that were allocated */
};

/* Returns zeroed memory, aligned for every type. */
void *arena_take(struct arena *arena, size_t size);
/*
 * Returns an array that can hold one element more than n, of size bytes; it may be a copy with
 * twice the capacity.
 */
void *arena_grow(struct arena *arena, void *array, size_t n, size_t *capacity, size_t size);
void arena_free(struct arena *arena);

/* Takes a message, and calls the function that protoc-c has made for it. */
#define MESSAGE_NEW(arena, type, function)                                     \
	({                                                                     \
		type *message_made = arena_take(arena, sizeof(*message_made)); \
		function##__init(message_made);                                \
		message_made;                                                  \
	})

/* The bytes of a text that a message keeps at most. */
#define MESSAGE_TEXT_MAX 4096u

/*
 * Copies a text. A message must be UTF-8: other bytes, control characters and NUL become "\xNN". Of
 * longer texts the beginning is kept, and "..." follows.
 */
char *message_text(struct arena *arena, const char *bytes, size_t len);

ProtobufCBinaryData message_bytes(struct arena *arena, const uint8_t *bytes, size_t size);

struct attributes {
	struct arena *arena;
	Otlp__KeyValue **items;
	size_t n, capacity;
};

/* Each appends an attribute. The key is not copied. */
void attributes_add_text(struct attributes *attributes, const char *key, const char *bytes,
			 size_t len);
void attributes_add_string(struct attributes *attributes, const char *key, const char *text);
void attributes_add_number(struct attributes *attributes, const char *key, int64_t number);
void attributes_add_bool(struct attributes *attributes, const char *key, bool truth);
/* words: n texts, each with a NUL, one after the other. */
void attributes_add_words(struct attributes *attributes, const char *key, const char *words,
			  size_t n);

#endif
