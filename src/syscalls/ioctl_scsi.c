/* SPDX-License-Identifier: MIT */
/* Arguments of ioctls of SCSI and ATA devices: scsi/sg.h, linux/bsg.h, linux/hdreg.h. */
#include "syscalls/table.h"

/* clang-format off */

STRUCT_TYPE(sg_scsi_id,
	IN(host_no, int), IN(channel, int), IN(scsi_id, hex32), IN(lun, int), IN(scsi_type, hex32), IN(h_cmd_per_lun, s16),
	IN(d_queue_depth, s16), PAD(8));
STRUCT_TYPE(sg_req_info,
	IN(req_state, s8), IN(orphan, s8), IN(sg_io_owned, s8), IN(problem, s8), IN(pack_id, int), IN(usr_ptr, address),
	IN(duration, uint), PAD(4));

/* A command. Both versions of the struct begin with a character that tells them apart. */
const struct type t_sg_letter = { .name = "sg_letter", .kind = KIND_CHARACTER, .storage = STORE_S32 };
/* What the device sent. The kernel may have copied a part of it before the call failed. */
static const struct type t_sg_iovec = { .name = "iovec", .kind = KIND_STRUCT, MEMBERS(IN(iov_base, bytes, PTR, LEN(iov_len)), IN(iov_len, size)) };
#define SG_FETCHED PTR, LEN_LESS(dxfer_len, resid), UNION_WITH_PREVIOUS
#define SG_FETCHED_VECTOR PTR, COUNT(iovec_count), TOTAL_LESS(dxfer_len, resid), UNION_WITH_PREVIOUS
STRUCT_TYPE_AS(sg_io_hdr, VIEW(.merge = true, ORDER(interface_id, dxfer_direction, cmd_len, cmdp, mx_sb_len, iovec_count,
		dxfer_len, timeout, flags, dxferp, status, masked_status, msg_status, sb_len_wr, sbp,
		host_status, driver_status, resid, duration, info),
		APART(dxferp[4], dxferp[5]), ONLY(IF_TEST(HOOK_SG_FETCHED, dxferp[4], dxferp[5]))),
	IN(interface_id, sg_letter), IN(dxfer_direction, sg_directions), IN(cmd_len, u8), IN(mx_sb_len, u8),
	IN(iovec_count, u16), IN(dxfer_len, uint),
	IN(dxferp, hex_bytes, PTR, LEN(dxfer_len), WHEN_TEST(HOOK_SG_SENDS_BYTES)),
	IN(dxferp, iovec, PTR, COUNT(iovec_count), TOTAL(dxfer_len), UNION_WITH_PREVIOUS, WHEN_TEST(HOOK_SG_SENDS_VECTOR)),
	OUT(dxferp, hex_bytes, SG_FETCHED, WHEN_TEST(HOOK_SG_FETCHES_BYTES)),
	OUT(dxferp, sg_iovec, SG_FETCHED_VECTOR, WHEN_TEST(HOOK_SG_FETCHES_VECTOR)),
	OUT(dxferp, hex_bytes, SG_FETCHED, WHEN_TEST(HOOK_SG_EXCHANGES_BYTES)),
	OUT(dxferp, sg_iovec, SG_FETCHED_VECTOR, WHEN_TEST(HOOK_SG_EXCHANGES_VECTOR)),
	IN(cmdp, hex_bytes, PTR, LEN(cmd_len)),
	OUT(sbp, hex_bytes, PTR, LEN(sb_len_wr)), IN(timeout, uint), IN(flags, sg_flags), PAD(4), IN(usr_ptr, address),
	OUT(status, hex8), OUT(masked_status, hex8), OUT(msg_status, hex8), OUT(sb_len_wr, u8),
	OUT(host_status, hex16), OUT(driver_status, hex16), OUT(resid, int), OUT(duration, uint), OUT(info, sg_info));
STRUCT_TYPE_AS(sg_io_v4, VIEW(.merge = true, ORDER(guard, protocol, subprotocol, request_len, request, request_tag, request_attr,
		request_priority, request_extra, max_response_len, dout_iovec_count, dout_xfer_len,
		din_iovec_count, din_xfer_len, dout_xferp, timeout, flags, usr_ptr, response_len[0], response,
		din_xferp, driver_status, transport_status, device_status, retry_delay, info, duration,
		response_len[1], din_resid, dout_resid, generated_tag)),
	IN(guard, sg_letter), IN(protocol, bsg_protocols), IN(subprotocol, bsg_subprotocols), IN(request_len, uint),
	IN(request, hex_bytes, PTR64, LEN(request_len)), IN(request_tag, hex64), IN(request_attr, uint), IN(request_priority, uint),
	IN(request_extra, uint), IN(max_response_len, uint), OUT(response, hex_bytes, PTR64, LEN(response_len)),
	IN(dout_iovec_count, uint), IN(dout_xfer_len, uint), IN(din_iovec_count, uint), IN(din_xfer_len, uint),
	IN(dout_xferp, hex_bytes, PTR64, LEN(dout_xfer_len), WHEN(dout_iovec_count, IS, 0)),
	IN(dout_xferp, iovec, PTR64, COUNT(dout_iovec_count), TOTAL(dout_xfer_len), UNION_WITH_PREVIOUS, WHEN(dout_iovec_count, IS_NOT, 0)),
	OUT(din_xferp, hex_bytes, PTR64, LEN_LESS(din_xfer_len, din_resid), WHEN(din_iovec_count, IS, 0)),
	OUT(din_xferp, sg_iovec, PTR64, COUNT(din_iovec_count), TOTAL_LESS(din_xfer_len, din_resid), UNION_WITH_PREVIOUS,
		WHEN(din_iovec_count, IS_NOT, 0)),
	IN(timeout, uint), IN(flags, bsg_flags), IN(usr_ptr, hex64), PAD(4), OUT(driver_status, hex32),
	OUT(transport_status, hex32), OUT(device_status, hex32), OUT(retry_delay, uint), OUT(info, sg_info),
	OUT(duration, uint), OUT(response_len, uint),
	OUT(response_len, uint, UNION_WITH_PREVIOUS), OUT(din_resid, int), OUT(dout_resid, int), OUT(generated_tag, hex64), PAD(8));

/* The registers of a disk, then its answer. */
const struct type t_hd_drive_cmd = { .name = "hd_drive_cmd", .kind = KIND_STRUCT, MEMBERS(
	IN(command, ata_commands), OUT(status, hex8, UNION_WITH_PREVIOUS), IN(sector_number, u8), OUT(error, u8, UNION_WITH_PREVIOUS), IN(feature, u8),
	OUT(nsector, u8, UNION_WITH_PREVIOUS), IN(sector_count, u8),
	OUT(buf, hex_bytes, LEN_UNITS(sector_count, 512), WHEN(sector_count, IS_NOT, 0))) };
