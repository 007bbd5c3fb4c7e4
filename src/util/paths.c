/* SPDX-License-Identifier: MIT */
/* Names of files, as path_resolution(7) takes them apart; no file is looked at. */
#include <string.h>

#include "scry/util.h"

static bool is_dot(const char *component, size_t len)
{
	return len == 1 && *component == '.';
}

static bool is_dot_dot(const char *component, size_t len)
{
	return len == 2 && !memcmp(component, "..", 2);
}

/* Takes the last component away: "/a/b" becomes "/a", "/a" becomes "". */
static void put_parent(struct buf *joined)
{
	while (joined->len && joined->data[--joined->len] != '/')
		;
}

/*
 * Appends the components of a path. The first *resolved bytes of joined have no symbolic links:
 * there ".." is the component before it. NULL: nothing has links.
 */
static void put_components(struct buf *joined, const char *path, size_t len, size_t *resolved)
{
	const char *end = path + len, *slash;

	for (; path < end; path = slash + 1) {
		slash = memchr(path, '/', (size_t)(end - path));
		if (!slash)
			slash = end;
		if (slash == path || is_dot(path, (size_t)(slash - path)))
			continue;
		if (is_dot_dot(path, (size_t)(slash - path)) &&
		    (!resolved || joined->len <= *resolved)) {
			put_parent(joined);
			if (resolved)
				*resolved = joined->len;
			continue;
		}
		buf_putc(joined, '/');
		buf_put(joined, path, (size_t)(slash - path));
	}
}

static void put_start(struct buf *joined, const char *start, size_t start_len, const char *path,
		      size_t len)
{
	buf_clear(joined);
	if (!len || *path != '/')
		put_components(joined, start, start_len, NULL);
}

static void put_root(struct buf *joined)
{
	if (!joined->len)
		buf_putc(joined, '/');
}

void path_join(struct buf *joined, const char *start, size_t start_len, const char *path,
	       size_t len)
{
	size_t resolved;

	put_start(joined, start, start_len, path, len);
	resolved = joined->len;
	put_components(joined, path, len, &resolved);
	put_root(joined);
}

void path_join_text(struct buf *joined, const char *start, size_t start_len, const char *path,
		    size_t len)
{
	put_start(joined, start, start_len, path, len);
	put_components(joined, path, len, NULL);
	put_root(joined);
}

bool path_climbs(const char *path, size_t len)
{
	const char *end = path + len, *slash;
	bool named = false;

	for (; path < end; path = slash + 1) {
		slash = memchr(path, '/', (size_t)(end - path));
		if (!slash)
			slash = end;
		if (slash == path || is_dot(path, (size_t)(slash - path)))
			continue;
		if (!is_dot_dot(path, (size_t)(slash - path)))
			named = true;
		else if (named)
			return true;
	}
	return false;
}

const char *path_last(const char *path, size_t *len)
{
	const char *slash;

	while (*len && path[*len - 1] == '/')
		--*len;
	slash = memrchr(path, '/', *len);
	if (!slash)
		return path;
	*len -= (size_t)(slash + 1 - path);
	return slash + 1;
}

bool path_ends_with_name(const char *path, size_t len)
{
	size_t last_len = len;
	const char *last = path_last(path, &last_len);

	return len && path[len - 1] != '/' && !is_dot(last, last_len) &&
	       !is_dot_dot(last, last_len);
}
