/* SPDX-License-Identifier: MIT */
/* Reads the file of a sink. */
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "diff/trace.h"
#include "scry/util.h"

/* What a reader holds of the file at once; a multiple of the size of any page. */
#define RELEASE_BYTES ((size_t)16 << 20)

static void add_trace_thread(struct trace *trace, const struct thread_piece *piece)
{
	trace->threads =
		xgrow(trace->threads, trace->n_threads, &trace->capacity, sizeof(*trace->threads));
	trace->threads[trace->n_threads++] = (struct trace_thread){
		.creator = piece->creator,
		.tid = piece->tid,
		.is_thread = piece->is_thread,
	};
}

static void add_item(struct trace *trace, const struct item_piece *item)
{
	struct trace_thread *thread = &trace->threads[item->thread];

	thread->items =
		xgrow(thread->items, thread->n_items, &thread->capacity, sizeof(*thread->items));
	thread->items[thread->n_items++] = (struct trace_item){ item->key, item };
}

/*
 * Gives back the memory of the pages before an offset, which the kernel reads from the file again
 * if they are needed.
 */
static void release_trace(const struct trace *trace, size_t *released, size_t at)
{
	if (at - *released < RELEASE_BYTES)
		return;
	at &= ~(size_t)(RELEASE_BYTES - 1);
	madvise((char *)trace->map + *released, at - *released, MADV_DONTNEED);
	*released = at;
}

static bool map_file(struct trace *trace, int fd)
{
	struct stat st;

	if (fstat(fd, &st) || !st.st_size)
		return false;
	trace->len = (size_t)st.st_size;
	trace->map = mmap(NULL, trace->len, PROT_READ, MAP_PRIVATE, fd, 0);
	return trace->map != MAP_FAILED;
}

bool trace_read(struct trace *trace, int fd)
{
	bool lost = false;
	size_t at = 0, released = 0;

	*trace = (struct trace){ 0 };
	if (!map_file(trace, fd)) {
		trace->map = NULL;
		return false;
	}
	while (trace->len - at >= sizeof(struct piece)) {
		const struct piece *piece = (void *)((char *)trace->map + at);
		const void *body = piece + 1;

		at += sizeof(*piece);
		if (trace->len - at < piece->len)
			return false;
		at += piece->len;
		release_trace(trace, &released, at);
		switch ((enum piece_kind)piece->kind) {
		case PIECE_THREAD:
			add_trace_thread(trace, body);
			break;
		case PIECE_PROGRAM:
			trace->threads[((const struct program_piece *)body)->thread].program =
				(const char *)body + sizeof(struct program_piece);
			break;
		case PIECE_ITEM:
			add_item(trace, body);
			break;
		case PIECE_LOST:
			lost = true;
			break;
		case PIECE_END:
			return !lost;
		}
	}
	return false;
}

void trace_free(struct trace *trace)
{
	for (size_t i = 0; i < trace->n_threads; i++)
		free(trace->threads[i].items);
	free(trace->threads);
	if (trace->map)
		munmap(trace->map, trace->len);
}
