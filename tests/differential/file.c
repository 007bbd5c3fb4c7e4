/* SPDX-License-Identifier: MIT */
/* Calls on files: opening, reading and writing, status, directories. */
#include <fcntl.h>
#include <linux/openat2.h>
#include <linux/stat.h>
#include <sys/uio.h>

#include "fixture.h"

/* linux/stat.h and sys/stat.h cannot be included together. */
struct kernel_stat {
#if defined(__i386__) || defined(__arm__)
	uint32_t dev, ino;
	uint16_t mode, nlink, uid, gid;
	uint32_t rdev, size, blksize, blocks, atime, atime_nsec, mtime, mtime_nsec, ctime,
		ctime_nsec;
	uint32_t unused[2];
#elif defined(__s390__) && !defined(__s390x__)
	uint16_t dev, pad;
	uint32_t ino;
	uint16_t mode, nlink, uid, gid;
	uint16_t rdev, pad2;
	uint32_t size, blksize, blocks, atime, atime_nsec, mtime, mtime_nsec, ctime, ctime_nsec;
	uint32_t unused[2];
#elif defined(__mips__) && _MIPS_SIM == _ABIO32
	uint32_t dev, pad[3], ino, mode, nlink, uid, gid, rdev, pad2[2], size, pad3;
	uint32_t atime, atime_nsec, mtime, mtime_nsec, ctime, ctime_nsec, blksize, blocks;
	uint32_t unused[14];
#elif defined(__s390x__)
	uint64_t dev, ino, nlink;
	uint32_t mode, uid, gid, pad;
	uint64_t rdev, size, atime, atime_nsec, mtime, mtime_nsec, ctime, ctime_nsec, blksize,
		blocks;
	uint64_t unused[3];
#elif defined(__mips__)
	uint32_t dev, pad[3];
	uint64_t ino;
	uint32_t mode, nlink, uid, gid, rdev, more_pad[3];
	uint64_t size;
	uint32_t atime, atime_nsec, mtime, mtime_nsec, ctime, ctime_nsec, blksize, unused;
	uint64_t blocks;
#else
	uint64_t dev, ino, nlink;
	uint32_t mode, uid, gid, pad;
	uint64_t rdev, size, blksize, blocks, atime, atime_nsec, mtime, mtime_nsec, ctime,
		ctime_nsec;
	uint64_t unused[3];
#endif
};

static void opening(void)
{
	static const int flags[] = {
		O_RDONLY,
		O_WRONLY | O_CREAT | O_TRUNC,
		O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC,
		O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_LARGEFILE,
		O_TMPFILE | O_RDWR,
		O_PATH | O_NOFOLLOW,
		O_SYNC | O_APPEND,
		3,
		0x80000003,
	};
	char *path = STRING("/etc/pass\twd\377\n\"\\");

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		CALL_AND_FAIL(7, SYS_openat, AT_FDCWD, path, flags[i], 0644);
		CALL_AND_FAIL(7, SYS_open, path, flags[i], 07777);
	}
	CALL(SYS_openat, -1, path, 0, 0);
	CALL(SYS_openat, 5, path, O_CREAT, 0x12345678);
	CALL(SYS_creat, path, 0600);
	fixture_pointers(SYS_openat, ARGS(AT_FDCWD, 0, O_RDONLY), 1, "/etc/passwd", 12);
}

static void opening_how(void)
{
	char *path = STRING("file");
	struct open_how *how = COPY(struct open_how, { .flags = O_RDWR | O_CREAT,
						       .mode = 0600,
						       .resolve = RESOLVE_BENEATH | 0x100000 });
	unsigned char *more = fixture_alloc(40);

	for (size_t size = 0; size <= 32; size += 4)
		CALL_AND_FAIL(3, SYS_openat2, AT_FDCWD, path, how, size);
	memcpy(more, how, sizeof(*how));
	more[30] = 5;
	CALL(SYS_openat2, AT_FDCWD, path, more, 32);
	CALL(SYS_openat2, AT_FDCWD, path, more, 4096);
	fixture_pointers(SYS_openat2, ARGS(AT_FDCWD, (unsigned long)path, 0, sizeof(*how)), 2, how,
			 sizeof(*how));
	how->flags = -1ull;
	how->mode = -1ull;
	how->resolve = 0;
	CALL(SYS_openat2, AT_FDCWD, path, how, sizeof(*how));
	how->flags = O_RDONLY;
	how->mode = 0;
	CALL(SYS_openat2, -100, path, how, sizeof(*how));
}

