/* SPDX-License-Identifier: MIT */
/*
 * Arguments of ioctls of kernel interfaces: namespaces, processes, file systems, epoll, user
 * faults, watchdogs.
 */
#include "syscalls/table.h"

/* clang-format off */

/* linux/nsfs.h */
STRUCT_TYPE_AS(mnt_ns_info, MIN_SIZE(16), IN(size, uint), IN(nr_mounts, uint), IN(mnt_ns_id, hex64));

/* linux/pidfd.h: the kernel fills the members that the mask says after the call. */
STRUCT_TYPE_AS(pidfd_info, PARTS(MIN_SIZE(64), READABLE_SIZE(8), CUT(LEFT_OUT), VIEW(.merge = true, APART(mask))),
	INOUT(mask, pidfd_info_mask), OUT(cgroupid, u64, WHEN(mask, HAS, PIDFD_INFO_CGROUPID)),
#define PROCESS_ID WHEN(mask, HAS, PIDFD_INFO_PID)
	OUT(pid, pid, PROCESS_ID), OUT(tgid, pid, PROCESS_ID), OUT(ppid, pid, PROCESS_ID),
#define CREDENTIAL WHEN(mask, HAS, PIDFD_INFO_CREDS)
	OUT(ruid, uid, CREDENTIAL), OUT(rgid, uid, CREDENTIAL), OUT(euid, uid, CREDENTIAL), OUT(egid, uid, CREDENTIAL),
	OUT(suid, uid, CREDENTIAL), OUT(sgid, uid, CREDENTIAL), OUT(fsuid, uid, CREDENTIAL), OUT(fsgid, uid, CREDENTIAL),
	OUT(exit_code, wait_status, WHEN(mask, HAS, PIDFD_INFO_EXIT)),
	OUT(coredump_mask, pidfd_coredump, WHEN(mask, HAS, PIDFD_INFO_COREDUMP)),
	OUT(coredump_signal, signal, WHEN(mask, HAS, PIDFD_INFO_COREDUMP_SIGNAL)),
	OUT(coredump_code, uint, WHEN(mask, HAS, PIDFD_INFO_COREDUMP_CODE)), PAD(4),
	OUT(supported_mask, pidfd_info_mask, WHEN(mask, HAS, PIDFD_INFO_SUPPORTED_MASK)));

/* linux/fs.h */
static const struct type t_fs_uuid = { .name = "fs_uuid", .kind = KIND_BYTES, .base = 16, BYTES(.capacity = 16) };
static const struct type t_fs_path = { .name = "fs_path", .kind = KIND_BYTES,
	BYTES(.capacity = 128, .limit = 128, .ended = true, .terminated = true, .nul_counts = true) };
STRUCT_TYPE(fsuuid2, IN(len, u8), IN(uuid, fs_uuid, LEN(len)), PAD(16));
STRUCT_TYPE(fs_sysfs_path, IN(len, u8), IN(name, fs_path, .len = { .name = "len", .plus = 1, .given = true }), PAD(128));
STRUCT_TYPE(logical_block_metadata_cap,
	IN(lbmd_flags, lbmd_flags), IN(lbmd_interval, u16), IN(lbmd_size, u8), IN(lbmd_opaque_size, u8), IN(lbmd_opaque_offset, u8),
	IN(lbmd_pi_size, u8), IN(lbmd_pi_offset, u8), IN(lbmd_guard_tag_type, lbmd_guards), IN(lbmd_app_tag_size, u8),
	IN(lbmd_ref_tag_size, u8), IN(lbmd_storage_tag_size, u8), PAD(1));

/* linux/eventpoll.h */
static const struct type t_microseconds = { .name = "microseconds", .kind = KIND_TICKS, .storage = STORE_U32, .base = 10,
	.ticks = { .digits = 6 } };
STRUCT_TYPE_AS(epoll_params, VIEW(NONZERO(__pad)),
	IN(busy_poll_usecs, microseconds), IN(busy_poll_budget, u16), IN(prefer_busy_poll, hex8), IN(__pad, hex8));

/* linux/udmabuf.h */
STRUCT_TYPE(udmabuf_create, IN(memfd, fd), IN(flags, udmabuf_flags), IN(offset, u64), IN(size, u64));
STRUCT_TYPE(udmabuf_create_item, IN(memfd, fd), PAD(4), IN(offset, u64), IN(size, u64));
STRUCT_TYPE_AS(udmabuf_create_list, VIEW(BRIEF(32, list)),
	IN(flags, udmabuf_flags), IN(count, uint), IN(list, udmabuf_create_item, COUNT(count)));

/* linux/userfaultfd.h */
STRUCT_TYPE_AS(uffdio_api, VIEW(.merge = true), IN(api, hex64), INOUT(features, uffd_features), OUT(ioctls, uffd_ioctls));
STRUCT_TYPE(uffdio_range, IN(start, hex64), IN(len, hex64));
STRUCT_TYPE_AS(uffdio_register, VIEW(.merge = true), IN(range, uffdio_range), IN(mode, uffd_register), OUT(ioctls, uffd_range_ioctls));
STRUCT_TYPE_AS(uffdio_copy, VIEW(.merge = true),
	IN(dst, hex64), IN(src, hex64), IN(len, hex64), IN(mode, uffd_copy), OUT(copy, hex64));
STRUCT_TYPE_AS(uffdio_zeropage, VIEW(.merge = true), IN(range, uffdio_range), IN(mode, uffd_zeropage), OUT(zeropage, hex64));
STRUCT_TYPE(uffdio_writeprotect, IN(range, uffdio_range), IN(mode, uffd_writeprotect));
STRUCT_TYPE_AS(uffdio_continue, VIEW(.merge = true), IN(range, uffdio_range), IN(mode, uffd_continue), OUT(mapped, s64));
STRUCT_TYPE_AS(uffdio_poison, VIEW(.merge = true), IN(range, uffdio_range), IN(mode, uffd_poison), OUT(updated, s64));

/* linux/watchdog.h */
STRUCT_TYPE_AS(watchdog_info, VIEW(VERBOSE(firmware_version, identity)),
	IN(options, watchdog_flags), IN(firmware_version, hex32), IN(identity, text, LEN_IS(32)));
