/* SPDX-License-Identifier: MIT */
/* Frames with their names, each worked out once: programs make their calls from few places. */
#include "stack/frames.h"

#include <stdlib.h>
#include <string.h>

#include "scry/util.h"
#include "stack/demangle.h"
#include "stack/objects.h"
#include "stack/perf_map.h"

/* A process that makes up code without end does not fill our memory. */
#define KNOWN_MOST 65536

void frame_release(struct frame *frame)
{
	if (--frame->users)
		return;
	free((char *)frame->object);
	free((char *)frame->symbol);
	free((char *)frame->source);
	free(frame);
}

void frames_forget(struct space *space)
{
	for (size_t i = 0; i < space->known_size; i++)
		if (space->known[i].frame)
			frame_release(space->known[i].frame);
	free(space->known);
	space->known = NULL;
	space->n_known = space->known_size = 0;
}

/* --- the table of known frames -------------------------------------------------------------- */

static struct known_frame *place_of(const struct space *space, uint64_t key)
{
	size_t mask = space->known_size - 1, i = (size_t)(key * 0x9e3779b97f4a7c15u >> 32) & mask;

	while (space->known[i].frame && space->known[i].key != key)
		i = (i + 1) & mask;
	return &space->known[i];
}

static void make_room(struct space *space)
{
	struct known_frame *old = space->known;
	size_t n = space->known_size;

	if (space->n_known >= KNOWN_MOST)
		frames_forget(space);
	else if (space->n_known * 2 < n)
		return;
	old = space->known;
	n = space->known_size;
	space->known_size = n ? n * 2 : 256;
	space->known = xcalloc(space->known_size, sizeof(*space->known));
	for (size_t i = 0; i < n; i++)
		if (old[i].frame)
			*place_of(space, old[i].key) = old[i];
	free(old);
}

/* --- names ------------------------------------------------------------------------------- */

/* A call may be the last instruction of its function: what it returns to is another's. */
static uint64_t within(uint64_t ip, bool exact)
{
	return exact ? ip : ip - 1;
}

static void name_by_object(const struct namer *namer, struct frame *frame,
			   const struct mapping *mapping, bool exact)
{
	const struct symbol *symbol;
	uint64_t address;

	frame->object = xstrdup(*mapping->path ? mapping->path : "[anonymous]");
	frame->offset = *mapping->path ? frame->ip - mapping->start + mapping->offset : frame->ip;
	if (!mapping->object || !object_address(mapping->object, frame->offset, &address))
		return;
	if (namer->lines)
		frame->source = lines_find(namer->lines, mapping->object, within(address, exact),
					   &frame->line);
	symbol = symbols_find(&mapping->object->symbols, within(address, exact));
	if (!symbol)
		return;
	frame->symbol = demangle(symbol->name);
	frame->into = address - symbol->start;
}

/* Code without a file may have been named by whoever made it. */
static bool name_by_perf_map(struct space *space, struct frame *frame, bool exact)
{
	const struct perf_symbol *symbol;
	const char *path;

	perf_map_update(&space->jit, space->tgid);
	symbol = perf_map_find(space->jit, within(frame->ip, exact), &path);
	if (!symbol)
		return false;
	frame->object = xstrdup(path);
	frame->offset = frame->ip;
	frame->symbol = xstrdup(symbol->name);
	frame->into = frame->ip - symbol->start;
	return true;
}

struct frame *frames_get(const struct namer *namer, struct space *space,
			 const struct tracee *tracee, uint64_t ip, bool exact)
{
	struct mapping *mapping = maps_find(&space->maps, within(ip, exact));
	struct known_frame *place;
	struct frame *frame;
	bool made;

	make_room(space);
	place = place_of(space, ip * 2 + exact);
	if (place->frame) {
		place->frame->users++;
		return place->frame;
	}
	made = mapping && mapping->exec && !objects_of(space->objects, space, tracee, mapping);
	frame = xcalloc(1, sizeof(*frame));
	frame->ip = ip;
	frame->users = 1;
	if (made && name_by_perf_map(space, frame, exact))
		return frame; /* not for long: other code may be put there */
	if (mapping)
		name_by_object(namer, frame, mapping, exact);
	if (!made) {
		*place = (struct known_frame){ .key = ip * 2 + exact, .frame = frame };
		space->n_known++;
		frame->users++;
	}
	return frame;
}
