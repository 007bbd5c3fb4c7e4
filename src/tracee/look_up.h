/* SPDX-License-Identifier: MIT */
/*
 * Private to src/tracee/: the functions of tracee_fetch_ops and their helpers. Functions with a ctx
 * implement the member of struct fetch_ops of that name; ctx is the struct tracee.
 */
#ifndef TRACEE_LOOK_UP_H
#define TRACEE_LOOK_UP_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/fetch.h"
#include "scry/util.h"

struct tracee;

size_t tracee_memory_read(void *ctx, uint64_t addr, void *buf, size_t len);
size_t tracee_memory_read_string(void *ctx, uint64_t addr, void *buf, size_t len);
ssize_t tracee_fd_path(void *ctx, int fd, char *buf, size_t len);

/* Gets a path that is remembered: its length, at most len, or -1. fd may be AT_FDCWD. */
ssize_t names_find_path(const struct tracee *tracee, int fd, char *buf, size_t len);
/*
 * Remembers the path of a descriptor if that is possible now. names_find_path() has not found it.
 */
void names_add_path(const struct tracee *tracee, int fd, const char *path, size_t len);
/*
 * Gets the remembered answer of device_detail(): *is_device is its result. Returns false if there
 * is none.
 */
bool names_find_device(const struct tracee *tracee, int fd, bool *is_device,
		       struct fd_detail *detail);
/* Remembers that answer if the path of the descriptor is remembered. */
void names_add_device(const struct tracee *tracee, int fd, bool is_device,
		      const struct fd_detail *detail);

/*
 * Gets the remembered target of the path of a directory, the same path without symbolic links.
 * Returns false if nothing is remembered of the path. *target_len: its length, at most len; 0: the
 * path led nowhere; -1: it is unknown. linkless: the path led to a directory through no symbolic
 * link, or to none, so that the removal of files that are no directories cannot change its target.
 */
bool names_find_directory(const struct tracee *tracee, const char *path, size_t path_len, char *buf,
			  size_t len, ssize_t *target_len);
void names_add_directory(const struct tracee *tracee, const char *path, size_t path_len,
			 const char *target, ssize_t target_len, bool linkless);

/* Gets whether the mount of the root of scry is local. Returns false if that is not remembered. */
bool names_find_root(const struct tracee *tracee, bool *local);
void names_add_root(const struct tracee *tracee, bool local);

/*
 * Gets whether a mount is below local ones; unique: id is STATX_MNT_ID_UNIQUE, otherwise
 * STATX_MNT_ID. Returns false if that is not remembered.
 */
bool names_find_mount(const struct tracee *tracee, uint64_t id, bool unique, bool *local);
void names_add_mount(const struct tracee *tracee, uint64_t id, bool unique, bool local);

ssize_t tracee_own_comm(void *ctx, char *buf, size_t len);
ssize_t tracee_own_context(void *ctx, char *buf, size_t len);
ssize_t tracee_pid_comm(void *ctx, int pid, char *buf, size_t len);
bool tracee_fd_detail(void *ctx, int fd, const char *path, size_t len, unsigned kinds,
		      struct fd_detail *detail);

ssize_t tracee_other_fd_path(void *ctx, struct fetch_owner owner, int fd, char *buf, size_t len);
bool tracee_other_fd_detail(void *ctx, struct fetch_owner owner, int fd, const char *path,
			    size_t len, unsigned kinds, struct fd_detail *detail);

/* Opens a pidfd of the thread, or of its process before Linux 6.9; -1: the kernel refuses that. */
int socket_open_pidfd(const struct tracee *tracee);
/*
 * Duplicates a socket of the tracee; the caller closes it. Returns -1 if the kernel refuses that,
 * or if the descriptor is no longer the socket with this inode.
 */
int socket_duplicate(const struct tracee *tracee, int fd, uint64_t inode);
/* Fills detail->socket. Returns false if the descriptor is gone. */
bool socket_get_detail(const struct tracee *tracee, int fd, struct fd_detail *detail);
/* Looks up the ends of the socket with found->type and found->inode in /proc/PID/net. */
void socket_read_table(const struct tracee *tracee, struct fd_socket *found);
/* Fills *found without a duplicate of the descriptor: from the protocol name and /proc/PID/net. */
void socket_read_name(const struct tracee *tracee, int fd, struct fd_socket *found);
int tracee_netlink(void *ctx, int fd);
ssize_t tracee_family_name(void *ctx, int family, char *buf, size_t len);
/* Converts a pid in the PID namespace of a tracee to the namespace of scry; -1: unknown. */
pid_t tracee_pid_to_own_namespace(struct tracee *tracee, pid_t pid);
int tracee_pid_outside(void *ctx, int pid);
ssize_t tracee_fd_context(void *ctx, int fd, char *buf, size_t len);
ssize_t tracee_path_context(void *ctx, int dirfd, const char *path, char *buf, size_t len);
ssize_t tracee_interface_name(void *ctx, int fd, int index, char *buf, size_t len);
ssize_t tracee_path_name(void *ctx, int dirfd, const char *path, char *buf, size_t len);
struct namespaces;
void tracee_namespaces(void *ctx, int pid, struct namespaces *namespaces);
uint64_t tracee_vcpu(void *ctx, int fd);
uint64_t tracee_fd_capacity(void *ctx);
ssize_t tracee_ring_file(void *ctx, int ring, uint64_t index, char *buf, size_t len);

#endif
