/* SPDX-License-Identifier: MIT */
/* The ring buffer through which the kernel program reports. */
#ifndef ENGINE_BPF_RING_H
#define ENGINE_BPF_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bpf_record;

#define RING_HEADER 8ul /* BPF_RINGBUF_HDR_SZ */

/*
 * See Documentation/bpf/ringbuf.rst of the kernel: two pages with positions, then the data, twice,
 * so that a record that wraps lies in one piece. To map all of it takes as long as to read ten
 * thousand records, so that it is mapped when it is read first.
 */
struct ring {
	int fd; /* not owned */
	unsigned long *consumed;
	const unsigned long *produced;
	/* the first .mapped bytes of this range are mapped, which has two times the ring */
	unsigned char *data;
	size_t mapped;
	size_t size; /* bytes; a power of two */
	size_t step; /* *consumed is written each time that as many bytes have been read */
	unsigned long at; /* the position of the next record */
	unsigned long end; /* *produced when it was read last */
	size_t len; /* bytes of the current record with its header; 0: none */
};

/* Maps a ring. Returns false, with errno, if that fails. */
bool ring_open(struct ring *ring, int fd, size_t size);
void ring_close(struct ring *ring);
/*
 * Returns the next record and its length in bytes. NULL: there is none, and the kernel may
 * overwrite all that were returned. The record is valid until the next call.
 */
const struct bpf_record *ring_next(struct ring *ring, size_t *len);

/* Leaves the current record in the ring: it is the next one again. */
static inline void ring_keep(struct ring *ring)
{
	ring->len = 0;
}

/* The position after the current record. */
static inline unsigned long ring_position(const struct ring *ring)
{
	return ring->at + (ring->len ? (RING_HEADER + ring->len + 7) & ~7ul : 0);
}

/* The position after the last record that the kernel has begun to write. */
static inline unsigned long ring_produced(const struct ring *ring)
{
	return __atomic_load_n(ring->produced, __ATOMIC_ACQUIRE);
}

/* Bytes of the ring that the kernel may not overwrite yet. Another thread may read the ring. */
static inline size_t ring_used(const struct ring *ring)
{
	unsigned long consumed = __atomic_load_n(ring->consumed, __ATOMIC_ACQUIRE);

	return ring_produced(ring) - consumed;
}

/* Whether the ring has no record, and none is being written. Another thread may read the ring. */
static inline bool ring_is_empty(const struct ring *ring)
{
	return __atomic_load_n(ring->consumed, __ATOMIC_ACQUIRE) >=
	       __atomic_load_n(ring->produced, __ATOMIC_ACQUIRE);
}

#endif
