/* SPDX-License-Identifier: MIT */
/* Claims of files: two outputs in one file would overwrite each other, and an output the recording that is replayed. */
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "session/session.h"

/* A file that an option names. */
struct claim {
	const char *option, *path;
};

/* Finds the file, or if it does not exist, its directory. Returns false if there is neither. */
static bool find(const char *path, struct stat *st, bool *exists)
{
	char *copy;

	*exists = !stat(path, st);
	if (*exists)
		return true;
	copy = xstrdup(path);
	if (stat(dirname(copy), st)) {
		free(copy);
		return false;
	}
	free(copy);
	return true;
}

static bool have_same_name(const char *one, const char *other)
{
	char *copies[] = { xstrdup(one), xstrdup(other) };
	bool same = !strcmp(basename(copies[0]), basename(copies[1]));

	free(copies[0]);
	free(copies[1]);
	return same;
}

/* Returns whether two paths are those of one file. What is no file, such as a terminal, may have several outputs. */
static bool are_same(const char *one, const char *other)
{
	struct stat st, other_st;
	bool exists, other_exists;

	if (!find(one, &st, &exists) || !find(other, &other_st, &other_exists) ||
	    exists != other_exists || st.st_dev != other_st.st_dev || st.st_ino != other_st.st_ino)
		return false;
	return exists ? S_ISREG(st.st_mode) : have_same_name(one, other);
}

bool claims_add(struct host *host, const char *path, const char *option)
{
	struct claims *claims = &((struct session *)host)->claims;

	if (!path)
		return true;
	for (size_t i = 0; i < claims->n; i++) {
		if (!are_same(claims->items[i].path, path))
			continue;
		warn("%s and %s name the same file, '%s'", claims->items[i].option, option, path);
		return false;
	}
	claims->items = xgrow(claims->items, claims->n, &claims->capacity, sizeof(*claims->items));
	claims->items[claims->n++] = (struct claim){ option, path };
	return true;
}

bool claims_begin(struct session *session)
{
	const struct config *config = session->config;
	const char *output = config->output_path;

	if (config_is_output_command(output) || config->output_separately)
		output = NULL;
	return claims_add(&session->host, config->replayed, "--replay") &&
	       claims_add(&session->host, output, "-o/--output");
}

void claims_end(struct session *session)
{
	free(session->claims.items);
	session->claims = (struct claims){ 0 };
}
