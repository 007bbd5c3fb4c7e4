/* SPDX-License-Identifier: MIT */
/* Names that a word could have been: for messages about words that are none. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "scry/util.h"

#define LONGEST_WORD 64
/* A letter begins too much. */
#define SHORTEST_BEGINNING 2

static const char *name_at(struct name_list names, size_t i)
{
	return *(const char *const *)((const char *)names.rows + i * names.size);
}

static bool differ(char a, char b)
{
	return tolower((unsigned char)a) != tolower((unsigned char)b);
}

/*
 * How many letters are missing, added, wrong or swapped with their neighbour. Three rows of the
 * matrix are kept, for the swaps. Words are at most LONGEST_WORD bytes.
 */
static size_t edit_distance(const char *a, const char *b)
{
	size_t rows[3][LONGEST_WORD + 1], len_b = strlen(b), i;

	for (size_t j = 0; j <= len_b; j++)
		rows[0][j] = j;
	for (i = 1; a[i - 1]; i++) {
		size_t *before = rows[(i - 1) % 3], *now = rows[i % 3],
		       *earlier = rows[(i + 1) % 3];

		now[0] = i;
		for (size_t j = 1; j <= len_b; j++) {
			size_t best = before[j - 1] + differ(a[i - 1], b[j - 1]);

			if (before[j] + 1 < best)
				best = before[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && !differ(a[i - 1], b[j - 2]) &&
			    !differ(a[i - 2], b[j - 1]) && earlier[j - 2] + 1 < best)
				best = earlier[j - 2] + 1;
			now[j] = best;
		}
	}
	return rows[(i - 1) % 3][len_b];
}

/* The only name that goes on where the word ends. */
static const char *completion(const char *word, struct name_list names)
{
	const char *only = NULL;
	size_t len = strlen(word);

	for (size_t i = 0; len >= SHORTEST_BEGINNING && i < names.n; i++) {
		const char *name = name_at(names, i);

		if (!name || strncasecmp(name, word, len))
			continue;
		if (only)
			return NULL;
		only = name;
	}
	return only;
}

const char *nearest(const char *word, struct name_list names)
{
	const char *best = NULL;
	size_t len = strlen(word), limit = len / 3 + 1;

	if (len > LONGEST_WORD)
		return NULL;
	for (size_t i = 0; i < names.n; i++) {
		const char *name = name_at(names, i);
		size_t distance;

		if (!name || strlen(name) > LONGEST_WORD)
			continue;
		distance = edit_distance(word, name);
		if (distance < limit) {
			limit = distance;
			best = name;
		}
	}
	return best ? best : completion(word, names);
}

static void put_names(struct buf *out, struct name_list names, const char *before_last)
{
	for (size_t i = 0; i < names.n; i++) {
		if (i)
			buf_puts(out, i + 1 < names.n ? ", " : before_last);
		buf_puts(out, name_at(names, i));
	}
}

bool add_nearest(char **error, const char *separator, const char *word, const char *prefix,
		 struct name_list names)
{
	const char *near = nearest(word, names);
	char *sentence = *error;

	if (!near)
		return false;
	set_error(error, "%s%s did you mean '%s%s'?", sentence, separator, prefix, near);
	free(sentence);
	return true;
}

bool add_names(char **error, const char *before, struct name_list names, const char *before_last)
{
	struct buf text = { 0 };

	buf_puts(&text, *error);
	buf_puts(&text, before);
	put_names(&text, names, before_last);
	free(*error);
	*error = xstrdup(buf_cstr(&text));
	buf_free(&text);
	return false;
}
