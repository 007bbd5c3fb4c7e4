/* SPDX-License-Identifier: MIT */
/*
 * Sockets whose other end is closed: the first one of each kind is closed, then calls are made with
 * the second one. With an argument: sockets that give up their peer, and then call shutdown(2).
 * Prints nothing.
 */
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

static void part(const int ends[2])
{
	struct pollfd gone = { .fd = ends[1], .events = POLLIN };
	char byte = 'x';

	/* Each call must be made, whether or not it succeeds. */
	write(ends[0], &byte, 1);
	read(ends[1], &byte, 1);
	close(ends[0]);
	poll(&gone, 1, -1);
	read(ends[1], &byte, 1);
	shutdown(ends[1], SHUT_RDWR);
	close(ends[1]);
}

static void give_up(const int ends[2])
{
	const struct sockaddr none = { .sa_family = AF_UNSPEC };

	write(ends[0], "x", 1);
	connect(ends[0], &none, sizeof(none));
	shutdown(ends[0], SHUT_RDWR);
	close(ends[0]);
	close(ends[1]);
}

/* The first one is bound. Returns false if there is no such family. */
static int connect_ends(int family, int ends[2])
{
	struct sockaddr_in6 address = { .sin6_family = (sa_family_t)family }, own;
	socklen_t len = sizeof(address);
	int listener = socket(family, SOCK_STREAM, 0);

	if (family == AF_INET6)
		address.sin6_addr = in6addr_loopback;
	own = address;
	ends[0] = socket(family, SOCK_STREAM, 0);
	if (listener < 0 || bind(ends[0], (struct sockaddr *)&own, len) ||
	    bind(listener, (struct sockaddr *)&address, len) || listen(listener, 1) ||
	    getsockname(listener, (struct sockaddr *)&address, &len) ||
	    connect(ends[0], (struct sockaddr *)&address, len))
		return 0;
	ends[1] = accept(listener, NULL, NULL);
	close(listener);
	return ends[1] >= 0;
}

static int part_from_peers(void)
{
	int ends[2];

	if (connect_ends(AF_INET, ends))
		give_up(ends);
	if (connect_ends(AF_INET6, ends))
		give_up(ends);
	if (!socketpair(AF_UNIX, SOCK_DGRAM, 0, ends))
		give_up(ends);
	return 0;
}

int main(int argc, char **argv)
{
	static const struct linger resets = { .l_onoff = 1 };
	static const int families[] = { AF_INET, AF_INET6 },
			 types[] = { SOCK_STREAM, SOCK_SEQPACKET };
	int ends[2];

	(void)argv;
	if (argc > 1)
		return part_from_peers();
	for (unsigned i = 0; i < 4; i++) {
		if (!connect_ends(families[i / 2], ends))
			continue;
		if (i % 2)
			setsockopt(ends[0], SOL_SOCKET, SO_LINGER, &resets, sizeof(resets));
		part(ends);
	}
	for (unsigned i = 0; i < 2; i++)
		if (!socketpair(AF_UNIX, types[i], 0, ends))
			part(ends);
	return 0;
}
