/* SPDX-License-Identifier: MIT */
/*
 * The absolute name of a path that a tracee uses, with symbolic links to directories resolved. Only
 * local file systems are accessed: a server that does not answer would hang scry, and a FUSE server
 * that is a tracee could not answer. Most directories are found by one openat2(2), which looks only
 * at what the kernel has cached. Otherwise the path is walked one component at a time.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "scry/proc.h"
#include "scry/tracee.h"
#include "scry/util.h"
#include "tracee/look_up.h"

#define LINKS_MAX 40 /* path_resolution(7) */

/* statx(2): since Linux 5.8 and 6.8 */
#ifndef STATX_MNT_ID
#define STATX_MNT_ID 0x1000u
#endif
#ifndef STATX_MNT_ID_UNIQUE
#define STATX_MNT_ID_UNIQUE 0x4000u
#endif

/* openat2(2): since Linux 5.6; RESOLVE_CACHED: since 5.12 */
#ifdef SYS_openat2
#include <linux/openat2.h>
#ifndef RESOLVE_CACHED
#define RESOLVE_CACHED 0x20u
#endif
#endif

/* proc is absent: its links such as self depend on the process that follows them. */
static const char *const local_types[] = {
	"bcachefs", "binfmt_misc", "btrfs",   "cgroup",	    "cgroup2",	 "configfs", "debugfs",
	"devpts",   "devtmpfs",	   "erofs",   "exfat",	    "ext2",	 "ext3",     "ext4",
	"f2fs",	    "hugetlbfs",   "iso9660", "jfs",	    "mqueue",	 "ntfs3",    "overlay",
	"pstore",   "ramfs",	   "rootfs",  "securityfs", "selinuxfs", "squashfs", "sysfs",
	"tmpfs",    "tracefs",	   "ubifs",   "vfat",	    "xfs",	 "zfs",
};

static bool is_local_type(const char *type)
{
	for (size_t i = 0; i < ARRAY_SIZE(local_types); i++)
		if (!strcmp(local_types[i], type))
			return true;
	return false;
}

/* What the walk asks of a mount. */
struct mount {
	uint64_t id, parent;
	bool is_root; /* mounted at "/" */
	bool local;
};

/*
 * Lists the mounts that scry sees in *mounts, which the caller frees. Returns how many there are;
 * -1: the list cannot be read.
 */
static ssize_t list_mounts(pid_t pid, struct mount **mounts)
{
	size_t n = 0, capacity = 0;
	struct proc_mounts list;
	struct proc_mount found;

	*mounts = NULL;
	if (!proc_mounts_open(&list, pid))
		return -1;
	while (proc_mounts_next(&list, &found)) {
		*mounts = xgrow(*mounts, n, &capacity, sizeof(**mounts));
		(*mounts)[n++] = (struct mount){ found.id, found.parent, !strcmp(found.point, "/"),
						 is_local_type(found.type) };
	}
	return (ssize_t)n;
}

static const struct mount *find_mount_in(const struct mount *mounts, size_t n, uint64_t id)
{
	for (size_t i = 0; i < n; i++)
		if (mounts[i].id == id)
			return &mounts[i];
	return NULL;
}

/*
 * Returns whether a mount is local. In a chroot whose root is no mount point the list lacks the
 * mount of the root. A file system on a block device is local then.
 */
static bool is_local_mount(const struct statx *found)
{
	struct mount *mounts;
	ssize_t n = list_mounts(PROC_SELF, &mounts);
	const struct mount *mount =
		n < 0 ? NULL : find_mount_in(mounts, (size_t)n, found->stx_mnt_id);
	bool local = mount ? mount->local : n >= 0 && found->stx_dev_major != 0;

	free(mounts);
	return local;
}

struct walk {
	struct tracee *tracee;
	int fd; /* the current directory of the walk; -1: none yet */
	uint64_t mount; /* STATX_MNT_ID of the latest mount found to be local; 0: none */
	unsigned links; /* number of symbolic links followed */
	bool nowhere; /* a directory of the path does not exist */
	char rest[PATH_MAX]; /* the part of the path that is still to be walked */
};

/*
 * Gets the type, and the members of mask that the kernel knows, without asking a server:
 * AT_STATX_DONT_SYNC takes what the kernel has cached. If that fails, no member is known.
 */
