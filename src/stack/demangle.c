/* SPDX-License-Identifier: MIT */
/* Names as the programmer wrote them: the C++ library knows how, where it is installed. */
#include "stack/demangle.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "scry/util.h"
#include "stack/library.h"
#include "stack/rust.h"

/* Names can be made that take exponentially long: the demangler is not asked about longer ones. */
#define MANGLED_MOST 4096
/* Rust's older mangling ends a C++ name with "17h" and 16 digits: a hash nobody wants to read. */
#define RUST_HASH 16

struct demangler {
	bool looked;
	char *(*cxx)(const char *name, char *buf, size_t *len, int *status);
};

struct demangler *demangler_new(void)
{
	return xcalloc(1, sizeof(struct demangler));
}

void demangler_free(struct demangler *demangler)
{
	free(demangler);
}

/* Only a program with such names pays for the library. */
static void load(struct demangler *demangler)
{
	static const struct library_function function = { "__cxa_demangle",
							  offsetof(struct demangler, cxx) };
	char *why = NULL;

	if (!demangler->looked)
		library_load("libstdc++.so.6", &function, 1, demangler, &why);
	demangler->looked = true;
	free(why);
}

static bool ends_in_rust_hash(const char *name, size_t len)
{
	static const char mark[] = "::h";
	size_t from = len - RUST_HASH;

	if (len < RUST_HASH + strlen(mark) || memcmp(name + from - 3, mark, strlen(mark)))
		return false;
	for (size_t i = from; i < len; i++)
		if (!isxdigit((unsigned char)name[i]) || isupper((unsigned char)name[i]))
			return false;
	return true;
}

/* What Rust writes for characters that C++ names cannot have: "$LT$" is '<'. */
static size_t rust_escape(const char *at, char *to)
{
	static const struct {
		const char *code;
		char c;
	} codes[] = {
		{ "$LT$", '<' }, { "$GT$", '>' }, { "$LP$", '(' }, { "$RP$", ')' },
		{ "$C$", ',' },	 { "$SP$", '@' }, { "$BP$", '*' }, { "$RF$", '&' },
	};

	for (size_t i = 0; i < ARRAY_SIZE(codes); i++) {
		if (!strncmp(at, codes[i].code, strlen(codes[i].code))) {
			*to = codes[i].c;
			return strlen(codes[i].code);
		}
	}
	if (!strncmp(at, "$u", 2) && isxdigit((unsigned char)at[2]) &&
	    isxdigit((unsigned char)at[3]) && at[4] == '$') {
		*to = (char)strtoul((char[]){ at[2], at[3], 0 }, NULL, 16);
		return 5;
	}
	return 0;
}

/* In place: the result is never longer. */
static void undo_rust(char *name, size_t len)
{
	char *to = name, *at = name;

	name[len - RUST_HASH - strlen("::h")] = 0;
	while (*at) {
		size_t taken = rust_escape(at, to);

		if (taken) {
			at += taken;
			to++;
		} else if (!strncmp(at, "..", 2)) {
			*to++ = ':';
			*to++ = ':';
			at += 2;
		} else if (*at == '_' && at[1] == '$' && (at == name || at[-1] == ':')) {
			at++; /* stands before an escape at the beginning of a part */
		} else {
			*to++ = *at++;
		}
	}
	*to = 0;
}

char *demangle(struct demangler *demangler, const char *name)
{
	char *plain = NULL;
	int status;

	plain = rust_demangle(name);
	if (plain)
		return plain;
	if (strncmp(name, "_Z", 2) || strlen(name) > MANGLED_MOST)
		return xstrdup(name);
	load(demangler);
	if (demangler->cxx)
		plain = demangler->cxx(name, NULL, NULL, &status);
	if (!plain)
		return xstrdup(name);
	if (ends_in_rust_hash(plain, strlen(plain)))
		undo_rust(plain, strlen(plain));
	return plain;
}
