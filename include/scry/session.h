/* SPDX-License-Identifier: MIT */
/* Public header of src/session/: passes the events of an engine to the consumers of the trace. */
#ifndef SCRY_SESSION_H
#define SCRY_SESSION_H

#include "scry/config.h"

struct session;

/*
 * Opens the consumers and the engine for config. Returns NULL after a message if that fails; nothing was launched then. config
 * must outlive the session.
 */
struct session *session_new(const struct config *config);
/* Launches or attaches, traces until the last tracee is gone, and exits. */
void session_run(struct session *session) __attribute__((noreturn));

/* --diff: compares two traces. Returns the exit status: 0 equal, 1 different, 2 trouble, after a message. */
int session_compare(const struct config *config);

#endif
