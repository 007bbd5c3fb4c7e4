/* SPDX-License-Identifier: MIT */
/* UTF-8, binary search, numbers, durations and the clock. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "scry/util.h"

/* The limits come from the grammar in RFC 3629, section 4. */
size_t utf8_length(const unsigned char *s, size_t len)
{
	unsigned char low = 0x80, high = 0xbf;
	size_t n;

	if (s[0] < 0x80)
		return 1;
	if (s[0] < 0xc2 || s[0] > 0xf4)
		return 0;
	n = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	if (s[0] == 0xe0)
		low = 0xa0;
	else if (s[0] == 0xed)
		high = 0x9f;
	else if (s[0] == 0xf0)
		low = 0x90;
	else if (s[0] == 0xf4)
		high = 0x8f;
	if (n > len || s[1] < low || s[1] > high)
		return 0;
	for (size_t i = 2; i < n; i++)
		if (s[i] < 0x80 || s[i] > 0xbf)
			return 0;
	return n;
}

bool utf8_is_control(const unsigned char *s, size_t n, unsigned *code)
{
	/*
	 * The general categories Cc, Cf, Zl and Zp of Unicode 15.1, and the property
	 * Default_Ignorable_Code_Point, in order.
	 */
	static const struct {
		uint32_t first, last;
	} ranges[] = {
		{ 0, 0x1f },	      { 0x7f, 0x9f },	    { 0xad, 0xad },
		{ 0x34f, 0x34f },     { 0x600, 0x605 },	    { 0x61c, 0x61c },
		{ 0x6dd, 0x6dd },     { 0x70f, 0x70f },	    { 0x890, 0x891 },
		{ 0x8e2, 0x8e2 },     { 0x115f, 0x1160 },   { 0x17b4, 0x17b5 },
		{ 0x180b, 0x180f },   { 0x200b, 0x200f },   { 0x2028, 0x202e },
		{ 0x2060, 0x206f },   { 0x3164, 0x3164 },   { 0xfe00, 0xfe0f },
		{ 0xfeff, 0xfeff },   { 0xffa0, 0xffa0 },   { 0xfff0, 0xfffb },
		{ 0x110bd, 0x110bd }, { 0x110cd, 0x110cd }, { 0x13430, 0x1343f },
		{ 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a }, { 0xe0000, 0xe0fff },
	};

	*code = n == 1	 ? s[0]
		: n == 2 ? (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu)
		: n == 3 ? (s[0] & 0xfu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu)
			 : (s[0] & 0x7u) << 18 | (s[1] & 0x3fu) << 12 | (s[2] & 0x3fu) << 6 |
				   (s[3] & 0x3fu);
	for (size_t i = 0; i < ARRAY_SIZE(ranges) && *code >= ranges[i].first; i++)
		if (*code <= ranges[i].last)
			return true;
	return false;
}

size_t upper_bound(const void *array, size_t n, size_t size, uint64_t key)
{
	const char *elements = array;
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		uint64_t here;

		memcpy(&here, elements + middle * size, sizeof(here));
		if (here <= key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

bool read_decimal(const char **text, uint64_t max, uint64_t *number)
{
	const char *digit = *text;
	uint64_t value = 0;

	for (; *digit >= '0' && *digit <= '9'; digit++)
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, (uint64_t)(*digit - '0'), &value))
			return false;
	if (digit == *text || value > max)
		return false;
	*number = value;
	*text = digit;
	return true;
}

const char *plural(uint64_t n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}

const char *plural_s(uint64_t n)
{
	return plural(n, "", "s");
}

int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool parse_decimal(const char *text, uint64_t max, uint64_t *number)
{
	return read_decimal(&text, max, number) && !*text;
}

bool parse_duration(const char *text, uint64_t *ns)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = { { "", 1e3 }, { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 }, { "ns", 1 } };
	char *unit;
	double number = strtod(text, &unit);

	for (size_t i = 0; unit != text && i < ARRAY_SIZE(units); i++) {
		double time = number * units[i].ns;

		/* The negated condition is true for NaN, too, which strtod(3) accepts. */
		if (strcmp(units[i].name, unit) || !(time >= 0 && time < (double)INT64_MAX))
			continue;
		*ns = (uint64_t)time;
		return true;
	}
	return false;
}

bool locale_is_utf8(void)
{
	static const char *const variables[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (size_t i = 0; i < ARRAY_SIZE(variables); i++) {
		const char *value = getenv(variables[i]);

		if (value && *value)
			return strcasestr(value, "UTF-8") || strcasestr(value, "utf8");
	}
	return false;
}
