/* SPDX-License-Identifier: MIT */
/* Arguments of ioctls of flash memory: mtd/mtd-abi.h, mtd/ubi-user.h. */
#include "syscalls/table.h"

/* clang-format off */

STRUCT_TYPE(erase_info_user, IN(start, hex32), IN(length, hex32));
STRUCT_TYPE(erase_info_user64, IN(start, hex64), IN(length, hex64));
STRUCT_TYPE(mtd_oob_buf, IN(start, hex32), IN(length, hex32), IN(ptr, address));
STRUCT_TYPE(mtd_oob_buf64, IN(start, hex64), PAD(4), IN(length, hex32), IN(usr_ptr, address64));
STRUCT_TYPE(otp_info, IN(start, hex32), IN(length, hex32), IN(locked, uint));
STRUCT_TYPE(mtd_write_req,
	IN(start, hex64), IN(len, hex64), IN(ooblen, hex64), IN(usr_data, address64), IN(usr_oob, address64), IN(mode, mtd_ops), PAD(7));
STRUCT_TYPE(mtd_info_user,
	IN(type, mtd_types), PAD(3), IN(flags, mtd_flags), IN(size, hex32), IN(erasesize, hex32), IN(writesize, hex32),
	IN(oobsize, hex32), IN(padding, hex64));
STRUCT_TYPE_AS(region_info_user, VIEW(.merge = true, ORDER(regionindex, offset, erasesize, numblocks)),
	OUT(offset, hex32), OUT(erasesize, hex32), OUT(numblocks, hex32), IN(regionindex, hex32));
STRUCT_TYPE(nand_oobfree, IN(offset, hex32), IN(length, hex32));
static const struct type t_oobfree = { .name = "oobfree", .kind = KIND_STRUCT, VIEW(.elements = true, .bare = true), MEMBERS(
	IN(offset, hex32), IN(length, hex32)) };
STRUCT_TYPE(nand_oobinfo,
	IN(useecc, mtd_ecc), IN(eccbytes, hex32), IN(oobfree, oobfree, COUNT_IS(8)), IN(eccpos, hex32, COUNT_IS(32)));
STRUCT_TYPE(nand_ecclayout_user,
	IN(eccbytes, hex32), IN(eccpos, hex32, COUNT_IS(64)), IN(oobavail, hex32), IN(oobfree, nand_oobfree, COUNT_IS(8)));
STRUCT_TYPE(mtd_ecc_stats, IN(corrected, hex32), IN(failed, hex32), IN(badblocks, hex32), IN(bbtblocks, hex32));

STRUCT_TYPE(ubi_attach_req,
	IN(ubi_num, int), OUT(ubi_num, int, UNION_WITH_PREVIOUS), IN(mtd_num, int), IN(vid_hdr_offset, int), IN(max_beb_per1024, s16),
	IN(disable_fm, s8), IN(need_resv_pool, s8), PAD(8));
/* Names of volumes have a length, UBI_MAX_VOLUME_NAME at most. The kernel looks for the NUL after them, too. */
const struct type t_ubi_name = { .name = "ubi_name", .kind = KIND_CSTRING, BYTES(.limit = 128, .is_name = true, .nul_counts = true) };
#define UBI_NAME(said) IN(name, ubi_name, .len = { .name = #said, .plus = 1, .max = 128, .given = true }), PAD(128)
STRUCT_TYPE(ubi_mkvol_req,
	IN(vol_id, int), OUT(vol_id, int, UNION_WITH_PREVIOUS), IN(alignment, int), IN(bytes, s64), IN(vol_type, ubi_volumes),
	IN(flags, ubi_flags), IN(name_len, s16), PAD(4), UBI_NAME(name_len));
STRUCT_TYPE_AS(ubi_rsvol_req, ALIGN(1), IN(bytes, s64), IN(vol_id, int));
static const struct type t_ubi_renamed = { .name = "ubi_renamed", .kind = KIND_STRUCT, MEMBERS(
	IN(vol_id, int), IN(name_len, s16), PAD(2), UBI_NAME(name_len)) };
STRUCT_TYPE(ubi_rnvol_req, IN(count, int), PAD(12), IN(ents, ubi_renamed, COUNT_MAX(count, 32)), PAD(4352));
STRUCT_TYPE(ubi_leb_change_req, IN(lnum, int), IN(bytes, int), IN(dtype, ubi_terms), PAD(7));
STRUCT_TYPE(ubi_map_req, IN(lnum, int), IN(dtype, ubi_terms), PAD(3));
STRUCT_TYPE(ubi_set_vol_prop_req, IN(property, ubi_properties), PAD(7), IN(value, hex64));
