/* SPDX-License-Identifier: MIT */
/* Requests and replies. A stub answers in order, so that several requests can be sent at once. */
#include "engine/gdb/ask.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* The maximum number of stops that wait. Each is that of another thread. */
#define STOPS_MAX (1u << 18)

const char *gdb_ask_thread(const struct gdb_engine *engine, char text[32], pid_t pid, pid_t tid)
{
	if (engine->features.multiprocess)
		snprintf(text, 32, "p%x.%x", (unsigned)pid, (unsigned)tid);
	else
		snprintf(text, 32, "%x", (unsigned)tid);
	return text;
}

bool gdb_ask_is_ok(struct buf *reply)
{
	return !strcmp(buf_cstr(reply), "OK");
}

bool gdb_ask_is_error(const struct buf *reply)
{
	return reply->len && reply->data[0] == 'E' && (reply->len == 3 || reply->data[1] == '.');
}

static bool owe(struct gdb_engine *engine, enum gdb_owed owed)
{
	if (engine->n_owed == GDB_OWED_MAX) {
		link_lose(&engine->link, "the stub does not answer");
		return false;
	}
	engine->owed[(engine->owed_first + engine->n_owed++) % GDB_OWED_MAX] = owed;
	return true;
}

void gdb_ask_put_bytes(struct gdb_engine *engine, const void *data, size_t len)
{
	if (owe(engine, OWED_REPLY))
		link_put(&engine->link, data, len);
}

static void put_packet_text(struct gdb_engine *engine, const char *format, va_list args)
{
	struct buf request = { 0 };

	buf_vprintf(&request, format, args);
	gdb_ask_put_bytes(engine, request.data, request.len);
	buf_free(&request);
}

void gdb_ask_put(struct gdb_engine *engine, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_packet_text(engine, format, args);
	va_end(args);
}

/* --- stops ----------------------------------------------------------------------------------- */

static void add_stop(struct gdb_engine *engine, const char *text, size_t len)
{
	struct buf *stop;

	if (engine->n_stops >= STOPS_MAX) {
		link_lose(&engine->link, "the stub sends too many stops");
		return;
	}
	if (engine->stops_first) {
		memmove(engine->stops, engine->stops + engine->stops_first,
			engine->n_stops * sizeof(*engine->stops));
		engine->stops_first = 0;
	}
	engine->stops = xgrow(engine->stops, engine->n_stops, &engine->stops_capacity,
			      sizeof(*engine->stops));
	stop = &engine->stops[engine->n_stops++];
	*stop = (struct buf){ 0 };
	buf_put(stop, text, len);
}

void gdb_ask_add_stop(struct gdb_engine *engine, const struct buf *stop)
{
	add_stop(engine, stop->data, stop->len);
}

bool gdb_ask_next_stop(struct gdb_engine *engine, struct buf *stop)
{
	if (!engine->n_stops)
		return false;
	*stop = engine->stops[engine->stops_first++];
	if (!--engine->n_stops)
		engine->stops_first = 0;
	return true;
}

/*
 * A notification of a stop. The stub sends the next ones as replies to "vStopped", until there is
 * none. That request goes with the one by which the thread is resumed, so that nothing waits for
 * its reply.
 */
static void take_note(struct gdb_engine *engine, const struct buf *note)
{
	static const char stop[] = "Stop:";
	size_t len = sizeof(stop) - 1;

	if (note->len < len || memcmp(note->data, stop, len))
		return;
	add_stop(engine, note->data + len, note->len - len);
	engine->has_note = true;
}

void gdb_ask_next_stops(struct gdb_engine *engine)
{
	if (!engine->has_note)
		return;
	engine->has_note = false;
	gdb_ask_later(engine, OWED_NEXT_STOP, "vStopped");
}

/* --- replies ----------------------------------------------------------------------------------- */

