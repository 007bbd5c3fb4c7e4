/* SPDX-License-Identifier: MIT */
/* io_uring(7): linux/io_uring.h. */
#include "syscalls/table.h"

/* clang-format off */

STRUCT_TYPE_AS(io_sqring_offsets, VIEW(NONZERO(resv1)),
	IN(head, uint), IN(tail, uint), IN(ring_mask, uint), IN(ring_entries, uint), IN(flags, uint),
	IN(dropped, uint), IN(array, uint), IN(resv1, hex32), IN(user_addr, hex64));
STRUCT_TYPE_AS(io_cqring_offsets, VIEW(NONZERO(resv1)),
	IN(head, uint), IN(tail, uint), IN(ring_mask, uint), IN(ring_entries, uint), IN(overflow, uint),
	IN(cqes, uint), IN(flags, uint), IN(resv1, hex32), IN(user_addr, hex64));
STRUCT_TYPE_AS(io_uring_params, VIEW(.merge = true, NONZERO(resv), ORDER(flags, sq_thread_cpu, sq_thread_idle, wq_fd, resv, sq_entries, cq_entries,
		features, sq_off, cq_off)),
	OUT(sq_entries, uint), OUT(cq_entries, uint), IN(flags, uring_setup),
	IN(sq_thread_cpu, hex32), IN(sq_thread_idle, uint), OUT(features, uring_features),
	IN(wq_fd, fd, WHEN(flags, HAS, IORING_SETUP_ATTACH_WQ)), IN(resv, hex32, COUNT_IS(3)), OUT(sq_off, io_sqring_offsets),
	OUT(cq_off, io_cqring_offsets));
SYSCALL(io_uring_setup, C_DESC | ONCE | SHARES_FILES, fd, IN(entries, uint), INOUT(params, io_uring_params));

/*
 * Where flags has IORING_ENTER_EXT_ARG_REG, an offset into the region of
 * IORING_REGISTER_MEM_REGION.
 */
STRUCT_TYPE_AS(io_uring_getevents_arg, MIN_SIZE(24),
	IN(sigmask, sigset, PTR64, LEN(sigmask_sz)), IN(sigmask_sz, uint), IN(min_wait_usec, uint), IN(ts, timespec64, PTR64));
CHOICE_IGNORING(uring_wait, flags, ~(UINT64_C(0x48)),
	WITH(0, IN(sigset, sigset, LEN(sigsetsize)), IN(sigsetsize, size)),
	WITH(IORING_ENTER_EXT_ARG, IN(arg, io_uring_getevents_arg), IN(argsz, size)),
	WITH(IORING_ENTER_EXT_ARG_REG, IN(arg, ulong), IN(argsz, size)),
	OTHERWISE(IN(arg, address), IN(argsz, size)));
SYSCALL(io_uring_enter, C_SIGNAL | C_DESC | SHARES_FILES, int,
	IN(fd, fd), IN(to_submit, uint), IN(min_complete, uint), IN(flags, uring_enter), CHOOSE(uring_wait));

/* Descriptors, of which -2 leaves the one at its place as it is. */
static const struct type t_uring_file = { .name = "uring_file", .kind = KIND_DIRFD, .storage = STORE_S32, .list = &list_uring_skip };
static const struct type t_uring_op = { .name = "uring_op", .kind = KIND_ENUM, .storage = STORE_U8, .base = 10, .list = &list_uring_ops };
STRUCT_TYPE_AS(io_uring_files_update, VIEW(NONZERO(resv)),
	IN(offset, uint), IN(resv, hex32), IN(fds, uring_file, PTR64, COUNT(nr_args)));
STRUCT_TYPE_AS(io_uring_rsrc_files, PARTS(.name = "io_uring_rsrc_register", EXTENSIBLE, VIEW(NONZERO(resv2))),
	IN(nr, uint), IN(flags, uring_rsrc), IN(resv2, hex64), IN(data, fd, PTR64, COUNT(nr)), IN(tags, hex64, PTR64, COUNT(nr)));
