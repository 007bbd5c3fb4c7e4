/* SPDX-License-Identifier: MIT */
/* Numbers with details: descriptors, processes, network interfaces. */
#include <limits.h>
#include <string.h>

#include "decode/contexts.h"
#include "decode/emit.h"
#include "decode/lookup/arguments.h"
#include "decode/lookup/cache.h"
#include "decode/lookup/hooks.h"
#include "decode/peers.h"

static void describe(struct value *value, const char *about, ssize_t len)
{
	if (len < 0)
		return;
	value->bytes = about;
	value->len = (size_t)len;
}

/* Returns the descriptor of the call, which may be a socket; -1: the call has none. */
static int descriptor_of_call(const struct scope *scope)
{
	uint64_t fd;

	return scope_lookup(scope, "sockfd", &fd) || scope_lookup(scope, "fd", &fd) ? (int)fd : -1;
}

void emit_interface(struct number *number)
{
	const struct fetch *fetch = number->scope->decode->fetch;
	struct value *value = &number->value;
	char name[PATH_MAX];

	if (fetch->ops->interface_name)
		describe(value, name,
			 fetch->ops->interface_name(fetch->ctx, descriptor_of_call(number->scope),
						    (int)value->u, name, sizeof(name)));
	emit_plain(number);
}

/* Sinks write names of constants without escaping them. */
static bool is_plain_name(const char *name, ssize_t len)
{
	for (ssize_t i = 0; i < len; i++)
		if (name[i] <= ' ' || name[i] > '~')
			return false;
	return len > 0;
}

void emit_family(struct number *number)
{
	const struct fetch *fetch = number->scope->decode->fetch;
	struct value *value = &number->value;
	const size_t at = strlen(value->list->name) + 1;
	char texts[2 * NAME_MAX] = "", *name = texts + at;
	const struct list_entry entry = { .value = value->u, .name = (uint32_t)at };
	const struct list_part part = { .n_entries = 1 };
	const struct list only = {
		.name = texts,
		.entries = &entry,
		.parts = &part,
		.n_parts = 1,
	};
	ssize_t len = -1;

	value->kind = KIND_ENUM;
	if (fetch->ops->family_name && at < NAME_MAX)
		len = fetch->ops->family_name(fetch->ctx, (int)value->u, name, NAME_MAX);
	if (is_plain_name(name, len)) {
		name[len] = '\0';
		memcpy(texts, value->list->name, at);
		value->list = &only;
	}
	emit_plain(number);
}

void emit_pid(struct number *number)
{
	const struct scope *scope = number->scope;
	struct value *value = &number->value;
	const struct fetch *fetch = scope->decode->fetch;
	struct value_more more = { 0 };
	char comm[PATH_MAX];
	int pid = (int)value->u == INT_MIN ? 0 : (int)value->u;

	if (scope->decode->config->pid_comms && fetch->ops->pid_comm)
		describe(value, comm,
			 fetch->ops->pid_comm(fetch->ctx, (int)value->u, comm, sizeof(comm)));
	/* kill(2), wait4(2): -N is the process group N; -1 is all processes. */
	if (scope->decode->config->pid_outside && fetch->ops->pid_outside)
		more.outside = fetch->ops->pid_outside(fetch->ctx, pid < -1 ? -pid : pid);
	value->more = &more;
	emit_plain(number);
}

/*
 * Whether a number can refer to a file: a negative one only if it has a name. A directory
 * descriptor can be AT_FDCWD; a type with a list has the names of that list alone.
 */
static bool may_refer(const struct value *value)
{
	if ((int32_t)value->u >= 0)
		return true;
	return value->kind == KIND_DIRFD &&
	       (!value->list ||
		list_name(value->list, value->abi, (uint64_t)(int64_t)(int32_t)value->u));
}

