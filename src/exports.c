/* SPDX-License-Identifier: MIT */
/* --timeline and --report: gives what the trace shows, and its times, to the files that other programs open. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "scry/arch.h"
#include "scry/export.h"
#include "scry/syscalls.h"
#include "scry/tracee.h"

/* Each record is decoded to text of its own, whatever the trace itself shows and where it goes. */
struct exports {
	struct timeline *timeline; /* NULL without --timeline */
	struct page *page; /* NULL without --report */
	struct writer *writer; /* text */
	struct buf text; /* what the writer has written about the record */
	bool has_system; /* the engine measures CPU times */
};

static bool open_timeline(struct exports *exports, const char *path)
{
	if (!path)
		return true;
	exports->timeline = timeline_new(path);
	if (!exports->timeline)
		warn_errno("--timeline: cannot write to '%s'", path);
	return exports->timeline;
}

static void put_word(struct buf *title, const char *word)
{
	buf_printf(title, "%s%s", title->len ? " " : "", word);
}

/* The title of the page is the command, or the command line of scry if there is none. */
static void put_title(struct buf *title, const struct config *config)
{
	const struct record_info *info = config->recorded;
	const char *key;
	char *const *words = config->engine.argv ? config->engine.argv : config->arguments;

	if (!info) {
		for (; words && *words; words++)
			put_word(title, *words);
		return;
	}
	key = record_info_find(info, "command") ? "command" : "argument";
	for (size_t i = 0; i < info->n; i++)
		if (!strcmp(info->facts[i].key, key))
			put_word(title, info->facts[i].value);
}

static bool open_page(struct exports *exports, const struct config *config)
{
	struct buf title = { 0 };

	if (!config->page_path)
		return true;
	put_title(&title, config);
	exports->page =
		page_new(config->page_path, buf_cstr(&title), !config->engine.cpu_unmeasured);
	if (!exports->page)
		warn_errno("--report: cannot write to '%s'", config->page_path);
	buf_free(&title);
	return exports->page;
}

bool session_open_exports(struct session *session)
{
	struct config *config = session->config;
	/* A record is one line without times: the files have members for these. */
	const struct sink_config plain = {
		.constants = config->sink.constants,
		.hex_strings = config->sink.hex_strings,
		.arg_names = config->sink.arg_names,
		.hold = true,
		.quiet = QUIET_ATTACH | QUIET_PATH | QUIET_PERSONALITY,
	};
	struct exports *exports;

	if (!cli_wants_exports(config))
		return true;
	exports = xcalloc(1, sizeof(*exports));
	if (!open_timeline(exports, config->timeline_path) || !open_page(exports, config))
		return false;
	exports->writer = writer_text_new(&plain, output_open_buffer(&exports->text));
	exports->has_system = !config->engine.cpu_unmeasured;
	session->exports = exports;
	return true;
}

static struct decode exporting_decoder(const struct session *session, const struct event *event,
				       struct tracee_state *state)
{
	struct exported_call *exported = session_get_rare_state(state)->exported;
	struct decode decode = session_decoder(session, event, state);

	decode.sink = &session->exports->writer->sink;
	decode.builder = &exported->builder;
	decode.snapshot = &exported->snapshot;
	return decode;
}

/* Writes the line of a call to exports->text. put: a function of the writer. */
static void write_call(struct session *session, const struct event *event,
		       struct tracee_state *state,
		       void (*put)(struct writer *writer, const struct record *record))
{
	const struct record record = {
		.event = event,
		.call = &state->call,
		.builder = &session_get_rare_state(state)->exported->builder,
	};

	put(session->exports->writer, &record);
}

/* Writes the line of any other event to exports->text. builder: of the siginfo, or of the last call; NULL: none. */
static void write_event(struct session *session, const struct event *event,
			struct record_builder *builder)
{
	const struct record record = { .event = event, .builder = builder };
	struct writer *writer = session->exports->writer;

	writer->ops->event(writer, &record);
}

/* Finds the command name of the tracee, if the event is the first one or can have changed it. */
static void find_name(struct tracee_state *state, struct export_record *record)
{
	const struct event *event = record->event;
	struct rare_state *rare = session_get_rare_state(state);
	char last[COMM_CAPACITY] = "";

	if (rare->exported_name)
		snprintf(last, sizeof(last), "%s", rare->comm ? rare->comm : "");
	if (!rare->exported_name || event->kind == EVENT_EXEC ||
	    (record->call && record->call->returned && record->call->row &&
	     record->call->row->flags & CALL_RENAMES))
		session_get_comm(state, event);
	record->comm = rare->comm;
	record->renamed = rare->comm && (!rare->exported_name || strcmp(last, rare->comm) != 0);
	rare->exported_name = rare->comm;
}

