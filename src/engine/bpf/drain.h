/* SPDX-License-Identifier: MIT */
/*
 * A thread that moves records from the ring to memory, so that the ring does not fill up while scry
 * waits for a CPU.
 */
#ifndef ENGINE_BPF_DRAIN_H
#define ENGINE_BPF_DRAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct drain;
struct bpf_record;
struct ring;

/*
 * Starts the thread, which is the only user of the ring from now on. The caller reads the records;
 * waits: it may get a real-time policy, so that none is lost. command: when this child has ended,
 * the thread passes on what the kernel had written until then, and no more; 0: none. NULL: the
 * thread cannot run, see errno.
 */
struct drain *drain_start(struct ring *ring, bool waits, pid_t command);
/* Ends the thread. Records that it has not passed on are lost. NULL is no thread. */
void drain_end(struct drain *drain);
/*
 * DRAIN_ENDING: the command has ended, and records before its end may follow. DRAIN_ENDED: no
 * further record is passed on.
 */
enum drain_state { DRAIN_RUNS, DRAIN_ENDING, DRAIN_ENDED };
enum drain_state drain_state(const struct drain *drain);
/* A descriptor that is readable when there are records. */
int drain_fd(const struct drain *drain);
/*
 * Returns the next record and its length in bytes. NULL: there is none. The record is valid until
 * the next call.
 */
const struct bpf_record *drain_next(struct drain *drain, size_t *len);

#endif
