/* SPDX-License-Identifier: MIT */
/* Calls on file names and files: links, owners, times, attributes, mounts, watches. */
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/mount.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "fixture.h"

#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif

static void call(long nr, unsigned n, const unsigned long args[6])
{
	fixture_result(0);
	fixture_call(nr, args[0], args[1], args[2], args[3], args[4], args[5]);
	fixture_result(3);
	fixture_call(nr, args[0], args[1], args[2], args[3], args[4], args[5]);
	fixture_result(-ENOENT);
	fixture_call(nr, args[0], args[1], args[2], args[3], args[4], args[5]);
	fixture_result(0);
	fixture_odd(nr, args, n);
}
#define TRY(nr, n, ...) call(nr, n, ARGS(__VA_ARGS__))

static void names(unsigned long a, unsigned long b)
{
	TRY(SYS_access, 2, a, 4 | 2);
	TRY(SYS_faccessat, 3, -100, a, 4);
	TRY(SYS_faccessat2, 4, -100, a, 0, AT_EACCESS);
	TRY(SYS_chmod, 2, a, 04755);
	TRY(SYS_fchmod, 2, 3, 0644);
	TRY(SYS_fchmodat, 3, 3, a, 0);
	TRY(SYS_umask, 1, 022);
	TRY(SYS_chown, 3, a, 1000, -1);
	TRY(SYS_lchown, 3, a, -1, 1000);
	TRY(SYS_fchown, 3, 3, 0, 0);
	TRY(SYS_fchownat, 5, -100, a, 1, 2, AT_SYMLINK_NOFOLLOW);
	TRY(SYS_link, 2, a, b);
	TRY(SYS_linkat, 5, 3, a, 4, b, AT_SYMLINK_FOLLOW);
	TRY(SYS_symlink, 2, a, b);
	TRY(SYS_symlinkat, 3, a, -100, b);
	TRY(SYS_unlink, 1, a);
	TRY(SYS_unlinkat, 3, -100, a, AT_REMOVEDIR);
	TRY(SYS_rmdir, 1, a);
	TRY(SYS_mkdir, 2, a, 0755);
	TRY(SYS_mkdirat, 3, -100, a, 01777);
	TRY(SYS_mknod, 3, a, S_IFCHR | 0600, 0x103);
	TRY(SYS_mknodat, 4, 5, a, S_IFIFO | 0600, 0);
	TRY(SYS_rename, 2, a, b);
	TRY(SYS_renameat, 4, 1, a, 2, b);
	TRY(SYS_renameat2, 5, 1, a, 2, b, RENAME_EXCHANGE);
	TRY(SYS_chdir, 1, a);
	TRY(SYS_fchdir, 1, 3);
	TRY(SYS_chroot, 1, a);
	TRY(SYS_pivot_root, 2, a, b);
	TRY(SYS_readlink, 3, a, b, 100);
	TRY(SYS_readlinkat, 4, -100, a, b, 100);
	CALL_AND_FAIL(strlen((char *)b) + 1, SYS_getcwd, b, 4096);
	CALL_AND_FAIL(0, SYS_getcwd, 0, 0);
	TRY(SYS_truncate, 2, a, 4096);
	TRY(SYS_ftruncate, 2, 3, 4096);
	TRY(SYS_fallocate, 4, 3, FALLOC_FL_KEEP_SIZE, 5, 6);
	TRY(SYS_flock, 2, 3, 2 | 4);
	TRY(SYS_fsync, 1, 3);
	TRY(SYS_dup3, 3, 3, 4, O_CLOEXEC);
	TRY(SYS_pipe2, 2, b, O_CLOEXEC | O_NONBLOCK);
	TRY(SYS_sync_file_range, 4, 3, 1, 2, 7);
	TRY(SYS_close_range, 3, 3, ~0u, 4);
}

