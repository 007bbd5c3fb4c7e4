/* SPDX-License-Identifier: MIT */
/*
 * Reads memory in aligned blocks, which are kept until the thread runs on. A block is within one
 * page, so that all of it is readable or none.
 */
#include "engine/gdb/gdb_memory.h"

#include <stdlib.h>

#include "engine/gdb/ask.h"
#include "engine/gdb/hex.h"

/* The bytes of memory that are read at once, at most, whatever the stub's packets can have. */
#define READ_MAX 16384u
/* How many requests are under way at most. */
#define VECTOR_MAX 32

void gdb_memory_forget(struct gdb_engine *engine)
{
	engine->n_blocks = 0;
	engine->blocks_of = 0;
	engine->registers_of = 0;
}

static uint64_t block_of(uint64_t address)
{
	return address & ~(uint64_t)(GDB_BLOCK - 1);
}

static const struct gdb_block *find_block(const struct gdb_engine *engine, uint64_t address)
{
	for (unsigned i = 0; i < engine->n_blocks; i++)
		if (engine->blocks[i].address == address)
			return &engine->blocks[i];
	return NULL;
}

static struct gdb_block *add_block(struct gdb_engine *engine, uint64_t address)
{
	struct gdb_block *block;

	if (!engine->blocks)
		engine->blocks = xcalloc(GDB_BLOCKS, sizeof(*engine->blocks));
	if (engine->n_blocks == GDB_BLOCKS)
		engine->n_blocks = 0;
	block = &engine->blocks[engine->n_blocks++];
	block->address = address;
	block->is_readable = false;
	return block;
}

/* How many bytes one reply can have: two digits each. */
static size_t reply_max(const struct gdb_engine *engine)
{
	size_t max = (engine->features.packet_size - 8) / 2;

	max = max < READ_MAX ? max : READ_MAX;
	return max & ~(size_t)(GDB_BLOCK - 1);
}

/* Takes the reply to a request for n blocks. A stub may send less than it was asked for. */
static void take_blocks(struct gdb_engine *engine, uint64_t address, size_t n,
			const struct buf *reply)
{
	bool is_error = gdb_ask_is_error(reply);

	/* The blocks of one reply stay together: the caller looks for the first one next. */
	if (engine->n_blocks + n > GDB_BLOCKS)
		engine->n_blocks = 0;
	for (size_t i = 0; i < n; i++) {
		struct gdb_block *block = add_block(engine, address + i * GDB_BLOCK);

		block->is_readable =
			!is_error && reply->len >= (i + 1) * GDB_BLOCK * 2 &&
			hex_bytes(reply->data + i * GDB_BLOCK * 2, block->bytes, GDB_BLOCK);
	}
}

static bool use_thread(struct gdb_tracee *tracee)
{
	struct gdb_engine *engine = tracee->engine;

	if (engine->link.lost || !tracee->is_stopped)
		return false;
	if (engine->blocks_of != tracee->base.tid)
		gdb_memory_forget(engine);
	engine->blocks_of = tracee->base.tid;
	gdb_ask_select(engine, tracee->process->pid, tracee->base.tid);
	return true;
}

/*
 * Reads n blocks, in as many requests as needed. Blocks of which one was unreadable are read one by
 * one, up to that one.
 */
static void fetch_blocks(struct gdb_tracee *tracee, uint64_t address, size_t n)
{
	struct gdb_engine *engine = tracee->engine;
	struct buf reply = { 0 };
	size_t bytes = n * GDB_BLOCK;

	/* A stub with small packets. */
	if (!reply_max(engine)) {
		link_lose(&engine->link, "the stub takes packets of %zu bytes only",
			  engine->features.packet_size);
		return;
	}
	if (bytes > reply_max(engine))
		bytes = reply_max(engine);
	n = bytes / GDB_BLOCK;
	if (gdb_ask(engine, &reply, "m%llx,%zx", (unsigned long long)address, bytes) &&
	    !engine->selection_failed) {
		if (n > 1 && reply.len < 2 * bytes) {
			size_t whole = gdb_ask_is_error(&reply) ? 0 : reply.len / 2 / GDB_BLOCK;

			take_blocks(engine, address, whole, &reply);
			if (!whole)
				fetch_blocks(tracee, address, 1);
		} else {
			take_blocks(engine, address, n, &reply);
		}
	}
	buf_free(&reply);
}

