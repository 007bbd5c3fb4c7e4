/* SPDX-License-Identifier: MIT */
/* Vocabulary: the only way in which decode sees a tracee. */
#ifndef SCRY_FETCH_H
#define SCRY_FETCH_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/fd.h"

/* Namespaces of a process, as /proc/PID/ns names them (namespaces(7)); the place in it is the type. */
enum { NAMESPACE_COUNT = 10 };
struct namespaces {
	uint64_t inodes[NAMESPACE_COUNT]; /* 0: not known */
};

static inline const char *namespace_name(unsigned type)
{
	static const char *const names[NAMESPACE_COUNT] = {
		"cgroup", "ipc", "mnt", "net", "pid", "pid_for_children",
		"time", "time_for_children", "user", "uts",
	};

	return names[type];
}

struct fetch_ops {
	/*
	 * Reads up to len bytes at addr into buf. Returns how many came before the first
	 * unreadable byte: 0 if none, never negative.
	 */
	size_t (*read)(void *ctx, uint64_t addr, void *buf, size_t len);
	/*
	 * What descriptor fd is ("/etc/passwd", "socket:[123]", as /proc/PID/fd says) into buf, not
	 * terminated by NUL. Returns its length, at most len, or -1: not known. AT_FDCWD (-100):
	 * the working directory. NULL: never known.
	 */
	ssize_t (*fd_path)(void *ctx, int fd, char *buf, size_t len);
	/* The command name of a process as the tracee numbers it; as fd_path. */
	ssize_t (*pid_comm)(void *ctx, int pid, char *buf, size_t len);
	/* The name of a network interface; as fd_path. */
	ssize_t (*interface_name)(void *ctx, int index, char *buf, size_t len);
	/* The name of a family of generic netlink; as fd_path. */
	ssize_t (*family_name)(void *ctx, int family, char *buf, size_t len);
	/*
	 * What descriptor fd is beyond its path, which fd_path gave, if that is one of kinds (FD_*).
	 * False: nothing is known. NULL: nothing ever is.
	 */
	bool (*fd_detail)(void *ctx, int fd, const char *path, size_t path_len, unsigned kinds,
			  struct fd_detail *detail);
	/* The protocol (NETLINK_*) of a netlink socket; -1: fd is none, or not known. NULL: never. */
	int (*netlink)(void *ctx, int fd);
	/* The number that scry knows it by, if the tracee is in another PID namespace; else 0. NULL: never. */
	int (*pid_outside)(void *ctx, int pid);
	/* Of a process as the tracee numbers it; 0: of the tracee. NULL: never known. */
	void (*namespaces)(void *ctx, int pid, struct namespaces *namespaces);
	/* The SELinux contexts of what is behind a descriptor (as fd_path), and at a path below dirfd. */
	ssize_t (*fd_context)(void *ctx, int fd, char *buf, size_t len);
	ssize_t (*path_context)(void *ctx, int dirfd, const char *path, char *buf, size_t len);
	/*
	 * The absolute name of a path that begins at dirfd, without symbolic links but its last component, which
	 * need not be there; as fd_path. -1 also if one of the directories is on no file system of this machine,
	 * and so might not answer. NULL: never known.
	 */
	ssize_t (*path_name)(void *ctx, int dirfd, const char *path, char *buf, size_t len);
	/* Where the tracee has mapped the struct kvm_run of a virtual processor; 0: not known. NULL: never. */
	uint64_t (*vcpu)(void *ctx, int fd);
};

struct fetch {
	const struct fetch_ops *ops;
	void *ctx;
};

static inline size_t fetch_read(const struct fetch *fetch, uint64_t addr, void *buf, size_t len)
{
	return fetch->ops->read(fetch->ctx, addr, buf, len);
}

#endif
