/* SPDX-License-Identifier: MIT */
/* Allocation functions that end the program when memory runs out. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scry/util.h"

static void (*failure_handler)(void *ctx);
static void *failure_ctx;

void alloc_set_failure_handler(void (*handler)(void *ctx), void *ctx)
{
	failure_handler = handler;
	failure_ctx = ctx;
}

/* Does not allocate: the message is a constant, the handler only resumes or detaches tracees. */
static void __attribute__((noreturn)) out_of_memory(void)
{
	static const char text[] = "scry: out of memory; tracees are released\n";
	void (*handler)(void *ctx) = failure_handler;
	ssize_t ignored = write(STDERR_FILENO, text, sizeof(text) - 1);

	(void)ignored;
	failure_handler = NULL;
	if (handler)
		handler(failure_ctx);
	_exit(1);
}

void *xmalloc(size_t size)
{
	void *ptr = malloc(size ? size : 1);

	if (!ptr)
		out_of_memory();
	return ptr;
}

void *xcalloc(size_t n, size_t size)
{
	void *ptr = calloc(n ? n : 1, size ? size : 1);

	if (!ptr)
		out_of_memory();
	return ptr;
}

void *xreallocarray(void *ptr, size_t n, size_t size)
{
	void *larger = reallocarray(ptr, n ? n : 1, size ? size : 1);

	if (!larger)
		out_of_memory();
	return larger;
}

void *xgrow(void *array, size_t n, size_t *capacity, size_t size)
{
	if (n < *capacity)
		return array;
	*capacity = *capacity ? *capacity * 2 : 16;
	return xreallocarray(array, *capacity, size);
}

char *xstrndup(const char *s, size_t n)
{
	size_t len = strnlen(s, n);
	char *copy = xmalloc(len + 1);

	memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

char *xstrdup(const char *s)
{
	return xstrndup(s, strlen(s));
}
