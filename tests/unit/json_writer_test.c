/* SPDX-License-Identifier: MIT */
/* Unit tests of the JSON writer: structure, numbers, and strings of any bytes. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "scry/json.h"
#include "suite.h"

/* Asserts the contents of the buffer, and clears it. */
static void assert_holds(struct buf *buf, const char *text)
{
	ck_assert_str_eq(buf_cstr(buf), text);
	buf_clear(buf);
}

START_TEST(members_and_elements_get_their_commas)
{
	struct buf out = { 0 };

	json_begin_object(&out);
	json_begin_member(&out, "empty");
	json_begin_object(&out);
	json_end_object(&out);
	json_begin_member(&out, "list");
	json_begin_array(&out);
	for (unsigned i = 0; i < 3; i++) {
		json_begin_element(&out);
		json_begin_array(&out);
		json_end_array(&out);
	}
	json_end_array(&out);
	json_add_text(&out, "brace", "{");
	json_add_text(&out, "bracket", "[");
	json_add_text(&out, "none", NULL);
	json_add_bool(&out, "yes", true);
	json_add_bool(&out, "no", false);
	json_end_line(&out);
	assert_holds(&out, "{\"empty\":{},\"list\":[[],[],[]],\"brace\":\"{\",\"bracket\":\"[\","
			   "\"none\":null,\"yes\":true,\"no\":false}\n");
	buf_free(&out);
}
END_TEST

START_TEST(numbers_that_no_double_holds_are_strings)
{
	struct buf out = { 0 };

	json_put_unsigned(&out, (UINT64_C(1) << 53) - 1);
	assert_holds(&out, "9007199254740991");
	json_put_unsigned(&out, UINT64_C(1) << 53);
	assert_holds(&out, "\"9007199254740992\"");
	json_put_unsigned(&out, UINT64_MAX);
	assert_holds(&out, "\"18446744073709551615\"");
	json_put_signed(&out, -((INT64_C(1) << 53) - 1));
	assert_holds(&out, "-9007199254740991");
	json_put_signed(&out, INT64_MIN);
	assert_holds(&out, "\"-9223372036854775808\"");
	json_put_hex(&out, 0);
	assert_holds(&out, "\"0x0\"");
	json_put_hex(&out, UINT64_MAX);
	assert_holds(&out, "\"0xffffffffffffffff\"");
	buf_free(&out);
}
END_TEST

