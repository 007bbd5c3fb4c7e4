/* SPDX-License-Identifier: MIT */
/*
 * Answers decode from what the program has captured. Nothing is read from a tracee that runs on
 * meanwhile.
 */
#include <unistd.h>

#include "engine/bpf/interfaces.h"
#include "engine/bpf/kernel/wire.h"
#include "engine/bpf/memory.h"
#include "engine/bpf/names.h"
#include "engine/bpf/stacks.h"
#include "engine/bpf/tasks.h"
#include "scry/tracee.h"
#include "scry/util.h"

#include <linux/netlink.h>

/* At the entry of a call: what was read then, and what only its exit could read. */
static size_t read_at_entry(struct bpf_tracee *tracee, uint64_t address, void *buf, size_t len,
			    enum chunks_end *end)
{
	const struct chunks *sets[2] = { &tracee->entry, &tracee->late };
	size_t early = chunks_read(sets, 1, address, buf, len, end), n;

	if (early == len || !tracee->late.n)
		return early;
	n = chunks_read(sets, 2, address, buf, len, end);
	/* A call that a filter refused has not changed its memory. */
	if (n > early && tracee->late_plan != LATE_REFUSED)
		tracee->engine->read_late += n - early;
	return n;
}

static size_t read_captured(void *ctx, uint64_t address, void *buf, size_t len)
{
	struct bpf_tracee *tracee = ctx;
	const struct chunks *sets[2] = { 0 };
	enum chunks_end *end = &tracee->engine->read_end;

	*end = CHUNKS_MISSING;
	switch (tracee->engine->memory) {
	case MEMORY_ENTRY:
		return read_at_entry(tracee, address, buf, len, end);
	case MEMORY_EXIT:
		sets[0] = &tracee->exit;
		sets[1] = &tracee->entry;
		break;
	case MEMORY_REQUEST:
		sets[0] = &tracee->request;
		return chunks_read(sets, 1, address, buf, len, end);
	case MEMORY_RESULT:
		sets[0] = &tracee->result;
		return chunks_read(sets, 1, address, buf, len, end);
	case MEMORY_NONE:
	case MEMORY_LIVE:
		return 0;
	}
	return chunks_read(sets, 2, address, buf, len, end);
}

/*
 * Whether there is one page alone of which the plan of the entry could read nothing when the call
 * had returned.
 */
static bool has_one_fault(const struct chunks *late)
{
	uint64_t page = UINT64_MAX;

	for (size_t i = 0; i < late->n; i++) {
		if (!(late->items[i].flags & CHUNK_FAULT))
			continue;
		if (page != UINT64_MAX && page != late->items[i].address / PLAN_PAGE)
			return false;
		page = late->items[i].address / PLAN_PAGE;
	}
	return page != UINT64_MAX;
}

/*
 * Memory that could not be read at the entry of a call may only have been absent. It is unreadable
 * if the task could not make it resident after the call, or if it is all that a call lacks which
 * has failed because the kernel could not read something.
 */
static bool is_captured(void *ctx)
{
	const struct bpf_tracee *tracee = ctx;

	if (tracee->engine->memory == MEMORY_ENTRY && !tracee->is_touched &&
	    !(tracee->late_plan == LATE_FAULT && has_one_fault(&tracee->late)))
		return false;
	return tracee->engine->read_end == CHUNKS_FAULT;
}

/* A call counts once, also if several consumers decode it. */
static void note_missed(void *ctx)
{
	struct bpf_tracee *tracee = ctx;

	tracee->engine->n_incomplete += !tracee->is_incomplete;
	tracee->is_incomplete = true;
}

/*
 * More pieces might overlap, and then the first one counts: few calls have more than this number.
 */
#define PIECES_MAX 1

/*
 * Gives the chunk of a side of the call. What the exit could not read is read from the entry, which
 * decode knows.
 */
static bool give_pieces(void *ctx,
			void (*each)(void *to, uint64_t addr, const void *bytes, size_t len),
			void *to)
{
	const struct bpf_tracee *tracee = ctx;
	enum bpf_event_memory memory = tracee->engine->memory;
	const struct chunks *side = memory == MEMORY_EXIT ? &tracee->exit : &tracee->entry;

	if ((memory != MEMORY_ENTRY && memory != MEMORY_EXIT) || tracee->late.n ||
	    tracee->late_plan != LATE_NOT || tracee->is_touched || side->n > PIECES_MAX)
		return false;
	for (size_t i = 0; i < side->n; i++)
		if (side->items[i].flags)
			return false;
	for (size_t i = 0; i < side->n; i++)
		each(to, side->items[i].address, side->bytes + side->items[i].offset,
		     side->items[i].len);
	return true;
}

static size_t take_late(void *ctx)
{
	const struct bpf_tracee *tracee = ctx;
	size_t late = tracee->engine->read_late;

	tracee->engine->read_late = 0;
	return late;
}

/* The plan of the entry asks only about the descriptor of the current call. */
static int netlink_protocol(void *ctx, int fd)
{
	const struct bpf_tracee *tracee = ctx;

	(void)fd;
	if (bpf_is_at_request(tracee->engine))
		return -1;
	return tracee->netlink - 1;
}

/* The ring is that of the request: the record has the names of its files. */
static ssize_t ring_file(void *ctx, int ring, uint64_t index, char *buf, size_t len)
{
	(void)ring;
	return index < REGISTERED_FILES ? bpf_name_path(ctx, REGISTERED_FILE(index), buf, len) : -1;
}

/* Descriptors and command names have changed when the event is shown. */
void bpf_set_fetch(struct bpf_engine *engine)
{
	engine->live_ops = tracee_fetch_ops;
	engine->live_ops.registers = bpf_stack_registers;
	engine->live_ops.stack = &bpf_stack_ops;
	engine->fetch_ops = tracee_fetch_ops;
	engine->fetch_ops.read = read_captured;
	engine->fetch_ops.read_string = NULL;
	engine->fetch_ops.captured = is_captured;
	engine->fetch_ops.missed = note_missed;
	engine->fetch_ops.late = take_late;
	engine->fetch_ops.pieces = give_pieces;
	engine->fetch_ops.netlink = netlink_protocol;
	engine->fetch_ops.fd_path = bpf_name_path;
	engine->fetch_ops.ring_file = ring_file;
	engine->fetch_ops.fd_detail = bpf_name_detail;
	engine->fetch_ops.other_fd_path = bpf_other_fd_path;
	engine->fetch_ops.other_fd_detail = bpf_other_fd_detail;
	engine->fetch_ops.interface_name = bpf_interface_name;
	engine->fetch_ops.pid_comm = bpf_pid_comm;
	engine->fetch_ops.pid_outside = bpf_pid_outside;
	engine->fetch_ops.registers = bpf_stack_registers;
	engine->fetch_ops.stack = &bpf_stack_ops;
	engine->fetch_ops.fd_context = NULL;
	engine->fetch_ops.vcpu = NULL;
}
