/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: shared libraries that are loaded only when stacks are wanted. */
#ifndef STACK_LIBRARY_H
#define STACK_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

struct library_function {
	const char *name;
	size_t offset; /* of the function pointer in the struct that library_load() fills */
};

/*
 * Loads soname and stores the addresses of its functions in the struct at pointers. Returns a
 * handle, or NULL with a message in *why, which the caller frees.
 */
void *library_load(const char *soname, const struct library_function *functions, size_t n,
		   void *pointers, char **why);

#endif
