/* SPDX-License-Identifier: MIT */
/* Finds the file of the command, its environment and the user as which it runs. */
#include "cli/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/value.h"
#include "scry/util.h"

static bool is_executable(const char *path)
{
	struct stat status;

	return !stat(path, &status) && S_ISREG(status.st_mode) &&
	       status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH);
}

/*
 * Returns "DIRECTORY/NAME", which the caller frees. An empty directory means the current one; NULL
 * if its path is unknown.
 */
static char *join_path(const char *directory, size_t len, const char *name)
{
	struct buf path = { 0 };
	char *current = len ? NULL : getcwd(NULL, 0), *joined;

	if (!len && !current)
		return NULL;
	if (current)
		buf_puts(&path, current);
	buf_put(&path, directory, len);
	if (path.data[path.len - 1] != '/')
		buf_putc(&path, '/');
	buf_puts(&path, name);
	joined = buf_take(&path);
	free(current);
	return joined;
}

/*
 * Searches PATH as strace does: scry's own PATH, not one that -E sets. An empty last entry is
 * ignored; the shell would take it as the current directory.
 */
static char *search_path(const char *name)
{
	const char *rest = getenv("PATH");

	while (rest && *rest) {
		size_t len = strcspn(rest, ":");
		char *path = join_path(rest, len, name);

		if (path && is_executable(path))
			return path;
		free(path);
		rest += len + (rest[len] == ':');
	}
	return NULL;
}

char *cli_find_command(const char *name, char **error)
{
	struct stat status;
	char *path;

	if (strchr(name, '/')) {
		if (!stat(name, &status))
			return xstrdup(name);
		set_error(error, "cannot %s '%s': %s", errno == ENOENT ? "find" : "look at", name,
			  strerror(errno));
		return NULL;
	}
	path = *name ? search_path(name) : NULL;
	if (!path)
		set_error(error, "cannot find executable '%s' in PATH", name);
	return path;
}

/* Returns the index of a variable; if it is not set, the index of the NULL at the end. */
static size_t find_variable(char *const *environment, const char *name, size_t len)
{
	size_t i = 0;

	while (environment[i] && (strncmp(environment[i], name, len) || environment[i][len] != '='))
		i++;
	return i;
}

void cli_change_environment(struct cli *cli, const char *change)
{
	char **environment = cli->environment;
	size_t len = strcspn(change, "="), n = 0, at;

	while (environment[n])
		n++;
	at = find_variable(environment, change, len);
	if (change[len] != '=') {
		if (environment[at])
			memmove(environment + at, environment + at + 1,
				(n - at) * sizeof(*environment));
		return;
	}
	if (at == n) {
		environment = xreallocarray(environment, n + 2, sizeof(*environment));
		environment[n + 1] = NULL;
		cli->environment = environment;
	}
	environment[at] = (char *)change;
}

/* Parses "UID:GID", both decimal. Returns false if text is something else, such as a user name. */
static bool parse_ids(const char *text, struct engine_config *engine)
{
	char *ignored = NULL, *colon = strchr(text, ':'), *user;
	uint64_t uid, gid;
	bool good;

	if (!colon)
		return false;
	user = xstrndup(text, colon - text);
	/* To setresuid(2), ID -1 means "do not change". */
	good = cli_number("", user, UINT32_MAX - 1, &uid, &ignored) &&
	       cli_number("", colon + 1, UINT32_MAX - 1, &gid, &ignored);
	free(ignored);
	free(user);
	if (good) {
		engine->uid = uid;
		engine->gid = gid;
	}
	return good;
}

bool cli_find_user(struct cli *cli, char **error)
{
	struct engine_config *engine = &cli->config->engine;
	const struct passwd *user;

	if (geteuid())
		return set_error(error, "only root can use -u/--user");
	engine->change_user = true;
	if (parse_ids(cli->user, engine))
		return true;
	user = find_account("-u/--user", cli->user, error);
	if (!user)
		return false;
	engine->uid = user->pw_uid;
	engine->gid = user->pw_gid;
	engine->user_name = cli->user;
	return true;
}
