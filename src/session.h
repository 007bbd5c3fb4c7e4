/* SPDX-License-Identifier: MIT */
/* The session: passes the events of an engine through filter and decode to a sink. */
#ifndef SCRY_SESSION_H
#define SCRY_SESSION_H

#include "scry/cli.h"

struct session;

/*
 * Opens the output, and creates the sink and the engine for config. Returns NULL after a message if
 * that fails; nothing was launched then. config must outlive the session.
 */
struct session *session_new(struct config *config);
/* Launches or attaches, traces until the last tracee is gone, and exits. */
void session_run(struct session *session) __attribute__((noreturn));

#endif