static void times(unsigned long a)
{
	long *times = fixture_alloc(64);

	times[0] = 1700000000;
	times[1] = 123456789;
	times[2] = 5;
	times[3] = UTIME_OMIT;
	TRY(SYS_utimensat, 4, -100, a, (unsigned long)times, 0);
	times[1] = UTIME_NOW;
	times[3] = 6;
	CALL_AND_FAIL(0, SYS_utimensat, 3, 0, times, AT_SYMLINK_NOFOLLOW);
	fixture_pointers(SYS_utimensat, ARGS(3, 0, 0, 0), 2, times, 4 * sizeof(long));
	TRY(SYS_utimes, 2, a, (unsigned long)times);
	TRY(SYS_futimesat, 3, -100, a, (unsigned long)times);
	TRY(SYS_utime, 2, a, (unsigned long)times);
	fixture_pointers(SYS_utimes, ARGS(a, 0), 1, times, 4 * sizeof(long));
	fixture_pointers(SYS_futimesat, ARGS(3, a, 0), 2, times, 4 * sizeof(long));
	fixture_pointers(SYS_utime, ARGS(a, 0), 1, times, 2 * sizeof(long));
	times[0] = times[2] = -1;
	for (int i = -2; i < 3; i++) {
		times[1] = UTIME_NOW + i;
		times[3] = i;
		CALL_AND_FAIL(0, SYS_utimensat, -100, a, times, 0);
		times[1] = 999999 + i;
		CALL_AND_FAIL(0, SYS_utimes, a, times);
		CALL_AND_FAIL(0, SYS_futimesat, 3, 0, times);
		CALL_AND_FAIL(0, SYS_utime, a, times);
	}
}

static void attributes(unsigned long a)
{
	unsigned long name = (unsigned long)STRING("user.name");
	unsigned long value = (unsigned long)memcpy(fixture_alloc(64), "a\0value\377", 9);

	TRY(SYS_setxattr, 5, a, name, value, 9, 1);
	TRY(SYS_lsetxattr, 5, a, name, value, 9, 2);
	TRY(SYS_fsetxattr, 5, 3, name, value, 40, 3);
	TRY(SYS_getxattr, 4, a, name, value, 64);
	TRY(SYS_lgetxattr, 4, a, name, value, 0);
	TRY(SYS_fgetxattr, 4, 3, name, value, 64);
	TRY(SYS_listxattr, 3, a, value, 64);
	TRY(SYS_llistxattr, 3, a, value, 64);
	TRY(SYS_flistxattr, 3, 3, value, 64);
	TRY(SYS_removexattr, 2, a, name);
	TRY(SYS_lremovexattr, 2, a, name);
	TRY(SYS_fremovexattr, 2, 3, name);
}

static void moving(void)
{
	uint64_t *offsets = fixture_alloc(16);
	long *offset = (long *)offsets;

	offsets[0] = 5;
	offsets[1] = -1;
	TRY(SYS_splice, 6, 3, (unsigned long)offsets, 4, (unsigned long)(offsets + 1), 4096, 1 | 4);
	TRY(SYS_tee, 4, 3, 4, 4096, 2);
	TRY(SYS_copy_file_range, 6, 3, (unsigned long)offsets, 4, (unsigned long)(offsets + 1),
	    4096, 0);
	*offset = 5;
	fixture_result(3);
	CHANGE(*offset, 8);
	CALL(SYS_sendfile, 3, 4, offset, 4096);
	fixture_result(0);
	CALL(SYS_sendfile, 3, 4, offset, 4096);
	fixture_result(-EINVAL);
	CALL(SYS_sendfile, 3, 4, offset, 4096);
	*offset = -2;
	CALL(SYS_sendfile, 3, 4, offset, 4096);
	fixture_result(0);
}

static void mounts(unsigned long a, unsigned long b)
{
	struct mount_attr *attr = fixture_alloc(64);
	unsigned long key = (unsigned long)STRING("key"), text = (unsigned long)STRING("value");

	TRY(SYS_mount, 5, a, b, (unsigned long)STRING("ext4"), MS_RDONLY | MS_NOSUID,
	    (unsigned long)STRING("data=journal"));
	TRY(SYS_mount, 5, a, b, 0, MS_BIND | MS_REC, text);
	TRY(SYS_mount, 5, a, b, text, MS_REMOUNT | MS_RDONLY, text);
	TRY(SYS_mount, 5, a, b, text, MS_MGC_VAL, text);
	TRY(SYS_mount, 5, a, b, text, MS_MGC_VAL | MS_RDONLY | MS_NOSUID, text);
	TRY(SYS_mount, 5, a, b, text, MS_MGC_VAL | MS_BIND, text);
	TRY(SYS_mount, 5, a, b, text, MS_MGC_VAL | MS_REMOUNT, text);
	TRY(SYS_mount, 5, a, b, text, MS_MGC_VAL | MS_REMOUNT | MS_BIND, text);
	TRY(SYS_mount, 5, a, b, text, MS_MGC_VAL | MS_PRIVATE, text);
	TRY(SYS_mount, 5, a, b, text, MS_SLAVE, text);
	TRY(SYS_umount2, 2, a, MNT_DETACH);
	TRY(SYS_open_tree, 3, -100, a, 1);
	TRY(SYS_move_mount, 5, 3, a, -100, b, 4);
	TRY(SYS_fsopen, 2, (unsigned long)STRING("ext4"), 1);
	TRY(SYS_fsmount, 3, 3, 1, 2);
	TRY(SYS_fspick, 3, -100, a, 1);
	for (unsigned command = 0; command < 9; command++)
		TRY(SYS_fsconfig, 5, 3, command, key, text, 3);
	attr->attr_set = 1;
	attr->attr_clr = 2;
	attr->propagation = MS_SHARED;
	attr->userns_fd = 5;
	for (unsigned size = 0; size <= 48; size += 8)
		CALL_AND_FAIL(0, SYS_mount_setattr, -100, a, 0x8000, attr, size);
	((uint64_t *)attr)[4] = 7;
	CALL_AND_FAIL(0, SYS_mount_setattr, -100, a, 0x1000, attr, 48);
	TRY(SYS_mount_setattr, 5, -100, a, 0, (unsigned long)attr, 32);
	TRY(SYS_swapoff, 1, a);
}

