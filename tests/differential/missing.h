/* SPDX-License-Identifier: MIT */
/* Calls that not every architecture has. */
#ifndef MISSING_H
#define MISSING_H

#ifndef SYS_accept
#define SYS_accept NO_CALL
#endif
#ifndef SYS_access
#define SYS_access NO_CALL
#endif
#ifndef SYS_alarm
#define SYS_alarm NO_CALL
#endif
#ifndef SYS_arch_prctl
#define SYS_arch_prctl NO_CALL
#endif
#ifndef SYS_chmod
#define SYS_chmod NO_CALL
#endif
#ifndef SYS_chown
#define SYS_chown NO_CALL
#endif
#ifndef SYS_creat
#define SYS_creat NO_CALL
#endif
#ifndef SYS_epoll_create
#define SYS_epoll_create NO_CALL
#endif
#ifndef SYS_epoll_wait
#define SYS_epoll_wait NO_CALL
#endif
#ifndef SYS_eventfd
#define SYS_eventfd NO_CALL
#endif
#ifndef SYS_fork
#define SYS_fork NO_CALL
#endif
#ifndef SYS_futimesat
#define SYS_futimesat NO_CALL
#endif
#ifndef SYS_ioperm
#define SYS_ioperm NO_CALL
#endif
#ifndef SYS_iopl
#define SYS_iopl NO_CALL
#endif
#ifndef SYS_lchown
#define SYS_lchown NO_CALL
#endif
#ifndef SYS_link
#define SYS_link NO_CALL
#endif
#ifndef SYS_lstat
#define SYS_lstat NO_CALL
#endif
#ifndef SYS_mkdir
#define SYS_mkdir NO_CALL
#endif
#ifndef SYS_mknod
#define SYS_mknod NO_CALL
#endif
#ifndef SYS_mmap
#define SYS_mmap NO_CALL
#endif
#ifndef SYS_newfstatat
#define SYS_newfstatat NO_CALL
#endif
#ifndef SYS_open
#define SYS_open NO_CALL
#endif
#ifndef SYS_pause
#define SYS_pause NO_CALL
#endif
#ifndef SYS_poll
#define SYS_poll NO_CALL
#endif
#ifndef SYS_readlink
#define SYS_readlink NO_CALL
#endif
#ifndef SYS_rename
#define SYS_rename NO_CALL
#endif
#ifndef SYS_renameat
#define SYS_renameat NO_CALL
#endif
#ifndef SYS_rmdir
#define SYS_rmdir NO_CALL
#endif
#ifndef SYS_select
#define SYS_select NO_CALL
#endif
#ifndef SYS_sgetmask
#define SYS_sgetmask NO_CALL
#endif
#ifndef SYS_signal
#define SYS_signal NO_CALL
#endif
#ifndef SYS_signalfd
#define SYS_signalfd NO_CALL
#endif
#ifndef SYS_ssetmask
#define SYS_ssetmask NO_CALL
#endif
#ifndef SYS_stat
#define SYS_stat NO_CALL
#endif
#ifndef SYS_symlink
#define SYS_symlink NO_CALL
#endif
#ifndef SYS_sync_file_range
#define SYS_sync_file_range NO_CALL
#endif
#ifndef SYS_time
#define SYS_time NO_CALL
#endif
#ifndef SYS_unlink
#define SYS_unlink NO_CALL
#endif
#ifndef SYS_utime
#define SYS_utime NO_CALL
#endif
#ifndef SYS_utimes
#define SYS_utimes NO_CALL
#endif
#ifndef SYS_vfork
#define SYS_vfork NO_CALL
#endif

#endif
