/* SPDX-License-Identifier: MIT */
/*
 * Threads that only each other can wake form a knot: a deadlock. Take all threads that wait, and
 * leave out, again and again, each that a process outside can wake: what remains is the knot.
 */
#include "why/knot.h"

#include "why/process.h"
#include "why/waiting.h"

static bool thread_in_knot(const struct diagnosis *diagnosis, pid_t tid)
{
	for (size_t i = 0; i < diagnosis->n_stuck; i++)
		if (diagnosis->stuck[i].tid == tid)
			return diagnosis->stuck[i].in_knot;
	return false;
}

/* A process is in the knot if all of its living threads are. */
static bool process_in_knot(const struct diagnosis *diagnosis, pid_t pid)
{
	const struct process *process = process_find(diagnosis, pid);
	size_t n = 0;

	if (!process)
		return false;
	for (size_t i = 0; i < diagnosis->n_stuck; i++)
		n += diagnosis->stuck[i].process == process && diagnosis->stuck[i].in_knot;
	return n && n >= process->n_threads;
}

static bool only_knot_wakes(const struct diagnosis *diagnosis, const struct stuck *stuck)
{
	if (!stuck->forever || !stuck->children.complete)
		return false;
	/* make waits for its children in this way, with a read of a pipe. */
	for (size_t i = 0; i < stuck->children.n; i++)
		if (!process_in_knot(diagnosis, stuck->children.pids[i]))
			return false;
	if (stuck->others)
		return process_in_knot(diagnosis, stuck->process->pid);
	if (!stuck->wait.n || !stuck->wait.complete)
		return false;
	for (size_t i = 0; i < stuck->wait.n; i++)
		if (!(stuck->threads ? thread_in_knot(diagnosis, stuck->wait.pids[i])
				     : process_in_knot(diagnosis, stuck->wait.pids[i])))
			return false;
	return true;
}

/* A parent that waits for a child in the knot is no part of the cycle, but hangs because of it. */
void find_knot(struct diagnosis *diagnosis)
{
	bool changed = true;
	size_t n = 0;

	for (size_t i = 0; i < diagnosis->n_stuck; i++)
		diagnosis->stuck[i].in_knot = true;
	while (changed) {
		changed = false;
		for (size_t i = 0; i < diagnosis->n_stuck; i++) {
			struct stuck *stuck = &diagnosis->stuck[i];

			if (stuck->in_knot && !only_knot_wakes(diagnosis, stuck)) {
				stuck->in_knot = false;
				changed = true;
			}
		}
	}
	for (size_t i = 0; i < diagnosis->n_stuck; i++)
		n += diagnosis->stuck[i].in_knot;
	diagnosis->knot = n > 0;
}
