/* SPDX-License-Identifier: MIT */
/*
 * Details of sockets. pidfd_getfd(2) (Linux 5.6) duplicates the descriptor of the tracee, and the
 * duplicate is queried and closed. That is right in every network namespace, never stale, and takes
 * the same time with a hundred thousand sockets as with one. If the kernel refuses it,
 * /proc/PID/net is read.
 */
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "scry/proc.h"
#include "scry/tracee.h"
#include "tracee/look_up.h"

#ifndef PIDFD_THREAD
#define PIDFD_THREAD O_EXCL /* Linux 6.9 */
#endif

#ifndef IPPROTO_MPTCP
#define IPPROTO_MPTCP 262
#endif

static uint64_t inode_of(int fd)
{
	struct stat status;

	return fstat(fd, &status) ? 0 : status.st_ino;
}

/*
 * The thread is preferred because the leader may have ended, or have another descriptor table
 * (CLONE_FILES in unshare(2)).
 */
int socket_open_pidfd(const struct tracee *tracee)
{
	int pidfd = (int)syscall(SYS_pidfd_open, tracee->tid, PIDFD_THREAD);

	return pidfd >= 0 ? pidfd : (int)syscall(SYS_pidfd_open, tracee->tgid, 0);
}

int socket_duplicate(const struct tracee *tracee, int fd, uint64_t inode)
{
	int pidfd = socket_open_pidfd(tracee), copy;

	if (pidfd < 0)
		return -1;
	copy = (int)syscall(SYS_pidfd_getfd, pidfd, fd, 0);
	close(pidfd);
	if (copy >= 0 && inode_of(copy) != inode) {
		close(copy);
		copy = -1;
	}
	return copy;
}

static int option_of(int fd, int level, int name)
{
	socklen_t len = sizeof(int);
	int value = -1;

	return getsockopt(fd, level, name, &value, &len) ? -1 : value;
}

union address {
	struct sockaddr any;
	struct sockaddr_in in;
	struct sockaddr_in6 in6;
	struct sockaddr_un un;
	struct sockaddr_nl nl;
};

static void set_end(struct fd_end *end, const union address *address)
{
	bool v6 = address->any.sa_family == AF_INET6;

	end->port = ntohs(v6 ? address->in6.sin6_port : address->in.sin_port);
	if (v6)
		memcpy(end->address, &address->in6.sin6_addr, 16);
	else
		memcpy(end->address, &address->in.sin_addr, 4);
	end->known = end->port != 0;
}

/*
 * Returns whether a TCP connection is being established. Then getpeername(2) fails, but
 * /proc/PID/net shows the peer.
 */
static bool is_connecting(int fd)
{
	struct tcp_info info;
	socklen_t len = sizeof(info);

	return !getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &len) && len > 0 &&
	       info.tcpi_state == TCP_SYN_SENT;
}

static const char *inet_type(int type, int protocol)
{
	if (type == SOCK_RAW)
		return "RAW";
	switch (protocol) {
	case IPPROTO_TCP:
		return "TCP";
	case IPPROTO_UDP:
		return "UDP";
	case IPPROTO_UDPLITE:
		return "UDPLITE";
	case IPPROTO_MPTCP:
		return "MPTCP";
	default:
		return NULL;
	}
}

bool tracee_socket_type(struct fd_socket *socket, int type, int protocol)
{
	const char *name;

	switch (socket->family) {
	case AF_INET:
	case AF_INET6:
		name = inet_type(type, protocol);
		if (name)
			snprintf(socket->type, sizeof(socket->type), "%s%s", name,
				 socket->family == AF_INET6 ? "v6" : "");
		return name;
	case AF_UNIX:
		strcpy(socket->type, type == SOCK_STREAM ? "UNIX-STREAM" : "UNIX");
		return true;
	case AF_NETLINK:
		strcpy(socket->type, "NETLINK");
		return true;
	default:
		return false;
	}
}

bool tracee_socket_connects(const struct fd_socket *socket)
{
	static const char *const types[] = { "TCP",	"TCPv6", "MPTCP",
					     "MPTCPv6", "UNIX",	 "UNIX-STREAM" };

	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (!strcmp(socket->type, types[i]))
			return true;
	return false;
}

static void inet_detail(const struct tracee *tracee, int fd, struct fd_socket *found)
{
	union address address = { 0 };
	socklen_t len = sizeof(address);

	if (!strncmp(found->type, "RAW", 3))
		return;
	if (!getsockname(fd, &address.any, &len))
		set_end(&found->local, &address);
	len = sizeof(address);
	if (!getpeername(fd, &address.any, &len))
		set_end(&found->peer, &address);
	else if (found->local.known && is_connecting(fd))
		socket_read_table(tracee, found);
}

