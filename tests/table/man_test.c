/* SPDX-License-Identifier: MIT */
/*
 * man/scry.1 has an item for every option of the table, with all its names, and no other items. The
 * test reads the mdoc source, where "Fl o" is -o, "Fl -output" is --output, "Fl e Cm trace" is
 * -e trace.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scry/cli.h"
#include "scry/util.h"
#include "../unit/suite.h"

/* The page, with a newline before its first line. */
static const char *page;

static void read_page(void)
{
	const char *srcdir = getenv("srcdir");
	struct buf path = { 0 };
	static struct buf text;
	FILE *file;
	int c;

	buf_printf(&path, "%s/man/scry.1", srcdir ? srcdir : ".");
	file = fopen(buf_cstr(&path), "r");
	ck_assert_msg(file, "%s", path.data);
	buf_clear(&text);
	buf_putc(&text, '\n');
	while ((c = getc(file)) != EOF)
		buf_putc(&text, (char)c);
	fclose(file);
	buf_free(&path);
	page = buf_cstr(&text);
}

/* The first line ".It Fl" after at; NULL if there is none. */
static const char *next_item(const char *at)
{
	at = strstr(at, "\n.It Fl ");
	return at ? at + 1 : NULL;
}

/* Whether the line has what, before a blank or the end of the line. */
static bool line_has(const char *line, const char *what)
{
	size_t len = strlen(what), end = strcspn(line, "\n");

	for (size_t i = 0; i + len <= end; i++)
		if (!memcmp(line + i, what, len) && strchr(" \n", line[i + len]))
			return true;
	return false;
}

static const char *find_item(const char *what)
{
	const char *item = next_item(page);

	while (item && !line_has(item, what))
		item = next_item(item);
	return item;
}

/* Every name of an option must be in the same item. */
static void check_name(const char **item, const char *prefix, const char *name, size_t len)
{
	char what[80];

	snprintf(what, sizeof(what), "Fl %s%.*s", prefix, (int)len, name);
	if (!*item)
		*item = find_item(what);
	ck_assert_msg(*item, "the page has no item \"%s\"", what);
	ck_assert_msg(line_has(*item, what), "\"%s\" is not in the item of its option: %.*s", what,
		      (int)strcspn(*item, "\n"), *item);
}

static void check_names(const char **item, const char *prefix, const char *names)
{
	while (names && *names) {
		size_t len = strcspn(names, " ");

		check_name(item, prefix, names, len);
		names += len + (names[len] == ' ');
	}
}

START_TEST(every_option_is_in_the_page)
{
	read_page();
	for (size_t i = 0; i < cli_n_options; i++) {
		const struct cli_option *option = &cli_options[i];
		const char *item = NULL;

		if (option->short_name)
			check_name(&item, "", &option->short_name, 1);
		check_names(&item, "-", option->long_name);
		check_names(&item, "-", option->aliases);
		check_names(&item, "e Cm ", option->qualifiers);
	}
}
END_TEST

static bool has_word(const char *list, const char *word, size_t len)
{
	for (; list && *list; list += strcspn(list, " "), list += *list == ' ')
		if (strcspn(list, " ") == len && !memcmp(list, word, len))
			return true;
	return false;
}

static bool is_option(const char *word, size_t len)
{
	for (size_t i = 0; i < cli_n_options; i++) {
		const struct cli_option *option = &cli_options[i];

		if (len == 1 && *word == option->short_name)
			return true;
		if (*word == '-' && (has_word(option->long_name, word + 1, len - 1) ||
				     has_word(option->aliases, word + 1, len - 1)))
			return true;
	}
	return false;
}

static bool is_qualifier(const char *word, size_t len)
{
	for (size_t i = 0; i < cli_n_options; i++)
		if (has_word(cli_options[i].qualifiers, word, len))
			return true;
	return false;
}

START_TEST(every_item_of_the_page_is_an_option)
{
	unsigned n = 0;

	read_page();
	for (const char *item = next_item(page); item; item = next_item(item)) {
		const char *end = item + strcspn(item, "\n");

		for (const char *at = item; (at = strstr(at, "Fl ")) && at < end; n++) {
			size_t len;

			at += strlen("Fl ");
			len = strcspn(at, " \n");
			ck_assert_msg(is_option(at, len), "no option: %.*s", (int)len, at);
			if (!strncmp(at, "e Cm ", 5)) {
				at += 5;
				len = strcspn(at, " \n");
				ck_assert_msg(is_qualifier(at, len), "no qualifier: %.*s", (int)len,
					      at);
			}
		}
	}
	ck_assert_uint_ge(n, cli_n_options);
}
END_TEST

/* --help has the headings in the order of the table, too. */
START_TEST(groups_come_in_the_same_order)
{
	const char *at;

	read_page();
	at = page;
	for (size_t i = 0; i < cli_n_options; i++) {
		char heading[80];

		if (i && !strcmp(cli_options[i].group, cli_options[i - 1].group))
			continue;
		snprintf(heading, sizeof(heading), "\n.Ss %s\n", cli_options[i].group);
		at = strstr(at, heading);
		ck_assert_msg(at, "%s", cli_options[i].group);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("man");
	TCase *tests = tcase_create("options");

	tcase_add_test(tests, every_option_is_in_the_page);
	tcase_add_test(tests, every_item_of_the_page_is_an_option);
	tcase_add_test(tests, groups_come_in_the_same_order);
	return suite_run(suite, tests, NULL);
}
