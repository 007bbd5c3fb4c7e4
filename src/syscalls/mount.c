/* SPDX-License-Identifier: MIT */
/* Mounting and the mount namespace, swap. */
#include "syscalls/table.h"

/* clang-format off */

SYSCALL(mount, C_FILE, int,
	IN(source, path), IN(target, path), IN(filesystemtype, string, OR_ADDRESS,
		WHEN_TEST(HOOK_HAS_MOUNT_TYPE)), IN(mountflags, mount_flags), IN(data, string, WHEN_TEST(HOOK_HAS_MOUNT_DATA), OR_ADDRESS));
SYSCALL(umount, C_FILE, int, IN(path, path));
SYSCALL(umount2, C_FILE, int, IN(target, path), IN(flags, umount_flags));
SYSCALL(open_tree, C_FILE | C_DESC, fd, IN(dirfd, dirfd), IN(pathname, path), IN(flags, open_tree));
SYSCALL(move_mount, C_FILE | C_DESC, int,
	IN(from_dfd, dirfd), IN(from_pathname, path), IN(to_dfd, dirfd), IN(to_pathname, path), IN(flags, move_mount));
SYSCALL(fsopen, C_DESC, fd, IN(fsname, string), IN(flags, fsopen));
SYSCALL(fsmount, C_DESC, fd, IN(fd, fd), IN(flags, fsmount), IN(attr_flags, mount_attr));
SYSCALL(fspick, C_FILE | C_DESC, fd, IN(dirfd, dirfd), IN(pathname, path), IN(flags, fspick));
CHOICE(fsconfig_arguments, cmd,
	WITH(FSCONFIG_SET_FLAG, IN(key, fs_key), IN(value, address), IN(aux, int)),
	WITH(FSCONFIG_SET_STRING, IN(key, fs_key), IN(value, fs_key), IN(aux, int)),
	WITH(FSCONFIG_SET_BINARY, IN(key, fs_key), IN(value, fs_blob, LEN(aux)), IN(aux, int)),
	WITH(FSCONFIG_SET_PATH|FSCONFIG_SET_PATH_EMPTY, IN(key, fs_key), IN(value, path), IN(aux, dirfd)),
	WITH(FSCONFIG_SET_FD, IN(key, fs_key), IN(value, address), IN(aux, fd)),
	OTHERWISE(IN(key, address), IN(value, address), IN(aux, int)));
SYSCALL(fsconfig, C_FILE | C_DESC, int, IN(fd, fd), IN(cmd, fsconfig), CHOOSE(fsconfig_arguments));
/* linux/mount.h */
FLAGS_TYPE(mount_attr64, mount_attr, U64);
STRUCT_TYPE_AS(mount_attr_struct, PARTS(.name = "mount_attr", MIN_SIZE(32), EXTENSIBLE),
	IN(attr_set, mount_attr64), IN(attr_clr, mount_attr64), IN(propagation, mount_propagation),
	IN(userns_fd, fd64, WHEN(userns_fd, LACKS, 0xffffffff80000000)),
	IN(userns_fd, u64, UNION_WITH_PREVIOUS, WHEN(userns_fd, HAS, 0xffffffff80000000)));
SYSCALL(mount_setattr, C_FILE | C_DESC, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(flags, mount_setattr), IN(attr, mount_attr_struct, LEN(size)), IN(size, size));
SYSCALL(open_tree_attr, C_FILE | C_DESC, fd,
	IN(dirfd, dirfd), IN(pathname, path), IN(flags, open_tree), IN(attr, mount_attr_struct, LEN(size)), IN(size, size));
/* Text shows the size even if the memory ends before the rest. */
#define MNT_ID_REQ(id, param_)  \
	IN(size, uint), IN(mnt_ns_fd, fd, WHEN(size, ABOVE, 23)), IN(mnt_id, id, WHEN(size, ABOVE, 23)), \
	IN(param, param_, WHEN(size, ABOVE, 23)), IN(mnt_ns_id, hex64, WHEN(size, ABOVE, 31))
STRUCT_TYPE_AS(mnt_id_req, PARTS(MIN_SIZE(1), READABLE_SIZE(4), EXTENSIBLE, OWN_SIZE(size, 4)),
	MNT_ID_REQ(listmount_id, hex64));
STRUCT_TYPE_AS(mnt_id_req_statmount, PARTS(.name = "mnt_id_req", MIN_SIZE(1), READABLE_SIZE(4), EXTENSIBLE, OWN_SIZE(size, 4)),
	MNT_ID_REQ(hex64, statmount_mask));
/*
 * Strings lie after the 512 bytes of the struct; the member of the same name is the place of one
 * there, or of the first of several.
 */
