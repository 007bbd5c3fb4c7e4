/* SPDX-License-Identifier: MIT */
/* Status of files and file systems, directory entries. */
#include "syscalls/hooks.h"
#include "syscalls/table.h"

/* clang-format off */

/* What is shown, in this order, whatever the layout: a device has a number, all else a size. */
#define STAT_SHOWN \
	PLACED(st_dev), PLACED(st_ino), PLACED(st_mode), PLACED(st_nlink), \
	PLACED(st_uid), PLACED(st_gid), PLACED(st_blksize), \
	PLACED(st_blocks), PLACED(st_size, WHEN_TEST(hook_is_no_device)), \
	PLACED(st_rdev, WHEN_TEST(hook_is_device)), \
	PLACED(st_atime), PLACED(st_atime_nsec), \
	PLACED(st_mtime), PLACED(st_mtime_nsec), \
	PLACED(st_ctime), PLACED(st_ctime_nsec)

#define STAT_TIMES(second, nanosecond) \
	IN(st_atime, second, FRACTION(st_atime_nsec), HIDDEN, VERBOSE), IN(st_atime_nsec, nanosecond, HIDDEN, VERBOSE), \
	IN(st_mtime, second, FRACTION(st_mtime_nsec), HIDDEN, VERBOSE), IN(st_mtime_nsec, nanosecond, HIDDEN, VERBOSE), \
	IN(st_ctime, second, FRACTION(st_ctime_nsec), HIDDEN, VERBOSE), IN(st_ctime_nsec, nanosecond, HIDDEN, VERBOSE)

/* asm-generic/stat.h: arm64 and other 64-bit architectures */
STRUCT_TYPE_AS(stat_generic, .name = "stat",
	IN(st_dev, dev, HIDDEN, VERBOSE), IN(st_ino, kulong, HIDDEN, VERBOSE), IN(st_mode, mode, HIDDEN),
	IN(st_nlink, uint, HIDDEN, VERBOSE), IN(st_uid, uint, HIDDEN, VERBOSE), IN(st_gid, uint, HIDDEN, VERBOSE),
	IN(st_rdev, dev, HIDDEN), IN(__pad1, kulong, HIDDEN), IN(st_size, kulong, HIDDEN),
	IN(st_blksize, int, HIDDEN, VERBOSE), IN(__pad2, int, HIDDEN), IN(st_blocks, kulong, HIDDEN, VERBOSE),
	STAT_TIMES(seconds, kulong), IN(__unused4, uint, HIDDEN), IN(__unused5, uint, HIDDEN),
	STAT_SHOWN);
/* x86 asm/stat.h, for i386 */
STRUCT_TYPE_AS(stat_i386, PARTS(.name = "stat", .abis = ABI_BIT(i386), .other = &t_stat_generic),
	IN(st_dev, dev, HIDDEN, VERBOSE), IN(st_ino, kulong, HIDDEN, VERBOSE), IN(st_mode, mode16, HIDDEN),
	IN(st_nlink, u16, HIDDEN, VERBOSE), IN(st_uid, u16, HIDDEN, VERBOSE), IN(st_gid, u16, HIDDEN, VERBOSE),
	IN(st_rdev, dev, HIDDEN), IN(st_size, kulong, HIDDEN), IN(st_blksize, kulong, HIDDEN, VERBOSE),
	IN(st_blocks, kulong, HIDDEN, VERBOSE), STAT_TIMES(seconds, kulong),
	IN(__unused4, kulong, HIDDEN), IN(__unused5, kulong, HIDDEN), STAT_SHOWN);
