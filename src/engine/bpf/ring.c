/* SPDX-License-Identifier: MIT */
/* The ring buffer through which the kernel program reports. */
#include "engine/bpf/ring.h"

#include <linux/bpf.h>
#include <sys/mman.h>
#include <unistd.h>

#include "scry/plan.h"

/*
 * The producers read *consumed for each record, and the consumer *produced: each write takes the cache line from the other CPU. So
 * the consumer writes only each time that it has read this part of the ring.
 */
#define STEPS 256

bool ring_open(struct ring *ring, int fd, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *consumer, *producer;

	consumer = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (consumer == MAP_FAILED)
		return false;
	producer = mmap(NULL, page + 2 * size, PROT_READ, MAP_SHARED, fd, (off_t)page);
	if (producer == MAP_FAILED) {
		munmap(consumer, page);
		return false;
	}
	*ring = (struct ring){
		.fd = fd,
		.consumed = consumer,
		.produced = producer,
		.data = (const unsigned char *)producer + page,
		.size = size,
		.step = size / STEPS,
	};
	ring->at = ring->end = *ring->consumed;
	return true;
}

void ring_close(struct ring *ring)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (!ring->consumed)
		return;
	munmap((void *)ring->produced, page + 2 * ring->size);
	munmap(ring->consumed, page);
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

const struct plan_record *ring_next(struct ring *ring, size_t *len)
{
	if (ring->len)
		skip(ring, ring->len);
	ring->len = 0;
	while (has_more(ring)) {
		const uint32_t *header =
			(const uint32_t *)(ring->data + (ring->at & (ring->size - 1)));
		uint32_t word = __atomic_load_n(header, __ATOMIC_ACQUIRE);

		if (word & BPF_RINGBUF_BUSY_BIT)
			break;
		*len = word & ~(BPF_RINGBUF_BUSY_BIT | BPF_RINGBUF_DISCARD_BIT);
		/* The kernel writes no such header: nothing that follows can be found. */
		if (((BPF_RINGBUF_HDR_SZ + *len + 7) & ~7ul) > ring->end - ring->at) {
			ring->at = ring->end;
			break;
		}
		if (word & BPF_RINGBUF_DISCARD_BIT || *len < sizeof(struct plan_record)) {
			skip(ring, *len);
			continue;
		}
		ring->len = *len;
		return (const struct plan_record *)((const char *)header + BPF_RINGBUF_HDR_SZ);
	}
	release(ring, 0);
	return NULL;
}
