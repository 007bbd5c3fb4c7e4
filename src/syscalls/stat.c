/* SPDX-License-Identifier: MIT */
/* Status of files and file systems, directory entries. */
#include "syscalls/table.h"

/* clang-format off */

/* The order in text for all layouts. A device has a number, other files have a size. */
VIEW_TYPE(stat,
	ORDER(st_dev, st_ino, st_mode, st_nlink, st_uid, st_gid, st_blksize, st_blocks, st_size, st_rdev,
		st_atime, st_atime_nsec, st_mtime, st_mtime_nsec, st_ctime, st_ctime_nsec),
	VERBOSE(st_dev, st_ino, st_nlink, st_uid, st_gid, st_blksize, st_blocks,
		st_atime, st_atime_nsec, st_mtime, st_mtime_nsec, st_ctime, st_ctime_nsec),
	ONLY(IF_TEST(HOOK_IS_NO_DEVICE, st_size), IF_TEST(HOOK_IS_DEVICE, st_rdev)));

#define STAT_TIMES(second, nanosecond) \
	IN(st_atime, second, FRACTION(st_atime_nsec)), IN(st_atime_nsec, nanosecond), \
	IN(st_mtime, second, FRACTION(st_mtime_nsec)), IN(st_mtime_nsec, nanosecond), \
	IN(st_ctime, second, FRACTION(st_ctime_nsec)), IN(st_ctime_nsec, nanosecond)

/* asm/stat.h of mips: n64, and n32, whose calls are native; then o32 */
#define STAT_IDS(ino) IN(st_ino, ino), IN(st_mode, mode), IN(st_nlink, uint), IN(st_uid, uint), IN(st_gid, uint)
STRUCT_TYPE_AS(stat_mips64, PARTS(.name = "stat", AS(stat)),
	IN(st_dev, dev32), PAD(12), STAT_IDS(u64), IN(st_rdev, dev32), PAD(12), IN(st_size, u64),
	STAT_TIMES(seconds32, uint), IN(st_blksize, uint), PAD(4), IN(st_blocks, u64));
STRUCT_TYPE_AS(stat_mipso32, PARTS(.name = "stat", ONLY_ABIS(ABI_BIT(mipso32), t_stat_mips64), AS(stat)),
	IN(st_dev, dev32), PAD(12), STAT_IDS(kulong), IN(st_rdev, dev32), PAD(8), IN(st_size, kulong), PAD(4),
	STAT_TIMES(seconds, kulong), IN(st_blksize, kulong), IN(st_blocks, kulong), PAD(56));
STRUCT_TYPE_AS(stat64_mips, PARTS(.name = "stat64", AS(stat)),
	IN(st_dev, dev32), PAD(12), STAT_IDS(u64), IN(st_rdev, dev32), PAD(12), IN(st_size, u64),
	STAT_TIMES(seconds, kulong), IN(st_blksize, kulong), PAD(4), IN(st_blocks, u64));
/* asm-generic/stat.h: arm64 and other 64-bit architectures */
STRUCT_TYPE_AS(stat_generic, PARTS(.name = "stat", ONLY_ABIS(~ABIS_MIPS, t_stat_mipso32), AS(stat)),
	IN(st_dev, dev), IN(st_ino, kulong), IN(st_mode, mode),
	IN(st_nlink, uint), IN(st_uid, uint), IN(st_gid, uint),
	IN(st_rdev, dev), IN(__pad1, kulong), IN(st_size, kulong),
	IN(st_blksize, uint), IN(__pad2, int), IN(st_blocks, kulong),
	STAT_TIMES(seconds, kulong), IN(__unused4, uint), IN(__unused5, uint));
/* x86 asm/stat.h, for i386 */
STRUCT_TYPE_AS(stat_i386, PARTS(.name = "stat", ONLY_ABIS(ABIS_32, t_stat_generic), AS(stat)),
	IN(st_dev, dev), IN(st_ino, kulong), IN(st_mode, mode16),
	IN(st_nlink, u16), IN(st_uid, u16), IN(st_gid, u16),
	IN(st_rdev, dev), IN(st_size, kulong), IN(st_blksize, kulong),
	IN(st_blocks, kulong), STAT_TIMES(seconds, kulong),
	IN(__unused4, kulong), IN(__unused5, kulong));
