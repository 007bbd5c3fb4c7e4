/* SPDX-License-Identifier: MIT */
/*
 * Claims of files: two outputs in one file would overwrite each other, an output the recording that
 * is replayed, and any of them a file that the user did not mean.
 */
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session/session.h"

#define OUTPUT_OPTION "-o/--output"

/* A file that an option names. */
struct claim {
	const char *option, *path;
};

/* Finds the file, or if it does not exist, its directory. Returns false if there is neither. */
static bool find_file(const char *path, struct stat *st, bool *exists)
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

/*
 * Returns whether two paths are those of one file. What is no file, such as a terminal, may have
 * several outputs.
 */
static bool are_same(const char *one, const char *other)
{
	struct stat st, other_st;
	bool exists, other_exists;

	if (!find_file(one, &st, &exists) || !find_file(other, &other_st, &other_exists) ||
	    exists != other_exists || st.st_dev != other_st.st_dev || st.st_ino != other_st.st_ino)
		return false;
	return exists ? S_ISREG(st.st_mode) : have_same_name(one, other);
}

/* The most bytes of a beginning that are compared. */
#define BEGINNING 16

/* Whether a file begins with other bytes. What cannot be read is left to the output. */
static bool begins_otherwise(const char *path, const char *begins)
{
	char bytes[BEGINNING];
	size_t len = strlen(begins);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t got = fd < 0 ? -1 : read(fd, bytes, len < sizeof(bytes) ? len : sizeof(bytes));

	if (fd >= 0)
		close(fd);
	return got > 0 && memcmp(bytes, begins, (size_t)got);
}

/*
 * Refuses to write to what is probably another file than the user meant. Returns false after a
 * message.
 */
static bool check_loss(const struct config *config, const char *path, const char *option,
		       const char *begins)
{
	struct stat st;
	const char *what = NULL;

	if (*path == '-') {
		warn("%s '%s': this is an option, and not a file; ./%s would be one", option, path,
		     path);
		return false;
	}
	if (config->force || stat(path, &st) || !S_ISREG(st.st_mode) || !st.st_size)
		return true;
	if (st.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH))
		what = "it is a program";
	else if (begins && begins_otherwise(path, begins))
		what = "it has something else than this option writes";
	if (!what)
		return true;
	warn("%s '%s': the file would be overwritten, and %s; --force writes to it", option, path,
	     what);
	return false;
}

static void note(struct claims *claims, const char *option, const char *path)
{
	claims->items = xgrow(claims->items, claims->n, &claims->capacity, sizeof(*claims->items));
	claims->items[claims->n++] = (struct claim){ option, path };
}

bool claims_add(struct host *host, const char *path, const char *option, const char *begins)
{
	struct claims *claims = &((struct session *)host)->claims;

	/* The place of -o is known by itself. */
	claims->stdout_taken |=
		path && output_path_is_stdout(path) && strcmp(option, OUTPUT_OPTION) != 0;
	if (!path || output_path_is_stdout(path))
		return true;
	for (size_t i = 0; i < claims->n; i++) {
		if (!are_same(claims->items[i].path, path))
			continue;
		warn("%s and %s name the same file, '%s'", claims->items[i].option, option, path);
		return false;
	}
	if (!check_loss(host->config, path, option, begins))
		return false;
	note(claims, option, path);
	return true;
}

bool claims_begin(struct session *session)
{
	const struct config *config = session->config;
	const char *output = config->output_path;

	if (!config_names_file(config) || config->output_separately)
		output = NULL;
	if (config->replayed && !recording_is_stdin(config->replayed))
		note(&session->claims, "--replay", config->replayed);
	return claims_add(&session->host, output, OUTPUT_OPTION, NULL);
}

void claims_end(struct session *session)
{
	free(session->claims.items);
	session->claims = (struct claims){ .stdout_taken = session->claims.stdout_taken };
}
