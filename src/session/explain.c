/* SPDX-License-Identifier: MIT */
/*
 * Says at the end of a trace why no selected call was seen, or why calls that are not selected took
 * long.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/arch.h"
#include "scry/proc.h"
#include "scry/syscalls.h"
#include "scry/target.h"
#include "scry/tracee.h"
#include "session/session.h"

/* Whether all calls are selected that the C library makes for a function. */
static bool are_selected(const struct session *session, const char *function)
{
	const struct call_set *set = &session->config->trace;
	const char *calls = libc_function_calls(function);
	struct call_set others;
	char *error = NULL;
	bool all = calls && call_set_parse(calls, &others, &error);

	for (unsigned id = 1; all && id < ID_COUNT; id++)
		all = !call_set_has(&others, id, session->host.native) ||
		      call_set_has(set, id, session->host.native);
	free(error);
	return all;
}

/*
 * If the C library makes other calls than a selected one, says so: open() calls openat. Returns
 * whether it does.
 */
static bool explain_names(const struct session *session)
{
	const struct config *config = session->config;
	bool explained = false;

	for (unsigned id = 1; id < ID_COUNT; id++) {
		const char *name = syscall_name(id);
		char *instead;

		/* exit(2) does not return. */
		if (!call_set_has(&config->trace, id, session->host.native) || id == ID_exit ||
		    are_selected(session, name))
			continue;
		instead = libc_function_explain(name);
		if (instead)
			warn("no call of %s was seen; %s", name, instead);
		explained |= instead != NULL;
		free(instead);
	}
	return explained;
}

/* A path that --where takes as it is, and the shell as it is between single quotes. */
static bool is_plain_path(const char *path)
{
	return !path[strspn(path,
			    "/._-+abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")];
}

/*
 * -P DIRECTORY selects calls about the directory itself: says how those below it are selected.
 * Returns whether it does.
 */
static bool explain_directories(const struct session *session)
{
	const struct path_targets *targets = &session->config->targets;
	struct stat st;

	/* A path of another machine need not be here. */
	if (!engine_is_here(session->config->engine.kind))
		return false;
	for (size_t i = 0; i < targets->n_paths; i++) {
		const char *path = targets->paths[i];

		if (*path != '/' || !is_plain_path(path) || stat(path, &st) || !S_ISDIR(st.st_mode))
			continue;
		warn("no call about the directory '%s' itself was seen; --where 'path under %s' "
		     "selects what is below it",
		     path, path);
		return true;
	}
	return false;
}

static bool is_empty_without_calls(const struct session *session)
{
	for (size_t i = 0; i < session->consumers.n; i++) {
		const struct opened *opened = &session->consumers.items[i];

		if (opened->ops->is_empty_without_calls &&
		    opened->ops->is_empty_without_calls(session->config))
			return true;
	}
	return false;
}

/*
 * Returns the conditions --comm, --cgroup and --uid, as targets: the first one is --comm if it is
 * given.
 */
static size_t list_conditions(const struct bpf_targets *selected, char uid[11],
			      struct target targets[3])
{
	size_t n = 0;

	if (selected->comm)
		targets[n++] = (struct target){ TARGET_COMM, selected->comm };
	if (selected->cgroup)
		targets[n++] = (struct target){ TARGET_CGROUP, selected->cgroup };
	if (selected->by_uid) {
		snprintf(uid, 11, "%u", selected->uid);
		targets[n++] = (struct target){ TARGET_UID, uid };
	}
	return n;
}

static bool has_thread(pid_t pid, const char *comm)
{
	pid_t *tids = NULL;
	ssize_t n = proc_threads(pid, &tids), len;
	char name[COMM_BYTES + 1];
	bool found = false;

	for (ssize_t i = 0; i < n && !found; i++) {
		len = proc_comm(tids[i], name, COMM_BYTES);
		found = len == (ssize_t)strnlen(comm, COMM_BYTES) &&
			!memcmp(name, comm, (size_t)len);
	}
	free(tids);
	return found;
}

/*
 * Whether a thread has the name of --comm that the leader of its process has not: a process meets
 * the other n conditions.
 */
static bool has_other_thread(const struct target *targets, size_t n, const char *comm)
{
	const struct target_match *matches;
	char *error = NULL;
	struct target_search *search = target_search_new(targets, n, &error);
	size_t n_matches = search ? target_search_look(search, &matches) : 0;
	bool found = false;

	for (size_t i = 0; i < n_matches && !found; i++)
		found = has_thread(matches[i].pid, comm);
	if (search)
		target_search_free(search);
	free(error);
	return found;
}

/*
 * Returns that nothing meets --comm, --cgroup and --uid now, as a sentence that the caller frees;
 * NULL: something does, or they are not given.
 */
static char *explain_targets(const struct session *session)
{
	const struct bpf_targets *selected = &session->engine_config.targets;
	const struct target_match *matches;
	struct target_search *search;
	struct target targets[3];
	char uid[11], *words = NULL, *error = NULL;
	size_t n = list_conditions(selected, uid, targets);

	search = n ? target_search_new(targets, n, &error) : NULL;
	if (search && !target_search_look(search, &matches) &&
	    !(selected->comm && has_other_thread(targets + 1, n - 1, selected->comm)))
		words = target_search_explain(search);
	if (search)
		target_search_free(search);
	free(error);
	return words;
}

static void add_count(void *ctx, const struct call *call, const struct call_times *times)
{
	(void)call;
	*(uint64_t *)ctx += times->n;
}

/* Whether a selected call was seen, or counted by the kernel. */
static bool has_calls(struct session *session)
{
	uint64_t n = session->n_calls;

	if (session->host.counts)
		session->host.count(&session->host, add_count, &n);
	return n;
}

/*
 * Whether nothing is written if no call is selected. Of the tasks of a machine only those with such
 * a call have lines.
 */
static bool is_empty(const struct session *session)
{
	return is_empty_without_calls(session) ||
	       (bpf_selected(&session->engine_config.targets) && !select_asks_for_signals(session));
}

void explain_nothing(struct session *session)
{
	const struct config *config = session->config;
	char *why;

	if (config->no_notes || call_set_is_empty(&config->trace) || has_calls(session))
		return;
	why = explain_targets(session);
	/* Calls that the other conditions leave out may have been made. */
	if (why)
		warn("no selected call was seen; at the end %s", why);
	else if (!(config->trace.named && !config->where && explain_names(session)) &&
		 !explain_directories(session) && is_empty(session))
		warn("no selected call was seen");
	free(why);
}

/* From this number on the stops have taken some tenths of a second. */
#define LEFT_OUT_MANY 20000u

/* It is said where a person reads it, and not in a file. */
void explain_stops(const struct session *session)
{
	if (!session->lets_stop || session->n_left_out < LEFT_OUT_MANY ||
	    session->n_left_out / 10 < session->n_calls || session->config->no_notes ||
	    !isatty(STDERR_FILENO))
		return;
	warn("%llu calls that are not selected have stopped the program; with -f the kernel would "
	     "let them pass, and set-user-ID programs would gain no rights",
	     (unsigned long long)session->n_left_out);
}
