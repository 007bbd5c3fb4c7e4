/* SPDX-License-Identifier: MIT */
/* Calls in text: a line of segments. It begins at the entry of the call and ends at its exit. */
#include "sink/text_call.h"

#include <string.h>

#include "scry/arch.h"
#include "scry/syscalls.h"
#include "sink/builder.h"
#include "sink/number_names.h"
#include "sink/text.h"
#include "sink/text_event.h"
#include "sink/text_line.h"
#include "sink/text_push.h"
#include "sink/text_request.h"
#include "sink/text_stack.h"

static void put_text_call_name(struct text *text, const struct call *call)
{
	if (!call->name && call->request)
		buf_printf(&text->line, "io_uring_op_0x%x", call->request->opcode);
	else if (call->name)
		buf_puts(&text->line, call->name);
	else
		buf_printf(&text->line, "syscall_0x%llx", (unsigned long long)call->nr);
}

/* restart_syscall(2) resumes the last call that the tracee made: show the name of that call. */
static void put_restarted(struct text *text, struct record_line *line, const struct call *call)
{
	if (call->id != ID_restart_syscall || call->resumed)
		line->name = call->resumed ? call->resumed : call->name;
	if (call->id == ID_restart_syscall && !call->raw)
		buf_printf(&text->line, "<... resuming interrupted %s ...>",
			   line->name ? line->name : "system call");
}

static void begin_text_call(struct text *text, const struct record *record)
{
	struct record_line *line = record->line;
	const struct call *call = record->call;
	struct event begun;
	struct record deferred;

	/*
	 * A deferred call (-z) is shown when it has returned. Its line has the time and ip of the
	 * entry.
	 */
	if (record->event->kind != EVENT_ENTER) {
		begun = *record->event;
		begun.kind = EVENT_ENTER;
		begun.ip = call->ip;
		begun.real = call->entered;
		begun.mono_ns = call->entered_ns;
		deferred = *record;
		deferred.event = &begun;
		record = &deferred;
	}
	text_begin_line(text, record);
	if (call->request)
		text_put_ring(&text->line, call->request);
	put_text_call_name(text, call);
	buf_putc(&text->line, '(');
	put_restarted(text, line, call);
	line->next = 0;
	line->entry_shown = line->any_shown = false;
}

/*
 * Appends the segments of an argument that are not in the line yet. Unless whole, that is the entry
 * segment only: the exit segment will follow.
 */
static void put_text_argument(struct text *text, const struct record *record, unsigned i,
			      bool whole)
{
	const struct record_argument *argument = &record->builder->arguments[i];
	struct record_line *line = record->line;

	if (!line->entry_shown) {
		if (line->any_shown)
			buf_puts(&text->line, ", ");
		line->any_shown = true;
		if (argument->name && (text->config.arg_names || argument->named))
			buf_printf(&text->line, "%s=", argument->name);
		if (argument->has_entry)
			builder_put_segment(record->builder, &argument->entry, &text->line);
	}
	if (whole)
		builder_put_exit(record->builder, argument, &text->line);
	line->entry_shown = !whole;
}

/* Appends all known arguments that are not in the line yet. */
static void put_text_arguments(struct text *text, const struct record *record)
{
	const struct record_builder *builder = record->builder;

	for (unsigned i = record->line->next; i < builder->n; i++)
		if (builder->arguments[i].has_entry || builder->arguments[i].has_exit)
			put_text_argument(text, record, i, true);
	record->line->next = (uint8_t)builder->n;
}

/*
 * Appends the arguments before the first pending one: "read(3". Returns whether an argument is
 * pending.
 */
static bool put_known_arguments(struct text *text, const struct record *record)
{
	struct record_line *line = record->line;

	for (; line->next < record->builder->n; line->next++) {
		const struct record_argument *argument = &record->builder->arguments[line->next];

		if (!argument->pending) {
			if (argument->has_entry)
				put_text_argument(text, record, line->next, true);
			continue;
		}
		if (argument->has_entry)
			put_text_argument(text, record, line->next, false);
		return true;
	}
	return false;
}

/*
 * The line of a call that never returns is complete at its entry. exit_group(2) ends the other
 * threads before its own thread exits, and the lines of these threads follow.
 */
static bool never_returns(const struct call *call)
{
	return call->row && call->row->flags & CALL_NO_RETURN;
}

static void open_call(struct text *text, const struct record *record)
{
	const struct call *call = record->call;
	bool waits;

	begin_text_call(text, record);
	waits = put_known_arguments(text, record);
	text_push(text);
	output_line_done(text->output);
	record->line->begun = true;
	record->line->file = output_file(text->output);
	text->open = record->line;
	text->open_stack = record->stack;
	text->open_never_returns = !waits && never_returns(call);
}

void text_entered(struct writer *writer, const struct record *record)
{
	struct text *text = text_of(&writer->sink);

	builder_end_segment(record->builder);
	record->line->begun = false;
	if (!text->config.hold)
		open_call(text, record);
}

/*
 * Continues the open line of the call, or begins a line: the line of a deferred call (-z), or "<...
 * read resumed>". If the line has begun in a file that is complete, the new file gets the whole
 * line.
 */
