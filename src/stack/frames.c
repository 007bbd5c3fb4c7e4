/* SPDX-License-Identifier: MIT */
/* Names frames, and caches them: a program makes its system calls from few places. */
#include "stack/frames.h"

#include <stdlib.h>
#include <string.h>

#include "scry/util.h"
#include "stack/demangle.h"
#include "stack/objects.h"
#include "stack/perf_map.h"

/* Limits scry's memory: a process that generates code can have any number of frames. */
#define CACHED_MAX 65536

void frame_release(struct frame *frame)
{
	if (--frame->references)
		return;
	free((char *)frame->object);
	free((char *)frame->symbol);
	free((char *)frame->source);
	free(frame);
}

/* --- the cache ------------------------------------------------------------------------------- */

void frames_forget(struct space *space)
{
	for (size_t i = 0; i < space->n_cached; i++)
		frame_release(space->cached[i].frame);
	free(space->cached);
	space->cached = NULL;
	space->n_cached = space->cached_capacity = 0;
	index_free(&space->cache_index);
}

/* The key tells apart the frames of a return address and of an exact one. */
static uint64_t key_of(uint64_t ip, bool exact)
{
	return ip * 2 + exact;
}

static struct frame *find_cached(const struct space *space, uint64_t key)
{
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(&space->cache_index, index_hash(key), &at)) != INDEX_END)
		if (space->cached[i].key == key)
			return space->cached[i].frame;
	return NULL;
}

static void keep(struct space *space, uint64_t key, struct frame *frame)
{
	if (space->n_cached >= CACHED_MAX)
		frames_forget(space);
	index_add(&space->cache_index, index_hash(key), (uint32_t)space->n_cached);
	space->cached = xgrow(space->cached, space->n_cached, &space->cached_capacity,
			      sizeof(*space->cached));
	space->cached[space->n_cached++] = (struct cached_frame){ key, frame };
	frame->references++;
}

/* --- names ------------------------------------------------------------------------------- */

/*
 * Returns the address by which to search for the function of a frame. A return address may lie in
 * the next function, if the call is the last instruction of its own; the byte before belongs to the
 * call.
 */
static uint64_t search_address(uint64_t ip, bool exact)
{
	return exact ? ip : ip - 1;
}

static void name_by_object(struct line_reader *lines, struct frame *frame,
			   const struct mapping *mapping, bool exact)
{
	const struct symbol *symbol;
	uint64_t address;

	frame->object = xstrdup(*mapping->path ? mapping->path : "[anonymous]");
	frame->offset = *mapping->path ? frame->ip - mapping->start + mapping->offset : frame->ip;
	if (!mapping->object || !object_address(mapping->object, frame->offset, &address))
		return;
	if (lines)
		frame->source = lines_find(lines, mapping->object, search_address(address, exact),
					   &frame->line);
	symbol = symbols_find(&mapping->object->symbols, search_address(address, exact));
	if (!symbol)
		return;
	frame->symbol = demangle(symbol->name);
	frame->into = address - symbol->start;
}

/* A JIT compiler may have named code that is in no file. */
static bool name_by_perf_map(struct space *space, struct frame *frame, bool exact)
{
	const struct perf_symbol *symbol;
	const char *path;

	perf_map_update(&space->perf_map, space->tgid);
	symbol = perf_map_find(space->perf_map, search_address(frame->ip, exact), &path);
	if (!symbol)
		return false;
	frame->object = xstrdup(path);
	frame->offset = frame->ip;
	frame->symbol = xstrdup(symbol->name);
	frame->into = frame->ip - symbol->start;
	return true;
}

struct frame *frames_get(struct line_reader *lines, struct space *space,
			 const struct tracee *tracee, uint64_t ip, bool exact)
{
	struct mapping *mapping = maps_find(&space->maps, search_address(ip, exact));
	struct frame *frame = find_cached(space, key_of(ip, exact));
	bool generated;

	if (frame) {
		frame->references++;
		return frame;
	}
	generated =
		mapping && mapping->exec && !objects_get(space->objects, space, tracee, mapping);
	frame = xcalloc(1, sizeof(*frame));
	frame->ip = ip;
	frame->references = 1;
	if (generated && !fetch_is_remote(&tracee->fetch) && name_by_perf_map(space, frame, exact))
		return frame;
	if (mapping)
		name_by_object(lines, frame, mapping, exact);
	/* Generated code is not cached: the process may replace it without a system call. */
	if (!generated)
		keep(space, key_of(ip, exact), frame);
	return frame;
}