STRUCT_TYPE_AS(io_uring_rsrc_buffers, PARTS(.name = "io_uring_rsrc_register", EXTENSIBLE, VIEW(NONZERO(resv2))),
	IN(nr, uint), IN(flags, uring_rsrc), IN(resv2, hex64), IN(data, iovec_address, PTR64, COUNT(nr)), IN(tags, hex64, PTR64, COUNT(nr)));
STRUCT_TYPE_AS(io_uring_rsrc_update_files, PARTS(.name = "io_uring_rsrc_update2", EXTENSIBLE, VIEW(NONZERO(resv, resv2))),
	IN(offset, uint), IN(resv, hex32), IN(data, uring_file, PTR64, COUNT(nr)), IN(tags, hex64, PTR64, COUNT(nr)),
	IN(nr, uint), IN(resv2, hex32));
STRUCT_TYPE_AS(io_uring_rsrc_update_buffers, PARTS(.name = "io_uring_rsrc_update2", EXTENSIBLE, VIEW(NONZERO(resv, resv2))),
	IN(offset, uint), IN(resv, hex32), IN(data, iovec_address, PTR64, COUNT(nr)), IN(tags, hex64, PTR64, COUNT(nr)),
	IN(nr, uint), IN(resv2, hex32));
STRUCT_TYPE_AS(io_uring_ring_fd, PARTS(.name = "io_uring_rsrc_update", VIEW(NONZERO(resv))),
	IN(offset, uint, WHEN(offset, IS_NOT, 0xffffffff)), IN(offset, int, UNION_WITH_PREVIOUS, WHEN(offset, IS, 0xffffffff)), IN(resv, hex32), IN(data, fd64));
STRUCT_TYPE_AS(io_uring_ring_fd_gone, PARTS(.name = "io_uring_rsrc_update", VIEW(NONZERO(resv, data))),
	IN(offset, uint), IN(resv, hex32), IN(data, hex64));
STRUCT_TYPE_AS(io_uring_probe_op, VIEW(NONZERO(resv, resv2)),
	IN(op, uring_op), IN(resv, hex8), IN(flags, uring_op_flags), IN(resv2, hex32));
STRUCT_TYPE_AS(io_uring_probe, VIEW(NONZERO(resv, resv2)),
	IN(last_op, uring_op), IN(ops_len, u8), IN(resv, hex16), IN(resv2, hex32, COUNT_IS(3)),
	IN(ops, io_uring_probe_op, COUNT(ops_len)));
CHOICE(uring_restriction, opcode,
	WITH(IORING_RESTRICTION_REGISTER_OP, IN(register_op, uring_register8)),
	WITH(IORING_RESTRICTION_SQE_OP, IN(sqe_op, uring_ops)),
	WITH(IORING_RESTRICTION_SQE_FLAGS_ALLOWED|IORING_RESTRICTION_SQE_FLAGS_REQUIRED, IN(sqe_flags, uring_sqe_flags)),
	OTHERWISE(IN(op, hex8)));
FLAGS_TYPE(uring_register8, uring_register, U8);
STRUCT_TYPE_AS(io_uring_restriction, VIEW(NONZERO(resv, resv2)),
	IN(opcode, uring_restrictions), CHOOSE(uring_restriction), IN(resv, hex8), IN(resv2, hex32, COUNT_IS(3)));
STRUCT_TYPE_AS(io_uring_buf_reg, VIEW(NONZERO(resv)),
	IN(ring_addr, address64), IN(ring_entries, uint), IN(bgid, u16), IN(flags, uring_pbuf), IN(min_left, uint),
	IN(resv, hex32, COUNT_IS(5)));
STRUCT_TYPE_AS(io_uring_buf_status, VIEW(NONZERO(resv)), IN(buf_group, hex32), IN(head, hex32), IN(resv, hex32, COUNT_IS(8)));
STRUCT_TYPE_AS(io_uring_sync_cancel_reg, VIEW(NONZERO(pad, pad2)),
	IN(addr, address64), IN(fd, fd), IN(flags, uring_cancel), IN(timeout, timespec64_signed), IN(opcode, uring_ops),
	IN(pad, hex8, COUNT_IS(7)), IN(pad2, hex64, COUNT_IS(3)));
