/* SPDX-License-Identifier: MIT */
/* Files by name and by descriptor: opening, names, owners, times. */
#include "syscalls/table.h"

/* clang-format off */

SYSCALL(open, C_FILE | C_DESC | KEEPS_NAMES, fd,
	IN(pathname, path), IN(flags, open_flags),
	IN(mode, perm16, WHEN(flags, HAS, O_CREAT|__O_TMPFILE)));
SYSCALL(openat, C_FILE | C_DESC | KEEPS_NAMES, fd,
	IN(dirfd, dirfd), IN(pathname, path), IN(flags, open_flags),
	IN(mode, perm16, WHEN(flags, HAS, O_CREAT|__O_TMPFILE)));
SYSCALL(creat, C_FILE | C_DESC | KEEPS_NAMES, fd, IN(pathname, path), IN(mode, perm16));

FLAGS_TYPE(open_flags64, open_flags, U64);
/* linux/openat2.h */
STRUCT_TYPE_AS(open_how, PARTS(MIN_SIZE(24), EXTENSIBLE),
	IN(flags, open_flags64), IN(mode, perm64, WHEN_TEST(HOOK_OPEN_HOW_MODE)), IN(resolve, resolve));
SYSCALL(openat2, C_FILE | C_DESC | KEEPS_NAMES, fd,
	IN(dirfd, dirfd), IN(pathname, path), IN(how, open_how, LEN(size)), IN(size, size));

SYSCALL(close, C_DESC | KEEPS_PATHS, int, IN(fd, fd));
SYSCALL(close_range, KEEPS_PATHS, int, IN(first, uint), IN(last, uint), IN(flags, close_range));
SYSCALL(dup, C_DESC | KEEPS_NAMES, fd, IN(oldfd, fd));
SYSCALL(dup2, C_DESC | KEEPS_PATHS, fd, IN(oldfd, fd), IN(newfd, fd));
SYSCALL(dup3, C_DESC | KEEPS_PATHS, fd, IN(oldfd, fd), IN(newfd, fd), IN(flags, open_extra));
/*
 * syscall(2), "Architecture calling conventions": the second result, the end for writing, is in a
 * register of its own on mips.
 */
static const struct syscall pipe_mips = { ROW(C_DESC, fd) };
SYSCALL_ALT(pipe, ~ABIS_MIPS, &pipe_mips, C_DESC | KEEPS_NAMES, int, OUT(pipefd, fd, COUNT_IS(2)));
SYSCALL(pipe2, C_DESC | KEEPS_NAMES, int, OUT(pipefd, fd, COUNT_IS(2)), IN(flags, open_extra));

SYSCALL(access, C_FILE | KEEPS_NAMES, int, IN(pathname, path), IN(mode, access_mode));
SYSCALL(faccessat, C_FILE | C_DESC | KEEPS_NAMES, int, IN(dirfd, dirfd), IN(pathname, path), IN(mode, access_mode));
SYSCALL(faccessat2, C_FILE | C_DESC | KEEPS_NAMES, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(mode, access_mode), IN(flags, faccessat2_flags));

SYSCALL(getcwd, C_FILE | MOVES | KEEPS_NAMES, klong, OUT(buf, path, WHEN(RET, IS_NOT, 0)), IN(size, size));
SYSCALL(chdir, C_FILE | KEEPS_PATHS, int, IN(path, path));
SYSCALL(fchdir, C_DESC | KEEPS_PATHS, int, IN(fd, fd));
SYSCALL(chroot, C_FILE, int, IN(path, path));
SYSCALL(pivot_root, C_FILE, int, IN(new_root, path), IN(put_old, path));
SYSCALL(rename, C_FILE, int, IN(oldpath, path), IN(newpath, path));
SYSCALL(renameat, C_FILE | C_DESC, int,
	IN(olddirfd, dirfd), IN(oldpath, path), IN(newdirfd, dirfd), IN(newpath, path));
SYSCALL(renameat2, C_FILE | C_DESC, int,
	IN(olddirfd, dirfd), IN(oldpath, path), IN(newdirfd, dirfd), IN(newpath, path),
	IN(flags, rename_flags));
