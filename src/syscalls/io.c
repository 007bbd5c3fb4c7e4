/* SPDX-License-Identifier: MIT */
/* Reading, writing, moving data; sizes and offsets of files. */
#include "syscalls/table.h"

/* clang-format off */

/* read(2) is in events.c. */
SYSCALL(write, C_DESC | MOVES | KEEPS_NAMES, klong, IN(fd, fd), IN(buf, bytes, LEN(count)), IN(count, size));
SYSCALL(pread64, C_DESC | MOVES | KEEPS_NAMES, klong,
	IN(fd, fd), OUT(buf, bytes, LEN(RET)), IN(count, size), IN(offset, loff, PAIR));
SYSCALL(pwrite64, C_DESC | MOVES | KEEPS_NAMES, klong,
	IN(fd, fd), IN(buf, bytes, LEN(count)), IN(count, size), IN(offset, loff, PAIR));

/* A call that has failed has filled no buffer: its address is shown. */
STRUCT_TYPE(iovec, IN(iov_base, bytes, PTR, LEN(iov_len), OR_ADDRESS, WHEN_TEST(HOOK_HAS_NOT_FAILED)), IN(iov_len, size));
STRUCT_TYPE_AS(iovec_address, .name = "iovec", IN(iov_base, address), IN(iov_len, size));

SYSCALL(readv, C_DESC | MOVES | KEEPS_NAMES, klong,
	IN(fd, fd), OUT(iov, iovec, COUNT(iovcnt), TOTAL(RET), ON_ERROR), IN(iovcnt, ulong));
SYSCALL(writev, C_DESC | MOVES | KEEPS_NAMES, klong, IN(fd, fd), IN(iov, iovec, COUNT(iovcnt)), IN(iovcnt, ulong));
/* The offset is two registers, low one first, where longs have 32 bits: x32 takes one. */
SYSCALL(preadv, C_DESC | MOVES | KEEPS_NAMES, klong,
	IN(fd, fd), OUT(iov, iovec, COUNT(iovcnt), TOTAL(RET), ON_ERROR), IN(iovcnt, ulong),
	IN(offset, loff, PAIR_LOW_FIRST));
SYSCALL(pwritev, C_DESC | MOVES | KEEPS_NAMES, klong,
	IN(fd, fd), IN(iov, iovec, COUNT(iovcnt)), IN(iovcnt, ulong), IN(offset, loff, PAIR_LOW_FIRST));
/* 64-bit ABIs have an unused register for the high half of the offset. */
static const struct syscall preadv2_i386 = { .abis = ABIS_32 | ABI_BIT(mipso32), ROW(C_DESC | MOVES, klong,
	IN(fd, fd), OUT(iov, iovec, COUNT(iovcnt), TOTAL(RET), ON_ERROR), IN(iovcnt, ulong),
	IN(offset, loff, PAIR_LOW_FIRST), IN(flags, rwf)) };
static const struct syscall pwritev2_i386 = { .abis = ABIS_32 | ABI_BIT(mipso32), ROW(C_DESC | MOVES, klong,
	IN(fd, fd), IN(iov, iovec, COUNT(iovcnt)), IN(iovcnt, ulong), IN(offset, loff, PAIR_LOW_FIRST),
	IN(flags, rwf)) };
static const struct syscall preadv2_x32 = { .other = &preadv2_i386, .abis = ABI_BIT(x32), ROW(C_DESC | MOVES, klong,
	IN(fd, fd), OUT(iov, iovec, COUNT(iovcnt), TOTAL(RET), ON_ERROR), IN(iovcnt, ulong),
	IN(offset, loff), IN(flags, rwf)) };
static const struct syscall pwritev2_x32 = { .other = &pwritev2_i386, .abis = ABI_BIT(x32), ROW(C_DESC | MOVES, klong,
	IN(fd, fd), IN(iov, iovec, COUNT(iovcnt)), IN(iovcnt, ulong), IN(offset, loff),
	IN(flags, rwf)) };
SYSCALL_ALT(preadv2, ~(ABIS_32 | ABI_BIT(mipso32) | ABI_BIT(x32)), &preadv2_x32, C_DESC | MOVES | KEEPS_NAMES, klong,
	IN(fd, fd), OUT(iov, iovec, COUNT(iovcnt), TOTAL(RET), ON_ERROR), IN(iovcnt, ulong),
	IN(offset, loff), SKIP, IN(flags, rwf));
SYSCALL_ALT(pwritev2, ~(ABIS_32 | ABI_BIT(mipso32) | ABI_BIT(x32)), &pwritev2_x32, C_DESC | MOVES | KEEPS_NAMES, klong,
	IN(fd, fd), IN(iov, iovec, COUNT(iovcnt)), IN(iovcnt, ulong), IN(offset, loff), SKIP,
	IN(flags, rwf));

SYSCALL(process_vm_readv, MOVES, klong,
	IN(pid, pid), OUT(local_iov, iovec, COUNT(liovcnt), TOTAL(RET), ON_ERROR), IN(liovcnt, ulong),
	IN(remote_iov, iovec_address, COUNT(riovcnt)), IN(riovcnt, ulong), IN(flags, ulong));
