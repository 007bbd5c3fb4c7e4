/* SPDX-License-Identifier: MIT */
/*
 * Details of descriptors: devices, sockets, and the kinds in /proc/PID/fdinfo (proc_pid_fdinfo(5)).
 */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "scry/proc.h"
#include "scry/tracee.h"
#include "tracee/look_up.h"

/*
 * Only the master of a pseudoterminal has the field tty-index: /dev/ptmx and /dev/pts/ptmx, 5:2
 * (pts(4)). Other devices are not asked, which would open a file at each call on /dev/null or on a
 * terminal.
 */
static bool is_pty_master(const struct fd_detail *detail)
{
	return !detail->device.block && detail->device.major == 5 && detail->device.minor == 2;
}

static bool ask_device(const struct tracee *tracee, int fd, struct fd_detail *detail)
{
	struct statx status;
	uint64_t pty;

	/* Do not ask a FUSE server: it may be a tracee, which is stopped and cannot answer. */
	if (!proc_fd_status(tracee->tid, fd, STATX_TYPE, &status) ||
	    !(S_ISCHR(status.stx_mode) || S_ISBLK(status.stx_mode)))
		return false;
	detail->device.block = S_ISBLK(status.stx_mode);
	detail->device.major = status.stx_rdev_major;
	detail->device.minor = status.stx_rdev_minor;
	if (is_pty_master(detail) && proc_fd_number(tracee->tid, fd, "tty-index", 10, &pty) &&
	    pty < INT_MAX)
		detail->device.pty = (int)pty + 1;
	return true;
}

static bool device_detail(const struct tracee *tracee, int fd, struct fd_detail *detail)
{
	bool is_device;

	if (!names_find_device(tracee, fd, &is_device, detail)) {
		is_device = ask_device(tracee, fd, detail);
		names_add_device(tracee, fd, is_device, detail);
	}
	return is_device;
}

static bool pidfd_detail(const struct tracee *tracee, int fd, struct fd_detail *detail)
{
	uint64_t pid;

	/*
	 * -1: the process was waited for; 0: it is in a PID namespace that is not visible to scry.
	 */
	if (proc_fd_number(tracee->tid, fd, "Pid", 10, &pid) && (int)pid > 0)
		detail->pid = proc_number_meant((pid_t)pid);
	return true;
}

static bool eventfd_detail(const struct tracee *tracee, int fd, struct fd_detail *detail)
{
	uint64_t semaphore = 0;

	/* The field exists since Linux 6.5. */
	proc_fd_number(tracee->tid, fd, "eventfd-semaphore", 10, &semaphore);
	proc_fd_number(tracee->tid, fd, "eventfd-id", 10, &detail->eventfd.id);
	detail->eventfd.semaphore = semaphore;
	return proc_fd_number(tracee->tid, fd, "eventfd-count", 16, &detail->eventfd.count);
}

static bool signalfd_detail(const struct tracee *tracee, int fd, struct fd_detail *detail)
{
	return proc_fd_number(tracee->tid, fd, "sigmask", 16, &detail->signals);
}

/*
 * Returns whether the file was removed: its path ends in " (deleted)", which may also be the end of
 * its name. The path then leads to the file itself.
 */
static bool is_deleted(const struct tracee *tracee, int fd, const char *path, size_t len)
{
	char link[PROC_PATH], root[PROC_PATH], whole[PROC_PATH + PATH_MAX];
	struct stat here, there;

	proc_fd_path(link, tracee->tid, fd);
	proc_path(root, tracee->tid, "root");
	snprintf(whole, sizeof(whole), "%s%.*s", root, (int)len, path);
	return proc_stat_path(link, &here) || proc_stat_path(whole, &there) ||
	       here.st_ino != there.st_ino || here.st_dev != there.st_dev;
}

static bool ends_with(const char *path, size_t len, const char *end)
{
	size_t n = strlen(end);

	return len > n && !memcmp(path + len - n, end, n);
}

bool tracee_fd_detail(void *ctx, int fd, const char *path, size_t len, unsigned kinds,
		      struct fd_detail *detail)
{
	/* The path that /proc/PID/fd shows begins with prefix. */
	static const struct {
		const char *prefix;
		unsigned kind;
		bool (*look)(const struct tracee *tracee, int fd, struct fd_detail *detail);
	} known[] = {
		{ "socket:[", FD_SOCKET, socket_get_detail },
		{ "/", FD_DEVICE, device_detail },
		{ "anon_inode:[pidfd]", FD_PIDFD, pidfd_detail },
		{ "pidfd:[", FD_PIDFD, pidfd_detail },
		{ "anon_inode:[eventfd]", FD_EVENTFD, eventfd_detail },
		{ "anon_inode:[signalfd]", FD_SIGNALFD, signalfd_detail },
	};

	if (len && path[0] == '/' && ends_with(path, len, FD_DELETED_END) &&
	    is_deleted(ctx, fd, path, len)) {
		detail->kind = FD_DELETED;
		return kinds & FD_PATH;
	}
	for (size_t i = 0; fd >= 0 && i < ARRAY_SIZE(known); i++) {
		size_t n = strlen(known[i].prefix);

		if (!(kinds & known[i].kind) || len < n || memcmp(path, known[i].prefix, n))
			continue;
		*detail = (struct fd_detail){ .kind = known[i].kind };
		return known[i].look(ctx, fd, detail);
	}
	return false;
}
