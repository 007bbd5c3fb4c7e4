/* SPDX-License-Identifier: MIT */
/*
 * SIGHUP of a service: with --config and without a command. Files that were moved away are made
 * anew. If the file of options has changed, the trace of the bpf engine ends, and scry executes
 * itself, so that every option can change and no state of the old trace is left. What can be seen
 * to be wrong with the new options is seen before that. The text that was read is handed over, and
 * with it the text before: if the trace does not begin with the former, scry executes itself once
 * more with the latter.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "scry/cli.h"
#include "scry/proc.h"
#include "scry/target.h"
#include "session/session.h"

/* When the trace before has ended, in ns of CLOCK_MONOTONIC. Commands do not inherit it. */
#define VARIABLE "SCRY_RELOADED"
/*
 * The descriptors of two files in memory: of the options to be used, and of those to which scry
 * returns; -1: none.
 */
#define TEXTS_VARIABLE "SCRY_RELOADED_OPTIONS"
#define OPTIONS_MAX (1u << 20)

/* --- from one scry to the next --------------------------------------------------------------- */

/*
 * Keeps a text in memory for the program that scry executes. Returns a descriptor; -1: see errno.
 */
static int keep_text(const char *text)
{
	size_t len = strlen(text), done = 0;
	int fd = memfd_create("scry options", 0);

	while (fd >= 0 && done < len) {
		ssize_t n = write(fd, text + done, len - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			close(fd);
			return -1;
		}
		done += (size_t)n;
	}
	return fd;
}

/*
 * Returns the text of a file in memory, and closes it. NULL: this is none that keep_text() has
 * made.
 */
static char *take_text(int fd)
{
	struct buf text = { 0 };
	bool good;

	/* Only a file of memfd_create(2) has seals that can be asked for. */
	if (fd <= STDERR_FILENO || fcntl(fd, F_GET_SEALS) < 0)
		return NULL;
	good = !lseek(fd, 0, SEEK_SET) && buf_read(&text, fd, OPTIONS_MAX + 1) &&
	       text.len <= OPTIONS_MAX && (!text.len || !memchr(text.data, '\0', text.len));
	close(fd);
	if (good)
		return (char *)buf_cstr(&text);
	buf_free(&text);
	return NULL;
}

char *reload_take(char *const *arguments, struct former_options *former)
{
	const char *texts = getenv(TEXTS_VARIABLE), *since = getenv(VARIABLE);
	int new_text = -1, old_text = -1;

	sigprocmask(SIG_SETMASK, NULL, &former->mask);
	former->arguments = arguments;
	former->pid = getpid();
	if (texts && since && sscanf(texts, "%d,%d", &new_text, &old_text) == 2 &&
	    parse_decimal(since, UINT64_MAX, &former->since_ns))
		former->text = take_text(old_text);
	unsetenv(TEXTS_VARIABLE);
	return take_text(new_text);
}

/* Executes scry: the program that is at its path now. Returns if that fails. */
static void execute(char *const *arguments, uint64_t since_ns, int new_text, int old_text)
{
	char path[PATH_MAX], since[24], texts[24];
	bool named = proc_link_text(PROC_SELF, path, sizeof(path), "exe");

	snprintf(since, sizeof(since), "%llu", (unsigned long long)since_ns);
	setenv(VARIABLE, since, true);
	snprintf(texts, sizeof(texts), "%d,%d", new_text, old_text);
	setenv(TEXTS_VARIABLE, texts, true);
	/* A package that was upgraded has another program at that path now. */
	if (named)
		execv(path, arguments);
	proc_execute_again(arguments);
	warn_errno("scry cannot begin anew");
}

void reload_go_back(const struct former_options *former)
{
	int text;

	if (!former->text || getpid() != former->pid)
		return;
	warn("the new options cannot be used; the trace goes on with those that it had");
	text = keep_text(former->text);
	if (text < 0) {
		warn_errno("scry cannot begin anew");
		return;
	}
	sigprocmask(SIG_SETMASK, &former->mask, NULL);
	execute(former->arguments, former->since_ns, text, -1);
}

