/* SPDX-License-Identifier: MIT */
/* Inside src/decode/: bytes of the tracee, read once and looked at often. */
#ifndef SCRY_DECODE_MEMORY_H
#define SCRY_DECODE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scry/type.h"

struct scope;
struct layout_slot;

#define WINDOW_SMALL 256
#define WINDOW_MAX (1u << 20) /* no more is read at once, whatever a tracee says */

struct window {
	uint64_t address;
	size_t len; /* bytes from address on … */
	size_t real; /* … that are the tracee's; zeros follow, which only members see */
	const unsigned char *bytes; /* .small, .large or bytes of another window */
	unsigned char *large;
	unsigned char small[WINDOW_SMALL];
};

/* Reads up to len bytes, out of the scope's window where it holds them. Returns window->len. */
size_t memory_read(const struct scope *scope, uint64_t address, size_t len, struct window *window);
/* The same; false, and nothing to release: not all of them are readable. */
bool memory_view(const struct scope *scope, uint64_t address, size_t len, struct window *window);
/* The same for a struct of len bytes, of which only the first given are there: zeros follow. */
bool memory_view_padded(const struct scope *scope, uint64_t address, size_t given, size_t len,
			struct window *window);
void memory_release(struct window *window);

/* The scalar at an address; false: unreadable. */
bool memory_scalar(const struct scope *scope, uint64_t address, enum storage storage,
		   uint64_t *value);
/* A pointer of size bytes. */
bool memory_pointer(const struct scope *scope, uint64_t address, size_t size, uint64_t *value);
/* A bit-field of the struct that the scope is. */
bool memory_bits(const struct scope *scope, const struct layout_slot *slot, uint64_t *value);

#endif
