/* SPDX-License-Identifier: MIT */
/* Decodes a siginfo in the memory of scry, where the engine puts it. */
#include <string.h>

#include "decode/emit.h"
#include "decode/lookup/arguments.h"
#include "scry/syscalls.h"

#define SIGINFO_ADDRESS 0x1000 /* any address but NULL */

struct stored {
	const unsigned char *bytes;
	size_t len;
	const struct fetch *tracee;
};

static size_t stored_read(void *ctx, uint64_t addr, void *buf, size_t len)
{
	const struct stored *stored = ctx;
	uint64_t offset = addr - SIGINFO_ADDRESS;

	if (addr < SIGINFO_ADDRESS || offset >= stored->len)
		return 0;
	if (len > stored->len - offset)
		len = stored->len - offset;
	memcpy(buf, stored->bytes + offset, len);
	return len;
}

/* The names of processes come from the fetch of the tracee. */

static ssize_t stored_comm(void *ctx, int pid, char *buf, size_t len)
{
	const struct fetch *tracee = ((struct stored *)ctx)->tracee;

	return tracee->ops->pid_comm ? tracee->ops->pid_comm(tracee->ctx, pid, buf, len) : -1;
}

static int stored_outside(void *ctx, int pid)
{
	const struct fetch *tracee = ((struct stored *)ctx)->tracee;

	return tracee->ops->pid_outside ? tracee->ops->pid_outside(tracee->ctx, pid) : 0;
}

void decode_siginfo(const struct decode *decode, const struct abi *abi, const void *bytes,
		    size_t len)
{
	static const struct fetch_ops ops = {
		.read = stored_read,
		.pid_comm = stored_comm,
		.pid_outside = stored_outside,
	};
	struct stored stored = { bytes, len, decode->fetch };
	struct fetch fetch = { &ops, &stored };
	struct call call = { .abi = abi };
	struct decode inner = *decode;
	struct arguments arguments = { .n = 0 };
	struct scope scope = arguments_scope(&inner, &arguments);
	static const struct field_more more = { .name = "siginfo", .type = &type_siginfo };
	static const struct field field = { .dir = DIR_IN, .more = &more };

	inner.fetch = &fetch;
	inner.call = &call;
	decode->sink->ops->argument(decode->sink, decode->builder, 0, more.name, PHASE_ENTRY,
				    false);
	emit_struct(&scope, &field, SIGINFO_ADDRESS);
}
