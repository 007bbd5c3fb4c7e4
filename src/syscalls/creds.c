/* SPDX-License-Identifier: MIT */
/* Users, groups and capabilities. */
#include "syscalls/table.h"

/* clang-format off */

SYSCALL(getuid, C_CREDS | C_PURE | KEEPS_NAMES, uint);
SYSCALL(getgid, C_CREDS | C_PURE | KEEPS_NAMES, uint);
SYSCALL(geteuid, C_CREDS | C_PURE | KEEPS_NAMES, uint);
SYSCALL(getegid, C_CREDS | C_PURE | KEEPS_NAMES, uint);
SYSCALL(getuid32, C_CREDS | C_PURE | KEEPS_NAMES, uint);
SYSCALL(getgid32, C_CREDS | C_PURE | KEEPS_NAMES, uint);
SYSCALL(geteuid32, C_CREDS | C_PURE | KEEPS_NAMES, uint);
SYSCALL(getegid32, C_CREDS | C_PURE | KEEPS_NAMES, uint);

/* Calls of i386 without "32" in their name have 16-bit ids. */
static const struct syscall setuid16 = { ROW_32(C_CREDS | CHANGES_USER, int, IN(uid, uid16)) };
static const struct syscall setgid16 = { ROW_32(C_CREDS, int, IN(gid, uid16)) };
static const struct syscall setfsuid16 = { ROW_32(C_CREDS, int, IN(fsuid, uid16)) };
static const struct syscall setfsgid16 = { ROW_32(C_CREDS, int, IN(fsgid, uid16)) };
static const struct syscall setreuid16 = { ROW_32(C_CREDS | CHANGES_USER, int, IN(ruid, uid16), IN(euid, uid16)) };
static const struct syscall setregid16 = { ROW_32(C_CREDS, int, IN(rgid, uid16), IN(egid, uid16)) };
static const struct syscall setresuid16 = { ROW_32(C_CREDS | CHANGES_USER, int, IN(ruid, uid16), IN(euid, uid16), IN(suid, uid16)) };
static const struct syscall setresgid16 = { ROW_32(C_CREDS, int, IN(rgid, uid16), IN(egid, uid16), IN(sgid, uid16)) };
static const struct syscall getresuid16 = { ROW_32(C_CREDS, int, OUT(ruid, uid16), OUT(euid, uid16), OUT(suid, uid16)) };
static const struct syscall getresgid16 = { ROW_32(C_CREDS, int, OUT(rgid, uid16), OUT(egid, uid16), OUT(sgid, uid16)) };
static const struct syscall getgroups16 = { ROW_32(C_CREDS, int, IN(size, int), OUT(list, uid16, COUNT(RET), WHEN_TEST(HOOK_IS_LIST), OR_ADDRESS)) };
/* setgroups(2): the kernel takes NGROUPS_MAX groups at most, 65536. */
static const struct syscall setgroups16 = { ROW_32(C_CREDS, int, IN(size, int), IN(list, uid16, COUNT(size), WHEN(size, BELOW, 65537), OR_ADDRESS)) };

SYSCALL_ALT(setuid, ~ABIS_32, &setuid16, C_CREDS | CHANGES_USER, int, IN(uid, uid));
SYSCALL_ALT(setgid, ~ABIS_32, &setgid16, C_CREDS, int, IN(gid, uid));
SYSCALL_ALT(setfsuid, ~ABIS_32, &setfsuid16, C_CREDS, int, IN(fsuid, uid));
SYSCALL_ALT(setfsgid, ~ABIS_32, &setfsgid16, C_CREDS, int, IN(fsgid, uid));
SYSCALL_ALT(setreuid, ~ABIS_32, &setreuid16, C_CREDS | CHANGES_USER, int, IN(ruid, uid), IN(euid, uid));
SYSCALL_ALT(setregid, ~ABIS_32, &setregid16, C_CREDS, int, IN(rgid, uid), IN(egid, uid));
SYSCALL_ALT(setresuid, ~ABIS_32, &setresuid16, C_CREDS | CHANGES_USER, int, IN(ruid, uid), IN(euid, uid), IN(suid, uid));
SYSCALL_ALT(setresgid, ~ABIS_32, &setresgid16, C_CREDS, int, IN(rgid, uid), IN(egid, uid), IN(sgid, uid));
SYSCALL_ALT(getresuid, ~ABIS_32, &getresuid16, C_CREDS | KEEPS_NAMES, int, OUT(ruid, uid), OUT(euid, uid), OUT(suid, uid));
SYSCALL_ALT(getresgid, ~ABIS_32, &getresgid16, C_CREDS | KEEPS_NAMES, int, OUT(rgid, uid), OUT(egid, uid), OUT(sgid, uid));
SYSCALL_ALT(getgroups, ~ABIS_32, &getgroups16, C_CREDS | KEEPS_NAMES, int,
	IN(size, int), OUT(list, uid, COUNT(RET), WHEN_TEST(HOOK_IS_LIST), OR_ADDRESS));