#define STRING_AT(name, place, bit) \
	IN(name, hex32, LOOKUP), \
	IN(name, string, UNION_WITH_PREVIOUS, OFFSET_OR_NUMBER(name, 512 - (place)), WHEN(mask, HAS, STATMOUNT_##bit))
#define STRINGS_AT(n, name, place, bit) \
	IN(n, uint, WHEN(mask, HAS, STATMOUNT_##bit)), IN(name, hex32, LOOKUP), \
	IN(name, string, UNION_WITH_PREVIOUS, COUNT(n), OFFSET_OR_NUMBER(name, 512 - (place)), WHEN(mask, HAS, STATMOUNT_##bit))
#define BASIC(name, type) IN(name, type, WHEN(mask, HAS, STATMOUNT_MNT_BASIC))
STRUCT_TYPE_AS(statmount, MIN_SIZE(4),
	IN(size, uint), STRING_AT(mnt_opts, 4, MNT_OPTS), IN(mask, statmount_mask),
	IN(sb_dev_major, uint, WHEN(mask, HAS, STATMOUNT_SB_BASIC)), IN(sb_dev_minor, uint, WHEN(mask, HAS, STATMOUNT_SB_BASIC)),
	IN(sb_magic, fs_magic64, WHEN(mask, HAS, STATMOUNT_SB_BASIC)), IN(sb_flags, statmount_sb, WHEN(mask, HAS, STATMOUNT_SB_BASIC)),
	STRING_AT(fs_type, 36, FS_TYPE), BASIC(mnt_id, hex64), BASIC(mnt_parent_id, hex64), BASIC(mnt_id_old, hex32),
	BASIC(mnt_parent_id_old, hex32), BASIC(mnt_attr, mount_attr64), BASIC(mnt_propagation, statmount_propagation),
	BASIC(mnt_peer_group, hex64), BASIC(mnt_master, hex64), IN(propagate_from, hex64, WHEN(mask, HAS, STATMOUNT_PROPAGATE_FROM)),
	STRING_AT(mnt_root, 104, MNT_ROOT), STRING_AT(mnt_point, 108, MNT_POINT), IN(mnt_ns_id, hex64, WHEN(mask, HAS, STATMOUNT_MNT_NS_ID)),
	STRING_AT(fs_subtype, 120, FS_SUBTYPE), STRING_AT(sb_source, 124, SB_SOURCE), STRINGS_AT(opt_num, opt_array, 132, OPT_ARRAY),
	STRINGS_AT(opt_sec_num, opt_sec_array, 140, OPT_SEC_ARRAY), IN(supported_mask, statmount_mask, WHEN(mask, HAS, STATMOUNT_SUPPORTED_MASK)),
	STRINGS_AT(mnt_uidmap_num, mnt_uidmap, 156, MNT_UIDMAP), STRINGS_AT(mnt_gidmap_num, mnt_gidmap, 164, MNT_GIDMAP), PAD(344));
ENUM_TYPE(fs_magic64, fs_magic, U64);
SYSCALL(statmount, C_NONE, int,
	IN(req, mnt_id_req_statmount), OUT(buf, statmount, LEN(bufsize)), IN(bufsize, size), IN(flags, statmount_flags));
SYSCALL(listmount, C_NONE, klong,
	IN(req, mnt_id_req), OUT(mnt_ids, hex64, COUNT_BY_RESULT(HOOK_IDS_OF_MOUNTS)), IN(nr_mnt_ids, size), IN(flags, listmount_flags));
STRUCT_TYPE_AS(ns_id_req, PARTS(MIN_SIZE(1), READABLE_SIZE(4), EXTENSIBLE, OWN_SIZE(size, 4), VIEW(NONZERO(spare, spare2))),
	IN(size, uint), IN(spare, hex32, WHEN(size, ABOVE, 31)), IN(ns_id, hex64, WHEN(size, ABOVE, 31)),
	IN(ns_type, ns_types, WHEN(size, ABOVE, 31)), IN(spare2, hex32, WHEN(size, ABOVE, 31)),
	IN(user_ns_id, user_ns, WHEN(size, ABOVE, 31)));
SYSCALL(listns, C_NONE, klong,
	IN(req, ns_id_req), OUT(ns_ids, hex64, COUNT_BY_RESULT(HOOK_IDS_OF_NAMESPACES)), IN(nr_ns_ids, size), IN(flags, hex32));

SYSCALL(swapon, C_FILE, int, IN(path, path), IN(swapflags, swap_flags));
SYSCALL(swapoff, C_FILE, int, IN(path, path));
