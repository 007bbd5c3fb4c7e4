/* SPDX-License-Identifier: MIT */
/* The letters and numbers that Rust's mangled names are made of. */
#include "stack/rust_text.h"

#include <ctype.h>
#include <string.h>

#define STEPS_MOST 20000
#define RESULT_MOST 4096

char rust_peek(const struct rust *rust)
{
	return rust->at < rust->len ? rust->name[rust->at] : 0;
}

char rust_take(struct rust *rust)
{
	if (rust->at >= rust->len || ++rust->steps > STEPS_MOST) {
		rust->bad = true;
		return 0;
	}
	return rust->name[rust->at++];
}

bool rust_accept(struct rust *rust, char c)
{
	if (rust->bad || rust_peek(rust) != c)
		return false;
	rust_take(rust);
	return true;
}

void rust_put(struct rust *rust, const char *text, size_t len)
{
	if (rust->silent || rust->bad)
		return;
	if (rust->out.len + len > RESULT_MOST)
		rust->bad = true;
	else
		buf_put(&rust->out, text, len);
}

void rust_put_word(struct rust *rust, const char *word)
{
	rust_put(rust, word, strlen(word));
}

void rust_put_number(struct rust *rust, uint64_t number)
{
	struct buf text = { 0 };

	buf_put_udec(&text, number);
	rust_put(rust, text.data, text.len);
	buf_free(&text);
}

uint64_t rust_take_base62(struct rust *rust)
{
	uint64_t number = 0;

	if (rust_accept(rust, '_'))
		return 0;
	while (!rust->bad && !rust_accept(rust, '_')) {
		char c = rust_take(rust);
		unsigned digit = isdigit((unsigned char)c)   ? (unsigned)(c - '0')
				 : islower((unsigned char)c) ? (unsigned)(c - 'a') + 10
							     : (unsigned)(c - 'A') + 36;

		if (!isalnum((unsigned char)c) || __builtin_mul_overflow(number, 62, &number) ||
		    __builtin_add_overflow(number, digit, &number))
			rust->bad = true;
	}
	return number == UINT64_MAX ? number : number + 1;
}

uint64_t rust_take_after(struct rust *rust, char mark)
{
	uint64_t number;

	if (!rust_accept(rust, mark))
		return 0;
	number = rust_take_base62(rust);
	return number == UINT64_MAX ? number : number + 1;
}

static size_t take_decimal(struct rust *rust)
{
	size_t number = 0;

	if (!isdigit((unsigned char)rust_peek(rust)))
		rust->bad = true;
	if (rust_accept(rust, '0'))
		return 0;
	while (!rust->bad && isdigit((unsigned char)rust_peek(rust))) {
		number = number * 10 + (size_t)(rust_take(rust) - '0');
		if (number > rust->len)
			rust->bad = true;
	}
	return number;
}

size_t rust_take_name(struct rust *rust, const char **text)
{
	size_t len;

	rust_accept(rust, 'u');
	len = take_decimal(rust);
	rust_accept(rust, '_');
	if (rust->bad || len > rust->len - rust->at) {
		rust->bad = true;
		return 0;
	}
	*text = rust->name + rust->at;
	rust->at += len;
	return len;
}
