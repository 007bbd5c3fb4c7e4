/* SPDX-License-Identifier: MIT */
/* Names of Rust's newer mangling, by its description (Rust RFC 2603; the rustc book, "v0 Symbol Format"). */
#include "stack/rust.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "stack/rust_text.h"

static void put_path(struct rust *rust, bool in_type);
static void put_type(struct rust *rust);

/* What was mangled before stands here again. */
static void put_again(struct rust *rust, void (*what)(struct rust *rust, bool flag), bool flag)
{
	size_t from = rust->at - 1, back;
	uint64_t to = rust_take_base62(rust);

	if (rust->bad || to >= from) {
		rust->bad = true;
		return;
	}
	back = rust->at;
	rust->at = (size_t)to;
	if (!rust->silent)
		what(rust, flag);
	rust->at = back;
}

/* --- types and constants -------------------------------------------------------------------- */

static const char *basic_type(char letter)
{
	static const char *const names[] = {
		"i8",	 "bool", "char", "f64", "str",	"f32",	NULL,  "u8", "isize",
		"usize", NULL,	 "i32",	 "u32", "i128", "u128", "_",   NULL, NULL,
		"i16",	 "u16",	 "()",	 "...", NULL,	"i64",	"u64", "!",
	};

	return islower((unsigned char)letter) ? names[letter - 'a'] : NULL;
}

static void put_lifetime(struct rust *rust)
{
	rust_take_base62(rust);
	rust_put_word(rust, "'_");
}

/* Hexadecimal digits; booleans and letters are numbers, too. */
static void put_constant(struct rust *rust, bool ignored)
{
	uint64_t number = 0;
	char type = rust_take(rust);

	(void)ignored;
	if (type == 'B') {
		put_again(rust, put_constant, false);
		return;
	}
	if (type == 'p') {
		rust_put_word(rust, "_");
		return;
	}
	if (!basic_type(type))
		rust->bad = true;
	if (rust_accept(rust, 'n'))
		rust_put_word(rust, "-");
	while (!rust->bad && !rust_accept(rust, '_')) {
		char c = rust_take(rust);

		if (!isxdigit((unsigned char)c))
			rust->bad = true;
		number = number * 16 +
			 (uint64_t)(isdigit((unsigned char)c) ? c - '0' : c - 'a' + 10);
	}
	if (type == 'b')
		rust_put_word(rust, number ? "true" : "false");
	else
		rust_put_number(rust, number);
}

static void put_generic(struct rust *rust)
{
	if (rust_accept(rust, 'L'))
		put_lifetime(rust);
	else if (rust_accept(rust, 'K'))
		put_constant(rust, false);
	else
		put_type(rust);
}

/* A list up to its 'E', with commas. Returns how many there were. */
static size_t put_list(struct rust *rust, void (*each)(struct rust *rust))
{
	size_t n = 0;

	while (!rust->bad && !rust_accept(rust, 'E')) {
		if (n++)
			rust_put_word(rust, ", ");
		each(rust);
	}
	return n;
}

static void put_function(struct rust *rust)
{
	const char *abi;
	size_t len;

	rust_take_after(rust, 'G');
	if (rust_accept(rust, 'U'))
		rust_put_word(rust, "unsafe ");
	if (rust_accept(rust, 'K')) {
		rust_put_word(rust, "extern \"");
		if (rust_accept(rust, 'C')) {
			rust_put_word(rust, "C");
		} else {
			len = rust_take_name(rust, &abi);
			rust_put(rust, abi, len);
		}
		rust_put_word(rust, "\" ");
	}
	rust_put_word(rust, "fn(");
	put_list(rust, put_type);
	rust_put_word(rust, ")");
	if (rust_accept(rust, 'u'))
		return;
	rust_put_word(rust, " -> ");
	put_type(rust);
}

/* "Iterator<Item = u8> + Send" */
static void put_bounds(struct rust *rust)
{
	const char *name;
	size_t len, n = 0;

	rust_take_after(rust, 'G');
	rust_put_word(rust, "dyn ");
	while (!rust->bad && !rust_accept(rust, 'E')) {
		if (n++)
			rust_put_word(rust, " + ");
		put_path(rust, true);
		while (rust_accept(rust, 'p')) {
			len = rust_take_name(rust, &name);
			rust_put_word(rust, "<");
			rust_put(rust, name, len);
			rust_put_word(rust, " = ");
			put_type(rust);
			rust_put_word(rust, ">");
		}
	}
	if (rust_accept(rust, 'L'))
		rust_take_base62(rust);
	else
		rust->bad = true;
}

static void put_reference(struct rust *rust, const char *word)
{
	if (rust_accept(rust, 'L'))
		rust_take_base62(rust);
	rust_put_word(rust, word);
	put_type(rust);
}