SYSCALL(mkdir, C_FILE, int, IN(pathname, path), IN(mode, perm16));
SYSCALL(mkdirat, C_FILE | C_DESC, int, IN(dirfd, dirfd), IN(pathname, path), IN(mode, perm16));
SYSCALL(rmdir, C_FILE, int, IN(path, path));
SYSCALL(link, C_FILE, int, IN(oldpath, path), IN(newpath, path));
SYSCALL(linkat, C_FILE | C_DESC, int,
	IN(olddirfd, dirfd), IN(oldpath, path), IN(newdirfd, dirfd), IN(newpath, path),
	IN(flags, at_flags));
SYSCALL(unlink, C_FILE, int, IN(path, path));
SYSCALL(unlinkat, C_FILE | C_DESC, int, IN(dirfd, dirfd), IN(pathname, path), IN(flags, at_flags));
SYSCALL(symlink, C_FILE, int, IN(oldpath, path_no_file), IN(newpath, path));
SYSCALL(symlinkat, C_FILE | C_DESC, int, IN(target, path_no_file), IN(newdirfd, dirfd), IN(linkpath, path));
SYSCALL(readlink, C_FILE | MOVES | KEEPS_NAMES, klong,
	IN(pathname, path), OUT(buf, bytes, LEN(RET)), IN(bufsiz, size));
SYSCALL(readlinkat, C_FILE | MOVES | C_DESC | KEEPS_NAMES, klong,
	IN(dirfd, dirfd), IN(pathname, path), OUT(buf, bytes, LEN(RET)), IN(bufsiz, size));
SYSCALL(mknod, C_FILE | KEEPS_NAMES, int,
	IN(pathname, path), IN(mode, mode16), IN(dev, dev32, WHEN_TEST(HOOK_MODE_IS_DEVICE)));
SYSCALL(mknodat, C_FILE | C_DESC | KEEPS_NAMES, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(mode, mode16),
	IN(dev, dev32, WHEN_TEST(HOOK_MODE_IS_DEVICE)));

SYSCALL(chmod, C_FILE | KEEPS_NAMES, int, IN(pathname, path), IN(mode, perm16));
SYSCALL(fchmod, C_DESC | KEEPS_NAMES, int, IN(fd, fd), IN(mode, perm16));
SYSCALL(fchmodat, C_FILE | C_DESC | KEEPS_NAMES, int, IN(dirfd, dirfd), IN(pathname, path), IN(mode, perm16));
SYSCALL(fchmodat2, C_FILE | C_DESC | KEEPS_NAMES, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(mode, perm16), IN(flags, at_path));
SYSCALL(umask, KEEPS_NAMES, perm, IN(mask, perm16));

/* Calls of i386 without "32" in their name have 16-bit ids. */
static const struct syscall chown16 = { ROW_32(C_FILE, int, IN(pathname, path), IN(owner, uid16), IN(group, uid16)) };
static const struct syscall fchown16 = { ROW_32(C_DESC, int, IN(fd, fd), IN(owner, uid16), IN(group, uid16)) };
static const struct syscall lchown16 = { ROW_32(C_FILE, int, IN(pathname, path), IN(owner, uid16), IN(group, uid16)) };
SYSCALL_ALT(chown, ~ABIS_32, &chown16, C_FILE | KEEPS_NAMES, int, IN(pathname, path), IN(owner, uid), IN(group, uid));
SYSCALL_ALT(fchown, ~ABIS_32, &fchown16, C_DESC | KEEPS_NAMES, int, IN(fd, fd), IN(owner, uid), IN(group, uid));
SYSCALL_ALT(lchown, ~ABIS_32, &lchown16, C_FILE | KEEPS_NAMES, int, IN(pathname, path), IN(owner, uid), IN(group, uid));
SYSCALL(chown32, C_FILE | KEEPS_NAMES, int, IN(pathname, path), IN(owner, uid), IN(group, uid));
SYSCALL(fchown32, C_DESC | KEEPS_NAMES, int, IN(fd, fd), IN(owner, uid), IN(group, uid));
SYSCALL(lchown32, C_FILE | KEEPS_NAMES, int, IN(pathname, path), IN(owner, uid), IN(group, uid));
SYSCALL(fchownat, C_FILE | C_DESC | KEEPS_NAMES, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(owner, uid), IN(group, uid), IN(flags, at_flags));