/* s390 asm/stat.h, and until Linux 6 the same for 31-bit programs */
STRUCT_TYPE_AS(stat_s390, PARTS(.name = "stat", ONLY_ABIS(ABI_BIT(s390), t_stat_i386), AS(stat)),
	IN(st_dev, dev16), PAD(2), IN(st_ino, kulong), IN(st_mode, mode16),
	IN(st_nlink, u16), IN(st_uid, u16), IN(st_gid, u16),
	IN(st_rdev, dev16), PAD(2), IN(st_size, kulong), IN(st_blksize, kulong),
	IN(st_blocks, kulong), STAT_TIMES(seconds, kulong),
	IN(__unused4, kulong), IN(__unused5, kulong));
STRUCT_TYPE_AS(stat_s390x, PARTS(.name = "stat", ONLY_ABIS(ABI_BIT(s390x), t_stat_s390), AS(stat)),
	IN(st_dev, dev), IN(st_ino, kulong), IN(st_nlink, kulong),
	IN(st_mode, mode), IN(st_uid, uint), IN(st_gid, uint),
	IN(__pad1, uint), IN(st_rdev, dev), IN(st_size, kulong), STAT_TIMES(seconds, kulong),
	IN(st_blksize, kulong), IN(st_blocks, kulong), IN(__unused, kulong, COUNT_IS(3)));
/*
 * x86 asm/stat.h; the kernel gives it to x32 as well. powerpc asm/stat.h is the same for 64 bits.
 */
STRUCT_TYPE_AS(stat, PARTS(ONLY_ABIS(ABI_BIT(x86_64) | ABI_BIT(x32) | ABI_BIT(powerpc64), t_stat_s390x), AS(stat)),
	IN(st_dev, dev), IN(st_ino, kulong), IN(st_nlink, kulong),
	IN(st_mode, mode), IN(st_uid, uint), IN(st_gid, uint),
	IN(__pad0, uint), IN(st_rdev, dev), IN(st_size, kulong),
	IN(st_blksize, kulong), IN(st_blocks, kulong), STAT_TIMES(seconds, kulong),
	IN(__unused, klong, COUNT_IS(3)));
/* x86 asm/stat.h, for i386: the old call knows 32 bits of ino; st_ino at the end has all */
STRUCT_TYPE_AS(stat64, PARTS(ONLY_ABIS(~ABIS_MIPS, t_stat64_mips), AS(stat)),
	IN(st_dev, dev64), IN(__pad0, u8, COUNT_IS(4)), IN(__st_ino, kulong),
	IN(st_mode, mode), IN(st_nlink, uint), IN(st_uid, uint),
	IN(st_gid, uint), IN(st_rdev, dev64), IN(__pad3, u8, COUNT_IS(4)),
	IN(st_size, u64), IN(st_blksize, kulong), IN(st_blocks, u64),
	STAT_TIMES(seconds, kulong), IN(st_ino, u64));
/* x86 asm/stat.h: times without fractions, no blocks */
STRUCT_TYPE_AS(__old_kernel_stat, VIEW(
	ORDER(st_dev, st_ino, st_mode, st_nlink, st_uid, st_gid, st_size, st_rdev, st_atime, st_mtime, st_ctime),
	VERBOSE(st_dev, st_ino, st_nlink, st_uid, st_gid, st_atime, st_mtime, st_ctime),
	ONLY(IF_TEST(HOOK_IS_NO_DEVICE, st_size), IF_TEST(HOOK_IS_DEVICE, st_rdev))),
	IN(st_dev, dev16), IN(st_ino, u16), IN(st_mode, mode16),
	IN(st_nlink, u16), IN(st_uid, u16), IN(st_gid, u16),
	IN(st_rdev, dev16), IN(st_size, kulong), IN(st_atime, seconds),
	IN(st_mtime, seconds), IN(st_ctime, seconds));

SYSCALL(stat, C_FILE | C_STAT | C_STAT_LIKE | KEEPS_NAMES, int, IN(pathname, path), OUT(statbuf, stat));
SYSCALL(lstat, C_FILE | C_LSTAT | C_STAT_LIKE | KEEPS_NAMES, int, IN(pathname, path), OUT(statbuf, stat));
SYSCALL(fstat, C_DESC | C_FSTAT | C_STAT_LIKE | KEEPS_NAMES, int, IN(fd, fd), OUT(statbuf, stat));
SYSCALL(newfstatat, C_FILE | C_DESC | C_FSTAT | C_STAT_LIKE | KEEPS_NAMES, int,
	IN(dirfd, dirfd), IN(pathname, path), OUT(statbuf, stat), IN(flags, at_flags));
