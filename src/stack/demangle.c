/* SPDX-License-Identifier: MIT */
/* Demangles C++ and Rust symbol names with libiberty. */
#include "config.h"

#include "stack/demangle.h"

#include <setjmp.h>
#include <string.h>

#include "scry/util.h"

#ifdef HAVE_LIBIBERTY
#include <libiberty/demangle.h>

/* The maximum length of a name. libiberty allocates about 100 bytes on the stack for each byte. */
#define MANGLED_MAX 4096
/*
 * Back references let a mangled name of 300 bytes expand to gigabytes. A name that would become
 * longer than this is left mangled.
 */
#define DEMANGLED_MAX 8192

struct demangled {
	struct buf text;
	jmp_buf too_long;
};

/* Called by libiberty with parts of the demangled name. longjmp(3) is the only way to stop it. */
static void append_part(const char *text, size_t len, void *ctx)
{
	struct demangled *demangled = ctx;

	buf_put(&demangled->text, text, len);
	if (demangled->text.len > DEMANGLED_MAX)
		longjmp(demangled->too_long, 1);
}

/*
 * Returns false if name is not a mangled name. Rust is tried first: its legacy mangling is also a
 * valid C++ mangling.
 */
static bool try_demangle(struct demangled *demangled, const char *name)
{
	if (setjmp(demangled->too_long))
		return false;
	if (rust_demangle_callback(name, DMGL_NO_OPTS, append_part, demangled))
		return true;
	buf_clear(&demangled->text);
	return cplus_demangle_v3_callback(name, DMGL_PARAMS | DMGL_ANSI, append_part, demangled);
}

char *demangle(const char *name)
{
	struct demangled demangled = { 0 };
	char *copy;

	if ((strncmp(name, "_Z", 2) && strncmp(name, "_R", 2)) || strlen(name) > MANGLED_MAX)
		return xstrdup(name);
	copy = xstrdup(try_demangle(&demangled, name) ? buf_cstr(&demangled.text) : name);
	buf_free(&demangled.text);
	return copy;
}

#else

char *demangle(const char *name)
{
	return xstrdup(name);
}
#endif
