/* SPDX-License-Identifier: MIT */
/* CPU masks of tracees: narrowed, and given back. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/ptrace/colocate/masks.h"

struct masks *masks_new(void)
{
	void *page = mmap(NULL, sizeof(struct masks), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return page == MAP_FAILED ? NULL : page;
}

static struct mask_slot *find_free(struct masks *masks)
{
	for (unsigned i = 0; i < MASKS_MAX; i++)
		if (!masks->slots[i].tid)
			return &masks->slots[i];
	return NULL;
}

struct mask_slot *masks_slot(struct masks *masks, unsigned number)
{
	return &masks->slots[number - 1];
}

struct mask_slot *masks_pin(struct masks *masks, pid_t tid)
{
	struct mask_slot *slot = find_free(masks);
	cpu_set_t both;

	errno = 0;
	if (!slot || sched_getaffinity(tid, sizeof(slot->given), &slot->given))
		return NULL;
	CPU_AND(&both, &slot->given, &masks->narrow);
	if (!CPU_EQUAL(&both, &masks->narrow))
		return NULL;
	slot->aside = slot->moves = false;
	slot->tid = tid;
	if (!sched_setaffinity(tid, sizeof(masks->narrow), &masks->narrow))
		return slot;
	slot->tid = 0;
	return NULL;
}

/* The mask of a tracee that is aside. The given mask has the narrow one in it: see masks_pin(). */
static cpu_set_t without(const cpu_set_t *given, const cpu_set_t *narrow)
{
	cpu_set_t aside;

	CPU_XOR(&aside, given, narrow);
	return aside;
}

/* True if the module has set the mask, and not another program. */
static bool is_ours(const cpu_set_t *mask, const cpu_set_t *narrow, const struct mask_slot *slot)
{
	cpu_set_t aside = without(&slot->given, narrow);

	return ((slot->moves || !slot->aside) && CPU_EQUAL(mask, narrow)) ||
	       ((slot->moves || slot->aside) && CPU_EQUAL(mask, &aside));
}

bool masks_move(const struct masks *masks, struct mask_slot *slot, bool aside)
{
	cpu_set_t now, next = aside ? without(&slot->given, &masks->narrow) : masks->narrow;
	bool moved;

	if (!CPU_COUNT(&next) || sched_getaffinity(slot->tid, sizeof(now), &now) ||
	    !is_ours(&now, &masks->narrow, slot))
		return false;
	slot->moves = true;
	moved = !sched_setaffinity(slot->tid, sizeof(next), &next);
	if (moved)
		slot->aside = aside;
	slot->moves = false;
	return moved;
}

/*
 * Gives a thread its own mask if it has one that the module gave it. The kernel reduces a mask of
 * all CPUs to what the cpuset allows. If its own mask is the result, the thread had no other one,
 * and with the mask of all CPUs it follows a change of its cpuset as before.
 */
static void give_back(pid_t tid, const cpu_set_t *narrow, const struct mask_slot *slot)
{
	const cpu_set_t *given = &slot->given;
	cpu_set_t mask;

	if (sched_getaffinity(tid, sizeof(mask), &mask) || !is_ours(&mask, narrow, slot) ||
	    CPU_EQUAL(&mask, given))
		return;
	memset(&mask, 0xff, sizeof(mask));
	if (!sched_setaffinity(tid, sizeof(mask), &mask) &&
	    !sched_getaffinity(tid, sizeof(mask), &mask) && CPU_EQUAL(&mask, given))
		return;
	sched_setaffinity(tid, sizeof(*given), given);
}

void masks_restore_one(struct masks *masks, struct mask_slot *slot)
{
	pid_t tid = slot->tid;
	cpu_set_t mask;

	if (tid && !sched_getaffinity(tid, sizeof(mask), &mask))
		give_back(tid, &masks->narrow, slot);
	else if (tid)
		masks->lost[masks->n_lost++ % MASKS_LOST_MAX] = (struct mask_lost){
			.narrow = masks->narrow,
			.slot = *slot,
		};
	slot->tid = 0;
}

void masks_restore_renamed(struct masks *masks, pid_t former, pid_t tid)
{
	for (unsigned i = 0; i < MASKS_LOST_MAX; i++) {
		struct mask_lost *lost = &masks->lost[i];

		if (lost->slot.tid != former)
			continue;
		give_back(tid, &lost->narrow, &lost->slot);
		lost->slot.tid = 0;
	}
}

void masks_restore(struct masks *masks)
{
	for (unsigned i = 0; i < MASKS_MAX; i++)
		masks_restore_one(masks, &masks->slots[i]);
}

void masks_restore_child(const struct masks *masks, pid_t tid)
{
	for (unsigned i = 0; i < MASKS_MAX; i++) {
		struct mask_slot either = masks->slots[i];

		either.moves = true; /* the tracee may have been moved since the child was made */
		if (either.tid)
			give_back(tid, &masks->narrow, &either);
	}
}

void masks_inherit(pid_t parent, const cpu_set_t *given, pid_t child)
{
	struct mask_slot own = { .moves = true };
	cpu_set_t inherited, common;
	int n;

	if (sched_getaffinity(child, sizeof(inherited), &inherited))
		return;
	if (given)
		own.given = *given;
	else if (sched_getaffinity(parent, sizeof(own.given), &own.given))
		return;
	/* The CPU of the tracer alone, or all others; the tracer may have another CPU by now. */
	CPU_AND(&common, &inherited, &own.given);
	n = CPU_COUNT(&inherited);
	if (CPU_EQUAL(&common, &inherited) && (n == 1 || n == CPU_COUNT(&own.given) - 1))
		give_back(child, &inherited, &own);
}
