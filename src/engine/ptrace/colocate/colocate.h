/* SPDX-License-Identifier: MIT */
/*
 * Co-location: tracer and tracees on one CPU.
 *
 * A stop of a tracee costs two context switches where tracer and tracee share a CPU, and two
 * wake-ups of another CPU where they do not, which take up to twenty times as long. This module
 * pins the tracer and the tracees that stop all the time to one CPU. No tracee must see that: the
 * module gives a tracee its mask back before the tracee can read the mask or hand it on. Tracees
 * that compute at the same time get the other CPUs: see spread.c.
 *
 * The engine reports what happens to a tracee: colocate_halted(), colocate_stop(), colocate_call(),
 * colocate_resumed(), colocate_fork() and colocate_exit(). It keeps one struct colocate, and one
 * struct colocate_tracee for each tracee, which begins as all zero.
 */
#ifndef ENGINE_PTRACE_COLOCATE_COLOCATE_H
#define ENGINE_PTRACE_COLOCATE_COLOCATE_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/arch.h"

struct masks;

/* What the module keeps of one tracee. Only this module reads it. */
struct colocate_tracee {
	uint8_t slot; /* in struct masks, from 1; 0: the tracee is not pinned */
	/* When it was put into the list: the time, and the number of stops. */
	uint64_t resumed_ns, resumed_at;
	/* The mean time from being resumed to the next stop, less what others had of it. */
	unsigned computes_ns;
	/* the list of struct colocate; link is NULL outside */
	struct colocate_tracee *next, **link;
};

/* What the module asks its owner. */
struct colocate_owner {
	/* Calls visit() for every tracee. */
	void (*each_tracee)(void *ctx, void (*visit)(struct colocate_tracee *tracee, void *with),
			    void *with);
	/*
	 * The kernel kills the tracees if the tracer is killed, so that their masks need no guard.
	 */
	bool (*tracees_die_with_tracer)(void *ctx);
	void *ctx;
};

enum colocate_mode {
	COLOCATE_NEVER, /* not wanted, or not possible */
	COLOCATE_WATCHES, /* no one is pinned; stops are counted */
	COLOCATE_PINS, /* the tracer is pinned, and tracees are when they stop */
};

/* A number of stops that are judged together. */
struct colocate_window {
	uint64_t since_ns;
	unsigned stops;
	bool mixed; /* more than one tracee stopped */
};

/* In nanoseconds. ran and waited are sums over tracer and pinned tracees. */
struct colocate_times {
	uint64_t now, ran, waited;
};

/* What happened since the last tick. */
struct colocate_tick {
	unsigned stops;
	bool changed; /* other tracees are pinned than at the tick before */
	struct colocate_times before;
};

struct colocate {
	const struct colocate_owner *owner;
	enum colocate_mode mode;
	bool follow; /* children are tracees, too */
	bool several; /* more than one tracee may be pinned */
	bool spreads; /* more than one tracee is pinned, or was since the last tick */
	pid_t watched; /* the tracee that stopped last */
	struct colocate_window window;
	unsigned short_windows; /* in a row */
	unsigned n_pinned;
	uint64_t n_stops; /* while spreads */
	/* While spreads: pinned, resumed outside a call, not stopped since. */
	struct colocate_tracee *computing;
	struct colocate_tick tick;
	int cpu; /* that all are pinned to */
	int moves; /* to other CPUs, since the last CPU that was not busy */
	uint64_t not_before_ns; /* pinning waits until then */
	uint64_t no_yield_before_ns;
	unsigned yields;
	cpu_set_t own; /* the tracer's mask */
	struct masks *masks; /* NULL: not needed so far */
	pid_t guard; /* 0: none */
	int guard_fd;
};

/*
 * wanted: false for --no-colocate. follow: children of tracees are tracees, too. *owner is kept,
 * not copied.
 */
void colocate_begin(struct colocate *colocate, const struct colocate_owner *owner, bool wanted,
		    bool follow);
/* Gives all masks back, for good. */
void colocate_end(struct colocate *colocate);
/*
 * Gives all masks back in the handler of a crash: nothing but the masks and a few members of
 * *colocate is read, and only system calls are made.
 */
void colocate_rescue(const struct colocate *colocate);
/* Gives all masks back until stops show again that pinning pays. */
void colocate_suspend(struct colocate *colocate);

/* A stop that the engine is about to deal with. */
struct colocate_stop {
	pid_t tid;
	size_t n_tracees; /* of the engine */
	bool may_pin; /* the tracee may be pinned */
};

/* The tracee does not run any more: it has stopped or ended, or it is no longer pinned. */
void colocate_halted(struct colocate_tracee *tracee);
/*
 * Returns true if colocate_needs_ticks() or colocate_needs_balance() says something else from now
 * on.
 */
bool colocate_stop(struct colocate *colocate, struct colocate_tracee *tracee,
		   const struct colocate_stop *stop);
/* The tracee is at the entry of a call. */
void colocate_call(struct colocate *colocate, struct colocate_tracee *tracee, enum syscall_id id);
/* The tracee is about to be resumed, is in no call, and keeps its tid until it stops. */
void colocate_resumed(struct colocate *colocate, struct colocate_tracee *tracee);
/* A child inherited the mask of its parent, and has not run yet. child 0: its tid is not known. */
void colocate_fork(struct colocate *colocate, const struct colocate_tracee *parent,
		   pid_t parent_tid, pid_t child);
/* The tracee has ended, or is not traced any more. */
void colocate_exit(struct colocate *colocate, struct colocate_tracee *tracee);

/* To be called for a child that has not run yet, if its parent is not known. */
void colocate_orphan(struct colocate *colocate, pid_t tid);
/*
 * execve(2) in a thread gave the tracee, which had the tid former, that of its leader. They may be
 * the same.
 */
void colocate_rename(struct colocate *colocate, const struct colocate_tracee *tracee, pid_t former,
		     pid_t tid);
/*
 * A child of the tracer that is no tracee has ended. If it was the guard, all masks are given back.
 */
void colocate_child_ended(struct colocate *colocate, pid_t pid);
/* True if the tracee's mask is a narrow one, so that a child that it is making may inherit that. */
bool colocate_may_hand_on(const struct colocate *colocate, const struct colocate_tracee *tracee,
			  pid_t tid);

/* The tracee that stopped last, if all that stop are pinned to the tracer's CPU; else 0. */
pid_t colocate_watched(const struct colocate *colocate);
/* Lets the pinned tracees run. False: not now, since other programs would run for too long. */
bool colocate_yield(struct colocate *colocate);

/* True while colocate_tick() has to be called every 100 ms. */
bool colocate_needs_ticks(const struct colocate *colocate);
void colocate_tick(struct colocate *colocate);
/* True while colocate_balance() has to be called every millisecond. */
bool colocate_needs_balance(const struct colocate *colocate);
void colocate_balance(struct colocate *colocate);

#endif
