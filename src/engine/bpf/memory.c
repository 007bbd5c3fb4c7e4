/* SPDX-License-Identifier: MIT */
/* Answers decode from what the program has captured. Nothing is read from a tracee that runs on meanwhile. */
#include "engine/bpf/bpf.h"
#include "engine/bpf/wire.h"
#include "scry/tracee.h"
#include "scry/util.h"

#include <linux/netlink.h>

static size_t read_captured(void *ctx, uint64_t address, void *buf, size_t len)
{
	struct bpf_tracee *tracee = ctx;
	const struct chunks *sets[2] = { 0 };
	enum chunks_end *end = &tracee->engine->read_end;

	*end = CHUNKS_MISSING;
	switch (tracee->engine->memory) {
	case MEMORY_ENTRY:
		sets[0] = &tracee->entry;
		sets[1] = &tracee->late;
		break;
	case MEMORY_EXIT:
		sets[0] = &tracee->exit;
		sets[1] = &tracee->entry;
		break;
	case MEMORY_NONE:
		return 0;
	}
	return chunks_read(sets, 2, address, buf, len, end);
}

/*
 * Memory that could not be read at the entry of a call may only have been absent. If the exit could not read it either, the
 * kernel has not read it as well.
 */
static bool is_captured(void *ctx)
{
	const struct bpf_tracee *tracee = ctx;

	if (tracee->engine->memory == MEMORY_ENTRY && !tracee->is_late)
		return false;
	return tracee->engine->read_end == CHUNKS_FAULT;
}

/* The plan of the entry asks only about the descriptor of the current call. */
static int netlink_protocol(void *ctx, int fd)
{
	const struct bpf_tracee *tracee = ctx;

	(void)fd;
	return tracee->netlink ? (int)(tracee->netlink - NETLINK_SEEN) : -1;
}

/* What /proc says of processes and interfaces is asked when the event is shown. Descriptors have changed by then. */
void bpf_set_fetch(struct bpf_engine *engine)
{
	engine->fetch_ops = tracee_fetch_ops;
	engine->fetch_ops.read = read_captured;
	engine->fetch_ops.captured = is_captured;
	engine->fetch_ops.netlink = netlink_protocol;
	engine->fetch_ops.fd_path = bpf_name_path;
	engine->fetch_ops.fd_detail = bpf_name_detail;
	engine->fetch_ops.fd_context = NULL;
	engine->fetch_ops.vcpu = NULL;
}
