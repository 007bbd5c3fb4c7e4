/* SPDX-License-Identifier: MIT */
/* Arguments of ioctls of btrfs: linux/btrfs.h, linux/btrfs_tree.h. */
#include "syscalls/table.h"

/* clang-format off */

/* Numbers of 64 bits. Some have names. */
#define NAMED_NUMBER(type_name, store, names) \
	const struct type t_##type_name = { .name = #type_name, .kind = KIND_ENUM, .storage = STORE_##store, .base = 10, \
		.list = &list_##names };
NAMED_NUMBER(btrfs_object, U64, btrfs_objects)
NAMED_NUMBER(btrfs_key, U32, btrfs_keys)
NAMED_NUMBER(btrfs_number, U64, uint64_max)

/* Subvolumes and snapshots. */
const struct type t_btrfs_subvol_word = { .name = "btrfs_subvol_word", .kind = KIND_BYTES, BYTES(.whole = &t_btrfs_subvol), VIEW(.plain = true) };
STRUCT_TYPE(btrfs_ioctl_vol_args, IN(fd, fd64), IN(name, text, LEN_IS(4088)));
STRUCT_TYPE(btrfs_qgroup_limit,
	IN(flags, btrfs_limits), IN(max_rfer, u64), IN(max_excl, u64), IN(rsv_rfer, u64), IN(rsv_excl, u64));
STRUCT_TYPE_AS(btrfs_qgroup_inherit, VIEW(VERBOSE(qgroups)),
	IN(flags, btrfs_inherit), IN(num_qgroups, u64), IN(num_ref_copies, u64), IN(num_excl_copies, u64),
	IN(lim, btrfs_qgroup_limit), IN(qgroups, u64, COUNT(num_qgroups)));
CHOICE_IGNORING(btrfs_inherited, flags, ~UINT64_C(4),
	WITH(BTRFS_SUBVOL_QGROUP_INHERIT, IN(size, u64), IN(qgroup_inherit, btrfs_qgroup_inherit, PTR)),
	OTHERWISE(PAD(32)));
STRUCT_TYPE(btrfs_ioctl_vol_args_v2,
	IN(fd, fd64), OUT(transid, u64), IN(flags, btrfs_subvol), CHOOSE(btrfs_inherited), IN(name, text, LEN_IS(4040)));
STRUCT_TYPE_AS(btrfs_ioctl_timespec, DATE(sec, nsec, 1), IN(sec, u64), IN(nsec, uint));

STRUCT_TYPE(btrfs_ioctl_received_subvol_args,
	IN(uuid, uuid, LEN_IS(16)), IN(stransid, u64), OUT(rtransid, u64), IN(stime, btrfs_ioctl_timespec), OUT(rtime, btrfs_ioctl_timespec),
	IN(flags, u64), PAD(128));
STRUCT_TYPE_AS(btrfs_ioctl_send_args, VIEW(NONZERO(version), ABBREV(clone_sources)),
	IN(send_fd, fd64), IN(clone_sources_count, u64), IN(clone_sources, btrfs_object, PTR, COUNT(clone_sources_count)),
	IN(parent_root, btrfs_object), IN(flags, btrfs_send), IN(version, uint), PAD(28));

/* Quotas. */
STRUCT_TYPE_AS(btrfs_ioctl_quota_ctl_args, VIEW(HIDE(status)), IN(cmd, btrfs_quota), IN(status, u64));
STRUCT_TYPE(btrfs_ioctl_qgroup_assign_args, IN(assign, u64), IN(src, u64), IN(dst, u64));
STRUCT_TYPE(btrfs_ioctl_qgroup_create_args, IN(create, u64), IN(qgroupid, u64));
STRUCT_TYPE(btrfs_ioctl_qgroup_limit_args, IN(qgroupid, u64), IN(lim, btrfs_qgroup_limit));
STRUCT_TYPE_AS(btrfs_rescan, .name = "btrfs_ioctl_quota_rescan_args", IN(flags, u64), PAD(8), PAD(48));
STRUCT_TYPE(btrfs_ioctl_quota_rescan_args, IN(flags, u64), IN(progress, btrfs_object), PAD(48));

