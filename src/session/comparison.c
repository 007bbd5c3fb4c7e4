/* SPDX-License-Identifier: MIT */
/*
 * --diff: runs a session for each of two traces. Its consumer writes to a temporary file, and the
 * files are compared.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scry/arch.h"
#include "scry/diff.h"
#include "scry/engine.h"
#include "scry/session.h"

/* The file has no name, and the command does not inherit it. Returns -1 after a message. */
static int open_temporary(void)
{
	FILE *file = tmpfile();
	int fd = file ? fcntl(fileno(file), F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : -1;

	if (fd < 0)
		warn_errno("--diff: cannot make a temporary file");
	if (file)
		fclose(file);
	return fd;
}

/* Returns the config of the session of one trace. Its options of output are for the comparison. */
static struct config *config_of(const struct config *config, unsigned side, int fd)
{
	struct config *changed = xcalloc(1, sizeof(*changed));

	*changed = *config;
	changed->engine.goes_on = true;
	changed->diff.side = true;
	changed->diff.fd = fd;
	changed->format = FORMAT_TEXT;
	changed->output_path = NULL;
	changed->sink.colors = NULL;
	changed->sink.hold = true;
	changed->recorded = NULL;
	if (config->diff.commands[side].argv) {
		changed->engine.argv = config->diff.commands[side].argv;
		changed->engine.path = config->diff.commands[side].path;
	}
	if (config->diff.recordings[side]) {
		changed->engine.kind = &engine_replay;
		changed->engine.recording = config->diff.recordings[side];
		changed->engine.argv = NULL;
		changed->n_injections = 0;
	}
	return changed;
}

/*
 * Returns false if the trace cannot be compared. The trace of a command can be compared whatever
 * the status of the command was, also if ^C has ended it.
 */
static bool trace_side(const struct config *config, unsigned side, int fd, struct session **session)
{
	int status;

	*session = session_new(config_of(config, side, fd), NULL);
	if (!*session)
		return false;
	status = session_run(*session);
	return !config->diff.recordings[side] || !status;
}

static volatile sig_atomic_t ended_by;

static void note_signal(int signal)
{
	ended_by = signal;
}

/* Waits for the process, and passes signals on that end scry. Returns false if one has come. */
static bool wait_for_trace(pid_t pid)
{
	struct sigaction note = { .sa_handler = note_signal }, before[FATAL_SIGNALS];

	for (size_t i = 0; i < FATAL_SIGNALS; i++)
		sigaction(fatal_signals[i], &note, &before[i]);
	while (!engine_wait_child(pid))
		if (ended_by)
			kill(pid, ended_by);
	for (size_t i = 0; i < FATAL_SIGNALS; i++)
		sigaction(fatal_signals[i], &before[i], NULL);
	return !ended_by;
}

/*
 * Traces the first of two commands in a process of its own, which keeps tracees that it leaves,
 * signals and filters from the second trace. Returns false if there is no second trace.
 */
static bool trace_apart(const struct config *config, int fd)
{
	struct session *session;
	pid_t pid = fork();

	if (!pid) {
		session = session_new(config_of(config, 0, fd), NULL);
		if (!session)
			_exit(1);
		session_end(session, session_run(session));
	}
	if (pid < 0)
		warn_errno("--diff: cannot make a process");
	if (pid < 0 || !wait_for_trace(pid))
		return false;
	return lseek(fd, 0, SEEK_END) > 0;
}

/* out: a duplicate of stdout, which a trace of a command gives up. */
static struct output *open_output(const struct config *config, int out, pid_t *command)
{
	const char *path = config->output_path;
	struct output *output;

	if (!path || config_writes_to_stdout(config)) {
		output = output_open_fd(out, false, "stdout", config->flush);
		output_end_quietly(output);
		return output;
	}
	if (config_is_output_command(path))
		output = output_open_command(path, config->flush, command);
	else
		output = output_open_file(path, config->output_append, MODE_SHARED, config->flush);
	if (!output)
		warn_errno("cannot write to '%s'", path);
	return output;
}

/*
 * Returns the words of the command with blanks between them, or the path of the second recording.
 */
static const char *second_name(const struct config *config, struct buf *name)
{
	char *const *word = config->engine.argv;

	if (config->diff.second)
		return config->diff.second;
	for (; *word; word++)
		buf_printf(name, "%s%s", name->len ? " " : "", *word);
	return buf_cstr(name);
}

static int print(const struct config *config, const int fds[2], struct output *output)
{
	struct buf name = { 0 };
	const struct diff_style style = {
		.names = { config->diff.first, second_name(config, &name) },
		.json = config->format == FORMAT_JSON,
		.colored = config->sink.colors,
		.slower = config->diff.slower,
		.ignored = config->diff.ignored,
	};
	int status = diff_print(&style, fds, output);

	buf_free(&name);
	return status;
}

/* Compares what the sessions have written. Returns the exit status. */
static int compare_files(const struct config *config, const int fds[2], int out)
{
	pid_t command = 0;
	struct output *output = open_output(config, out, &command);
	int status;
	bool good;

	if (!output)
		return DIFF_TROUBLE;
	status = print(config, fds, output);
	good = output_close(output);
	while (command && !engine_wait_child(command))
		;
	if (status == DIFF_TROUBLE)
		warn("--diff: a trace is not complete");
	return good ? status : DIFF_TROUBLE;
}

struct session *session_compare(const struct config *config, int *status)
{
	const struct abi *native = abi_native();
	uint64_t page_size = abi_page_size();
	struct session *session = NULL;
	int out = output_duplicate_stdout(), fds[2];

	*status = W_EXITCODE(DIFF_TROUBLE, 0);
	for (unsigned i = 0; i < 2; i++) {
		fds[i] = open_temporary();
		if (fds[i] < 0)
			return session;
		/* A command runs only if there is something to compare it with. */
		if (i || !config->diff.commands[i].argv ? !trace_side(config, i, fds[i], &session)
							: !trace_apart(config, fds[i]))
			return session;
		/* The first trace may be that of another machine. */
		abi_set_native(native);
		abi_set_page_size(page_size);
	}
	*status = W_EXITCODE(compare_files(config, fds, out), 0);
	return session;
}
