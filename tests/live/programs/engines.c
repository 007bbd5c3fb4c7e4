/* SPDX-License-Identifier: MIT */
/*
 * A program with calls of which a tracer needs more than registers: messages, descriptors far
 * behind in arrays, names of processes, memory that ends.
 *
 * usage: engines netlink32 | late | ends | sibling
 */
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SKIPPED 77

#ifdef __x86_64__
/* Returns memory below 4 GiB. */
static void *low_memory(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);

	if (memory == MAP_FAILED)
		exit(SKIPPED);
	return memory;
}

/* socketcall(2) of i386, linux/net.h. It has no number on x86_64. */
static int socketcall(int number, const void *arguments)
{
	int result;

	asm volatile("int $0x80" : "=a"(result) : "a"(102), "b"(number), "c"(arguments) : "memory");
	return result;
}

struct low {
	struct nlmsghdr request;
	struct rtgenmsg body;
	uint32_t arguments[6];
	uint32_t vector[2];
	uint32_t message[7];
	char answer[65536];
};

static uint32_t low_address(const void *address)
{
	return (uint32_t)(uintptr_t)address;
}

/* A request to netlink and its answer, by each call that socketcall(2) has for them. */
static void netlink_by_socketcall(void)
{
	enum { SEND = 9, RECV, SENDTO, RECVFROM, SENDMSG = 16, RECVMSG };
	struct low *low = low_memory(sizeof(*low));
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	int pair[2];

	low->request = (struct nlmsghdr){ .nlmsg_len = NLMSG_LENGTH(sizeof(low->body)),
					  .nlmsg_type = RTM_GETNEIGHTBL,
					  .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK };
	low->vector[0] = low_address(&low->request);
	low->vector[1] = low->request.nlmsg_len;
	low->message[2] = low_address(low->vector);
	low->message[3] = 1;
	memcpy(low->arguments,
	       (uint32_t[]){ (uint32_t)fd, low_address(&low->request), low->request.nlmsg_len },
	       12);
	if (socketcall(SEND, low->arguments) == -38)
		exit(SKIPPED);
	socketcall(SENDTO, low->arguments);
	low->arguments[1] = low_address(low->answer);
	low->arguments[2] = sizeof(low->answer);
	socketcall(RECV, low->arguments);
	socketcall(RECVFROM, low->arguments);
	low->arguments[1] = low_address(low->message);
	low->arguments[2] = 0;
	socketcall(SENDMSG, low->arguments);
	low->vector[0] = low_address(low->answer);
	low->vector[1] = sizeof(low->answer);
	socketcall(RECVMSG, low->arguments);
	/* The same bytes by another socket are no messages. */
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		exit(1);
	memcpy(low->arguments,
	       (uint32_t[]){ (uint32_t)pair[0], low_address(&low->request),
			     low->request.nlmsg_len },
	       12);
	socketcall(SEND, low->arguments);
}
#else
static void netlink_by_socketcall(void)
{
	exit(SKIPPED);
}
#endif

