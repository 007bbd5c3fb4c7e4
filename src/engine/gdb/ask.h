/* SPDX-License-Identifier: MIT */
/* Requests and replies. */
#ifndef ENGINE_GDB_ASK_H
#define ENGINE_GDB_ASK_H

#include "engine/gdb/gdb.h"

/* How long a stub may take for a reply, in milliseconds; the first one may need a login. */
#define GDB_REPLY_MS 5000
#define GDB_FIRST_MS 30000

/* Puts a request to what is sent next. gdb_ask_reply() returns its reply. */
void gdb_ask_put(struct gdb_engine *engine, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The same of a request that may have any bytes. */
void gdb_ask_put_bytes(struct gdb_engine *engine, const void *data, size_t len);
/* Puts a request whose reply is dealt with when it comes. */
void gdb_ask_later(struct gdb_engine *engine, enum gdb_owed owed, const char *request);
/*
 * Waits for the reply of the request that was put first. Returns false if the connection is lost.
 */
bool gdb_ask_reply(struct gdb_engine *engine, struct buf *reply, int ms);
/*
 * Asks, and waits for the reply. Returns false if the connection is lost. An empty reply means that
 * the stub does not know the request.
 */
bool gdb_ask(struct gdb_engine *engine, struct buf *reply, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Whether a reply is "OK", or an error: "E01" or "E.text". */
bool gdb_ask_is_ok(struct buf *reply);
bool gdb_ask_is_error(const struct buf *reply);
/* Puts a request that the next ones are about this thread, if they are not. */
void gdb_ask_select(struct gdb_engine *engine, pid_t pid, pid_t tid);
/* Asks for further stops after a notification, if that was not done. */
void gdb_ask_next_stops(struct gdb_engine *engine);
/* Deals with what the stub sends, for ms milliseconds at most, until a stop has come. */
enum link_got gdb_ask_wait(struct gdb_engine *engine, int ms);
/* Adds a stop to those that are to be dealt with. */
void gdb_ask_add_stop(struct gdb_engine *engine, const struct buf *stop);
/*
 * Returns the oldest stop that was not dealt with; the caller frees it. Returns false if there is
 * none.
 */
bool gdb_ask_next_stop(struct gdb_engine *engine, struct buf *stop);
/* The number that packets have for a thread: "p1f.20", or "20". */
const char *gdb_ask_thread(const struct gdb_engine *engine, char text[32], pid_t pid, pid_t tid);

#endif
