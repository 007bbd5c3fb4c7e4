/* SPDX-License-Identifier: MIT */
/*
 * Children that scry has not made: those that it inherits through execve(2), and orphans of which
 * it is the reaper, as process 1 of a PID namespace (pid_namespaces(7)) or by
 * PR_SET_CHILD_SUBREAPER. They stay zombies, and keep their numbers, until scry collects them.
 */
#ifndef ENGINE_CHILDREN_H
#define ENGINE_CHILDREN_H

#include <stdbool.h>
#include <sys/types.h>

/* Returns whether orphans become children of this process. */
bool children_include_orphans(void);
/*
 * Collects the children of the calling thread that have ended, until it finds one of the n in own:
 * these are left to the caller. Without waits returns 0 if no child has ended. With waits it waits
 * for one of them, and returns 0 if there is no child, -1 after a signal.
 */
pid_t children_collect(const pid_t *own, size_t n, bool waits);
/* Waits until a child of the calling thread has ended, and collects all others meanwhile. */
void children_wait(pid_t pid);

#endif
