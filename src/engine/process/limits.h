/* SPDX-License-Identifier: MIT */
#ifndef ENGINE_LIMITS_H
#define ENGINE_LIMITS_H

#include <sys/resource.h>

/* Lets scry have as many descriptors as its hard limit allows. *given: the limits that it found. */
void limits_raise(struct rlimit *given);
/* In the child that becomes the command: puts back what limits_raise() found. Async-signal-safe. */
void limits_restore(const struct rlimit *given);

#endif
