/* SPDX-License-Identifier: MIT */
/* -e namespace=new: the namespaces that a process enters, or that its child starts in. */
#include <string.h>

#include "decode/namespaces.h"

static bool are_namespaces_wanted(const struct decode *decode)
{
	const struct syscall *row = decode->call->row;

	return decode->config->namespaces & NAMESPACES_NEW && decode->fetch->ops->namespaces &&
	       row && row->flags & CALL_NAMESPACES;
}

void namespaces_remember(const struct decode *decode)
{
	struct entry_snapshot *snapshot = decode->snapshot;

	if (!are_namespaces_wanted(decode))
		return;
	if (!snapshot->namespaces)
		snapshot->namespaces = xcalloc(1, sizeof(*snapshot->namespaces));
	decode->fetch->ops->namespaces(decode->fetch->ctx, 0, snapshot->namespaces);
}

/*
 * The namespaces of one process may have changed: returns its ID, 0 for the caller, or -1 if the
 * call returns in a new process.
 */
static int changed_process(const struct call *call)
{
	if (call->row->result->kind != KIND_PID)
		return 0;
	return call->result > 0 ? (int)call->result : -1;
}

static void emit_changed(const struct decode *decode)
{
	struct sink *sink = decode->sink;
	struct namespaces now = { { 0 } };
	int pid = changed_process(decode->call);

	if (pid < 0)
		return;
	decode->fetch->ops->namespaces(decode->fetch->ctx, pid, &now);
	for (unsigned type = 0; type < NAMESPACE_COUNT; type++) {
		const char *name = namespace_name(type);
		uint64_t before = decode->snapshot->namespaces->inodes[type];
		struct value value = { .kind = KIND_NAMESPACE, .u = now.inodes[type], .size = 8 };

		if (!value.u || !before || value.u == before ||
		    (pid && strstr(name, "_for_children")))
			continue;
		value.bytes = name;
		value.len = strlen(name);
		sink->ops->note(sink, decode->builder, NULL);
		sink->ops->value(sink, &value);
	}
}

void emit_namespaces(const struct decode *decode)
{
	if (decode->snapshot->namespaces && are_namespaces_wanted(decode))
		emit_changed(decode);
}
