/* SPDX-License-Identifier: MIT */
/*
 * Looks whether the files that outputs write can be opened, before the trace that goes on ends:
 * session/reload.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "scry/cli.h"
#include "scry/util.h"

static bool refuse_to_write(const char *path, int why, char **error)
{
	return set_error(error, "cannot write to '%s': %s", path, strerror(why));
}

/* Whether a file can be made in a directory. A disk without space takes no line. */
static bool can_make_in(const char *directory, const char *path, char **error)
{
	struct statvfs system;

	if (faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS))
		return refuse_to_write(path, errno, error);
	if (!statvfs(directory, &system) && system.f_blocks && !system.f_bavail)
		return refuse_to_write(path, ENOSPC, error);
	return true;
}

/*
 * Whether a file can be written. It is opened if it is there, without a change. A FIFO that nothing
 * reads waits for its reader.
 */
static bool can_write(const char *path, char **error)
{
	int fd = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	int why = fd < 0 ? errno : 0;
	char *copy = xstrdup(path);
	struct statvfs system;
	bool good = true;

	if (fd < 0 && why == ENOENT)
		good = can_make_in(dirname(copy), path, error);
	else if (fd < 0 && why != ENXIO)
		good = refuse_to_write(path, why, error);
	else if (fd >= 0 && !fstatvfs(fd, &system) && system.f_blocks && !system.f_bavail)
		good = refuse_to_write(path, ENOSPC, error);
	if (fd >= 0)
		close(fd);
	free(copy);
	return good;
}

/* Whether files can be made in a directory, which is made itself if it is not there. */
static bool can_fill(const char *path, char **error)
{
	char *copy = xstrdup(path);
	struct stat st;
	bool good;

	if (stat(path, &st))
		good = errno == ENOENT ? can_make_in(dirname(copy), path, error)
				       : refuse_to_write(path, errno, error);
	else
		good = S_ISDIR(st.st_mode) ? can_make_in(path, path, error)
					   : refuse_to_write(path, ENOTDIR, error);
	free(copy);
	return good;
}

bool cli_can_write(const struct config *config, char **error)
{
	for (size_t i = 0; i < cli_n_options; i++) {
		const struct cli_action *action = &cli_options[i].action;
		const char *path = action->effect == EFFECT_OUTPUT
					   ? *(const char **)((const char *)config + action->member)
					   : NULL;

		if (path && !output_path_is_stdout(path) && !config_is_output_command(path) &&
		    !can_write(path, error))
			return false;
	}
	return !config->export.dataset_path || can_fill(config->export.dataset_path, error);
}
