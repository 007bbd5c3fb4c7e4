/* SPDX-License-Identifier: MIT */
/* The loop: events of an engine through filter and decode to a sink. */
#ifndef SCRY_SESSION_H
#define SCRY_SESSION_H

#include "scry/cli.h"

struct session;

/*
 * Opens the output, makes the sink and the engine that config asks for. Returns NULL if that fails,
 * the reason having been said; nothing was launched then. config must outlive the session.
 */
struct session *session_new(struct config *config);
/* Launches or attaches, traces until the last tracee is gone and ends scry. */
void session_run(struct session *session) __attribute__((noreturn));

#endif