/* Information about a file system and its devices. */
STRUCT_TYPE(btrfs_ioctl_fs_info_args,
	IN(max_id, u64), IN(num_devices, u64), IN(fsid, uuid, LEN_IS(16)), IN(nodesize, uint), IN(sectorsize, uint),
	IN(clone_alignment, uint), IN(csum_type, btrfs_csum, WHEN(flags, HAS, BTRFS_FS_INFO_FLAG_CSUM_INFO)),
	IN(csum_size, u16, WHEN(flags, HAS, BTRFS_FS_INFO_FLAG_CSUM_INFO)), IN(flags, btrfs_fs_info),
	IN(generation, u64, WHEN(flags, HAS, BTRFS_FS_INFO_FLAG_GENERATION)),
	IN(metadata_uuid, uuid, LEN_IS(16), WHEN(flags, HAS, BTRFS_FS_INFO_FLAG_METADATA_UUID)), PAD(944));
STRUCT_TYPE(btrfs_ioctl_feature_flags,
	IN(compat_flags, btrfs_compat), IN(compat_ro_flags, btrfs_compat_ro), IN(incompat_flags, btrfs_incompat));
STRUCT_TYPE(btrfs_ioctl_space_info, IN(flags, btrfs_groups), IN(total_bytes, u64), IN(used_bytes, u64));
STRUCT_TYPE_AS(btrfs_ioctl_space_args, VIEW(VERBOSE(spaces)),
	IN(space_slots, u64), OUT(total_spaces, u64),
	OUT(spaces, btrfs_ioctl_space_info, COUNT(total_spaces), WHEN(space_slots, IS_NOT, 0)));
const struct type t_btrfs_device = { .name = "btrfs_device", .kind = KIND_DEV, .storage = STORE_U64 };
STRUCT_TYPE_AS(btrfs_ioctl_dev_info_args, VIEW(NONZERO(uuid)),
	IN(devid, btrfs_device), IN(uuid, uuid, LEN_IS(16)), OUT(uuid, uuid, LEN_IS(16), UNION_WITH_PREVIOUS),
	OUT(bytes_used, u64), OUT(total_bytes, u64), PAD(16), PAD(3016), OUT(path, text, LEN_IS(1024)));
STRUCT_TYPE_AS(btrfs_ioctl_get_dev_stats, VIEW(DOTS(values)),
	IN(devid, btrfs_device), IN(nr_items, u64), OUT(nr_items, u64, UNION_WITH_PREVIOUS), IN(flags, btrfs_stats),
	OUT(flags, btrfs_stats, UNION_WITH_PREVIOUS), OUT(values, u64, COUNT_MAX(nr_items, 5), INDEX(btrfs_stat_values)), PAD(1008));
STRUCT_TYPE(btrfs_scrub_progress,
	IN(data_extents_scrubbed, u64), IN(tree_extents_scrubbed, u64), IN(data_bytes_scrubbed, u64),
	IN(tree_bytes_scrubbed, u64), IN(read_errors, u64), IN(csum_errors, u64), IN(verify_errors, u64), IN(no_csum, u64),
	IN(csum_discards, u64), IN(super_errors, u64), IN(malloc_errors, u64), IN(uncorrectable_errors, u64),
	IN(corrected_errors, u64), IN(last_physical, u64), IN(unverified_errors, u64));
STRUCT_TYPE(btrfs_ioctl_scrub_args,
	IN(devid, btrfs_device), IN(start, u64), IN(end, btrfs_number), IN(flags, btrfs_scrub),
	OUT(progress, btrfs_scrub_progress), PAD(872));
