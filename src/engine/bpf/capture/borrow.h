/* SPDX-License-Identifier: MIT */
/*
 * The kernel program for an ordinary user: scry-capture loads it, and marks tasks in it
 * (doc/scry-capture.md).
 */
#ifndef ENGINE_BPF_CAPTURE_BORROW_H
#define ENGINE_BPF_CAPTURE_BORROW_H

#include "engine/bpf/bpf.h"

struct buf;

/* Whether this process lacks the capabilities to load the program itself. */
bool borrow_is_needed(void);
/*
 * Whether this process can have the program neither by itself nor by scry-capture. Says why in
 * *why, as the end of a sentence about the engine.
 */
bool borrow_lacks(struct buf *why);
/*
 * Starts scry-capture, and gives it the settings of a configured program. On success the program
 * has the descriptors of the maps that scry may have, and the program is attached. n_cpus: possible
 * CPUs. Returns false, and says in *why what is missing, as borrow_lacks() does.
 */
bool borrow_load(struct bpf_engine *engine, uint32_t n_cpus, struct buf *why);
/*
 * Marks the threads of a process, or without -f one thread. how: GROUP_LAUNCHES, GROUP_THREAD or 0.
 * Adds what the iterator has written to lines. Returns false, with errno, if scry may not trace the
 * process or it is gone.
 */
bool borrow_mark(struct bpf_engine *engine, pid_t pid, uint32_t how, struct buf *lines);
void borrow_unmark(struct bpf_engine *engine, pid_t tid);
void borrow_detach(struct bpf_engine *engine);
/* Whether scry-capture has ended by itself: then nothing is traced any more. */
bool borrow_has_ended(const struct bpf_engine *engine);
/* Ends scry-capture. What it has loaded is gone when this returns. */
void borrow_end(struct bpf_engine *engine);

#endif
