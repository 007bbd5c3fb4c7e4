/* SPDX-License-Identifier: MIT */
/* Events that are not calls, in text: signals, stops and exits; messages about tracees. */
#include "sink/text_event.h"

#include <stdio.h>

#include "sink/builder.h"
#include "sink/number_names.h"
#include "sink/text_line.h"
#include "sink/text_push.h"
#include "sink/text_stack.h"

/*
 * Messages of scry go to stderr, wherever the trace goes. They are no part of the trace, and do not
 * end its open line.
 */
static void report(struct text *text, const struct event *event, const char *what)
{
	output_flush(text->output);
	warn("Process %d %s", event->tid, what);
}

static void report_attached(struct text *text, const struct event *event)
{
	char what[64];

	/*
	 * This is another thread of a process; the message about the process has counted it
	 * already.
	 */
	if (!event->status)
		return;
	snprintf(what, sizeof(what), "attached with %d threads", event->status);
	report(text, event, event->status > 1 ? what : "attached");
}

/* text_unfinished() may have printed the message already, in the middle of the line of the call. */
void text_report_detached(struct text *text, const struct event *event)
{
	if (text->detached_tid != event->tid && !(text->config.quiet & QUIET_ATTACH))
		report(text, event, "detached");
	text->detached_tid = event->tid;
}

/* The tracee goes on, and is not traced: what debugs it is its tracer. */
static void put_released_line(struct text *text, const struct record *record)
{
	const struct event *event = record->event;

	if (!event->parent_tid || text->config.quiet & QUIET_EXIT)
		return;
	text_begin_line(text, record);
	buf_printf(&text->line, "+++ released to its debugger, process %d +++", event->parent_tid);
	text_end_line(text);
}

static void put_text_signal_event(struct text *text, const struct event *event, int signal)
{
	if (!put_signal_name(&text->line, event->abi, (unsigned)signal))
		buf_put_dec(&text->line, signal);
}

static void put_signal_line(struct text *text, const struct record *record)
{
	const struct event *event = record->event;
	struct record_builder *builder = record->builder;
	const struct record_argument *siginfo = builder_argument(builder, 0);

	builder_end_segment(builder);
	text_begin_line(text, record);
	buf_puts(&text->line, "--- ");
	put_text_signal_event(text, event, event->signal ? event->signal : event->siginfo.si_signo);
	if (siginfo->entry.len || siginfo->exit.len)
		buf_putc(&text->line, ' ');
	builder_put_segment(builder, &siginfo->entry, &text->line);
	builder_put_segment(builder, &siginfo->exit, &text->line);
	buf_puts(&text->line, " ---");
	text_end_line(text);
	text_put_stack(text, record->stack);
}

static void put_stop_line(struct text *text, const struct record *record)
{
	const struct event *event = record->event;

	text_begin_line(text, record);
	buf_puts(&text->line, "--- stopped by ");
	put_text_signal_event(text, event, event->signal);
	buf_puts(&text->line, " ---");
	text_end_line(text);
}

static void put_exited_line(struct text *text, const struct record *record)
{
	const struct event *event = record->event;

	text_begin_line(text, record);
	buf_printf(&text->line, "+++ exited with %d +++", event->status);
	text_end_line(text);
}

static void put_killed_line(struct text *text, const struct record *record)
{
	const struct event *event = record->event;

	text_begin_line(text, record);
	buf_puts(&text->line, "+++ killed by ");
	put_text_signal_event(text, event, event->status);
	buf_puts(&text->line, event->core_dumped ? " (core dumped) +++" : " +++");
	text_end_line(text);
}

static void put_superseded_line(struct text *text, const struct record *record)
{
	const struct event *event = record->event;

	text_begin_line(text, record);
	buf_printf(&text->line, "+++ superseded by execve in pid %d +++", event->former_tid);
	text_end_line(text);
}

static void put_personality_line(struct text *text, const struct record *record)
{
	const struct event *event = record->event;

	text_begin_line(text, record);
	buf_printf(&text->line, "[ Process PID=%d runs in %s mode. ]", event->tid,
		   event->abi ? event->abi->mode : "unknown");
	text_end_line(text);
}

static void put_lost_line(struct text *text, const struct record *record)
{
	const struct event *event = record->event;

	text_begin_line(text, record);
	buf_printf(&text->line, "+++ lost: %s +++", event->text ? event->text : "events");
	text_end_line(text);
}

static bool is_quiet(const struct text *text, const struct event *event)
{
	static const unsigned quiet[] = {
		[EVENT_NEW] = QUIET_ATTACH,
		[EVENT_ATTACHED] = QUIET_ATTACH,
		[EVENT_DETACHED] = 0,
		[EVENT_EXITED] = QUIET_EXIT,
		[EVENT_SUPERSEDED] = QUIET_SUPERSEDED,
		[EVENT_PERSONALITY] = QUIET_PERSONALITY,
		[EVENT_LOST] = 0,
	};

	return text->config.quiet & quiet[event->kind];
}

void text_event(struct writer *writer, const struct record *record)
{
	struct text *text = text_of(&writer->sink);
	const struct event *event = record->event;

	if (is_quiet(text, event))
		return;
	switch (event->kind) {
	case EVENT_SIGNAL:
		put_signal_line(text, record);
		break;
	case EVENT_GROUP_STOP:
		put_stop_line(text, record);
		break;
	case EVENT_NEW:
		if (event->parent_tid)
			report(text, event, "attached");
		break;
	case EVENT_ATTACHED:
		report_attached(text, event);
		break;
	case EVENT_DETACHED:
		text_report_detached(text, event);
		text->detached_tid = 0;
		put_released_line(text, record);
		break;
	case EVENT_SUPERSEDED:
		put_superseded_line(text, record);
		break;
	case EVENT_EXITED:
		put_exited_line(text, record);
		break;
	case EVENT_KILLED:
		put_killed_line(text, record);
		break;
	case EVENT_PERSONALITY:
		put_personality_line(text, record);
		break;
	case EVENT_LOST:
		put_lost_line(text, record);
		break;
	case EVENT_ENTER:
	case EVENT_EXIT:
	case EVENT_EXEC:
	case EVENT_RENAMED:
		break;
	}
}