static void stat_cached(int fd, unsigned mask, struct statx *found)
{
	if (statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, mask | STATX_TYPE, found))
		*found = (struct statx){ 0 };
}

/*
 * Returns whether fd is on a local file system. The kernel reuses mount IDs, so the list of mounts
 * is read again for every walk. It does not reuse STATX_MNT_ID_UNIQUE, which is remembered per
 * tracee. found: with that.
 */
static bool is_local(struct walk *walk, int fd, const struct statx *found)
{
	bool unique = found->stx_mask & STATX_MNT_ID_UNIQUE, local;
	struct statx listed;

	if (unique && found->stx_mnt_id == walk->tracee->local_mount)
		return true;
	stat_cached(fd, STATX_MNT_ID, &listed);
	if (!(listed.stx_mask & STATX_MNT_ID))
		return false;
	if (walk->mount && listed.stx_mnt_id == walk->mount)
		return true;
	local = is_local_mount(&listed);
	walk->mount = local ? listed.stx_mnt_id : 0;
	if (local && unique)
		walk->tracee->local_mount = found->stx_mnt_id;
	return local;
}

/* Makes fd the current directory of the walk, which owns it. Returns false if fd is not local. */
static bool walk_to(struct walk *walk, int fd, const struct statx *found)
{
	if (walk->fd >= 0)
		close(walk->fd);
	walk->fd = fd;
	return is_local(walk, fd, found);
}

static bool walk_to_directory(struct walk *walk, const char *path)
{
	int fd = open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct statx found;

	if (fd < 0)
		return false;
	stat_cached(fd, STATX_MNT_ID_UNIQUE, &found);
	return walk_to(walk, fd, &found);
}

static bool walk_to_root(struct walk *walk)
{
	return walk_to_directory(walk, "/");
}

/* Follows the link fd: its target replaces it in walk->rest, before the path after the link. */
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

/* Walks the first component of walk->rest and removes it from there. */
static bool walk_component(struct walk *walk)
{
	size_t len = strcspn(walk->rest, "/");
	char *after = walk->rest + len + (walk->rest[len] == '/');
	struct statx found;
	int fd = -1;

	if (len) {
		walk->rest[len] = '\0'; /* a slash, or the end */
		fd = openat(walk->fd, walk->rest, O_PATH | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0) {
			walk->nowhere = errno == ENOENT || errno == ENOTDIR;
			return false;
		}
		stat_cached(fd, STATX_MNT_ID_UNIQUE, &found);
		if (S_ISLNK(found.stx_mode))
			return walk_link(walk, fd, after);
	}
	memmove(walk->rest, after, strlen(after) + 1);
	return !len || walk_to(walk, fd, &found);
}

/*
 * Walks a path from a directory, whose own path has no links. Returns the length of the path at the
 * end; 0: it leads nowhere; -1: unknown.
 */
static ssize_t walk_directory(struct tracee *tracee, const char *from, const char *path,
			      size_t path_len, char *buf, size_t len)
{
	struct walk walk = { .tracee = tracee, .fd = -1 };
	ssize_t got = -1;
	bool good;

	memcpy(walk.rest, path, path_len);
	walk.rest[path_len] = '\0';
	good = walk_to_directory(&walk, from);
	while (good && *walk.rest)
		good = walk_component(&walk);
	if (good)
		got = proc_fd_link(PROC_SELF, walk.fd, buf, len);
	else if (walk.nowhere)
		got = 0;
	if (walk.fd >= 0)
		close(walk.fd);
	return got;
}

/* As is_local_mount(), for a mount that the list lacks: it must be that of the root. */
static bool is_unlisted_root_local(uint64_t id)
{
	int fd = open("/", O_PATH | O_CLOEXEC);
	struct statx found = { 0 };

	if (fd < 0)
		return false;
	stat_cached(fd, STATX_MNT_ID, &found);
	close(fd);
	return found.stx_mask & STATX_MNT_ID && found.stx_mnt_id == id && found.stx_dev_major != 0;
}

