/* SPDX-License-Identifier: MIT */
/* Finds the directory of a cgroup, as people write it, and whether a process is in it. */
#include <dirent.h>
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
static void refuse_word(const char *word, const char *mount, char **error)
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
		refuse_word(word, mount, error);
	buf_free(&path);
	free(mount);
	return found;
}

/* Each line of the file is "NUMBER:CONTROLLERS:PATH". */
char *proc_cgroup_of(pid_t pid, const char *controllers)
{
	FILE *file = proc_fopen(pid, "cgroup");
	size_t size = 0, len = strlen(controllers);
	char *line = NULL, *found = NULL, *at;

	while (file && !found && getline(&line, &size, file) >= 0) {
		at = strchr(line, ':');
		if (!at || strncmp(at + 1, controllers, len) != 0 || at[1 + len] != ':')
			continue;
		found = xstrdup(at + 1 + len + 1);
		found[strcspn(found, "\n")] = '\0';
	}
	free(line);
	if (file)
		fclose(file);
	return found;
}

/*
 * Returns which cgroup is mounted at a directory, as the cgroup namespace of scry names it: "/", or
 * another one if the mount is of a part of all cgroups, or of another cgroup namespace. The caller
 * frees it. NULL: unknown.
 */
static char *mounted_at(const char *directory)
{
	struct proc_mounts mounts;
	struct proc_mount mount;
	char *found = NULL;

	proc_mounts_open(&mounts, PROC_SELF);
	/* The last mount covers the others. */
	while (proc_mounts_next(&mounts, &mount))
		if (!strcmp(mount.type, "cgroup2") && !strcmp(mount.point, directory)) {
			free(found);
			found = xstrdup(mount.root);
		}
	return found;
}

static bool lists_self(const char *directory, const char *below)
{
	struct buf path = { 0 };
	bool listed = false;
	FILE *file;
	long pid;

	buf_printf(&path, "%s%s/cgroup.procs", directory, below);
	file = fopen(buf_cstr(&path), "re");
	while (file && !listed && fscanf(file, "%ld", &pid) == 1)
		listed = pid == getpid();
	if (file)
		fclose(file);
	buf_free(&path);
	return listed;
}

/*
 * Finds the root of the cgroup namespace of scry, and appends it to a directory. depth: how many
 * levels it is below the directory. own: the cgroup of scry. Returns false if it is not there.
 */
static bool find_root(struct buf *directory, unsigned depth, const char *own)
{
	size_t len = directory->len;
	const struct dirent *entry;
	bool found = false;
	DIR *dir;

	if (!depth)
		return lists_self(buf_cstr(directory), own);
	dir = opendir(buf_cstr(directory));
	while (dir && !found && (entry = readdir(dir))) {
		if (entry->d_type != DT_DIR || *entry->d_name == '.')
			continue;
		buf_printf(directory, "/%s", entry->d_name);
		found = find_root(directory, depth - 1, own);
		if (!found)
			directory->len = len;
	}
	if (dir)
		closedir(dir);
	return found;
}

/* Appends the name of a cgroup as it is seen from another one, both as paths from the same root. */
static void put_relative(struct buf *out, const char *path, const char *from)
{
	size_t same = 0, i;

	for (i = 0; path[i] == from[i] && path[i]; i++)
		if (path[i] == '/')
			same = i;
	if ((!path[i] || path[i] == '/') && (!from[i] || from[i] == '/'))
		same = i;
	for (const char *at = from + same; (at = strchr(at, '/')); at++)
		buf_puts(out, "/..");
	buf_puts(out, path + same);
	if (!out->len)
		buf_putc(out, '/');
}

/*
 * Appends the name that a directory below a mount has in the cgroup namespace of scry. root: which
 * cgroup is mounted; ".." leads out of the namespace. Returns false if the name is unknown.
 */
static bool put_in_namespace(struct buf *out, const char *mount, const char *root, const char *rest)
{
	struct buf directory = { 0 };
	unsigned depth = 0;
	bool known = true;
	char *own;

	if (!strncmp(root, "/..", 3)) {
		for (const char *at = root; !strncmp(at, "/..", 3); at += 3)
			depth++;
		own = proc_cgroup_of(PROC_SELF, "");
		buf_puts(&directory, mount);
		/* The mount of a cgroup beside the namespace has no cgroup of the namespace. */
		known = own && strlen(root) == 3 * (size_t)depth &&
			find_root(&directory, depth, own);
		if (known)
			put_relative(out, rest, buf_cstr(&directory) + strlen(mount));
		free(own);
		buf_free(&directory);
		return known;
	}
	buf_puts(out, root[1] ? root : "");
	buf_puts(out, rest);
	if (!out->len)
		buf_putc(out, '/');
	return true;
}

char *proc_find_cgroup_path(const char *word, char **error)
{
	char *mount = proc_find_mount("cgroup2"), *found = proc_find_cgroup(word, error),
	     *root = mount ? mounted_at(mount) : NULL;
	size_t len = mount ? strlen(mount) : 0;
	struct buf path = { 0 };
	bool known = false;

	if (found && (strncmp(found, mount, len) || (found[len] && found[len] != '/'))) {
		set_error(error, "--cgroup '%s': it is not below %s", word, mount);
	} else if (found) {
		known = put_in_namespace(&path, mount, root ? root : "/", found + len);
		if (!known)
			set_error(error,
				  "--cgroup '%s': the cgroup namespace of scry is not below %s, so "
				  "that it is not known which processes are in it",
				  word, mount);
	}
	free(root);
	free(mount);
	free(found);
	if (known)
		return buf_take(&path);
	buf_free(&path);
	return NULL;
}

/* Returns how many ".." a path begins with; *path is what follows them. */
static unsigned skip_parents(const char **path)
{
	unsigned n = 0;

	for (; !strncmp(*path, "/..", 3) && (!(*path)[3] || (*path)[3] == '/'); *path += 3)
		n++;
	return n;
}

bool proc_is_in_cgroup(pid_t pid, const char *path)
{
	char *own = proc_cgroup_of(pid, "");
	const char *at = own;
	unsigned parents = skip_parents(&path), own_parents = own ? skip_parents(&at) : 0;
	size_t len = strlen(path);
	bool inside;

	/* A cgroup above the namespace has all that is in it. */
	if (len <= 1)
		inside = own && own_parents <= parents;
	else
		inside = own && own_parents == parents && !strncmp(at, path, len) &&
			 (!at[len] || at[len] == '/');
	free(own);
	return inside;
}
