/* SPDX-License-Identifier: MIT */
/* Finds rings: the mappings of a process, and rings that it made before the trace. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "engine/rings/find.h"
#include "scry/proc.h"
#include "scry/util.h"

#define RING_FILE "anon_inode:[io_uring]"

/* Offsets for mmap(2): IORING_OFF_* of linux/io_uring.h. */
#define OFFSET_SQ_RING UINT64_C(0)
#define OFFSET_CQ_RING UINT64_C(0x8000000)
#define OFFSET_SQES UINT64_C(0x10000000)

#define FEATURE_SINGLE_MMAP 1u
#define SETUP_SQE128 (1u << 10)
#define SETUP_NO_SQARRAY (1u << 16)

/*
 * The capacity of the queues is limited: IORING_MAX_ENTRIES and IORING_MAX_CQ_ENTRIES of
 * io_uring/io_uring.c.
 */
#define SQ_ENTRIES_MAX 32768u
#define CQ_ENTRIES_MAX 65536u

static bool is_size(uint32_t entries, uint32_t max)
{
	return entries && entries <= max && !(entries & (entries - 1));
}

bool ring_set_layout(struct ring *ring, const struct uring_params *params)
{
	ring->layout = *params;
	ring->sound = is_size(params->sq_entries, SQ_ENTRIES_MAX) &&
		      is_size(params->cq_entries, CQ_ENTRIES_MAX);
	return ring->sound;
}

uint64_t ring_find_file(pid_t tgid, int fd)
{
	char target[sizeof(RING_FILE) + 1];
	ssize_t len = proc_fd_link(tgid, fd, target, sizeof(target));
	struct statx file;

	if (len != sizeof(RING_FILE) - 1 || memcmp(target, RING_FILE, (size_t)len) != 0 ||
	    !proc_fd_status(tgid, fd, STATX_INO, &file))
		return 0;
	return file.stx_ino;
}

/* A mapping of a ring. */
struct mapping {
	uint64_t start, len;
};

/* The parts of a ring that the process has mapped. */
struct parts {
	uint64_t file;
	struct mapping ring, completions, entries;
};

static bool take_part(void *ctx, const struct proc_mapping *mapping)
{
	struct parts *parts = ctx;
	struct mapping part = { mapping->start, mapping->end - mapping->start };

	if (mapping->inode != parts->file || strcmp(mapping->path, RING_FILE) != 0)
		return false;
	if (mapping->offset == OFFSET_SQ_RING)
		parts->ring = part;
	else if (mapping->offset == OFFSET_CQ_RING)
		parts->completions = part;
	else if (mapping->offset == OFFSET_SQES)
		parts->entries = part;
	return false;
}

static bool find_parts(const struct ring *ring, struct parts *parts)
{
	parts->file = ring->file;
	proc_each_mapping(ring->tgid, take_part, parts);
	return parts->ring.len && parts->entries.len;
}

static bool read_number(const struct fetch *fetch, uint64_t address, uint32_t *number)
{
	return fetch_read(fetch, address, number, sizeof(*number)) == sizeof(*number);
}

/*
 * Whether the array of the submission queue is there. Libraries fill it once, so that each place
 * has its own number.
 */
static bool has_array(const struct fetch *fetch, uint64_t array, uint32_t entries)
{
	uint32_t first, last;

	return read_number(fetch, array, &first) &&
	       read_number(fetch, array + 4 * ((uint64_t)entries - 1), &last) &&
	       (entries == 1 || first != last) && first < entries && last < entries;
}

/* --- rings from which a thread of the kernel takes requests ---------------------------------- */

#define POLLER_NAME "iou-sqp-"

/* Whether a thread of a process is such a thread. A process can take the name, and not the flag. */
static bool is_poller(pid_t tid)
{
	struct proc_stat stat;

	return proc_stat_of(tid, &stat) && !strncmp(stat.comm, POLLER_NAME, strlen(POLLER_NAME)) &&
	       stat.flags & PROC_IO_WORKER;
}

bool rings_have_poller(pid_t tgid)
{
	pid_t *tids = NULL;
	ssize_t n = proc_threads(tgid, &tids);
	bool found = false;

	for (ssize_t i = 0; i < n && !found; i++)
		found = is_poller(tids[i]);
	free(tids);
	return found;
}

/*
 * Reads which thread takes requests from a ring, from /proc/PID/fdinfo. -1: none; 0: the kernel
 * does not say it.
 */
static long find_poller(const struct ring *ring)
{
	uint64_t poller;

	return proc_fd_number(ring->tgid, ring->fd, "SqThread", 10, &poller) ? (int)poller : 0;
}

#define POLLER_LOOKS 20

/*
 * Whether a ring of before the trace has such a thread. While the thread works, it has the lock of
 * the ring. Then the kernel says nothing of it, or before Linux 6.7 that there is none.
 */
static bool has_poller(const struct ring *ring)
{
	const struct timespec pause = { .tv_nsec = 100000 };
	long poller = 0;

	if (!rings_have_poller(ring->tgid))
		return false;
	for (unsigned i = 0; i < POLLER_LOOKS && poller <= 0; i++) {
		if (i)
			nanosleep(&pause, NULL);
		poller = find_poller(ring);
	}
	return poller >= 0;
}

/* --- the memory of a ring -------------------------------------------------------------------- */

/*
 * The layout of a ring that was made before the trace. The kernel gives all rings the same offsets,
 * so that those of a ring of scry's own are right; the sizes are in the ring. Whether SQEs have 128
 * bytes shows in the size of their mapping.
 */
static bool guess_layout(struct ring *ring, const struct fetch *fetch, const struct parts *parts)
{
	struct uring_params layout = { 0 };
	int own = (int)syscall(SYS_io_uring_setup, 1, &layout);
	uint32_t page = (uint32_t)sysconf(_SC_PAGESIZE);

	if (own < 0)
		return false;
	close(own);
	layout.flags = has_poller(ring) ? RING_SETUP_SQPOLL : 0;
	if (!read_number(fetch, parts->ring.start + layout.sq_off.ring_entries,
			 &layout.sq_entries) ||
	    !read_number(fetch, parts->ring.start + layout.cq_off.ring_entries, &layout.cq_entries))
		return false;
	if (parts->entries.len >= UINT64_C(128) * layout.sq_entries && parts->entries.len > page)
		layout.flags |= SETUP_SQE128;
	/* The array follows the results at a multiple of the size of a cache line. */
	layout.sq_off.array = (layout.cq_off.cqes + 16 * layout.cq_entries + 63) & ~UINT32_C(63);
	if (!has_array(fetch, parts->ring.start + layout.sq_off.array, layout.sq_entries))
		layout.flags |= SETUP_NO_SQARRAY;
	return ring_set_layout(ring, &layout);
}

bool ring_find_memory(struct ring *ring, const struct fetch *fetch)
{
	struct parts parts = { 0 };

	if (!find_parts(ring, &parts))
		return false;
	if (!ring->made_here && !guess_layout(ring, fetch, &parts))
		return false;
	ring->rings = parts.ring.start;
	ring->completions = parts.completions.len ? parts.completions.start : parts.ring.start;
	ring->entries = parts.entries.start;
	ring->mapped = true;
	return true;
}