/* x86 asm/stat.h; the kernel gives it to x32 as well */
STRUCT_TYPE_AS(stat, PARTS(.abis = ABI_BIT(x86_64) | ABI_BIT(x32), .other = &t_stat_i386),
	IN(st_dev, dev, HIDDEN, VERBOSE), IN(st_ino, kulong, HIDDEN, VERBOSE), IN(st_nlink, kulong, HIDDEN, VERBOSE),
	IN(st_mode, mode, HIDDEN), IN(st_uid, uint, HIDDEN, VERBOSE), IN(st_gid, uint, HIDDEN, VERBOSE),
	IN(__pad0, uint, HIDDEN), IN(st_rdev, dev, HIDDEN), IN(st_size, kulong, HIDDEN),
	IN(st_blksize, kulong, HIDDEN, VERBOSE), IN(st_blocks, kulong, HIDDEN, VERBOSE), STAT_TIMES(seconds, kulong),
	IN(__unused, klong, COUNT_IS(3), HIDDEN), STAT_SHOWN);
/* x86 asm/stat.h, for i386: the old call knows 32 bits of ino; st_ino at the end has all */
STRUCT_TYPE(stat64,
	IN(st_dev, dev64, HIDDEN, VERBOSE), IN(__pad0, u8, COUNT_IS(4), HIDDEN), IN(__st_ino, kulong, HIDDEN),
	IN(st_mode, mode, HIDDEN), IN(st_nlink, uint, HIDDEN, VERBOSE), IN(st_uid, uint, HIDDEN, VERBOSE),
	IN(st_gid, uint, HIDDEN, VERBOSE), IN(st_rdev, dev64, HIDDEN), IN(__pad3, u8, COUNT_IS(4), HIDDEN),
	IN(st_size, u64, HIDDEN), IN(st_blksize, kulong, HIDDEN, VERBOSE), IN(st_blocks, u64, HIDDEN, VERBOSE),
	STAT_TIMES(seconds, kulong), IN(st_ino, u64, HIDDEN, VERBOSE), STAT_SHOWN);
/* x86 asm/stat.h: times without fractions, no blocks */
STRUCT_TYPE(__old_kernel_stat,
	IN(st_dev, dev16, HIDDEN, VERBOSE), IN(st_ino, u16, HIDDEN, VERBOSE), IN(st_mode, mode16, HIDDEN),
	IN(st_nlink, u16, HIDDEN, VERBOSE), IN(st_uid, u16, HIDDEN, VERBOSE), IN(st_gid, u16, HIDDEN, VERBOSE),
	IN(st_rdev, dev16, HIDDEN), IN(st_size, kulong, HIDDEN), IN(st_atime, seconds, HIDDEN, VERBOSE),
	IN(st_mtime, seconds, HIDDEN, VERBOSE), IN(st_ctime, seconds, HIDDEN, VERBOSE),
	PLACED(st_dev), PLACED(st_ino), PLACED(st_mode), PLACED(st_nlink),
	PLACED(st_uid), PLACED(st_gid), PLACED(st_size, WHEN_TEST(hook_is_no_device)),
	PLACED(st_rdev, WHEN_TEST(hook_is_device)), PLACED(st_atime),
	PLACED(st_mtime), PLACED(st_ctime));

SYSCALL(stat, C_FILE | C_STAT | C_STAT_LIKE, int, IN(pathname, path), OUT(statbuf, stat));
SYSCALL(lstat, C_FILE | C_LSTAT | C_STAT_LIKE, int, IN(pathname, path), OUT(statbuf, stat));
SYSCALL(fstat, C_DESC | C_FSTAT | C_STAT_LIKE | HOT, int, IN(fd, fd), OUT(statbuf, stat));
SYSCALL(newfstatat, C_FILE | C_DESC | C_FSTAT | C_STAT_LIKE | HOT, int,
	IN(dirfd, dirfd), IN(pathname, path), OUT(statbuf, stat), IN(flags, at_flags));
SYSCALL(stat64, C_FILE | C_STAT | C_STAT_LIKE | HOT, int, IN(pathname, path), OUT(statbuf, stat64));
SYSCALL(lstat64, C_FILE | C_LSTAT | C_STAT_LIKE, int, IN(pathname, path), OUT(statbuf, stat64));
SYSCALL(fstat64, C_DESC | C_FSTAT | C_STAT_LIKE | HOT, int, IN(fd, fd), OUT(statbuf, stat64));
SYSCALL(fstatat64, C_FILE | C_DESC | C_FSTAT | C_STAT_LIKE | HOT, int,
	IN(dirfd, dirfd), IN(pathname, path), OUT(statbuf, stat64), IN(flags, at_flags));