/*
 * pread(2) or pwrite(2) with this result, and failing. On 32 bits the offset takes two registers,
 * in the order of the halves in memory. On arm and o32 of mips the first one must be even, so the
 * fourth argument is unused.
 */
static void move_at(long nr, char *data, long size, long result, uint32_t upper, uint32_t lower)
{
#if __SIZEOF_LONG__ == 8
	CALL_AND_FAIL(result, nr, 3, data, size, (uint64_t)upper << 32 | lower);
#else
	const uint32_t first = HIGHEST_FIRST ? upper : lower,
		       second = HIGHEST_FIRST ? lower : upper;
#if defined(__arm__) || defined(__mips__)
	CALL_AND_FAIL(result, nr, 3, data, size, 0, first, second);
#else
	CALL_AND_FAIL(result, nr, 3, data, size, first, second);
#endif
#endif
}

static void reading(void)
{
	char *data = fixture_alloc(4096);
	static const long sizes[] = { 0, 1, 5, 31, 32, 33, 100, 4096 };

	for (int i = 0; i < 256; i++)
		data[i] = (char)i;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		CALL_AND_FAIL(sizes[i], SYS_read, 3, data, 4096);
		CALL_AND_FAIL(sizes[i], SYS_read, 3, data + 'a', 4096);
		CALL_AND_FAIL(sizes[i], SYS_write, 1, data + 'a', sizes[i]);
		move_at(SYS_pread64, data + 48, 100, sizes[i], 0x1234567, 0x89abcdef);
		move_at(SYS_pwrite64, data + 48, sizes[i], sizes[i], -1, -1);
	}
	/* Escapes: control bytes before digits, which need three octal digits, and a trigraph. */
	memcpy(data,
	       "\1"
	       "2\0"
	       "3\33[31m\0"
	       "a\177"
	       "8\12\13\14\15\7\10",
	       19);
	CALL(SYS_write, 1, data, 19);
	CALL(SYS_write, 1, data, -1);
	CALL(SYS_write, 1, data, 0x7fffffff);
	CALL(SYS_write, -1, NULL, 5);
	CALL(SYS_read, -2147483648l, NULL, 0);
	fixture_pointers(SYS_write, ARGS(2, 0, 16), 1, "0123456789abcdef", 16);
	fixture_result(16);
	fixture_pointers(SYS_read, ARGS(0, 0, 16), 1, "0123456789abcdef", 16);
	fixture_result(0);
	CALL_AND_FAIL(0, SYS_close, 3);
	CALL_AND_FAIL(0, SYS_close, -1);
}

static void vectors(void)
{
	struct iovec *v = fixture_alloc(3 * sizeof(*v));

	v[0] = (struct iovec){ STRING("first"), 5 };
	v[1] = (struct iovec){ STRING("the second, which is longer than what is shown"), 46 };
	v[2] = (struct iovec){ (void *)NOWHERE, 100 };
	for (int n = -1; n < 4; n++) {
		CALL_AND_FAIL(51, SYS_writev, 1, v, n);
		CALL_AND_FAIL(51, SYS_readv, 0, v, n);
		CALL_AND_FAIL(8, SYS_readv, 0, v, n);
		CALL_AND_FAIL(0, SYS_readv, 0, v, n);
	}
	fixture_result(5);
	fixture_pointers(SYS_readv, ARGS(0, 0, 3), 1, v, 3 * sizeof(*v));
	fixture_pointers(SYS_writev, ARGS(0, 0, 3), 1, v, 3 * sizeof(*v));
	fixture_pointers(SYS_writev, ARGS(0, 0, 0), 1, v, 3 * sizeof(*v));
	fixture_pointers(SYS_writev, ARGS(0, 0, 1ul << 30), 1, v, 3 * sizeof(*v));
	fixture_result(0);
}

static void status(void)
{
	static const unsigned modes[] = { 0100644, 040755,  0120777, 020620, 060660,  010600,
					  0140777, 0104755, 041777,  0,	     0170000, 0644 };
	char *path = STRING("a path");
	struct kernel_stat *st = COPY(struct kernel_stat, {
								  .dev = 0x802,
								  .ino = 1234567,
								  .nlink = 2,
								  .uid = 1000,
								  .gid = 65534,
								  .rdev = 0x501,
								  .size = 123456,
								  .blksize = 4096,
								  .blocks = 8,
								  .atime = 1600000000,
								  .atime_nsec = 123456789,
								  .mtime = 0,
								  .ctime = 2000000000,
								  .ctime_nsec = 1000000000,
							  });

	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		st->mode = modes[i];
		CALL_AND_FAIL(0, SYS_stat, path, st);
		CALL_AND_FAIL(0, SYS_lstat, path, st);
		CALL_AND_FAIL(0, SYS_fstat, 3, st);
		CALL_AND_FAIL(0, SYS_newfstatat, 4, path, st, AT_SYMLINK_NOFOLLOW);
	}
	CALL(SYS_newfstatat, AT_FDCWD, STRING(""), st, AT_EMPTY_PATH | AT_NO_AUTOMOUNT);
	CALL(SYS_newfstatat, AT_FDCWD, NULL, st, -1);
	fixture_pointers(SYS_fstat, ARGS(1, 0), 1, st, sizeof(*st));
	memset(st, 0xff, sizeof(*st));
	CALL(SYS_fstat, -1, st);
	memset(st, 0, sizeof(*st));
	CALL(SYS_fstat, 0, st);
}