SYSCALL_ALT(setgroups, ~ABIS_32, &setgroups16, C_CREDS, int, IN(size, int), IN(list, uid, COUNT(size), WHEN(size, BELOW, 65537), OR_ADDRESS));

SYSCALL(setuid32, C_CREDS | CHANGES_USER, int, IN(uid, uid));
SYSCALL(setgid32, C_CREDS, int, IN(gid, uid));
SYSCALL(setfsuid32, C_CREDS, uint, IN(fsuid, uid));
SYSCALL(setfsgid32, C_CREDS, uint, IN(fsgid, uid));
SYSCALL(setreuid32, C_CREDS | CHANGES_USER, int, IN(ruid, uid), IN(euid, uid));
SYSCALL(setregid32, C_CREDS, int, IN(rgid, uid), IN(egid, uid));
SYSCALL(setresuid32, C_CREDS | CHANGES_USER, int, IN(ruid, uid), IN(euid, uid), IN(suid, uid));
SYSCALL(setresgid32, C_CREDS, int, IN(rgid, uid), IN(egid, uid), IN(sgid, uid));
SYSCALL(getresuid32, C_CREDS | KEEPS_NAMES, int, OUT(ruid, uid), OUT(euid, uid), OUT(suid, uid));
SYSCALL(getresgid32, C_CREDS | KEEPS_NAMES, int, OUT(rgid, uid), OUT(egid, uid), OUT(sgid, uid));
SYSCALL(getgroups32, C_CREDS | KEEPS_NAMES, int, IN(size, int), OUT(list, uid, COUNT(RET), WHEN_TEST(HOOK_IS_LIST), OR_ADDRESS));
SYSCALL(setgroups32, C_CREDS, int, IN(size, int), IN(list, uid, COUNT(size), WHEN(size, BELOW, 65537), OR_ADDRESS));

/* linux/capability.h: version 1 has 32 capabilities; 2 and 3 have the rest in a second struct. */
STRUCT_TYPE(cap_user_header, IN(version, cap_version), IN(pid, pid));
FLAGS_TYPE(capability_words, capability_bits, U32);
STRUCT_TYPE_AS(cap_user_data, .name = "__user_cap_data_struct",
	IN(effective, capability_words), IN(permitted, capability_words), IN(inheritable, capability_words));
STRUCT_TYPE_AS(cap_user_data2, PARTS(.name = "__user_cap_data_struct", VIEW(HIDE(effective_upper, permitted_upper, inheritable_upper))),
	IN(effective, capability_bits32, UPPER(effective_upper)),
	IN(permitted, capability_bits32, UPPER(permitted_upper)),
	IN(inheritable, capability_bits32, UPPER(inheritable_upper)),
	IN(effective_upper, uint), IN(permitted_upper, uint), IN(inheritable_upper, uint));
FLAGS_TYPE(capability_bits32, capability_bits, U32);
/*
 * A choice cannot use the version, which the first pointer refers to: two fields share one
 * register.
 */
SYSCALL(capget, C_CREDS, int,
	IN(hdrp, cap_user_header), IN(version, cap_version, PTR, UNION_WITH_PREVIOUS, LOOKUP), OUT(datap, cap_user_data2, WHEN(*version, IS, _LINUX_CAPABILITY_VERSION_2|_LINUX_CAPABILITY_VERSION_3)),
	OUT(datap, cap_user_data, UNION_WITH_PREVIOUS, WHEN(*version, IS_NOT, _LINUX_CAPABILITY_VERSION_2|_LINUX_CAPABILITY_VERSION_3)),
	IN(datap, address, UNION_WITH_PREVIOUS, WHEN(version, UNREADABLE, )));
SYSCALL(capset, C_CREDS, int,
	IN(hdrp, cap_user_header), IN(version, cap_version, PTR, UNION_WITH_PREVIOUS, LOOKUP), IN(datap, cap_user_data2, WHEN(*version, IS, _LINUX_CAPABILITY_VERSION_2|_LINUX_CAPABILITY_VERSION_3)),
	IN(datap, cap_user_data, UNION_WITH_PREVIOUS, WHEN(*version, IS_NOT, _LINUX_CAPABILITY_VERSION_2|_LINUX_CAPABILITY_VERSION_3)),
	IN(datap, address, UNION_WITH_PREVIOUS, WHEN(version, UNREADABLE, )));
