/* SPDX-License-Identifier: MIT */
/* The end of a tracer whose tracees have a filter: by a signal it becomes the keeper. */
#ifndef ENGINE_CRASH_H
#define ENGINE_CRASH_H

struct ptrace_engine;

/*
 * For the calling process, whose main thread traces. From now on signals that have no purpose for
 * scry do not end it, and while tracees have a filter a crash makes it the keeper. engine must stay
 * valid. Called once.
 */
void crash_prepare(const struct ptrace_engine *engine);

#endif
