/* SPDX-License-Identifier: MIT */
/* What fetch is made of: ctx is the struct tracee. */
#ifndef TRACEE_LOOK_UP_H
#define TRACEE_LOOK_UP_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

size_t tracee_memory_read(void *ctx, uint64_t addr, void *buf, size_t len);
ssize_t fd_path(void *ctx, int fd, char *buf, size_t len);
ssize_t pid_comm(void *ctx, int pid, char *buf, size_t len);

#endif
