/* SPDX-License-Identifier: MIT */
/* Records of moments, and what all files compute from a record. */
#include "export/record.h"

#include <stdlib.h>
#include <string.h>

#include "scry/arch.h"
#include "scry/config.h"
#include "scry/syscalls.h"

/*
 * The kernel splits the CPU time of a thread into that of the program and that of the kernel by the
 * ticks that hit either (cputime_adjust()), so that the CPU time of one short call says nothing.
 */
#define SHORT_NS 100000u

const char *export_error(const struct call *call)
{
	if (!call->returned || !call->is_error)
		return NULL;
	return errno_name(call->abi ? call->abi : abi_native(), call_errno(call));
}

uint64_t export_duration(const struct export_record *record)
{
	uint64_t end = record->call->returned ? record->call->returned_ns : record->event->mono_ns;

	return end > record->call->entered_ns ? end - record->call->entered_ns : 0;
}

uint64_t export_waiting(const struct export_record *record)
{
	uint64_t duration = export_duration(record);

	if (!record->has_system || duration < SHORT_NS || duration < record->system_ns)
		return 0;
	return duration - record->system_ns;
}

/* Whether the descriptor of the call has an end that another process, or a person, uses. */
static bool has_other_end(const struct summary_subject *subject)
{
	static const char *const begins[] = { "pipe:[", "/dev/pts/", "/dev/tty" };

	if (!subject || !subject->has_path || subject->path_is_argument)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(begins); i++)
		if (subject->path.len > strlen(begins[i]) &&
		    !memcmp(subject->path.data, begins[i], strlen(begins[i])))
			return true;
	return false;
}

bool export_awaits(const struct export_record *record)
{
	const struct call_wait *wait = syscall_wait(record->call->id);

	if (wait && wait->meant)
		return true;
	return has_other_end(record->subject) &&
	       (!record->has_system || export_waiting(record) > export_duration(record) / 2);
}

/* --- making records -------------------------------------------------------------------------- */

void exporter_init(struct exporter *exporter, struct host *host)
{
	const struct sink_config *sink = &host->config->sink;
	const struct sink_config plain = {
		.constants = sink->constants,
		.hex_strings = sink->hex_strings,
		.arg_names = sink->arg_names,
		.hold = true,
		.quiet = QUIET_ATTACH | QUIET_PATH | QUIET_PERSONALITY,
	};

	exporter->host = host;
	exporter->writer = writer_text_new(&plain, output_open_buffer(&exporter->text));
	exporter->has_system = !host->engine->cpu_unmeasured;
}

void exporter_free(struct exporter *exporter)
{
	exporter->writer->ops->destroy(exporter->writer);
	buf_free(&exporter->text);
}

void exporter_needs(struct needs *needs)
{
	needs->facts = NEED_REAL | NEED_MONO | NEED_CPU | NEED_EXEC | NEED_EXIT | NEED_TEXT |
		       NEED_LINES | NEED_TASK_NAMES;
}

/* Finds the command name of the tracee, if the event is the first one or can have changed it. */
static void find_record_name(struct exporter *exporter, const struct moment *moment,
			     struct export_record *record)
{
	struct exported_tracee *tracee = moment->slot;
	const struct call *call = record->call;
	bool fresh = !tracee->comm || record->event->kind == EVENT_EXEC ||
		     (call && call->returned && call->row && call->row->flags & CALL_RENAMES);

	record->comm =
		fresh ? exporter->host->comm(exporter->host, record->event, 0) : tracee->comm;
	record->renamed =
		record->comm && (!tracee->comm || strcmp(tracee->comm, record->comm) != 0);
	if (!record->renamed)
		return;
	free(tracee->comm);
	tracee->comm = xstrdup(record->comm);
}

/* Begins a record. All but its line is about the moment. */
static struct export_record begin_record(struct exporter *exporter, const struct moment *moment)
{
	struct export_record record = {
		.event = moment->event,
		.call = moment->call,
		.tgid = moment->event->tracee ? moment->event->tracee->tgid : 0,
	};

	buf_clear(&exporter->text);
	if (moment->slot)
		find_record_name(exporter, moment, &record);
	return record;
}

/* What a writer shows of the moment. */
static struct record line_of(const struct moment *moment)
{
	struct exported_tracee *tracee = moment->slot;

	return (struct record){
		.event = moment->event,
		.call = moment->call,
		.builder = moment->text,
		.line = tracee ? &tracee->line : NULL,
	};
}

static void take_line(struct exporter *exporter, struct export_record *record)
{
	record->text = buf_cstr(&exporter->text);
	record->len = exporter->text.len;
	if (record->len && record->text[record->len - 1] == '\n')
		record->len--;
}

struct export_record exporter_enter(struct exporter *exporter, const struct moment *moment)
{
	struct export_record record = begin_record(exporter, moment);
	struct record line = line_of(moment);

	exporter->writer->ops->entered(exporter->writer, &line);
	return record;
}

struct export_record exporter_exit(struct exporter *exporter, const struct moment *moment)
{
	struct export_record record = begin_record(exporter, moment);
	struct record line = line_of(moment);

	record.builder = moment->text;
	record.subject = moment->subject;
	record.has_system = exporter->has_system && !moment->call->request;
	if (moment->system_ns <= INT64_MAX)
		record.system_ns = moment->system_ns;
	if (exporter->lines_of_calls)
		exporter->writer->ops->exited(exporter->writer, &line);
	take_line(exporter, &record);
	return record;
}

struct export_record exporter_unfinished(struct exporter *exporter, const struct moment *moment)
{
	struct export_record record = begin_record(exporter, moment);
	struct record line = line_of(moment);

	record.builder = moment->text;
	if (exporter->lines_of_calls)
		exporter->writer->ops->unfinished(exporter->writer, &line);
	take_line(exporter, &record);
	return record;
}

struct export_record exporter_event(struct exporter *exporter, const struct moment *moment)
{
	struct export_record record = begin_record(exporter, moment);
	struct record line = line_of(moment);

	exporter->writer->ops->event(exporter->writer, &line);
	take_line(exporter, &record);
	if (moment->event->kind == EVENT_NEW)
		record.parent_tgid =
			exporter->host->process_of(exporter->host, moment->event->parent_tid);
	return record;
}

void exporter_forget(struct consumer *consumer, void *slot)
{
	struct exported_tracee *tracee = slot;

	(void)consumer;
	free(tracee->comm);
}