static void resume_call(struct text *text, const struct record *record)
{
	struct record_line *line = record->line;

	builder_end_segment(record->builder);
	if (!line->begun || line->file != output_file(text->output)) {
		begin_text_call(text, record);
	} else if (text->open != line) {
		text_begin_line(text, record);
		buf_puts(&text->line, "<... ");
		put_text_call_name(text, record->call);
		buf_puts(&text->line, " resumed>");
	}
	text->open = NULL;
	line->begun = false;
}

static void put_error(struct buf *out, const struct call *call)
{
	uint64_t error = (uint64_t)-call->result;
	const struct abi *abi = call->abi ? call->abi : abi_native();
	const char *name = errno_name(abi, (unsigned)error);
	const char *restart = restart_reason(error);

	if (call->errno_32 && call->raw) {
		buf_printf(out, "%#x", (unsigned)call->result);
		return;
	}
	if (call->errno_32)
		buf_printf(out, "%u", (unsigned)call->result);
	else
		buf_puts(out, name && restart ? "?" : "-1");
	if (!name) {
		buf_printf(out, " (errno %llu)", (unsigned long long)error);
		return;
	}
	buf_putc(out, ' ');
	buf_puts(out, name);
	buf_puts(out, " (");
	buf_puts(out, restart ? restart : errno_text(abi, (unsigned)error));
	buf_putc(out, ')');
}

static void put_result(struct buf *out, const struct record_builder *builder,
		       const struct call *call)
{
	size_t empty;

	if (builder->has_result)
		builder_put_segment(builder, &builder->result, out);
	else if (call->result_unread)
		buf_putc(out, '?');
	else if (call_has_errno(call))
		put_error(out, call);
	else
		buf_put_dec(out, call->result);
	if (!builder->has_note)
		return;
	buf_puts(out, " (");
	empty = out->len;
	builder_put_segment(builder, &builder->note, out);
	if (out->len == empty)
		out->len -= 2; /* -X raw: the note was only the name of the result */
	else
		buf_putc(out, ')');
}

static void put_tampering(struct buf *out, const struct call *call)
{
	if (call->injected_args)
		buf_puts(out,
			 call->injected_result ? " (INJECTED: args, retval)" : " (INJECTED: args)");
	else if (call->injected_result)
		buf_puts(out, " (INJECTED)");
	if (call->delayed)
		buf_puts(out, " (DELAYED)");
}

static void put_denial(struct buf *out, const struct call *call)
{
	if (call->denied)
		buf_printf(out, " (DENIED: %s)", call->denied);
}

void text_put_outcome(struct buf *out, struct record_builder *builder, const struct call *call)
{
	builder_end_segment(builder);
	put_result(out, builder, call);
	put_tampering(out, call);
	put_denial(out, call);
}

void text_exited(struct writer *writer, const struct record *record)
{
	struct text *text = text_of(&writer->sink);
	const struct call *call = record->call;

	resume_call(text, record);
	put_text_arguments(text, record);
	buf_putc(&text->line, ')');
	text_pad(text);
	buf_puts(&text->line, " = ");
	text_put_outcome(&text->line, record->builder, call);
	text_put_duration(text, call->returned_ns - call->entered_ns);
	if (call->request)
		text_put_request(&text->line, call->request);
	text_end_line(text);
	text_put_stack(text, record->stack);
}

static bool has_pending(const struct record_builder *builder)
{
	for (unsigned i = 0; i < builder->n; i++)
		if (builder->arguments[i].pending)
			return true;
	return false;
}

/* Ends the line of an execve whose result will be shown under another tid. */
static void put_renamed(struct text *text, const struct record *record)
{
	/* -e status has kept the call back until now. */
	if (record->call)
		open_call(text, record);
	if (!text->open || text->open != record->line)
		return;
	text->open = NULL;
	buf_printf(&text->line, " <pid changed to %d ...>", record->event->status);
	text_end_line(text);
}

void text_renamed(struct writer *writer, const struct record *record)
{
	put_renamed(text_of(&writer->sink), record);
}

void text_unfinished(struct writer *writer, const struct record *record)
{
	struct text *text = text_of(&writer->sink);
	const struct call *call = record->call;
	const struct event *event = record->event;
	bool shown = record->line->begun;

	if (event->kind == EVENT_RENAMED) {
		put_renamed(text, record);
		return;
	}
	/* A line of another tracee ended the line of this call, and nothing more is known of it. */
	if (shown && text->open != record->line &&
	    (never_returns(call) || event->kind == EVENT_DETACHED))
		return;
	if (shown && event->kind == EVENT_DETACHED)
		text_report_detached(text, event);
	resume_call(text, record);
	if (!shown)
		put_known_arguments(text, record);
	if (event->kind == EVENT_DETACHED) {
		buf_puts(&text->line, " <detached ...>");
		text_end_line(text);
		text_put_stack(text, record->stack);
		return;
	}
	if (has_pending(record->builder))
		buf_puts(&text->line, " <unfinished ...>");
	text_put_no_result(text);
	put_denial(&text->line, call);
	if (call->request)
		text_put_request(&text->line, call->request);
	text_end_line(text);
	text_put_stack(text, record->stack);
}
