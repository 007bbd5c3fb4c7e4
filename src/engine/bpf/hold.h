/* SPDX-License-Identifier: MIT */
/* A thread that stops tasks while the ring is nearly full, so that no record is lost. */
#ifndef ENGINE_BPF_HOLD_H
#define ENGINE_BPF_HOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct hold;
struct ring;

/*
 * Starts the thread. waiters: the numbers of tasks that found more than wait_above bytes in the
 * ring, WAITERS at most; the program writes them. command: a child that the caller collects; 0:
 * none. waitpid(2) for it also returns its stops, which mean nothing. NULL: the thread cannot run,
 * see errno.
 */
struct hold *hold_start(const struct ring *ring, uint32_t *waiters, size_t wait_above,
			pid_t command);
/* Lets all tasks go on, and ends the thread. NULL is no thread. */
void hold_end(struct hold *hold);

#endif
