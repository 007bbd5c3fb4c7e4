/* SPDX-License-Identifier: MIT */
/* Checks every line of a sink: text has no control bytes, and JSON is valid and in UTF-8. */
#include <stdio.h>
#include <string.h>

#include "fuzz.h"

struct reader {
	const unsigned char *line, *at, *end;
	bool good;
	unsigned depth;
};

static bool take(struct reader *reader, unsigned char wanted)
{
	if (reader->at < reader->end && *reader->at == wanted) {
		reader->at++;
		return true;
	}
	return false;
}

static bool expect(struct reader *reader, unsigned char wanted)
{
	reader->good = reader->good && take(reader, wanted);
	return reader->good;
}

static unsigned digits(struct reader *reader)
{
	unsigned n = 0;

	for (; reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9'; n++)
		reader->at++;
	return n;
}

/* Reads an integer without leading zeros: the sink writes no other numbers. */
static void number(struct reader *reader)
{
	bool zero;

	take(reader, '-');
	zero = reader->at < reader->end && *reader->at == '0';
	reader->good = reader->good && digits(reader) > 0 && !(zero && reader->at[-1] != '0');
}

/*
 * Returns the length of a printable character outside ASCII in bytes; 0: it is invalid or a control
 * character.
 */
static unsigned utf8(const unsigned char *at, size_t len)
{
	unsigned n = *at >= 0xf0 ? 4 : *at >= 0xe0 ? 3 : 2;
	uint32_t code = *at & (0x7fu >> n);

	if (*at < 0xc2 || *at > 0xf4 || n > len)
		return 0;
	for (unsigned i = 1; i < n; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (at[i] & 0x3f);
	}
	if ((n == 3 && code < 0x800) || (n == 4 && (code < 0x10000 || code > 0x10ffff)) ||
	    (code >= 0xd800 && code < 0xe000) || (code >= 0x80 && code < 0xa0))
		return 0;
	return n;
}

static void escape(struct reader *reader)
{
	if (!take(reader, 'u')) {
		reader->good = reader->at < reader->end && strchr("\"\\/bfnrt", *reader->at++);
		return;
	}
	for (unsigned i = 0; i < 4; i++)
		reader->good = reader->good && reader->at < reader->end &&
			       strchr("0123456789abcdefABCDEF", *reader->at++);
}

static void string(struct reader *reader)
{
	expect(reader, '"');
	while (reader->good && !take(reader, '"')) {
		unsigned n = 1;

		if (take(reader, '\\')) {
			escape(reader);
			continue;
		}
		reader->good =
			reader->at < reader->end && *reader->at >= 0x20 && *reader->at != 0x7f;
		if (reader->good && *reader->at >= 0x80)
			n = utf8(reader->at, (size_t)(reader->end - reader->at));
		reader->good = reader->good && n;
		reader->at += n;
	}
}

static void word(struct reader *reader, const char *word)
{
	while (reader->good && *word)
		expect(reader, (unsigned char)*word++);
}

static void value(struct reader *reader);

static void members(struct reader *reader, unsigned char end)
{
	if (take(reader, end))
		return;
	do {
		if (end == '}') {
			string(reader);
			expect(reader, ':');
		}
		value(reader);
	} while (reader->good && take(reader, ','));
	expect(reader, end);
}

static void value(struct reader *reader)
{
	if (!reader->good || ++reader->depth > 100) {
		reader->good = false;
		return;
	}
	if (take(reader, '{'))
		members(reader, '}');
	else if (take(reader, '['))
		members(reader, ']');
	else if (reader->at == reader->end)
		reader->good = false;
	else if (*reader->at == '"')
		string(reader);
	else if (strchr("tfn", *reader->at))
		word(reader, *reader->at == 't' ? "true" : *reader->at == 'f' ? "false" : "null");
	else
		number(reader);
	reader->depth--;
}

/* Reads a colour code after ESC: "[", numbers, "m". No other escape sequence is allowed. */
static bool color(struct reader *reader)
{
	if (!take(reader, '['))
		return false;
	while (digits(reader) || take(reader, ';'))
		;
	return take(reader, 'm');
}

static void text(struct reader *reader)
{
	while (reader->good && reader->at < reader->end) {
		unsigned char c = *reader->at++;

		reader->good = (c >= 0x20 && c < 0x7f) || (c == 0x1b && color(reader));
	}
}

static void check_line(struct reader *reader, bool json)
{
	reader->good = true;
	if (json)
		value(reader);
	else
		text(reader);
	if (reader->good && reader->at == reader->end)
		return;
	fprintf(stderr, "decode_fuzz: at byte %td of: %.*s\n", reader->at - reader->line,
		(int)(reader->end - reader->line), (const char *)reader->line);
	fail(json ? "a line that is not JSON" : "a line with control bytes");
}

uint64_t lines_check(const unsigned char *bytes, size_t len, bool json)
{
	const unsigned char *end = bytes + len;
	uint64_t n = 0;

	require(bytes[len - 1] == '\n');
	for (; bytes < end; n++) {
		const unsigned char *stop = memchr(bytes, '\n', (size_t)(end - bytes));
		struct reader reader = { .line = bytes, .at = bytes, .end = stop };

		check_line(&reader, json);
		bytes = stop + 1;
	}
	return n;
}
