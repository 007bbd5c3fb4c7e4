/* SPDX-License-Identifier: MIT */
/*
 * --timeline: trace events as "Trace Event Format" describes them, in its array form. A reader
 * accepts an array without its end, so that the file of a trace that was cut off opens too.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "export/record.h"
#include "scry/arch.h"
#include "scry/config.h"
#include "scry/json.h"
#include "scry/output.h"
#include "scry/sinks.h"
#include "scry/syscalls.h"

/* Arrows go only from slice to slice, so that a moment is shown as a slice of this length. */
#define MOMENT_NS 1

/*
 * Signals are matched with the calls and exits that have sent them, if these are not older than as
 * many others.
 */
#define N_SENT 256

/* A call or an exit that sends a signal. */
struct sent {
	pid_t tgid, tid; /* of the sender; tgid 0: no entry */
	int signal;
	uint64_t ns; /* CLOCK_MONOTONIC, within the slice of the sender */
};

struct timeline {
	struct consumer base;
	struct exporter exporter;
	struct output *output;
	struct buf line, argument;
	bool begun; /* the array has an element */
	uint64_t n_arrows, n_requests;
	struct sent sent[N_SENT]; /* a ring */
	size_t next_sent;
};

static void put_microseconds(struct buf *out, const char *key, uint64_t ns)
{
	json_begin_member(out, key);
	buf_put_udec(out, ns / 1000);
	buf_putc(out, '.');
	buf_put_digits(out, ns, 3);
}

/*
 * Begins an element of the array: what all of them have. The caller appends members, then calls
 * end().
 */
static struct buf *begin_slice(struct timeline *timeline, const char *phase, const char *name,
			       pid_t tgid, pid_t tid)
{
	struct buf *out = &timeline->line;

	buf_puts(out, timeline->begun ? ",\n" : "\n");
	timeline->begun = true;
	json_begin_object(out);
	json_add_text(out, "ph", phase);
	json_add_signed(out, "pid", tgid);
	json_add_signed(out, "tid", tid);
	json_add_text(out, "name", name);
	return out;
}

static void end(struct timeline *timeline)
{
	json_end_object(&timeline->line);
	output_write(timeline->output, timeline->line.data, timeline->line.len);
	buf_clear(&timeline->line);
}

/* The line of text of a record. */
static void put_slice_text(struct buf *out, const struct export_record *record)
{
	if (!record->len)
		return;
	json_begin_member(out, "args");
	json_begin_object(out);
	json_begin_member(out, "text");
	json_put_string(out, record->text, strnlen(record->text, record->len));
	json_end_object(out);
}

static void put_moment(struct timeline *timeline, const char *name, const char *category,
		       pid_t tgid, pid_t tid, uint64_t ns, const struct export_record *record)
{
	struct buf *out = begin_slice(timeline, "X", name, tgid, tid);

	json_add_text(out, "cat", category);
	put_microseconds(out, "ts", ns);
	put_microseconds(out, "dur", MOMENT_NS);
	put_slice_text(out, record);
	end(timeline);
}

static void put_arrow_end(struct timeline *timeline, const char *phase, const char *name,
			  pid_t tgid, pid_t tid, uint64_t ns)
{
	struct buf *out = begin_slice(timeline, phase, name, tgid, tid);

	json_add_text(out, "cat", "arrow");
	json_add_unsigned(out, "id", timeline->n_arrows);
	if (*phase == 'f')
		json_add_text(out, "bp", "e");
	put_microseconds(out, "ts", ns);
	end(timeline);
}

/* An arrow from a slice of one thread to a slice of another one. */
static void put_arrow(struct timeline *timeline, const char *name, const struct sent *from,
		      const struct export_record *to)
{
	timeline->n_arrows++;
	put_arrow_end(timeline, "s", name, from->tgid, from->tid, from->ns);
	put_arrow_end(timeline, "f", name, to->tgid, to->event->tid, to->event->mono_ns);
}

/* Appends a fact about the process or the thread of a record: a metadata event, with one member. */
static void put_fact(struct timeline *timeline, const char *key, const char *member,
		     const char *text, size_t len, const struct export_record *record)
{
	struct buf *out = begin_slice(timeline, "M", key, record->tgid, record->event->tid);

	json_begin_member(out, "args");
	json_begin_object(out);
	json_begin_member(out, member);
	json_put_string(out, text, len);
	json_end_object(out);
	end(timeline);
}

static void put_slice_name(struct timeline *timeline, const char *key,
			   const struct export_record *record)
{
	put_fact(timeline, key, "name", record->comm, strlen(record->comm), record);
}

