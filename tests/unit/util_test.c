/* SPDX-License-Identifier: MIT */
/* Unit tests of src/util/: buffers, arrays, similar names, durations, UTF-8 and messages. */
#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scry/util.h"
#include "suite.h"

/* --- buffers ---------------------------------------------------------------------------- */

/* Asserts the contents of the buffer, and clears it. */
static void assert_holds(struct buf *buf, const char *text)
{
	ck_assert_str_eq(buf_cstr(buf), text);
	ck_assert_uint_eq(buf->len, strlen(text));
	buf_clear(buf);
}

START_TEST(numbers_are_written_at_their_edges)
{
	struct buf buf = { 0 };

	buf_put_dec(&buf, INT64_MIN);
	assert_holds(&buf, "-9223372036854775808");
	buf_put_dec(&buf, 0);
	assert_holds(&buf, "0");
	buf_put_udec(&buf, UINT64_MAX);
	assert_holds(&buf, "18446744073709551615");
	buf_put_hex(&buf, UINT64_MAX);
	assert_holds(&buf, "0xffffffffffffffff");
	buf_put_hex(&buf, 0);
	assert_holds(&buf, "0");
	buf_put_octal(&buf, 0644);
	assert_holds(&buf, "0644");
	buf_put_octal(&buf, 0);
	assert_holds(&buf, "0");
	buf_put_digits(&buf, 1007, 3);
	assert_holds(&buf, "007");
	buf_put_digits(&buf, UINT64_MAX, 25);
	assert_holds(&buf, "0000018446744073709551615");
	buf_free(&buf);
	ck_assert_ptr_null(buf.data);
}
END_TEST

START_TEST(what_a_buffer_has_can_be_taken)
{
	struct buf buf = { 0 };
	char *text;

	for (size_t i = 0; i < 300; i++)
		buf_putc(&buf, 'a');
	text = buf_take(&buf);
	ck_assert_uint_eq(strlen(text), 300);
	free(text);
	ck_assert_ptr_null(buf.data);
	ck_assert_uint_eq(buf.len, 0);
	text = buf_take(&buf);
	ck_assert_str_eq(text, "");
	free(text);
	buf_puts(&buf, "again");
	assert_holds(&buf, "again");
	buf_free(&buf);
}
END_TEST

START_TEST(a_buffer_keeps_its_contents_when_it_grows)
{
	struct buf buf = { 0 };

	for (int i = 0; i < 100000; i++)
		buf_putc(&buf, (char)('a' + i % 26));
	ck_assert_uint_eq(buf.len, 100000);
	for (int i = 0; i < 100000; i++)
		ck_assert_int_eq(buf.data[i], 'a' + i % 26);
	buf_clear(&buf);
	buf_printf(&buf, "%s-%d", "longer than what is left", 7);
	assert_holds(&buf, "longer than what is left-7");
	buf_free(&buf);
}
END_TEST

START_TEST(an_array_grows_by_doubling)
{
	uint32_t *array = NULL;
	size_t capacity = 0, moves = 0;

	for (size_t n = 0; n < 5000; n++) {
		size_t before = capacity;

		array = xgrow(array, n, &capacity, sizeof(*array));
		moves += capacity != before;
		ck_assert_uint_gt(capacity, n);
		array[n] = (uint32_t)n;
	}
	ck_assert_uint_le(moves, 12);
	for (size_t n = 0; n < 5000; n++)
		ck_assert_uint_eq(array[n], n);
	free(array);
}
END_TEST

/* --- searching and parsing --------------------------------------------------------------- */

START_TEST(upper_bound_counts_keys_up_to_the_given_one)
{
	static const struct {
		uint64_t start;
		char name;
	} list[] = { { 10, 'a' }, { 20, 'b' }, { 20, 'c' }, { UINT64_MAX, 'd' } };
	static const struct {
		uint64_t key;
		size_t n;
	} cases[] = { { 0, 0 },	 { 9, 0 },  { 10, 1 },	      { 19, 1 },
		      { 20, 3 }, { 21, 3 }, { UINT64_MAX, 4 } };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		ck_assert_uint_eq(upper_bound(list, ARRAY_SIZE(list), sizeof(*list), cases[i].key),
				  cases[i].n);
	ck_assert_uint_eq(upper_bound(NULL, 0, sizeof(*list), 5), 0);
}
END_TEST

