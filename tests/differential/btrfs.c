/* SPDX-License-Identifier: MIT */
/* ioctl(2) of btrfs: subvolumes, quotas, devices, balance, search. */
#include <linux/btrfs.h>
#include <linux/btrfs_tree.h>

#include "fixture.h"

/* Makes a request with an object, and then with wrong pointers. */
static void try_all(unsigned long request, const void *object, size_t size)
{
	CALL_AND_FAIL(0, SYS_ioctl, 3, request, object);
	fixture_pointers(SYS_ioctl, ARGS(3, request, 0), 2, object, size);
}

static void subvolumes(void)
{
	struct btrfs_qgroup_inherit *inherit = fixture_alloc(sizeof(*inherit) + 16);
	struct btrfs_ioctl_vol_args_v2 *make =
		COPY(struct btrfs_ioctl_vol_args_v2,
		     { .fd = 5, .flags = BTRFS_SUBVOL_RDONLY, .name = "a snapshot" });
	struct btrfs_ioctl_received_subvol_args *received =
		COPY(struct btrfs_ioctl_received_subvol_args, { .uuid = "0123456789abcde",
								.stransid = 7,
								.stime = { 1700000000, 5 },
								.flags = 1 });
	uint64_t *flags = COPY(uint64_t, { BTRFS_SUBVOL_RDONLY });

	*inherit = (struct btrfs_qgroup_inherit){ BTRFS_QGROUP_INHERIT_SET_LIMITS,
						  2,
						  0,
						  0,
						  { BTRFS_QGROUP_LIMIT_MAX_EXCL, 1, 2, 3, 4 } };
	inherit->qgroups[1] = 256;
	try_all(BTRFS_IOC_SNAP_CREATE_V2, make, sizeof(*make));
	make->flags = BTRFS_SUBVOL_QGROUP_INHERIT;
	make->size = sizeof(*inherit) + 16;
	make->qgroup_inherit = inherit;
	CALL_AND_FAIL(0, SYS_ioctl, 3, BTRFS_IOC_SNAP_CREATE_V2, make);
	make->qgroup_inherit = (void *)NOWHERE;
	CHANGE(make->transid, 12);
	CALL_AND_FAIL(0, SYS_ioctl, 3, BTRFS_IOC_SUBVOL_CREATE_V2, make);
	try_all(BTRFS_IOC_SUBVOL_GETFLAGS, flags, sizeof(*flags));
	try_all(BTRFS_IOC_SUBVOL_SETFLAGS, flags, sizeof(*flags));
	CHANGE(received->rtime, { 1700000001, 6 });
	try_all(BTRFS_IOC_SET_RECEIVED_SUBVOL, received, sizeof(*received));
}

static void sending(void)
{
	uint64_t *sources = fixture_alloc(16);
	struct btrfs_ioctl_send_args *send =
		COPY(struct btrfs_ioctl_send_args, { .send_fd = 5,
						     .clone_sources_count = 2,
						     .clone_sources = (void *)sources,
						     .parent_root = 256,
						     .flags = BTRFS_SEND_FLAG_NO_FILE_DATA });

	sources[0] = 5;
	sources[1] = 300;
	try_all(BTRFS_IOC_SEND, send, sizeof(*send));
	send->clone_sources = LAST_BYTES(8);
	CALL(SYS_ioctl, 3, BTRFS_IOC_SEND, send);
	send->clone_sources = (void *)NOWHERE;
	CALL(SYS_ioctl, 3, BTRFS_IOC_SEND, send);
	send->clone_sources_count = 0;
	CALL(SYS_ioctl, 3, BTRFS_IOC_SEND, send);
}

static void quotas(void)
{
	struct btrfs_ioctl_quota_ctl_args *control =
		COPY(struct btrfs_ioctl_quota_ctl_args, { BTRFS_QUOTA_CTL_ENABLE, 0 });
	struct btrfs_ioctl_qgroup_assign_args *assign =
		COPY(struct btrfs_ioctl_qgroup_assign_args, { 1, 2, 3 });
	struct btrfs_ioctl_qgroup_create_args *create =
		COPY(struct btrfs_ioctl_qgroup_create_args, { 1, 256 });
	struct btrfs_ioctl_qgroup_limit_args *limit =
		COPY(struct btrfs_ioctl_qgroup_limit_args,
		     { 256,
		       { BTRFS_QGROUP_LIMIT_MAX_RFER | BTRFS_QGROUP_LIMIT_EXCL_CMPR, 1, 2, 3,
			 4 } });
	struct btrfs_ioctl_quota_rescan_args *rescan =
		COPY(struct btrfs_ioctl_quota_rescan_args, { .flags = 1, .progress = 77 });

	try_all(BTRFS_IOC_QUOTA_CTL, control, sizeof(*control));
	try_all(BTRFS_IOC_QGROUP_ASSIGN, assign, sizeof(*assign));
	try_all(BTRFS_IOC_QGROUP_CREATE, create, sizeof(*create));
	try_all(BTRFS_IOC_QGROUP_LIMIT, limit, sizeof(*limit));
	try_all(BTRFS_IOC_QUOTA_RESCAN, rescan, sizeof(*rescan));
	try_all(BTRFS_IOC_QUOTA_RESCAN_STATUS, rescan, sizeof(*rescan));
}

