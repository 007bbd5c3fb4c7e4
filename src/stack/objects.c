/* SPDX-License-Identifier: MIT */
/* Finding the files behind mappings: in other mount namespaces, deleted, replaced, or never there. */
#include "stack/objects.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/tracee.h"
#include "scry/util.h"
/* Files that no process has mapped any more, kept for the next that starts. */
#define IDLE_MOST 64
/* Of a file that is gone, what is in memory is believed to be at most so long. */
#define IMAGE_MOST ((uint64_t)1 << 32)

/* --- memory instead of a file ------------------------------------------------------------ */

struct image {
	struct space *space;
	const struct tracee *tracee;
	const struct mapping *mapping;
};

static bool read_image(void *ctx, uint64_t offset, void *buf, size_t len)
{
	const struct image *image = ctx;

	while (len) {
		const struct mapping *part = maps_part(&image->space->maps, image->mapping, offset);
		uint64_t at, some;

		if (!part)
			return false;
		at = offset - part->offset;
		some = part->end - part->start - at;
		if (some > len)
			some = len;
		if (!space_read(image->space, image->tracee, part->start + at, buf, some))
			return false;
		buf = (char *)buf + some;
		offset += some;
		len -= some;
	}
	return true;
}

/* The vDSO is whole; of a deleted file there are the segments, which is enough to unwind. */
static struct object *object_of_memory(struct space *space, const struct tracee *tracee,
				       const struct mapping *mapping)
{
	struct image image = { space, tracee, mapping };
	struct source source = { .fd = -1, .size = IMAGE_MOST, .read = read_image, .ctx = &image };
	static const struct place nowhere = { .root = "" };

	return object_new(&source, &nowhere);
}

/* --- files --------------------------------------------------------------------------------- */

/* Another file may have taken the name. The device is no help: that of btrfs and overlayfs differs. */
static bool is_mapped_file(const struct source *source, const struct mapping *mapping)
{
	struct stat st;

	return !fstat(source->fd, &st) && st.st_ino == mapping->inode;
}

static bool try_path(struct source *source, const char *path, const struct mapping *mapping)
{
	if (!source_open(source, path))
		return false;
	if (is_mapped_file(source, mapping))
		return true;
	source_close(source);
	return false;
}

/* Opens what is mapped; *path gets the name under which that worked. */
static bool open_mapped(struct source *source, pid_t tgid, const struct mapping *mapping,
			struct buf *path)
{
	char proc[PROC_PATH];

	buf_printf(path, "/proc/%d/root%s", tgid, mapping->path);
	if (try_path(source, buf_cstr(path), mapping))
		return true;
	buf_clear(path);
	snprintf(proc, sizeof(proc), "/proc/%d/map_files/%llx-%llx", tgid,
		 (unsigned long long)mapping->start, (unsigned long long)mapping->end);
	buf_puts(path, proc);
	if (try_path(source, proc, mapping)) /* wants CAP_CHECKPOINT_RESTORE */
		return true;
	snprintf(proc, sizeof(proc), "/proc/%d/exe", tgid);
	return try_path(source, proc, mapping);
}

static void remember(struct objects *objects, struct object *object)
{
	object->next = objects->list;
	objects->list = object;
	objects->n_idle++;
}

static struct object *object_of_source(struct objects *objects, const struct source *source,
				       const struct place *place, const char *path)
{
	struct object *object = objects->list;

	while (object && !object_is(object, source->fd))
		object = object->next;
	if (!object) {
		object = object_new(source, place);
		if (!object)
			return NULL;
		remember(objects, object);
	}
	/* The process through which it was found before may be gone. */
	free(object->path);
	object->path = xstrdup(path);
	return object;
}

static struct object *object_of_file(struct objects *objects, pid_t tgid,
				     const struct mapping *mapping)
{
	struct buf path = { 0 };
	struct object *object = NULL;
	struct source source;
	char root[PROC_PATH];

	if (!open_mapped(&source, tgid, mapping, &path)) {
		buf_free(&path);
		return NULL;
	}
	snprintf(root, sizeof(root), "/proc/%d/root", tgid);
	object = object_of_source(objects, &source,
				  &(struct place){ .root = root, .path = mapping->path },
				  buf_cstr(&path));
	source_close(&source);
	buf_free(&path);
	return object;
}

struct object *objects_of(struct objects *objects, struct space *space, const struct tracee *tracee,
			  struct mapping *mapping)
{
	struct object *object = NULL;

	if (mapping->looked || (!mapping->inode && strcmp(mapping->path, "[vdso]")))
		return mapping->object;
	mapping->looked = true;
	if (mapping->inode)
		object = object_of_file(objects, space->tgid, mapping);
	if (!object)
		object = object_of_memory(space, tracee, mapping);
	if (object && object->shared && !object->users)
		objects->n_idle--;
	if (object)
		object->users++;
	mapping->object = object;
	return object;
}

/* The list is in order of age, the oldest last. */
static void drop_oldest_idle(struct objects *objects)
{
	struct object **link = &objects->list, **last = NULL, *gone;

	for (; *link; link = &(*link)->next)
		if (!(*link)->users)
			last = link;
	if (!last)
		return;
	gone = *last;
	*last = gone->next;
	object_free(gone);
	objects->n_idle--;
}

void objects_release(struct objects *objects, struct maps *maps)
{
	for (size_t i = 0; i < maps->n; i++) {
		struct object *object = maps->list[i].object;

		maps->list[i].object = NULL;
		if (!object || --object->users)
			continue;
		if (object->shared)
			objects->n_idle++;
		else
			object_free(object);
	}
	while (objects->n_idle > IDLE_MOST)
		drop_oldest_idle(objects);
}

void objects_free(struct objects *objects)
{
	while (objects->list) {
		struct object *gone = objects->list;

		objects->list = gone->next;
		object_free(gone);
	}
	objects->n_idle = 0;
}