/* The descriptor of a file is the last one of many, by each call that has several. */
static void late_descriptors(void)
{
	enum { N = 40, LATE = 300 };
	int file = open("late", O_RDWR | O_CREAT, 0600), fds[2], pair[2], set, other;
	struct pollfd polls[N];
	struct timespec none = { 0, 0 };
	struct epoll_event events[N];
	struct timeval at_once = { 0, 0 };
	fd_set readable;
	union {
		char bytes[CMSG_SPACE(sizeof(int[N]))];
		struct cmsghdr header;
	} control = { .header = { CMSG_LEN(sizeof(int[N])), SOL_SOCKET, SCM_RIGHTS } };
	char byte = 'x';
	struct iovec vectors[N];
	struct msghdr message = { .msg_iov = vectors,
				  .msg_iovlen = N,
				  .msg_control = &control,
				  .msg_controllen = sizeof(control) };
	struct mmsghdr messages[3];
	int passed[N];

	if (file < 0 || pipe(fds) || socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) ||
	    dup2(file, LATE) != LATE || dup2(fds[0], 5) < 0)
		exit(1);
	for (int i = 0; i < N; i++) {
		polls[i] = (struct pollfd){ .fd = fds[0], .events = POLLIN };
		passed[i] = fds[0];
		vectors[i] = (struct iovec){ &byte, 0 };
	}
	polls[N - 1].fd = passed[N - 1] = LATE;
	vectors[N - 1].iov_len = 1;
	memcpy(CMSG_DATA(&control.header), passed, sizeof(passed));
	poll(polls, N, 0);
	ppoll(polls, N, &none, NULL);
	poll(polls + N - 3, 3, 0);
	FD_ZERO(&readable);
	FD_SET(fds[0], &readable);
	FD_SET(LATE, &readable);
	select(LATE + 1, &readable, NULL, NULL, &at_once);
	pselect(LATE + 1, &readable, NULL, NULL, &none, NULL);
	set = epoll_create1(0);
	for (int i = 0; i < N; i++) {
		other = dup(fds[1]);
		epoll_ctl(set, EPOLL_CTL_ADD, other,
			  &(struct epoll_event){ .events = EPOLLOUT, .data.fd = other });
	}
	epoll_wait(set, events, N, 0);
	sendmsg(pair[0], &message, 0);
	for (int i = 0; i < 3; i++)
		messages[i] = (struct mmsghdr){ .msg_hdr = message };
	sendmmsg(pair[0], messages, 3, 0);
}

/*
 * Returns n bytes up to the end of a page, behind which there is no memory (hole) or a page that
 * was never touched.
 */
static char *bytes_at_end(bool hole, size_t n, char byte)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *pages =
		mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED || (hole && munmap(pages + 2 * page, page)))
		exit(1);
	return memset(pages + 2 * page - n, byte, n);
}

/*
 * Strings without a NUL, or of the length that text shows, that end where memory ends. Each call
 * fails, or changes nothing.
 */
static void strings_at_ends(void)
{
	static const size_t lengths[] = { 1, 31, 32, 33, 34, 64, 255, 4094, 4095, 4096 };

	for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		for (int hole = 0; hole < 2; hole++) {
			size_t n = lengths[i];
			char *argv[] = { bytes_at_end(hole, n, 'a'), NULL };

			chdir(bytes_at_end(hole, n, '/'));
			access(bytes_at_end(hole, n, 'p'), F_OK);
			symlink(bytes_at_end(hole, n, 't'), bytes_at_end(hole, n, '/'));
			syscall(SYS_delete_module, bytes_at_end(hole, n, 'm'), 0x80000000);
			syscall(SYS_init_module, NULL, 0, bytes_at_end(hole, n, 'v'));
			syscall(SYS_memfd_create, bytes_at_end(hole, n, 'f'), 0x80000000);
			syscall(SYS_setxattr, "nothing", bytes_at_end(hole, n, 'x'), "v", 1, 0);
			/*
			 * A record of the bpf engine has no room for three strings of 4096 bytes.
			 */
			if (n < 4000)
				syscall(SYS_mount, bytes_at_end(hole, n, 's'), "nothing",
					bytes_at_end(hole, n, 'f'), 0, bytes_at_end(hole, n, 'd'));
			syscall(SYS_execve, "nothing", argv, NULL);
			if (write(-1, bytes_at_end(hole, n, 'w'), n) >= 0)
				exit(1);
		}
	}
}

/* A child of the parent of this process, which is scry: it must not stay a zombie. */
static void make_sibling(void)
{
	long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);

	if (!child)
		_exit(3);
	while (!kill((pid_t)child, 0))
		usleep(1000);
}

static const struct {
	const char *name;
	void (*run)(void);
} modes[] = {
	{ "netlink32", netlink_by_socketcall },
	{ "late", late_descriptors },
	{ "ends", strings_at_ends },
	{ "sibling", make_sibling },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof(modes) / sizeof(*modes); i++) {
		if (!strcmp(argv[1], modes[i].name)) {
			modes[i].run();
			return 0;
		}
	}
	fprintf(stderr, "usage: engines MODE\n");
	return 2;
}