/* Returns whether a mount and all mounts above it are local, up to that of the root. */
static bool is_local_up_to_root(uint64_t id)
{
	struct mount *mounts;
	ssize_t n = list_mounts(PROC_SELF, &mounts);
	const struct mount *mount = NULL;
	bool local = n >= 0, at_root = false;

	for (ssize_t i = 0; local && !at_root && i <= n; i++) {
		id = mount ? mount->parent : id;
		mount = find_mount_in(mounts, (size_t)n, id);
		at_root = !mount || mount->is_root;
		local = mount ? mount->local : is_unlisted_root_local(id);
	}
	free(mounts);
	return local && at_root;
}

/*
 * Returns whether fd is on a local file system, below mounts that are local, too. If the kernel has
 * STATX_MNT_ID_UNIQUE, which is never used again, the answer is remembered for good.
 */
static bool is_below_local_mounts(struct tracee *tracee, int fd)
{
	struct statx found, listed;
	bool unique, local;

	stat_cached(fd, STATX_MNT_ID_UNIQUE, &found);
	unique = found.stx_mask & STATX_MNT_ID_UNIQUE;
	if (!unique)
		stat_cached(fd, STATX_MNT_ID, &found);
	if (!(found.stx_mask & (STATX_MNT_ID | STATX_MNT_ID_UNIQUE)))
		return false;
	if (names_find_mount(tracee, found.stx_mnt_id, unique, &local))
		return local;
	listed = found;
	if (unique)
		stat_cached(fd, STATX_MNT_ID, &listed);
	local = is_local_up_to_root(listed.stx_mnt_id);
	names_add_mount(tracee, found.stx_mnt_id, unique, local);
	return local;
}

/* Returns whether the mount of the root of scry is local. */
static bool is_root_local(struct tracee *tracee)
{
	bool local;
	int fd;

	if (names_find_root(tracee, &local))
		return local;
	fd = open("/", O_PATH | O_CLOEXEC);
	local = fd >= 0 && is_below_local_mounts(tracee, fd);
	if (fd >= 0)
		close(fd);
	names_add_root(tracee, local);
	return local;
}

/*
 * Removes ".", ".." and empty components of an absolute path without symbolic links. Returns the
 * length of the name, at most len.
 */
static ssize_t make_name(const char *path, char *buf, size_t len)
{
	char name[PATH_MAX];
	size_t got = 0;

	for (path += strspn(path, "/"); *path; path += strspn(path, "/")) {
		size_t component = strcspn(path, "/");

		if (component == 2 && !memcmp(path, "..", 2)) {
			while (got && name[--got] != '/')
				continue;
		} else if (component != 1 || *path != '.') {
			name[got++] = '/';
			memcpy(name + got, path, component);
			got += component;
		}
		path += component;
	}
	if (!got)
		name[got++] = '/';
	got = got < len ? got : len;
	memcpy(buf, name, got);
	return (ssize_t)got;
}

#ifdef SYS_openat2
static bool has_parent(const char *path)
{
	size_t len = strlen(path);

	return strstr(path, "/../") || (len > 2 && !strcmp(path + len - 3, "/.."));
}

static int open_cached(const char *path, int flags, uint64_t rules)
{
	struct open_how how = { .flags = O_PATH | O_CLOEXEC | (unsigned)flags,
				.resolve = RESOLVE_CACHED | rules };

	return (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof(how));
}

/*
 * Returns whether a path leads to a directory on the mount of the root through no symbolic link.
 * The kernel only looks at what it has cached: no server is asked.
 */