SYSCALL(oldstat, C_FILE | C_STAT | C_STAT_LIKE, int, IN(pathname, path), OUT(statbuf, __old_kernel_stat));
SYSCALL(oldlstat, C_FILE | C_LSTAT | C_STAT_LIKE, int, IN(pathname, path), OUT(statbuf, __old_kernel_stat));
SYSCALL(oldfstat, C_DESC | C_FSTAT | C_STAT_LIKE, int, IN(fd, fd), OUT(statbuf, __old_kernel_stat));

/* linux/stat.h */
STRUCT_TYPE_AS(statx_timestamp, .date = DATE(tv_sec, tv_nsec, 1),
	IN(tv_sec, s64), IN(tv_nsec, uint), PAD(4));
STRUCT_TYPE(statx,
	IN(stx_mask, statx_mask), IN(stx_blksize, uint, VERBOSE), IN(stx_attributes, statx_attributes),
	IN(stx_nlink, uint, VERBOSE, WHEN(stx_mask, HAS, STATX_NLINK)), IN(stx_uid, uid, VERBOSE, WHEN(stx_mask, HAS, STATX_UID)), IN(stx_gid, uid, VERBOSE, WHEN(stx_mask, HAS, STATX_GID)),
	IN(stx_mode, mode16, WHEN(stx_mask, HAS, STATX_TYPE|STATX_MODE)), PAD(2), IN(stx_ino, u64, VERBOSE, WHEN(stx_mask, HAS, STATX_INO)), IN(stx_size, u64, WHEN(stx_mask, HAS, STATX_SIZE)),
	IN(stx_blocks, u64, VERBOSE, WHEN(stx_mask, HAS, STATX_BLOCKS)), IN(stx_attributes_mask, statx_attributes, VERBOSE),
	IN(stx_atime, statx_timestamp, VERBOSE, WHEN(stx_mask, HAS, STATX_ATIME)),
	IN(stx_btime, statx_timestamp, VERBOSE, WHEN(stx_mask, HAS, STATX_BTIME)),
	IN(stx_ctime, statx_timestamp, VERBOSE, WHEN(stx_mask, HAS, STATX_CTIME)), IN(stx_mtime, statx_timestamp, VERBOSE, WHEN(stx_mask, HAS, STATX_MTIME)),
	IN(stx_rdev_major, uint, VERBOSE), IN(stx_rdev_minor, uint, VERBOSE),
	IN(stx_dev_major, uint, VERBOSE), IN(stx_dev_minor, uint, VERBOSE),
	IN(stx_mnt_id, hex64, VERBOSE, WHEN(stx_mask, HAS, STATX_MNT_ID|STATX_MNT_ID_UNIQUE)),
	IN(stx_dio_mem_align, uint, VERBOSE, WHEN(stx_mask, HAS, STATX_DIOALIGN)),
	IN(stx_dio_offset_align, uint, VERBOSE, WHEN(stx_mask, HAS, STATX_DIOALIGN)),
	IN(stx_subvol, hex64, VERBOSE, WHEN(stx_mask, HAS, STATX_SUBVOL)),
	IN(stx_atomic_write_unit_min, uint, VERBOSE, WHEN(stx_mask, HAS, STATX_WRITE_ATOMIC)),
	IN(stx_atomic_write_unit_max, uint, VERBOSE, WHEN(stx_mask, HAS, STATX_WRITE_ATOMIC)),
	IN(stx_atomic_write_segments_max, uint, VERBOSE, WHEN(stx_mask, HAS, STATX_WRITE_ATOMIC)),
	IN(stx_dio_read_offset_align, uint, VERBOSE, WHEN(stx_mask, HAS, STATX_DIO_READ_ALIGN)),
	IN(stx_atomic_write_unit_max_opt, uint, VERBOSE, WHEN(stx_mask, HAS, STATX_WRITE_ATOMIC)),
	PAD(68));
