/* SPDX-License-Identifier: MIT */
/* Pipes between the processes of scry. */
#ifndef ENGINE_PIPE_H
#define ENGINE_PIPE_H

#include <stdbool.h>

/*
 * Makes a pipe that execve(2) closes. Its ends have numbers above 2: if scry was started without
 * stderr, a message must not be written to the pipe. Returns false with errno.
 */
bool pipe_open(int fds[2]);
/* The same with a pair of sockets, each end of which can be read and written. */
bool pipe_open_both_ways(int fds[2]);

#endif
