/* SPDX-License-Identifier: MIT */
/*
 * Opens a descriptor of every kind and makes a call with it, so that a tracer shows the descriptor.
 *
 * usage: descriptors DIRECTORY [apart]
 * apart: only the descriptors that strace 6.1 shows differently
 */
#include <fcntl.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* Makes a call that has no effect. On 32-bit machines fcntl(3) makes the call fcntl64. */
static int show(int fd)
{
	if (fd >= 0)
		syscall(SYS_fcntl, fd, F_GETFD);
	return fd;
}

union address {
	struct sockaddr any;
	struct sockaddr_in in;
	struct sockaddr_in6 in6;
	struct sockaddr_un un;
	struct sockaddr_nl nl;
};

static union address loopback(int family, socklen_t *len)
{
	union address address = { .any.sa_family = (sa_family_t)family };

	*len = family == AF_INET ? sizeof(address.in) : sizeof(address.in6);
	if (family == AF_INET)
		address.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	else
		address.in6.sin6_addr = in6addr_loopback;
	return address;
}

static void inet(int family, int type, int protocol)
{
	socklen_t len;
	union address address = loopback(family, &len);
	int server = show(socket(family, type, protocol)), client;

	if (server < 0 || bind(server, &address.any, len))
		return;
	show(server);
	getsockname(server, &address.any, &len);
	if (type == SOCK_STREAM)
		listen(server, 0);
	client = socket(family, type, protocol);
	connect(client, &address.any, len);
	show(client);
	if (type == SOCK_STREAM)
		show(accept(server, NULL, NULL));
	show(server);
}

/*
 * Fills the queue of a listening socket, so that the next connection takes long to be established.
 */
static void connecting(void)
{
	socklen_t len;
	union address address = loopback(AF_INET, &len);
	int server = socket(AF_INET, SOCK_STREAM, 0), client = -1;

	bind(server, &address.any, len);
	getsockname(server, &address.any, &len);
	listen(server, 0);
	for (int i = 0; i < 4; i++) {
		client = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
		connect(client, &address.any, len);
		usleep(1000);
	}
	show(client);
}

static int named(int type, const char *name, size_t len)
{
	union address address = { .un.sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, type, 0);

	memcpy(address.un.sun_path, name, len);
	bind(fd, &address.any, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len));
	return show(fd);
}

static void local(void)
{
	union address address = { .un.sun_family = AF_UNIX };
	int pair[2], server, client, len;
	char abstract[32];

	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	show(pair[0]);
	show(pair[1]);
	socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
	show(pair[0]);
	show(socket(AF_UNIX, SOCK_STREAM, 0));
	server = named(SOCK_STREAM, "a \"na\nme\"", 9);
	listen(server, 1);
	strcpy(address.un.sun_path, "a \"na\nme\"");
	client = socket(AF_UNIX, SOCK_STREAM, 0);
	connect(client, &address.any, sizeof(address.un));
	show(client);
	show(accept(server, NULL, NULL));
	show(client);
	/* Tests that run at the same time share abstract names. */
	len = snprintf(abstract, sizeof(abstract), "%cscry test %05d", 0, getpid());
	named(SOCK_DGRAM, abstract, (size_t)len);
	named(SOCK_SEQPACKET, "seqpacket", 9);
}

static void netlink(int protocol)
{
	union address address = { .nl.nl_family = AF_NETLINK };
	int fd = show(socket(AF_NETLINK, SOCK_RAW, protocol));

	bind(fd, &address.any, sizeof(address.nl));
	show(fd);
}

static void files(void)
{
	int fd;

	show(open("/dev/null", O_RDWR));
	show(open("/", O_RDONLY));
	fd = open("file", O_RDWR | O_CREAT, 0600);
	show(fd);
	unlink("file");
	show(fd);
	fd = open("file (deleted)", O_RDWR | O_CREAT, 0600);
	show(fd);
	openat(AT_FDCWD, "nothing", O_RDONLY);
	show(socket(AF_PACKET, SOCK_RAW, 0));
}

static void processes(void)
{
	int pidfd;
	pid_t child = fork();

	if (!child)
		_exit(0);
	pidfd = (int)syscall(SYS_pidfd_open, child, 0);
	show(pidfd);
	waitpid(child, NULL, 0);
	show(pidfd);
	/* AT_FDCWD is a directory only in calls that take one. */
	syscall(SYS_fcntl, AT_FDCWD, F_GETFD);
}

/*
 * Descriptors that strace 6.1 does not describe, and a socket with a closed peer, for which it
 * shows cached details.
 */
static void apart(void)
{
	sigset_t set;
	int pair[2];

	show(posix_openpt(O_RDWR | O_NOCTTY));
	show(eventfd(3, EFD_SEMAPHORE));
	show(eventfd(18, 0));
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGUSR1);
	show(signalfd(-1, &set, 0));
	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	show(pair[0]);
	close(pair[1]);
	show(pair[0]);
}

int main(int argc, char **argv)
{
	static const int families[] = { AF_INET, AF_INET6 };

	if (argc < 2 || chdir(argv[1]))
		return 99;
	if (argc > 2) {
		apart();
		return 0;
	}
	files();
	local();
	for (size_t i = 0; i < 2; i++) {
		inet(families[i], SOCK_STREAM, 0);
		inet(families[i], SOCK_DGRAM, 0);
		show(socket(families[i], SOCK_RAW, IPPROTO_UDP));
	}
	connecting();
	netlink(NETLINK_ROUTE);
	netlink(NETLINK_GENERIC);
	processes();
	return 0;
}
