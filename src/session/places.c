/* SPDX-License-Identifier: MIT */
/*
 * Places: the files and commands that receive the trace. All tracees share a place, or with -ff -o
 * FILE each has its own.
 */
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session/session.h"

/* Buffers are flushed when their oldest byte is this old, in nanoseconds. */
#define FLUSH_AFTER_NS 100000000u

static struct place *add_place(struct session *session, struct output *output, pid_t tid)
{
	struct places *places = &session->places;
	struct consumers *consumers = &session->consumers;
	struct place *place = xcalloc(1, sizeof(*place) + consumers->n * sizeof(*place->slots));

	place->output = output;
	place->tid = tid;
	place->next = places->open;
	place->link = &places->open;
	if (place->next)
		place->next->link = &place->next;
	places->open = place;
	for (size_t i = 0; i < consumers->n; i++)
		if (consumers->items[i].ops->open_place)
			consumers->items[i].ops->open_place(consumers->items[i].consumer, place);
	return place;
}

static bool warn_unwritable(const char *path)
{
	warn_errno("cannot write to '%s'", path);
	return false;
}

/*
 * -ff opens a file when its process starts, so check before the launch that files can be created.
 */
static bool check_directory(const char *path)
{
	char *copy = xstrdup(path);
	bool good = !access(dirname(copy), W_OK | X_OK);

	free(copy);
	return good || warn_unwritable(path);
}

/*
 * Lines among what a command writes stay in the order of both, as on stderr. The reader of a replay
 * may end when it has seen enough.
 */
static struct output *open_stdout(const struct config *config)
{
	bool beside = config->engine.argv && config->flush == OUTPUT_AUTO;
	struct output *output = output_open_stdout(beside ? OUTPUT_LINE : config->flush);

	if (output && config->replayed)
		output_end_quietly(output);
	return output;
}

static bool open_shared(struct session *session)
{
	const struct config *config = session->config;
	const char *path = config->output_path;
	struct output *output;

	if (session->consumers.needs.facts & NEED_OWN_FILE) {
		if (!check_directory(path))
			return false;
		output = output_open_file("/dev/null", true, MODE_SHARED, OUTPUT_BLOCK);
	} else if (config_writes_to_stdout(config)) {
		path = "stdout";
		output = open_stdout(config);
	} else if (!path) {
		output = output_open_fd(STDERR_FILENO, false, "stderr", config->flush);
	} else if (config_is_output_command(path)) {
		output = output_open_command(path, config->flush, &session->places.command);
	} else {
		bool append = config->output_append || session->host.continues;

		/* What was written before is kept, as at the limits. */
		if (!append && file_limits_are_set(&config->limits) &&
		    !output_shift_files(path, config->limits.files))
			return warn_unwritable(path);
		output = output_open_file(path, append, config_file_mode(config), config->flush);
	}
	if (!output)
		return warn_unwritable(path);
	session->host.shared = add_place(session, output, 0);
	return true;
}

bool places_open(struct session *session)
{
	const struct config *config = session->config;

	if (!config->output_separately || !config->output_path)
		return open_shared(session);
	return check_directory(config->output_path);
}

/*
 * Returns whether this trace has begun the file of a tid before, and notes that it does now. The
 * kernel gives the number of a process that has ended to a new one, a process that was released
 * comes back, and an execve(2) gives a thread the tid of its leader.
 */
static bool note_begun(struct places *places, pid_t tid)
{
	uint64_t hash = index_hash((uint64_t)tid);
	size_t at = 0;
	uint32_t begun;

	while ((begun = index_next(&places->begun, hash, &at)) != INDEX_END)
		if (begun == (uint32_t)tid)
			return true;
	index_add(&places->begun, hash, (uint32_t)tid);
	return false;
}

static struct output *open_separate(struct session *session, pid_t tid)
{
	const struct config *config = session->config;
	bool append = note_begun(&session->places, tid) || config->output_append ||
		      session->host.continues;
	struct output *output;
	struct buf path = { 0 };

	buf_printf(&path, "%s.%d", config->output_path, tid);
	output = output_open_plain_file(buf_cstr(&path), append, config_file_mode(config),
					config->flush);
	if (!output) {
		/*
		 * The tracee must go on: discard its trace. Warn once, as there may be many files.
		 */
		if (!session->places.failed)
			warn_unwritable(buf_cstr(&path));
		session->places.failed = true;
		output = output_open_fd(-1, false, buf_cstr(&path), config->flush);
	}
	buf_free(&path);
	return output;
}

struct place *places_get(struct session *session, pid_t tid)
{
	if (session->host.shared)
		return session->host.shared;
	return add_place(session, open_separate(session, tid), tid);
}

void place_write(struct place *place, const struct buf *text)
{
	if (!text->len)
		return;
	if (place->end_line)
		place->end_line(place->end_line_ctx);
	output_write(place->output, text->data, text->len);
}

static void close_place(struct session *session, struct place *place)
{
	struct consumers *consumers = &session->consumers;

	for (size_t i = 0; i < consumers->n; i++)
		if (consumers->items[i].ops->close_place)
			consumers->items[i].ops->close_place(consumers->items[i].consumer, place);
	if (!output_close(place->output))
		session->places.failed = true;
	*place->link = place->next;
	if (place->next)
		place->next->link = place->link;
	free(place);
}

void places_release(struct session *session, struct place *place)
{
	if (place != session->host.shared)
		close_place(session, place);
}

bool places_flush_old(struct session *session)
{
	unsigned long long since;
	bool waiting = false;

	for (struct place *place = session->places.open; place; place = place->next) {
		if (!output_pending(place->output, &since))
			continue;
		if (now_ns() - since >= FLUSH_AFTER_NS)
			output_flush(place->output);
		else
			waiting = true;
	}
	return waiting;
}

void places_limit(struct session *session, bool idle)
{
	const struct file_limits *limits = &session->config->limits;
	struct place *place = session->host.shared;

	if (!place || !output_is_full(place->output, limits, idle || limits->ns ? now_ns() : 0))
		return;
	if (place->end_line)
		place->end_line(place->end_line_ctx);
	output_rotate(place->output, limits->files);
}

void places_reopen(struct session *session)
{
	for (struct place *place = session->places.open; place; place = place->next) {
		if (place->end_line)
			place->end_line(place->end_line_ctx);
		output_reopen(place->output);
	}
}

bool places_close(struct session *session)
{
	while (session->places.open)
		close_place(session, session->places.open);
	session->host.shared = NULL;
	index_free(&session->places.begun);
	return !session->places.failed;
}
