/* SPDX-License-Identifier: MIT */
/*
 * Finds the ELF file of a mapping, which may be in another mount namespace, deleted or replaced, or
 * not a file at all (the vDSO).
 */
#include "stack/objects.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/proc.h"
#include "scry/tracee.h"
#include "scry/util.h"

/* The number of objects that are kept although no process maps them: the next process may. */
#define IDLE_MAX 64
/* The size in bytes that is assumed for a file that can only be read from memory. */
#define IMAGE_SIZE_MAX ((uint64_t)1 << 32)

/* --- objects read from memory ------------------------------------------------------------ */

struct image {
	struct space *space;
	const struct tracee *tracee;
	const struct mapping *mapping;
};

/* The read callback of struct source: copies bytes of the file from the mappings that hold them. */
static bool read_image(void *ctx, uint64_t offset, void *buf, size_t len)
{
	const struct image *image = ctx;

	while (len) {
		const struct mapping *part =
			maps_find_part(&image->space->maps, image->mapping, offset);
		uint64_t at, chunk;

		if (!part)
			return false;
		at = offset - part->offset;
		chunk = part->end - part->start - at;
		if (chunk > len)
			chunk = len;
		if (!space_read(image->space, image->tracee, part->start + at, buf, chunk))
			return false;
		buf = (char *)buf + chunk;
		offset += chunk;
		len -= chunk;
	}
	return true;
}

/*
 * Memory holds the whole vDSO. Of a deleted file it holds the segments without the symbols of
 * sections that are not loaded, which is enough to unwind.
 */
static struct object *read_from_memory(struct space *space, const struct tracee *tracee,
				       const struct mapping *mapping)
{
	struct image image = { space, tracee, mapping };
	struct source source = {
		.fd = -1, .size = IMAGE_SIZE_MAX, .read = read_image, .ctx = &image
	};
	static const struct location nowhere = { .root = "" };

	return object_new(&source, &nowhere);
}

/* --- objects read from files --------------------------------------------------------------- */

/*
 * Opens the file at path unless it has replaced the mapped file: the inode must be the same. The
 * device cannot be compared. On btrfs and overlayfs, stat(2) and /proc/PID/maps report different
 * devices.
 */
static bool try_path(struct source *source, const char *path, const struct mapping *mapping)
{
	struct stat st;

	if (!source_open(source, path))
		return false;
	if (!fstat(source->fd, &st) && (st.st_ino == mapping->inode || !mapping->inode))
		return true;
	source_close(source);
	return false;
}

/* *path for /proc/PID/exe is that in map_files. */
bool objects_open(struct source *source, pid_t tgid, const struct mapping *mapping,
		  struct buf *path)
{
	char proc[PROC_PATH];

	proc_path(proc, tgid, "root");
	buf_printf(path, "%s%s", proc, mapping->path);
	if (try_path(source, buf_cstr(path), mapping))
		return true;
	/* The process may have ended. */
	buf_clear(path);
	buf_puts(path, mapping->path);
	if (mapping->path[0] == '/' && try_path(source, mapping->path, mapping))
		return true;
	if (!mapping->inode)
		return false;
	buf_clear(path);
	proc_path(proc, tgid, "map_files/%llx-%llx", (unsigned long long)mapping->start,
		  (unsigned long long)mapping->end);
	buf_puts(path, proc);
	if (try_path(source, proc, mapping))
		return true;
	/* Without CAP_CHECKPOINT_RESTORE map_files cannot be opened (proc_pid_map_files(5)). */
	proc_path(proc, tgid, "exe");
	return try_path(source, proc, mapping);
}