/* Both are -1 where there is no timeout. */
STRUCT_TYPE_AS(timespec64_signed, .name = "__kernel_timespec", IN(tv_sec, s64), IN(tv_nsec, s64));
STRUCT_TYPE_AS(io_uring_file_index_range, VIEW(NONZERO(resv)), IN(off, uint), IN(len, uint), IN(resv, hex64));
#define NAPI(name, DIR) \
	CHOICE(uring_##name##_param, opcode, \
		WITH(IO_URING_NAPI_REGISTER_OP, DIR(op_param, uring_napi_tracking)), \
		OTHERWISE(DIR(op_param, hex32)))
#define NAPI_MEMBERS(name, DIR) \
	DIR(busy_poll_to, hex32), DIR(prefer_busy_poll, hex8), DIR(opcode, uring_napi_ops), DIR(pad, hex8, COUNT_IS(2)), \
	CHOOSE(uring_##name##_param), DIR(resv, hex32)
NAPI(napi, INOUT);
STRUCT_TYPE_AS(io_uring_napi, VIEW(.again = true, NONZERO(pad, resv)), NAPI_MEMBERS(napi, INOUT));
NAPI(napi_gone, IN);
STRUCT_TYPE_AS(io_uring_napi_gone, PARTS(.name = "io_uring_napi", VIEW(NONZERO(pad, resv))), NAPI_MEMBERS(napi_gone, IN));
STRUCT_TYPE_AS(io_uring_clock_register, VIEW(NONZERO(__resv)), IN(clockid, clocks), IN(__resv, hex32, COUNT_IS(3)));
STRUCT_TYPE_AS(io_uring_clone_buffers, VIEW(NONZERO(pad)),
	IN(src_fd, fd), IN(flags, uring_clone), IN(src_off, uint), IN(dst_off, uint), IN(nr, uint), IN(pad, hex32, COUNT_IS(3)));
/* What a request does is said by opcode; the kernel takes IORING_OP_MSG_RING alone. */
CHOICE(uring_request_flags, opcode,
	WITH(IORING_OP_NOP|IORING_OP_NOP128, IN(nop_flags, uring_nop)),
	WITH(IORING_OP_MSG_RING, IN(msg_ring_flags, uring_msg_ring)),
	WITH(IORING_OP_FIXED_FD_INSTALL, IN(install_fd_flags, uring_fixed_fd)),
	OTHERWISE(IN(rw_flags, hex32)));
STRUCT_TYPE(io_uring_attr_pi,
	IN(flags, hex16), IN(app_tag, hex16), IN(len, uint), IN(addr, hex64), IN(seed, hex64), IN(rsvd, hex64));
CHOICE(uring_request_end, opcode,
	WITH_VIEW(IORING_OP_READV|IORING_OP_WRITEV|IORING_OP_READ_FIXED|IORING_OP_WRITE_FIXED|IORING_OP_SENDMSG|IORING_OP_RECVMSG|
		IORING_OP_READ|IORING_OP_WRITE|IORING_OP_SEND|IORING_OP_RECV|IORING_OP_SEND_ZC|IORING_OP_READ_MULTISHOT|IORING_OP_RECV_ZC|
		IORING_OP_READV_FIXED|IORING_OP_WRITEV_FIXED,
		VIEW(ORDER(optval, attr_type_mask, attr_ptr), ONLY(IF(attr_type_mask, IS_NOT, 0, attr_type_mask, attr_ptr, attr_ptr[1]))),
		IN(optval, hex64, WHEN(attr_type_mask, IS, 0)),
		IN(attr_ptr, io_uring_attr_pi, PTR64, UNION_WITH_PREVIOUS, WHEN(attr_type_mask, HAS, IORING_RW_ATTR_FLAG_PI)),
		IN(attr_ptr, address64, UNION_WITH_PREVIOUS, WHEN(attr_type_mask, LACKS, IORING_RW_ATTR_FLAG_PI)),
		IN(attr_type_mask, uring_rw_attr)),
	OTHERWISE(IN(optval, hex64), PAD(8)));
STRUCT_TYPE(io_uring_sqe,
	IN(opcode, uring_op), IN(flags, uring_sqe_flags), IN(ioprio, u16), IN(fd, fd), IN(off, hex64), IN(addr, hex64),
	IN(len, uint), CHOOSE(uring_request_flags), IN(user_data, hex64), IN(buf_index, hex16), IN(personality, u16),
	IN(file_index, hex32), CHOOSE(uring_request_end));
STRUCT_TYPE_AS(io_uring_zcrx_offsets, VIEW(NONZERO(__resv2, __resv)),
	IN(head, uint), IN(tail, uint), IN(rqes, uint), IN(__resv2, hex32), IN(__resv, hex64, COUNT_IS(2)));
STRUCT_TYPE_AS(io_uring_zcrx_ifq_reg, VIEW(NONZERO(__resv)),
	IN(if_idx, uint), IN(if_rxq, uint), IN(rq_entries, uint), IN(flags, zcrx_reg), IN(area_ptr, address64), IN(region_ptr, address64),
	IN(offsets, io_uring_zcrx_offsets), IN(zcrx_id, uint), IN(rx_buf_len, uint), IN(event_desc, address64), IN(__resv, hex64, COUNT_IS(2)));
STRUCT_TYPE_AS(zcrx_ctrl_flush_rq, VIEW(NONZERO(__resv)), IN(__resv, hex64, COUNT_IS(6)));
STRUCT_TYPE_AS(zcrx_ctrl_export, VIEW(NONZERO(__resv1)), IN(zcrx_fd, fd), IN(__resv1, hex32, COUNT_IS(11)));
STRUCT_TYPE_AS(zcrx_ctrl_arm_event, VIEW(NONZERO(__resv)), IN(event_type, zcrx_events), IN(__resv, hex32, COUNT_IS(11)));
CHOICE(uring_zcrx_ctrl, op,
	WITH(ZCRX_CTRL_FLUSH_RQ, IN(zc_flush, zcrx_ctrl_flush_rq)),
	WITH(ZCRX_CTRL_EXPORT, OUT(zc_export, zcrx_ctrl_export)),
	WITH(ZCRX_CTRL_ARM_EVENT, IN(zc_arm_event, zcrx_ctrl_arm_event)),
	OTHERWISE(PAD(48)));
STRUCT_TYPE_AS(zcrx_ctrl, VIEW(.merge = true, NONZERO(__resv)),
	IN(zcrx_id, uint), IN(op, zcrx_ctrl_ops), IN(__resv, hex64, COUNT_IS(2)), CHOOSE(uring_zcrx_ctrl));
/* Of the offsets the kernel reads the addresses of memory for the rings alone. */
VIEW_TYPE(uring_user_memory, ORDER(user_addr));
VIEW_TYPE(uring_resize, NONZERO(resv), ORDER(sq_entries, cq_entries, flags, sq_off, cq_off, resv),
	ONLY(IF(sq_off.user_addr, IS_NOT, 0, sq_off), IF(cq_off.user_addr, IS_NOT, 0, cq_off)),
	MEMBERS_AS(MEMBER_AS(sq_off, uring_user_memory), MEMBER_AS(cq_off, uring_user_memory)));
STRUCT_TYPE_AS(io_uring_mem_region_reg, VIEW(NONZERO(__resv)),
	IN(region_uptr, address64), IN(flags, uring_mem_region), IN(__resv, hex64, COUNT_IS(2)));
/* linux/io_uring/query.h */
STRUCT_TYPE_AS(io_uring_query_opcode, VIEW(NONZERO(__pad)),
	IN(nr_request_opcodes, uint), IN(nr_register_opcodes, uint), IN(feature_flags, uring_features64), IN(ring_setup_flags, uring_setup64),
	IN(enter_flags, uring_enter64), IN(sqe_flags, uring_sqe_flags64), IN(nr_query_opcodes, uint), IN(__pad, hex32));
FLAGS_TYPE(uring_features64, uring_features, U64);
FLAGS_TYPE(uring_setup64, uring_setup, U64);
FLAGS_TYPE(uring_enter64, uring_enter, U64);
FLAGS_TYPE(uring_sqe_flags64, uring_sqe_flags, U64);
FLAGS_TYPE(zcrx_reg64, zcrx_reg, U64);
STRUCT_TYPE_AS(io_uring_query_zcrx, VIEW(NONZERO(__resv2)),
	IN(register_flags, zcrx_reg64), IN(area_flags, zcrx_area), IN(nr_ctrl_opcodes, uint), IN(features, hex32), IN(rq_hdr_size, uint),
	IN(rq_hdr_alignment, uint), IN(__resv2, hex64));
STRUCT_TYPE(io_uring_query_scq, IN(hdr_size, u64), IN(hdr_alignment, u64));
STRUCT_TYPE_AS(io_uring_query_zcrx_event, VIEW(NONZERO(__resv1, __resv2)),
	IN(event_flags, hex32), IN(stats_size, uint), IN(stats_off_alignment, uint), IN(__resv1, hex32), IN(__resv2, hex64, COUNT_IS(4)));
/* What query_data points to. */
CHOICE(uring_query_data, query_op,
	WITH(IO_URING_QUERY_OPCODES, IN(query_data, io_uring_query_opcode, PTR64)),
	WITH(IO_URING_QUERY_ZCRX, IN(query_data, io_uring_query_zcrx, PTR64)),
	WITH(IO_URING_QUERY_SCQ, IN(query_data, io_uring_query_scq, PTR64)),
	WITH(IO_URING_QUERY_ZCRX_EVENT, IN(query_data, io_uring_query_zcrx_event, PTR64)),
	OTHERWISE(IN(query_data, address64)));
STRUCT_TYPE_AS(io_uring_query_hdr, VIEW(NONZERO(__resv), ORDER(query_op, size, result, __resv, CHOICE, next_entry)),
	IN(next_entry, address64), CHOOSE(uring_query_data), IN(query_op, uring_query_ops), IN(size, uint), IN(result, int),
	IN(__resv, hex32, COUNT_IS(3)));
/* An operation on one struct wants nr_args to be 1; a newer one wants it to be 0. */
#define NONE(way, type) way(arg, type, WHEN(nr_args, IS, 0|1), OR_ADDRESS), IN(nr_args, uint)
#define ONE(type) IN(arg, type, WHEN(nr_args, IS, 1), OR_ADDRESS), IN(nr_args, uint)
CHOICE_IGNORING(uring_register_arguments, opcode, UINT64_C(0x80000000),
	WITH(IORING_REGISTER_BUFFERS, IN(arg, iovec_address, COUNT(nr_args)), IN(nr_args, uint)),
	WITH(IORING_REGISTER_FILES|IORING_REGISTER_EVENTFD|IORING_REGISTER_EVENTFD_ASYNC, IN(arg, fd, COUNT(nr_args)), IN(nr_args, uint)),
	WITH(IORING_REGISTER_FILES_UPDATE, IN(arg, io_uring_files_update), IN(nr_args, uint)),
	WITH(IORING_REGISTER_PROBE, OUT(arg, io_uring_probe, ON_ERROR), IN(nr_args, uint)),
	WITH(IORING_REGISTER_RESTRICTIONS, IN(arg, io_uring_restriction, COUNT(nr_args)), IN(nr_args, uint)),
	WITH(IORING_REGISTER_FILES2, IN(arg, io_uring_rsrc_files, LEN(nr_args)), IN(nr_args, uint)),
	WITH(IORING_REGISTER_BUFFERS2, IN(arg, io_uring_rsrc_buffers, LEN(nr_args)), IN(nr_args, uint)),
	WITH(IORING_REGISTER_FILES_UPDATE2, IN(arg, io_uring_rsrc_update_files, LEN(nr_args)), IN(nr_args, uint)),
	WITH(IORING_REGISTER_BUFFERS_UPDATE, IN(arg, io_uring_rsrc_update_buffers, LEN(nr_args)), IN(nr_args, uint)),
	WITH(IORING_REGISTER_IOWQ_AFF, IN(arg, cpuset, LEN(nr_args)), IN(nr_args, uint)),
	WITH(IORING_REGISTER_IOWQ_MAX_WORKERS, INOUT(arg, uint, COUNT(nr_args), INDEX(uring_workers)), IN(nr_args, uint)),
	WITH(IORING_REGISTER_RING_FDS, IN(arg, io_uring_ring_fd, COUNT(nr_args)), IN(nr_args, uint)),
	WITH(IORING_UNREGISTER_RING_FDS, IN(arg, io_uring_ring_fd_gone, COUNT(nr_args)), IN(nr_args, uint)),
	WITH(IORING_REGISTER_PBUF_RING|IORING_UNREGISTER_PBUF_RING, ONE(io_uring_buf_reg)),
	WITH(IORING_REGISTER_SYNC_CANCEL, ONE(io_uring_sync_cancel_reg)),
	WITH(IORING_REGISTER_FILE_ALLOC_RANGE, NONE(IN, io_uring_file_index_range)),
	WITH(IORING_REGISTER_PBUF_STATUS, OUT(arg, io_uring_buf_status, WHEN(nr_args, IS, 1), OR_ADDRESS), IN(nr_args, uint)),
	WITH(IORING_REGISTER_NAPI, INOUT(arg, io_uring_napi, WHEN(nr_args, IS, 1), OR_ADDRESS), IN(nr_args, uint)),
	WITH(IORING_UNREGISTER_NAPI, OUT(arg, io_uring_napi_gone, WHEN(nr_args, IS, 1), OR_ADDRESS), IN(nr_args, uint)),
	WITH(IORING_REGISTER_CLOCK, IN(arg, io_uring_clock_register, WHEN(nr_args, IS, 0), OR_ADDRESS), IN(nr_args, uint)),
	WITH(IORING_REGISTER_CLONE_BUFFERS, ONE(io_uring_clone_buffers)),
	WITH(IORING_REGISTER_SEND_MSG_RING, ONE(io_uring_sqe)),
	WITH(IORING_REGISTER_ZCRX_IFQ, ONE(io_uring_zcrx_ifq_reg)),
	WITH(IORING_REGISTER_RESIZE_RINGS, IN(arg, io_uring_params, WHEN(nr_args, IS, 1), OR_ADDRESS, AS(uring_resize)), IN(nr_args, uint)),
	WITH(IORING_REGISTER_MEM_REGION, ONE(io_uring_mem_region_reg)),
	WITH(IORING_REGISTER_QUERY, OUT(arg, io_uring_query_hdr, ON_ERROR, WHEN(nr_args, IS, 0), OR_ADDRESS), IN(nr_args, uint)),
	WITH(IORING_REGISTER_ZCRX_CTRL, NONE(INOUT, zcrx_ctrl)),
	OTHERWISE(IN(arg, address), IN(nr_args, uint)));
SYSCALL(io_uring_register, C_DESC | C_MEMORY | SHARES_FILES, int,
	IN(fd, fd, WHEN(opcode, LACKS, IORING_REGISTER_USE_REGISTERED_RING)),
	IN(fd, int, UNION_WITH_PREVIOUS, WHEN(opcode, HAS, IORING_REGISTER_USE_REGISTERED_RING)),
	IN(opcode, uring_register), CHOOSE(uring_register_arguments));

/*
 * Requests that stand for no call: src/uring/forms.c says where their arguments are. The order of
 * the arguments is that of the functions of liburing, io_uring_prep_*(3).
 */
FLAGS_TYPE(poll_events32, poll_events, U32);
SYSCALL(nop, RING_REQUEST, int);
SYSCALL_AS(poll_add, C_DESC | RING_REQUEST, int, NOTES(NOTE_RET(NULL, poll_events32)),
	IN(fd, fd), IN(events, poll_events32), IN(flags, uring_poll));
SYSCALL(poll_remove, RING_REQUEST, int,
	IN(user_data, hex64), IN(flags, uring_poll),
	IN(new_user_data, hex64, WHEN(flags, HAS, IORING_POLL_UPDATE_USER_DATA)),
	IN(events, poll_events32, WHEN(flags, HAS, IORING_POLL_UPDATE_EVENTS)));
SYSCALL(timeout, RING_REQUEST, int, IN(ts, timespec64), IN(count, u64), IN(flags, uring_timeout));
SYSCALL(timeout_remove, RING_REQUEST, int,
	IN(user_data, hex64), IN(flags, uring_timeout),
	IN(ts, timespec64, WHEN(flags, HAS, IORING_TIMEOUT_UPDATE|IORING_LINK_TIMEOUT_UPDATE)));
SYSCALL(link_timeout, RING_REQUEST, int, IN(ts, timespec64), IN(flags, uring_timeout));
SYSCALL(async_cancel, RING_REQUEST, int,
	IN(user_data, hex64), IN(fd, fd, WHEN(flags, HAS, IORING_ASYNC_CANCEL_FD)),
	IN(op, uring_op32, WHEN(flags, HAS, IORING_ASYNC_CANCEL_OP)), IN(flags, uring_cancel));
ENUM_TYPE(uring_op32, uring_ops, U32);
SYSCALL(files_update, RING_REQUEST, int, IN(fds, uring_file, COUNT(nr_fds)), IN(nr_fds, uint), IN(offset, int));
SYSCALL(provide_buffers, RING_REQUEST, int,
	IN(addr, address), IN(len, uint), IN(nr, uint), IN(bgid, u16), IN(bid, uint));
SYSCALL(remove_buffers, RING_REQUEST, int, IN(nr, uint), IN(bgid, u16));
SYSCALL(msg_ring, C_DESC | RING_REQUEST, int,
	IN(ring_fd, fd), IN(command, uring_msg_commands), IN(res, uint), IN(user_data, hex64),
	IN(src_fd, uint, WHEN(command, IS, IORING_MSG_SEND_FD)), IN(flags, uring_msg_ring));
SYSCALL(uring_cmd, C_DESC | RING_REQUEST, int,
	IN(fd, fd), IN(cmd_op, hex32), IN(addr, hex64), IN(len, uint), IN(addr3, hex64), IN(flags, uring_cmd_flags));
SYSCALL(fixed_fd_install, C_DESC | RING_REQUEST, fd, IN(fd, fd), IN(flags, uring_fixed_fd));
SYSCALL(recv_zc, C_NETWORK | RING_REQUEST, int, IN(sockfd, fd), IN(len, uint), IN(ifq, uint), IN(flags, msg_flags));

const struct syscall syscall_splice_of_ring = { ROW(C_DESC | MOVES, klong,
	IN(fd_in, fd), IN(off_in, s64), IN(fd_out, fd), IN(off_out, s64), IN(len, size), IN(flags, uring_splice)) };
const struct syscall syscall_tee_of_ring = { ROW(C_DESC | MOVES, klong,
	IN(fd_in, fd), IN(fd_out, fd), IN(len, size), IN(flags, uring_splice)) };

const char *uring_op_name(unsigned opcode)
{
	return list_name(&list_uring_ops, arch_of_machine()->abis[0], opcode);
}

void uring_flags_split(uint8_t flags, void (*each)(void *ctx, const char *name, uint64_t bits), void *ctx)
{
	uint64_t rest = list_split(&list_uring_sqe_flags, arch_of_machine()->abis[0], flags, each, ctx);

	if (rest)
		each(ctx, NULL, rest);
}