/* --- the trace ------------------------------------------------------------------------------- */

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

void reload_report(struct session *session)
{
	struct reload *reload = &session->reload;
	uint64_t since = reload->since_ns, now = now_ns();
	double seconds = since < now ? (double)(now - since) / 1e9 : 0;
	const char *file = session->config->file ? session->config->file : "?";

	if (!since)
		return;
	if (reload->former && reload->former->text)
		warn("the trace goes on with the options that '%s' has now; nothing was traced "
		     "for %.1f s",
		     file, seconds);
	else
		warn("the trace goes on; nothing was traced for %.1f s", seconds);
	if (reload->former) {
		free(reload->former->text);
		reload->former->text = NULL;
	}
}

/* Whether a process is there for each condition that has to name one when the trace begins. */
static bool finds_targets(const struct config *config, char **error)
{
	const char *cgroup = config->engine.targets.cgroup;
	const struct target named = { TARGET_CGROUP, cgroup };
	struct target_search *search;
	bool found = !config->engine.n_pids || bpf_selects(&config->engine.targets);

	if (!targets_can_begin(config, error))
		return false;
	for (size_t i = 0; i < config->engine.n_pids && !found; i++)
		found = proc_exists(config->engine.pids[i]);
	if (!found)
		return set_error(error, "there is no process %d", config->engine.pids[0]);
	if (!cgroup)
		return true;
	search = target_search_new(&named, 1, error);
	if (search)
		target_search_free(search);
	return search;
}

/*
 * Whether a service can be traced with new options, as far as that can be seen while the trace goes
 * on.
 */
static bool is_usable(const struct config *config, char **error)
{
	if (config->engine.argv)
		return set_error(error, "the options do not say what a service is to trace");
	return cli_can_write(config, error) && finds_targets(config, error);
}

/* Reads new options of this text. Returns false, after a message, if they cannot be used. */
static bool check_options(const struct session *session, const char *text)
{
	char *const *arguments = session->config->arguments;
	struct config config;
	enum cli_outcome outcome;
	char *error = NULL;
	bool good = false;
	int n = 0;

	while (arguments[n])
		n++;
	outcome = cli_read(n, (char **)arguments, text, &config, &error);
	if (outcome == CLI_RUN) {
		good = is_usable(&config, &error);
		cli_free(&config);
	} else if (outcome != CLI_ERROR) {
		set_error(&error, "the options do not say what a service is to trace");
	}
	if (!good)
		warn("%s; the trace goes on with the options that it has", error);
	free(error);
	return good;
}

/* Keeps both texts for the scry that is executed. */
static bool keep_texts(struct session *session, const char *text)
{
	struct reload *reload = &session->reload;

	reload->new_text = keep_text(text);
	reload->old_text = keep_text(session->config->file_text);
	if (reload->new_text >= 0 && reload->old_text >= 0)
		return true;
	warn_errno("the trace goes on with the options that it has; the new ones cannot be kept");
	if (reload->new_text >= 0)
		close(reload->new_text);
	return false;
}

/*
 * Returns whether the file of options has changed, and can be used. Otherwise a message says why
 * the old options stay.
 */
static bool has_new_options(struct session *session)
{
	const struct config *config = session->config;
	char *error, *text = cli_read_file(config->file, &error);
	bool good = false;

	if (!text) {
		warn("%s; the trace goes on with the options that it has", error);
		free(error);
		return false;
	}
	if (!strcmp(text, config->file_text))
		good = false;
	/*
	 * The kernel lets tracees of ptrace(2) go when the tracer ends, and not when it executes a
	 * program.
	 */
	else if (config->engine.kind->stops)
		warn("'%s' has changed: with the ptrace engine scry must be started again to use "
		     "it",
		     config->file);
	else
		good = check_options(session, text) && keep_texts(session, text);
	free(text);
	return good;
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
	const struct reload *reload = &session->reload;

	sigprocmask(SIG_SETMASK, &reload->mask, NULL);
	execute(session->config->arguments, now_ns(), reload->new_text, reload->old_text);
}
