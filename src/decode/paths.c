/* SPDX-License-Identifier: MIT */
/* Finds the file that a path names. */
#include <fcntl.h>
#include <string.h>

#include "decode/paths.h"

static bool begins_at(const struct argument *path, const struct argument *directory,
		      uint64_t address)
{
	return path->value == address && field_type(directory->field)->kind == KIND_DIRFD;
}

/* One string may be two paths: renameat(3, name, 4, name). Try the current argument first. */
int path_directory(const struct scope *scope, uint64_t address)
{
	const struct arguments *arguments = scope->arguments;
	const struct argument *items = arguments->items;
	unsigned current = arguments->current;

	if (current && current < arguments->n &&
	    begins_at(&items[current], &items[current - 1], address))
		return (int)items[current - 1].value;
	for (unsigned i = 1; i < arguments->n; i++)
		if (begins_at(&items[i], &items[i - 1], address))
			return (int)items[i - 1].value;
	return AT_FDCWD;
}

static bool is_among(char *const *names, size_t n, const char *name, size_t len)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(names[i]) == len && !memcmp(names[i], name, len))
			return true;
	return false;
}

/*
 * Whether a consumer needs the whole name of a path: for an absolute name if the text does not say
 * where a ".." leads, or for -P. There a path that ends with a slash, "." or ".." may name any
 * directory.
 */
static bool is_path_wanted(const struct decode_config *config, const struct value *value)
{
	size_t len = value->len;
	const char *last;

	if (!len || value->truncated || len >= PATH_MAX)
		return false;
	if (config->all_names || (config->path_starts && path_climbs(value->bytes, len)))
		return true;
	if (!config->n_names || is_among(config->names, config->n_names, value->bytes, len))
		return false;
	if (!path_ends_with_name(value->bytes, len))
		return true;
	last = path_last(value->bytes, &len);
	return is_among(config->last_names, config->n_names, last, len);
}

static void set_start(const struct fetch *fetch, int fd, struct value_more *more, char *buffer)
{
	ssize_t len =
		fetch->ops->fd_path ? fetch->ops->fd_path(fetch->ctx, fd, buffer, PATH_MAX) : -1;

	/* The call fails with EBADF. */
	more->leads_nowhere |= len == FETCH_NO_FILE;
	if (len <= 0)
		return;
	more->start = buffer;
	more->start_len = (size_t)len;
}

/* After a slash the last component is a directory, to which path_name follows a link. */
static void set_target(const struct fetch *fetch, int fd, char *path, struct value_more *more,
		       struct path_buffers *buffers)
{
	size_t path_len = strlen(path);
	ssize_t len;

	if (!path_ends_with_name(path, path_len) || path_len + 1 >= PATH_MAX)
		return;
	strcpy(path + path_len, "/");
	len = fetch->ops->path_name(fetch->ctx, fd, path, buffers->target, sizeof(buffers->target));
	more->leads_anywhere |= len == FETCH_ANYWHERE;
	if (len <= 0)
		return;
	more->target = buffers->target;
	more->target_len = (size_t)len;
}

void path_name(const struct scope *scope, uint64_t address, const struct value *value,
	       struct value_more *more, struct path_buffers *buffers)
{
	const struct fetch *fetch = scope->decode->fetch;
	char path[PATH_MAX];
	ssize_t len = -1;
	int fd;

	if (scope->decode->config->path_starts && value->len && *(const char *)value->bytes != '/')
		set_start(fetch, path_directory(scope, address), more, buffers->start);
	if (!is_path_wanted(scope->decode->config, value))
		return;
	fd = path_directory(scope, address);
	memcpy(path, value->bytes, value->len);
	path[value->len] = '\0';
	if (*path != '/')
		set_start(fetch, fd, more, buffers->start);
	if (fetch->ops->path_name)
		len = fetch->ops->path_name(fetch->ctx, fd, path, buffers->whole,
					    sizeof(buffers->whole));
	more->leads_nowhere |= !len;
	more->leads_anywhere |= len == FETCH_ANYWHERE;
	if (len <= 0)
		return;
	more->whole = buffers->whole;
	more->whole_len = (size_t)len;
	if (scope->decode->config->targets)
		set_target(fetch, fd, path, more, buffers);
}
