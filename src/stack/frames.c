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

void frames_forget(struct space *space)
{
	for (size_t i = 0; i < space->cache_size; i++)
		if (space->cache[i].frame)
			frame_release(space->cache[i].frame);
	free(space->cache);
	space->cache = NULL;
	space->n_cached = space->cache_size = 0;
}

/* --- the cache, a hash table with open addressing --------------------------------------------- */

/* Returns the slot of the key, or the empty slot in which it belongs. */
static struct cached_frame *find_slot(const struct space *space, uint64_t key)
{
	size_t mask = space->cache_size - 1, i = (size_t)(key * 0x9e3779b97f4a7c15u >> 32) & mask;

	while (space->cache[i].frame && space->cache[i].key != key)
		i = (i + 1) & mask;
	return &space->cache[i];
}

/* Keeps the table at most half full. */
static void grow_cache(struct space *space)
{
	struct cached_frame *old;
	size_t n;

	if (space->n_cached >= CACHED_MAX)
		frames_forget(space);
	else if (space->n_cached * 2 < space->cache_size)
		return;
	old = space->cache;
	n = space->cache_size;
	space->cache_size = n ? n * 2 : 256;
	space->cache = xcalloc(space->cache_size, sizeof(*space->cache));
	for (size_t i = 0; i < n; i++)
		if (old[i].frame)
			*find_slot(space, old[i].key) = old[i];
	free(old);
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
	struct cached_frame *slot;
	struct frame *frame;
	bool generated;

	grow_cache(space);
	slot = find_slot(space, ip * 2 + exact);
	if (slot->frame) {
		slot->frame->references++;
		return slot->frame;
	}
	generated =
		mapping && mapping->exec && !objects_get(space->objects, space, tracee, mapping);
	frame = xcalloc(1, sizeof(*frame));
	frame->ip = ip;
	frame->references = 1;
	if (generated && name_by_perf_map(space, frame, exact))
		return frame;
	if (mapping)
		name_by_object(lines, frame, mapping, exact);
	/* Generated code is not cached: the process may replace it without a system call. */
	if (!generated) {
		*slot = (struct cached_frame){ .key = ip * 2 + exact, .frame = frame };
		space->n_cached++;
		frame->references++;
	}
	return frame;
}