STRUCT_TYPE_AS(btrfs_scrub_query, .name = "btrfs_ioctl_scrub_args",
	IN(devid, btrfs_device), PAD(24), OUT(progress, btrfs_scrub_progress), PAD(872));
STRUCT_TYPE(btrfs_ioctl_dev_replace_start_params,
	IN(srcdevid, btrfs_device), IN(cont_reading_from_srcdev_mode, btrfs_replace_mode), IN(srcdev_name, text, LEN_IS(1025)),
	IN(tgtdev_name, text, LEN_IS(1025)));
STRUCT_TYPE(btrfs_ioctl_dev_replace_status_params,
	IN(replace_state, btrfs_replace_state), IN(progress_1000, u64), IN(time_started, seconds_u64), IN(time_stopped, seconds_u64),
	IN(num_write_errors, u64), IN(num_uncorrectable_read_errors, u64));
CHOICE(btrfs_replaced, cmd,
	WITH(BTRFS_IOCTL_DEV_REPLACE_CMD_START, IN(start, btrfs_ioctl_dev_replace_start_params)),
	WITH(BTRFS_IOCTL_DEV_REPLACE_CMD_STATUS, OUT(status, btrfs_ioctl_dev_replace_status_params)),
	OTHERWISE());
STRUCT_TYPE(btrfs_ioctl_dev_replace_args,
	IN(cmd, btrfs_replace_cmd), OUT(result, btrfs_replace_result), CHOOSE(btrfs_replaced), PAD(512));

/* Defragmenting and balancing. */
STRUCT_TYPE(btrfs_ioctl_defrag_range_args,
	IN(start, u64), IN(len, btrfs_number), IN(flags, btrfs_defrag), IN(extent_thresh, uint), IN(compress_type, btrfs_compress),
	PAD(16));
STRUCT_TYPE(btrfs_balance_args,
	IN(profiles, btrfs_groups), IN(usage, u64), IN(devid, btrfs_device), IN(pstart, btrfs_number), IN(pend, btrfs_number), IN(vstart, btrfs_number),
	IN(vend, btrfs_number), IN(target, btrfs_number), IN(flags, btrfs_balance_args_flags), PAD(64));