static void put_track_names(struct timeline *timeline, const struct export_record *record)
{
	if (!record->renamed || !record->comm)
		return;
	if (record->event->tid == record->tgid)
		put_slice_name(timeline, "process_name", record);
	put_slice_name(timeline, "thread_name", record);
}

/* --- signals --------------------------------------------------------------------------------- */

static void remember(struct timeline *timeline, const struct export_record *record, int signal)
{
	timeline->sent[timeline->next_sent++ % N_SENT] = (struct sent){
		.tgid = record->tgid,
		.tid = record->event->tid,
		.signal = signal,
		.ns = record->event->mono_ns,
	};
}

static const struct {
	enum syscall_id id;
	unsigned signal; /* the argument with the signal */
} senders[] = {
	{ ID_kill, 1 },
	{ ID_tkill, 1 },
	{ ID_tgkill, 2 },
	{ ID_rt_sigqueueinfo, 1 },
	{ ID_rt_tgsigqueueinfo, 2 },
	{ ID_pidfd_send_signal, 1 },
};

static void remember_sender(struct timeline *timeline, const struct export_record *record)
{
	for (size_t i = 0; i < ARRAY_SIZE(senders); i++)
		if (senders[i].id == record->call->id)
			remember(timeline, record, (int)record->call->args[senders[i].signal]);
}

/* Returns the last sender of a signal with this siginfo; NULL: none is known. */
static const struct sent *find_sender(const struct timeline *timeline, const siginfo_t *info)
{
	bool by_process =
		info->si_code == SI_USER || info->si_code == SI_QUEUE || info->si_code == SI_TKILL;

	if (!by_process && (info->si_signo != SIGCHLD || info->si_code <= 0))
		return NULL;
	for (size_t i = 0; i < N_SENT; i++) {
		const struct sent *sent = &timeline->sent[(timeline->next_sent - 1 - i) % N_SENT];

		if (sent->tgid && sent->tgid == info->si_pid && sent->signal == info->si_signo)
			return sent;
	}
	return NULL;
}

static void put_signal_instant(struct timeline *timeline, const struct export_record *record)
{
	const struct event *event = record->event;
	const struct sent *sent = find_sender(timeline, &event->siginfo);
	const char *name = signal_name(event->abi ? event->abi : abi_native(),
				       (unsigned)event->siginfo.si_signo);

	put_moment(timeline, name ? name : "signal", "signal", record->tgid, event->tid,
		   event->mono_ns, record);
	if (sent)
		put_arrow(timeline, "signal", sent, record);
}

/* --- calls ----------------------------------------------------------------------------------- */

static void put_slice_argument(struct timeline *timeline, const struct record_builder *builder,
			       unsigned i)
{
	const struct record_argument *argument = &builder->arguments[i];
	struct buf *text = &timeline->argument;

	if (!argument->has_entry && !argument->has_exit)
		return;
	buf_clear(text);
	builder_put_argument(builder, argument, text);
	json_begin_argument(&timeline->line, argument->name, i);
	json_put_string(&timeline->line, text->data, strnlen(text->data, text->len));
}

/* The result as text shows it. */
static void put_outcome(struct timeline *timeline, const struct export_record *record)
{
	struct buf *text = &timeline->argument;

	buf_clear(text);
	if (record->call->returned)
		text_put_outcome(text, record->builder, record->call);
	else if (record->event->kind != EVENT_DETACHED)
		buf_putc(text, '?');
	json_put_string(&timeline->line, text->data, strnlen(text->data, text->len));
}

static void put_slice_arguments(struct timeline *timeline, const struct export_record *record)
{
	struct buf *out = &timeline->line;
	const char *error = export_error(record->call);

	json_begin_member(out, "args");
	json_begin_object(out);
	for (unsigned i = 0; i < record->builder->n; i++)
		put_slice_argument(timeline, record->builder, i);
	if (error)
		json_add_text(out, "errno", error);
	if (export_waiting(record))
		put_microseconds(out, "waiting_us", export_waiting(record));
	json_begin_member(out, "result");
	put_outcome(timeline, record);
	json_end_object(out);
}

/*
 * The categories of a call, by which a viewer filters: how its time was spent, and how it ended if
 * it did not succeed.
 */
static const char *category_of(const struct export_record *record, bool waits)
{
	static const char *const categories[][3] = {
		{ "call,unmeasured", "call,unmeasured,unfinished", "call,unmeasured,error" },
		{ "call,running", "call,running,unfinished", "call,running,error" },
		{ "call,waiting", "call,waiting,unfinished", "call,waiting,error" },
	};
	const struct call *call = record->call;

	return categories[record->has_system ? 1 + waits : 0][!call->returned  ? 1
							      : call->is_error ? 2
									       : 0];
}

