/* SPDX-License-Identifier: MIT */
/*
 * Names of network interfaces. Indexes are per network namespace (network_namespaces(7)): a name is
 * that in the namespace of the socket of the call, or else in that of the thread. If that namespace
 * cannot be asked, the name is unknown.
 */
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/proc.h"
#include "scry/tracee.h"
#include "tracee/look_up.h"

#ifndef PIDFD_GET_NET_NAMESPACE
#define PIDFD_GET_NET_NAMESPACE _IO(0xff, 4) /* Linux 6.11 */
#endif

#ifndef SO_NETNS_COOKIE
#define SO_NETNS_COOKIE 71 /* Linux 5.14 */
#endif

ssize_t tracee_ask_interface(int socket, int index, char *buf, size_t len)
{
	struct ifreq request = { .ifr_ifindex = index };
	size_t n;

	if (ioctl(socket, SIOCGIFNAME, &request))
		return -1;
	n = strnlen(request.ifr_name, sizeof(request.ifr_name));
	n = n < len ? n : len;
	memcpy(buf, request.ifr_name, n);
	return (ssize_t)n;
}

uint64_t tracee_network_cookie(int socket)
{
	uint64_t cookie = 0;
	socklen_t len = sizeof(cookie);

	return getsockopt(socket, SOL_SOCKET, SO_NETNS_COOKIE, &cookie, &len) ? 0 : cookie;
}

/* Opens a socket in the network namespace of the calling thread. */
static int open_socket(void)
{
	return socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
}

/*
 * Only descriptors that /proc shows as sockets are duplicated: to close a duplicate of another file
 * may mean something.
 */
static int duplicate_socket(const struct tracee *tracee, int fd)
{
	char name[PROC_PATH];
	unsigned long long inode;

	if (fd < 0 || !proc_link_text(tracee->tid, name, sizeof(name), "fd/%d", fd) ||
	    sscanf(name, "socket:[%llu]", &inode) != 1)
		return -1;
	return socket_duplicate(tracee, fd, inode);
}

/*
 * Opens the network namespace of the thread of a pidfd. Before Linux 6.11, /proc has it by the
 * number of the thread.
 */
static int open_namespace(int pidfd, pid_t tid)
{
	int fd = ioctl(pidfd, PIDFD_GET_NET_NAMESPACE, 0);

	return fd >= 0 ? fd : proc_open(tid, "ns/net");
}

static int open_namespace_of(const struct tracee *tracee)
{
	int pidfd = socket_open_pidfd(tracee), fd;

	if (pidfd < 0)
		return -1;
	fd = open_namespace(pidfd, tracee->tid);
	close(pidfd);
	return fd;
}

/* Opens the network namespace of the calling thread. */
static int open_own_namespace(void)
{
	const struct tracee self = { .tid = gettid(), .tgid = getpid() };

	return open_namespace_of(&self);
}

static bool is_same(int one, int other)
{
	struct stat a, b;

	return !fstat(one, &a) && !fstat(other, &b) && a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

/*
 * Makes a socket in another network namespace: the calling thread enters it, and comes back. That
 * needs CAP_SYS_ADMIN (setns(2)); other threads stay where they are. Returns -1 if the kernel
 * refuses it.
 */
static int open_socket_in(int other, int own)
{
	int socket;

	if (setns(other, CLONE_NEWNET))
		return -1;
	socket = open_socket();
	/*
	 * A thread that cannot come back must not go on: it would be in a namespace of others. The
	 * kernel has no reason to refuse it.
	 */
	if (setns(own, CLONE_NEWNET))
		abort();
	return socket;
}

/*
 * Makes a socket in the network namespace of the thread, which has the cookie, unless that is 0.
 * Returns -1 if that is not possible.
 */
static int open_socket_of(const struct tracee *tracee, uint64_t cookie)
{
	int own, other, socket = -1;

	if (cookie) {
		socket = open_socket();
		if (socket < 0 || tracee_network_cookie(socket) == cookie)
			return socket;
		close(socket);
		socket = -1;
	}
	own = open_own_namespace();
	other = open_namespace_of(tracee);
	if (own >= 0 && other >= 0)
		socket =
			!cookie && is_same(own, other) ? open_socket() : open_socket_in(other, own);
	if (own >= 0)
		close(own);
	if (other >= 0)
		close(other);
	if (socket >= 0 && cookie && tracee_network_cookie(socket) != cookie) {
		close(socket);
		return -1;
	}
	return socket;
}

int tracee_open_network(const struct tracee *tracee, int fd, uint64_t cookie)
{
	int socket = duplicate_socket(tracee, fd);

	return socket < 0 ? open_socket_of(tracee, cookie) : socket;
}

ssize_t tracee_interface_name(void *ctx, int fd, int index, char *buf, size_t len)
{
	int socket = index > 0 ? tracee_open_network(ctx, fd, 0) : -1;
	ssize_t n;

	if (socket < 0)
		return -1;
	n = tracee_ask_interface(socket, index, buf, len);
	close(socket);
	return n;
}
