/* SPDX-License-Identifier: MIT */
/* The scalar and memory types that rows are made of. */
#include "syscalls/table.h"

const struct field_more field_plain;
const struct variant_more variant_plain;
const struct byte_string byte_string_plain;

/* clang-format off */

#define SCALAR(n, k, s, b) \
	const struct type t_##n = { .name = #n, .kind = KIND_##k, .storage = STORE_##s, .base = b };
SCALARS(SCALAR)

#define MEMORY_TYPE(n, k) const struct type t_##n = { .name = #n, .kind = KIND_##k };
MEMORY_TYPES(MEMORY_TYPE)

/* Scalars with names. */
#define LISTED(n, k, s, l) \
	const struct type t_##n = { .name = #n, .kind = KIND_##k, .storage = STORE_##s, .list = &list_##l };
LISTED(mode, MODE, U32, file_type)
LISTED(mode16, MODE, U16, file_type)
LISTED(signal, SIGNAL, S32, signals)
LISTED(signal64, SIGNAL, U64_ALIGNED, signals)
LISTED(signal_long, SIGNAL, ULONG, signals)
LISTED(errno, ERRNO, S32, errno)
LISTED(errno_unsigned, ERRNO, U32, errno)
const struct type t_errno_negative = {
	.name = "errno_negative", .kind = KIND_ERRNO, .storage = STORE_S32, .list = &list_errno, .error = { .negated = true }
};
#define CHARACTER_DEVICES(names_, first, last) { .names = &list_ioctl_##names_, .major = (first), .last_major = (last), .last_minor = UINT16_MAX }
#define CHARACTER_DEVICE(names_, major_, first, last) \
	{ .names = &list_ioctl_##names_, .major = (major_), .last_major = (major_), .minor = (first), .last_minor = (last) }
#define BLOCK_DEVICES(names_, first, last) { .names = &list_ioctl_##names_, .block = true, .major = (first), .last_major = (last), .last_minor = UINT16_MAX }
static const struct request_family request_families[] = {
	{ .names = &list_ioctl_socket, .socket = true },
	CHARACTER_DEVICES(terminal, 3, 5),	/* ttys, consoles, /dev/tty */
	CHARACTER_DEVICES(terminal, 136, 143),	/* slaves of pseudo-terminals */
	CHARACTER_DEVICE(random, 1, 8, 9),
	CHARACTER_DEVICE(misc, 10, 135, 242),	/* rtc, uinput, rfkill */
	CHARACTER_DEVICES(sound, 14, 14),	/* OSS */
	CHARACTER_DEVICE(hiddev, 180, 96, 111),
	CHARACTER_DEVICES(scsi, 9, 9),		/* tapes */
	CHARACTER_DEVICES(scsi, 21, 21),	/* sg */
	BLOCK_DEVICES(scsi, 8, 8),
	BLOCK_DEVICES(scsi, 11, 11),
	BLOCK_DEVICES(scsi, 65, 71),
	{ 0 },
};
const struct type t_ioctl = {
	.name = "ioctl", .kind = KIND_IOCTL, .storage = STORE_U32, .list = &list_ioctl,
	.ioctl = { .families = request_families, .names = &list_ioctl_socket }
};
LISTED(ethernet_port, PORT, BE16, ethernet_protocols)

/* Numbers of which some have names. */
#define PARTLY_NAMED(n, k, s, b, l) \
	const struct type t_##n = { .name = #n, .kind = KIND_##k, .storage = STORE_##s, .base = b, .list = &list_##l };
PARTLY_NAMED(key_serial, ENUM, S32, 10, key_spec)
PARTLY_NAMED(key_reqkey, ENUM, S32, 10, key_reqkey)
COMMENTED_TYPE(syslog_actions, syslog_actions, S32, 10);
PARTLY_NAMED(ptracer, ENUM, S32, 10, ptracer)
PARTLY_NAMED(aio_commands, ENUM, U16, 10, aio_commands)
PARTLY_NAMED(socketcall, ENUM, S32, 10, socketcall)
PARTLY_NAMED(user_ns, ENUM, U64, 16, user_ns)
PARTLY_NAMED(tx_rehash, ENUM, S32, 10, tx_rehash)
PARTLY_NAMED(shmget_flags, FLAGS, U32, 8, shmget_flags)
PARTLY_NAMED(ipc_get, FLAGS, U32, 8, ipc_get)

const struct type t_hex32_6 = { .name = "hex32_6", .kind = KIND_NUMBER, .storage = STORE_U32, .base = 16, VIEW(.digits = 6) };
const struct type t_nodemask = { .name = "nodemask", .kind = KIND_NUMBER, .storage = STORE_ULONG, .base = 16, VIEW(.full_width = true) };
const struct type t_pages = { .name = "pages", .kind = KIND_NUMBER, .storage = STORE_ULONG, .base = 16, .number = { .scale = 4096 } };

const struct type t_residence = { .name = "residence", .kind = KIND_NUMBER, .storage = STORE_U8, .base = 10, .number = { .mask = 1 } };

/* Strings of which the kernel reads so many bytes before it refuses them: mm/memfd.c, fs/fsopen.c, kernel/reboot.c. */
const struct type t_memfd_name = { .name = "memfd_name", .kind = KIND_CSTRING, BYTES(.limit = 249) };
const struct type t_fs_key = { .name = "fs_key", .kind = KIND_CSTRING, BYTES(.limit = 255) };
const struct type t_reboot_command = { .name = "reboot_command", .kind = KIND_CSTRING, BYTES(.limit = 255) };

/* Bytes that are always shown in hexadecimal. */
const struct type t_hex_bytes = { .name = "hex_bytes", .kind = KIND_BYTES, .base = 16 };
/* linux/exportfs.h: MAX_HANDLE_SZ; linux/limits.h: XATTR_SIZE_MAX */
const struct type t_handle_bytes = { .name = "handle_bytes", .kind = KIND_BYTES, .base = 16, BYTES(.limit = 128) };
/* fsconfig(2): 1 MB */
const struct type t_fs_blob = { .name = "fs_blob", .kind = KIND_BYTES, .base = 16, BYTES(.max = 1 << 20) };
/* linux/loop.h: LO_KEY_SIZE */
const struct type t_loop_key = { .name = "loop_key", .kind = KIND_BYTES, BYTES(.capacity = 32) };
const struct type t_xattr_value = { .name = "xattr_value", .kind = KIND_BYTES, BYTES(.max = 65536, .terminated = true) };
/* The contents of a symbolic link, and names of message queues. */
const struct type t_path_no_file = { .name = "path", .kind = KIND_PATH, .path = { .no_file = true } };
const struct type t_pidfd = { .name = "pidfd", .kind = KIND_DIRFD, .storage = STORE_S32, .list = &list_pidfd_self };
const struct type t_fan_dirfd = { .name = "fan_dirfd", .kind = KIND_DIRFD, .storage = STORE_S32, .list = &list_fan_dirfd };
/* Shown whole: a struct sockaddr_storage less its family. */
const struct type t_sockaddr_bytes = { .name = "sockaddr_bytes", .kind = KIND_BYTES, BYTES(.limit = 126) };
