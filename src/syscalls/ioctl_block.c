/* SPDX-License-Identifier: MIT */
/* Arguments of ioctls of block devices, file systems and clocks. */
#include "syscalls/table.h"

/* clang-format off */

/* linux/blkpg.h, linux/blktrace_api.h, linux/hdreg.h */
STRUCT_TYPE(blkpg_partition,
	IN(start, s64), IN(length, s64), IN(pno, int), IN(devname, text, LEN_IS(64)), IN(volname, text, LEN_IS(64)));
STRUCT_TYPE(blkpg_ioctl_arg, IN(op, blkpg_ops), IN(flags, int), IN(datalen, int), IN(data, blkpg_partition, PTR));
STRUCT_TYPE_AS(blk_user_trace_setup, VIEW(.merge = true, ORDER(act_mask, buf_size, buf_nr, start_lba, end_lba, pid, name)),
	OUT(name, text, LEN_IS(32)), IN(act_mask, u16), IN(buf_size, uint), IN(buf_nr, uint), IN(start_lba, u64),
	IN(end_lba, u64), IN(pid, pid));
STRUCT_TYPE(hd_geometry, IN(heads, u8), IN(sectors, u8), IN(cylinders, u16), IN(start, ulong));
/* linux/fs.h, linux/fiemap.h */
STRUCT_TYPE(file_clone_range, IN(src_fd, fd64), IN(src_offset, u64), IN(src_length, u64), IN(dest_offset, u64));
STRUCT_TYPE(file_dedupe_range_info, IN(dest_fd, fd64), IN(dest_offset, u64), IN(bytes_deduped, u64), IN(status, int), PAD(4));
STRUCT_TYPE_AS(file_dedupe_range, VIEW(HIDE(reserved1, reserved2), BRIEF(2, info)),
	IN(src_offset, u64), IN(src_length, u64), IN(dest_count, u16), IN(reserved1, u16), IN(reserved2, uint),
	INOUT(info, file_dedupe_range_info, COUNT(dest_count), FILLS(bytes_deduped, status)));
STRUCT_TYPE(fstrim_range, IN(start, hex64), IN(len, u64), IN(minlen, u64));
STRUCT_TYPE(fsxattr,
	IN(fsx_xflags, fs_xflags), IN(fsx_extsize, uint), IN(fsx_nextents, uint), IN(fsx_projid, hex32),
	IN(fsx_cowextsize, uint), PAD(8));
VIEW_TYPE(fsxattr_set, HIDE(fsx_nextents));
STRUCT_TYPE_AS(fiemap_extent, VIEW(HIDE(fe_reserved64, fe_reserved)),
	IN(fe_logical, u64), IN(fe_physical, u64), IN(fe_length, u64), IN(fe_reserved64, u64, COUNT_IS(2)),
	IN(fe_flags, fiemap_extent_flags), IN(fe_reserved, uint, COUNT_IS(3)));
STRUCT_TYPE_AS(fiemap, VIEW(VERBOSE(fm_extents)),
	IN(fm_start, u64), IN(fm_length, u64), IN(fm_flags, fiemap_flags), OUT(fm_flags, fiemap_flags, UNION_WITH_PREVIOUS),
	OUT(fm_mapped_extents, uint), IN(fm_extent_count, uint), PAD(4),
	OUT(fm_extents, fiemap_extent, COUNT(fm_mapped_extents)));
/*
 * linux/loop.h. Without -v text omits the members about encryption if there is none: the first
 * member of each name.
 */
VIEW_TYPE(loop, VERBOSE(lo_device, lo_inode, lo_rdevice, lo_encrypt_type[0], lo_encrypt_key_size[0], lo_encrypt_key[0], lo_init, reserved));
VIEW_TYPE(loop64, VERBOSE(lo_device, lo_inode, lo_rdevice, lo_sizelimit, lo_encrypt_type[0], lo_encrypt_key_size[0], lo_crypt_name[0],
	lo_encrypt_key[0], lo_init));
#define UNENCRYPTED WHEN(lo_encrypt_type, IS, LO_CRYPT_NONE)
#define ENCRYPTED UNION_WITH_PREVIOUS, WHEN(lo_encrypt_type, IS_NOT, LO_CRYPT_NONE)
#define LOOP_CRYPT(name, type, ...) IN(name, type, UNENCRYPTED, ##__VA_ARGS__), IN(name, type, ENCRYPTED, ##__VA_ARGS__)
#define LOOP_KIND LOOP_CRYPT(lo_encrypt_type, loop_crypt), LOOP_CRYPT(lo_encrypt_key_size, uint)
#define LOOP_KEY PAD(32), IN(lo_encrypt_key, loop_key, LEN(lo_encrypt_key_size), UNION_WITH_PREVIOUS, UNENCRYPTED), \
	IN(lo_encrypt_key, loop_key, LEN(lo_encrypt_key_size), ENCRYPTED)
