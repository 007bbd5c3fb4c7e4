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
/*
 * Launches or attaches, and traces until the last tracee is gone. Returns the status with which scry ends, as waitpid(2) gives
 * it. May fork: the call returns in the tracer only.
 */
int session_run(struct session *session);
/* Ends scry with a status, after session_run(). The process may become the keeper of tracees. */
void session_end(struct session *session, int status) __attribute__((noreturn));

/*
 * --diff: compares two traces. Returns the session of the second one, with the status of scry in *status: 0 equal, 1 different,
 * 2 trouble, after a message; NULL: there is no such session.
 */
struct session *session_compare(const struct config *config, int *status);

#endif
