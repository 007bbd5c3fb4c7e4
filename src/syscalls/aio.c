/* SPDX-License-Identifier: MIT */
/* Asynchronous input and output: linux/aio_abi.h, io_submit(2). */
#include "syscalls/table.h"

/* clang-format off */

FLAGS_TYPE(aio_poll_events, poll_events, U64);
#define IOCB_TAIL \
	IN(aio_reserved2, u64, HIDDEN), IN(aio_flags, iocb_flags, NONZERO), \
	IN(aio_resfd, fd, WHEN(aio_flags, HAS, IOCB_FLAG_RESFD)), \
	IN(aio_resfd, hex32, OVERLAY, NONZERO, WHEN(aio_flags, LACKS, IOCB_FLAG_RESFD))
#define IOCB_PRIO_FD \
	IN(aio_reqprio, ioprio16, WHEN(aio_flags, HAS, IOCB_FLAG_IOPRIO)), \
	IN(aio_reqprio, s16, OVERLAY, NONZERO, WHEN(aio_flags, LACKS, IOCB_FLAG_IOPRIO)), IN(aio_fildes, fd)
/* What an operation looks at. */
CHOICE_IN_PLACE(iocb_buffer, aio_lio_opcode,
	WITH(IOCB_CMD_PREAD, IOCB_PRIO_FD, IN(aio_buf, hex64), IN(aio_nbytes, u64), IN(aio_offset, s64), IOCB_TAIL),
	WITH(IOCB_CMD_PWRITE, IOCB_PRIO_FD, IN(aio_buf, bytes, PTR64, LEN(aio_nbytes)), IN(aio_nbytes, u64), IN(aio_offset, s64), IOCB_TAIL),
	WITH(IOCB_CMD_PREADV, IOCB_PRIO_FD, IN(aio_buf, iovec_address, PTR64, COUNT(aio_nbytes)), IN(aio_nbytes, u64, HIDDEN),
		IN(aio_offset, s64), IOCB_TAIL),
	WITH(IOCB_CMD_PWRITEV, IOCB_PRIO_FD, IN(aio_buf, iovec, PTR64, COUNT(aio_nbytes)), IN(aio_nbytes, u64, HIDDEN),
		IN(aio_offset, s64), IOCB_TAIL),
	WITH(IOCB_CMD_POLL, IOCB_PRIO_FD, IN(aio_buf, aio_poll_events), IN(aio_nbytes, u64, HIDDEN), IN(aio_offset, s64, HIDDEN), IOCB_TAIL),
	OTHERWISE(IOCB_PRIO_FD, IN(aio_buf, hex64, HIDDEN), PAD(24), IN(aio_flags, iocb_flags, HIDDEN), PAD(4)));
#define IOCB_HEAD \
	IN(aio_data, hex64), IN(aio_key, uint, NONZERO), IN(aio_rw_flags, rwf, NONZERO), \
	IN(aio_lio_opcode, aio_commands)
STRUCT_TYPE_AS(iocb, .least = 64, IOCB_HEAD, CHOOSE(iocb_buffer));
/* What is cancelled is told by these. */
STRUCT_TYPE_AS(iocb_head, .name = "iocb", IOCB_HEAD, IOCB_PRIO_FD, PAD(32), IN(aio_flags, iocb_flags, HIDDEN), PAD(4));
STRUCT_TYPE(io_event, IN(data, hex64), IN(obj, hex64), IN(res, s64), IN(res2, s64));

SYSCALL(io_setup, C_MEMORY, int, IN(nr_events, uint), OUT(ctx_idp, address));
SYSCALL(io_destroy, C_MEMORY, int, IN(ctx_id, address));
SYSCALL(io_getevents, C_NONE, int,
	IN(ctx_id, address), IN(min_nr, long), IN(nr, long), OUT(events, io_event, COUNT(RET)), IN(timeout, timespec, LATE));
SYSCALL(io_pgetevents, C_NONE, int,
	IN(ctx_id, address), IN(min_nr, long), IN(nr, long), OUT(events, io_event, COUNT(RET)),
	IN(timeout, timespec, LATE), IN(usig, sigset_argpack, LATE));
SYSCALL(io_pgetevents_time64, C_NONE, int,
	IN(ctx_id, address), IN(min_nr, long), IN(nr, long), OUT(events, io_event, COUNT(RET)),
	IN(timeout, timespec64, LATE), IN(usig, sigset_argpack, LATE));
SYSCALL(io_submit, C_NONE, int, IN(ctx_id, address), IN(nr, long), IN(iocbpp, iocb, PTR, COUNT(nr)));
SYSCALL(io_cancel, C_NONE, int, IN(ctx_id, address), IN(iocb, iocb_head), OUT(result, io_event));
