/* SPDX-License-Identifier: MIT */
/* Names as the programmer wrote them, C++ and Rust, by libiberty. */
#include "config.h"

#include "stack/demangle.h"

#include <setjmp.h>
#include <string.h>

#include "scry/util.h"

#ifdef HAVE_LIBIBERTY
#include <libiberty/demangle.h>

/* The work area of libiberty is on the stack, some 100 bytes for each of the name. */
#define MANGLED_MOST 4096
/* A name of 300 bytes can stand for one of gigabytes: those that get longer than this stay as they are. */
#define PLAIN_MOST 8192

struct plain {
	struct buf text;
	jmp_buf too_long;
};

static void add(const char *text, size_t len, void *ctx)
{
	struct plain *plain = ctx;

	buf_put(&plain->text, text, len);
	if (plain->text.len > PLAIN_MOST)
		longjmp(plain->too_long, 1);
}

/* False: no such name. Rust's older mangling looks like C++. */
static bool spell_out(struct plain *plain, const char *name)
{
	if (setjmp(plain->too_long))
		return false;
	if (rust_demangle_callback(name, DMGL_NO_OPTS, add, plain))
		return true;
	buf_clear(&plain->text);
	return cplus_demangle_v3_callback(name, DMGL_PARAMS | DMGL_ANSI, add, plain);
}

char *demangle(const char *name)
{
	struct plain plain = { 0 };
	char *copy;

	if ((strncmp(name, "_Z", 2) && strncmp(name, "_R", 2)) || strlen(name) > MANGLED_MOST)
		return xstrdup(name);
	copy = xstrdup(spell_out(&plain, name) ? buf_cstr(&plain.text) : name);
	buf_free(&plain.text);
	return copy;
}

#else

char *demangle(const char *name)
{
	return xstrdup(name);
}
#endif
