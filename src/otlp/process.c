/* SPDX-License-Identifier: MIT */
#include "otlp/process.h"

#include <stdlib.h>
#include <string.h>

#include "scry/arch.h"
#include "scry/syscalls.h"

/* Arguments of a program that are kept. */
#define WORDS_MAX 128u
#define WORDS_BYTES 32768u

/* --- words ----------------------------------------------------------------------------------- */

void words_add(struct words *words, const char *bytes, size_t len)
{
	if (words->n == WORDS_MAX || words->text.len + len + 1 > WORDS_BYTES) {
		words->cut = true;
		return;
	}
	buf_put(&words->text, bytes, strnlen(bytes, len));
	buf_putc(&words->text, '\0');
	words->n++;
}

void words_clear(struct words *words)
{
	buf_clear(&words->text);
	words->n = 0;
	words->cut = false;
}

/* --- the table ------------------------------------------------------------------------------- */

struct process *processes_find(const struct processes *processes, pid_t pid)
{
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(&processes->index, index_hash((uint64_t)pid), &at)) != INDEX_END)
		if (processes->items[i] && processes->items[i]->pid == pid)
			return processes->items[i];
	return NULL;
}

static size_t find_process_place(struct processes *processes)
{
	if (processes->n_free)
		return processes->free_places[--processes->n_free];
	processes->items = xgrow(processes->items, processes->n, &processes->capacity,
				 sizeof(*processes->items));
	return processes->n++;
}

static void make_span(struct processes *processes, struct process *process, struct instant now)
{
	identifiers_make(&processes->identifiers, process->context.span_id, SPAN_ID_SIZE);
	process->start = now;
	process->used = false;
	processes->started++;
}

struct process *processes_add(struct processes *processes, pid_t pid, const struct process *parent,
			      struct instant now)
{
	struct process *process = xcalloc(1, sizeof(*process));

	process->pid = pid;
	process->position = find_process_place(processes);
	processes->items[process->position] = process;
	index_add(&processes->index, index_hash((uint64_t)pid), (uint32_t)process->position);
	process->context.known = true;
	if (parent) {
		process->parent_pid = parent->pid;
		process->parent = parent->context;
		process->given = parent->given;
		process->context.flags = parent->context.flags;
		memcpy(process->context.trace_id, parent->context.trace_id, TRACE_ID_SIZE);
		process->name = parent->name ? xstrdup(parent->name) : NULL;
	} else {
		process->context.flags = 1;
		identifiers_make(&processes->identifiers, process->context.trace_id, TRACE_ID_SIZE);
	}
	make_span(processes, process, now);
	return process;
}

static void forget_notes(struct processes *processes, struct process *process)
{
	for (size_t i = 0; i < process->n_notes; i++) {
		free(process->notes[i].error);
		free(process->notes[i].path);
	}
	processes->n_notes -= process->n_notes;
	process->n_notes = 0;
	process->dropped_notes = 0;
}

static void free_process(struct processes *processes, struct process *process)
{
	forget_notes(processes, process);
	free(process->notes);
	free(process->name);
	free(process->home.container);
	free(process->home.id);
	free(process->home.pod);
	free(process->home.unit);
	buf_free(&process->path);
	buf_free(&process->arguments.text);
	buf_free(&process->next.path);
	buf_free(&process->next.arguments.text);
	buf_free(&process->next.environment.text);
	free(process);
}

void processes_remove(struct processes *processes, struct process *process)
{
	index_remove(&processes->index, index_hash((uint64_t)process->pid),
		     (uint32_t)process->position);
	processes->items[process->position] = NULL;
	processes->free_places = xgrow(processes->free_places, processes->n_free,
				       &processes->free_capacity, sizeof(size_t));
	processes->free_places[processes->n_free++] = process->position;
	free_process(processes, process);
}

void processes_clear(struct processes *processes)
{
	for (size_t i = 0; i < processes->n; i++)
		if (processes->items[i])
			free_process(processes, processes->items[i]);
	free(processes->items);
	free(processes->free_places);
	index_free(&processes->index);
}