SYSCALL(stat64, C_FILE | C_STAT | C_STAT_LIKE | KEEPS_NAMES, int, IN(pathname, path), OUT(statbuf, stat64));
SYSCALL(lstat64, C_FILE | C_LSTAT | C_STAT_LIKE | KEEPS_NAMES, int, IN(pathname, path), OUT(statbuf, stat64));
SYSCALL(fstat64, C_DESC | C_FSTAT | C_STAT_LIKE | KEEPS_NAMES, int, IN(fd, fd), OUT(statbuf, stat64));
SYSCALL(fstatat64, C_FILE | C_DESC | C_FSTAT | C_STAT_LIKE | KEEPS_NAMES, int,
	IN(dirfd, dirfd), IN(pathname, path), OUT(statbuf, stat64), IN(flags, at_flags));
SYSCALL(oldstat, C_FILE | C_STAT | C_STAT_LIKE | KEEPS_NAMES, int, IN(pathname, path), OUT(statbuf, __old_kernel_stat));
SYSCALL(oldlstat, C_FILE | C_LSTAT | C_STAT_LIKE | KEEPS_NAMES, int, IN(pathname, path), OUT(statbuf, __old_kernel_stat));
SYSCALL(oldfstat, C_DESC | C_FSTAT | C_STAT_LIKE | KEEPS_NAMES, int, IN(fd, fd), OUT(statbuf, __old_kernel_stat));

/* linux/stat.h */
STRUCT_TYPE_AS(statx_timestamp, DATE(tv_sec, tv_nsec, 1),
	IN(tv_sec, s64), IN(tv_nsec, uint), PAD(4));
STRUCT_TYPE_AS(statx, VIEW(VERBOSE(stx_blksize, stx_nlink, stx_uid, stx_gid, stx_ino, stx_blocks, stx_attributes_mask,
		stx_atime, stx_btime, stx_ctime, stx_mtime, stx_rdev_major, stx_rdev_minor, stx_dev_major,
		stx_dev_minor, stx_mnt_id, stx_dio_mem_align, stx_dio_offset_align, stx_subvol,
		stx_atomic_write_unit_min, stx_atomic_write_unit_max, stx_atomic_write_segments_max,
		stx_dio_read_offset_align, stx_atomic_write_unit_max_opt)),
	IN(stx_mask, statx_mask), IN(stx_blksize, uint), IN(stx_attributes, statx_attributes),
	IN(stx_nlink, uint, WHEN(stx_mask, HAS, STATX_NLINK)), IN(stx_uid, uid, WHEN(stx_mask, HAS, STATX_UID)), IN(stx_gid, uid, WHEN(stx_mask, HAS, STATX_GID)),
	IN(stx_mode, mode16, WHEN(stx_mask, HAS, STATX_TYPE|STATX_MODE)), PAD(2), IN(stx_ino, u64, WHEN(stx_mask, HAS, STATX_INO)), IN(stx_size, u64, WHEN(stx_mask, HAS, STATX_SIZE)),
	IN(stx_blocks, u64, WHEN(stx_mask, HAS, STATX_BLOCKS)), IN(stx_attributes_mask, statx_attributes),
	IN(stx_atime, statx_timestamp, WHEN(stx_mask, HAS, STATX_ATIME)),
	IN(stx_btime, statx_timestamp, WHEN(stx_mask, HAS, STATX_BTIME)),
	IN(stx_ctime, statx_timestamp, WHEN(stx_mask, HAS, STATX_CTIME)), IN(stx_mtime, statx_timestamp, WHEN(stx_mask, HAS, STATX_MTIME)),
	IN(stx_rdev_major, uint), IN(stx_rdev_minor, uint),
	IN(stx_dev_major, uint), IN(stx_dev_minor, uint),
	IN(stx_mnt_id, hex64, WHEN(stx_mask, HAS, STATX_MNT_ID|STATX_MNT_ID_UNIQUE)),
	IN(stx_dio_mem_align, uint, WHEN(stx_mask, HAS, STATX_DIOALIGN)),
	IN(stx_dio_offset_align, uint, WHEN(stx_mask, HAS, STATX_DIOALIGN)),
	IN(stx_subvol, hex64, WHEN(stx_mask, HAS, STATX_SUBVOL)),
	IN(stx_atomic_write_unit_min, uint, WHEN(stx_attributes, HAS, STATX_ATTR_WRITE_ATOMIC)),
	IN(stx_atomic_write_unit_max, uint, WHEN(stx_attributes, HAS, STATX_ATTR_WRITE_ATOMIC)),
	IN(stx_atomic_write_segments_max, uint, WHEN(stx_attributes, HAS, STATX_ATTR_WRITE_ATOMIC)),
	IN(stx_dio_read_offset_align, uint, WHEN(stx_mask, HAS, STATX_DIO_READ_ALIGN)),
	IN(stx_atomic_write_unit_max_opt, uint, WHEN(stx_attributes, HAS, STATX_ATTR_WRITE_ATOMIC)),
	PAD(68));
