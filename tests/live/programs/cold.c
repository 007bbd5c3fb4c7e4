/* SPDX-License-Identifier: MIT */
/*
 * Makes calls whose memory is not resident, and which the kernel does not read: a seccomp filter
 * refuses some of them, others fail before the kernel comes to it.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define OBJECTS 16
#define PAGE 4096
#define DESCRIPTOR 99

/*
 * The kernel maps up to 64 KiB around a page of a file that it reads, but never a page of a private
 * mapping that was written.
 */
static char *map_cold(int file)
{
	char *memory = mmap(NULL, OBJECTS * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);

	if (memory == MAP_FAILED)
		_exit(2);
	return memory;
}

static void put(int file, unsigned page, const void *bytes, size_t len)
{
	if (pwrite(file, bytes, len, (off_t)page * PAGE) != (ssize_t)len)
		_exit(2);
}

static void refuse_calls(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mkdirat, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_linkat, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(filter) / sizeof(*filter), filter };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		_exit(77);
}

int main(void)
{
	int file = memfd_create("cold", 0);
	char *first, *second, *third;
	struct iovec vector[2];
	uintptr_t data;

	if (file < 0 || ftruncate(file, OBJECTS * PAGE))
		return 2;
	put(file, 0, "/first", 7);
	put(file, 1, "/second", 8);
	put(file, 2, "pointed to", 10);
	/* A mapping for each call: one that the kernel reads may make others resident. */
	first = map_cold(file);
	second = map_cold(file);
	third = map_cold(file);
	data = (uintptr_t)third + 2 * PAGE;
	vector[0] = (struct iovec){ (void *)data, 10 };
	vector[1] = (struct iovec){ (void *)8, 3 };
	put(file, 3, vector, sizeof(vector));
	refuse_calls();
	syscall(SYS_mkdirat, AT_FDCWD, first, 0700);
	syscall(SYS_linkat, AT_FDCWD, second, AT_FDCWD, second + PAGE, 0);
	syscall(SYS_mkdirat, AT_FDCWD, (char *)16, 0700);
	syscall(SYS_writev, DESCRIPTOR, third + 3 * PAGE, 2);
	syscall(SYS_linkat, AT_FDCWD, first, AT_FDCWD, "/linked", 0);
	return 0;
}
