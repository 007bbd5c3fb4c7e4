/* SPDX-License-Identifier: MIT */
/* Shared types: struct fetch, the only way in which decode reads a tracee. */
#ifndef SCRY_FETCH_H
#define SCRY_FETCH_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/fd.h"

/* The namespaces of a process by type: the index is that of namespace_name(). See namespaces(7). */
enum { NAMESPACE_COUNT = 10 };
struct namespaces {
	uint64_t inodes[NAMESPACE_COUNT]; /* 0: unknown */
};

static inline const char *namespace_name(unsigned type)
{
	static const char *const names[NAMESPACE_COUNT] = {
		"cgroup", "ipc", "mnt", "net", "pid", "pid_for_children",
		"time", "time_for_children", "user", "uts",
	};

	return names[type];
}

/*
 * A file of a tracee, as it was named when the tracee opened or executed it. path NULL: unknown;
 * inode 0: unknown.
 */
struct fetch_file {
	const char *path;
	uint64_t inode;
};

/* Where execve(2) has loaded the program of a process. */
struct fetch_program {
	struct fetch_file file;
	const uint64_t *auxv; /* pairs of AT_* and a value: getauxval(3) */
	size_t n_auxv;
};

/* What stacks are made of, for a tracee that runs on. */
struct fetch_stack_ops {
	/* Reads the memory of the stack at the current event, as struct fetch_ops has it. */
	size_t (*read)(void *ctx, uint64_t addr, void *buf, size_t len);
	/* Returns whether the last read failed because only so much of the stack was captured. */
	bool (*is_cut)(void *ctx);
	/* Returns false if no execve(2) of the process was seen. */
	bool (*program)(void *ctx, struct fetch_program *program);
	/* Finds the file of a descriptor in the current call. Returns false if it is unknown. */
	bool (*file)(void *ctx, int fd, struct fetch_file *file);
};

/*
 * The capacity for a command name with its NUL. TASK_COMM_LEN is 16, but /proc/PID/comm of a kernel
 * thread also shows its work queue, in up to 64 bytes.
 */
#define COMM_CAPACITY 65

/* What fd_path returns for a descriptor that is known not to be open. */
#define FETCH_NO_FILE (-2)
/* What path_name returns for a path that was looked up, and that may lead anywhere. */
#define FETCH_ANYWHERE (-3)

/*
 * The process or thread that has a descriptor. number: its pid, or with by_pidfd a descriptor of the
 * tracee that refers to it.
 */
struct fetch_owner {
	bool by_pidfd;
	int number;
};

/*
 * What decode can ask about a tracee. Every function except read may be NULL: then the answer is
 * always unknown.
 *
 * Functions that fill buf write at most len bytes and no NUL. They return the length, or -1 if the
 * answer is unknown. A pid is a number in the PID namespace of the tracee.
 */