/* --- programs -------------------------------------------------------------------------------- */

bool process_replaces(const struct process *process)
{
	return process->executed || process->attached;
}

/*
 * The name of the program without its directory; NULL if neither its path nor its arguments are
 * known.
 */
static void set_name(struct process *process)
{
	const char *text = process->path.len ? process->path.data : process->arguments.text.data;
	size_t len = process->path.len	    ? process->path.len
		     : process->arguments.n ? strlen(text)
					    : 0;

	free(process->name);
	process->name = NULL;
	if (!len)
		return;
	text = path_last(text, &len);
	process->name = xstrndup(text, len);
}

static void words_swap(struct words *one, struct words *other)
{
	struct words kept = *one;

	*one = *other;
	*other = kept;
}

static void forget_next(struct process *process)
{
	buf_clear(&process->next.path);
	words_clear(&process->next.arguments);
	words_clear(&process->next.environment);
	process->next.known = false;
}

void process_execute(struct processes *processes, struct process *process, struct instant now)
{
	if (process_replaces(process)) {
		/* The former program has made this one. */
		process->parent = process->context;
		process->parent_is_remote = false;
		make_span(processes, process, now);
	} else if (!process->used) {
		process->start = now;
	}
	process->executed = true;
	process->attached = false;
	buf_clear(&process->path);
	buf_put(&process->path, process->next.path.data, process->next.path.len);
	words_swap(&process->arguments, &process->next.arguments);
	forget_next(process);
	set_name(process);
}

void process_take_context(struct processes *processes, struct process *process,
			  const struct span_context *given)
{
	if (context_equals(&process->given, given))
		return;
	process->given = *given;
	process->parent = *given;
	process->parent_is_remote = true;
	memcpy(process->context.trace_id, given->trace_id, TRACE_ID_SIZE);
	process->context.flags = given->flags;
	/* Spans of another trace refer to the former one. */
	if (process->used)
		make_span(processes, process, process->start);
}

/* --- notes ----------------------------------------------------------------------------------- */

static bool same_note(const struct incident *one, const struct incident *other)
{
	return one->name == other->name && one->path_len == other->path_len && one->name &&
	       !strcmp(one->error, other->error) && !one->path == !other->path &&
	       (!one->path || !memcmp(one->path, other->path, one->path_len));
}

void process_note(struct processes *processes, struct process *process, const struct incident *note)
{
	struct incident *kept;

	for (size_t i = process->n_notes; i-- > 0;)
		if (same_note(&process->notes[i], note)) {
			process->notes[i].n++;
			return;
		}
	if (process->n_notes == EVENTS_MAX || processes->n_notes == ALL_EVENTS_MAX) {
		process->dropped_notes++;
		return;
	}
	process->notes = xgrow(process->notes, process->n_notes, &process->capacity,
			       sizeof(*process->notes));
	kept = &process->notes[process->n_notes++];
	*kept = *note;
	kept->error = xstrdup(note->error);
	kept->path = note->path ? xstrndup(note->path, note->path_len) : NULL;
	processes->n_notes++;
}

static Otlp__Event *make_event(struct arena *arena, const struct incident *note)
{
	Otlp__Event *event = MESSAGE_NEW(arena, Otlp__Event, otlp__event);
	struct attributes attributes = { .arena = arena };

	event->time_unix_nano = note->real_ns;
	event->name = (char *)(note->name ? "syscall.failed" : "signal");
	if (note->name) {
		attributes_add_string(&attributes, "syscall.name", note->name);
		attributes_add_string(&attributes, "error.type", note->error);
		attributes_add_number(&attributes, "syscall.count", (int64_t)note->n);
	} else {
		attributes_add_string(&attributes, "signal.name", note->error);
	}
	if (note->sender)
		attributes_add_number(&attributes, "signal.sender.pid", note->sender);
	if (note->path)
		attributes_add_text(&attributes, "file.path", note->path, note->path_len);
	event->attributes = attributes.items;
	event->n_attributes = attributes.n;
	return event;
}

