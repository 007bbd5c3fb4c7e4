/* SPDX-License-Identifier: MIT */
/* --secontext: the SELinux contexts of files and descriptors. */
#include <limits.h>
#include <string.h>

#include "decode/contexts.h"
#include "decode/paths.h"

const char *decode_context(enum context_format format, const char *context, size_t *len)
{
	const char *end = context + *len, *role = memchr(context, ':', *len), *type, *level;

	type = role ? memchr(role + 1, ':', (size_t)(end - role - 1)) : NULL;
	if (!type || format == CONTEXTS_NO)
		return NULL;
	if (format == CONTEXTS_FULL)
		return context;
	level = memchr(type + 1, ':', (size_t)(end - type - 1));
	*len = (size_t)((level ? level : end) - type - 1);
	return type + 1;
}

static void set_context(const struct scope *scope, struct value_more *more, const char *context,
			ssize_t len)
{
	size_t shown = len > 0 ? (size_t)len : 0;

	more->context = decode_context(scope->decode->config->contexts, context, &shown);
	more->context_len = shown;
}

void context_of_fd(const struct scope *scope, int fd, struct value_more *more, char *buffer)
{
	const struct fetch *fetch = scope->decode->fetch;

	if (scope->decode->config->contexts && fetch->ops->fd_context)
		set_context(scope, more, buffer,
			    fetch->ops->fd_context(fetch->ctx, fd, buffer, CONTEXT_CAPACITY));
}

void context_of_path(const struct scope *scope, uint64_t address, const struct value *value,
		     struct value_more *more, char *buffer)
{
	const struct fetch *fetch = scope->decode->fetch;
	char path[PATH_MAX];

	if (!scope->decode->config->contexts || !fetch->ops->path_context || !value->len ||
	    value->len >= sizeof(path) || value->truncated)
		return;
	memcpy(path, value->bytes, value->len);
	path[value->len] = '\0';
	set_context(scope, more, buffer,
		    fetch->ops->path_context(fetch->ctx, path_directory(scope, address), path,
					     buffer, CONTEXT_CAPACITY));
}
