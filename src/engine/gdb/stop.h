/* SPDX-License-Identifier: MIT */
/* What a stop reply says. */
#ifndef ENGINE_GDB_STOP_H
#define ENGINE_GDB_STOP_H

#include "engine/gdb/gdb.h"

enum gdb_reason {
	REASON_SIGNAL,
	REASON_CALL,
	REASON_FORK, /* also of vfork */
	REASON_EXEC,
	REASON_CREATED,
	REASON_OTHER, /* the thread goes on */
};

struct gdb_stop {
	char kind; /* the letter of the packet */
	enum gdb_reason reason;
	unsigned number; /* a signal, or a status */
	pid_t pid, tid;
	pid_t child_pid, child_tid;
	uint64_t nr;
	bool returns; /* of a call, as the stub says */
	const char *pairs, *end; /* what the packet says of the thread, registers among it */
};

/* Reads a stop reply. Returns false if it is malformed. */
bool gdb_stop_parse(const struct gdb_engine *engine, const struct buf *text, struct gdb_stop *stop);
/* Gets the instruction pointer of a stop. Returns false if the reply does not have it. */
bool gdb_stop_find_ip(const struct gdb_tracee *tracee, const struct gdb_stop *stop, uint64_t *ip);
/* Returns the thread of a stop; 0: it names none. *pid is that of its process. */
pid_t gdb_stop_thread(const struct gdb_engine *engine, const struct buf *stop, pid_t *pid);

#endif