const struct type t_loop_dev = { .name = "loop_dev", .kind = KIND_DEV, .storage = STORE_KULONG };
const struct type t_loop_dev32 = { .name = "loop_dev", .kind = KIND_DEV, .storage = STORE_U32 };
static const struct type loop_info32 = { .name = "loop_info", .kind = KIND_STRUCT, AS(loop), MEMBERS(
	IN(lo_number, int), IN(lo_device, dev16), IN(lo_inode, ulong), IN(lo_rdevice, dev16),
	IN(lo_offset, hex32), LOOP_KIND, IN(lo_flags, loop_flags),
	IN(lo_name, text, LEN_IS(64)), LOOP_KEY, IN(lo_init, hexlong, COUNT_IS(2)),
	IN(reserved, hex8, COUNT_IS(4))) };
static const struct type loop_info_generic = { .name = "loop_info", .kind = KIND_STRUCT, AS(loop), ONLY_ABIS(~(ABIS_32 | ABI_BIT(s390x)), loop_info32), MEMBERS(
	IN(lo_number, int), IN(lo_device, loop_dev32), IN(lo_inode, ulong), IN(lo_rdevice, loop_dev32),
	IN(lo_offset, hex32), LOOP_KIND, IN(lo_flags, loop_flags),
	IN(lo_name, text, LEN_IS(64)), LOOP_KEY, IN(lo_init, hexlong, COUNT_IS(2)),
	IN(reserved, hex8, COUNT_IS(4))) };
/*
 * __kernel_old_dev_t is a long in asm/posix_types.h of these machines, a short on others, and an
 * int in asm-generic.
 */
const struct type t_loop_info = { .name = "loop_info", .kind = KIND_STRUCT, AS(loop), ONLY_ABIS(ABI_BIT(x86_64) | ABI_BIT(x32) | ABI_BIT(powerpc64), loop_info_generic), MEMBERS(
	IN(lo_number, int), IN(lo_device, loop_dev), IN(lo_inode, ulong), IN(lo_rdevice, loop_dev),
	IN(lo_offset, hex32), LOOP_KIND, IN(lo_flags, loop_flags),
	IN(lo_name, text, LEN_IS(64)), LOOP_KEY, IN(lo_init, hexlong, COUNT_IS(2)),
	IN(reserved, hex8, COUNT_IS(4))) };
STRUCT_TYPE_AS(loop_info64, AS(loop64),
	IN(lo_device, dev64), IN(lo_inode, u64), IN(lo_rdevice, dev64), IN(lo_offset, hex64),
	IN(lo_sizelimit, u64), IN(lo_number, uint), LOOP_KIND,
	IN(lo_flags, loop_flags), IN(lo_file_name, text, LEN_IS(64)), LOOP_CRYPT(lo_crypt_name, text, LEN_IS(64)), LOOP_KEY,
	IN(lo_init, hex64, COUNT_IS(2)));
STRUCT_TYPE_AS(loop_config, VIEW(NONZERO(__reserved)), IN(fd, fd), IN(block_size, uint), IN(info, loop_info64), IN(__reserved, hex64, COUNT_IS(8)));
/* linux/rtc.h */
STRUCT_TYPE_AS(rtc_time, VIEW(VERBOSE(tm_wday, tm_yday, tm_isdst)),
	IN(tm_sec, int), IN(tm_min, int), IN(tm_hour, int), IN(tm_mday, int), IN(tm_mon, int), IN(tm_year, int),
	IN(tm_wday, int), IN(tm_yday, int), IN(tm_isdst, int));
STRUCT_TYPE(rtc_wkalrm, IN(enabled, u8), IN(pending, u8), IN(time, rtc_time));
STRUCT_TYPE(rtc_pll_info,
	IN(pll_ctrl, int), IN(pll_value, int), IN(pll_max, int), IN(pll_min, int), IN(pll_posmult, int), IN(pll_negmult, int),
	IN(pll_clock, long));
CHOICE(rtc_values, param,
	WITH(RTC_PARAM_FEATURES, IN(uvalue, rtc_features)), WITH(RTC_PARAM_CORRECTION, IN(svalue, s64)), WITH(RTC_PARAM_BACKUP_SWITCH_MODE, IN(uvalue, rtc_backup)),
	OTHERWISE(IN(uvalue, hex64)));