SYSCALL(statx, C_FILE | C_DESC | C_FSTAT | C_STAT_LIKE, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(flags, statx_flags), IN(mask, statx_mask),
	OUT(statxbuf, statx));

/* asm-generic/statfs.h */
STRUCT_TYPE_AS(fsid, .name = "__kernel_fsid_t", IN(val, hex32, COUNT_IS(2)));
STRUCT_TYPE(statfs,
	IN(f_type, fs_magic), IN(f_bsize, kulong), IN(f_blocks, kulong), IN(f_bfree, kulong),
	IN(f_bavail, kulong), IN(f_files, kulong), IN(f_ffree, kulong), IN(f_fsid, fsid),
	IN(f_namelen, kulong), IN(f_frsize, kulong), IN(f_flags, statfs_flags, WHEN(f_flags, HAS, ST_VALID)), IN(f_spare, kulong, COUNT_IS(4), HIDDEN));
ENUM_TYPE(fs_magic32, fs_magic, U32);
FLAGS_TYPE(statfs_flags32, statfs_flags, U32);
/* i386's __u64 members are aligned to 4 bytes, and the struct is packed there: 84 bytes. */
STRUCT_TYPE_AS(statfs64, .align = 1,
	IN(f_type, fs_magic32), IN(f_bsize, uint), IN(f_blocks, u64), IN(f_bfree, u64),
	IN(f_bavail, u64), IN(f_files, u64), IN(f_ffree, u64), IN(f_fsid, fsid),
	IN(f_namelen, uint), IN(f_frsize, uint), IN(f_flags, statfs_flags32, WHEN(f_flags, HAS, ST_VALID)), PAD(16));
SYSCALL(statfs, C_FILE | C_STATFS | C_STATFS_LIKE, int, IN(path, path), OUT(buf, statfs));
SYSCALL(fstatfs, C_DESC | C_FSTATFS | C_STATFS_LIKE, int, IN(fd, fd), OUT(buf, statfs));
SYSCALL(statfs64, C_FILE | C_STATFS | C_STATFS_LIKE, int, IN(path, path), IN(sz, size), OUT(buf, statfs64, WHEN(sz, IS, 84|88), OR_ADDRESS));
SYSCALL(fstatfs64, C_DESC | C_FSTATFS | C_STATFS_LIKE, int, IN(fd, fd), IN(sz, size), OUT(buf, statfs64, WHEN(sz, IS, 84|88), OR_ADDRESS));
SYSCALL(ustat, C_STATFS_LIKE, int, IN(dev, dev32), IN(ubuf, address));
SYSCALL(sysfs, C_NONE, int, IN(option, hexlong), IN(fsindex, hexlong), IN(buf, hexlong));

/* linux/dirent.h; the kernel's fs/readdir.c for the old one, whose type follows the name */
STRUCT_TYPE(linux_dirent64,
	IN(d_ino, u64), IN(d_off, s64), IN(d_reclen, u16), IN(d_type, dirent_type), IN(d_name, text));
STRUCT_TYPE(linux_dirent,
	IN(d_ino, ulong), IN(d_off, ulong), IN(d_reclen, u16), IN(d_name, text));
const struct type t_dirents64 = { .name = "dirents64", .kind = TYPE_RECORDS, .record = &t_linux_dirent64,
	.record_size = "d_reclen", .record_align = 1, .unit = "entries" };
const struct type t_dirents = { .name = "dirents", .kind = TYPE_RECORDS, .record = &t_linux_dirent,
	.record_size = "d_reclen", .record_align = 1, .unit = "entries" };
SYSCALL(getdents64, C_DESC, klong, IN(fd, fd), OUT(dirp, dirents64, LEN(RET)), IN(count, uint));
SYSCALL(getdents, C_DESC, klong, IN(fd, fd), OUT(dirp, dirents, LEN(RET)), IN(count, uint));
SYSCALL(readdir, C_DESC, int, IN(fd, fd), OUT(dirp, linux_dirent), IN(count, uint));
