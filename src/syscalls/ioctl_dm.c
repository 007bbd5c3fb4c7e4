/* SPDX-License-Identifier: MIT */
/*
 * Arguments of ioctls of the device mapper: linux/dm-ioctl.h. A header, which text shows by
 * request, precedes the data.
 */
#include "syscalls/table.h"

/* clang-format off */

/* The kernel takes no header of another version, and none that is not all there. */
#define DM_KNOWN WHEN(major, IS, 4)
#define DM_WHOLE WHEN_TEST(HOOK_DM_IS_WHOLE)
/* The kernel copies the header without its padding. */
#define DM_COPIED READABLE_SIZE(305)
STRUCT_TYPE_AS(dm_ioctl, DM_COPIED,
	IN(version, uint, COUNT_IS(3)), IN(data_size, uint, DM_KNOWN),
	IN(data_start, uint, DM_WHOLE), IN(target_count, uint, DM_WHOLE), IN(open_count, int, DM_WHOLE), IN(flags, dm_flags, DM_WHOLE),
	IN(event_nr, uint, DM_WHOLE), PAD(4), IN(dev, dev64, DM_WHOLE), IN(name, text, LEN_IS(128), DM_WHOLE),
	IN(uuid, text, LEN_IS(129), DM_WHOLE), PAD(7));
#define DM_VIEW(view_name, ...) VIEW_TYPE(view_name, NONZERO(dev, name, uuid), ORDER(version, data_size, __VA_ARGS__, flags))
VIEW_TYPE(dm_short, ORDER(version, data_size, flags));
DM_VIEW(dm_list, data_start);
DM_VIEW(dm_device, dev, name, uuid);
DM_VIEW(dm_data, data_start, dev, name, uuid);
DM_VIEW(dm_event, dev, name, uuid, event_nr);
/* Only a resume has the number of an event. */
VIEW_TYPE(dm_suspend, NONZERO(dev, name, uuid), ONLY(IF(flags, LACKS, DM_SUSPEND_FLAG, event_nr)),
	ORDER(version, data_size, dev, name, uuid, event_nr, flags));
DM_VIEW(dm_event_data, data_start, dev, name, uuid, event_nr);
DM_VIEW(dm_load, data_start, dev, name, uuid, target_count);
DM_VIEW(dm_state, dev, name, uuid, target_count, open_count, event_nr);
DM_VIEW(dm_state_data, data_start, dev, name, uuid, target_count, open_count, event_nr);

/* The data of a request: as many bytes as the header says, from where it says. */
#define DM_REST .len = { .name = "header.data_size-header.data_start", .less = true, .given = true }
static const struct type t_dm_string = { .name = "dm_string", .kind = KIND_STRUCT, MEMBERS(IN(string, string, DM_REST)) };
static const struct type t_dm_target_msg = { .name = "dm_target_msg", .kind = KIND_STRUCT, MEMBERS(IN(sector, u64), IN(message, string, LEN_BY(HOOK_DM_AFTER_HEAD), MAY_BE_EMPTY)) };
static const struct type t_dm_target_deps = { .name = "dm_target_deps", .kind = KIND_STRUCT, MEMBERS(
	IN(count, uint), PAD(4), IN(deps, dev64, COUNT(count), MAY_BE_EMPTY)) };
/*
 * Records: each says where the next one begins, from its own start or, in what the kernel writes,
 * from that of the first one.
 */
#define DM_TARGET IN(sector_start, u64), IN(length, u64), IN(status, int), IN(next, uint), IN(target_type, text, LEN_IS(16))
static const struct type t_dm_target_spec = { .name = "dm_target_spec", .kind = KIND_STRUCT, MEMBERS(DM_TARGET) };
#define DM_SPEC(type_name, view_) static const struct type t_##type_name = { .name = "dm_target_spec", .kind = KIND_STRUCT, view_, MEMBERS( \
	DM_TARGET, IN(string, string, LEN_BY(HOOK_DM_AFTER_TARGET), MAY_BE_EMPTY)) }
DM_SPEC(dm_target, VIEW(HIDE(status, next)));
DM_SPEC(dm_target_state, VIEW(HIDE(next)));
#define DM_RECORDS(type_name, header_, record_, ...) static const struct type t_##type_name = { .name = #type_name, .kind = KIND_RECORDS, RECORDS( \
	.header = &t_##header_, .record = &t_##record_, .size = "next", .align = 1, .one_by_one = true, .to_next = true, ##__VA_ARGS__) }
