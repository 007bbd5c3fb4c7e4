/* SPDX-License-Identifier: MIT */
/* Pipes between the processes of scry. */
#ifndef ENGINE_PIPE_H
#define ENGINE_PIPE_H

#include <stdbool.h>

/*
 * A pipe, closed by execve, none of whose ends is 0, 1 or 2: if scry was started without stderr, a
 * message must not end up in it. False: errno says why.
 */
bool pipe_open(int fds[2]);

#endif