static void put_array(struct rust *rust, bool has_length)
{
	rust_put_word(rust, "[");
	put_type(rust);
	if (has_length) {
		rust_put_word(rust, "; ");
		put_constant(rust, false);
	}
	rust_put_word(rust, "]");
}

static void put_tuple(struct rust *rust)
{
	rust_put_word(rust, "(");
	if (put_list(rust, put_type) == 1)
		rust_put_word(rust, ",");
	rust_put_word(rust, ")");
}

static void type_again(struct rust *rust, bool ignored)
{
	(void)ignored;
	put_type(rust);
}

static void put_compound(struct rust *rust, char letter)
{
	switch (letter) {
	case 'A':
	case 'S':
		put_array(rust, letter == 'A');
		break;
	case 'T':
		put_tuple(rust);
		break;
	case 'R':
		put_reference(rust, "&");
		break;
	case 'Q':
		put_reference(rust, "&mut ");
		break;
	case 'P':
		put_reference(rust, "*const ");
		break;
	case 'O':
		put_reference(rust, "*mut ");
		break;
	case 'F':
		put_function(rust);
		break;
	case 'D':
		put_bounds(rust);
		break;
	case 'B':
		put_again(rust, type_again, false);
		break;
	default:
		rust->at--;
		put_path(rust, true);
	}
}

static void put_type(struct rust *rust)
{
	char letter = rust_take(rust);
	const char *basic = basic_type(letter);

	if (rust->bad || ++rust->depth > DEPTH_MOST) {
		rust->bad = true;
		return;
	}
	if (basic)
		rust_put_word(rust, basic);
	else
		put_compound(rust, letter);
	rust->depth--;
}

/* --- paths ------------------------------------------------------------------------------------ */

/* Where an impl stands nobody writes. */
static void skip_impl_path(struct rust *rust)
{
	bool before = rust->silent;

	rust_take_after(rust, 's');
	rust->silent = true;
	put_path(rust, true);
	rust->silent = before;
}

static void put_nested(struct rust *rust, bool in_type)
{
	char space = rust_take(rust);
	const char *name;
	uint64_t number;
	size_t len;

	put_path(rust, in_type);
	number = rust_take_after(rust, 's');
	len = rust_take_name(rust, &name);
	if (rust->bad || !isalpha((unsigned char)space)) {
		rust->bad = true;
	} else if (islower((unsigned char)space)) {
		rust_put_word(rust, len ? "::" : "");
		rust_put(rust, name, len);
	} else {
		char other[2] = { space, 0 };

		rust_put_word(rust, "::{");
		rust_put_word(rust, space == 'C' ? "closure" : space == 'S' ? "shim" : other);
		rust_put_word(rust, len ? ":" : "");
		rust_put(rust, name, len);
		rust_put_word(rust, "#");
		rust_put_number(rust, number);
		rust_put_word(rust, "}");
	}
}

/* "<Type as Trait>" */
static void put_qualified(struct rust *rust, bool has_trait)
{
	rust_put_word(rust, "<");
	put_type(rust);
	if (has_trait) {
		rust_put_word(rust, " as ");
		put_path(rust, true);
	}
	rust_put_word(rust, ">");
}

static void put_crate(struct rust *rust)
{
	const char *name;
	size_t len;

	rust_take_after(rust, 's');
	len = rust_take_name(rust, &name);
	rust_put(rust, name, rust->bad ? 0 : len);
}

static void put_path(struct rust *rust, bool in_type)
{
	if (++rust->depth > DEPTH_MOST)
		rust->bad = true;
	switch (rust->bad ? 0 : rust_take(rust)) {
	case 'C':
		put_crate(rust);
		break;
	case 'M':
		skip_impl_path(rust);
		put_qualified(rust, false);
		break;
	case 'X':
		skip_impl_path(rust);
		put_qualified(rust, true);
		break;
	case 'Y':
		put_qualified(rust, true);
		break;
	case 'N':
		put_nested(rust, in_type);
		break;
	case 'I':
		put_path(rust, in_type);
		rust_put_word(rust, in_type ? "<" : "::<");
		put_list(rust, put_generic);
		rust_put_word(rust, ">");
		break;
	case 'B':
		put_again(rust, put_path, in_type);
		break;
	default:
		rust->bad = true;
	}
	rust->depth--;
}

char *rust_demangle(const char *name)
{
	struct rust rust = { .name = name + 2 };
	char *plain = NULL;

	if (strncmp(name, "_R", 2))
		return NULL;
	/* A suffix of the compiler's (".llvm.123") begins with a dot. */
	rust.len = strcspn(rust.name, ".$");
	put_path(&rust, false);
	if (!rust.bad && rust.out.len)
		plain = xstrndup(rust.out.data, rust.out.len);
	buf_free(&rust.out);
	return plain;
}
