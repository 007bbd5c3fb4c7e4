/* SPDX-License-Identifier: MIT */
#ifndef ENGINE_LIMITS_H
#define ENGINE_LIMITS_H

#include <sys/resource.h>

/* The limits with which scry was started. */
struct limits {
	struct rlimit files; /* RLIMIT_NOFILE */
	struct rlimit cpu; /* RLIMIT_CPU */
};

/*
 * Lets scry have as many descriptors and as much CPU time as its hard limits allow. *given: the
 * limits that it found.
 */
void limits_raise(struct limits *given);
/* In the child that becomes the command: puts back what limits_raise() found. Async-signal-safe. */
void limits_restore(const struct limits *given);

#endif
