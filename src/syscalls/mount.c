/* SPDX-License-Identifier: MIT */
/* Mounting and the mount namespace, swap. */
#include "syscalls/table.h"

/* clang-format off */

SYSCALL(mount, C_FILE, int,
	IN(source, path), IN(target, path), IN(filesystemtype, string, OR_ADDRESS,
		WHEN(mountflags, LACKS, MS_REMOUNT|MS_BIND|MS_MOVE|MS_UNBINDABLE|MS_PRIVATE|MS_SLAVE|MS_SHARED)), IN(mountflags, mount_flags), IN(data, string));
SYSCALL(umount, C_FILE, int, IN(target, path));
SYSCALL(umount2, C_FILE, int, IN(target, path), IN(flags, umount_flags));
SYSCALL(open_tree, C_FILE | C_DESC, fd, IN(dfd, dirfd), IN(filename, path), IN(flags, open_tree));
SYSCALL(move_mount, C_FILE | C_DESC, int,
	IN(from_dirfd, dirfd), IN(from_pathname, path), IN(to_dirfd, dirfd), IN(to_pathname, path), IN(flags, move_mount));
SYSCALL(fsopen, C_DESC, fd, IN(fsname, string), IN(flags, fsopen));
SYSCALL(fsmount, C_DESC, fd, IN(fd, fd), IN(flags, fsmount), IN(attr_flags, mount_attr));
SYSCALL(fspick, C_FILE | C_DESC, fd, IN(dirfd, dirfd), IN(pathname, path), IN(flags, fspick));
CHOICE(fsconfig_arguments, cmd,
	WITH(FSCONFIG_SET_FLAG, IN(key, string), IN(value, address), IN(aux, int)),
	WITH(FSCONFIG_SET_STRING, IN(key, string), IN(value, string), IN(aux, int)),
	WITH(FSCONFIG_SET_BINARY, IN(key, string), IN(value, fs_blob, LEN(aux)), IN(aux, int)),
	WITH(FSCONFIG_SET_PATH|FSCONFIG_SET_PATH_EMPTY, IN(key, string), IN(value, path), IN(aux, dirfd)),
	WITH(FSCONFIG_SET_FD, IN(key, string), IN(value, address), IN(aux, fd)),
	OTHERWISE(IN(key, address), IN(value, address), IN(aux, int)));
SYSCALL(fsconfig, C_FILE | C_DESC, int, IN(fd, fd), IN(cmd, fsconfig), CHOOSE(fsconfig_arguments));
/* linux/mount.h */
FLAGS_TYPE(mount_attr64, mount_attr, U64);
STRUCT_TYPE_AS(mount_attr_struct, PARTS(.name = "mount_attr", MIN_SIZE(32), EXTENSIBLE),
	IN(attr_set, mount_attr64), IN(attr_clr, mount_attr64), IN(propagation, mount_propagation), IN(userns_fd, fd64));
SYSCALL(mount_setattr, C_FILE | C_DESC, int,
	IN(dirfd, dirfd), IN(pathname, path), IN(flags, mount_setattr), IN(attr, mount_attr_struct, LEN(size)), IN(size, size));
SYSCALL(open_tree_attr, C_FILE | C_DESC, fd,
	IN(dfd, dirfd), IN(filename, path), IN(flags, open_tree), IN(attr, mount_attr_struct, LEN(size)), IN(size, size));
#define MNT_ID_REQ(id, param_)  \
	IN(size, uint), IN(mnt_ns_fd, fd, WHEN(size, ABOVE, 23)), IN(mnt_id, id, WHEN(size, ABOVE, 23)), \
	IN(param, param_, WHEN(size, ABOVE, 23)), IN(mnt_ns_id, hex64, WHEN(size, ABOVE, 31))
STRUCT_TYPE_AS(mnt_id_req, PARTS(MIN_SIZE(4), EXTENSIBLE, OWN_SIZE(size, 4)),
	MNT_ID_REQ(listmount_id, hex64));
STRUCT_TYPE_AS(mnt_id_req_statmount, PARTS(.name = "mnt_id_req", MIN_SIZE(4), EXTENSIBLE, OWN_SIZE(size, 4)),
	MNT_ID_REQ(hex64, statmount_mask));
SYSCALL(statmount, C_NONE, int,
	IN(req, mnt_id_req_statmount), IN(buf, address), IN(bufsize, size), IN(flags, statmount_flags));
SYSCALL(listmount, C_NONE, klong,
	IN(req, mnt_id_req), OUT(mnt_ids, hex64, COUNT(RET)), IN(nr_mnt_ids, size), IN(flags, listmount_flags));
STRUCT_TYPE_AS(ns_id_req, PARTS(MIN_SIZE(4), EXTENSIBLE, OWN_SIZE(size, 4), VIEW(NONZERO(spare, spare2))),
	IN(size, uint), IN(spare, hex32, WHEN(size, ABOVE, 31)), IN(ns_id, hex64, WHEN(size, ABOVE, 31)),
	IN(ns_type, ns_types, WHEN(size, ABOVE, 31)), IN(spare2, hex32, WHEN(size, ABOVE, 31)),
	IN(user_ns_id, hex64, WHEN(size, ABOVE, 31)));
SYSCALL(listns, C_NONE, klong,
	IN(req, ns_id_req), OUT(ns_ids, hex64, COUNT(RET)), IN(nr_ns_ids, size), IN(flags, hex32));

SYSCALL(swapon, C_FILE, int, IN(path, path), IN(swapflags, swap_flags));
SYSCALL(swapoff, C_FILE, int, IN(path, path));