static void filesystem(void)
{
	struct btrfs_ioctl_fs_info_args *info =
		COPY(struct btrfs_ioctl_fs_info_args, { .max_id = 3,
							.num_devices = 2,
							.fsid = "0123456789abcde",
							.nodesize = 16384 });
	struct btrfs_ioctl_feature_flags *features = fixture_alloc(3 * sizeof(*features));
	struct btrfs_ioctl_space_args *space =
		fixture_alloc(sizeof(*space) + 2 * sizeof(struct btrfs_ioctl_space_info));

	try_all(BTRFS_IOC_FS_INFO, info, sizeof(*info));
	info->flags = BTRFS_FS_INFO_FLAG_CSUM_INFO | BTRFS_FS_INFO_FLAG_GENERATION | 4;
	info->csum_type = BTRFS_CSUM_TYPE_SHA256;
	info->csum_size = 32;
	CALL(SYS_ioctl, 3, BTRFS_IOC_FS_INFO, info);
	features[1].compat_ro_flags = 3;
	features[2].incompat_flags = 0x141;
	try_all(BTRFS_IOC_GET_FEATURES, features + 1, sizeof(*features));
	try_all(BTRFS_IOC_SET_FEATURES, features + 1, 2 * sizeof(*features));
	CALL_AND_FAIL(0, SYS_ioctl, 3, BTRFS_IOC_GET_SUPPORTED_FEATURES, features);
	CHANGE(space->total_spaces, 2);
	CALL(SYS_ioctl, 3, BTRFS_IOC_SPACE_INFO, space);
	space->space_slots = 2;
	space->spaces[0] = (struct btrfs_ioctl_space_info){ BTRFS_BLOCK_GROUP_DATA, 5, 6 };
	CALL_AND_FAIL(0, SYS_ioctl, 3, BTRFS_IOC_SPACE_INFO, space);
	fixture_pointers(SYS_ioctl, ARGS(3, BTRFS_IOC_SPACE_INFO, 0), 2, space, sizeof(*space));
}

static void devices(void)
{
	struct btrfs_ioctl_dev_info_args *info =
		COPY(struct btrfs_ioctl_dev_info_args, { .devid = 1, .path = "/dev/a" });
	struct btrfs_ioctl_get_dev_stats *stats =
		COPY(struct btrfs_ioctl_get_dev_stats,
		     { .devid = 1, .nr_items = 5, .flags = 1, .values = { 1, 2, 3, 4, 5 } });
	struct btrfs_ioctl_scrub_args *scrub =
		COPY(struct btrfs_ioctl_scrub_args,
		     { .devid = 1, .end = -1, .progress = { .csum_errors = 3 } });

	try_all(BTRFS_IOC_DEV_INFO, info, sizeof(*info));
	CHANGE(info->total_bytes, 5);
	info->uuid[3] = 4;
	CALL_AND_FAIL(0, SYS_ioctl, 3, BTRFS_IOC_DEV_INFO, info);
	CALL_AND_FAIL(0, SYS_ioctl, 3, BTRFS_IOC_GET_DEV_STATS, stats);
	stats->nr_items = 2;
	CALL_AND_FAIL(0, SYS_ioctl, 3, BTRFS_IOC_GET_DEV_STATS, stats);
	try_all(BTRFS_IOC_SCRUB, scrub, sizeof(*scrub));
	try_all(BTRFS_IOC_SCRUB_PROGRESS, scrub, sizeof(*scrub));
}

static void replacing(void)
{
	struct btrfs_ioctl_dev_replace_args *replace =
		COPY(struct btrfs_ioctl_dev_replace_args,
		     { .cmd = BTRFS_IOCTL_DEV_REPLACE_CMD_START,
		       .start = { 1, 1, "/dev/old", "/dev/new" } });

	try_all(BTRFS_IOC_DEV_REPLACE, replace, sizeof(*replace));
	replace->cmd = BTRFS_IOCTL_DEV_REPLACE_CMD_STATUS;
	replace->status.replace_state = 2;
	replace->status.progress_1000 = 500;
	replace->status.time_started = 1700000000;
	replace->status.time_stopped = 0;
	CALL_AND_FAIL(0, SYS_ioctl, 3, BTRFS_IOC_DEV_REPLACE, replace);
	replace->cmd = BTRFS_IOCTL_DEV_REPLACE_CMD_CANCEL;
	CALL_AND_FAIL(0, SYS_ioctl, 3, BTRFS_IOC_DEV_REPLACE, replace);
}

