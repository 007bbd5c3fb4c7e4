/* SPDX-License-Identifier: MIT */
/* Finds the name that the user may have meant by an unknown word, for error messages. */
#include <errno.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "scry/util.h"

/* The maximum length in bytes of words and names that are compared. */
#define WORD_MAX 64
/* The minimum length of an abbreviation: too many names begin with a given letter. */
#define ABBREVIATION_MIN 2

static const char *name_at(struct name_list names, size_t i)
{
	return *(const char *const *)((const char *)names.rows + i * names.size);
}

static bool differ(char a, char b)
{
	return tolower((unsigned char)a) != tolower((unsigned char)b);
}

/*
 * Returns how many letters are missing, added, wrong or swapped with their neighbour (the
 * Damerau-Levenshtein distance). Of the matrix the last three rows are kept; swaps refer to the
 * third. Words have at most WORD_MAX bytes.
 */
static size_t edit_distance(const char *a, const char *b)
{
	size_t rows[3][WORD_MAX + 1], len_b = strlen(b), i;

	for (size_t j = 0; j <= len_b; j++)
		rows[0][j] = j;
	for (i = 1; a[i - 1]; i++) {
		size_t *row = rows[i % 3], *last = rows[(i - 1) % 3],
		       *last_but_one = rows[(i + 1) % 3];

		row[0] = i;
		for (size_t j = 1; j <= len_b; j++) {
			size_t min = last[j - 1] + differ(a[i - 1], b[j - 1]);

			if (last[j] + 1 < min)
				min = last[j] + 1;
			if (row[j - 1] + 1 < min)
				min = row[j - 1] + 1;
			if (i > 1 && j > 1 && !differ(a[i - 1], b[j - 2]) &&
			    !differ(a[i - 2], b[j - 1]) && last_but_one[j - 2] + 1 < min)
				min = last_but_one[j - 2] + 1;
			row[j] = min;
		}
	}
	return rows[(i - 1) % 3][len_b];
}

/* Returns the name that begins with word; NULL if there is none, or more than one. */
static const char *find_by_abbreviation(const char *word, struct name_list names)
{
	const char *found = NULL;
	size_t len = strlen(word);

	for (size_t i = 0; len >= ABBREVIATION_MIN && i < names.n; i++) {
		const char *name = name_at(names, i);

		if (!name || strncasecmp(name, word, len))
			continue;
		if (found)
			return NULL;
		found = name;
	}
	return found;
}

const char *find_nearest_name(const char *word, struct name_list names)
{
	const char *best = NULL;
	size_t len = strlen(word), limit = len / 3 + 1;

	if (len > WORD_MAX)
		return NULL;
	for (size_t i = 0; i < names.n; i++) {
		const char *name = name_at(names, i);
		size_t distance;

		if (!name || strlen(name) > WORD_MAX)
			continue;
		distance = edit_distance(word, name);
		if (distance < limit) {
			limit = distance;
			best = name;
		}
	}
	return best ? best : find_by_abbreviation(word, names);
}

bool add_nearest(char **error, const char *separator, const char *word, const char *prefix,
		 struct name_list names)
{
	const char *near = find_nearest_name(word, names);
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
	for (size_t i = 0; i < names.n; i++) {
		if (i)
			buf_puts(&text, i + 1 < names.n ? ", " : before_last);
		buf_puts(&text, name_at(names, i));
	}
	free(*error);
	*error = buf_take(&text);
	return false;
}

/* Some images of containers have no passwd(5): ENOENT. */
const struct passwd *find_account(const char *option, const char *name, char **error)
{
	const struct passwd *user;

	errno = 0;
	user = getpwnam(name);
	if (!user)
		set_error(error, "%s '%s': %s", option, name,
			  errno && errno != ENOENT ? strerror(errno) : "there is no such user");
	return user;
}
