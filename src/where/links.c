/* SPDX-License-Identifier: MIT */
/*
 * Links of the root directory: a path that begins with one of them has another name, by which "path
 * under" selects it, too.
 */
#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "scry/util.h"
#include "where/where.h"

/* Exceeds the links of every distribution: /bin, /lib, /lib32, /lib64, /libx32, /sbin. */
#define LINKS_MAX 64

/* A link, and the directory to which it leads. That begins with no link. */
struct root_link {
	char name[1 + NAME_MAX + 1];
	char target[PATH_MAX];
};

/* A link to the root directory itself leads to everything. */
static size_t read_links(struct root_link links[LINKS_MAX])
{
	DIR *root = opendir("/");
	const struct dirent *entry;
	size_t n = 0;

	while (root && n < LINKS_MAX && (entry = readdir(root))) {
		struct root_link *link = &links[n];

		if (entry->d_type != DT_LNK)
			continue;
		*stpncpy(stpcpy(link->name, "/"), entry->d_name, NAME_MAX) = '\0';
		n += realpath(link->name, link->target) && link->target[1];
	}
	if (root)
		closedir(root);
	return n;
}

static bool has_literal(const struct test *test, const char *text, size_t len)
{
	for (size_t i = 0; i < test->n_literals; i++)
		if (test->literals[i].text_len == len && !memcmp(test->literals[i].text, text, len))
			return true;
	return false;
}

/* If a directory is `from` or below it, adds the same one below `to`. */
static void add_renamed(struct test *test, size_t number, const char *from, const char *to)
{
	const struct literal *literal = &test->literals[number];
	size_t len = strlen(from);
	struct buf path = { 0 };

	if (!text_is_met(OP_UNDER, &(struct literal){ .text = (char *)from, .text_len = len },
			 literal->text, literal->text_len))
		return;
	buf_puts(&path, to);
	buf_put(&path, literal->text + len, literal->text_len - len);
	if (!has_literal(test, buf_cstr(&path), path.len)) {
		test->literals = xreallocarray(test->literals, test->n_literals + 1,
					       sizeof(*test->literals));
		test->literals[test->n_literals++] = (struct literal){
			.text = xstrdup(buf_cstr(&path)),
			.text_len = path.len,
			.quoted = true,
		};
	}
	buf_free(&path);
}

/* The directory to which a path leads as a whole, through any links. */
static void add_target(struct test *test, const char *path)
{
	char target[PATH_MAX];

	if (!realpath(path, target) || has_literal(test, target, strlen(target)))
		return;
	test->literals =
		xreallocarray(test->literals, test->n_literals + 1, sizeof(*test->literals));
	test->literals[test->n_literals++] = (struct literal){
		.text = xstrdup(target),
		.text_len = strlen(target),
		.quoted = true,
	};
}

/*
 * What was added is looked at, too: /lib leads to /usr/lib, to which another link may lead as well.
 */
static void add_links(struct test *test, const struct root_link *links, size_t n)
{
	for (size_t i = 0; i < test->n_literals && test->n_literals < LITERALS_MAX; i++) {
		for (size_t k = 0; k < n; k++) {
			add_renamed(test, i, links[k].name, links[k].target);
			add_renamed(test, i, links[k].target, links[k].name);
		}
	}
}

void where_follow_links(struct where *where)
{
	struct root_link *links = NULL;
	size_t n = 0;

	for (size_t i = 0; i < where->n_tests; i++) {
		struct test *test = &where->tests[i];

		if (test->field != FIELD_PATH || test->op != OP_UNDER)
			continue;
		if (!links) {
			links = xcalloc(LINKS_MAX, sizeof(*links));
			n = read_links(links);
		}
		for (size_t k = 0, given = test->n_literals; k < given; k++)
			add_target(test, test->literals[k].text);
		add_links(test, links, n);
	}
	free(links);
}
