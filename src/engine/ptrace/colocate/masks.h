/* SPDX-License-Identifier: MIT */
/* CPU masks of tracees: narrowed, and given back. */
#ifndef ENGINE_PTRACE_COLOCATE_MASKS_H
#define ENGINE_PTRACE_COLOCATE_MASKS_H

#include <sched.h>
#include <stdbool.h>
#include <sys/types.h>

/* The maximum number of tracees that are pinned at the same time. */
#define MASKS_MAX 64

/* A tracee with a narrow mask, or with its own one without the CPU of that. */
struct mask_slot {
	volatile pid_t tid; /* 0: the slot is free */
	bool aside; /* the mask without the tracer's CPU */
	volatile bool moves; /* it is being set: the thread has the former mask or the new one */
	cpu_set_t given; /* the mask that the tracee had */
};

/* How many masks of tracees that have no thread of their number any more are kept. */
#define MASKS_LOST_MAX 16

/*
 * A mask that could not be given back. The tracee has ended, or execve(2) in a thread has given it
 * the tid of its leader, and the tracer has not yet seen that event: see masks_restore_renamed().
 */
struct mask_lost {
	cpu_set_t narrow;
	struct mask_slot slot;
};

/*
 * Memory that the tracer shares with the guard, which gives the masks back if the tracer is killed.
 */
struct masks {
	cpu_set_t narrow;
	struct mask_slot slots[MASKS_MAX];
	struct mask_lost lost[MASKS_LOST_MAX]; /* a ring */
	unsigned n_lost;
};

/* NULL: there is no memory for them. */
struct masks *masks_new(void);
/* The slot with this number, from 1. */
struct mask_slot *masks_slot(struct masks *masks, unsigned number);
/*
 * Gives the tracee the narrow mask, and keeps its own one in a slot, which is returned. Returns
 * NULL if all slots are in use, if the tracee may not run on that CPU, or (errno EPERM) if the
 * kernel does not allow it.
 */
struct mask_slot *masks_pin(struct masks *masks, pid_t tid);
/*
 * aside: lets the tracee run on all CPUs of its own mask but the tracer's; else on the tracer's.
 * Returns false if it has only that one, or if another program has changed its mask.
 */
bool masks_move(const struct masks *masks, struct mask_slot *slot, bool aside);
/* Gives the tracee its mask back if no other program has changed it, and frees the slot. */
void masks_restore_one(struct masks *masks, struct mask_slot *slot);
void masks_restore(struct masks *masks);
/*
 * The tracee that had the tid former has another one now. Gives it the mask that masks_restore()
 * could not give back.
 */
void masks_restore_renamed(struct masks *masks, pid_t former, pid_t tid);
/* Gives a child of one of the tracees, which has not run yet, the mask of its parent. */
void masks_restore_child(const struct masks *masks, pid_t tid);
/*
 * The same for a known parent. *given: the mask that the parent had before; NULL: the one that it
 * has.
 */
void masks_inherit(pid_t parent, const cpu_set_t *given, pid_t child);

#endif
