/* SPDX-License-Identifier: MIT */
/*
 * Makes calls with long arrays in memory.
 *
 *	bounds exec NUMBER LENGTH PATH...	executes each path with as many arguments, of this length and more; the last one should be a program
 *	bounds buffers NUMBER			moves as many buffers of four bytes by each call that takes a vector
 *	bounds descriptors NUMBER		waits for as many descriptors
 *	bounds messages NUMBER			sends as many control messages with a descriptor each, the last one of /dev/full
 *	bounds merged				executes "", which is the end of a string of the environment
 *	bounds absent				calls that fail before the kernel looks at their memory, which is not resident
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define PAGE 4096
#define PAGES 40

static void execute(size_t n, size_t len, char **paths)
{
	char **arguments = calloc(n + 1, sizeof(*arguments)), *environment[] = { NULL };

	for (size_t i = 0; i < n; i++) {
		char *text = arguments[i] = malloc(len + 32);
		int digits = snprintf(text, 32, "%zu.", i);

		memset(text + digits, 'a' + (int)(i % 26), len);
		text[digits + len] = '\0';
	}
	for (; *paths; paths++)
		execve(*paths, arguments, environment);
}

static void move(unsigned n)
{
	struct iovec *vector = calloc(n, sizeof(*vector));
	struct msghdr message = { .msg_iov = vector, .msg_iovlen = n };
	unsigned n_messages = n < 200 ? n : 200;
	struct mmsghdr *messages = calloc(n_messages, sizeof(*messages));
	char *bytes = malloc(4 * n + 1);
	int null = open("/dev/null", O_WRONLY), stream[2], packets[2], ends[2];

	for (unsigned i = 0; i < n; i++) {
		snprintf(bytes + 4 * i, 5, "%04u", i % 10000);
		vector[i] = (struct iovec){ bytes + 4 * i, 4 };
	}
	for (unsigned i = 0; i < n_messages; i++)
		messages[i].msg_hdr = (struct msghdr){ .msg_iov = vector + i,
						       .msg_iovlen = n - i < 3 ? n - i : 3 };
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, stream) || pipe(ends) ||
	    socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, packets))
		exit(2);
	/* Each call must be made, whether or not all is moved. */
	writev(null, vector, (int)n);
	pwritev2(null, vector, (int)n, -1, 0);
	sendmsg(stream[0], &message, 0);
	readv(stream[1], vector, (int)n);
	sendmsg(stream[0], &message, 0);
	recvmsg(stream[1], &message, 0);
	process_vm_readv(getpid(), vector, n, vector, n, 0);
	vmsplice(ends[1], vector, n, SPLICE_F_NONBLOCK);
	sendmmsg(packets[0], messages, n_messages, 0);
	writev(-1, vector, (int)n);
}

static void wait_for(unsigned n)
{
	struct rlimit limit = { n + 10, n + 10 };
	struct pollfd *polled = calloc(n, sizeof(*polled));
	unsigned long *set = calloc(n / 64 + 2, sizeof(*set));
	struct timespec none = { 0 };
	int null;

	setrlimit(RLIMIT_NOFILE, &limit);
	null = open("/dev/null", O_RDONLY);
	for (unsigned i = 0; i < n; i++) {
		int fd = i < 4 || dup2(null, (int)i) < 0 ? null : (int)i;

		polled[i] = (struct pollfd){ fd, POLLIN, 0 };
	}
	set[n / 64 - 1] = 7;
	ppoll(polled, n, &none, NULL);
	syscall(SYS_pselect6, n, set, NULL, NULL, &none, NULL);
}

/* The kernel takes 253 descriptors at most: with more the call fails, and its memory is shown all the same. */
static void pass(unsigned n)
{
	char *control = calloc(n, CMSG_SPACE(sizeof(int)));
	struct iovec byte = { "x", 1 };
	struct msghdr message = { .msg_iov = &byte, .msg_iovlen = 1, .msg_control = control };
	int ends[2], full = open("/dev/full", O_WRONLY);

	if (full < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		exit(2);
	for (unsigned i = 0; i < n; i++) {
		struct cmsghdr *header = (struct cmsghdr *)(control + i * CMSG_SPACE(sizeof(int)));

		header->cmsg_len = CMSG_LEN(sizeof(int));
		header->cmsg_level = SOL_SOCKET;
		header->cmsg_type = SCM_RIGHTS;
		memcpy(CMSG_DATA(header), i == n - 1 ? &full : &ends[0], sizeof(int));
	}
	message.msg_controllen = n * CMSG_SPACE(sizeof(int));
	sendmsg(ends[0], &message, 0);
}

static void execute_merged(void)
{
	static char variable[] = "SECRET=";
	char *arguments[] = { "merged", NULL }, *environment[] = { variable, NULL };

	execve(variable + sizeof(variable) - 1, arguments, environment);
}

static void fail_early(void)
{
	char *pages = mmap(NULL, (PAGES + 1) * (size_t)PAGE, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct iovec buffer = { pages + PAGES * (size_t)PAGE, 5 };
	char *arguments[PAGES + 1] = { pages, NULL }, *environment[] = { NULL };

	syscall(SYS_execve, 8, arguments, environment);
	writev(-1, &buffer, 1);
	for (unsigned i = 0; i < PAGES; i++)
		arguments[i] = pages + i * PAGE;
	execve("/nonexistent", arguments, environment);
}

int main(int argc, char **argv)
{
	unsigned n = argc > 2 ? (unsigned)atoi(argv[2]) : 0;

	if (argc > 4 && !strcmp(argv[1], "exec"))
		execute(n, (size_t)atoi(argv[3]), argv + 4);
	else if (argc > 2 && !strcmp(argv[1], "buffers"))
		move(n);
	else if (argc > 2 && !strcmp(argv[1], "descriptors"))
		wait_for(n);
	else if (argc > 2 && !strcmp(argv[1], "messages"))
		pass(n);
	else if (argc > 1 && !strcmp(argv[1], "merged"))
		execute_merged();
	else if (argc > 1 && !strcmp(argv[1], "absent"))
		fail_early();
	else
		return 2;
	return 0;
}