START_TEST(the_nearest_name_is_found)
{
	static const char *const words[] = { "open", "openat", NULL, "execve", "read" };
	static const struct {
		const char *word, *near;
	} cases[] = { { "opne", "open" }, { "openta", "openat" }, { "exceve", "execve" },
		      { "red", "read" },  { "mmap", NULL },	  { "", NULL } };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		ck_assert_pstr_eq(find_nearest_name(cases[i].word, NAMES(words)), cases[i].near);
	ck_assert_ptr_null(find_nearest_name(
		"a word that is longer than any that could be meant, by far, or so", NAMES(words)));
}
END_TEST

START_TEST(durations_have_units)
{
	static const struct {
		const char *text;
		uint64_t ns;
	} cases[] = { { "1", 1000 },	    { "1s", 1000000000 },  { "1.5ms", 1500000 },
		      { "2us", 2000 },	    { "7ns", 7 },	   { "0", 0 },
		      { "", UINT64_MAX },   { "s", UINT64_MAX },   { "-1", UINT64_MAX },
		      { "1h", UINT64_MAX }, { "nan", UINT64_MAX }, { "inf", UINT64_MAX },
		      { "1 s", UINT64_MAX } };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint64_t ns = UINT64_MAX;

		ck_assert_msg(parse_duration(cases[i].text, &ns) == (cases[i].ns != UINT64_MAX) &&
				      ns == cases[i].ns,
			      "%s: %llu", cases[i].text, (unsigned long long)ns);
	}
}
END_TEST

