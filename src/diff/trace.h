/* SPDX-License-Identifier: MIT */
/* The file that a sink writes and the comparison maps into memory: a sequence of pieces. */
#ifndef SCRY_DIFF_TRACE_H
#define SCRY_DIFF_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum piece_kind { PIECE_THREAD, PIECE_PROGRAM, PIECE_ITEM, PIECE_LOST, PIECE_END };

#define NO_THREAD UINT32_MAX

/* Begins each piece. Files are written and read by the same program on the same machine. */
struct piece {
	uint32_t kind;
	uint32_t len; /* bytes after this struct, a multiple of 8 */
};

/* A new thread. Threads are numbered from 0, in the order of these pieces. */
struct thread_piece {
	uint32_t creator; /* the thread that created it, or NO_THREAD */
	int32_t tid;
	uint32_t is_thread; /* it is a thread of the process of its creator */
	uint32_t unused;
};

/* A thread executes a program. The path follows, terminated by NUL. */
struct program_piece {
	uint32_t thread;
	uint32_t unused;
};

/*
 * A call, a signal or an end. A hash for each argument follows, the name, the names of the
 * arguments, each terminated by NUL, and the text.
 */
struct item_piece {
	uint64_t key; /* hash of all that is compared */
	uint64_t result; /* hash of the result */
	uint64_t duration_ns;
	uint32_t thread;
	uint32_t n_arguments;
	uint32_t names_len; /* the name and the names of the arguments */
	uint32_t text_len;
	uint32_t failed; /* a call that returned an error */
	uint32_t unused;
};

struct trace_thread {
	uint32_t creator;
	pid_t tid;
	bool is_thread;
	const char *program; /* that it executed last; NULL: none */
	struct trace_item *items;
	size_t n_items, capacity;
};

/* The key is here, too: items that mean the same are compared without reading the file again. */
struct trace_item {
	uint64_t key;
	const struct item_piece *piece;
};

/* A trace in memory. The pieces are mapped, and use no memory that must stay. */
struct trace {
	void *map;
	size_t len;
	struct trace_thread *threads;
	size_t n_threads, capacity;
};

/*
 * Reads the file of a sink. Returns false if it is not complete or information was lost; what can
 * be read is in *trace.
 */
bool trace_read(struct trace *trace, int fd);
void trace_free(struct trace *trace);

static inline const uint64_t *item_arguments(const struct item_piece *item)
{
	return (const uint64_t *)(item + 1);
}

static inline const char *item_name(const struct item_piece *item)
{
	return (const char *)(item_arguments(item) + item->n_arguments);
}

static inline const char *item_text(const struct item_piece *item)
{
	return item_name(item) + item->names_len;
}

#endif