static void add_events(const struct process *process, struct arena *arena, Otlp__Span *span)
{
	span->dropped_events_count =
		(uint32_t)(process->dropped_notes < UINT32_MAX ? process->dropped_notes
							       : UINT32_MAX);
	if (!process->n_notes)
		return;
	span->events = arena_take(arena, process->n_notes * sizeof(*span->events));
	for (size_t i = 0; i < process->n_notes; i++)
		span->events[span->n_events++] = make_event(arena, &process->notes[i]);
}

/* --- spans ----------------------------------------------------------------------------------- */

static void add_status(const struct process *process, struct arena *arena,
		       struct attributes *attributes, Otlp__Span *span)
{
	bool failed =
		process->life == LIFE_KILLED || (process->life == LIFE_EXITED && process->status);
	struct buf text = { 0 };
	const char *signal;

	if (process->life == LIFE_EXITED)
		attributes_add_number(attributes, "process.exit.code", process->status);
	if (process->life == LIFE_LEFT)
		attributes_add_bool(attributes, "process.running", true);
	if (!failed)
		return;
	signal = process->life == LIFE_KILLED ? signal_name(abi_native(), (unsigned)process->status)
					      : NULL;
	if (signal)
		buf_printf(&text, "killed by %s%s", signal, process->core ? " (core dumped)" : "");
	else
		buf_printf(&text, "exited with %d", process->status);
	if (signal)
		attributes_add_string(attributes, "error.type", signal);
	span->status = MESSAGE_NEW(arena, Otlp__Status, otlp__status);
	span->status->code = OTLP__STATUS_CODE__STATUS_CODE_ERROR;
	span->status->message = message_text(arena, text.data, text.len);
	buf_free(&text);
}

static void add_program(const struct process *process, struct attributes *attributes)
{
	attributes_add_number(attributes, "process.pid", process->pid);
	if (process->parent_pid)
		attributes_add_number(attributes, "process.parent_pid", process->parent_pid);
	if (process->has_user)
		attributes_add_number(attributes, "process.real_user.id", process->user);
	if (process->name)
		attributes_add_string(attributes, "process.executable.name", process->name);
	if (process->path.len)
		attributes_add_text(attributes, "process.executable.path", process->path.data,
				    process->path.len);
	if (process->arguments.n)
		attributes_add_words(attributes, "process.command_args",
				     process->arguments.text.data, process->arguments.n);
}

Otlp__Span *process_span(struct processes *processes, struct process *process, struct arena *arena)
{
	Otlp__Span *span = MESSAGE_NEW(arena, Otlp__Span, otlp__span);
	struct attributes attributes = { .arena = arena };
	uint64_t ns = process->end.mono_ns > process->start.mono_ns
			      ? process->end.mono_ns - process->start.mono_ns
			      : 0;

	span->trace_id = message_bytes(arena, process->context.trace_id, TRACE_ID_SIZE);
	span->span_id = message_bytes(arena, process->context.span_id, SPAN_ID_SIZE);
	if (process->parent.known)
		span->parent_span_id = message_bytes(arena, process->parent.span_id, SPAN_ID_SIZE);
	span->flags = SPAN_FLAGS(process->context.flags, process->parent_is_remote);
	span->kind = OTLP__SPAN_KIND__SPAN_KIND_INTERNAL;
	span->name = process->name ? message_text(arena, process->name, strlen(process->name))
				   : (char *)"process";
	span->start_time_unix_nano = process->start.real_ns;
	span->end_time_unix_nano = process->start.real_ns + ns;
	add_program(process, &attributes);
	add_status(process, arena, &attributes, span);
	add_events(process, arena, span);
	span->attributes = attributes.items;
	span->n_attributes = attributes.n;
	forget_notes(processes, process);
	return span;
}