/* The first and last sequences of each rule in RFC 3629, section 4, and their neighbours. */
START_TEST(utf8_is_valid_as_in_the_rfc)
{
	static const struct {
		const char *bytes;
		size_t len, expected;
	} cases[] = {
		{ "\x00", 1, 1 },
		{ "\x7f", 1, 1 },
		{ "\x80", 1, 0 },
		{ "\xc1\xbf", 2, 0 },
		{ "\xc2\x80", 2, 2 },
		{ "\xdf\xbf", 2, 2 },
		{ "\xc2", 1, 0 },
		{ "\xc2\x7f", 2, 0 },
		{ "\xe0\x9f\xbf", 3, 0 },
		{ "\xe0\xa0\x80", 3, 3 },
		{ "\xe0\xa0", 2, 0 },
		{ "\xed\x9f\xbf", 3, 3 },
		{ "\xed\xa0\x80", 3, 0 },
		{ "\xef\xbf\xbf", 3, 3 },
		{ "\xf0\x8f\xbf\xbf", 4, 0 },
		{ "\xf0\x90\x80\x80", 4, 4 },
		{ "\xf4\x8f\xbf\xbf", 4, 4 },
		{ "\xf4\x90\x80\x80", 4, 0 },
		{ "\xf5\x80\x80\x80", 4, 0 },
		{ "\xf0\x90\x80\xc0", 4, 0 },
		{ "\xff", 1, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		ck_assert_msg(utf8_length((const unsigned char *)cases[i].bytes, cases[i].len) ==
				      cases[i].expected,
			      "case %zu", i);
}
END_TEST

/*
 * The categories Cc, Cf, Zl and Zp of Unicode: the first and the last of their ranges, and
 * neighbours that are seen.
 */
START_TEST(what_cannot_be_seen_is_a_control_character)
{
	static const struct {
		const char *bytes;
		unsigned code;
		bool control;
	} cases[] = {
		{ "\x1b", 0x1b, true },
		{ " ", 0x20, false },
		{ "\xc2\xa0", 0xa0, false },
		{ "\xc2\xad", 0xad, true },
		{ "\xd8\x80", 0x600, true },
		{ "\xd8\x9c", 0x61c, true },
		{ "\xe1\xa0\x8e", 0x180e, true },
		{ "\xe2\x80\x8a", 0x200a, false },
		{ "\xe2\x80\x8b", 0x200b, true },
		{ "\xe2\x80\x8f", 0x200f, true },
		{ "\xe2\x80\x90", 0x2010, false },
		{ "\xe2\x80\xae", 0x202e, true },
		{ "\xe2\x80\xaf", 0x202f, false },
		{ "\xe2\x81\xa0", 0x2060, true },
		{ "\xe2\x81\xa6", 0x2066, true },
		{ "\xe2\x81\xaf", 0x206f, true },
		{ "\xe2\x82\xac", 0x20ac, false },
		{ "\xef\xbb\xbf", 0xfeff, true },
		{ "\xef\xbf\xbb", 0xfffb, true },
		{ "\xef\xbf\xbd", 0xfffd, false },
		{ "\xf0\x9d\x85\xb3", 0x1d173, true },
		{ "\xf0\x9f\x98\x80", 0x1f600, false },
		{ "\xf3\xa0\x81\x81", 0xe0041, true },
		{ "\xf3\xa0\x81\xbf", 0xe007f, true },
		{ "\xf3\xa0\x82\x80", 0xe0080, true },
		{ "\xf3\xa1\x80\x80", 0xe1000, false },
		{ "\xcd\x8e", 0x34e, false },
		{ "\xcd\x8f", 0x34f, true },
		{ "\xe1\x85\x9f", 0x115f, true },
		{ "\xe3\x85\xa4", 0x3164, true },
		{ "\xef\xb8\x8f", 0xfe0f, true },
		{ "\xef\xbe\xa0", 0xffa0, true },
	};
	unsigned code;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const unsigned char *s = (const unsigned char *)cases[i].bytes;

		ck_assert_msg(utf8_is_control(s, strlen(cases[i].bytes), &code) == cases[i].control,
			      "U+%04X", cases[i].code);
		ck_assert_uint_eq(code, cases[i].code);
	}
}
END_TEST

/* --- messages --------------------------------------------------------------------------- */

/* Calls run() in a child process. Stores what it writes to stderr, and returns its exit status. */
static int capture_stderr(void (*run)(void), char *written, size_t size)
{
	int fds[2], status;
	ssize_t got;
	pid_t pid;

	ck_assert_int_eq(pipe(fds), 0);
	pid = fork();
	if (!pid) {
		dup2(fds[1], STDERR_FILENO);
		run();
		_exit(7);
	}
	close(fds[1]);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	got = read(fds[0], written, size - 1);
	close(fds[0]);
	ck_assert_int_ge(got, 0);
	written[got] = '\0';
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void warn_of_a_name(void)
{
	errno = ENOENT;
	warn_errno("cannot open '%s'", "a\033[31m\nb\x7f");
	if (errno != ENOENT)
		_exit(1);
}

static void die_at_once(void)
{
	die("no %s", "way");
}

static void report_release(void *ctx)
{
	warn("%s is released", (const char *)ctx);
}

static void ask_for_too_much(void)
{
	alloc_set_failure_handler(report_release, "all");
	free(xreallocarray(NULL, SIZE_MAX / 2, 16));
}

START_TEST(a_noun_after_one_is_singular)
{
	ck_assert_str_eq(plural_s(1), "");
	ck_assert_str_eq(plural_s(0), "s");
	ck_assert_str_eq(plural_s(UINT64_MAX), "s");
	ck_assert_str_eq(plural(1, "it was", "they were"), "it was");
	ck_assert_str_eq(plural(2, "it was", "they were"), "they were");
}
END_TEST

START_TEST(paths_are_joined)
{
	static const struct {
		const char *start, *path, *joined, *last;
		bool ends_with_name;
		const char *as_text; /* NULL: as .joined */
	} rows[] = {
		{ "/a", "b", "/a/b", "b", true },
		{ "/a", "/b", "/b", "b", true },
		{ "/", "b", "/b", "b", true },
		{ "/a/", "./b//c/.", "/a/b/c", ".", false },
		{ "/a/b", "../c", "/a/c", "c", true },
		{ "/a/b", "../../../c", "/c", "c", true },
		{ "/a/b", "..", "/a", "..", false },
		{ "/a", "b/..", "/a/b/..", "..", false, "/a" },
		{ "/a/b", "../c/../d", "/a/c/../d", "d", true, "/a/d" },
		{ "/a/b", "c/../../d", "/a/b/c/../../d", "d", true, "/a/d" },
		{ "/a", ".././../b//./../c", "/b/../c", "c", true, "/c" },
		{ "/a", "/b/../../c", "/b/../../c", "c", true, "/c" },
		{ "/a", "/../b", "/b", "b", true },
		{ "/a", "b/c//", "/a/b/c", "c", false },
		{ "/a", "..b/.c/...", "/a/..b/.c/...", "...", true },
		{ "/a", "", "/a", "", false },
		{ "/a", "/", "/", "", false },
		{ "/a", "///", "/", "", false },
		{ "/a", "/..", "/", "..", false },
		{ "", "", "/", "", false },
	};
	struct buf joined = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		size_t len = strlen(rows[i].path);
		const char *last;

		path_join(&joined, rows[i].start, strlen(rows[i].start), rows[i].path, len);
		ck_assert_str_eq(buf_cstr(&joined), rows[i].joined);
		path_join_text(&joined, rows[i].start, strlen(rows[i].start), rows[i].path, len);
		ck_assert_str_eq(buf_cstr(&joined),
				 rows[i].as_text ? rows[i].as_text : rows[i].joined);
		ck_assert_int_eq(path_climbs(rows[i].path, len), rows[i].as_text != NULL);
		ck_assert_int_eq(path_ends_with_name(rows[i].path, len), rows[i].ends_with_name);
		last = path_last(rows[i].path, &len);
		ck_assert_uint_eq(len, strlen(rows[i].last));
		ck_assert(!memcmp(last, rows[i].last, len));
	}
	buf_free(&joined);
}
END_TEST

START_TEST(messages_are_one_line_without_control_bytes)
{
	char written[300];

	ck_assert_int_eq(capture_stderr(warn_of_a_name, written, sizeof(written)), 7);
	ck_assert_str_eq(written, "scry: cannot open 'a\\033[31m\\012b\\177': "
				  "No such file or directory\n");
	ck_assert_int_eq(capture_stderr(die_at_once, written, sizeof(written)), 1);
	ck_assert_str_eq(written, "scry: no way\n");
}
END_TEST

START_TEST(the_failure_handler_runs_when_memory_runs_out)
{
	char written[300];

	ck_assert_int_eq(capture_stderr(ask_for_too_much, written, sizeof(written)), 1);
	ck_assert_ptr_nonnull(strstr(written, "memory"));
	ck_assert_ptr_nonnull(strstr(written, "scry: all is released\n"));
}
END_TEST

int main(void)
{
	TCase *tcase = tcase_create("util");

	tcase_add_test(tcase, numbers_are_written_at_their_edges);
	tcase_add_test(tcase, what_a_buffer_has_can_be_taken);
	tcase_add_test(tcase, a_buffer_keeps_its_contents_when_it_grows);
	tcase_add_test(tcase, an_array_grows_by_doubling);
	tcase_add_test(tcase, upper_bound_counts_keys_up_to_the_given_one);
	tcase_add_test(tcase, the_nearest_name_is_found);
	tcase_add_test(tcase, durations_have_units);
	tcase_add_test(tcase, a_noun_after_one_is_singular);
	tcase_add_test(tcase, paths_are_joined);
	tcase_add_test(tcase, utf8_is_valid_as_in_the_rfc);
	tcase_add_test(tcase, what_cannot_be_seen_is_a_control_character);
	tcase_add_test(tcase, messages_are_one_line_without_control_bytes);
	tcase_add_test(tcase, the_failure_handler_runs_when_memory_runs_out);
	return suite_run(suite_create("util"), tcase, NULL);
}
