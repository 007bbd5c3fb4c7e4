/* SPDX-License-Identifier: MIT */
/* Lines of text: the columns before the call, the column of the results, the end of the line. */
#include "sink/text_line.h"

#include <string.h>
#include <time.h>

#include "scry/arch.h"
#include "sink/text_push.h"
#include "sink/text_stack.h"
#include "sink/text_string.h"

void text_pad(struct text *text)
{
	size_t column = text->column + text->line.len, want = text->config.column;

	if (column + 1 < want)
		buf_fill(&text->line, ' ', want - 1 - column);
}

/* Appends ".123456": the given number of digits, nothing for 0. */
static void put_fraction(struct buf *out, uint64_t ns, int digits)
{
	static const uint64_t units[] = { 1000000000, 100000000, 10000000, 1000000, 100000,
					  10000,      1000,	 100,	   10,	    1 };

	if (digits <= 0 || digits > 9)
		return;
	buf_putc(out, '.');
	for (int i = 1; i <= digits; i++)
		buf_putc(out, (char)('0' + ns / units[i] % 10));
}

static void put_absolute(struct text *text, const struct event *event)
{
	char clock[sizeof("23:59:60")];
	struct tm tm;

	if (text->config.absolute == TIMESTAMP_UNIX) {
		buf_put_dec(&text->line, event->real.tv_sec);
	} else {
		localtime_r(&event->real.tv_sec, &tm);
		strftime(clock, sizeof(clock), "%T", &tm);
		buf_puts(&text->line, clock);
	}
	put_fraction(&text->line, (uint64_t)event->real.tv_nsec, text->config.absolute_digits);
	buf_putc(&text->line, ' ');
}

/*
 * The time between the starts of the previous line and of this one. It is in parentheses after -t.
 */
static void put_relative(struct text *text, const struct event *event)
{
	bool parentheses = text->config.absolute != TIMESTAMP_NONE;
	uint64_t *previous_ns =
		text->config.last_line_ns ? text->config.last_line_ns : &text->own_previous_ns;
	uint64_t since = 0;

	if (*previous_ns && event->mono_ns > *previous_ns)
		since = event->mono_ns - *previous_ns;
	*previous_ns = event->mono_ns;
	buf_printf(&text->line, parentheses ? "(+%6llu" : "%6llu",
		   (unsigned long long)(since / 1000000000));
	put_fraction(&text->line, since % 1000000000, text->config.relative_digits);
	buf_puts(&text->line, parentheses ? ") " : " ");
}

void text_put_duration(struct text *text, uint64_t ns)
{
	if (!text->config.durations)
		return;
	buf_printf(&text->line, " <%llu", (unsigned long long)(ns / 1000000000));
	put_fraction(&text->line, ns % 1000000000, text->config.duration_digits);
	buf_putc(&text->line, '>');
}

static void put_comm_column(struct text *text, const struct event *event)
{
	if (event->comm)
		text_put_annotation(&text->line, text->config.hex_strings, event->comm,
				    strlen(event->comm));
	if (event->context)
		text_put_context(&text->line, event->context, strlen(event->context));
}

/* --show-container. A name comes from a file of a runtime, and is escaped. */
static void put_container(struct text *text, const struct event *event)
{
	const char *name = event->container ? event->container : event->unit;

	if (!name)
		return;
	buf_puts(&text->line, " in ");
	text_put_escaped(&text->line, name);
}

static size_t digits_of(pid_t tid)
{
	size_t n = 1;

	while (tid /= 10)
		n++;
	return n;
}

static void put_pid_column(struct text *text, const struct record *record)
{
	const struct event *event = record->event;
	size_t digits = digits_of(event->tid), padding = digits < 5 ? 5 - digits : 0;

	if (text->config.pid_prefix == PID_PREFIX_ALWAYS) {
		buf_put_dec(&text->line, event->tid);
		buf_fill(&text->line, ' ', event->comm ? 0 : padding);
		put_comm_column(text, event);
		put_container(text, event);
		buf_putc(&text->line, ' ');
	} else if (record->tracees > 1 || event->container || event->unit) {
		buf_puts(&text->line, "[pid ");
		buf_fill(&text->line, ' ', padding);
		buf_put_dec(&text->line, event->tid);
		put_comm_column(text, event);
		put_container(text, event);
		buf_puts(&text->line, "] ");
	}
}

/*
 * An instruction pointer has the digits of a pointer of the call; for other events, of the last
 * call.
 */
static int ip_digits(const struct record *record)
{
	const struct abi *abi = record->call ? record->call->abi : record->last_abi;

	return 2 * (abi ? abi : abi_native())->pointer_size;
}

/* The number (-n) and instruction pointer (-i) of the call; for other events, of the last call. */
static void put_number_and_ip(struct text *text, const struct record *record)
{
	const struct event *event = record->event;
	bool gone = event->kind == EVENT_EXITED || event->kind == EVENT_KILLED ||
		    event->kind == EVENT_SUPERSEDED;

	if (text->config.number)
		buf_printf(&text->line, "[%4llu] ", (unsigned long long)record->last_nr);
	if (!text->config.ip)
		return;
	buf_putc(&text->line, '[');
	if (gone || !record->line)
		buf_fill(&text->line, '?', (size_t)ip_digits(record));
	else
		buf_printf(&text->line, "%0*llx", ip_digits(record),
			   (unsigned long long)(event->ip ? event->ip : record->last_ip));
	buf_puts(&text->line, "] ");
}

void text_put_no_result(struct text *text)
{
	buf_putc(&text->line, ')');
	text_pad(text);
	buf_puts(&text->line, " = ?");
}

void text_interrupt_line(struct text *text)
{
	if (!text->open)
		return;
	text->open = NULL;
	if (text->open_never_returns) {
		text_put_no_result(text);
		text_end_line(text);
		text_put_stack(text, text->open_stack);
		return;
	}
	buf_puts(&text->line, " <unfinished ...>");
	text_end_line(text);
}

void text_begin_line(struct text *text, const struct record *record)
{
	text_interrupt_line(text);
	put_pid_column(text, record);
	if (text->config.absolute != TIMESTAMP_NONE)
		put_absolute(text, record->event);
	if (text->config.relative)
		put_relative(text, record->event);
	put_number_and_ip(text, record);
}