static bool is_linkless(const char *path)
{
	int fd = open_cached(path, O_DIRECTORY, RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/*
 * Opens a directory by its whole path, likewise. error: that of is_linkless(). Without symbolic
 * links and "..", the path leads through the mounts above the last one, which are checked.
 * Otherwise it must stay on the mount of the root (*on_root).
 */
static int open_whole(const char *path, int error, bool *on_root)
{
	int fd = -1;

	*on_root = false;
	errno = error;
	if (error != ELOOP) {
		errno = ELOOP;
		if (!has_parent(path))
			fd = open_cached(path, 0, RESOLVE_NO_SYMLINKS);
	}
	if (fd < 0 && errno == ELOOP) {
		fd = open_cached(path, 0, RESOLVE_NO_XDEV | RESOLVE_NO_MAGICLINKS);
		*on_root = fd >= 0;
	}
	return fd;
}
#else
static bool is_linkless(const char *path)
{
	(void)path;
	errno = ENOSYS;
	return false;
}

static int open_whole(const char *path, int error, bool *on_root)
{
	(void)path;
	(void)error;
	*on_root = false;
	errno = ENOSYS;
	return -1;
}
#endif

/*
 * Does at once what a walk does. Returns false if it is not known where the path leads. *linkless:
 * see names_find_directory().
 */
static bool find_at_once(struct tracee *tracee, const char *path, size_t path_len, char *buf,
			 size_t len, ssize_t *got, bool *linkless)
{
	char whole[PATH_MAX];
	bool local_root, on_root;
	int fd;

	/* As in a walk, the path may end with a file. */
	while (path_len > 1 && path[path_len - 1] == '/')
		path_len--;
	memcpy(whole, path, path_len);
	whole[path_len] = '\0';
	*got = -1;
	local_root = is_root_local(tracee);
	*linkless = local_root && is_linkless(whole);
	if (*linkless) {
		*got = make_name(whole, buf, len);
		return true;
	}
	/* Only a new directory or a new link lets the path lead anywhere. */
	if (local_root && errno == ENOENT) {
		*linkless = true;
		*got = 0;
		return true;
	}
	fd = open_whole(whole, local_root ? errno : EXDEV, &on_root);
	if (fd < 0) {
		*got = 0;
		return errno == ENOENT || errno == ENOTDIR;
	}
	if (on_root ? local_root : is_below_local_mounts(tracee, fd))
		*got = proc_fd_link(PROC_SELF, fd, buf, len);
	close(fd);
	return true;
}

/* Resolves all links in the absolute path of a directory, which may be remembered. */
static ssize_t resolve_whole(struct tracee *tracee, const char *path, size_t path_len, char *buf,
			     size_t len)
{
	bool linkless;
	ssize_t got;

	if (names_find_directory(tracee, path, path_len, buf, len, &got))
		return got;
	if (!find_at_once(tracee, path, path_len, buf, len, &got, &linkless))
		got = walk_directory(tracee, "/", path, path_len, buf, len);
	if (got < (ssize_t)len)
		names_add_directory(tracee, path, path_len, buf, got, linkless);
	return got;
}

/* Walks from the parent directory on, which other paths have in common with this one. */
static ssize_t walk_from_parent(struct tracee *tracee, const char *path, size_t path_len, char *buf,
				size_t len)
{
	char parent[PATH_MAX];
	size_t name = path_len;
	ssize_t got;

	while (name && path[name - 1] == '/')
		name--;
	while (name && path[name - 1] != '/')
		name--;
	if (!name)
		return walk_directory(tracee, "/", path, path_len, buf, len);
	got = resolve_whole(tracee, path, name, parent, sizeof(parent));
	if (got <= 0 || (size_t)got >= sizeof(parent))
		return got;
	parent[got] = '\0';
	return walk_directory(tracee, parent, path + name, path_len - name, buf, len);
}

static ssize_t resolve_directory(struct tracee *tracee, const char *path, size_t path_len,
				 char *buf, size_t len)
{
	bool linkless;
	ssize_t got;

	if (names_find_directory(tracee, path, path_len, buf, len, &got))
		return got;
	if (!find_at_once(tracee, path, path_len, buf, len, &got, &linkless))
		got = walk_from_parent(tracee, path, path_len, buf, len);
	if (got < (ssize_t)len)
		names_add_directory(tracee, path, path_len, buf, got, linkless);
	return got;
}

/*
 * Makes a path absolute by text: whole gets the path of dirfd, "/" and path. Returns 0 if dirfd is
 * not open, so that the path leads nowhere, and -1 if the path is too long, or that of dirfd unknown.
 */
static int make_absolute(struct tracee *tracee, int dirfd, const char *path, char *whole)
{
	const struct fetch *fetch = &tracee->fetch;
	size_t len = strlen(path), start = 0;
	ssize_t got;

	if (*path != '/') {
		got = fetch->ops->fd_path(fetch->ctx, dirfd, whole, PATH_MAX);
		if (got <= 0 || *whole != '/')
			return got == FETCH_NO_FILE ? 0 : -1;
		start = (size_t)got;
		if (start < PATH_MAX)
			whole[start++] = '/';
	}
	if (start + len >= PATH_MAX)
		return -1;
	memcpy(whole + start, path, len + 1);
	return 1;
}

#ifdef SYS_openat2
/*
 * Opens the root directory of a tracee if it is another one than that of scry: after chroot(2), or
 * in another mount namespace. Returns -1: it is the same, or unknown.
 */
static int open_other_root(const struct tracee *tracee)
{
	struct statx own = { 0 }, other = { 0 };
	char path[PROC_PATH];
	int fd;

	proc_path(path, tracee->tid, "root");
	fd = proc_open_path(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	stat_cached(fd, STATX_INO | STATX_MNT_ID, &other);
	if (!statx(AT_FDCWD, "/", AT_STATX_DONT_SYNC, STATX_INO | STATX_MNT_ID, &own) &&
	    own.stx_ino == other.stx_ino && own.stx_mnt_id == other.stx_mnt_id) {
		close(fd);
		return -1;
	}
	return fd;
}

/* The part of an absolute path, as scry sees it, that is below the root of a tracee. */
static const char *path_below(const struct tracee *tracee, const char *whole)
{
	char root[PATH_MAX];
	size_t len;

	if (!proc_link_text(tracee->tid, root, sizeof(root), "root"))
		return whole;
	len = strlen(root);
	return len > 1 && !strncmp(whole, root, len) && (whole[len] == '/' || !whole[len])
		       ? whole + len
		       : whole;
}

/* Returns whether the mount of the root of a tracee is local, as scry or as the tracee lists it. */
static bool is_other_root_local(struct tracee *tracee, int root)
{
	struct statx found = { 0 };
	const struct mount *mount;
	struct mount *mounts;
	bool local = false;
	ssize_t n;

	if (is_below_local_mounts(tracee, root))
		return true;
	stat_cached(root, STATX_MNT_ID, &found);
	n = list_mounts(tracee->tid, &mounts);
	mount = n > 0 ? find_mount_in(mounts, (size_t)n, found.stx_mnt_id) : NULL;
	local = mount && mount->local;
	free(mounts);
	return local;
}

/*
 * Resolves the directories of a path in the root of a tracee. The kernel only looks at what it has
 * cached, so that no server is asked; if that is not enough, at the local mount of the root. The
 * name is the one that scry sees, or if the directory is in another mount namespace, the one there.
 */
static ssize_t resolve_in_root(struct tracee *tracee, int root, const char *path, size_t path_len,
			       char *buf, size_t len)
{
	struct open_how how = { .flags = O_PATH | O_CLOEXEC,
				.resolve =
					RESOLVE_CACHED | RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS };
	char directory[PATH_MAX];
	ssize_t got;
	int fd;

	while (path_len > 1 && path[path_len - 1] == '/')
		path_len--;
	memcpy(directory, path, path_len);
	directory[path_len] = '\0';
	fd = (int)syscall(SYS_openat2, root, path_len ? directory : "/", &how, sizeof(how));
	if (fd < 0 && errno == EAGAIN && is_other_root_local(tracee, root)) {
		how.resolve = RESOLVE_NO_XDEV | RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
		fd = (int)syscall(SYS_openat2, root, path_len ? directory : "/", &how, sizeof(how));
	}
	if (fd < 0)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	got = proc_fd_link(PROC_SELF, fd, buf, len);
	close(fd);
	return got;
}
#else
static int open_other_root(const struct tracee *tracee)
{
	(void)tracee;
	return -1;
}

static const char *path_below(const struct tracee *tracee, const char *whole)
{
	(void)tracee;
	return whole;
}

static ssize_t resolve_in_root(struct tracee *tracee, int root, const char *path, size_t path_len,
			       char *buf, size_t len)
{
	(void)tracee, (void)root, (void)path, (void)path_len, (void)buf, (void)len;
	return -1;
}
#endif

/* root: -1: that of scry. */
static ssize_t resolve(struct tracee *tracee, int root, const char *path, size_t path_len,
		       char *buf, size_t len)
{
	return root < 0 ? resolve_directory(tracee, path, path_len, buf, len)
			: resolve_in_root(tracee, root, path, path_len, buf, len);
}

static ssize_t name_path(struct tracee *tracee, int root, const char *whole, char *buf, size_t len)
{
	size_t last_len = strlen(whole);
	const char *last;
	ssize_t got;

	/*
	 * A path that ends in "/", "." or ".." is a directory, and the kernel follows a final link.
	 */
	if (!path_ends_with_name(whole, last_len))
		return resolve(tracee, root, whole, last_len, buf, len);
	last = path_last(whole, &last_len);
	got = resolve(tracee, root, whole, (size_t)(last - whole), buf, len);
	if (got <= 0)
		return got;
	if ((size_t)got + 1 + last_len > len)
		return -1;
	if (got > 1)
		buf[got++] = '/';
	memcpy(buf + got, last, last_len);
	return got + (ssize_t)last_len;
}

/* --- /proc -------------------------------------------------------------------------------------- */

enum in_proc { OUTSIDE_PROC, WITHIN_PROC, THROUGH_PROC, ANYWHERE };

/* A path through a link of a process in /proc: /proc/self/root/etc. */
struct proc_link {
	char process[16]; /* "self", "thread-self", or a number */
	char link[64]; /* "root", "cwd", "fd/3", "task/12/root" */
	const char *rest; /* what follows the slash after the link */
};

/* Takes the next component of a path. Returns false at the end, or if there is no room for it. */
static bool take_component(const char **path, char *component, size_t size)
{
	size_t len;

	do {
		*path += strspn(*path, "/");
		len = strcspn(*path, "/");
		if (!len || len >= size)
			return false;
		memcpy(component, *path, len);
		component[len] = '\0';
		*path += len;
	} while (!strcmp(component, "."));
	return true;
}

static bool is_decimal(const char *text)
{
	return *text && !text[strspn(text, "0123456789")];
}

static bool is_process(const char *name)
{
	return !strcmp(name, "self") || !strcmp(name, "thread-self") || is_decimal(name);
}

/* Takes the name of a link that leads out of /proc. Returns false if the path has none there. */
static bool take_link(const char **path, struct proc_link *place)
{
	static const char *const links[] = { "root", "cwd", "exe" };
	char name[32], tid[16], entry[32];

	*place->link = '\0';
	if (!take_component(path, name, sizeof(name)))
		return false;
	if (!strcmp(name, "task")) {
		if (!take_component(path, tid, sizeof(tid)) || !is_decimal(tid) ||
		    !take_component(path, name, sizeof(name)))
			return false;
		snprintf(place->link, sizeof(place->link), "task/%s/", tid);
	}
	for (size_t i = 0; i < ARRAY_SIZE(links); i++)
		if (!strcmp(name, links[i])) {
			strcat(place->link, name);
			return true;
		}
	if (strcmp(name, "fd") != 0 && strcmp(name, "map_files") != 0)
		return false;
	if (!take_component(path, entry, sizeof(entry)) || !strcmp(entry, ".."))
		return false;
	strcat(strcat(strcat(place->link, name), "/"), entry);
	return true;
}

static enum in_proc find_in_proc(const char *path, struct proc_link *place)
{
	const char *at = path;
	char name[8];

	if (!take_component(&at, name, sizeof(name)) || strcmp(name, "proc") != 0)
		return OUTSIDE_PROC;
	if (take_component(&at, place->process, sizeof(place->process)) &&
	    is_process(place->process) && take_link(&at, place) && *at == '/') {
		place->rest = at + 1;
		return THROUGH_PROC;
	}
	/* Links such as /proc/net lead elsewhere in /proc. */
	return path_climbs(path, strlen(path)) ? ANYWHERE : WITHIN_PROC;
}

/*
 * Reads a link in the /proc that the tracee sees, of which a file has the inode that scry knows.
 * root: as in open_other_root()
 */
static ssize_t read_proc_link(const struct tracee *tracee, int root, const char *process,
			      const char *link, char target[PATH_MAX])
{
	char below[PROC_PATH] = "", path[PROC_PATH + 128];
	ssize_t len;

	if (root >= 0)
		proc_path(below, tracee->tid, "root");
	snprintf(path, sizeof(path), "%s/proc/%s%s%s", below, process, *link ? "/" : "", link);
	len = proc_link_path(path, target, PATH_MAX - 1);
	target[len > 0 ? len : 0] = '\0';
	return len;
}

/*
 * Reads a link of the tracee itself. The calls of a tracee that has ended may have told where its
 * directory and its descriptors were. They tell nothing of the first thread, which "self" names.
 */
static bool read_own_link(const struct tracee *tracee, const struct proc_link *place,
			  char target[PATH_MAX])
{
	const struct fetch *fetch = &tracee->fetch;
	bool of_leader = !strcmp(place->process, "self");
	int fd = AT_FDCWD;
	ssize_t len = -1;

	if ((!of_leader || tracee->tid == tracee->tgid) &&
	    (!strcmp(place->link, "cwd") || sscanf(place->link, "fd/%d", &fd) == 1))
		len = fetch->ops->fd_path(fetch->ctx, fd, target, PATH_MAX - 1);
	if (len < 0)
		return proc_link_text(of_leader ? tracee->tgid : tracee->tid, target, PATH_MAX,
				      "%s", place->link);
	target[len] = '\0';
	return true;
}

/*
 * Reads where a link leads. *root becomes -1 if that is a path of the mount namespace of scry.
 * Returns false if it is unknown.
 */
static bool read_link(const struct tracee *tracee, const struct proc_link *place, int *root,
		      char target[PATH_MAX])
{
	char of_link[PATH_MAX], own[64], of_tracee[64];

	/* The link named self depends on who reads it. */
	if (!is_decimal(place->process))
		return read_proc_link(tracee, *root, "self", "", target) > 0 &&
		       read_own_link(tracee, place, target);
	if (read_proc_link(tracee, *root, place->process, "ns/mnt", of_link) <= 0 ||
	    read_proc_link(tracee, *root, place->process, place->link, target) <= 0 ||
	    !proc_link_text(PROC_SELF, own, sizeof(own), "ns/mnt") ||
	    !proc_link_text(tracee->tid, of_tracee, sizeof(of_tracee), "ns/mnt"))
		return false;
	if (!strcmp(of_link, own)) {
		if (*root >= 0)
			close(*root);
		*root = -1;
		return true;
	}
	return !strcmp(of_link, of_tracee);
}

/*
 * Follows the links of processes in /proc with which a path begins: whole is replaced. A path in
 * *root is below it.
 */
static enum in_proc leave_proc(const struct tracee *tracee, int *root, char *whole)
{
	char target[PATH_MAX], path[PATH_MAX];
	struct proc_link place;
	enum in_proc in_proc;
	const char *below;

	for (unsigned links = 0; links < LINKS_MAX; links++) {
		in_proc = find_in_proc(whole, &place);
		if (in_proc != THROUGH_PROC)
			return in_proc;
		if (!read_link(tracee, &place, root, target) || *target != '/')
			return ANYWHERE;
		below = *root < 0 ? target : path_below(tracee, target);
		if ((size_t)snprintf(path, sizeof(path), "%s/%s", below, place.rest) >=
		    sizeof(path))
			return ANYWHERE;
		strcpy(whole, path);
	}
	return ANYWHERE;
}

/*
 * A tracee of the bpf engine may have ended. Then its root is that of scry if it was when scry
 * looked last.
 */
static bool may_have_other_root(struct tracee *tracee, int root)
{
	if (root >= 0)
		tracee->other_root = true;
	else if (proc_start(tracee->tid))
		tracee->other_root = false;
	return root < 0 && tracee->other_root;
}

ssize_t tracee_path_name(void *ctx, int dirfd, const char *path, char *buf, size_t len)
{
	struct tracee *tracee = ctx;
	char whole[PATH_MAX];
	ssize_t got;
	int root;

	got = make_absolute(tracee, dirfd, path, whole);
	if (got <= 0)
		return got;
	root = open_other_root(tracee);
	if (may_have_other_root(tracee, root))
		return FETCH_ANYWHERE;
	if (root >= 0 && *path != '/') {
		const char *below = path_below(tracee, whole);

		memmove(whole, below, strlen(below) + 1);
	}
	switch (leave_proc(tracee, &root, whole)) {
	case OUTSIDE_PROC:
		got = name_path(tracee, root, whole, buf, len);
		break;
	case WITHIN_PROC:
		got = (ssize_t)strlen(whole) <= (ssize_t)len ? make_name(whole, buf, len) : -1;
		break;
	default:
		got = -1;
		break;
	}
	if (root >= 0)
		close(root);
	return got < 0 ? FETCH_ANYWHERE : got;
}
