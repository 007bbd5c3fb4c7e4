/* SPDX-License-Identifier: MIT */
/* The command: which file it is, its environment, the user it runs as. */
#include <errno.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/state.h"
#include "scry/util.h"

static bool is_executable(const char *path)
{
	struct stat status;

	return !stat(path, &status) && S_ISREG(status.st_mode) &&
	       status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH);
}

/* "DIRECTORY/NAME"; an empty directory is the one we are in. NULL: that one cannot be named. */
static char *join_path(const char *directory, size_t len, const char *name)
{
	struct buf path = { 0 };
	char *here = len ? NULL : getcwd(NULL, 0), *joined;

	if (!len && !here)
		return NULL;
	if (here)
		buf_puts(&path, here);
	buf_put(&path, directory, len);
	if (path.data[path.len - 1] != '/')
		buf_putc(&path, '/');
	buf_puts(&path, name);
	joined = xstrdup(buf_cstr(&path));
	buf_free(&path);
	free(here);
	return joined;
}

/* As strace: in the PATH of scry, not in one that -E sets; an empty end of it counts for nothing. */
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
		set_error(error, "cannot find '%s': %s", name, strerror(errno));
		return NULL;
	}
	path = *name ? search_path(name) : NULL;
	if (!path)
		set_error(error, "cannot find '%s': %s", name, strerror(ENOENT));
	return path;
}

static size_t environment_size(char *const *environment)
{
	size_t n = 0;

	while (environment && environment[n])
		n++;
	return n;
}

/* The place of a variable, or the end. */
static size_t find_variable(char *const *environment, const char *name, size_t len)
{
	size_t i = 0;

	while (environment[i] && (strncmp(environment[i], name, len) || environment[i][len] != '='))
		i++;
	return i;
}

void cli_change_environment(struct cli *cli, const char *change)
{
	size_t len = strcspn(change, "="), n = environment_size(cli->environment), at;
	char **environment = cli->environment;

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

/* "UID:GID", both decimal. */
static bool parse_ids(const char *text, struct engine_config *engine)
{
	char *ignored = NULL, *middle = strchr(text, ':'), *user;
	uint64_t uid, gid;
	bool good;

	if (!middle)
		return false;
	user = xstrndup(text, middle - text);
	/* -1 means "leave as it is" to the kernel (setresuid(2)). */
	good = cli_number("", user, UINT32_MAX - 1, &uid, &ignored) &&
	       cli_number("", middle + 1, UINT32_MAX - 1, &gid, &ignored);
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
	errno = 0;
	user = getpwnam(cli->user);
	if (!user && errno)
		return set_error(error, "-u/--user '%s': %s", cli->user, strerror(errno));
	if (!user)
		return set_error(error, "-u/--user '%s': there is no such user", cli->user);
	engine->uid = user->pw_uid;
	engine->gid = user->pw_gid;
	engine->user_name = cli->user;
	return true;
}
