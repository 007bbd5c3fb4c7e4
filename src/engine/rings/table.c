/* SPDX-License-Identifier: MIT */
/*
 * The rings of processes. The memory of a ring is read where the process has it, with the process's
 * own mapping: a mapping of scry would keep the ring alive after the process has closed it. Nothing
 * in that memory is trusted.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/rings/find.h"
#include "engine/rings/table.h"
#include "scry/util.h"

/*
 * The rings and registered indexes of all processes are bounded, because a process can make as many
 * as it likes.
 */
#define RINGS_MAX 4096u

/* Flags of io_uring_setup(2): linux/io_uring.h. */
enum {
	SETUP_SQE128 = 1 << 10,
	SETUP_CQE32 = 1 << 11,
	SETUP_NO_MMAP = 1 << 14,
	SETUP_NO_SQARRAY = 1 << 16,
	SETUP_CQE_MIXED = 1 << 18,
	SETUP_SQE_MIXED = 1 << 19,
	SETUP_SQ_REWIND = 1 << 20,
};

/* Flags of a completion. */
enum { CQE_SKIP = 1 << 5, CQE_32 = 1 << 15 };

#define SQE_SIZE 64u
#define CQE_SIZE 16u

/* Operations with an SQE of 128 bytes: IORING_OP_NOP128, IORING_OP_URING_CMD128. */
#define OP_NOP128 63
#define OP_URING_CMD128 64

/* --- the rings of a process ------------------------------------------------------------------ */

static struct ring *find_known(const struct rings *rings, pid_t tgid, int fd)
{
	for (size_t i = 0; i < rings->n; i++)
		if (rings->items[i]->tgid == tgid && rings->items[i]->fd == fd)
			return rings->items[i];
	return NULL;
}

static void remove_at(struct rings *rings, size_t i)
{
	free(rings->items[i]);
	rings->items[i] = rings->items[--rings->n];
}

/* Returns an empty ring; NULL: there are too many. */
static struct ring *make(struct rings *rings, pid_t tgid, int fd)
{
	struct ring *ring = find_known(rings, tgid, fd);

	if (!ring && rings->n >= RINGS_MAX)
		return NULL;
	if (!ring) {
		rings->items =
			xgrow(rings->items, rings->n, &rings->capacity, sizeof(*rings->items));
		rings->items[rings->n++] = ring = xcalloc(1, sizeof(*ring));
	}
	*ring = (struct ring){ .tgid = tgid, .fd = fd, .number = ++rings->last_number };
	return ring;
}

struct ring *rings_add(struct rings *rings, const struct fetch *fetch, pid_t tgid, int fd,
		       uint64_t params)
{
	struct uring_params layout;
	struct ring *ring;

	if (fetch_read(fetch, params, &layout, sizeof(layout)) != sizeof(layout))
		return NULL;
	ring = make(rings, tgid, fd);
	if (!ring)
		return NULL;
	ring->made_here = true;
	ring->file = ring_find_file(tgid, fd);
	ring_set_layout(ring, &layout);
	if (!(layout.flags & SETUP_NO_MMAP))
		return ring;
	ring->rings = layout.cq_off.user_addr;
	ring->completions = ring->rings;
	ring->entries = layout.sq_off.user_addr;
	ring->mapped = true;
	return ring;
}

void rings_forget(struct rings *rings, pid_t tgid)
{
	for (size_t i = rings->n; i--;)
		if (rings->items[i]->tgid == tgid)
			remove_at(rings, i);
}

bool rings_has(const struct rings *rings, pid_t tgid)
{
	for (size_t i = 0; i < rings->n; i++)
		if (rings->items[i]->tgid == tgid)
			return true;
	return false;
}

static bool read_head(const struct fetch *fetch, uint64_t base, uint32_t offset, uint32_t *number)
{
	return fetch_read(fetch, base + offset, number, sizeof(*number)) == sizeof(*number);
}

/*
 * The results that are in the ring now came before the trace, or before the process was found to
 * have the ring.
 */
static void skip_old(struct ring *ring, const struct fetch *fetch)
{
	if (!read_head(fetch, ring->completions, ring->layout.cq_off.tail, &ring->seen))
		ring->sound = false;
}

struct ring *rings_find(struct rings *rings, const struct fetch *fetch, pid_t tgid, int fd)
{
	struct ring *ring = find_known(rings, tgid, fd);
	uint64_t file = ring_find_file(tgid, fd);

	if (!file)
		return NULL;
	/* The descriptor was closed, and has another file now. */
	if (ring && ring->file != file)
		ring = NULL;
	if (!ring)
		ring = make(rings, tgid, fd);
	if (!ring)
		return NULL;
	ring->file = file;
	if (!ring->mapped && !ring_find_memory(ring, fetch))
		return NULL;
	if (!ring->made_here && !ring->looked)
		skip_old(ring, fetch);
	ring->looked = true;
	return ring->sound ? ring : NULL;
}

void rings_move(struct rings *rings, pid_t tgid, int fd)
{
	struct ring *ring = find_known(rings, tgid, fd);

	if (ring && !(ring->layout.flags & SETUP_NO_MMAP))
		ring->mapped = ring->made_here = ring->looked = false;
}

void rings_register(struct rings *rings, pid_t tid, uint32_t index, int fd)
{
	struct registered_ring *found = NULL;

	for (size_t i = 0; i < rings->n_registered; i++)
		if (rings->registered[i].tid == tid && rings->registered[i].index == index)
			found = &rings->registered[i];
	if (!found && rings->n_registered >= RINGS_MAX)
		return;
	if (!found) {
		rings->registered = xgrow(rings->registered, rings->n_registered,
					  &rings->registered_capacity, sizeof(*rings->registered));
		found = &rings->registered[rings->n_registered++];
	}
	*found = (struct registered_ring){ tid, index, fd };
}

