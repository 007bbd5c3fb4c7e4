/* SPDX-License-Identifier: MIT */
/*
 * A preloaded library for scry: allocation number STARVE and all later ones fail, or with
 * STARVE_ONCE only that one. Each process named scry counts separately. Tracees are started without
 * the library: -E.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *ptr, size_t size);

static long left = -1;
static int once;

static int fails(void)
{
	if (left < 0 || --left > 0)
		return 0;
	left = once ? -1 : 1;
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *ptr, size_t size)
{
	return fails() ? NULL : __libc_realloc(ptr, size);
}

static void __attribute__((constructor)) begin(void)
{
	const char *n = getenv("STARVE");

	once = getenv("STARVE_ONCE") != NULL;
	if (n && !strcmp(program_invocation_short_name, "scry"))
		left = atol(n);
}