/* A unix_diag request, sock_diag(7). No call on an AF_UNIX socket returns the inode of its peer. */
struct peer_query {
	struct nlmsghdr header;
	struct unix_diag_req request;
};

static uint64_t peer_in_reply(const struct nlmsghdr *header, size_t len)
{
	const struct unix_diag_msg *message = NLMSG_DATA(header);
	const struct nlattr *attribute = (const void *)(message + 1);

	if (len < NLMSG_LENGTH(sizeof(*message) + sizeof(*attribute) + 4) ||
	    header->nlmsg_type != SOCK_DIAG_BY_FAMILY || attribute->nla_type != UNIX_DIAG_PEER)
		return 0;
	return *(const uint32_t *)(const void *)(attribute + 1);
}

static uint64_t unix_peer(uint64_t inode)
{
	struct peer_query query = {
		.header = { .nlmsg_len = sizeof(query),
			    .nlmsg_type = SOCK_DIAG_BY_FAMILY,
			    .nlmsg_flags = NLM_F_REQUEST },
		.request = { .sdiag_family = AF_UNIX,
			     .udiag_states = UINT32_MAX,
			     .udiag_ino = (uint32_t)inode,
			     .udiag_show = UDIAG_SHOW_PEER,
			     .udiag_cookie = { UINT32_MAX, UINT32_MAX } },
	};
	union {
		struct nlmsghdr header;
		char bytes[512];
	} reply;
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
	uint64_t peer = 0;
	ssize_t got;

	if (fd < 0)
		return 0;
	if (send(fd, &query, sizeof(query), 0) == sizeof(query)) {
		got = recv(fd, &reply, sizeof(reply), MSG_DONTWAIT);
		if (got > 0)
			peer = peer_in_reply(&reply.header, (size_t)got);
	}
	close(fd);
	return peer;
}

void tracee_socket_name(struct fd_socket *socket, const void *name, size_t len)
{
	socket->name_len = len < FD_SOCKET_NAME ? len : FD_SOCKET_NAME;
	memcpy(socket->name, name, socket->name_len);
	if (socket->name[0])
		socket->name_len = strnlen((char *)socket->name, socket->name_len);
}

static void unix_detail(int fd, struct fd_socket *found)
{
	size_t head = offsetof(struct sockaddr_un, sun_path);
	union address address = { 0 };
	socklen_t len = sizeof(address);

	found->peer_inode = unix_peer(found->inode);
	if (!getsockname(fd, &address.any, &len) && len > head)
		tracee_socket_name(found, address.un.sun_path, len - head);
}

static void netlink_detail(int fd, struct fd_socket *found)
{
	union address address = { 0 };
	socklen_t len = sizeof(address);

	found->protocol = option_of(fd, SOL_SOCKET, SO_PROTOCOL);
	if (!getsockname(fd, &address.any, &len))
		found->port_id = address.nl.nl_pid;
}

static void query_socket(const struct tracee *tracee, int fd, struct fd_socket *found)
{
	found->family = option_of(fd, SOL_SOCKET, SO_DOMAIN);
	if (!tracee_socket_type(found, option_of(fd, SOL_SOCKET, SO_TYPE),
				option_of(fd, SOL_SOCKET, SO_PROTOCOL))) {
		found->is_other = found->family > 0;
		found->family = 0;
	}
	switch (found->family) {
	case AF_INET:
	case AF_INET6:
		inet_detail(tracee, fd, found);
		return;
	case AF_UNIX:
		unix_detail(fd, found);
		return;
	case AF_NETLINK:
		netlink_detail(fd, found);
		return;
	default:
		break;
	}
}

bool socket_get_detail(const struct tracee *tracee, int fd, struct fd_detail *detail)
{
	struct fd_socket *found = &detail->socket;
	struct statx status;
	int copy;

	if (!proc_fd_status(tracee->tid, fd, STATX_INO, &status))
		return false;
	found->inode = status.stx_ino;
	copy = socket_duplicate(tracee, fd, found->inode);
	if (copy < 0) {
		socket_read_name(tracee, fd, found);
		return true;
	}
	query_socket(tracee, copy, found);
	close(copy);
	return true;
}

/* Checks the name of the protocol first: that is one call, and few sockets are netlink sockets. */
int tracee_netlink(void *ctx, int fd)
{
	const struct tracee *tracee = ctx;
	struct fd_detail detail = { .kind = FD_SOCKET };
	char path[PROC_PATH], name[16];
	ssize_t len;

	proc_fd_path(path, tracee->tid, fd);
	len = proc_attribute_of_path(path, "system.sockprotoname", name, sizeof(name));
	if (len < 7 || memcmp(name, "NETLINK", 7) || !socket_get_detail(tracee, fd, &detail))
		return -1;
	return detail.socket.family == AF_NETLINK ? detail.socket.protocol : -1;
}