/* The process that a sibling names, by its pid or by a pidfd. */
static bool find_table_owner(const struct number *number, struct fetch_owner *owner)
{
	struct binding binding;

	if (!scope_find(number->scope, field_by(number->field), &binding))
		return false;
	owner->by_pidfd = binding.type->kind == KIND_FD;
	owner->number = (int)binding.value;
	return true;
}

static ssize_t ask_for_path(const struct number *number, char *path, size_t len)
{
	const struct fetch *fetch = number->scope->decode->fetch;
	int fd = (int)number->value.u;
	struct fetch_owner owner;

	if (number->type->kind != KIND_OTHER_FD)
		return fetch->ops->fd_path ? fetch->ops->fd_path(fetch->ctx, fd, path, len) : -1;
	return fetch->ops->other_fd_path && find_table_owner(number, &owner)
		       ? fetch->ops->other_fd_path(fetch->ctx, owner, fd, path, len)
		       : -1;
}

static bool ask_for_detail(const struct number *number, const char *path, size_t len,
			   struct fd_detail *detail)
{
	const struct fetch *fetch = number->scope->decode->fetch;
	unsigned kinds = number->scope->decode->config->fds;
	int fd = (int)number->value.u;
	struct fetch_owner owner;

	if (number->type->kind != KIND_OTHER_FD)
		return fetch->ops->fd_detail &&
		       fetch->ops->fd_detail(fetch->ctx, fd, path, len, kinds, detail);
	return fetch->ops->other_fd_detail && find_table_owner(number, &owner) &&
	       fetch->ops->other_fd_detail(fetch->ctx, owner, fd, path, len, kinds, detail);
}

/* With its details. */
static void emit_described(struct number *number)
{
	const struct scope *scope = number->scope;
	struct value *value = &number->value;
	unsigned kinds = scope->decode->config->fds;
	struct fd_detail detail = { 0 };
	struct value_more more = { 0 };
	char path[PATH_MAX], context[CONTEXT_CAPACITY];
	ssize_t len = -1;

	if (kinds && may_refer(value))
		len = ask_for_path(number, path, sizeof(path));
	more.unknown_file = len == -1 && kinds && may_refer(value);
	if (len >= 0 && ask_for_detail(number, path, (size_t)len, &detail))
		more.detail = &detail;
	if (more.detail && detail.kind == FD_SOCKET && scope->decode->cache)
		peers_complete(cache_peers(scope->decode->cache), scope->decode, &detail.socket);
	if (more.detail && detail.kind == FD_DELETED)
		len -= (ssize_t)strlen(FD_DELETED_END);
	if (more.detail || kinds & FD_PATH)
		describe(value, path, len);
	if (value->kind != KIND_OTHER_FD)
		context_of_fd(scope, (int)value->u, &more, context);
	value->more = &more;
	emit_plain(number);
}

/* Whether a request of io_uring has the index of a registered file in this register. */
static bool is_registered(const struct number *number)
{
	const struct arguments *arguments = number->scope->arguments;
	const struct request *request = number->scope->decode->call->request;
	const struct argument *argument = &arguments->items[arguments->current];

	return request && request->registered && arguments->n && !number->scope->outer &&
	       number->field == argument->field && !argument->pointer &&
	       request->registered >> argument->slot & 1;
}

void emit_fd(struct number *number)
{
	const struct scope *scope = number->scope;
	const struct decode_config *config = scope->decode->config;

	number->value.registered = is_registered(number);
	/* Text describes a descriptor in the argument, and not again in the note on the result. */
	if ((config->fds || config->contexts) && !(scope->in_note && scope_has_views(scope)))
		emit_described(number);
	else
		emit_plain(number);
}

void emit_keysym(struct number *number)
{
	const struct type *type = number->type;
	struct value *value = &number->value;

	value->bytes = list_name(type->keysym.types, value->abi, value->u >> 8);
	value->len = value->bytes ? strlen(value->bytes) : 0;
	emit_plain(number);
}
