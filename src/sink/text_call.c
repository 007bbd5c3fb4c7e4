/* SPDX-License-Identifier: MIT */
/* Calls in text: a line of segments. It begins at the entry of the call and ends at its exit. */
#include <string.h>

#include "scry/arch.h"
#include "scry/syscalls.h"
#include "sink/builder.h"
#include "sink/names.h"
#include "sink/text.h"

static void put_name(struct text *text, const struct call *call)
{
	if (call->name)
		buf_puts(&text->line, call->name);
	else
		buf_printf(&text->line, "syscall_0x%llx", (unsigned long long)call->nr);
}

/* restart_syscall(2) resumes the last call that the tracee made: show the name of that call. */
static void put_restarted(struct text *text, struct record_builder *builder,
			  const struct call *call)
{
	if (call->id != ID_restart_syscall || call->resumed)
		builder->line.name = call->resumed ? call->resumed : call->name;
	if (call->id == ID_restart_syscall && !call->raw)
		buf_printf(&text->line, "<... resuming interrupted %s ...>",
			   builder->line.name ? builder->line.name : "system call");
}

static void begin_call(struct text *text, const struct event *event, const struct call *call)
{
	struct record_builder *builder = text->sink.builder;
	struct event begun;

	/*
	 * A deferred call (-z) is shown when it has returned. Its line has the time and ip of the
	 * entry.
	 */
	if (event->kind != EVENT_ENTER) {
		begun = *event;
		begun.kind = EVENT_ENTER;
		begun.ip = call->ip;
		begun.real = call->entered;
		begun.mono_ns = call->entered_ns;
		event = &begun;
	}
	builder->line.nr = call->nr;
	builder->line.ip = call->ip;
	text_begin_line(text, event);
	put_name(text, call);
	buf_putc(&text->line, '(');
	put_restarted(text, builder, call);
	builder->line.next = 0;
	builder->line.entry_shown = builder->line.any_shown = false;
}

/*
 * Appends the segments of an argument that are not in the line yet. Unless whole, that is the entry
 * segment only: the exit segment will follow.
 */
static void put_argument(struct text *text, struct record_builder *builder,
			 const struct record_argument *argument, bool whole)
{
	struct record_line *line = &builder->line;

	if (!line->entry_shown) {
		if (line->any_shown)
			buf_puts(&text->line, ", ");
		line->any_shown = true;
		if (argument->name && (text->config.arg_names || argument->named))
			buf_printf(&text->line, "%s=", argument->name);
		if (argument->has_entry)
			builder_put_segment(builder, &argument->entry, &text->line);
	}
	if (whole)
		builder_put_exit(builder, argument, &text->line);
	line->entry_shown = !whole;
}

/* Appends all known arguments that are not in the line yet. */
static void put_arguments(struct text *text, struct record_builder *builder)
{
	for (unsigned i = builder->line.next; i < builder->n; i++)
		if (builder->arguments[i].has_entry || builder->arguments[i].has_exit)
			put_argument(text, builder, &builder->arguments[i], true);
	builder->line.next = (uint8_t)builder->n;
}

/*
 * Appends the arguments before the first pending one: "read(3". Returns whether an argument is
 * pending.
 */
static bool put_known_arguments(struct text *text, struct record_builder *builder)
{
	struct record_line *line = &builder->line;

	for (; line->next < builder->n; line->next++) {
		const struct record_argument *argument = &builder->arguments[line->next];

		if (!argument->pending) {
			if (argument->has_entry)
				put_argument(text, builder, argument, true);
			continue;
		}
		if (argument->has_entry)
			put_argument(text, builder, argument, false);
		return true;
	}
	return false;
}

/*
 * The line of such a call is complete at its entry. exit_group(2) ends the other threads before its own thread exits, and
 * the lines of these threads follow.
 */
static bool never_returns(const struct call *call)
{
	return call->row && call->row->flags & CALL_NO_RETURN;
}

void text_entered(struct sink *sink, const struct event *event, const struct call *call)
{
	struct text *text = text_of(sink);
	bool waits;

	builder_end_segment(sink->builder);
	if (text->config.hold)
		return;
	begin_call(text, event, call);
	waits = put_known_arguments(text, sink->builder);
	text_push(text);
	output_line_done(text->output);
	sink->builder->line.begun = true;
	text->open = sink->builder;
	text->open_stack = sink->stack;
	text->open_never_returns = !waits && never_returns(call);
}

