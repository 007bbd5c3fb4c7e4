/* SPDX-License-Identifier: MIT */
/* fcntl(2): a command, which decides the types of the argument and the result. */
#include "syscalls/table.h"

/* clang-format off */

/* asm-generic/fcntl.h. F_GETLK returns the pid of the lock's owner. Setting a lock ignores it. */

/* asm/fcntl.h of mips: n32 and o32 have l_sysid and four more words at the end. */
STRUCT_TYPE_AS(flock_mips, .name = "flock", IN(l_type, lock_type), IN(l_whence, lock_whence), IN(l_start, klong), IN(l_len, klong), IN(l_pid, pid),
	PAD(20));
STRUCT_TYPE_AS(flock, ONLY_ABIS(~ABIS_MIPS_32, t_flock_mips), IN(l_type, lock_type), IN(l_whence, lock_whence), IN(l_start, klong), IN(l_len, klong), IN(l_pid, pid));
STRUCT_TYPE(flock64, IN(l_type, lock_type), IN(l_whence, lock_whence), IN(l_start, s64), IN(l_len, s64), IN(l_pid, pid));
VIEW_TYPE(lock_set, HIDE(l_pid));
STRUCT_TYPE(f_owner_ex, IN(type, owner_type), IN(pid, pid));
ENUM_TYPE(lease_type, lock_type, U16);
STRUCT_TYPE(delegation, IN(d_flags, hex32), IN(d_type, lease_type), IN(__pad, hex16));

#define NOT_ZERO WHEN(RET, IS_NOT, 0)
#define FCNTL_COMMON \
	WITH_RESULT(F_DUPFD|F_DUPFD_CLOEXEC, fd, IN(arg, s64)), \
	WITH(F_DUPFD_QUERY, IN(arg, fd)), \
	WITH_NOTES(F_GETFD, hex32, NOTES(NOTE_RET("flags", fd_flags, NOT_ZERO))), \
	WITH(F_SETFD, IN(arg, fd_flags)), \
	WITH_NOTES(F_GETFL, hex32, NOTES(NOTE_RET("flags", open_flags))), \
	WITH(F_SETFL, IN(arg, open_flags)), \
	WITH(F_GETLK, OUT(arg, flock)), \
	WITH(F_SETLK|F_SETLKW, IN(arg, flock, AS(lock_set))), \
	WITH(F_OFD_GETLK, OUT(arg, flock64)), \
	WITH(F_OFD_SETLK|F_OFD_SETLKW, IN(arg, flock64, AS(lock_set))), \
	WITH(F_SETOWN, IN(arg, pid)), \
	WITH_RESULT(F_GETOWN, pid), \
	WITH(F_SETSIG, IN(arg, signal)), \
	WITH_NOTES(F_GETSIG, int, NOTES(NOTE_RET(NULL, signal, NOT_ZERO))), \
	WITH(F_SETOWN_EX, IN(arg, f_owner_ex)), \
	WITH(F_GETOWN_EX, OUT(arg, f_owner_ex)), \
	WITH(F_SETLEASE, IN(arg, lease)), \
	WITH_NOTES(F_GETLEASE, hex32, NOTES(NOTE_RET(NULL, lease))), \
	WITH(F_NOTIFY, IN(arg, notify_flags)), \
	WITH(F_SETPIPE_SZ, IN(arg, s64)), \
	WITH(F_GETPIPE_SZ), \
	WITH(F_ADD_SEALS, IN(arg, seals)), \
	WITH_NOTES(F_GET_SEALS, hex32, NOTES(NOTE_RET("seals", seals, NOT_ZERO))), \
	WITH(F_GET_RW_HINT|F_GET_FILE_RW_HINT, OUT(arg, write_hint)), \
	WITH(F_SET_RW_HINT|F_SET_FILE_RW_HINT, IN(arg, write_hint, PTR)), \
	WITH(F_SETDELEG, IN(arg, delegation)), \
	WITH(F_GETDELEG, OUT(arg, delegation))
CHOICE(fcntl_arguments, op, FCNTL_COMMON, OTHERWISE(IN(arg, hexlong)));
CHOICE(fcntl64_arguments, op, FCNTL_COMMON,
	WITH(F_GETLK64, OUT(arg, flock64)), WITH(F_SETLK64|F_SETLKW64, IN(arg, flock64, AS(lock_set))),
	OTHERWISE(IN(arg, hexlong)));
SYSCALL(fcntl, C_DESC | KEEPS_NAMES, int, IN(fd, fd), IN(op, fcntl_commands), CHOOSE(fcntl_arguments));
SYSCALL(fcntl64, C_DESC | KEEPS_NAMES, int, IN(fd, fd), IN(op, fcntl_commands), CHOOSE(fcntl64_arguments));