STRUCT_TYPE_AS(rtc_param, VIEW(NONZERO(__pad)), IN(param, rtc_params), CHOOSE(rtc_values), IN(index, uint), INOUT(__pad, hex32));
VIEW_TYPE(rtc_param_filled, .again = true, NONZERO(__pad));
/* linux/ptp_clock.h */
#define PTP_TIME IN(sec, s64), IN(nsec, uint), IN(reserved, hex32)
STRUCT_TYPE_AS(ptp_clock_time, VIEW(NONZERO(reserved)), PTP_TIME);
static const struct type t_ptp_date = { .name = "ptp_clock_time", .kind = KIND_STRUCT, VIEW(NONZERO(reserved)), DATE(sec, nsec, 1), MEMBERS(PTP_TIME) };
static const struct type t_ptp_sample = { .name = "ptp_sample", .kind = KIND_STRUCT, VIEW(.elements = true, .bare = true), MEMBERS(
	IN(before, ptp_date), IN(device, ptp_date), IN(after, ptp_date)) };
#define PTP_REST(n, ...) IN(rsv, hex32, COUNT_IS(n), ##__VA_ARGS__)
static const struct type t_nanoseconds = { .name = "nanoseconds", .kind = KIND_TICKS, .storage = STORE_S32, .base = 10,
	.ticks = { .digits = 9 } };
STRUCT_TYPE_AS(ptp_clock_caps, VIEW(NONZERO(rsv)),
	IN(max_adj, int), IN(n_alarm, int), IN(n_ext_ts, int), IN(n_per_out, int), IN(pps, int), IN(n_pins, int),
	IN(cross_timestamping, int), IN(adjust_phase, int), IN(max_phase_adj, nanoseconds), PTP_REST(11));
STRUCT_TYPE_AS(ptp_extts_request, VIEW(NONZERO(rsv)), IN(index, uint), IN(flags, ptp_flags), PTP_REST(2));
const struct type t_ptp_extts_request1 = { .name = "ptp_extts_request", .kind = KIND_STRUCT, MEMBERS(
	IN(index, uint), IN(flags, ptp_flags), PAD(8)) };
STRUCT_TYPE_AS(ptp_perout_request, VIEW(NONZERO(rsv)),
	IN(start, ptp_date, WHEN(flags, LACKS, PTP_PEROUT_PHASE)), IN(phase, ptp_clock_time, UNION_WITH_PREVIOUS, WHEN(flags, HAS, PTP_PEROUT_PHASE)),
	IN(period, ptp_clock_time), IN(index, uint), IN(flags, ptp_perout_flags),
	IN(on, ptp_clock_time, WHEN(flags, HAS, PTP_PEROUT_DUTY_CYCLE)),
	PTP_REST(4, UNION_WITH_PREVIOUS, WHEN(flags, LACKS, PTP_PEROUT_DUTY_CYCLE)));
VIEW_TYPE(ptp_perout1, HIDE(rsv));
STRUCT_TYPE_AS(ptp_sys_offset, VIEW(.merge = true, NONZERO(rsv)), IN(n_samples, uint), PTP_REST(3), OUT(ts, ptp_date, COUNT_ODD(n_samples, 51)), PAD(816));
STRUCT_TYPE_AS(ptp_sys_offset_extended, VIEW(.merge = true, NONZERO(rsv), DOTS(ts)),
	IN(n_samples, uint), IN(clockid, clocks), PTP_REST(2), OUT(ts, ptp_sample, COUNT_MAX(n_samples, 25)), PAD(1200));
STRUCT_TYPE_AS(ptp_sys_offset_precise, VIEW(NONZERO(rsv)),
	IN(device, ptp_date), IN(sys_realtime, ptp_date), IN(sys_monoraw, ptp_clock_time), PTP_REST(4));
STRUCT_TYPE_AS(ptp_pin_desc, VIEW(NONZERO(rsv)), PAD(64), IN(index, uint), IN(func, ptp_functions), IN(chan, uint), PTP_REST(5));
#define PTP_PIN(version, way, view_, ...) \
	const struct type t_ptp_pin_##way##version = { .name = "ptp_pin_desc", .kind = KIND_STRUCT, view_, MEMBERS(__VA_ARGS__) };
PTP_PIN(1, set, VIEW(.merge = true), PAD(64), IN(index, uint), IN(func, ptp_functions), IN(chan, uint), PAD(20))
PTP_PIN(1, get, VIEW(.merge = true, ORDER(index, name, func, chan)),
	OUT(name, text, LEN_IS(64)), IN(index, uint), OUT(func, ptp_functions), OUT(chan, uint), PAD(20))
PTP_PIN(2, get, VIEW(.merge = true, ORDER(index, rsv, name, func, chan), NONZERO(rsv)),
	OUT(name, text, LEN_IS(64)), IN(index, uint), OUT(func, ptp_functions), OUT(chan, uint),
	PTP_REST(5))