#define BALANCE(way, ...) \
	way(data, btrfs_balance_args, WHEN(flags, HAS, BTRFS_BALANCE_DATA), ##__VA_ARGS__), \
	way(meta, btrfs_balance_args, WHEN(flags, HAS, BTRFS_BALANCE_METADATA), ##__VA_ARGS__), \
	way(sys, btrfs_balance_args, WHEN(flags, HAS, BTRFS_BALANCE_SYSTEM), ##__VA_ARGS__)
STRUCT_TYPE_AS(btrfs_balance_now, .name = "btrfs_ioctl_balance_args",
	IN(flags, btrfs_balance), IN(state, btrfs_balance_state), BALANCE(IN), PAD(24), PAD(576));
STRUCT_TYPE(btrfs_ioctl_balance_args,
	IN(flags, btrfs_balance), OUT(flags, btrfs_balance, UNION_WITH_PREVIOUS), OUT(state, btrfs_balance_state),
	IN(data, btrfs_balance_args, WHEN(flags, HAS, BTRFS_BALANCE_DATA)),
	OUT(data, btrfs_balance_args, WHEN(flags, HAS, BTRFS_BALANCE_DATA), UNION_WITH_PREVIOUS),
	IN(meta, btrfs_balance_args, WHEN(flags, HAS, BTRFS_BALANCE_METADATA)),
	OUT(meta, btrfs_balance_args, WHEN(flags, HAS, BTRFS_BALANCE_METADATA), UNION_WITH_PREVIOUS),
	IN(sys, btrfs_balance_args, WHEN(flags, HAS, BTRFS_BALANCE_SYSTEM)),
	OUT(sys, btrfs_balance_args, WHEN(flags, HAS, BTRFS_BALANCE_SYSTEM), UNION_WITH_PREVIOUS), PAD(24), PAD(576));

/* Trees, and the data at an address. */
STRUCT_TYPE(btrfs_ioctl_search_header,
	IN(transid, u64), IN(objectid, btrfs_object), IN(offset, u64), IN(type, btrfs_key), IN(len, uint));
const struct type t_btrfs_items = { .name = "btrfs_items", .kind = KIND_RECORDS, RECORDS(.header = &t_btrfs_ioctl_search_header, .size = "len", .size_of_body = true, .count = "key.nr_items", .align = 1) };
STRUCT_TYPE_AS(btrfs_ioctl_search_key, VIEW(ONLY(IF_OR_VERBOSE(min_objectid, IS_NOT, BTRFS_FIRST_FREE_OBJECTID, min_objectid),
		IF_OR_VERBOSE(max_objectid, IS_NOT, BTRFS_LAST_FREE_OBJECTID, max_objectid))),
	IN(tree_id, btrfs_object), IN(min_objectid, btrfs_object),
	IN(max_objectid, btrfs_object), IN(min_offset, btrfs_number),
	IN(max_offset, btrfs_number), IN(min_transid, btrfs_number), IN(max_transid, btrfs_number), IN(min_type, btrfs_key),
	IN(max_type, btrfs_key), IN(nr_items, uint), PAD(4), PAD(8), PAD(8), PAD(8), PAD(8));
STRUCT_TYPE_AS(btrfs_found_key, .name = "btrfs_ioctl_search_key", PAD(64), IN(nr_items, uint), PAD(4), PAD(8), PAD(8), PAD(8), PAD(8));
STRUCT_TYPE_AS(btrfs_ioctl_search_args, PARTS(READABLE_SIZE(104), VIEW(VERBOSE(buf))),
	IN(key, btrfs_ioctl_search_key), OUT(key, btrfs_found_key, UNION_WITH_PREVIOUS), OUT(buf, btrfs_items, LEN_IS(3992)));
STRUCT_TYPE_AS(btrfs_ioctl_search_args_v2, VIEW(VERBOSE(buf)),
	IN(key, btrfs_ioctl_search_key), OUT(key, btrfs_found_key, UNION_WITH_PREVIOUS), IN(buf_size, u64), OUT(buf_size, u64, UNION_WITH_PREVIOUS),
	OUT(buf, btrfs_items, LEN(buf_size)));
STRUCT_TYPE(btrfs_ioctl_ino_lookup_args,
	INOUT(treeid, btrfs_object), IN(objectid, btrfs_object), OUT(name, text, LEN_IS(4080)));
static const struct type t_btrfs_inode = { .name = "btrfs_inode", .kind = KIND_STRUCT, MEMBERS(
	IN(inum, u64), IN(offset, u64), IN(root, u64)) };
#define CONTAINER IN(bytes_left, uint), IN(bytes_missing, uint), IN(elem_cnt, uint), IN(elem_missed, uint)
STRUCT_TYPE_AS(btrfs_inodes, PARTS(.name = "btrfs_data_container", VIEW(VERBOSE(val))),
	CONTAINER, IN(val, btrfs_inode, COUNT_WHOLE(elem_cnt, 3)));
STRUCT_TYPE_AS(btrfs_data_container, VIEW(VERBOSE(val)), CONTAINER, IN(val, address64, COUNT(elem_cnt)));
STRUCT_TYPE(btrfs_ioctl_ino_path_args,
	IN(inum, u64), IN(size, u64), PAD(32), IN(fspath, address64), OUT(fspath, btrfs_data_container, PTR64, UNION_WITH_PREVIOUS));
STRUCT_TYPE_AS(btrfs_ioctl_logical_ino_args, VIEW(NONZERO(reserved)),
	IN(logical, u64), IN(size, u64), IN(reserved, hex64, COUNT_IS(3)), IN(flags, btrfs_logical), IN(inodes, address64),
	OUT(inodes, btrfs_inodes, PTR64, UNION_WITH_PREVIOUS));
