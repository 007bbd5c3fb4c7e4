/* SPDX-License-Identifier: MIT */
/*
 * The bpf engine beside the ptrace engine, from which it takes over stopped threads:
 * src/engine/auto/. Its next() then never waits, and returns IDLE if there is no record, or END if
 * it has no tracee at the moment. The ptrace engine collects the command.
 */
#ifndef ENGINE_BPF_BESIDE_H
#define ENGINE_BPF_BESIDE_H

#include "scry/engine.h"

/*
 * Loads and attaches the program, in some 50 ms, for which another thread than that of next() may
 * call it. others: the tracees of the ptrace engine. Returns false if that is impossible, after a
 * message with --debug.
 */
bool bpf_load_beside(struct engine *engine, const struct tracee_table *others);
/* The same for an engine that is alone: start() comes next, in the same thread. */
bool bpf_load_alone(struct engine *engine, const struct tracee_table *others);
/*
 * Whether scry-capture has loaded the program: it is a child of the thread that has called
 * bpf_load_beside(). That thread must last, so that waitpid(2) of another thread, with __WNOTHREAD,
 * does not see it.
 */
bool bpf_is_lent(const struct engine *engine);
/*
 * Lets the thread of next() read records. Returns false, with errno, if it cannot. command: its
 * pid; 0: none.
 */
bool bpf_begin_beside(struct engine *engine, pid_t command);

/*
 * From now on records about a thread are made. They count if it is adopted: that of its end alone
 * makes no tracee. Returns false, with errno, if the kernel refuses, or if the thread with this tid
 * is marked already.
 */
bool bpf_mark(struct engine *engine, pid_t tid);
/* A marked thread belongs to this engine, with the state that the session has of it. */
void bpf_adopt(struct engine *engine, const struct tracee *tracee);
/*
 * Attaches to a thread that no engine has, with the other threads of its process unless it is to be
 * alone: then the result of a call in which it is now is not reported. It may have a tracer.
 */
void bpf_attach_beside(struct engine *engine, pid_t tid, bool alone);
/*
 * A thread of another engine has ended. If its leader has, too, and waits for the end of its
 * threads, that is an event now.
 */
void bpf_end_leader(struct engine *engine, pid_t tgid);
/* The status of the command as waitpid(2) gave it. */
void bpf_set_command_status(struct engine *engine, int status);
/* The signal that ends scry, and whether the command got it, too. */
void bpf_set_interrupted(struct engine *engine, int signal, bool command_got_it);

/*
 * The position in the ring after all records that the kernel has begun, and whether all events
 * before one have been reported.
 */
unsigned long bpf_produced(struct engine *engine);
bool bpf_has_read(struct engine *engine, unsigned long position);
/* Waits for records or a signal, for ms milliseconds at most. Returns false if none came. */
bool bpf_wait(struct engine *engine, int ms);

#endif
