/* SPDX-License-Identifier: MIT */
/* Waiting for descriptors: poll, select, epoll. */
#include "syscalls/table.h"

/* clang-format off */

/* Text shows it twice: the requested events as an argument, the returned ones after the result. */
STRUCT_TYPE_AS(pollfd, VIEW(HIDE(revents), ONLY(IF(fd, ABOVE, -1, events))),
	IN(fd, fd), IN(events, poll_events), IN(revents, poll_events));
VIEW_TYPE(ready, .only_if = "revents", HIDE(events));
#define TIMEOUT NOTE_WORD("Timeout", WHEN(RET, IS, 0))
#define READY NOTE_NONZERO(NULL, fds, pollfd, COUNT(nfds), AS(ready), WHEN(RET, ABOVE, 0))
#define LEFT(argument, type) NOTE("left", argument, type, WHEN(RET, ABOVE, 0))
SYSCALL_AS(poll, C_DESC | KEEPS_NAMES, int, PARTS(NOTES(TIMEOUT, READY), VIEW(ENTRY_ONLY(fds))),
	INOUT(fds, pollfd, COUNT(nfds), FILLS(revents)), IN(nfds, uint), IN(timeout, int));
SYSCALL_AS(ppoll, C_DESC | KEEPS_NAMES, int, PARTS(NOTES(TIMEOUT, READY, LEFT(tmo_p, timespec)), VIEW(ENTRY_ONLY(fds))),
	INOUT(fds, pollfd, COUNT(nfds), FILLS(revents)), IN(nfds, uint), IN(tmo_p, timespec), IN(sigmask, sigset, LEN(sigsetsize)),
	IN(sigsetsize, size));
SYSCALL_AS(ppoll_time64, C_DESC | KEEPS_NAMES, int, PARTS(NOTES(TIMEOUT, READY, LEFT(tmo_p, timespec64)), VIEW(ENTRY_ONLY(fds))),
	INOUT(fds, pollfd, COUNT(nfds), FILLS(revents)), IN(nfds, uint), IN(tmo_p, timespec64), IN(sigmask, sigset, LEN(sigsetsize)),
	IN(sigsetsize, size));

#define FD_SETS IN(nfds, int), IN(readfds, fdset, LEN(nfds)), IN(writefds, fdset, LEN(nfds)), IN(exceptfds, fdset, LEN(nfds))
#define FD_SET_NOTE(label, set) NOTE_NONZERO(label, set, fdset, LEN(nfds), WHEN(RET, ABOVE, 0))
#define FD_SET_NOTES TIMEOUT, FD_SET_NOTE("in", readfds), FD_SET_NOTE("out", writefds), FD_SET_NOTE("except", exceptfds)
/*
 * The select of i386 has its arguments in memory (linux/syscalls.h: old_select). That of powerpc64
 * does not exist in the kernel, and is shown as the one that 32-bit programs have with this number.
 */
#define ABIS_OLD_SELECT (ABIS_32 | ABI_BIT(powerpc64))
static const struct syscall select_i386 = { NOTES(FD_SET_NOTES, LEFT(timeout, timeval)),
	.abis = ABIS_OLD_SELECT, ROW(C_DESC | MEMORY_ARGS | KEEPS_NAMES, int, FD_SETS, IN(timeout, timeval)) };
const struct syscall row_select = { .abis = ~ABIS_OLD_SELECT, .other = &select_i386,
	NOTES(FD_SET_NOTES, LEFT(timeout, timeval)), ROW(C_DESC | KEEPS_NAMES, int, FD_SETS, IN(timeout, timeval)) };
SYSCALL_AS(_newselect, C_DESC | KEEPS_NAMES, int, NOTES(FD_SET_NOTES, LEFT(timeout, timeval)), FD_SETS, IN(timeout, timeval));
/* The sixth argument points to a pointer and a size: pselect(2), NOTES. */
STRUCT_TYPE(sigset_argpack, IN(sigmask, sigset, PTR, LEN(sigsetsize)), IN(sigsetsize, size));
SYSCALL_AS(pselect6, C_DESC | KEEPS_NAMES, int, NOTES(FD_SET_NOTES, LEFT(timeout, timespec)),
	FD_SETS, IN(timeout, timespec), IN(sig, sigset_argpack));
SYSCALL_AS(pselect6_time64, C_DESC | KEEPS_NAMES, int, NOTES(FD_SET_NOTES, LEFT(timeout, timespec64)),
	FD_SETS, IN(timeout, timespec64), IN(sig, sigset_argpack));

SYSCALL(epoll_create, C_DESC | KEEPS_NAMES, fd, IN(size, int));
SYSCALL(epoll_create1, C_DESC | KEEPS_NAMES, fd, IN(flags, epoll_create));
/* linux/eventpoll.h: packed on x86_64, so that i386 programs and 64-bit ones agree. */
STRUCT_TYPE_AS(epoll_event_aligned, .name = "epoll_event", IN(events, epoll_events), IN(data, hex64));
STRUCT_TYPE_AS(epoll_event, PARTS(ALIGN(1), ONLY_ABIS(ABI_BIT(x86_64) | ABI_BIT(x32) | ABI_BIT(i386), t_epoll_event_aligned)),
	IN(events, epoll_events), IN(data, hex64));
SYSCALL(epoll_ctl, C_DESC | KEEPS_NAMES, int,
	IN(epfd, fd), IN(op, epoll_ops), IN(fd, fd), IN(event, epoll_event, WHEN(op, IS_NOT, EPOLL_CTL_DEL), OR_ADDRESS));
SYSCALL(epoll_wait, C_DESC | KEEPS_NAMES, int,
	IN(epfd, fd), OUT(events, epoll_event, COUNT(RET)), IN(maxevents, int), IN(timeout, int));
SYSCALL(epoll_pwait, C_DESC | KEEPS_NAMES, int,
	IN(epfd, fd), OUT(events, epoll_event, COUNT(RET)), IN(maxevents, int), IN(timeout, int),
	IN(sigmask, sigset, LEN(sigsetsize)), IN(sigsetsize, size));
SYSCALL(epoll_pwait2, C_DESC | KEEPS_NAMES, int,
	IN(epfd, fd), OUT(events, epoll_event, COUNT(RET)), IN(maxevents, int), IN(timeout, timespec64),
	IN(sigmask, sigset, LEN(sigsetsize)), IN(sigsetsize, size));
