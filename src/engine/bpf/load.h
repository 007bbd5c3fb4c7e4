/* SPDX-License-Identifier: MIT */
/* The kernel program: loads it, configures it, and reads its maps. */
#ifndef ENGINE_BPF_LOAD_H
#define ENGINE_BPF_LOAD_H

#include "engine/bpf/bpf.h"
#include "engine/bpf/kernel/wire.h"

/*
 * Loads the program. Returns false after a message that says what is missing. Tasks can be marked
 * from now on.
 */
bool load_program(struct bpf_engine *engine);
/* Attaches the program. Returns false after a message. */
bool load_attach(struct bpf_engine *engine);
/*
 * Sets engine->clocks_apart_ns. Without a lender, the thread is marked with TASK_SELF, and the
 * program is attached.
 */
void load_measure_clock(struct bpf_engine *engine);
/* Detaches the program: no records are made any more. The ring keeps what it has. */
void load_detach(struct bpf_engine *engine);
/* Unloads the program, and frees its maps. */
void load_free(struct bpf_engine *engine);

/* All records that were read are shown: a write to the terminal waits for that. */
void load_set_shown(struct bpf_engine *engine);

/*
 * Marks a thread with TASK_* flags. how: BPF_ANY, or BPF_NOEXIST for a thread that must not be
 * marked (linux/bpf.h). Returns false, with errno, if it is gone or the kernel refuses.
 */
bool load_mark(struct bpf_engine *engine, pid_t tid, uint32_t flags, uint64_t how);
/*
 * Copies the state of a marked thread. Returns false if it has none, or if scry-capture has loaded
 * the program, because that reports no state.
 */
bool load_look_up(struct bpf_engine *engine, pid_t tid, struct task_state *state);
/* Removes the mark of a thread. */
void load_unmark(struct bpf_engine *engine, pid_t tid);
/* Adds a thread group, or without -f a thread, to those that the iterator selects. */
bool load_add_group(struct bpf_engine *engine, pid_t pid);
/* Removes all groups. */
void load_remove_group(struct bpf_engine *engine, pid_t pid);
/*
 * Runs the iterator. Returns what it has marked, which the caller frees; -1: it cannot run, see
 * errno.
 */
ssize_t load_iterate(struct bpf_engine *engine, struct marked_task **marked);

/* Records that were lost so far. */
uint64_t load_lost(const struct bpf_engine *engine);
/* The numbers of tasks that have waited for space in the ring: struct program_state. */
uint32_t *load_waiters(struct bpf_engine *engine);
/* Tasks wait if the ring has more bytes than this. */
size_t load_wait_above(const struct bpf_engine *engine);
/* Threads that are not traced, because there was no memory. */
uint64_t load_lost_tasks(const struct bpf_engine *engine);
/*
 * Calls each() with the counts of -c, which are sums over all CPUs. Returns the number of calls
 * that were not counted.
 */
uint64_t load_each_count(struct bpf_engine *engine,
			 void (*each)(void *ctx, const struct count_key *key,
				      const struct count *count),
			 void *ctx);

#endif
