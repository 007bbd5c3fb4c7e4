/* SPDX-License-Identifier: MIT */
/* Public header of src/session/: passes the events of an engine to the consumers of the trace. */
#ifndef SCRY_SESSION_H
#define SCRY_SESSION_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/config.h"

struct session;

/*
 * Options to which a scry returns that has executed itself with other ones, if the trace does not
 * begin with these: see reload_take(). The trace has begun, or there are none: .text is NULL.
 */
struct former_options {
	char *text; /* of the file of --config */
	char *const *arguments; /* the command line */
	pid_t pid; /* of scry; a child of it does not return to them */
	uint64_t since_ns; /* nothing has been traced since then, by CLOCK_MONOTONIC */
	sigset_t mask; /* of the signals with which scry was started */
};

/*
 * Takes what the scry before has left to this one, which it has executed after SIGHUP: *former, and
 * the text of the file of --config that it has checked. Returns that text, which the caller frees;
 * NULL: there is none, and the file is to be read.
 */
char *reload_take(char *const *arguments, struct former_options *former);
/*
 * Executes scry once more, with the former options, unless there are none. Returns only if there
 * are none, or that fails.
 */
void reload_go_back(const struct former_options *former);

/*
 * Opens the consumers and the engine for config. former: what is forgotten when the trace has
 * begun; NULL: nothing. Returns NULL after a message if that fails; nothing was launched then.
 * config and *former must outlive the session.
 */
struct session *session_new(const struct config *config, struct former_options *former);
/*
 * Launches or attaches, and traces until the last tracee is gone. Returns the status with which
 * scry ends, as waitpid(2) gives it. May fork: the call returns in the tracer only.
 */
int session_run(struct session *session);
/* Ends scry with a status, after session_run(). The process may become the keeper of tracees. */
void session_end(struct session *session, int status) __attribute__((noreturn));

/*
 * --diff: compares two traces. Returns the session of the second one, with the status of scry in
 * *status: 0 equal, 1 different, 2 trouble, after a message; NULL: there is no such session.
 */
struct session *session_compare(const struct config *config, int *status);

#endif