/*
 * Continues the open line of the call, or begins a line: the line of a deferred call (-z), or "<... read resumed>".
 */
static void resume_call(struct text *text, const struct event *event, const struct call *call)
{
	struct record_builder *builder = text->sink.builder;

	builder_end_segment(builder);
	if (!builder->line.begun) {
		begin_call(text, event, call);
	} else if (text->open != builder) {
		text_begin_line(text, event);
		buf_puts(&text->line, "<... ");
		put_name(text, call);
		buf_puts(&text->line, " resumed>");
	}
	text->open = NULL;
	builder->line.begun = false;
}

static void put_error(struct text *text, const struct call *call)
{
	uint64_t error = (uint64_t)-call->result;
	const struct abi *abi = call->abi ? call->abi : abi_native();
	const char *name = errno_name(abi, (unsigned)error);
	const char *restart = restart_reason(error);

	if (!name) {
		buf_printf(&text->line, "-1 (errno %llu)", (unsigned long long)error);
		return;
	}
	buf_puts(&text->line, restart ? "? " : "-1 ");
	buf_puts(&text->line, name);
	buf_puts(&text->line, " (");
	buf_puts(&text->line, restart ? restart : errno_text(abi, (unsigned)error));
	buf_putc(&text->line, ')');
}

static void put_result(struct text *text, const struct call *call)
{
	const struct record_builder *builder = text->sink.builder;
	size_t empty;

	if (builder->has_result)
		builder_put_segment(builder, &builder->result, &text->line);
	else if (call->is_error)
		put_error(text, call);
	else
		buf_put_dec(&text->line, call->result);
	if (!builder->has_note)
		return;
	buf_puts(&text->line, " (");
	empty = text->line.len;
	builder_put_segment(builder, &builder->note, &text->line);
	if (text->line.len == empty)
		text->line.len -= 2; /* -X raw: the note was only the name of the result */
	else
		buf_putc(&text->line, ')');
}

static void put_tampering(struct text *text, const struct call *call)
{
	if (call->injected_args)
		buf_puts(&text->line,
			 call->injected_result ? " (INJECTED: args, retval)" : " (INJECTED: args)");
	else if (call->injected_result)
		buf_puts(&text->line, " (INJECTED)");
	if (call->delayed)
		buf_puts(&text->line, " (DELAYED)");
}

static void put_denial(struct text *text, const struct call *call)
{
	if (call->denied)
		buf_printf(&text->line, " (DENIED: %s)", call->denied);
}

void text_exited(struct sink *sink, const struct event *event, const struct call *call)
{
	struct text *text = text_of(sink);

	resume_call(text, event, call);
	put_arguments(text, sink->builder);
	buf_putc(&text->line, ')');
	text_pad(text);
	buf_puts(&text->line, " = ");
	put_result(text, call);
	put_tampering(text, call);
	put_denial(text, call);
	text_put_duration(text, call->returned_ns - call->entered_ns);
	text_end_line(text);
	text_put_stack(text, sink->stack);
}

static bool has_pending(const struct record_builder *builder)
{
	for (unsigned i = 0; i < builder->n; i++)
		if (builder->arguments[i].pending)
			return true;
	return false;
}

void text_unfinished(struct sink *sink, const struct event *event, const struct call *call)
{
	struct text *text = text_of(sink);
	bool shown = sink->builder->line.begun;

	/* A line of another tracee ended the line of this call, and nothing more is known of it. */
	if (shown && text->open != sink->builder &&
	    (never_returns(call) || event->kind == EVENT_DETACHED))
		return;
	if (shown && event->kind == EVENT_DETACHED)
		text_report_detached(text, event);
	resume_call(text, event, call);
	if (!shown)
		put_known_arguments(text, sink->builder);
	if (event->kind == EVENT_DETACHED) {
		buf_puts(&text->line, " <detached ...>");
		text_end_line(text);
		text_put_stack(text, sink->stack);
		return;
	}
	if (has_pending(sink->builder))
		buf_puts(&text->line, " <unfinished ...>");
	text_put_no_result(text);
	put_denial(text, call);
	text_end_line(text);
	text_put_stack(text, sink->stack);
}
