/* SPDX-License-Identifier: MIT */
/* Lets tracees go. */
#ifndef ENGINE_DETACH_H
#define ENGINE_DETACH_H

struct engine;
struct ptrace_engine;
struct ptrace_tracee;
struct tracee;

/*
 * Lets the tracee go; EVENT_DETACHED will be reported. A filtered tracee stays traced, in silence.
 */
void detach_tracee(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* To be called when a released tracee has stopped or ended. */
void detach_stopped(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
void detach_all(struct ptrace_engine *engine);
/* The operations .stop, .release and .detach of struct engine_ops. */
void detach_stop(struct engine *engine);
void detach_release(struct engine *engine);
void detach_one(struct engine *engine, struct tracee *tracee);
/* Lets all tracees go when there is no memory left. ctx is the engine. */
void detach_without_memory(void *ctx);

#endif