static void keep_file(const struct objects *objects, struct object *object, int fd)
{
	if (objects->keeps_files && object->fd < 0)
		object->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

/* Returns the object of an open file: from the list, or read and added to the list. */
static struct object *find_or_read(struct objects *objects, const struct source *source,
				   const struct location *location)
{
	struct object *object = objects->list;

	while (object && !object_matches(object, source->fd))
		object = object->next;
	if (object) {
		keep_file(objects, object, source->fd);
		return object;
	}
	object = object_new(source, location);
	if (!object)
		return NULL;
	keep_file(objects, object, source->fd);
	object->next = objects->list;
	objects->list = object;
	objects->n_idle++;
	return object;
}

/*
 * Returns the object of a file that cannot be opened any more, because it was removed and the
 * process has ended; NULL: it was not read before.
 */
static struct object *find_removed(const struct objects *objects, const struct mapping *mapping)
{
	size_t len = strlen(mapping->path);

	for (struct object *object = objects->list; object; object = object->next) {
		size_t n = object->path ? strlen(object->path) : 0;

		if (object->shared && object->ino == mapping->inode && n >= len &&
		    !strcmp(object->path + (n - len), mapping->path))
			return object;
	}
	return NULL;
}

static struct object *read_from_file(struct objects *objects, pid_t tgid,
				     const struct mapping *mapping)
{
	struct object *object = NULL;
	struct location location = { .path = mapping->path };
	struct buf path = { 0 };
	struct source source;
	char root[PROC_PATH];

	if (objects_open(&source, tgid, mapping, &path)) {
		proc_path(root, tgid, "root");
		location.root = strcmp(buf_cstr(&path), mapping->path) ? root : "";
		object = find_or_read(objects, &source, &location);
		source_close(&source);
	}
	if (object) {
		/* Replace a path below /proc/PID of another process: it may be gone. */
		free(object->path);
		object->path = xstrdup(buf_cstr(&path));
	}
	buf_free(&path);
	return object ? object : find_removed(objects, mapping);
}

/* --- objects read from files of another machine ---------------------------------------------- */

/* How many bytes of a remote file are read at once. */
#define REMOTE_BLOCK 16384

struct remote_file {
	const struct fetch *fetch;
	const char *path;
	uint64_t at; /* of the block that is kept */
	size_t len; /* 0: none is */
	unsigned char block[REMOTE_BLOCK];
};

/* The read callback of struct source. Tables are read whole, headers by blocks. */
static bool read_remote(void *ctx, uint64_t offset, void *buf, size_t len)
{
	struct remote_file *file = ctx;
	const struct fetch *fetch = file->fetch;
	ssize_t got;

	if (len >= REMOTE_BLOCK)
		return fetch->ops->file(fetch->ctx, file->path, offset, buf, len) == (ssize_t)len;
	if (offset < file->at || offset + len > file->at + file->len) {
		got = fetch->ops->file(fetch->ctx, file->path, offset, file->block, REMOTE_BLOCK);
		file->at = offset;
		file->len = got > 0 ? (size_t)got : 0;
	}
	if (offset + len > file->at + file->len)
		return false;
	memcpy(buf, file->block + (offset - file->at), len);
	return true;
}

/*
 * Whether the file still is what was mapped: the header says where its tables are, which differs
 * from file to file.
 */
static bool is_mapped(struct remote_file *file, struct space *space, const struct tracee *tracee,
		      const struct mapping *mapping)
{
	struct image image = { space, tracee, mapping };
	ElfW(Ehdr) in_file, in_memory;

	return read_remote(file, 0, &in_file, sizeof(in_file)) &&
	       read_image(&image, 0, &in_memory, sizeof(in_memory)) &&
	       !memcmp(&in_file, &in_memory, sizeof(in_file));
}

/*
 * Such an object is known by what /proc/PID/maps says of the file. Only its debug file may be on
 * the machine of scry.
 */
static struct object *read_from_remote(struct objects *objects, struct space *space,
				       const struct tracee *tracee, const struct mapping *mapping)
{
	struct location location = { .root = "", .path = mapping->path };
	struct object *object = objects->list;
	struct remote_file *file;
	struct buf path = { 0 };
	char root[PROC_PATH];

	while (object && (object->dev != mapping->dev || object->ino != mapping->inode))
		object = object->next;
	if (object)
		return object;
	proc_remote_path(root, space->tgid, "root");
	buf_printf(&path, "%s%s", root, mapping->path);
	file = xcalloc(1, sizeof(*file));
	file->fetch = &tracee->fetch;
	file->path = buf_cstr(&path);
	if (is_mapped(file, space, tracee, mapping))
		object = object_new(&(struct source){ .fd = -1,
						      .size = IMAGE_SIZE_MAX,
						      .read = read_remote,
						      .ctx = file },
				    &location);
	free(file);
	buf_free(&path);
	if (!object)
		return NULL;
	object->dev = mapping->dev;
	object->ino = mapping->inode;
	object->shared = true;
	object->next = objects->list;
	objects->list = object;
	objects->n_idle++;
	return object;
}

struct object *objects_get(struct objects *objects, struct space *space,
			   const struct tracee *tracee, struct mapping *mapping)
{
	struct object *object = NULL;

	if (mapping->searched || (!mapping->inode && strcmp(mapping->path, "[vdso]")))
		return mapping->object;
	mapping->searched = true;
	if (mapping->inode)
		object = fetch_is_remote(&tracee->fetch)
				 ? read_from_remote(objects, space, tracee, mapping)
				 : read_from_file(objects, space->tgid, mapping);
	if (!object)
		object = read_from_memory(space, tracee, mapping);
	if (object && object->shared && !object->references)
		objects->n_idle--;
	if (object)
		object->references++;
	mapping->object = object;
	return object;
}

/* The list is sorted by age, the oldest object last. */
static void drop_oldest_idle(struct objects *objects)
{
	struct object **link = &objects->list, **last = NULL, *gone;

	for (; *link; link = &(*link)->next)
		if (!(*link)->references)
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
		maps->list[i].searched = false;
		if (!object || --object->references)
			continue;
		if (object->shared)
			objects->n_idle++;
		else
			object_free(object);
	}
	while (objects->n_idle > IDLE_MAX)
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
