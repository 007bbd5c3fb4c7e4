/* SPDX-License-Identifier: MIT */
/* Reads the memory of a tracee. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

#include "scry/tracee.h"
#include "tracee/look_up.h"

/* The smallest page size of any architecture. Larger pages end at multiples of it too. */
#define PAGE 4096u

/* For kernels without CONFIG_CROSS_MEMORY_ATTACH and sandboxes that forbid process_vm_readv(2). */
static ssize_t read_mem_file(pid_t tid, uint64_t addr, void *buf, size_t len)
{
	char path[sizeof("/proc//mem") + 11];
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/mem", tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	got = pread(fd, buf, len, (off_t)addr);
	close(fd);
	return got;
}

static ssize_t read_once(pid_t tid, uint64_t addr, void *buf, size_t len)
{
	struct iovec local = { .iov_base = buf, .iov_len = len };
	struct iovec remote = { .iov_base = (void *)(uintptr_t)addr, .iov_len = len };
	ssize_t got = process_vm_readv(tid, &local, 1, &remote, 1, 0);

	if (got < 0 && (errno == EPERM || errno == ENOSYS))
		return read_mem_file(tid, addr, buf, len);
	return got;
}

/*
 * process_vm_readv(2) transfers an iovec completely or not at all, so a failed read may hide readable
 * pages before the unreadable one. After a failure the pages are read one by one.
 */
size_t tracee_memory_read(void *ctx, uint64_t addr, void *buf, size_t len)
{
	const struct tracee *tracee = ctx;
	size_t done = 0, chunk, in_page;

	/* The tracees of a 32-bit scry have no memory there. A 32-bit kernel reads at the lower half of such an address. */
	if ((uintptr_t)addr != addr)
		return 0;
	if (len > UINTPTR_MAX - addr)
		len = (size_t)(UINTPTR_MAX - addr);
	chunk = len;
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