SYSCALL(statx, C_FILE | C_DESC | C_FSTAT | C_STAT_LIKE | KEEPS_NAMES, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(flags, statx_flags), IN(mask, statx_mask),
	OUT(statxbuf, statx));

/* asm-generic/statfs.h */
STRUCT_TYPE_AS(fsid, .name = "__kernel_fsid_t", IN(val, hex32, COUNT_IS(2)));
/* asm/statfs.h of mips; text shows the members in the order of other machines. */
#define STATFS_ORDER ORDER(f_type, f_bsize, f_blocks, f_bfree, f_bavail, f_files, f_ffree, f_fsid, f_namelen, f_frsize, f_flags)
STRUCT_TYPE_AS(statfs_mips, PARTS(.name = "statfs", VIEW(STATFS_ORDER)),
	IN(f_type, fs_magic), IN(f_bsize, kulong), IN(f_frsize, kulong), IN(f_blocks, kulong), IN(f_bfree, kulong),
	IN(f_files, kulong), IN(f_ffree, kulong), IN(f_bavail, kulong), IN(f_fsid, fsid), IN(f_namelen, kulong),
	IN(f_flags, statfs_flags, WHEN(f_flags, HAS, ST_VALID)), IN(f_spare, kulong, COUNT_IS(5)));
ENUM_TYPE(fs_magic32, fs_magic, U32);
FLAGS_TYPE(statfs_flags32, statfs_flags, U32);
/* s390 asm/statfs.h */
STRUCT_TYPE_AS(statfs_s390, PARTS(.name = "statfs", ONLY_ABIS(~ABIS_MIPS, t_statfs_mips), VIEW(HIDE(f_spare))),
	IN(f_type, fs_magic32), IN(f_bsize, uint), IN(f_blocks, kulong), IN(f_bfree, kulong),
	IN(f_bavail, kulong), IN(f_files, kulong), IN(f_ffree, kulong), IN(f_fsid, fsid),
	IN(f_namelen, uint), IN(f_frsize, uint), IN(f_flags, statfs_flags32, WHEN(f_flags, HAS, ST_VALID)), IN(f_spare, uint, COUNT_IS(5)));
STRUCT_TYPE_AS(statfs, PARTS(ONLY_ABIS(~(ABIS_S390 | ABIS_MIPS), t_statfs_s390), VIEW(HIDE(f_spare))),
	IN(f_type, fs_magic), IN(f_bsize, kulong), IN(f_blocks, kulong), IN(f_bfree, kulong),
	IN(f_bavail, kulong), IN(f_files, kulong), IN(f_ffree, kulong), IN(f_fsid, fsid),
	IN(f_namelen, kulong), IN(f_frsize, kulong), IN(f_flags, statfs_flags, WHEN(f_flags, HAS, ST_VALID)), IN(f_spare, kulong, COUNT_IS(4)));
STRUCT_TYPE_AS(statfs64_mips, PARTS(.name = "statfs64", VIEW(STATFS_ORDER)),
	IN(f_type, fs_magic32), IN(f_bsize, uint), IN(f_frsize, uint), PAD(4), IN(f_blocks, u64), IN(f_bfree, u64),
	IN(f_files, u64), IN(f_ffree, u64), IN(f_bavail, u64), IN(f_fsid, fsid), IN(f_namelen, uint),
	IN(f_flags, statfs_flags32, WHEN(f_flags, HAS, ST_VALID)), IN(f_spare, uint, COUNT_IS(5)));
/*
 * i386's __u64 members are aligned to 4 bytes, and the struct is packed there: 84 bytes.
 * powerpc64 has the struct of 64-bit ABIs for this call, too.
 */
