/* SPDX-License-Identifier: MIT */
/*
 * A program of whose calls a tracer asks more than registers: messages, descriptors far behind in arrays, names of processes, memory that ends.
 *
 * usage: engines netlink32
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define SKIPPED 77

/* Returns memory below 4 GiB. */
static void *low_memory(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);

	if (memory == MAP_FAILED)
		exit(SKIPPED);
	return memory;
}

#ifdef __x86_64__
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
	low_memory(1);
	exit(SKIPPED);
}
#endif

static const struct {
	const char *name;
	void (*run)(void);
} modes[] = {
	{ "netlink32", netlink_by_socketcall },
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
