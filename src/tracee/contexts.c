/* SPDX-License-Identifier: MIT */
/* SELinux contexts of files, from extended attributes. */
#include <limits.h>
#include <stdio.h>
#include <sys/types.h>

#include "scry/proc.h"
#include "scry/tracee.h"
#include "tracee/look_up.h"

/*
 * Reads the attribute that holds the context of a file, xattr(7). It may or may not end in a NUL.
 */
static ssize_t context_at(const char *path, char *buf, size_t len)
{
	ssize_t got = proc_attribute_of_path(path, "security.selinux", buf, len);

	return got > 0 && !buf[got - 1] ? got - 1 : got;
}

ssize_t tracee_fd_context(void *ctx, int fd, char *buf, size_t len)
{
	const struct tracee *tracee = ctx;
	char path[PROC_PATH];

	proc_fd_path(path, tracee->tid, fd);
	return context_at(path, buf, len);
}

ssize_t tracee_path_context(void *ctx, int dirfd, const char *path, char *buf, size_t len)
{
	const struct tracee *tracee = ctx;
	char start[PROC_PATH], whole[PROC_PATH + PATH_MAX];

	if (*path == '/')
		proc_path(start, tracee->tid, "root");
	else
		proc_fd_path(start, tracee->tid, dirfd);
	snprintf(whole, sizeof(whole), "%s/%s", start, path);
	return context_at(whole, buf, len);
}
