/* SPDX-License-Identifier: MIT */
/* CPU masks of tracees: narrowed, and given back. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/colocate/masks.h"

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
	slot->tid = tid;
	if (!sched_setaffinity(tid, sizeof(masks->narrow), &masks->narrow))
		return slot;
	slot->tid = 0;
	return NULL;
}

/* The mask without the CPU of the tracer. */
static void without(cpu_set_t *aside, const cpu_set_t *given, const cpu_set_t *narrow)
{
	CPU_XOR(aside, given,
		narrow); /* the given mask has the narrow one in it: see masks_pin() */
}

/* True if the module has set the mask, and not another program. */
static bool is_ours(const cpu_set_t *mask, const cpu_set_t *narrow, const cpu_set_t *given)
{
	cpu_set_t aside;

	without(&aside, given, narrow);
	return CPU_EQUAL(mask, narrow) || CPU_EQUAL(mask, &aside);
}

bool masks_move(const struct masks *masks, const struct mask_slot *slot, bool aside)
{
	cpu_set_t mask = masks->narrow;

	if (aside)
		without(&mask, &slot->given, &masks->narrow);
	return CPU_COUNT(&mask) && !sched_setaffinity(slot->tid, sizeof(mask), &mask);
}

/*
 * Gives a thread with the narrow mask, or one without the tracer's CPU, the given one. The kernel reduces a mask of all CPUs to what the cpuset allows. If
 * the given mask is the result, the thread had no mask of its own, and with the mask of all CPUs it follows a change of
 * its cpuset as before.
 */
static void give_back(pid_t tid, const cpu_set_t *narrow, const cpu_set_t *given)
{
	cpu_set_t mask;

	if (sched_getaffinity(tid, sizeof(mask), &mask) || !is_ours(&mask, narrow, given) ||
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
		give_back(tid, &masks->narrow, &slot->given);
	else if (tid)
		masks->lost[masks->n_lost++ % MASKS_LOST_MAX] = (struct mask_lost){
			.tid = tid,
			.narrow = masks->narrow,
			.given = slot->given,
		};
	slot->tid = 0;
}

void masks_restore_renamed(struct masks *masks, pid_t former, pid_t tid)
{
	for (unsigned i = 0; i < MASKS_LOST_MAX; i++) {
		struct mask_lost *lost = &masks->lost[i];

		if (lost->tid != former)
			continue;
		give_back(tid, &lost->narrow, &lost->given);
		lost->tid = 0;
	}
}

void masks_restore(struct masks *masks)
{
	for (unsigned i = 0; i < MASKS_MAX; i++)
		masks_restore_one(masks, &masks->slots[i]);
}

void masks_restore_child(const struct masks *masks, pid_t tid)
{
	for (unsigned i = 0; i < MASKS_MAX; i++)
		if (masks->slots[i].tid)
			give_back(tid, &masks->narrow, &masks->slots[i].given);
}

void masks_inherit(pid_t parent, const cpu_set_t *given, pid_t child)
{
	cpu_set_t inherited, common, mask;
	int n;

	if (sched_getaffinity(child, sizeof(inherited), &inherited))
		return;
	if (given)
		mask = *given;
	else if (sched_getaffinity(parent, sizeof(mask), &mask))
		return;
	/* The CPU of the tracer alone, or all others; the tracer may have another CPU by now. */
	CPU_AND(&common, &inherited, &mask);
	n = CPU_COUNT(&inherited);
	if (CPU_EQUAL(&common, &inherited) && (n == 1 || n == CPU_COUNT(&mask) - 1))
		give_back(child, &inherited, &mask);
}
