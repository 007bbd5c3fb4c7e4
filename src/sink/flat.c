/* SPDX-License-Identifier: MIT */
/*
 * The values of rows that have the same columns, whatever they are about: --json=flat and --export.
 */
#include <stdio.h>
#include <string.h>

#include "scry/arch.h"
#include "scry/syscalls.h"
#include "scry/tracee.h"
#include "sink/number_names.h"

#define FLAT_ROW(name, type) [FLAT_##name] = { #name, FLAT_##type },
const struct flat_column flat_columns[FLAT_N] = { FLAT_COLUMNS(FLAT_ROW) };

static void set_bytes(struct flat_row *row, unsigned column, const char *bytes, size_t len)
{
	row->values[column] = (struct flat_value){ .known = true, .bytes = bytes, .len = len };
}

/* NULL: the value is not known. */
static void set_text(struct flat_row *row, unsigned column, const char *text)
{
	if (text)
		set_bytes(row, column, text, strlen(text));
}

static void set_integer(struct flat_row *row, unsigned column, int64_t number)
{
	row->values[column] = (struct flat_value){ .known = true, .number = number };
}

static void begin_flat_value(struct flat_row *row, const char *type, const struct event *event,
			     const struct timespec *time)
{
	pid_t tgid = event->tracee ? event->tracee->tgid : 0;

	*row = (struct flat_row){ .type = type, .time = time };
	if (tgid > 0)
		set_integer(row, FLAT_pid, tgid);
	if (event->tid)
		set_integer(row, FLAT_tid, event->tid);
	set_text(row, FLAT_comm, event->comm);
	set_text(row, FLAT_container, event->container);
	set_text(row, FLAT_unit, event->unit);
}

static void set_outcome(struct flat_row *row, const struct call *call,
			const struct record_subject *subject)
{
	const struct abi *abi = call->abi ? call->abi : abi_native();

	if (!call->returned)
		return;
	set_integer(row, FLAT_duration_ns, (int64_t)(call->returned_ns - call->entered_ns));
	if (call->is_error) {
		set_text(row, FLAT_error, errno_word(abi, call_errno(call), row->number));
		return;
	}
	set_integer(row, FLAT_result, call->result);
	if (subject->moves)
		set_integer(row, FLAT_bytes, (int64_t)subject->bytes);
}

void flat_call(struct flat_row *row, const struct event *event, const struct call *call,
	       const struct record_subject *subject)
{
	begin_flat_value(row, "call", event, &call->entered);
	set_text(row, FLAT_name, call->name);
	if (call->stands_for != STANDS_FOR_UNKNOWN)
		set_integer(row, FLAT_adjusted_count, (int64_t)call_stands_for(call));
	set_outcome(row, call, subject);
	if (subject->path)
		set_bytes(row, FLAT_path, subject->path->data, subject->path->len);
	if (subject->peer)
		set_bytes(row, FLAT_peer, subject->peer->data, subject->peer->len);
	if (subject->fd >= 0)
		set_integer(row, FLAT_fd, subject->fd);
}

static void set_signal(struct flat_row *row, const struct event *event, int signal)
{
	struct buf name = { 0 };

	if (put_signal_name(&name, event->abi, (unsigned)signal)) {
		snprintf(row->signal, sizeof(row->signal), "%s", buf_cstr(&name));
		set_text(row, FLAT_name, row->signal);
	}
	buf_free(&name);
}

void flat_event(struct flat_row *row, const char *type, const struct event *event)
{
	begin_flat_value(row, type, event, &event->real);
	if (event->kind == EVENT_SIGNAL || event->kind == EVENT_GROUP_STOP)
		set_signal(row, event, event->signal ? event->signal : event->siginfo.si_signo);
	else if (event->kind == EVENT_KILLED)
		set_signal(row, event, event->status);
	else if (event->kind == EVENT_EXITED)
		set_integer(row, FLAT_result, event->status);
}

void flat_data(struct flat_row *row, const struct event *event, const struct data *data)
{
	begin_flat_value(row, "data", event, &event->real);
	set_text(row, FLAT_name, data->written ? "write" : "read");
	set_integer(row, FLAT_fd, data->fd);
	set_integer(row, FLAT_bytes, (int64_t)data->n);
}