SYSCALL(process_vm_writev, MOVES, klong,
	IN(pid, pid), IN(local_iov, iovec, COUNT(liovcnt)), IN(liovcnt, ulong),
	IN(remote_iov, iovec_address, COUNT(riovcnt)), IN(riovcnt, ulong), IN(flags, ulong));
SYSCALL(process_madvise, C_DESC, klong,
	IN(pidfd, pidfd), IN(iovec, iovec_address, COUNT(n)), IN(n, size), IN(advice, madvise),
	IN(flags, hex32));

SYSCALL(vmsplice, C_DESC | MOVES, klong,
	IN(fd, fd), IN(iov, iovec, COUNT(nr_segs)), IN(nr_segs, ulong), IN(flags, splice_flags));
SYSCALL(splice, C_DESC | MOVES, klong,
	IN(fd_in, fd), IN(off_in, loff, PTR), IN(fd_out, fd), IN(off_out, loff, PTR), IN(len, size),
	IN(flags, splice_flags));
SYSCALL(tee, C_DESC | MOVES, klong, IN(fd_in, fd), IN(fd_out, fd), IN(len, size), IN(flags, splice_flags));
SYSCALL(copy_file_range, C_DESC | MOVES | KEEPS_NAMES, klong,
	IN(fd_in, fd), IN(off_in, loff, PTR), IN(fd_out, fd), IN(off_out, loff, PTR), IN(len, size),
	IN(flags, uint));
SYSCALL_AS(sendfile, C_NETWORK | C_DESC | MOVES | KEEPS_NAMES, klong, VIEW(ONLY(IF(RET, ABOVE, 0, offset))),
	IN(out_fd, fd), IN(in_fd, fd), INOUT(offset, kulong), IN(count, size));
SYSCALL_AS(sendfile64, C_NETWORK | C_DESC | MOVES | KEEPS_NAMES, klong, VIEW(ONLY(IF(RET, ABOVE, 0, offset))),
	IN(out_fd, fd), IN(in_fd, fd), INOUT(offset, u64), IN(count, size));

SYSCALL(lseek, C_DESC | KEEPS_NAMES, klong, IN(fd, fd), IN(offset, off), IN(whence, seek));
SYSCALL(_llseek, C_DESC | KEEPS_NAMES, int,
	IN(fd, fd), IN(offset, loff, PAIR_HIGH_FIRST), OUT(result, loff), IN(whence, seek));
SYSCALL(truncate, C_FILE | KEEPS_NAMES, int, IN(path, path), IN(length, kulong));
SYSCALL(ftruncate, C_DESC | KEEPS_NAMES, int, IN(fd, fd), IN(length, kulong));
SYSCALL(truncate64, C_FILE | KEEPS_NAMES, int, IN(path, path), IN(length, u64, PAIR));
SYSCALL(ftruncate64, C_DESC | KEEPS_NAMES, int, IN(fd, fd), IN(length, u64, PAIR));
SYSCALL(fallocate, C_DESC | KEEPS_NAMES, int,
	IN(fd, fd), IN(mode, fallocate), IN(offset, loff, PAIR), IN(len, loff, PAIR));
/* syscall_o32.tbl of mips: this number is that of sys_fadvise64_64. */
static const struct syscall fadvise64_mipso32 = { ROW(C_DESC, int,
	IN(fd, fd), IN(offset, loff, PAIR), IN(len, loff, PAIR), IN(advice, fadvise)) };
SYSCALL_ALT(fadvise64, ~ABI_BIT(mipso32), &fadvise64_mipso32, C_DESC | KEEPS_NAMES, int,
	IN(fd, fd), IN(offset, loff, PAIR), IN(len, ulong), IN(advice, fadvise));
SYSCALL(fadvise64_64, C_DESC | KEEPS_NAMES, int,
	IN(fd, fd), IN(offset, loff, PAIR), IN(len, loff, PAIR), IN(advice, fadvise));
/* The same with a flag before the pairs, which arm aligns. */
SYSCALL_AS(arm_fadvise64_64, C_DESC, int, VIEW(ORDER(fd, offset, len, advice)),
	IN(fd, fd), IN(advice, fadvise), IN(offset, loff, PAIR), IN(len, loff, PAIR));
SYSCALL(sync_file_range2, C_DESC, int,
	IN(fd, fd), IN(flags, sync_range), IN(offset, loff, PAIR), IN(nbytes, loff, PAIR));
SYSCALL(sync_file_range, C_DESC, int,
	IN(fd, fd), IN(offset, loff, PAIR), IN(nbytes, loff, PAIR), IN(flags, sync_range));
SYSCALL(readahead, C_DESC | KEEPS_NAMES, klong, IN(fd, fd), IN(offset, loff, PAIR), IN(count, size));
/* linux/mman.h */
STRUCT_TYPE(cachestat_range, IN(off, hex64), IN(len, u64));
STRUCT_TYPE(cachestat, IN(nr_cache, u64), IN(nr_dirty, u64), IN(nr_writeback, u64),
	IN(nr_evicted, u64), IN(nr_recently_evicted, u64));
SYSCALL(cachestat, C_DESC, int,
	IN(fd, fd), IN(cstat_range, cachestat_range), OUT(cstat, cachestat), IN(flags, hex32));
