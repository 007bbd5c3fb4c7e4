/* SPDX-License-Identifier: MIT */
/* SELinux contexts of files, from extended attributes, and of processes, from /proc. */
#include <fcntl.h>
#include <limits.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "scry/tracee.h"
#include "tracee/look_up.h"

char *find_mount(const char *type)
{
	FILE *mounts = setmntent("/proc/self/mounts", "re");
	const struct mntent *mount;
	char *directory = NULL;

	if (!mounts)
		return NULL;
	while (!directory && (mount = getmntent(mounts)))
		if (!strcmp(mount->mnt_type, type))
			directory = xstrdup(mount->mnt_dir);
	endmntent(mounts);
	return directory;
}

/*
 * As in is_selinux_enabled(3), SELinux runs if selinuxfs is mounted: only a kernel with SELinux has
 * that file system.
 */
bool tracee_selinux_runs(void)
{
	char *directory = find_mount("selinuxfs");

	free(directory);
	return directory;
}

/* Reads the attribute that holds the context of a file, xattr(7). It may or may not end in a NUL. */
static ssize_t context_at(const char *path, char *buf, size_t len)
{
	ssize_t got = getxattr(path, "security.selinux", buf, len);

	return got > 0 && !buf[got - 1] ? got - 1 : got;
}

static void put_directory(char *path, size_t size, pid_t tid, int fd)
{
	if (fd == AT_FDCWD)
		snprintf(path, size, "/proc/%d/cwd", tid);
	else
		snprintf(path, size, "/proc/%d/fd/%d", tid, fd);
}

ssize_t tracee_fd_context(void *ctx, int fd, char *buf, size_t len)
{
	const struct tracee *tracee = ctx;
	char path[PROC_PATH];

	put_directory(path, sizeof(path), tracee->tid, fd);
	return context_at(path, buf, len);
}

ssize_t tracee_path_context(void *ctx, int dirfd, const char *path, char *buf, size_t len)
{
	const struct tracee *tracee = ctx;
	char start[PROC_PATH], whole[PROC_PATH + PATH_MAX];

	if (*path == '/')
		snprintf(start, sizeof(start), "/proc/%d/root", tracee->tid);
	else
		put_directory(start, sizeof(start), tracee->tid, dirfd);
	snprintf(whole, sizeof(whole), "%s/%s", start, path);
	return context_at(whole, buf, len);
}

ssize_t tracee_context(pid_t tid, char *buf, size_t len)
{
	char path[PROC_PATH];
	ssize_t got = -1;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/attr/current", tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		got = read(fd, buf, len);
		close(fd);
	}
	while (got > 0 && (!buf[got - 1] || buf[got - 1] == '\n'))
		got--;
	return got;
}