SYSCALL(utime, C_FILE | KEEPS_NAMES, int, IN(filename, path), IN(times, utimbuf));
SYSCALL(utimes, C_FILE | KEEPS_NAMES, int, IN(pathname, path), IN(times, timeval_date, COUNT_IS(2), WHOLE));
SYSCALL(futimesat, C_FILE | C_DESC | KEEPS_NAMES, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(times, timeval_date, COUNT_IS(2), WHOLE));
SYSCALL(utimensat, C_FILE | C_DESC | KEEPS_NAMES, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(times, timespec_date, COUNT_IS(2), WHOLE),
	IN(flags, at_flags));
SYSCALL(utimensat_time64, C_FILE | C_DESC | KEEPS_NAMES, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(times, timespec64_date, COUNT_IS(2), WHOLE),
	IN(flags, at_flags));

SYSCALL(flock, C_DESC | KEEPS_NAMES, int, IN(fd, fd), IN(op, flock_ops));
SYSCALL(fsync, C_DESC | KEEPS_NAMES, int, IN(fd, fd));
SYSCALL(fdatasync, C_DESC | KEEPS_NAMES, int, IN(fd, fd));
SYSCALL(syncfs, C_DESC | KEEPS_NAMES, int, IN(fd, fd));
SYSCALL(sync, KEEPS_NAMES, int);
SYSCALL(acct, C_FILE, int, IN(path, path));
SYSCALL(uselib, C_FILE, int, IN(path, path));

SYSCALL(memfd_create, C_DESC | KEEPS_NAMES, fd, IN(name, memfd_name), IN(flags, memfd));
SYSCALL(memfd_secret, C_DESC | KEEPS_NAMES, fd, IN(flags, memfd_secret));
SYSCALL(userfaultfd, C_DESC | KEEPS_NAMES, fd, IN(flags, uffd));
SYSCALL(eventfd, C_DESC | KEEPS_NAMES, fd, IN(initval, uint));
SYSCALL(eventfd2, C_DESC | KEEPS_NAMES, fd, IN(initval, uint), IN(flags, eventfd));
SYSCALL(inotify_init, C_DESC | KEEPS_NAMES, fd);
SYSCALL(inotify_init1, C_DESC | KEEPS_NAMES, fd, IN(flags, inotify_init));
SYSCALL(inotify_add_watch, C_FILE | C_DESC | KEEPS_NAMES, int, IN(fd, fd), IN(pathname, path), IN(mask, inotify_mask));
SYSCALL(inotify_rm_watch, C_DESC | KEEPS_NAMES, int, IN(fd, fd), IN(wd, int));
SYSCALL(fanotify_init, C_DESC, fd, IN(flags, fan_init), IN(event_f_flags, open_flags));
SYSCALL(fanotify_mark, C_FILE | C_DESC, int,
	IN(fanotify_fd, fd), IN(flags, fan_mark), IN(mask, fan_events, PAIR), IN(dirfd, fan_dirfd),
	IN(pathname, path));

/* As strace 6.1, cut the names of attributes at the string limit. */
SYSCALL(setxattr, C_FILE | KEEPS_NAMES, int,
	IN(pathname, path), IN(name, string), IN(value, xattr_value, LEN(size)), IN(size, size), IN(flags, xattr_flags));
SYSCALL(lsetxattr, C_FILE | KEEPS_NAMES, int,
	IN(pathname, path), IN(name, string), IN(value, xattr_value, LEN(size)), IN(size, size), IN(flags, xattr_flags));
SYSCALL(fsetxattr, C_DESC | KEEPS_NAMES, int,
	IN(fd, fd), IN(name, string), IN(value, xattr_value, LEN(size)), IN(size, size), IN(flags, xattr_flags));
SYSCALL(getxattr, C_FILE | KEEPS_NAMES, klong,
	IN(pathname, path), IN(name, string), OUT(value, xattr_value, LEN(RET), WHEN(size, IS_NOT, 0), OR_ADDRESS), IN(size, size));
SYSCALL(lgetxattr, C_FILE | KEEPS_NAMES, klong,
	IN(pathname, path), IN(name, string), OUT(value, xattr_value, LEN(RET), WHEN(size, IS_NOT, 0), OR_ADDRESS), IN(size, size));
