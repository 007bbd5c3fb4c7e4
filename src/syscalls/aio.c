/* SPDX-License-Identifier: MIT */
/* Asynchronous input and output: linux/aio_abi.h, io_submit(2). */
#include "syscalls/table.h"

/* clang-format off */

FLAGS_TYPE(aio_poll_events, poll_events, U64);
#define IOCB_TAIL \
	IN(aio_reserved2, u64), IN(aio_flags, iocb_flags), \
	IN(aio_resfd, fd, WHEN(aio_flags, HAS, IOCB_FLAG_RESFD)), \
	IN(aio_resfd, hex32, UNION_WITH_PREVIOUS, WHEN(aio_flags, LACKS, IOCB_FLAG_RESFD))
#define IOCB_PRIO_FD \
	IN(aio_reqprio, ioprio16, WHEN(aio_flags, HAS, IOCB_FLAG_IOPRIO)), \
	IN(aio_reqprio, s16, UNION_WITH_PREVIOUS, WHEN(aio_flags, LACKS, IOCB_FLAG_IOPRIO)), IN(aio_fildes, fd)
/* The members that an operation uses. The kernel refuses more than SSIZE_MAX bytes or elements. */
#define IOCB_FITS WHEN(aio_nbytes, BELOW, 0x8000000000000000)
#define IOCB_HUGE IN(aio_buf, hex64, UNION_WITH_PREVIOUS, WHEN(aio_nbytes, NOT_BELOW, 0x8000000000000000))
#define IOCB_VECTOR VIEW(ONLY(IF(aio_nbytes, NOT_BELOW, 0x8000000000000000, aio_nbytes)))
CHOICE_IN_PLACE(iocb_buffer, aio_lio_opcode,
	WITH(IOCB_CMD_PREAD, IOCB_PRIO_FD, IN(aio_buf, hex64), IN(aio_nbytes, u64), IN(aio_offset, s64), IOCB_TAIL),
	WITH(IOCB_CMD_PWRITE, IOCB_PRIO_FD, IN(aio_buf, bytes, PTR64, LEN(aio_nbytes), IOCB_FITS), IOCB_HUGE, IN(aio_nbytes, u64), IN(aio_offset, s64), IOCB_TAIL),
	WITH_VIEW(IOCB_CMD_PREADV, IOCB_VECTOR, IOCB_PRIO_FD, IN(aio_buf, iovec_address, PTR64, COUNT(aio_nbytes), IOCB_FITS), IOCB_HUGE, IN(aio_nbytes, u64),
		IN(aio_offset, s64), IOCB_TAIL),
	WITH_VIEW(IOCB_CMD_PWRITEV, IOCB_VECTOR, IOCB_PRIO_FD, IN(aio_buf, iovec, PTR64, COUNT(aio_nbytes), IOCB_FITS), IOCB_HUGE, IN(aio_nbytes, u64),
		IN(aio_offset, s64), IOCB_TAIL),
	WITH_VIEW(IOCB_CMD_POLL, VIEW(HIDE(aio_nbytes, aio_offset)), IOCB_PRIO_FD, IN(aio_buf, aio_poll_events), IN(aio_nbytes, u64), IN(aio_offset, s64), IOCB_TAIL),
	OTHERWISE_VIEW(VIEW(HIDE(aio_buf, aio_flags)), IOCB_PRIO_FD, IN(aio_buf, hex64), PAD(24), IN(aio_flags, iocb_flags), PAD(4)));
#define IOCB_HEAD \
	IN(aio_data, hex64), IN(aio_key, uint), IN(aio_rw_flags, rwf), \
	IN(aio_lio_opcode, aio_commands)
/* On a big-endian machine the flags are before the key: PADDED() of linux/aio_abi.h. */
#define IOCB_HEAD_BIG \
	IN(aio_data, hex64), IN(aio_rw_flags, rwf), IN(aio_key, uint), \
	IN(aio_lio_opcode, aio_commands)
STRUCT_TYPE_AS(iocb_big, PARTS(.name = "iocb", MIN_SIZE(64), VIEW(ORDER(aio_data, aio_key, aio_rw_flags, aio_lio_opcode, CHOICE), HIDE(aio_reserved2),
	NONZERO(aio_key, aio_rw_flags, aio_reqprio[1], aio_flags, aio_resfd[1]))), IOCB_HEAD_BIG, CHOOSE(iocb_buffer));
STRUCT_TYPE_AS(iocb, PARTS(MIN_SIZE(64), ONLY_ABIS(~ABIS_S390, t_iocb_big),
	VIEW(HIDE(aio_reserved2), NONZERO(aio_key, aio_rw_flags, aio_reqprio[1], aio_flags, aio_resfd[1]))), IOCB_HEAD, CHOOSE(iocb_buffer));
/* Cancelling uses these members. */
STRUCT_TYPE_AS(iocb_head_big, PARTS(.name = "iocb", VIEW(ORDER(aio_data, aio_key, aio_rw_flags, aio_lio_opcode, aio_reqprio[0], aio_reqprio[1], aio_fildes),
	NONZERO(aio_key, aio_rw_flags, aio_reqprio[1]))), IOCB_HEAD_BIG, IOCB_PRIO_FD, PAD(32), IN(aio_flags, iocb_flags), PAD(4));
STRUCT_TYPE_AS(iocb_head, PARTS(.name = "iocb", ONLY_ABIS(~ABIS_S390, t_iocb_head_big), VIEW(HIDE(aio_flags), NONZERO(aio_key, aio_rw_flags, aio_reqprio[1]))),
	IOCB_HEAD, IOCB_PRIO_FD, PAD(32), IN(aio_flags, iocb_flags), PAD(4));
STRUCT_TYPE(io_event, IN(data, hex64), IN(obj, hex64), IN(res, s64), IN(res2, s64));

SYSCALL(io_setup, C_MEMORY, int, IN(nr_events, uint), OUT(ctx_idp, address));
SYSCALL(io_destroy, C_MEMORY, int, IN(ctx_id, address));
SYSCALL_AS(io_getevents, C_NONE, int, VIEW(LATE(timeout)),
	IN(ctx_id, address), IN(min_nr, long), IN(nr, long), OUT(events, io_event, COUNT(RET)), IN(timeout, timespec));
SYSCALL_AS(io_pgetevents, C_NONE, int, VIEW(LATE(timeout, sig)),
	IN(ctx_id, address), IN(min_nr, long), IN(nr, long), OUT(events, io_event, COUNT(RET)),
	IN(timeout, timespec), IN(sig, sigset_argpack));
SYSCALL_AS(io_pgetevents_time64, C_NONE, int, VIEW(LATE(timeout, sig)),
	IN(ctx_id, address), IN(min_nr, long), IN(nr, long), OUT(events, io_event, COUNT(RET)),
	IN(timeout, timespec64), IN(sig, sigset_argpack));
SYSCALL(io_submit, C_NONE, int, IN(ctx_id, address), IN(nr, long), IN(iocbpp, iocb, PTR, COUNT(nr)));
SYSCALL(io_cancel, C_NONE, int, IN(ctx_id, address), IN(iocb, iocb_head), OUT(result, io_event));
