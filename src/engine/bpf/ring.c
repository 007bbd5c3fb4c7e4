/* SPDX-License-Identifier: MIT */
/* The ring buffer through which the kernel program reports. */
#include "engine/bpf/ring.h"

#include <linux/bpf.h>
#include <sys/mman.h>
#include <unistd.h>

#include "scry/plan.h"

/*
 * The producers read *consumed for each record, and the consumer *produced: each write takes the
 * cache line from the other CPU. So the consumer writes only each time that it has read this part
 * of the ring.
 */
#define STEPS 256

/* The data is mapped by pieces of this size, or of that of the ring. */
#define PIECE (1u << 20)

/* Maps the data up to this number of bytes at least. The addresses are reserved. */
static bool map_data(struct ring *ring, size_t end)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE),
	       piece = ring->size < PIECE ? ring->size : PIECE;

	while (ring->mapped < end) {
		if (mmap(ring->data + ring->mapped, piece, PROT_READ, MAP_SHARED | MAP_FIXED,
			 ring->fd, (off_t)(2 * page + ring->mapped)) == MAP_FAILED)
			return false;
		ring->mapped += piece;
	}
	return true;
}

bool ring_open(struct ring *ring, int fd, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *consumer, *producer, *data;

	consumer = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	producer = mmap(NULL, page, PROT_READ, MAP_SHARED, fd, (off_t)page);
	data = mmap(NULL, 2 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	*ring = (struct ring){
		.fd = fd,
		.consumed = consumer,
		.produced = producer,
		.data = data,
		.size = size,
		.step = size / STEPS,
	};
	if (consumer == MAP_FAILED || producer == MAP_FAILED || data == MAP_FAILED ||
	    !map_data(ring, 1)) {
		ring_close(ring);
		return false;
	}
	ring->at = ring->end = *ring->consumed;
	return true;
}

static void unmap(const void *address, size_t len)
{
	if (address && address != MAP_FAILED)
		munmap((void *)address, len);
}

void ring_close(struct ring *ring)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	unmap(ring->data, 2 * ring->size);
	unmap(ring->produced, page);
	unmap(ring->consumed, page);
	*ring = (struct ring){ 0 };
}

/* Allows the kernel to overwrite what was read. */
static void release(struct ring *ring, size_t step)
{
	if (ring->at - *ring->consumed > step)
		__atomic_store_n(ring->consumed, ring->at, __ATOMIC_RELEASE);
}

static void skip(struct ring *ring, size_t len)
{
	ring->at += (BPF_RINGBUF_HDR_SZ + len + 7) & ~7ul;
	release(ring, ring->step);
}

/* Whether the kernel has begun to write a record that was not read. */
static bool has_more(struct ring *ring)
{
	if (ring->at >= ring->end)
		ring->end = __atomic_load_n(ring->produced, __ATOMIC_ACQUIRE);
	return ring->at < ring->end;
}

/* Maps len bytes of the data from here on, if they are not mapped. */
static void need_data(struct ring *ring, size_t at, size_t len)
{
	if (at + len <= ring->mapped || map_data(ring, at + len))
		return;
	die_errno("cannot map the ring buffer");
}

const struct bpf_record *ring_next(struct ring *ring, size_t *len)
{
	if (ring->len)
		skip(ring, ring->len);
	ring->len = 0;
	while (has_more(ring)) {
		size_t at = ring->at & (ring->size - 1);
		const uint32_t *header = (const uint32_t *)(ring->data + at);
		uint32_t word;

		need_data(ring, at, BPF_RINGBUF_HDR_SZ);
		word = __atomic_load_n(header, __ATOMIC_ACQUIRE);
		if (word & BPF_RINGBUF_BUSY_BIT)
			break;
		*len = word & ~(BPF_RINGBUF_BUSY_BIT | BPF_RINGBUF_DISCARD_BIT);
		/* The kernel writes no such header: nothing that follows can be found. */
		if (((BPF_RINGBUF_HDR_SZ + *len + 7) & ~7ul) > ring->end - ring->at) {
			ring->at = ring->end;
			break;
		}
		if (word & BPF_RINGBUF_DISCARD_BIT || *len < sizeof(struct bpf_record)) {
			skip(ring, *len);
			continue;
		}
		need_data(ring, at, BPF_RINGBUF_HDR_SZ + *len);
		ring->len = *len;
		return (const struct bpf_record *)((const char *)header + BPF_RINGBUF_HDR_SZ);
	}
	release(ring, 0);
	return NULL;
}
