/* SPDX-License-Identifier: MIT */
/* Answers decode from what was captured. */
#ifndef ENGINE_BPF_MEMORY_H
#define ENGINE_BPF_MEMORY_H

#include "engine/bpf/bpf.h"

/* Sets the functions of engine->fetch_ops and of engine->live_ops. */
void bpf_set_fetch(struct bpf_engine *engine);

#endif
