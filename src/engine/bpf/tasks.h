/* SPDX-License-Identifier: MIT */
/* The names, users and numbers of tasks. */
#ifndef ENGINE_BPF_TASKS_H
#define ENGINE_BPF_TASKS_H

#include "engine/bpf/bpf.h"

/* Keeps what a record says of its task. */
void bpf_identify(struct bpf_tracee *tracee, const struct record_task *task);
/* Keeps the names and numbers of a tracee that is about to be forgotten. */
void bpf_remember(struct bpf_engine *engine, const struct bpf_tracee *tracee);

/* Answer decode: see struct fetch_ops. */
ssize_t bpf_pid_comm(void *ctx, int pid, char *buf, size_t len);
int bpf_pid_outside(void *ctx, int pid);
/* Returns whether a number means the process of the tracee in its own PID namespace. */
bool bpf_is_own_pid(struct bpf_tracee *tracee, pid_t pid);

#endif