static void take_owed(struct gdb_engine *engine, struct buf *reply)
{
	enum gdb_owed owed = engine->owed[engine->owed_first];

	engine->owed_first = (engine->owed_first + 1) % GDB_OWED_MAX;
	engine->n_owed--;
	switch (owed) {
	case OWED_REPLY:
	case OWED_NOTHING:
		break;
	case OWED_SELECTION:
		if (!gdb_ask_is_ok(reply)) {
			engine->selected = 0;
			engine->selection_failed = true;
		}
		break;
	case OWED_STOP:
		/* Output of the program on a console of the stub. The stop is still owed. */
		if (reply->len && reply->data[0] == 'O' && !gdb_ask_is_ok(reply)) {
			engine->owed_first = (engine->owed_first + GDB_OWED_MAX - 1) % GDB_OWED_MAX;
			engine->n_owed++;
			break;
		}
		engine->is_running = false;
		add_stop(engine, reply->data, reply->len);
		break;
	case OWED_NEXT_STOP:
		if (gdb_ask_is_ok(reply) || gdb_ask_is_error(reply) || !reply->len)
			break;
		add_stop(engine, reply->data, reply->len);
		gdb_ask_later(engine, OWED_NEXT_STOP, "vStopped");
		break;
	}
}

/* Receives until the reply to a request of gdb_ask_put() has come; else until a stop has come. */
static enum link_got receive_packet(struct gdb_engine *engine, struct buf *reply, bool is_reply,
				    int ms)
{
	uint64_t until = now_ns() + (uint64_t)ms * 1000000, now;

	for (;;) {
		enum link_got got = link_get(&engine->link, reply, ms);

		if (got == LINK_NOTE) {
			take_note(engine, reply);
		} else if (got == LINK_PACKET && !engine->n_owed) {
			link_lose(&engine->link, "the stub sent what scry has not asked for");
			return LINK_LOST;
		} else if (got == LINK_PACKET) {
			bool is_asked = engine->owed[engine->owed_first] == OWED_REPLY;

			take_owed(engine, reply);
			if (is_asked && is_reply)
				return LINK_PACKET;
		} else if (got != LINK_NOTHING || !is_reply) {
			return got;
		}
		if (engine->link.lost)
			return LINK_LOST;
		if (!is_reply && engine->n_stops)
			return LINK_PACKET;
		if (ms < 0)
			continue;
		/* A signal may have ended the wait for a reply. */
		now = now_ns();
		if (now >= until)
			return LINK_NOTHING;
		ms = (int)((until - now) / 1000000) + 1;
	}
}

enum link_got gdb_ask_wait(struct gdb_engine *engine, int ms)
{
	struct buf packet = { 0 };
	enum link_got got;

	gdb_ask_next_stops(engine);
	got = receive_packet(engine, &packet, false, ms);
	buf_free(&packet);
	return got;
}

bool gdb_ask_reply(struct gdb_engine *engine, struct buf *reply, int ms)
{
	enum link_got got;

	buf_clear(reply);
	if (engine->link.lost)
		return false;
	got = receive_packet(engine, reply, true, ms);
	if (got == LINK_NOTHING && engine->link.n_strange)
		link_lose(&engine->link,
			  "for %d s nothing was a packet of the protocol in what came: "
			  "perhaps another service is there",
			  ms / 1000);
	else if (got == LINK_NOTHING)
		link_lose(&engine->link, "the stub has not answered for %d s", ms / 1000);
	if (got != LINK_PACKET)
		buf_clear(reply);
	return got == LINK_PACKET;
}

bool gdb_ask(struct gdb_engine *engine, struct buf *reply, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_packet_text(engine, format, args);
	va_end(args);
	return gdb_ask_reply(engine, reply, GDB_REPLY_MS);
}

/*
 * With acknowledgements only one request is under way, because a packet may have to be sent again.
 */
void gdb_ask_later(struct gdb_engine *engine, enum gdb_owed owed, const char *request)
{
	struct buf reply = { 0 };

	if (!owe(engine, owed))
		return;
	link_put(&engine->link, request, strlen(request));
	if (!engine->link.acks || owed == OWED_STOP)
		return;
	while (engine->n_owed && !engine->link.lost) {
		enum link_got got = link_get(&engine->link, &reply, GDB_REPLY_MS);

		if (got == LINK_PACKET)
			take_owed(engine, &reply);
		else if (got == LINK_NOTHING)
			link_lose(&engine->link, "the stub does not answer");
	}
	buf_free(&reply);
}

void gdb_ask_select(struct gdb_engine *engine, pid_t pid, pid_t tid)
{
	char thread[32], request[40];

	if (engine->selected == tid && !engine->selection_failed)
		return;
	engine->selected = tid;
	engine->selection_failed = false;
	snprintf(request, sizeof(request), "Hg%s", gdb_ask_thread(engine, thread, pid, tid));
	gdb_ask_later(engine, OWED_SELECTION, request);
}