struct fetch_ops {
	/*
	 * Reads up to len bytes at addr into buf. Returns the number of bytes before the first
	 * unreadable one; 0 if the first byte is unreadable.
	 */
	size_t (*read)(void *ctx, uint64_t addr, void *buf, size_t len);
	/*
	 * Reads in the same way, for a caller that needs no byte after the first NUL: the result
	 * may end with it. NULL: read does that.
	 */
	size_t (*read_string)(void *ctx, uint64_t addr, void *buf, size_t len);
	/*
	 * Reads in the same way, for a caller that needs only the first of the bytes, and may need
	 * the others later: they do not count as missing of a recording. NULL: read does that.
	 */
	size_t (*read_ahead)(void *ctx, uint64_t addr, void *buf, size_t len);
	/*
	 * Returns whether the last read that returned less than len found unreadable memory; false:
	 * the memory after what it returned was not captured, and is not known. NULL: nothing needs
	 * to be captured.
	 */
	bool (*captured)(void *ctx);
	/*
	 * Says that a value of the current event is shown as not captured. NULL: they are not
	 * counted.
	 */
	void (*missed)(void *ctx);
	/*
	 * Returns how many bytes the reads since the last call of this function got that were read
	 * only when the call had returned, although the entry asked for them. They are the last
	 * ones that a read got. NULL: none.
	 */
	size_t (*late)(void *ctx);
	/*
	 * Calls each() for each piece of memory that was captured for the current event. Returns
	 * false, and calls nothing, if reads have other answers than these pieces: a piece was read
	 * late, or could not be read. NULL: memory is not captured, but read.
	 */
	bool (*pieces)(void *ctx,
		       void (*each)(void *to, uint64_t addr, const void *bytes, size_t len), void *to);
	/*
	 * Gets the path of descriptor fd as /proc/PID/fd shows it ("/etc/passwd", "socket:[123]").
	 * AT_FDCWD means the working directory. FETCH_NO_FILE: it is not open.
	 */
	ssize_t (*fd_path)(void *ctx, int fd, char *buf, size_t len);
	/* Get the command name and the SELinux context of the tracee itself. */
	ssize_t (*own_comm)(void *ctx, char *buf, size_t len);
	ssize_t (*own_context)(void *ctx, char *buf, size_t len);
	/* Gets the command name of a process. */
	ssize_t (*pid_comm)(void *ctx, int pid, char *buf, size_t len);
	/*
	 * Gets the name of a network interface in the network namespace of a socket. fd: the
	 * descriptor of the call, which may be another file; -1: the call has none: the namespace
	 * is that of the tracee.
	 */
	ssize_t (*interface_name)(void *ctx, int fd, int index, char *buf, size_t len);
	/* Gets the name of a generic netlink family. */
	ssize_t (*family_name)(void *ctx, int family, char *buf, size_t len);
	/*
	 * Gets what a descriptor is beyond its path, if it is one of kinds (a mask of FD_*). path
	 * is the answer of fd_path. Returns false if nothing more is known.
	 */
	bool (*fd_detail)(void *ctx, int fd, const char *path, size_t path_len, unsigned kinds,
			  struct fd_detail *detail);
	/* The same two questions about a descriptor of another process. */
	ssize_t (*other_fd_path)(void *ctx, struct fetch_owner owner, int fd, char *buf,
				 size_t len);
	bool (*other_fd_detail)(void *ctx, struct fetch_owner owner, int fd, const char *path,
				size_t path_len, unsigned kinds, struct fd_detail *detail);
	/*
	 * Returns how many descriptors the table of the tracee has room for: select(2) reads no
	 * bits of further ones, of which none is open. 0: unknown.
	 */
	uint64_t (*fd_capacity)(void *ctx);
	/*
	 * Returns the protocol (NETLINK_*) of a netlink socket; -1: fd is no such socket, or
	 * unknown.
	 */
	int (*netlink)(void *ctx, int fd);
	/*
	 * Returns the pid in the PID namespace of scry; 0: the tracee is in that namespace, or
	 * unknown.
	 */
	int (*pid_outside)(void *ctx, int pid);
	/* Gets the namespaces of a process. pid 0 means the tracee. */
	void (*namespaces)(void *ctx, int pid, struct namespaces *namespaces);
	/* Gets the SELinux context of the file that a descriptor refers to. */
	ssize_t (*fd_context)(void *ctx, int fd, char *buf, size_t len);
	/* Gets the SELinux context of the file at a path, which is relative to dirfd. */
	ssize_t (*path_context)(void *ctx, int dirfd, const char *path, char *buf, size_t len);
	/*
	 * Gets the absolute name of a path, which is relative to dirfd. Symbolic links are resolved
	 * in all components except the last, which need not exist. FETCH_ANYWHERE: a directory of
	 * the path is not on a local file system, where reading it might block, or the process is
	 * gone. 0: a directory of the path does not exist.
	 */
	ssize_t (*path_name)(void *ctx, int dirfd, const char *path, char *buf, size_t len);
	/*
	 * Gets the path of the file that the ring of a descriptor has at an index of its table:
	 * requests of io_uring name files so.
	 */
	ssize_t (*ring_file)(void *ctx, int ring, uint64_t index, char *buf, size_t len);
	/*
	 * Returns the address at which the tracee has mapped the struct kvm_run of the virtual
	 * processor fd; 0: unknown.
	 */
	uint64_t (*vcpu)(void *ctx, int fd);
	/*
	 * For stacks: the general registers at the current event in the layout of NT_PRSTATUS.
	 * Returns how many bytes these are; -1: unknown. NULL: the kernel is asked.
	 */
	ssize_t (*registers)(void *ctx, void *buf, size_t len);
	/*
	 * For stacks of a tracee on another machine. Both are NULL if the tracee is on the machine
	 * of scry, where its kernel is asked. file: reads up to len bytes of a file, from an offset
	 * on; returns how many; 0: at its end. link: as readlink(2). -1: unknown.
	 */
	ssize_t (*file)(void *ctx, const char *path, uint64_t offset, void *buf, size_t len);
	ssize_t (*link)(void *ctx, const char *path, char *buf, size_t len);
	/* NULL: the tracee is stopped, so that stacks read its memory. */
	const struct fetch_stack_ops *stack;
};

struct fetch {
	const struct fetch_ops *ops;
	void *ctx;
};

static inline bool fetch_is_remote(const struct fetch *fetch)
{
	return fetch->ops->file;
}

/* See fetch_ops.late; 0: the source reads nothing later. */
static inline size_t fetch_late(const struct fetch *fetch)
{
	return fetch->ops->late ? fetch->ops->late(fetch->ctx) : 0;
}

static inline size_t fetch_read(const struct fetch *fetch, uint64_t addr, void *buf, size_t len)
{
	return fetch->ops->read(fetch->ctx, addr, buf, len);
}

static inline size_t fetch_read_string(const struct fetch *fetch, uint64_t addr, void *buf,
				       size_t len)
{
	return (fetch->ops->read_string ? fetch->ops->read_string
					: fetch->ops->read)(fetch->ctx, addr, buf, len);
}

static inline size_t fetch_read_ahead(const struct fetch *fetch, uint64_t addr, void *buf,
				      size_t len)
{
	return (fetch->ops->read_ahead ? fetch->ops->read_ahead
				       : fetch->ops->read)(fetch->ctx, addr, buf, len);
}

#endif