static void status_extended(void)
{
	char *path = STRING("/a/path");
	struct statx *stx = COPY(struct statx, {
						       .stx_mask = STATX_BASIC_STATS | STATX_BTIME,
						       .stx_blksize = 4096,
						       .stx_attributes = STATX_ATTR_COMPRESSED |
									 STATX_ATTR_VERITY,
						       .stx_nlink = 3,
						       .stx_uid = 5,
						       .stx_gid = 6,
						       .stx_mode = 0100755,
						       .stx_ino = 1ull << 60,
						       .stx_size = 1ull << 50,
						       .stx_blocks = 7,
						       .stx_attributes_mask = STATX_ATTR_AUTOMOUNT,
						       .stx_atime = { 1700000000, 1, 0 },
						       .stx_btime = { -1, 999999999, 0 },
						       .stx_ctime = { 0, 0, 0 },
						       .stx_mtime = { 1ll << 40, 5, 0 },
						       .stx_rdev_major = 8,
						       .stx_rdev_minor = 1,
						       .stx_dev_major = 259,
						       .stx_dev_minor = 1000,
					       });

	CALL_AND_FAIL(0, SYS_statx, AT_FDCWD, path, AT_STATX_SYNC_AS_STAT, STATX_BASIC_STATS, stx);
	CALL_AND_FAIL(0, SYS_statx, 3, path, AT_STATX_FORCE_SYNC | AT_SYMLINK_NOFOLLOW, STATX_ALL,
		      stx);
	CALL_AND_FAIL(0, SYS_statx, -1, path, AT_STATX_DONT_SYNC | AT_EMPTY_PATH, STATX_SIZE, stx);
	CALL_AND_FAIL(0, SYS_statx, -1, NULL, -1, -1, stx);
	/*
	 * Bits that strace 6.1 knows and bit 31. The bits between them have members that strace 6.1
	 * lacks.
	 */
	stx->stx_mask = 0x80003fff;
	stx->stx_attributes = -1;
	CALL(SYS_statx, -1, path, AT_STATX_SYNC_TYPE, 0, stx);
	fixture_pointers(SYS_statx, ARGS(AT_FDCWD, (unsigned long)path, 0, STATX_ALL, 0), 4, stx,
			 sizeof(*stx));
	memset(stx, 0, sizeof(*stx));
	CALL(SYS_statx, AT_FDCWD, path, 0, 0, stx);
}

struct dirent64 {
	uint64_t d_ino;
	int64_t d_off;
	uint16_t d_reclen;
	uint8_t d_type;
	char d_name[13];
};

static void directories(void)
{
	struct dirent64 *entries = fixture_alloc(4 * sizeof(*entries));

	for (unsigned i = 0; i < 4; i++) {
		entries[i] = (struct dirent64){ 1000 + i, 1ll << (20 * i % 60), sizeof(*entries),
						4 * i, "name" };
		entries[i].d_name[4] = '0' + i;
	}
	for (long n = 0; n <= 4; n++)
		CALL_AND_FAIL(n * sizeof(*entries), SYS_getdents64, 3, entries, 32768);
	fixture_result(4 * sizeof(*entries));
	entries[0].d_type = 200;
	memset(entries[1].d_name, 'x', sizeof(entries[1].d_name));
	entries[1].d_reclen = sizeof(*entries);
	CALL(SYS_getdents64, 3, entries, 32768);
	/* The kernel makes no entries with a wrong length. The unit tests of decode cover them. */
	fixture_result(-EFAULT);
	fixture_pointers(SYS_getdents64, ARGS(3, 0, 64), 1, entries, 2 * sizeof(*entries));
	fixture_result(0);
}

int main(void)
{
	static void (*const parts[])(void) = {
		opening, opening_how, reading, vectors, status, status_extended, directories,
	};

	fixture_begin();
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		parts[i]();
		fixture_free_all();
	}
	fixture_end();
}