/*
 * Many processes have the same name: a label says with which words a process has begun its program.
 */
static void put_command(struct timeline *timeline, const struct export_record *record)
{
	const struct record_builder *builder = record->builder;
	struct buf *words = &timeline->argument;

	if (!syscall_executes(record->call->id) || !record->call->returned ||
	    record->call->is_error)
		return;
	for (unsigned i = 0; i < builder->n; i++) {
		const struct record_argument *argument = &builder->arguments[i];

		if (!argument->name || strcmp(argument->name, "argv") || !argument->has_entry)
			continue;
		buf_clear(words);
		builder_put_argument(builder, argument, words);
		put_fact(timeline, "process_labels", "labels", words->data,
			 strnlen(words->data, words->len), record);
	}
}

/* The colours are names that chrome://tracing knows; Perfetto chooses its own. */
static void put_call_slice(struct timeline *timeline, const struct export_record *record)
{
	const struct call *call = record->call;
	uint64_t duration = export_duration(record);
	bool waits = export_waiting(record) > duration / 2;
	struct buf *out = begin_slice(timeline, "X", call->name ? call->name : "syscall",
				      record->tgid, record->event->tid);

	json_add_text(out, "cat", category_of(record, waits));
	put_microseconds(out, "ts", call->entered_ns);
	put_microseconds(out, "dur", duration);
	if (record->has_system) {
		put_microseconds(out, "tts", record->event->system_ns - record->system_ns);
		put_microseconds(out, "tdur", record->system_ns);
	}
	if (call->returned && call->is_error)
		json_add_text(out, "cname", "terrible");
	else if (record->has_system)
		json_add_text(out, "cname",
			      waits ? "thread_state_sleeping" : "thread_state_running");
	put_slice_arguments(timeline, record);
	end(timeline);
	put_command(timeline, record);
}

/*
 * Requests of io_uring overlap: a slice of the thread cannot show that. They are asynchronous
 * slices, of which a viewer has tracks of their own.
 */
static void put_request_slice(struct timeline *timeline, const struct export_record *record)
{
	const struct call *call = record->call;
	const char *name = call->name ? call->name : "unknown request";
	struct buf *out = begin_slice(timeline, "b", name, record->tgid, record->event->tid);

	timeline->n_requests++;
	json_add_text(out, "cat", "io_uring");
	json_add_unsigned(out, "id", timeline->n_requests);
	put_microseconds(out, "ts", call->entered_ns);
	put_slice_arguments(timeline, record);
	end(timeline);
	out = begin_slice(timeline, "e", name, record->tgid, record->event->tid);
	json_add_text(out, "cat", "io_uring");
	json_add_unsigned(out, "id", timeline->n_requests);
	put_microseconds(out, "ts", call->entered_ns + export_duration(record));
	end(timeline);
}

/* --- other events ---------------------------------------------------------------------------- */

static void put_start(struct timeline *timeline, const struct export_record *record)
{
	const struct event *event = record->event;
	const struct sent parent = { record->parent_tgid, event->parent_tid, 0, event->mono_ns };
	bool is_thread = event->tid != record->tgid;

	put_moment(timeline, is_thread ? "thread starts" : "process starts", "life", record->tgid,
		   event->tid, event->mono_ns, record);
	if (!record->parent_tgid)
		return;
	put_moment(timeline, is_thread ? "new thread" : "new process", "life", record->parent_tgid,
		   event->parent_tid, event->mono_ns, record);
	put_arrow(timeline, "start", &parent, record);
}

static void put_slice_end(struct timeline *timeline, const struct export_record *record,
			  const char *name)
{
	put_moment(timeline, name, "life", record->tgid, record->event->tid, record->event->mono_ns,
		   record);
	if (record->event->tid == record->tgid)
		remember(timeline, record, SIGCHLD);
}

static void put_instant(struct timeline *timeline, const struct export_record *record,
			const char *name)
{
	struct buf *out = begin_slice(timeline, "i", name, record->tgid, record->event->tid);

	json_add_text(out, "cat", "life");
	json_add_text(out, "s", "t");
	put_microseconds(out, "ts", record->event->mono_ns);
	put_slice_text(out, record);
	end(timeline);
}