/* The text of a call is "name(arguments) = result". Returns where the result begins. */
static size_t find_result(const struct export_record *record)
{
	const struct record_builder *builder = record->builder;
	size_t pos = strlen(record->call->name ? record->call->name : "");
	const char *found;

	for (unsigned i = 0; i < builder->n; i++)
		pos += builder->arguments[i].entry.len + builder->arguments[i].exit.len;
	if (pos >= record->len)
		return record->len;
	found = memmem(record->text + pos, record->len - pos, ") = ", 4);
	return found ? (size_t)(found - record->text) + 4 : record->len;
}

/* Passes on the record with the line that the writer has written. */
static void add(struct session *session, struct tracee_state *state, struct export_record *record)
{
	struct exports *exports = session->exports;
	const struct event *event = record->event;

	record->text = buf_cstr(&exports->text);
	record->len = exports->text.len;
	if (record->len && record->text[record->len - 1] == '\n')
		record->len--;
	if (record->call && record->len)
		record->result = find_result(record);
	record->tgid = event->tracee ? event->tracee->tgid : 0;
	if (state)
		find_name(state, record);
	if (exports->timeline)
		timeline_add(exports->timeline, record);
	if (exports->page)
		page_add(exports->page, record);
	buf_clear(&exports->text);
}

void session_export_entry(struct session *session, const struct event *event,
			  struct tracee_state *state)
{
	struct rare_state *rare;
	struct decode decode;

	if (!session->exports)
		return;
	rare = session_get_rare_state(state);
	if (!rare->exported)
		rare->exported = xcalloc(1, sizeof(*rare->exported));
	builder_reset(&rare->exported->builder);
	decode = exporting_decoder(session, event, state);
	decode_enter(&decode);
	write_call(session, event, state, session->exports->writer->ops->entered);
	add(session, state, &(struct export_record){ .event = event, .call = &state->call });
}

void session_export_exit(struct session *session, const struct event *event,
			 struct tracee_state *state, const struct summary_subject *subject)
{
	struct export_record record = { .event = event, .call = &state->call, .subject = subject };
	struct rare_state *rare;
	struct decode decode;

	if (!session->exports)
		return;
	rare = session_get_rare_state(state);
	decode = exporting_decoder(session, event, state);
	decode_exit(&decode);
	write_call(session, event, state, session->exports->writer->ops->exited);
	record.builder = &rare->exported->builder;
	record.has_system = session->exports->has_system;
	if (event->system_ns > rare->system_ns)
		record.system_ns = event->system_ns - rare->system_ns;
	add(session, state, &record);
}

void session_export_unfinished(struct session *session, const struct event *event,
			       struct tracee_state *state)
{
	const struct exported_call *exported;

	if (!session->exports)
		return;
	exported = session_get_rare_state(state)->exported;
	write_call(session, event, state, session->exports->writer->ops->unfinished);
	add(session, state,
	    &(struct export_record){
		    .event = event, .call = &state->call, .builder = &exported->builder });
}

void session_export_signal(struct session *session, const struct event *event,
			   struct tracee_state *state)
{
	struct decode decode;

	if (!session->exports)
		return;
	builder_reset(&session->signal_builder);
	decode = session_decoder(session, event, state);
	decode.config = &session->config->decode;
	decode.sink = &session->exports->writer->sink;
	decode.builder = &session->signal_builder;
	decode_siginfo(&decode, session->native, &event->siginfo, sizeof(event->siginfo));
	write_event(session, event, &session->signal_builder);
	add(session, state, &(struct export_record){ .event = event });
}

/* Returns the process of a thread; 0: it is not traced. */
static pid_t process_of(const struct session *session, pid_t tid)
{
	const struct tracee *tracee = tid ? tracee_find(&session->engine->tracees, tid) : NULL;

	return tracee ? tracee->tgid : 0;
}

void session_export_event(struct session *session, const struct event *event)
{
	struct tracee_state *state = event->tracee ? event->tracee->session : NULL;
	struct export_record record = { .event = event };

	if (!session->exports)
		return;
	write_event(session, event, state ? &state->builder : NULL);
	if (event->kind == EVENT_NEW)
		record.parent_tgid = process_of(session, event->parent_tid);
	add(session, state, &record);
}

bool session_close_exports(struct session *session)
{
	struct exports *exports = session->exports;
	bool good = true;

	if (!exports)
		return true;
	if (exports->timeline)
		good = timeline_close(exports->timeline);
	if (exports->page)
		good = page_close(exports->page) && good;
	return good;
}
