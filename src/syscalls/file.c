/* SPDX-License-Identifier: MIT */
/* Files: opening, names, status. */
#include "syscalls/table.h"

/* clang-format off */

SYSCALL(openat, C_FILE | C_DESC | HOT, fd,
	IN(dirfd, dirfd), IN(pathname, path), IN(flags, open_flags),
	IN(mode, perm, WHEN(flags, HAS, O_CREAT|__O_TMPFILE)));

SYSCALL(read, C_DESC | HOT, size, IN(fd, fd), OUT(buf, bytes, LEN(RET)), IN(count, size));
SYSCALL(write, C_DESC | HOT, size, IN(fd, fd), IN(buf, bytes, LEN(count)), IN(count, size));
SYSCALL(close, C_DESC | HOT, int, IN(fd, fd));