static void put_event(struct timeline *timeline, const struct export_record *record)
{
	put_track_names(timeline, record);
	switch (record->event->kind) {
	case EVENT_SIGNAL:
		put_signal_instant(timeline, record);
		break;
	case EVENT_NEW:
		put_start(timeline, record);
		break;
	case EVENT_EXITED:
		put_slice_end(timeline, record, "exited");
		break;
	case EVENT_KILLED:
		put_slice_end(timeline, record, "killed");
		break;
	case EVENT_GROUP_STOP:
		put_instant(timeline, record, "stopped");
		break;
	case EVENT_ATTACHED:
		put_instant(timeline, record, "attached");
		break;
	case EVENT_DETACHED:
		put_instant(timeline, record, "detached");
		break;
	case EVENT_EXEC:
		put_instant(timeline, record, "exec");
		break;
	case EVENT_SUPERSEDED:
		put_instant(timeline, record, "superseded");
		break;
	case EVENT_LOST:
		put_instant(timeline, record, "lost");
		break;
	case EVENT_ENTER:
	case EVENT_EXIT:
	case EVENT_PERSONALITY:
	case EVENT_RENAMED:
		break;
	}
}

/* --- the consumer ---------------------------------------------------------------------------- */

static struct timeline *timeline_of(const struct consumer *consumer)
{
	return (struct timeline *)consumer;
}

static const char *timeline_asked(const struct config *config)
{
	return config->export.timeline_path ? "--timeline and --report" : NULL;
}

static bool timeline_claim(struct host *host)
{
	return host->claim(host, host->config->export.timeline_path, "--timeline", "[");
}

static bool timeline_replaces_lines(const struct config *config)
{
	return config->export.timeline_path && config_wants_file_alone(config);
}

static struct consumer *timeline_open(struct host *host, bool *failed)
{
	const char *path = host->config->export.timeline_path;
	struct timeline *timeline;

	if (!path)
		return NULL;
	timeline = xcalloc(1, sizeof(*timeline));
	timeline->base.host = host;
	exporter_init(&timeline->exporter, host);
	timeline->output = output_open_file(path, false, MODE_PRIVATE, OUTPUT_BLOCK);
	*failed = !timeline->output;
	if (*failed)
		warn_errno("--timeline: cannot write to '%s'", path);
	else
		output_write(timeline->output, "[", 1);
	return &timeline->base;
}

static void timeline_needs(const struct consumer *consumer, struct needs *needs)
{
	(void)consumer;
	exporter_needs(needs);
}

static void timeline_enter(struct consumer *consumer, const struct moment *moment)
{
	struct timeline *timeline = timeline_of(consumer);
	struct export_record record = exporter_enter(&timeline->exporter, moment);

	put_track_names(timeline, &record);
	remember_sender(timeline, &record);
}

static void put_call_or_request(struct timeline *timeline, const struct export_record *record)
{
	put_track_names(timeline, record);
	if (record->call->request)
		put_request_slice(timeline, record);
	else
		put_call_slice(timeline, record);
}

static void timeline_exit(struct consumer *consumer, const struct moment *moment)
{
	struct timeline *timeline = timeline_of(consumer);
	struct export_record record = exporter_exit(&timeline->exporter, moment);

	put_call_or_request(timeline, &record);
}

static void timeline_unfinished(struct consumer *consumer, const struct moment *moment)
{
	struct timeline *timeline = timeline_of(consumer);
	struct export_record record = exporter_unfinished(&timeline->exporter, moment);

	put_call_or_request(timeline, &record);
}

static void timeline_event(struct consumer *consumer, const struct moment *moment)
{
	struct timeline *timeline = timeline_of(consumer);
	struct export_record record = exporter_event(&timeline->exporter, moment);

	put_event(timeline, &record);
}

static bool timeline_failed(const struct consumer *consumer)
{
	return output_failed(timeline_of(consumer)->output);
}

static bool timeline_close(struct consumer *consumer)
{
	struct timeline *timeline = timeline_of(consumer);
	bool good;

	output_write(timeline->output, "\n]\n", 3);
	good = output_close(timeline->output);
	exporter_free(&timeline->exporter);
	buf_free(&timeline->line);
	buf_free(&timeline->argument);
	free(timeline);
	return good;
}

const struct consumer_ops timeline_consumer = {
	.takes_requests = true,
	.slot_size = sizeof(struct exported_tracee),
	.asked = timeline_asked,
	.claim = timeline_claim,
	.replaces_lines = timeline_replaces_lines,
	.open = timeline_open,
	.needs = timeline_needs,
	.enter = timeline_enter,
	.exit = timeline_exit,
	.unfinished = timeline_unfinished,
	.event = timeline_event,
	.forget = exporter_forget,
	.failed = timeline_failed,
	.close = timeline_close,
};