int rings_registered(const struct rings *rings, pid_t tid, uint32_t index)
{
	for (size_t i = 0; i < rings->n_registered; i++)
		if (rings->registered[i].tid == tid && rings->registered[i].index == index)
			return rings->registered[i].fd;
	return -1;
}

/* --- submissions ----------------------------------------------------------------------------- */

/* Gets the index of the SQE at a position of the queue. */
static bool find_entry(const struct ring *ring, const struct fetch *fetch, uint32_t position,
		       uint32_t *index)
{
	uint32_t entries = ring->layout.sq_entries;

	*index = position & (entries - 1);
	if (ring->layout.flags & SETUP_NO_SQARRAY)
		return true;
	return fetch_read(fetch, ring->rings + ring->layout.sq_off.array + 4 * (uint64_t)*index,
			  index, sizeof(*index)) == sizeof(*index) &&
	       *index < entries;
}

/* Gets the positions of the requests that wait in the queue. */
static bool find_waiting(const struct ring *ring, const struct fetch *fetch, uint32_t *from,
			 uint32_t *n)
{
	uint32_t tail;

	*from = 0;
	*n = ring->layout.sq_entries;
	if (ring->layout.flags & SETUP_SQ_REWIND)
		return true;
	if (!read_head(fetch, ring->rings, ring->layout.sq_off.head, from) ||
	    !read_head(fetch, ring->rings, ring->layout.sq_off.tail, &tail))
		return false;
	if (tail - *from < *n)
		*n = tail - *from;
	return true;
}

bool ring_read_submissions(struct ring *ring, const struct fetch *fetch, uint32_t n,
			   ring_submission *each, void *ctx)
{
	unsigned shift = ring->layout.flags & SETUP_SQE128 ? 1 : 0;
	uint32_t from, waiting, index;

	if (!find_waiting(ring, fetch, &from, &waiting))
		return false;
	for (uint32_t i = 0; i < n && i < waiting; i++) {
		uint64_t sqe[SQE_WORDS] = { 0 };
		size_t size = SQE_SIZE << shift;
		uint8_t opcode;

		/* The kernel drops such an entry, and counts it in sq_off.dropped. */
		if (!find_entry(ring, fetch, from + i, &index))
			continue;
		if (fetch_read(fetch, ring->entries + ((uint64_t)index * SQE_SIZE << shift), sqe,
			       size) != size)
			return false;
		each(ctx, from + i, sqe);
		opcode = (uint8_t)sqe[0];
		if (ring->layout.flags & SETUP_SQE_MIXED &&
		    (opcode == OP_NOP128 || opcode == OP_URING_CMD128))
			i++;
	}
	return true;
}

uint32_t ring_taken(const struct ring *ring, const struct fetch *fetch, uint32_t from)
{
	uint32_t head;

	if (ring->layout.flags & SETUP_SQ_REWIND)
		return UINT32_MAX;
	if (!read_head(fetch, ring->rings, ring->layout.sq_off.head, &head))
		return 0;
	return head - from <= ring->layout.sq_entries ? head - from : 0;
}

/* --- completions ----------------------------------------------------------------------------- */

struct cqe {
	uint64_t user_data;
	int32_t result;
	uint32_t flags;
};

/* How many results are read at once. */
#define CQES_READ 64u

/*
 * Passes n results from a position on, which are contiguous in memory. Returns how many places they
 * take; 0: unreadable.
 */
static uint32_t pass_completions(struct ring *ring, const struct fetch *fetch, uint32_t position,
				 uint32_t n, ring_completion *each, void *ctx)
{
	unsigned shift = ring->layout.flags & SETUP_CQE32 ? 1 : 0;
	uint32_t index = position & (ring->layout.cq_entries - 1), i;
	struct cqe cqes[2 * CQES_READ];
	size_t size = (size_t)(n * CQE_SIZE) << shift;

	if (fetch_read(fetch,
		       ring->completions + ring->layout.cq_off.cqes +
			       ((uint64_t)index * CQE_SIZE << shift),
		       cqes, size) != size)
		return 0;
	for (i = 0; i < n; i++) {
		const struct cqe *cqe = &cqes[i << shift];
		bool mixed = ring->layout.flags & SETUP_CQE_MIXED;

		if (!(mixed && cqe->flags & CQE_SKIP))
			each(ctx, cqe->user_data, cqe->result, cqe->flags);
		if (mixed && cqe->flags & CQE_32)
			i++;
	}
	return i;
}

bool ring_read_completions(struct ring *ring, const struct fetch *fetch, ring_completion *each,
			   void *ctx, uint64_t *lost)
{
	uint32_t entries = ring->layout.cq_entries, tail, index, n, passed;

	if (!ring->mapped || !ring->sound ||
	    !read_head(fetch, ring->completions, ring->layout.cq_off.tail, &tail))
		return false;
	if (tail - ring->seen > entries) {
		/*
		 * The tail is in memory that the process can write: a jump that no kernel makes is
		 * no loss.
		 */
		if (tail - ring->seen < UINT32_MAX / 2)
			*lost += tail - ring->seen - entries;
		ring->seen = tail - entries;
	}
	while (ring->seen != tail) {
		index = ring->seen & (entries - 1);
		n = tail - ring->seen;
		n = n < entries - index ? n : entries - index;
		n = n < CQES_READ ? n : CQES_READ;
		passed = pass_completions(ring, fetch, ring->seen, n, each, ctx);
		if (!passed)
			return false;
		/* A wide result may end after the part that was read. */
		ring->seen += passed < tail - ring->seen ? passed : tail - ring->seen;
	}
	return true;
}