SYSCALL(fgetxattr, C_DESC | KEEPS_NAMES, klong,
	IN(fd, fd), IN(name, string), OUT(value, xattr_value, LEN(RET), WHEN(size, IS_NOT, 0), OR_ADDRESS), IN(size, size));
SYSCALL(listxattr, C_FILE | KEEPS_NAMES, klong,
	IN(pathname, path), OUT(list, bytes, LEN(RET), WHEN(size, IS_NOT, 0), OR_ADDRESS), IN(size, size));
SYSCALL(llistxattr, C_FILE | KEEPS_NAMES, klong,
	IN(pathname, path), OUT(list, bytes, LEN(RET), WHEN(size, IS_NOT, 0), OR_ADDRESS), IN(size, size));
SYSCALL(flistxattr, C_DESC | KEEPS_NAMES, klong,
	IN(fd, fd), OUT(list, bytes, LEN(RET), WHEN(size, IS_NOT, 0), OR_ADDRESS), IN(size, size));
SYSCALL(removexattr, C_FILE, int, IN(pathname, path), IN(name, string));
SYSCALL(lremovexattr, C_FILE, int, IN(pathname, path), IN(name, string));
SYSCALL(fremovexattr, C_DESC, int, IN(fd, fd), IN(name, string));
/* linux/xattr.h */
STRUCT_TYPE_AS(xattr_args, PARTS(MIN_SIZE(16), EXTENSIBLE),
	IN(value, xattr_value, PTR64, LEN(size)), IN(size, uint), IN(flags, xattr_flags));
STRUCT_TYPE_AS(xattr_args_out, PARTS(.name = "xattr_args", MIN_SIZE(16), EXTENSIBLE),
	OUT(value, xattr_value, PTR64, LEN(RET), WHEN(size, IS_NOT, 0), OR_ADDRESS), IN(size, uint), IN(flags, xattr_flags));
SYSCALL(setxattrat, C_FILE | C_DESC, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(flags, at_path), IN(name, string),
	IN(args, xattr_args, LEN(size)), IN(size, size));
SYSCALL(getxattrat, C_FILE | C_DESC, klong,
	IN(dirfd, dirfd), IN(pathname, path), IN(flags, at_path), IN(name, string),
	OUT(args, xattr_args_out, LEN(size), ON_ERROR), IN(size, size));
SYSCALL(listxattrat, C_FILE | C_DESC, klong,
	IN(dirfd, dirfd), IN(pathname, path), IN(flags, at_path), OUT(list, bytes, LEN(RET), WHEN(size, IS_NOT, 0), OR_ADDRESS),
	IN(size, size));
SYSCALL(removexattrat, C_FILE | C_DESC, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(flags, at_path), IN(name, string));

/* linux/fcntl.h: f_handle follows as bytes. */
STRUCT_TYPE(file_handle, IN(handle_bytes, uint), IN(handle_type, int), IN(f_handle, handle_bytes, LEN(handle_bytes)));
SYSCALL(name_to_handle_at, C_FILE | C_DESC, int,
	IN(dirfd, dirfd), IN(pathname, path), OUT(handle, file_handle, CHANGES(handle_bytes)), OUT(mount_id, int),
	IN(flags, handle_flags));
SYSCALL(open_by_handle_at, C_DESC, fd,
	IN(mount_fd, fd), IN(handle, file_handle), IN(flags, open_flags));

/* linux/fs.h. The kernel refuses a size above a page before it reads or writes the struct. */
FLAGS_TYPE(fs_xflags64, fs_xflags, U64);
STRUCT_TYPE_AS(file_attr, PARTS(MIN_SIZE(24), MAX_SIZE(4096), EXTENSIBLE),
	IN(fa_xflags, fs_xflags64), IN(fa_extsize, uint), IN(fa_nextents, uint), IN(fa_projid, hex32),
	IN(fa_cowextsize, uint));
SYSCALL(file_getattr, C_FILE | C_DESC, int,
	IN(dirfd, dirfd), IN(pathname, path), OUT(attr, file_attr, LEN(size)), IN(size, size),
	IN(flags, at_path));
/* The kernel ignores fa_nextents. */
VIEW_TYPE(file_attr_set, HIDE(fa_nextents));
SYSCALL(file_setattr, C_FILE | C_DESC, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(attr, file_attr, LEN(size), AS(file_attr_set)), IN(size, size),
	IN(flags, at_path));
