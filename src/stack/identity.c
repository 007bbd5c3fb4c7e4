/* SPDX-License-Identifier: MIT */
/* Which file an object is of. */
#include <sys/stat.h>

#include "stack/object.h"

static uint64_t mtime_ns_of(const struct stat *st)
{
	return (uint64_t)st->st_mtim.tv_sec * 1000000000 + (uint64_t)st->st_mtim.tv_nsec;
}

void object_set_identity(struct object *object, int fd)
{
	struct stat st;

	if (fd < 0 || fstat(fd, &st))
		return;
	object->dev = st.st_dev;
	object->ino = st.st_ino;
	object->size = (uint64_t)st.st_size;
	object->mtime_ns = mtime_ns_of(&st);
	object->shared = true;
}

bool object_matches(const struct object *object, int fd)
{
	struct stat st;

	return object->shared && !fstat(fd, &st) && object->dev == st.st_dev &&
	       object->ino == st.st_ino && object->size == (uint64_t)st.st_size &&
	       object->mtime_ns == mtime_ns_of(&st);
}
