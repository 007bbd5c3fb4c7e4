/* SPDX-License-Identifier: MIT */
/* Reads stop replies: which thread of which process has stopped, and why. */
#include "engine/gdb/stop.h"

#include <limits.h>

#include "engine/gdb/hex.h"
#include "engine/gdb/gdb_registers.h"

/* Reads "p1f.20" or "20". Returns false if it is no thread: "p1f.-1". */
static bool read_thread(const struct gdb_engine *engine, const char *at, const char *end,
			pid_t *pid, pid_t *tid)
{
	uint64_t process = 0, thread;

	if (at < end && *at == 'p') {
		at++;
		if (!hex_read(&at, end, &process) || !process || process > INT_MAX || at == end ||
		    *at++ != '.')
			return false;
	}
	if (!hex_read(&at, end, &thread) || !thread || thread > INT_MAX)
		return false;
	/* Without process IDs all threads are of one process. */
	*pid = process		   ? (pid_t)process
	       : engine->processes ? engine->processes->pid
				   : (pid_t)thread;
	*tid = (pid_t)thread;
	return true;
}

static void take_pair(const struct gdb_engine *engine, struct gdb_stop *stop, const char *key,
		      size_t len, const char *value, const char *end)
{
	static const struct {
		const char *key;
		enum gdb_reason reason;
	} reasons[] = {
		{ "syscall_entry", REASON_CALL }, { "syscall_return", REASON_CALL },
		{ "fork", REASON_FORK },	  { "vfork", REASON_FORK },
		{ "exec", REASON_EXEC },	  { "create", REASON_CREATED },
		{ "vforkdone", REASON_OTHER },	  { "library", REASON_OTHER },
		{ "replaylog", REASON_OTHER },
	};

	if (len == 6 && !memcmp(key, "thread", len))
		read_thread(engine, value, end, &stop->pid, &stop->tid);
	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++)
		if (strlen(reasons[i].key) == len && !memcmp(reasons[i].key, key, len))
			stop->reason = reasons[i].reason;
	stop->returns |= len == 14 && !memcmp(key, "syscall_return", len);
	if (stop->reason == REASON_CALL && len > 8 && !memcmp(key, "syscall_", 8) &&
	    !hex_read(&value, end, &stop->nr))
		stop->reason = REASON_OTHER;
	if (stop->reason == REASON_FORK && len >= 4 && !memcmp(key + len - 4, "fork", 4) &&
	    !read_thread(engine, value, end, &stop->child_pid, &stop->child_tid))
		stop->reason = REASON_OTHER;
}

/* "key:value;" for each register and each fact. */
static void take_pairs(const struct gdb_engine *engine, struct gdb_stop *stop, const char *at,
		       const char *end)
{
	stop->pairs = at;
	stop->end = end;
	while (at < end) {
		const char *semicolon = memchr(at, ';', (size_t)(end - at)), *colon;

		if (!semicolon)
			semicolon = end;
		colon = memchr(at, ':', (size_t)(semicolon - at));
		if (colon)
			take_pair(engine, stop, at, (size_t)(colon - at), colon + 1, semicolon);
		at = semicolon + 1;
	}
}

/* "W00", "W00;process:1f", "w00;p1f.20". */
static void take_end(const struct gdb_engine *engine, struct gdb_stop *stop, const char *at,
		     const char *end)
{
	static const char process[] = ";process:";
	uint64_t pid;

	stop->pid = engine->processes ? engine->processes->pid : 0;
	if (stop->kind == 'w') {
		if (at == end || !read_thread(engine, at + 1, end, &stop->pid, &stop->tid))
			stop->tid = 0;
		return;
	}
	if ((size_t)(end - at) < sizeof(process) - 1 || memcmp(at, process, sizeof(process) - 1))
		return;
	at += sizeof(process) - 1;
	stop->pid = hex_read(&at, end, &pid) && pid <= INT_MAX ? (pid_t)pid : 0;
}

static bool read_two(const char **at, const char *end, uint64_t *number)
{
	const char *two = *at + 2;

	return end - *at >= 2 && hex_read(at, two, number) && *at == two;
}

bool gdb_stop_parse(const struct gdb_engine *engine, const struct buf *text, struct gdb_stop *stop)
{
	const char *at = text->data + 1, *end = text->data + text->len;
	uint64_t number;

	*stop = (struct gdb_stop){ 0 };
	if (!text->len)
		return false;
	stop->kind = text->data[0];
	if (stop->kind == 'N')
		return true;
	if (!strchr("TSWXw", stop->kind))
		return false;
	/*
	 * After the two digits of a signal come those of a register; a status may have one digit or
	 * more.
	 */
	if (!(stop->kind == 'T' ? read_two(&at, end, &number) : hex_read(&at, end, &number)))
		return false;
	stop->number = (unsigned)number;
	if (stop->kind == 'T')
		take_pairs(engine, stop, at, end);
	else
		take_end(engine, stop, at, end);
	return true;
}

pid_t gdb_stop_thread(const struct gdb_engine *engine, const struct buf *text, pid_t *pid)
{
	struct gdb_stop stop;

	if (!gdb_stop_parse(engine, text, &stop))
		return 0;
	*pid = stop.pid;
	return stop.tid;
}

/* Gets the instruction pointer if it is among the registers of the stop: "10:1dabf052e57f0000;". */
bool gdb_stop_find_ip(const struct gdb_tracee *tracee, const struct gdb_stop *stop, uint64_t *ip)
{
	const char *at = stop->pairs;

	while (at < stop->end) {
		size_t left = (size_t)(stop->end - at);
		const char *colon = memchr(at, ':', left), *semicolon = memchr(at, ';', left);
		uint64_t number;

		if (!semicolon)
			semicolon = stop->end;
		if (colon && colon < semicolon && hex_read(&at, colon, &number) && at == colon &&
		    number <= UINT_MAX &&
		    gdb_registers_take_ip(tracee->process->machine, (unsigned)number, colon + 1,
					  (size_t)(semicolon - colon - 1), ip))
			return true;
		at = semicolon + 1;
	}
	return false;
}
