/* SPDX-License-Identifier: MIT */
/*
 * -P and -e trace-fds: a sink that compares the paths and descriptors of a call with the targets. It
 * is a sink because only decode knows which values of a call are paths and which are descriptors.
 */
#include <stdlib.h>
#include <string.h>

#include "scry/filter.h"
#include "scry/sinks.h"
#include "scry/util.h"

struct watch {
	struct value_sink base;
	const struct filter_targets *targets;
	struct buf joined;
	bool matched;
};

static bool is_target(const struct filter_targets *targets, const char *path, size_t len)
{
	for (size_t i = 0; i < targets->n_paths; i++)
		if (strlen(targets->paths[i]) == len && !memcmp(targets->paths[i], path, len))
			return true;
	return false;
}

static bool is_open_target(const struct filter_targets *targets, const char *path, size_t len)
{
	size_t end = strlen(FD_DELETED_END);

	if (is_target(targets, path, len))
		return true;
	return len > end && !memcmp(path + len - end, FD_DELETED_END, end) &&
	       is_target(targets, path, len - end);
}

static bool watch_descriptor(const struct filter_targets *targets, const struct value *value)
{
	int fd = (int)value->u;

	if (fd < 0)
		return false;
	return number_set_has(&targets->fds, fd) ||
	       (value->bytes && is_open_target(targets, value->bytes, value->len));
}

/*
 * Compares a path argument with the targets. The absolute name that the kernel knows is used where
 * it was fetched. Otherwise the path is appended to its directory, and "." and ".." are removed
 * textually. A directory that was removed is compared by its former name.
 */
static bool watch_path(struct watch *watch, const struct value *value)
{
	const struct value_more *more = value_more(value);
	const struct filter_targets *targets = watch->targets;
	size_t start_len = more->start_len, end = strlen(FD_DELETED_END);
	const char *path = value->bytes;

	if (!value->len)
		return false;
	if (is_target(targets, path, value->len))
		return true;
	if (more->whole)
		return is_target(targets, more->whole, more->whole_len);
	if (*path != '/' && !more->start)
		return false;
	if (start_len > end && !memcmp(more->start + start_len - end, FD_DELETED_END, end))
		start_len -= end;
	path_join(&watch->joined, more->start, start_len, path, value->len);
	return is_target(targets, watch->joined.data, watch->joined.len);
}

static void watch_value(struct value_sink *sink, const struct value *value)
{
	struct watch *watch = (struct watch *)sink;

	switch (value->kind) {
	case KIND_FD:
	case KIND_DIRFD:
		watch->matched |= watch_descriptor(watch->targets, value);
		break;
	case KIND_PATH:
		watch->matched |= watch_path(watch, value);
		break;
	default:
		break;
	}
}

struct sink *filter_watch_new(const struct filter_targets *targets)
{
	struct watch *watch = xcalloc(1, sizeof(*watch));

	watch->base = (struct value_sink){ .sink.ops = &value_sink_ops, .value = watch_value };
	watch->targets = targets;
	return &watch->base.sink;
}

bool filter_watch_matched(struct sink *sink)
{
	struct watch *watch = (struct watch *)sink;
	bool matched = watch->matched;

	watch->matched = false;
	return matched;
}
