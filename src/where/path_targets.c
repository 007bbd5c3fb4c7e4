/* SPDX-License-Identifier: MIT */
/* -P: compares paths, and the paths of descriptors, with the targets. */
#include <string.h>

#include "scry/sinks.h"
#include "scry/util.h"
#include "scry/where.h"

static bool has_path(const struct path_targets *targets, const char *path, size_t len)
{
	for (size_t i = 0; i < targets->n_paths; i++)
		if (strlen(targets->paths[i]) == len && !memcmp(targets->paths[i], path, len))
			return true;
	return false;
}

static bool has_descriptor(const struct path_targets *targets, const struct value *value)
{
	size_t len = value->len, end = strlen(FD_DELETED_END);
	const char *path = value->bytes;

	if ((int)value->u < 0 || !path)
		return false;
	if (has_path(targets, path, len))
		return true;
	return len > end && !memcmp(path + len - end, FD_DELETED_END, end) &&
	       has_path(targets, path, len - end);
}

/*
 * Compares a path argument with the targets. The absolute name that the kernel knows is used where
 * it was fetched. Otherwise the path is appended to its directory, and "." and ".." are removed
 * textually. A directory that was removed is compared by its former name.
 */
static bool has_argument(const struct path_targets *targets, const struct value *value,
			 struct buf *joined)
{
	const struct value_more *more = value_more(value);
	size_t start_len = more->start_len, end = strlen(FD_DELETED_END);
	const char *path = value->bytes;

	if (!value->len)
		return false;
	if (has_path(targets, path, value->len))
		return true;
	if (more->whole)
		return has_path(targets, more->whole, more->whole_len);
	if (*path != '/' && !more->start)
		return false;
	if (start_len > end && !memcmp(more->start + start_len - end, FD_DELETED_END, end))
		start_len -= end;
	path_join_text(joined, more->start, start_len, path, value->len);
	return has_path(targets, joined->data, joined->len);
}

bool path_targets_have(const struct path_targets *targets, const struct value *value,
		       struct buf *joined)
{
	switch (value->kind) {
	case KIND_FD:
	case KIND_DIRFD:
		return has_descriptor(targets, value);
	case KIND_PATH:
		return has_argument(targets, value, joined);
	default:
		return false;
	}
}
