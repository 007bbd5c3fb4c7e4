/* SPDX-License-Identifier: MIT */
/*
 * SIGHUP of a service: with --config and without a command. Files that were moved away are made anew. If the file of options has
 * changed, the trace of the bpf engine ends, and scry executes itself, so that every option can change and no state of the old trace is
 * left.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "scry/cli.h"
#include "scry/proc.h"
#include "session/session.h"

/* When the trace before has ended, in ns of CLOCK_MONOTONIC. Commands do not inherit it. */
#define VARIABLE "SCRY_RELOADED"

void reload_prepare(struct session *session)
{
	const struct config *config = session->config;
	struct reload *reload = &session->reload;
	const char *since = getenv(VARIABLE);

	sigprocmask(SIG_SETMASK, NULL, &reload->mask);
	if (since && parse_decimal(since, UINT64_MAX, &reload->since_ns))
		session->host.continues = reload->since_ns != 0;
	unsetenv(VARIABLE);
	reload->wanted =
		config->file && !config->engine.argv && engine_is_here(config->engine.kind);
	if (reload->wanted)
		engine_take_hangups();
}

void reload_report(const struct session *session)
{
	uint64_t since = session->reload.since_ns, now = now_ns();

	if (since)
		warn("the trace goes on with the options that '%s' has now; nothing was traced "
		     "for %.1f s",
		     session->config->file ? session->config->file : "?",
		     since < now ? (double)(now - since) / 1e9 : 0);
}

/* Returns whether the file of options has changed, and can be used. Otherwise a message says why the old options stay. */
static bool has_new_options(const struct session *session)
{
	char *const *arguments = session->config->arguments;
	struct config config;
	enum cli_outcome outcome;
	char *error;
	int n = 0;

	if (!cli_file_has_changed(session->config))
		return false;
	/* The kernel lets tracees of ptrace(2) go when the tracer ends, and not when it executes a program. */
	if (session->config->engine.kind->stops) {
		warn("'%s' has changed: with the ptrace engine scry must be started again to use "
		     "it",
		     session->config->file);
		return false;
	}
	while (arguments[n])
		n++;
	outcome = cli_read(n, (char **)arguments, &config, &error);
	if (outcome == CLI_RUN) {
		bool command = config.engine.argv;

		cli_free(&config);
		if (!command)
			return true;
		outcome = CLI_ERROR;
		error = NULL;
	}
	warn("%s; the trace goes on with the options that it has",
	     outcome == CLI_ERROR && error ? error
					   : "the options do not say what a service is to trace");
	free(error);
	return false;
}

void reload_tick(struct session *session)
{
	struct reload *reload = &session->reload;

	if (!reload->wanted || reload->again || !engine_was_hung_up())
		return;
	notify_reload(session, false);
	if (has_new_options(session)) {
		reload->again = true;
		FOR_ALL(session, interrupt);
		targets_stop(session);
		session->engine->ops->stop(session->engine);
		return;
	}
	places_reopen(session);
	FOR_ALL(session, reopen);
	notify_reload(session, true);
}

void reload_execute(const struct session *session)
{
	char *const *arguments = session->config->arguments;
	char path[PATH_MAX], since[24];
	bool named = proc_link_text(PROC_SELF, path, sizeof(path), "exe");

	snprintf(since, sizeof(since), "%llu", (unsigned long long)now_ns());
	setenv(VARIABLE, since, true);
	sigprocmask(SIG_SETMASK, &session->reload.mask, NULL);
	/* A package that was upgraded has another program at that path now. */
	if (named)
		execv(path, arguments);
	proc_execute_again(arguments);
	warn_errno("scry cannot begin anew");
}