STRUCT_TYPE_AS(statfs64_powerpc, PARTS(.name = "statfs64", ONLY_ABIS(ABI_BIT(powerpc64), t_statfs64_mips), VIEW(HIDE(f_spare))),
	IN(f_type, fs_magic), IN(f_bsize, kulong), IN(f_blocks, kulong), IN(f_bfree, kulong),
	IN(f_bavail, kulong), IN(f_files, kulong), IN(f_ffree, kulong), IN(f_fsid, fsid),
	IN(f_namelen, kulong), IN(f_frsize, kulong), IN(f_flags, statfs_flags, WHEN(f_flags, HAS, ST_VALID)), IN(f_spare, kulong, COUNT_IS(4)));
STRUCT_TYPE_AS(statfs64, PARTS(ALIGN(1), ONLY_ABIS(~(ABIS_MIPS | ABI_BIT(powerpc64)), t_statfs64_powerpc)),
	IN(f_type, fs_magic32), IN(f_bsize, uint), IN(f_blocks, u64), IN(f_bfree, u64),
	IN(f_bavail, u64), IN(f_files, u64), IN(f_ffree, u64), IN(f_fsid, fsid),
	IN(f_namelen, uint), IN(f_frsize, uint), IN(f_flags, statfs_flags32, WHEN(f_flags, HAS, ST_VALID)), PAD(16));
SYSCALL(statfs, C_FILE | C_STATFS | C_STATFS_LIKE | KEEPS_NAMES, int, IN(pathname, path), OUT(buf, statfs));
SYSCALL(fstatfs, C_DESC | C_FSTATFS | C_STATFS_LIKE | KEEPS_NAMES, int, IN(fd, fd), OUT(buf, statfs));
SYSCALL(statfs64, C_FILE | C_STATFS | C_STATFS_LIKE | KEEPS_NAMES, int, IN(pathname, path), IN(size, size), OUT(buf, statfs64, WHEN(size, IS, 84|88|96|120), OR_ADDRESS));
SYSCALL(fstatfs64, C_DESC | C_FSTATFS | C_STATFS_LIKE | KEEPS_NAMES, int, IN(fd, fd), IN(size, size), OUT(buf, statfs64, WHEN(size, IS, 84|88|96|120), OR_ADDRESS));
SYSCALL(ustat, C_STATFS_LIKE, int, IN(dev, dev32), IN(ubuf, address));
SYSCALL(sysfs, C_NONE, int, IN(option, hexlong), IN(fsindex, hexlong), IN(buf, hexlong));

/*
 * linux/dirent.h; fs/readdir.c of the kernel for the old struct: there the type follows the name.
 */
STRUCT_TYPE(linux_dirent64,
	IN(d_ino, u64), IN(d_off, u64), IN(d_reclen, u16), IN(d_type, dirent_type), IN(d_name, text));
STRUCT_TYPE_AS(linux_dirent, VIEW(ORDER(d_ino, d_off, d_reclen, d_name, d_type)),
	IN(d_ino, ulong), IN(d_type, dirent_type, UNION_WITH_PREVIOUS, OFFSET_EXACT(d_reclen, -1)), IN(d_off, ulong), IN(d_reclen, u16), IN(d_name, text));
/* d_reclen is the length of the name, which a NUL follows. */
static const struct type t_old_name = { .name = "old_name", .kind = KIND_BYTES, BYTES(.capacity = 256, .limit = 256, .ended = true, .nul_counts = true) };
STRUCT_TYPE(old_linux_dirent,
	IN(d_ino, ulong), IN(d_off, ulong), IN(d_reclen, u16), IN(d_name, old_name, .len = { .name = "d_reclen", .plus = 1, .given = true }));
const struct type t_dirents64 = { .name = "dirents64", .kind = KIND_RECORDS, RECORDS(.header = &t_linux_dirent64, .size = "d_reclen", .align = 1), VIEW(.counted = "entries") };
const struct type t_dirents = { .name = "dirents", .kind = KIND_RECORDS, RECORDS(.header = &t_linux_dirent, .size = "d_reclen", .align = 1), VIEW(.counted = "entries") };
SYSCALL(getdents64, C_DESC | MOVES | KEEPS_NAMES, klong, IN(fd, fd), OUT(dirp, dirents64, LEN(RET)), IN(count, uint));
SYSCALL(getdents, C_DESC | MOVES | KEEPS_NAMES, klong, IN(fd, fd), OUT(dirp, dirents, LEN(RET)), IN(count, uint));
/* The kernel reads one entry, whatever the count is. */
SYSCALL(readdir, C_DESC | KEEPS_NAMES, int,
	IN(fd, fd), OUT(dirp, old_linux_dirent, WHEN(RET, ABOVE, 0)), IN(count, uint, WHEN(count, IS_NOT, 1)));
