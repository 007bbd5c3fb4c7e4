/* SPDX-License-Identifier: MIT */
/* The signals of scry itself. */
#ifndef ENGINE_SIGNALS_H
#define ENGINE_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "scry/engine.h"

#define SIGNALS_CHANGED 10

/* The dispositions and the mask with which scry was started, to be given back to the command. */
struct signals {
	sigset_t mask;
	struct sigaction actions[SIGNALS_CHANGED];
};

/*
 * Wakes the tracer: sent by the timer, at the end of the supervisor, and by the supervisor for each
 * signal that it forwards. It is a real-time signal, and the timer is a POSIX one, because
 * ITIMER_REAL survives execve(2) and belongs to the program that started scry.
 */
#define SIGNAL_WAKE (SIGRTMAX - 3)

/* Saves the dispositions and the mask, and ignores the signals that must not end scry. */
void signals_save(struct signals *given);
/*
 * In the child that becomes the command; async-signal-safe. _actions and _mask give back a part of
 * it.
 */
void signals_restore(const struct signals *given);
void signals_restore_actions(const struct signals *given);
void signals_restore_mask(const struct signals *given);
/*
 * Installs handlers by the rules of -I, and removes SIGNAL_WAKE from *mask. Once the caller has set
 * *mask, signals end waits; other signals that are blocked in it stay blocked. has_supervisor: the
 * supervisor reads the fatal signals.
 */
void signals_catch(enum interruptible rules, bool has_supervisor, sigset_t *mask);
/*
 * For the supervisor. Ignores the signals that -I does not let in. *mask is the mask with which
 * scry was started. *set becomes the fatal signals that are not blocked in it, which the supervisor
 * reads; they are added to *mask, too.
 */
void signals_supervise(enum interruptible rules, sigset_t *set, sigset_t *mask);

void signals_block(sigset_t *before);
void signals_unblock(const sigset_t *before);

/* True if a signal came since the last look; *fatal is the one that asks scry to end, or 0. */
bool signals_look(int *fatal);
/* From now on signals_look() returns a SIGINT, whatever the rules of -I are. */
void signals_accept_interrupt(void);
/*
 * From now on SIGCHLD, also that of a stop of a tracee, is a signal that signals_look() and
 * signals_have_come() see, and that ends signals_wait().
 */
void signals_catch_children(void);
/* Whether signals_look() will return true. */
bool signals_have_come(void);
/*
 * Waits until the epoll descriptor is ready (-1: there is none), a signal comes, or for ms
 * milliseconds. Returns false if nothing came.
 */
bool signals_wait(int epoll, int ms);
/*
 * Forgets the signal that signals_look() has returned: the same signal means nothing until it comes
 * again.
 */
void signals_forget_fatal(void);
/* Returns whether engine_was_requested() will return true. */
bool signals_has_request(void);
/* SIGNAL_WAKE comes every ms milliseconds from now on; 0: no more. */
void signals_timer(unsigned ms);
/* SIGNAL_WAKE comes in ns nanoseconds, and every millisecond from then on. */
void signals_alarm(uint64_t ns);
/*
 * For a tracer whose end would harm tracees: signals that end a process by default and that scry
 * does not use are ignored. A process that is made later must not inherit that.
 */
void signals_ignore_idle(void);
/* For the keeper, async-signal-safe: only SIGKILL ends it, and only SIGSTOP stops it. */
void signals_block_all(void);

#endif
