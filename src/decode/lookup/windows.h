/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: windows of the tracee's memory. Each byte is read once. */
#ifndef SCRY_DECODE_LOOKUP_WINDOWS_H
#define SCRY_DECODE_LOOKUP_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scry/type.h"

struct scope;
struct layout_slot;

#define WINDOW_SMALL 256

struct window {
	uint64_t address;
	size_t len; /* bytes from address on */
	size_t real; /* bytes that are the tracee's. Zeros follow them, for members only */
	const unsigned char *bytes; /* small, large or bytes of another window */
	unsigned char *large;
	unsigned char small[WINDOW_SMALL];
};

/* Reads up to len bytes, or takes them from the scope's window. Returns window->len. */
size_t memory_read(const struct scope *scope, uint64_t address, size_t len, struct window *window);
/* The same for a caller that needs the first bytes now, and others perhaps later. */
size_t memory_read_ahead(const struct scope *scope, uint64_t address, size_t len,
			 struct window *window);
/* The same for a caller that needs no byte after the first NUL. */
size_t memory_read_string(const struct scope *scope, uint64_t address, size_t len,
			  struct window *window);
/* The same. Returns false, with nothing to release, if some bytes are not readable. */
bool memory_view(const struct scope *scope, uint64_t address, size_t len, struct window *window);
/* The same for a struct of len bytes of which the caller gave the first `given`. Zeros follow. */
bool memory_view_padded(const struct scope *scope, uint64_t address, size_t given, size_t len,
			struct window *window);
void memory_release(struct window *window);

/* The scalar at an address. Returns false if it is unreadable. */
bool memory_scalar(const struct scope *scope, uint64_t address, enum storage storage,
		   uint64_t *value);
/* A pointer of size bytes. */
bool memory_pointer(const struct scope *scope, uint64_t address, size_t size, uint64_t *value);
/* A bit-field of the scope's struct. */
bool memory_bits(const struct scope *scope, const struct layout_slot *slot, uint64_t *value);

#endif
