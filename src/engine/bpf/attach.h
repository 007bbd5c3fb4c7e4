/* SPDX-License-Identifier: MIT */
/* Attaches to the processes of -p. */
#ifndef ENGINE_BPF_ATTACH_H
#define ENGINE_BPF_ATTACH_H

#include "engine/bpf/bpf.h"

/* Attaches to all of them. Returns 0, or after messages the exit status of scry. */
int bpf_attach_all(struct bpf_engine *engine);
/* Attaches to a process while the trace runs. Returns false after a message. */
bool bpf_attach_process(struct bpf_engine *engine, pid_t pid);

#endif