DM_RECORDS(dm_targets, dm_target_spec, dm_target, .count = "header.target_count");
DM_RECORDS(dm_states, dm_target_spec, dm_target_state, .count = "header.target_count", .from_first = true);
/* The number of the last event of a device begins at a multiple of eight after its name. */
#define DM_NAME IN(dev, dev64), IN(next, uint)
static const struct type t_dm_name_header = { .name = "dm_name_list", .kind = KIND_STRUCT, MIN_SIZE(12), MEMBERS(DM_NAME) };
static const struct type t_dm_name = { .name = "dm_name_list", .kind = KIND_STRUCT, MIN_SIZE(12), VIEW(HIDE(next)), MEMBERS(
	DM_NAME, IN(name, string, LEN_BY(HOOK_DM_AFTER_NAME), MAY_BE_EMPTY),
	IN(event_nr, uint, UNION_WITH_PREVIOUS, OFFSET_BY(HOOK_DM_EVENT), WHEN_TEST(HOOK_DM_HAS_EVENT))) };
DM_RECORDS(dm_names, dm_name_header, dm_name);
#define DM_VERSIONS IN(next, uint), IN(version, uint, COUNT_IS(3))
static const struct type t_dm_version_header = { .name = "dm_target_versions", .kind = KIND_STRUCT, MEMBERS(DM_VERSIONS) };
static const struct type t_dm_target_versions = { .name = "dm_target_versions", .kind = KIND_STRUCT, VIEW(ORDER(name, version)), MEMBERS(
	DM_VERSIONS, IN(name, string, LEN_BY(HOOK_DM_AFTER_VERSION), MAY_BE_EMPTY)) };
DM_RECORDS(dm_versions, dm_version_header, dm_target_versions);
#define DM_DATA(test) UNION_WITH_PREVIOUS, OFFSET_EXACT(header.data_start, 0), WHEN_TEST(test)

/* The major version of the interface decides what a header means. */
#define DM_PARTS(type_name, view_, before, after, ...) \
	const struct type t_##type_name = { .name = #type_name, .kind = KIND_STRUCT, DM_COPIED, view_, MEMBERS(IN(major, uint, LOOKUP), \
		IN(header, dm_ioctl, AS(before), UNION_WITH_PREVIOUS), OUT(header, dm_ioctl, AS(after), UNION_WITH_PREVIOUS), ##__VA_ARGS__) }
#define DM_TYPE(type_name, before, after) DM_PARTS(type_name, VIEW(.elements = true, .bare = true), before, after)
#define DM_WITH(type_name, before, after, ...) \
	DM_PARTS(type_name, VIEW(.elements = true, .bare = true, VERBOSE(data)), before, after, __VA_ARGS__)
DM_TYPE(dm_version, dm_device, dm_device);
DM_TYPE(dm_remove_all, dm_short, dm_short);
DM_TYPE(dm_dev_status, dm_device, dm_state);
DM_TYPE(dm_dev_remove, dm_event, dm_device);
DM_TYPE(dm_dev_suspend, dm_suspend, dm_state);
DM_WITH(dm_dev_rename, dm_event_data, dm_state_data, IN(data, dm_string, DM_DATA(HOOK_DM_HAS_STRING)));
DM_WITH(dm_set_geometry, dm_data, dm_data, IN(data, dm_string, DM_DATA(HOOK_DM_HAS_STRING)));
DM_WITH(dm_table_load, dm_load, dm_state_data, IN(data, dm_targets, DM_REST, DM_DATA(HOOK_DM_HAS_TARGETS)));
DM_WITH(dm_table_deps, dm_data, dm_state_data,
	OUT(n_deps, uint, LOOKUP, DM_DATA(HOOK_DM_HAS_HEAD)), OUT(data, dm_target_deps, DM_REST, DM_DATA(HOOK_DM_HAS_DEPS)));
DM_WITH(dm_target_message, dm_data, dm_state_data, IN(data, dm_target_msg, DM_REST, DM_DATA(HOOK_DM_HAS_HEAD)));
DM_WITH(dm_table_status, dm_data, dm_state_data, OUT(data, dm_states, DM_REST, DM_DATA(HOOK_DM_HAS_TARGETS)));
DM_WITH(dm_dev_wait, dm_event_data, dm_state_data, OUT(data, dm_states, DM_REST, DM_DATA(HOOK_DM_HAS_TARGETS)));
DM_WITH(dm_list_devices, dm_list, dm_list, OUT(data, dm_names, DM_REST, DM_DATA(HOOK_DM_HAS_NAME)));
DM_WITH(dm_list_versions, dm_list, dm_list, OUT(data, dm_versions, DM_REST, DM_DATA(HOOK_DM_HAS_VERSION)));
