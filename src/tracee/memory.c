/* SPDX-License-Identifier: MIT */
/* Reads the memory of a tracee. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "scry/proc.h"
#include "scry/tracee.h"
#include "tracee/look_up.h"

/* The smallest page size of any architecture. Larger pages end at multiples of it too. */
#define PAGE 4096u

/* Most strings are shorter. Later reads of a string get a page. */
#define STRING_BYTES 256u

/* For kernels without CONFIG_CROSS_MEMORY_ATTACH and sandboxes that forbid process_vm_readv(2). */
static ssize_t read_mem_file(pid_t tid, uint64_t addr, void *buf, size_t len)
{
	int fd = proc_open_memory(tid, O_RDONLY);
	ssize_t got;

	if (fd < 0)
		return -1;
	got = pread(fd, buf, len, (off_t)addr);
	close(fd);
	return got;
}

static ssize_t read_parts(pid_t tid, void *buf, size_t len, const struct iovec *parts, unsigned n)
{
	struct iovec local = { .iov_base = buf, .iov_len = len };
	ssize_t got = process_vm_readv(tid, &local, 1, parts, n, 0);

	if (got < 0 && (errno == EPERM || errno == ENOSYS))
		return read_mem_file(tid, (uintptr_t)parts->iov_base, buf, len);
	return got;
}

static struct iovec part_at(uint64_t addr, size_t len)
{
	return (struct iovec){ .iov_base = (void *)(uintptr_t)addr, .iov_len = len };
}

static ssize_t read_once(pid_t tid, uint64_t addr, void *buf, size_t len)
{
	struct iovec part = part_at(addr, len);

	return read_parts(tid, buf, len, &part, 1);
}

/* Reads up to a page. If the second of two pages is unreadable, gets what the first one has. */
static ssize_t read_in_pages(pid_t tid, uint64_t addr, void *buf, size_t len)
{
	size_t in_page = PAGE - addr % PAGE, first = len < in_page ? len : in_page;
	struct iovec parts[] = { part_at(addr, first), part_at(addr + first, len - first) };

	return read_parts(tid, buf, len, parts, len > first ? 2 : 1);
}

static size_t limit_length(uint64_t addr, size_t len)
{
	/*
	 * The tracees of a 32-bit scry have no memory there. A 32-bit kernel reads at the lower
	 * half of such an address.
	 */
	if ((uintptr_t)addr != addr)
		return 0;
	return len > UINTPTR_MAX - addr ? (size_t)(UINTPTR_MAX - addr) : len;
}

/*
 * process_vm_readv(2) transfers an iovec completely or not at all, so a failed read may hide
 * readable pages before the unreadable one. After a failure the pages are read one by one.
 */
size_t tracee_memory_read(void *ctx, uint64_t addr, void *buf, size_t len)
{
	const struct tracee *tracee = ctx;
	size_t done = 0, chunk, in_page;

	chunk = len = limit_length(addr, len);
	while (done < len) {
		ssize_t got = read_once(tracee->tid, addr + done, (char *)buf + done, chunk);

		if (got == (ssize_t)(len - done))
			return len;
		if (got > 0)
			done += (size_t)got;
		in_page = PAGE - (addr + done) % PAGE;
		if (got <= 0 && chunk <= in_page)
			break;
		chunk = len - done < in_page ? len - done : in_page;
	}
	return done;
}

size_t tracee_memory_read_string(void *ctx, uint64_t addr, void *buf, size_t len)
{
	const struct tracee *tracee = ctx;
	size_t done = 0, want;
	ssize_t got;

	len = limit_length(addr, len);
	do {
		want = done ? PAGE : STRING_BYTES;
		want = len - done < want ? len - done : want;
		got = read_in_pages(tracee->tid, addr + done, (char *)buf + done, want);
		if (got <= 0)
			break;
		done += (size_t)got;
	} while ((size_t)got == want && done < len &&
		 !memchr((char *)buf + done - got, '\0', (size_t)got));
	return done;
}
