/* SPDX-License-Identifier: MIT */
/* Applies the verdict of the session to a tracee. */
#ifndef ENGINE_VERDICT_H
#define ENGINE_VERDICT_H

struct engine;
struct event;
struct verdict;

/* The operation .resume of struct engine_ops. */
void verdict_apply(struct engine *engine, const struct event *event, const struct verdict *verdict);

#endif
