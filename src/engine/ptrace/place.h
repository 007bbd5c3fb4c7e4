/* SPDX-License-Identifier: MIT */
/* Tracer and tracee on one CPU: see place.c. */
#ifndef ENGINE_PLACE_H
#define ENGINE_PLACE_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Shared with the guard, which undoes it if the tracer is killed. */
struct place_masks {
	volatile pid_t tid; /* whose mask is narrow; 0: nobody's */
	cpu_set_t given, narrow;
};

/* In nanoseconds; the latter two are sums of tracer and tracee. */
struct place_times {
	uint64_t now, ran, waited;
};

struct place {
	bool off; /* not wanted, or it cannot be had */
	pid_t tid; /* who shares the tracer's CPU; 0: nobody */
	pid_t watched; /* the last that stopped, */
	unsigned stops; /* how often since */
	uint64_t since_ns;
	unsigned stops_at_tick;
	struct place_times before; /* at the last tick */
	int cpu; /* the one that both are on */
	int moves; /* since the last one that was not busy */
	uint64_t not_before_ns;
	uint64_t no_yield_before_ns;
	unsigned yields;
	cpu_set_t own; /* the tracer's mask */
	cpu_set_t used; /* the CPUs on which somebody shared ours */
	struct place_masks *masks; /* NULL: not yet needed */
	pid_t guard; /* 0: none */
	int guard_fd;
};

/* guard.c */
/* Makes the process that calls place_restore() when this one dies of anything. False: it cannot be had. */
bool guard_start(struct place *place);
void guard_end(struct place *place);

/* Gives the tracee its mask back, if it is still the narrow one. */
void place_restore(struct place_masks *masks);

#endif
