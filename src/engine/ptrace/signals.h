/* SPDX-License-Identifier: MIT */
/* The signals of scry itself. */
#ifndef ENGINE_SIGNALS_H
#define ENGINE_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "scry/engine.h"

#define SIGNALS_CHANGED 9

/* How scry found what it changes, to be given back to the command. */
struct signals {
	sigset_t mask;
	struct sigaction actions[SIGNALS_CHANGED];
};

/*
 * Wakes the tracer: the flush timer, the death of the front, a signal that the front passes on. A
 * real-time one, so that ITIMER_REAL, which survives execve, stays what the caller made it.
 */
#define SIGNAL_WAKE (SIGRTMAX - 3)

/* Remembers what is there and ignores what must not end scry on its way. */
void signals_save(struct signals *given);
/* In the child that becomes the command; async-signal-safe. */
void signals_restore(const struct signals *given);
/*
 * Signals interrupt waits, by the rules of -I, once the caller sets *mask, from which SIGNAL_WAKE is removed. What
 * is blocked in it stays blocked. has_supervisor: the front reads the fatal signals.
 */
void signals_catch(enum interruptible rules, bool has_supervisor, sigset_t *mask);
/*
 * What -I never lets in is ignored. *mask is the mask that scry was given; *set gets the fatal signals that are
 * not blocked in it, which the front reads, and *mask gets them, too.
 */
void signals_supervise(enum interruptible rules, sigset_t *set, sigset_t *mask);

void signals_block(sigset_t *before);
void signals_unblock(const sigset_t *before);

/* True if a signal came since the last look; *fatal is the one that asks scry to end, or 0. */
bool signals_look(int *fatal);
/* SIGNAL_WAKE comes every ms milliseconds from now on; 0: no more. */
void signals_timer(unsigned ms);
/* … in ns nanoseconds, and every millisecond from then on. */
void signals_alarm(uint64_t ns);
/* For the keeper: nothing but SIGKILL and SIGSTOP ends or stops it. */
void signals_block_all(void);

#endif
