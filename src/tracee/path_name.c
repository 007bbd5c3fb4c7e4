/* SPDX-License-Identifier: MIT */
/*
 * The absolute name of a path that a tracee uses, without symbolic links to directories. The path is walked a component
 * at a time, so that only file systems of this machine are asked: a server that does not answer would hang scry, and
 * one that is traced itself could not answer.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/tracee.h"
#include "scry/util.h"
#include "tracee/look_up.h"

#define LINKS_MAX 40 /* path_resolution(7) */

/* statx(2): Linux 5.8, 6.8 */
#ifndef STATX_MNT_ID
#define STATX_MNT_ID 0x1000u
#endif
#ifndef STATX_MNT_ID_UNIQUE
#define STATX_MNT_ID_UNIQUE 0x4000u
#endif

/* Not proc: its links mean the process that follows them. */
static const char *const local_types[] = {
	"bcachefs", "btrfs", "devtmpfs", "erofs", "exfat", "ext2",    "ext3",
	"ext4",	    "f2fs",  "iso9660",	 "jfs",	  "ntfs3", "overlay", "ramfs",
	"squashfs", "tmpfs", "ubifs",	 "vfat",  "xfs",   "zfs",
};

static bool is_local_type(const char *type)
{
	for (size_t i = 0; i < ARRAY_SIZE(local_types); i++)
		if (!strcmp(local_types[i], type))
			return true;
	return false;
}

/* proc_pid_mountinfo(5): the number of a mount comes first, the type of its file system after " - ". */
static bool is_local_mount(uint64_t id)
{
	FILE *mounts = fopen("/proc/self/mountinfo", "re");
	char *line = NULL, *type = NULL, *end;
	size_t size = 0;
	bool local;

	if (!mounts)
		return false;
	while (!type && getline(&line, &size, mounts) >= 0)
		if (strtoull(line, NULL, 10) == id && (type = strstr(line, " - ")))
			type += strlen(" - ");
	end = type ? strchr(type, ' ') : NULL;
	if (end)
		*end = '\0';
	local = end && is_local_type(type);
	free(line);
	fclose(mounts);
	return local;
}

/* A directory on the way, and what of the path is still to be walked. */
struct walk {
	struct tracee *tracee;
	int fd;
	uint64_t mount; /* the latest one that was found to be local; 0: none */
	unsigned links;
	char rest[PATH_MAX];
};

/* AT_STATX_DONT_SYNC: what the kernel knows, whatever a server would say. False: it does not tell what mask says. */
static bool look_at(int fd, unsigned mask, struct statx *found)
{
	return !statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, mask | STATX_TYPE, found) &&
	       found->stx_mask & mask;
}

/*
 * Numbers of mounts are used again, so the list is read each time; where the kernel has numbers that are not, the
 * latest local one is remembered.
 */
static bool is_local(struct walk *walk, int fd)
{
	struct statx found, listed;
	bool unique = look_at(fd, STATX_MNT_ID_UNIQUE, &found), local;

	if (unique && found.stx_mnt_id == walk->tracee->local_mount)
		return true;
	if (!look_at(fd, STATX_MNT_ID, &listed))
		return false;
	if (walk->mount && listed.stx_mnt_id == walk->mount)
		return true;
	local = is_local_mount(listed.stx_mnt_id);
	walk->mount = local ? listed.stx_mnt_id : 0;
	if (local && unique)
		walk->tracee->local_mount = found.stx_mnt_id;
	return local;
}

/* The walk goes on at fd, which it owns. False: not on a local file system. */
static bool walk_to(struct walk *walk, int fd)
{
	if (walk->fd >= 0)
		close(walk->fd);
	walk->fd = fd;
	return fd >= 0 && is_local(walk, fd);
}

static bool walk_to_root(struct walk *walk)
{
	return walk_to(walk, open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
}

/* The rest is what the link fd says and what came after the link. */
static bool walk_link(struct walk *walk, int fd, const char *after)
{
	char target[PATH_MAX];
	ssize_t len = readlinkat(fd, "", target, sizeof(target));
	size_t after_len = strlen(after);

	close(fd);
	if (len <= 0 || (size_t)len + after_len + 1 >= PATH_MAX || ++walk->links > LINKS_MAX)
		return false;
	memmove(walk->rest + len + 1, after, after_len + 1);
	memcpy(walk->rest, target, (size_t)len);
	walk->rest[len] = '/';
	return *target != '/' || walk_to_root(walk);
}

static bool is_link(int fd)
{
	struct statx found;

	return look_at(fd, STATX_TYPE, &found) && S_ISLNK(found.stx_mode);
}

/* One component: the rest begins with it, and is what comes after it then. */
static bool walk_on(struct walk *walk)
{
	size_t len = strcspn(walk->rest, "/");
	char *after = walk->rest + len + (walk->rest[len] == '/');
	int fd = -1;

	if (len) {
		walk->rest[len] = '\0'; /* a slash, or the end */
		fd = openat(walk->fd, walk->rest, O_PATH | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0)
			return false;
		if (is_link(fd))
			return walk_link(walk, fd, after);
	}
	memmove(walk->rest, after, strlen(after) + 1);
	return !len || walk_to(walk, fd);
}

/* The name of a directory, which begins at the root. */
static ssize_t real_name(struct tracee *tracee, const char *path, size_t path_len, char *buf,
			 size_t len)
{
	struct walk walk = { .tracee = tracee, .fd = -1 };
	char link[PROC_PATH];
	ssize_t got = -1;
	bool good;

	memcpy(walk.rest, path, path_len);
	walk.rest[path_len] = '\0';
	good = walk_to_root(&walk);
	while (good && *walk.rest)
		good = walk_on(&walk);
	snprintf(link, sizeof(link), "/proc/self/fd/%d", walk.fd);
	if (good)
		got = readlink(link, buf, len);
	if (walk.fd >= 0)
		close(walk.fd);
	return got;
}

/* The path as it begins at the root; false: it is too long, or it is not known where it begins. */
static bool begin_at_root(void *ctx, int dirfd, const char *path, char *whole)
{
	size_t len = strlen(path), start = 0;
	ssize_t got;

	if (*path != '/') {
		got = fd_path(ctx, dirfd, whole, PATH_MAX);
		if (got <= 0 || *whole != '/')
			return false;
		start = (size_t)got;
		if (start < PATH_MAX)
			whole[start++] = '/';
	}
	if (start + len >= PATH_MAX)
		return false;
	memcpy(whole + start, path, len + 1);
	return true;
}

ssize_t tracee_path_name(void *ctx, int dirfd, const char *path, char *buf, size_t len)
{
	char whole[PATH_MAX];
	size_t last_len;
	const char *last;
	ssize_t got;

	if (!begin_at_root(ctx, dirfd, path, whole))
		return -1;
	/* The kernel follows a link before a slash: then, and with "..", the whole is a directory. */
	last_len = strlen(whole);
	if (!path_ends_with_name(whole, last_len))
		return real_name(ctx, whole, last_len, buf, len);
	last = path_last(whole, &last_len);
	got = real_name(ctx, whole, (size_t)(last - whole), buf, len);
	if (got <= 0 || (size_t)got + 1 + last_len > len)
		return -1;
	if (got > 1)
		buf[got++] = '/';
	memcpy(buf + got, last, last_len);
	return got + (ssize_t)last_len;
}