static void balance(void)
{
	struct btrfs_ioctl_defrag_range_args *range =
		COPY(struct btrfs_ioctl_defrag_range_args,
		     { .start = 1, .len = -1, .flags = 3, .extent_thresh = 4, .compress_type = 5 });
	struct btrfs_ioctl_balance_args *balance =
		COPY(struct btrfs_ioctl_balance_args,
		     { .flags = BTRFS_BALANCE_DATA | BTRFS_BALANCE_SYSTEM,
		       .state = 1,
		       .data = { .profiles = 9, .usage = 5, .devid = 0x301, .flags = 2 },
		       .meta = { .usage = 4 } });

	try_all(BTRFS_IOC_DEFRAG_RANGE, range, sizeof(*range));
	try_all(BTRFS_IOC_BALANCE_V2, balance, sizeof(*balance));
	CHANGE(balance->flags, 0);
	CALL(SYS_ioctl, 3, BTRFS_IOC_BALANCE_V2, balance);
	balance->flags = 7;
	try_all(BTRFS_IOC_BALANCE_PROGRESS, balance, sizeof(*balance));
}

static void searching(void)
{
	struct btrfs_ioctl_search_args *search =
		COPY(struct btrfs_ioctl_search_args,
		     { .key = { 5, 256, -1, 0, -1, 0, -1, 1, 132, .nr_items = 2 } });
	struct btrfs_ioctl_search_args_v2 *second = fixture_alloc(sizeof(*second) + 1000);
	struct btrfs_ioctl_search_header *header = (void *)search->buf;
	struct btrfs_ioctl_ino_lookup_args *lookup =
		COPY(struct btrfs_ioctl_ino_lookup_args, { .treeid = 256, .objectid = 257 });

	header[0] = (struct btrfs_ioctl_search_header){ 7, 256, 0, 1, 32 };
	header[2] = (struct btrfs_ioctl_search_header){ 8, 257, -1, 24, 0 };
	CALL_AND_FAIL(0, SYS_ioctl, 3, BTRFS_IOC_TREE_SEARCH, search);
	second->key = search->key;
	second->buf_size = 1000;
	memcpy(second->buf, search->buf, 1000);
	CALL_AND_FAIL(0, SYS_ioctl, 3, BTRFS_IOC_TREE_SEARCH_V2, second);
	second->key.nr_items = 0;
	CALL(SYS_ioctl, 3, BTRFS_IOC_TREE_SEARCH_V2, second);
	second->key.nr_items = 7;
	header = (void *)second->buf;
	header[2].len = 900;
	CALL(SYS_ioctl, 3, BTRFS_IOC_TREE_SEARCH_V2, second);
	CALL(SYS_ioctl, 3, BTRFS_IOC_TREE_SEARCH_V2, NOWHERE);
	strcpy(lookup->name, "a/name");
	try_all(BTRFS_IOC_INO_LOOKUP, lookup, sizeof(*lookup));
}

static void places(void)
{
	struct btrfs_data_container *found = fixture_alloc(sizeof(*found) + 6 * 8);
	struct btrfs_ioctl_logical_ino_args *where =
		COPY(struct btrfs_ioctl_logical_ino_args,
		     { .logical = 1, .size = 64, .inodes = (uintptr_t)found });
	struct btrfs_ioctl_ino_path_args *paths =
		COPY(struct btrfs_ioctl_ino_path_args, { .inum = 257, .size = 64 });

	*found = (struct btrfs_data_container){ 1, 2, 6, 3 };
	found->val[0] = 256;
	found->val[5] = 5;
	CALL_AND_FAIL(0, SYS_ioctl, 3, BTRFS_IOC_LOGICAL_INO, where);
	where->reserved[1] = 4;
	where->inodes = NOWHERE;
	CALL_AND_FAIL(0, SYS_ioctl, 3, BTRFS_IOC_LOGICAL_INO, where);
	CALL_AND_FAIL(0, SYS_ioctl, 3, BTRFS_IOC_INO_PATHS, paths);
	paths->fspath = NOWHERE;
	try_all(BTRFS_IOC_INO_PATHS, paths, sizeof(*paths));
}

int main(void)
{
	fixture_begin();
	subvolumes();
	sending();
	fixture_free_all();
	quotas();
	filesystem();
	fixture_free_all();
	devices();
	replacing();
	fixture_free_all();
	balance();
	searching();
	fixture_free_all();
	places();
	fixture_end();
}
