/* SPDX-License-Identifier: MIT */
/* Finds the directory of a cgroup, as people write it, and whether a process is in it. */
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "proc/root.h"
#include "scry/util.h"

/*
 * Returns the resolved path if it is a directory of this file system, else NULL. The caller frees
 * it.
 */
static char *resolve_if(const char *path, long kind)
{
	struct statfs system;
	struct stat status;

	if (stat(path, &status) || !S_ISDIR(status.st_mode) || statfs(path, &system) ||
	    system.f_type != kind)
		return NULL;
	return realpath(path, NULL);
}

/*
 * Makes the message about a word that names no cgroup of version 2. mount: where these are; NULL:
 * nowhere.
 */
static void refuse(const char *word, const char *mount, char **error)
{
	char *version_1 = resolve_if(word, CGROUP_SUPER_MAGIC);
	const char *why = version_1 ? "but one of version 1" : "but another directory";

	if (!mount)
		set_error(error, "--cgroup '%s': no file system of cgroups of version 2 is mounted",
			  word);
	else if (!access(word, F_OK))
		set_error(error,
			  "--cgroup '%s': this is no cgroup of version 2, %s; those of version 2 "
			  "are "
			  "below %s",
			  word, why, mount);
	else
		set_error(error,
			  "--cgroup '%s': there is no such directory, neither here nor below %s; "
			  "--unit and --container take names",
			  word, mount);
	free(version_1);
}

char *proc_find_cgroup(const char *word, char **error)
{
	char *mount, *found;
	struct buf path = { 0 };

	/*
	 * It would be the root of cgroups, which is all processes: a shell variable may be empty.
	 */
	if (!*word) {
		set_error(error, "--cgroup: the word is empty");
		return NULL;
	}
	mount = proc_find_mount("cgroup2");
	found = resolve_if(word, CGROUP2_SUPER_MAGIC);
	if (mount && !found) {
		buf_printf(&path, "%s/%s", mount, word);
		found = resolve_if(buf_cstr(&path), CGROUP2_SUPER_MAGIC);
	}
	if (!found)
		refuse(word, mount, error);
	buf_free(&path);
	free(mount);
	return found;
}

char *proc_find_cgroup_path(const char *word, char **error)
{
	char *mount = proc_find_mount("cgroup2"), *found = proc_find_cgroup(word, error),
	     *path = NULL;
	size_t len = mount ? strlen(mount) : 0;

	if (found && (strncmp(found, mount, len) || (found[len] && found[len] != '/')))
		set_error(error, "--cgroup '%s': it is not below %s", word, mount);
	else if (found)
		path = xstrdup(found[len] ? found + len : "/");
	free(mount);
	free(found);
	return path;
}

/* The line of cgroup2 is "0::PATH": cgroups(7). */
bool proc_is_in_cgroup(pid_t pid, const char *path)
{
	char *own = proc_take_field(proc_fopen(pid, "cgroup"), "0:");
	size_t len = strlen(path);
	bool inside;

	inside = own && !strncmp(own, path, len) &&
		 (len == 1 || !own[len] || strchr("/\n", own[len]));
	free(own);
	return inside;
}
