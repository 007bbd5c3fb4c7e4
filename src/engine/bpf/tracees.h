/* SPDX-License-Identifier: MIT */
/* The table of tracees. */
#ifndef ENGINE_BPF_TRACEES_H
#define ENGINE_BPF_TRACEES_H

#include "engine/bpf/bpf.h"

/* Adds a tracee, or returns the one that the table has. */
struct bpf_tracee *bpf_track(struct bpf_engine *engine, pid_t tid, pid_t tgid);
/* Removes a tracee and frees what it has captured. */
void bpf_forget(struct bpf_engine *engine, struct bpf_tracee *tracee);

#endif
