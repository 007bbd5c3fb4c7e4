/* SPDX-License-Identifier: MIT */
/* Calls in text: lines made of a draft's parts, begun at the entry and ended at the exit. */
#include <string.h>

#include "scry/arch.h"
#include "scry/syscalls.h"
#include "sink/draft.h"
#include "sink/names.h"
#include "sink/text.h"

static void remember_call(struct draft *draft, const struct call *call)
{
	draft->line.nr = call->nr;
	draft->line.ip = call->ip;
}

static void put_name(struct text *text, const struct call *call)
{
	if (call->name)
		buf_puts(&text->line, call->name);
	else
		buf_printf(&text->line, "syscall_0x%llx", (unsigned long long)call->nr);
}

/* The call that restart_syscall(2) goes on with is the last one that the tracee made. */
static void put_restarted(struct text *text, struct draft *draft, const struct call *call)
{
	if (call->id != ID_restart_syscall)
		draft->line.name = call->name;
	else if (!call->raw)
		buf_printf(&text->line, "<... resuming interrupted %s ...>",
			   draft->line.name ? draft->line.name : "system call");
}

static void begin_call(struct text *text, const struct event *event, const struct call *call)
{
	struct draft *draft = text->sink.draft;
	struct event begun;

	/* One that was held up to its return, or its thread's end, began then and there. */
	if (event->kind != EVENT_ENTER) {
		begun = *event;
		begun.kind = EVENT_ENTER;
		begun.ip = call->ip;
		begun.real = call->entered;
		begun.mono_ns = call->entered_ns;
		event = &begun;
	}
	remember_call(draft, call);
	text_begin_line(text, event);
	put_name(text, call);
	buf_putc(&text->line, '(');
	put_restarted(text, draft, call);
	draft->line.next = 0;
	draft->line.head = draft->line.comma = draft->line.any = false;
}

static void put_comma(struct text *text, struct draft_line *line)
{
	if (line->any && !line->comma)
		buf_puts(&text->line, ", ");
	line->comma = false;
	line->any = true;
}

/* whole: as far as it is known; else its entry part, more of it follows. */
static void put_argument(struct text *text, struct draft *draft,
			 const struct draft_argument *argument, bool whole)
{
	if (!draft->line.head) {
		put_comma(text, &draft->line);
		if (argument->name && (text->config.arg_names || argument->named))
			buf_printf(&text->line, "%s=", argument->name);
		draft_put_part(draft, &argument->entry, &text->line);
	}
	draft->line.head = !whole;
	if (!whole)
		return;
	if (argument->has_entry && argument->has_exit && !argument->rest)
		buf_puts(&text->line, " => ");
	draft_put_part(draft, &argument->exit, &text->line);
}

/* All arguments that are known and were not shown. */
static void put_arguments(struct text *text, struct draft *draft)
{
	for (unsigned i = draft->line.next; i < draft->n; i++)
		if (draft->arguments[i].has_entry || draft->arguments[i].has_exit)
			put_argument(text, draft, &draft->arguments[i], true);
	draft->line.next = (uint8_t)draft->n;
}

/* The arguments up to the first that is known only at the exit. Returns whether there is one. */
static bool put_known_arguments(struct text *text, struct draft *draft)
{
	struct draft_line *line = &draft->line;

	for (; line->next < draft->n; line->next++) {
		const struct draft_argument *argument = &draft->arguments[line->next];

		if (!argument->pending) {
			if (argument->has_entry)
				put_argument(text, draft, argument, true);
			continue;
		}
		if (argument->has_entry) {
			put_argument(text, draft, argument, false);
		} else if (line->any && !argument->late) {
			buf_puts(&text->line, ", ");
			line->comma = true;
		}
		return true;
	}
	return false;
}

/* exit_group(2) ends other threads first: what they say comes behind its whole line. */
static bool never_returns(const struct call *call)
{
	return call->row && call->row->flags & CALL_NO_RETURN;
}

void text_entered(struct sink *sink, const struct event *event, const struct call *call)
{
	struct text *text = text_of(sink);
	bool waits;

	draft_end(sink->draft);
	if (text->config.hold)
		return;
	begin_call(text, event, call);
	waits = put_known_arguments(text, sink->draft);
	text_push(text);
	output_line_done(text->output);
	sink->draft->line.begun = true;
	text->open = sink->draft;
	text->open_stack = sink->stack;
	text->open_is_last = !waits && never_returns(call);
}

/* Goes on with the call's own line, or begins one. */
static void resume_call(struct text *text, const struct event *event, const struct call *call)
{
	struct draft *draft = text->sink.draft;

	draft_end(draft);
	if (!draft->line.begun) {
		begin_call(text, event, call);
	} else if (text->open != draft) {
		text_begin_line(text, event);
		buf_puts(&text->line, "<... ");
		put_name(text, call);
		buf_puts(&text->line, " resumed>");
	}
	text->open = NULL;
	draft->line.begun = false;
}

static void put_error(struct text *text, const struct call *call)
{
	uint64_t error = (uint64_t)-call->result;
	const char *name = errno_name(call->abi ? call->abi : abi_native(), (unsigned)error);
	const char *restart = restart_reason(error);

	if (restart)
		buf_printf(&text->line, "? %s (%s)", name, restart);
	else if (name)
		buf_printf(&text->line, "-1 %s (%s)", name, strerror((int)error));
	else
		buf_printf(&text->line, "-1 (errno %llu)", (unsigned long long)error);
}

static void put_result(struct text *text, const struct call *call)
{
	const struct draft *draft = text->sink.draft;

	if (draft->has_result)
		draft_put_part(draft, &draft->result, &text->line);
	else if (call->is_error)
		put_error(text, call);
	else
		buf_put_dec(&text->line, call->result);
	if (!draft->has_note)
		return;
	buf_puts(&text->line, " (");
	draft_put_part(draft, &draft->note, &text->line);
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

void text_exited(struct sink *sink, const struct event *event, const struct call *call)
{
	struct text *text = text_of(sink);

	resume_call(text, event, call);
	put_arguments(text, sink->draft);
	buf_putc(&text->line, ')');
	text_pad(text);
	buf_puts(&text->line, " = ");
	put_result(text, call);
	put_tampering(text, call);
	text_put_duration(text, call->returned_ns - call->entered_ns);
	text_end_line(text);
	text_put_stack(text, sink->stack);
}

static bool has_pending(const struct draft *draft)
{
	for (unsigned i = 0; i < draft->n; i++)
		if (draft->arguments[i].pending)
			return true;
	return false;
}

void text_unfinished(struct sink *sink, const struct event *event, const struct call *call)
{
	struct text *text = text_of(sink);
	bool shown = sink->draft->line.begun;

	/* Another line came and ended this one: nothing is left to be said. */
	if (shown && text->open != sink->draft &&
	    (never_returns(call) || event->kind == EVENT_DETACHED))
		return;
	if (shown && event->kind == EVENT_DETACHED)
		text_tell_detached(text, event);
	resume_call(text, event, call);
	if (!shown)
		put_known_arguments(text, sink->draft);
	if (event->kind == EVENT_DETACHED) {
		buf_puts(&text->line, " <detached ...>");
		text_end_line(text);
		text_put_stack(text, sink->stack);
		return;
	}
	if (has_pending(sink->draft))
		buf_puts(&text->line, " <unfinished ...>");
	text_end_without_result(text);
	text_put_stack(text, sink->stack);
}