static void watches(unsigned long a)
{
	TRY(SYS_inotify_init1, 1, 02000000);
	TRY(SYS_inotify_add_watch, 3, 3, a, IN_CREATE | IN_ONLYDIR);
	TRY(SYS_inotify_rm_watch, 2, 3, 1);
	TRY(SYS_fanotify_init, 2, FAN_CLASS_CONTENT | FAN_CLOEXEC, O_RDWR | O_CLOEXEC);
	/* Two registers have the mask on 32 bits. */
#if __SIZEOF_LONG__ == 8
	TRY(SYS_fanotify_mark, 5, 3, FAN_MARK_ADD | FAN_MARK_MOUNT, FAN_OPEN | FAN_CLOSE, -100, a);
#endif
}

/* asm/statfs.h: the size that the kernel wants. */
#ifdef __mips__
#define STATFS64_SIZE 96
#else
#define STATFS64_SIZE 84
#endif

static void file_systems(unsigned long a)
{
	struct statfs *buf = COPY(struct statfs, { .f_type = 0xef53,
						   .f_bsize = 4096,
						   .f_blocks = 1000,
						   .f_bfree = 900,
						   .f_bavail = 800,
						   .f_files = 50,
						   .f_ffree = 40,
						   .f_namelen = 255,
						   .f_frsize = 4096,
						   .f_flags = 0x1021 });

	TRY(SYS_statfs, 2, a, (unsigned long)buf);
	TRY(SYS_fstatfs, 2, 3, (unsigned long)buf);
	fixture_pointers(SYS_statfs, ARGS(a, 0), 1, buf, sizeof(*buf));
#if defined(SYS_statfs64) && __SIZEOF_LONG__ == 4
	struct statfs64 *wide = COPY(struct statfs64, { .f_type = 0xef53,
							.f_bsize = 4096,
							.f_blocks = 1ull << 40,
							.f_bfree = 900,
							.f_files = -1,
							.f_namelen = 255,
							.f_flags = 0x1021 });

	TRY(SYS_statfs64, 3, a, STATFS64_SIZE, (unsigned long)wide);
	TRY(SYS_fstatfs64, 3, 3, STATFS64_SIZE, (unsigned long)wide);
#endif
}

static void handles(unsigned long a)
{
	struct file_handle *handle = fixture_alloc(sizeof(*handle) + 128);
	int *id = fixture_alloc(4);

	*id = 25;
	for (unsigned bytes = 0; bytes <= 136; bytes += 17) {
		handle->handle_bytes = bytes;
		handle->handle_type = 1;
		memcpy(handle->f_handle, "\1\2\3abc", 6);
		CALL_AND_FAIL(0, SYS_name_to_handle_at, -100, a, handle, id, AT_EMPTY_PATH);
		CALL_AND_FAIL(5, SYS_open_by_handle_at, 3, handle, O_RDONLY);
		fixture_result(-EOVERFLOW);
		CALL(SYS_name_to_handle_at, -100, a, handle, id, 0);
		fixture_result(0);
	}
}

int main(void)
{
	unsigned long a, b;

	fixture_begin();
	a = (unsigned long)STRING("/a/file");
	b = (unsigned long)STRING("another\nfile");
	names(a, b);
	times(a);
	attributes(a);
	moving();
	mounts(a, b);
	watches(a);
	file_systems(a);
	handles(a);
	fixture_end();
}
