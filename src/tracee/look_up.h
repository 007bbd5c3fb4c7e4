/* SPDX-License-Identifier: MIT */
/* What fetch is made of: ctx is the struct tracee. */
#ifndef TRACEE_LOOK_UP_H
#define TRACEE_LOOK_UP_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/fd.h"
#include "scry/util.h"

struct tracee;

/* The line of a file of /proc that begins with "field:", without that; malloc'ed, NULL: none. */
char *proc_line(const char *path, const char *field);
size_t tracee_memory_read(void *ctx, uint64_t addr, void *buf, size_t len);
ssize_t fd_path(void *ctx, int fd, char *buf, size_t len);
ssize_t pid_comm(void *ctx, int pid, char *buf, size_t len);
bool fd_detail(void *ctx, int fd, const char *path, size_t len, unsigned kinds,
	       struct fd_detail *detail);

/* detail.c asks socket.c; false: it is gone. */
bool socket_detail(const struct tracee *tracee, int fd, struct fd_detail *detail);
/* The ends of the socket with of->type and of->inode. */
void socket_from_table(const struct tracee *tracee, struct fd_socket *of);
int socket_netlink(void *ctx, int fd);
/* The name of a family of generic netlink: struct fetch_ops, family_name. */
ssize_t family_name(void *ctx, int family, char *buf, size_t len);
/* What can be known without a hold on the socket. */
void socket_by_name(const struct tracee *tracee, int fd, struct fd_socket *of);
/* What the tracee's namespace calls pid, as scry numbers it; -1: not known. */
pid_t pid_as_ours(pid_t tracee, pid_t pid);
int pid_outside(void *ctx, int pid);
/* contexts.c */
ssize_t tracee_fd_context(void *ctx, int fd, char *buf, size_t len);
ssize_t tracee_path_context(void *ctx, int dirfd, const char *path, char *buf, size_t len);
/* path_name.c */
ssize_t tracee_path_name(void *ctx, int dirfd, const char *path, char *buf, size_t len);
/* namespaces.c */
struct namespaces;
void tracee_namespaces(void *ctx, int pid, struct namespaces *namespaces);
uint64_t tracee_vcpu(void *ctx, int fd);

#endif