/*
 * Returns the block of an address. missing: how many bytes from its beginning on the caller needs.
 */
static const struct gdb_block *get_block(struct gdb_tracee *tracee, uint64_t address,
					 size_t missing)
{
	struct gdb_engine *engine = tracee->engine;
	const struct gdb_block *block = find_block(engine, address);
	size_t n = 1;

	if (block)
		return block;
	while (n * GDB_BLOCK < missing && n < GDB_BLOCKS / 2 &&
	       !find_block(engine, address + n * GDB_BLOCK))
		n++;
	fetch_blocks(tracee, address, n);
	return find_block(engine, address);
}

static size_t read_blocks(void *ctx, uint64_t address, void *buf, size_t len, bool string)
{
	struct gdb_tracee *tracee = ctx;
	size_t done = 0;

	if (!use_thread(tracee))
		return 0;
	if (len > UINT64_MAX - address)
		len = (size_t)(UINT64_MAX - address);
	while (done < len) {
		uint64_t at = address + done, start = block_of(at);
		size_t in_block = (size_t)(at - start), n = GDB_BLOCK - in_block;
		size_t needed = string ? GDB_BLOCK : in_block + (len - done);
		const struct gdb_block *block = get_block(tracee, start, needed);

		if (!block || !block->is_readable)
			break;
		n = n < len - done ? n : len - done;
		memcpy((char *)buf + done, block->bytes + in_block, n);
		if (string && memchr(block->bytes + in_block, 0, n))
			return done + n;
		done += n;
	}
	return done;
}

size_t gdb_memory_read(void *ctx, uint64_t address, void *buf, size_t len)
{
	return read_blocks(ctx, address, buf, len, false);
}

size_t gdb_memory_read_string(void *ctx, uint64_t address, void *buf, size_t len)
{
	return read_blocks(ctx, address, buf, len, true);
}

void gdb_memory_prepare(struct gdb_tracee *tracee, const uint64_t *addresses, size_t n)
{
	struct gdb_engine *engine = tracee->engine;
	uint64_t asked[VECTOR_MAX];
	struct buf reply = { 0 };
	size_t n_asked = 0;

	/* With acknowledgements only one request is under way. */
	if (engine->link.acks || !reply_max(engine) || !use_thread(tracee))
		return;
	for (size_t i = 0; i < n && n_asked < VECTOR_MAX; i++) {
		uint64_t block = block_of(addresses[i]);
		bool known = find_block(engine, block);

		for (size_t k = 0; k < n_asked; k++)
			known |= asked[k] == block;
		if (known)
			continue;
		asked[n_asked++] = block;
		gdb_ask_put(engine, "m%llx,%x", (unsigned long long)block, GDB_BLOCK);
	}
	for (size_t k = 0; k < n_asked && gdb_ask_reply(engine, &reply, GDB_REPLY_MS); k++)
		if (!engine->selection_failed)
			take_blocks(engine, asked[k], 1, &reply);
	buf_free(&reply);
}

/* The packet "M" has two digits a byte, "X" bytes: not all stubs know it. */
size_t gdb_memory_write(struct gdb_tracee *tracee, uint64_t address, const void *bytes, size_t len)
{
	struct gdb_engine *engine = tracee->engine;
	size_t done = 0, max = engine->features.packet_size / 4;
	struct buf digits = { 0 }, reply = { 0 };

	if (!use_thread(tracee))
		return 0;
	while (done < len) {
		size_t n = len - done < max ? len - done : max;

		buf_clear(&digits);
		hex_put(&digits, (const char *)bytes + done, n);
		if (!gdb_ask(engine, &reply, "M%llx,%zx:%s", (unsigned long long)(address + done),
			     n, buf_cstr(&digits)) ||
		    engine->selection_failed || !gdb_ask_is_ok(&reply))
			break;
		done += n;
	}
	engine->n_blocks = 0;
	buf_free(&digits);
	buf_free(&reply);
	return done;
}
