/* SPDX-License-Identifier: MIT */
/* Tracer and tracees on one CPU: see place.c. */
#ifndef ENGINE_PLACE_H
#define ENGINE_PLACE_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* So many tracees share the tracer's CPU at most. */
#define PLACES 64

/* So many stops, whoever makes them, are looked at together: less than a short program makes. */
#define PLACE_WINDOW_STOPS 256
/* Who stops less often in 100 ms does not stop all the time. */
#define PLACE_LEAST_STOPS 100
/* Several are bound if so many windows in a row were short, and if there are not many more. */
#define PLACE_WINDOWS 8
/* So long after every CPU turned out to be busy, or a yield to take too long, or sharing not to pay. */
#define PLACE_PAUSE_NS 1000000000u

/* One whose mask is narrow. */
struct place_slot {
	volatile pid_t tid; /* 0: none */
	cpu_set_t given;
};

/* Shared with the guard, which undoes it if the tracer is killed. */
struct place_masks {
	cpu_set_t narrow;
	struct place_slot slots[PLACES];
};

/* In nanoseconds; the latter two are sums over tracer and tracee. */
struct place_times {
	uint64_t now, ran, waited;
};

struct place_window {
	uint64_t since_ns;
	unsigned stops;
	bool mixed; /* of several tracees */
	unsigned samples, parallel; /* those in which others were computing */
};

struct place {
	bool off; /* not wanted, or it cannot be had */
	bool on; /* the tracer is bound to a CPU, and who stops is */
	bool several; /* … more than one tracee is */
	pid_t watched; /* the last that stopped */
	struct place_window window;
	unsigned short_windows; /* in a row */
	unsigned until_sample; /* stops */
	unsigned n_bound;
	uint64_t
		apart_ns; /* what a window takes while tracees compute in parallel and nobody is bound */
	/* Since the last tick: */
	unsigned stops, windows, parallel_windows;
	bool changed; /* other tracees are bound now */
	struct place_times before;
	int cpu; /* the one that all are on */
	int moves; /* since the last one that was not busy */
	uint64_t not_before_ns;
	uint64_t parallel_pause_ns, parallel_not_before_ns;
	uint64_t no_yield_before_ns;
	unsigned yields;
	cpu_set_t own; /* the tracer's mask */
	cpu_set_t used; /* the CPUs on which somebody shared ours */
	struct place_masks *masks; /* NULL: not yet needed */
	pid_t guard; /* 0: none */
	int guard_fd;
};

struct ptrace_engine;
struct ptrace_tracee;

/* place.c, for tick.c */
void place_enter(struct ptrace_engine *engine);
void place_let_loose(struct place *place, struct ptrace_tracee *tracee);
void place_begin_tick(struct place *place);

/* guard.c */
/* Makes the process that calls masks_restore() when this one dies of anything. False: it cannot be had. */
bool guard_start(struct place *place);
void guard_end(struct place *place);
/* True if the guard was killed; the caller forgets it. */
bool guard_has_ended(const struct place *place);
void guard_forget(struct place *place);

/* masks.c */
/* NULL: there is no memory for them. */
struct place_masks *masks_new(void);
/*
 * Binds the tracee to the narrow mask; the slot keeps what it had. Returns the slot; NULL: all are in use, it is
 * not to run on that CPU, or (errno EPERM) this is not allowed.
 */
struct place_slot *masks_bind(struct place_masks *masks, pid_t tid);
/* Gives it its mask back, if it still has the narrow one. The slot is free then. */
void masks_restore_one(struct place_masks *masks, struct place_slot *slot);
void masks_restore(struct place_masks *masks);
/* A child of one of them, which has not run yet, gets what its parent had. */
void masks_restore_child(const struct place_masks *masks, pid_t tid);
/* The same of a known parent, which had *given; NULL: what it has. */
void masks_inherit(pid_t parent, const cpu_set_t *given, pid_t child);

#endif
