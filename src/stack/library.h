/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: libraries that are loaded only when stacks are asked for. */
#ifndef STACK_LIBRARY_H
#define STACK_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

struct library_function {
	const char *name;
	size_t place; /* of the pointer, in the struct that is filled */
};

/* Loads soname and fills in the pointers. Returns its handle; NULL: *why says why (malloc'ed). */
void *library_load(const char *soname, const struct library_function *functions, size_t n,
		   void *pointers, char **why);

#endif
