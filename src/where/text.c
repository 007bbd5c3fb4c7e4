/* SPDX-License-Identifier: MIT */
/* Compares texts, paths and addresses. */
#include <string.h>

#include "scry/util.h"
#include "where/where.h"

/* --- patterns -------------------------------------------------------------------------------- */

/* The length of "[...]" at the start of a pattern; 0: it has no end. */
static size_t set_length(const char *pattern, size_t len)
{
	size_t at = 1;

	if (at < len && (pattern[at] == '!' || pattern[at] == '^'))
		at++;
	/* A "]" that comes first is one of the characters. */
	if (at < len && pattern[at] == ']')
		at++;
	while (at < len && pattern[at] != ']')
		at++;
	return at < len ? at + 1 : 0;
}

/* Whether a byte is in a set of len characters, brackets included. */
static bool set_has(const char *set, size_t len, unsigned char c)
{
	size_t at = 1, end = len - 1;
	bool inverted = set[at] == '!' || set[at] == '^', found = false;

	for (at += inverted; at < end; at++) {
		unsigned char first = (unsigned char)set[at], last = first;

		if (at + 2 < end && set[at + 1] == '-') {
			last = (unsigned char)set[at + 2];
			at += 2;
		}
		found |= c >= first && c <= last;
	}
	return found != inverted;
}

const char *glob_error(const char *pattern, size_t len)
{
	for (size_t at = 0; at < len; at++) {
		size_t set;

		if (pattern[at] == '\\') {
			if (++at == len)
				return "the pattern ends after '\\'";
			continue;
		}
		if (pattern[at] != '[')
			continue;
		set = set_length(pattern + at, len - at);
		if (!set)
			return "the pattern has '[' without ']'; \"[[]\" stands for the character "
			       "itself";
		at += set - 1;
	}
	return NULL;
}

/*
 * Matches one character of a pattern that is no "*". Returns the bytes of the text that it takes;
 * 0: it does not match. *used: the bytes of the pattern.
 */
static size_t match_one(const char *pattern, size_t pattern_len, const char *text, size_t len,
			size_t *used)
{
	size_t n;

	*used = 1;
	if (!len)
		return 0;
	if (*pattern == '?') {
		n = utf8_length((const unsigned char *)text, len);
		return n ? n : 1;
	}
	if (*pattern == '[') {
		*used = set_length(pattern, pattern_len);
		return set_has(pattern, *used, (unsigned char)*text);
	}
	if (*pattern == '\\') {
		*used = 2;
		pattern++;
	}
	return *pattern == *text;
}

/*
 * After a mismatch only the last "*" takes one more byte: what the ones before it have taken is
 * never wrong. So the time is at most the product of both lengths.
 */
static bool glob_matches(const char *pattern, size_t pattern_len, const char *text, size_t len)
{
	size_t p = 0, t = 0, star = SIZE_MAX, star_text = 0, used, n;

	while (t < len || p < pattern_len) {
		if (p < pattern_len && pattern[p] == '*') {
			star = ++p;
			star_text = t;
			continue;
		}
		n = p < pattern_len
			    ? match_one(pattern + p, pattern_len - p, text + t, len - t, &used)
			    : 0;
		if (n) {
			p += used;
			t += n;
			continue;
		}
		if (star == SIZE_MAX || star_text >= len)
			return false;
		p = star;
		t = ++star_text;
	}
	return true;
}

/* --- texts ----------------------------------------------------------------------------------- */

static bool is_under(const struct literal *literal, const char *path, size_t len)
{
	size_t end = literal->text_len;

	while (end > 1 && literal->text[end - 1] == '/')
		end--;
	if (end == 1 && *literal->text == '/')
		return len && *path == '/';
	return len >= end && !memcmp(path, literal->text, end) && (len == end || path[end] == '/');
}

bool text_is_met(enum op op, const struct literal *literal, const char *text, size_t len)
{
	switch (op) {
	case OP_EQUAL:
	case OP_IN:
		return len == literal->text_len && !memcmp(text, literal->text, len);
	case OP_CONTAINS:
		return memmem(text, len, literal->text, literal->text_len) != NULL;
	case OP_MATCHES:
		return glob_matches(literal->text, literal->text_len, text, len);
	case OP_UNDER:
		return is_under(literal, text, len);
	case OP_HAS:
		return len == literal->text_len && !memcmp(text, literal->text, len);
	default:
		return false;
	}
}

/* --- addresses ------------------------------------------------------------------------------- */

bool net_is_met(const struct literal *literal, const uint8_t *address, unsigned size)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
	unsigned bits = literal->net_bits;

	if (!literal->is_net)
		return false;
	/* An IPv4 address in an IPv6 socket: ipv6(7). */
	if (size == 16 && literal->net_size == 4 && !memcmp(address, mapped, sizeof(mapped))) {
		address += sizeof(mapped);
		size = 4;
	}
	if (size != literal->net_size || memcmp(address, literal->net, bits / 8))
		return false;
	return !(bits % 8) || !((address[bits / 8] ^ literal->net[bits / 8]) >> (8 - bits % 8));
}