START_TEST(characters_are_escaped)
{
	static const struct {
		const char *text, *json;
	} cases[] = {
		{ "", "\"\"" },
		{ "say \"hi\" \\ there", "\"say \\\"hi\\\" \\\\ there\"" },
		{ "a\nb\tc\rd", "\"a\\nb\\tc\\u000dd\"" },
		{ "\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\"" },
		{ "\u00e4\u20ac\U0001f600", "\"\u00e4\u20ac\U0001f600\"" },
		/*
		 * C1, a line end of JavaScript, and a mark that reverses the direction of writing.
		 */
		{ "\xc2\x85\u2028\u202e", "\"\\u0085\\u2028\\u202e\"" },
		/*
		 * A stray continuation, an overlong slash, a surrogate, beyond U+10FFFF, a cut
		 * character.
		 */
		{ "\x80", "\"\\ufffd\"" },
		{ "\xc0\xaf", "\"\\ufffd\\ufffd\"" },
		{ "\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"" },
		{ "\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"" },
		{ "12345678\xe2\x82", "\"12345678\\ufffd\\ufffd\"" },
	};
	struct buf out = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		json_put_text(&out, cases[i].text);
		assert_holds(&out, cases[i].json);
	}
	json_put_string(&out, "a\0b", 3);
	assert_holds(&out, "\"a\\u0000b\"");
	buf_free(&out);
}
END_TEST

/* A generator of numbers that are the same in each run (Knuth, MMIX). */
static unsigned next_number(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(*state >> 33);
}

/*
 * Fills bytes with a mixture of what strings have and of what they should not have. Returns the
 * length.
 */
static size_t make_hostile(unsigned char *bytes, size_t max, uint64_t *state)
{
	static const char *const pieces[] = { "\"", "\\",	"\x7f",		"\x1f",
					      " ",  "\xc3\xa4", "\xe2\x80",	"\u2028",
					      "~",  "\u202e",	"\xf0\x9f\x98", "plain text" };
	size_t len = 0, wanted = next_number(state) % max;

	while (len < wanted) {
		const char *piece = pieces[next_number(state) % ARRAY_SIZE(pieces)];

		if (next_number(state) % 4 == 0)
			bytes[len++] = (unsigned char)next_number(state);
		else
			for (; *piece && len < wanted; piece++)
				bytes[len++] = (unsigned char)*piece;
	}
	return len;
}

/* What json_put_string() must append, one character at a time. */
static void spell(struct buf *out, const unsigned char *s, size_t len)
{
	unsigned code;

	buf_putc(out, '"');
	for (size_t i = 0, n; i < len; i += n ? n : 1) {
		n = utf8_length(s + i, len - i);
		if (!n)
			buf_puts(out, "\\ufffd");
		else if (s[i] == '"' || s[i] == '\\')
			buf_printf(out, "\\%c", s[i]);
		else if (s[i] == '\n' || s[i] == '\t')
			buf_puts(out, s[i] == '\n' ? "\\n" : "\\t");
		else if (utf8_is_control(s + i, n, &code) && code > UINT16_MAX)
			buf_printf(out, "\\u%04x\\u%04x", 0xd7c0 + (code >> 10),
				   0xdc00 + (code & 0x3ff));
		else if (utf8_is_control(s + i, n, &code))
			buf_printf(out, "\\u%04x", code);
		else
			buf_put(out, s + i, n);
	}
	buf_putc(out, '"');
}

/* Whether a text is UTF-8 without control characters. */
static bool is_clean(const struct buf *text)
{
	const unsigned char *s = (const unsigned char *)text->data;

	for (size_t i = 0, n; i < text->len; i += n) {
		n = utf8_length(s + i, text->len - i);
		if (!n || s[i] < ' ' || s[i] == 0x7f)
			return false;
	}
	return true;
}

START_TEST(hostile_bytes_become_valid_strings)
{
	unsigned char bytes[64];
	struct buf out = { 0 }, expected = { 0 };
	uint64_t state = 1;

	for (unsigned round = 0; round < 100000; round++) {
		size_t len = make_hostile(bytes, sizeof(bytes), &state);

		buf_clear(&out);
		buf_clear(&expected);
		json_put_string(&out, bytes, len);
		spell(&expected, bytes, len);
		/* An assertion takes longer than a round. */
		if (!is_clean(&out) || strcmp(buf_cstr(&out), buf_cstr(&expected)) != 0)
			ck_abort_msg("%s instead of %s", buf_cstr(&out), buf_cstr(&expected));
	}
	buf_free(&out);
	buf_free(&expected);
}
END_TEST

static int value_of_digit(char digit)
{
	const char *digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	return digit == '=' ? 0 : (int)(strchr(digits, digit) - digits);
}

/* Decodes base64 up to a quote. Returns the number of bytes. */
static size_t decode(const char *text, unsigned char *bytes)
{
	size_t n = 0;

	for (; *text != '"'; text += 4) {
		unsigned word = 0;

		for (unsigned i = 0; i < 4; i++)
			word = word << 6 | (unsigned)value_of_digit(text[i]);
		bytes[n++] = (unsigned char)(word >> 16);
		if (text[2] != '=')
			bytes[n++] = (unsigned char)(word >> 8);
		if (text[3] != '=')
			bytes[n++] = (unsigned char)word;
	}
	return n;
}

START_TEST(no_byte_of_a_member_is_lost)
{
	static const char text[] = "{\"b\":\"", coded[] = "{\"b_base64\":\"";
	unsigned char bytes[64], decoded[64];
	struct buf out = { 0 };
	uint64_t state = 2;
	unsigned n_coded = 0;

	for (unsigned round = 0; round < 20000; round++) {
		size_t len = make_hostile(bytes, sizeof(bytes), &state);

		buf_clear(&out);
		json_begin_object(&out);
		json_add_bytes(&out, "b", bytes, len);
		if (!strncmp(buf_cstr(&out), text, strlen(text))) {
			if (strstr(buf_cstr(&out), "\\ufffd"))
				ck_abort_msg("a byte was replaced: %s", buf_cstr(&out));
			continue;
		}
		n_coded++;
		if (strncmp(out.data, coded, strlen(coded)) != 0 ||
		    decode(out.data + strlen(coded), decoded) != len ||
		    memcmp(decoded, bytes, len) != 0)
			ck_abort_msg("bytes were lost: %s", buf_cstr(&out));
	}
	ck_assert_uint_gt(n_coded, 1000);
	ck_assert_uint_lt(n_coded, 19000);
	buf_clear(&out);
	json_begin_object(&out);
	json_add_bytes(&out, "b", "a\0", 2);
	assert_holds(&out, "{\"b_base64\":\"YQA=\"");
	buf_free(&out);
}
END_TEST

int main(void)
{
	TCase *tcase = tcase_create("json writer");

	tcase_add_test(tcase, members_and_elements_get_their_commas);
	tcase_add_test(tcase, numbers_that_no_double_holds_are_strings);
	tcase_add_test(tcase, characters_are_escaped);
	tcase_add_test(tcase, hostile_bytes_become_valid_strings);
	tcase_add_test(tcase, no_byte_of_a_member_is_lost);
	return suite_run(suite_create("json writer"), tcase, NULL);
}
