/* SPDX-License-Identifier: MIT */
/* The keeper: the process that the tracer becomes when filtered tracees outlive the trace. */
#ifndef ENGINE_KEEPER_H
#define ENGINE_KEEPER_H

#include <sys/types.h>

/* Resumes a tracee from a stop that is not reported. */
void keeper_resume(pid_t tid, int status);
/* Becomes the keeper, by execve(2). */
void keeper_become(void) __attribute__((noreturn));
/*
 * The same after a crash: tracees may be stopped, and the keeper finds and resumes them.
 * Async-signal-safe. Only for the main thread.
 */
void keeper_rescue(void) __attribute__((noreturn));
/* Becomes the keeper without a new program, for when there is no memory for one. */
void keeper_stay(void) __attribute__((noreturn));

#endif
