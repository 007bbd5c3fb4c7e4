/* SPDX-License-Identifier: MIT */
/* The connection to a stub, and its packets. */
#include "engine/gdb/link.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "engine/gdb/hex.h"

/* How long a connection may take to come about, in milliseconds. */
#define CONNECT_MS 10000
/* A packet that a stub did not understand is sent this many times more. */
#define RESENDS_MAX 3
/* A count of repetitions is a printable character; this one stands for none. See "Overview". */
#define RUN_BASE 29
#define RUN_LEAST 3

void link_lose(struct gdb_link *link, const char *format, ...)
{
	struct buf text = { 0 };
	va_list args;

	if (link->lost)
		return;
	va_start(args, format);
	buf_vprintf(&text, format, args);
	va_end(args);
	link->lost = buf_take(&text);
}

/* --- connecting ------------------------------------------------------------------------------ */

static bool wait_for_connection(int fd)
{
	struct pollfd ready = { .fd = fd, .events = POLLOUT };
	uint64_t until = now_ns() + CONNECT_MS * UINT64_C(1000000);
	socklen_t len = sizeof(errno);
	int n, error = 0;

	do {
		uint64_t now = now_ns();

		n = poll(&ready, 1, now < until ? (int)((until - now) / 1000000) : 0);
	} while (n < 0 && errno == EINTR);
	if (!n)
		errno = ETIMEDOUT;
	if (n <= 0)
		return false;
	getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &len);
	errno = error;
	return !error;
}

static int connect_to(int family, const struct sockaddr *address, socklen_t len)
{
	int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), error;

	if (fd < 0)
		return -1;
	if (!connect(fd, address, len) || (errno == EINPROGRESS && wait_for_connection(fd)))
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

/* "[::1]:2345", "board:2345", ":2345". */
static bool open_tcp(struct gdb_link *link, char **why)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *found = NULL;
	const char *colon = strrchr(link->target, ':'), *host = link->target;
	size_t len = colon ? (size_t)(colon - host) : 0;
	uint64_t port;
	char *name;
	int error, one = 1;

	if (!colon || !colon[1])
		return set_error(why, "--target '%s': must be HOST:PORT, unix:PATH or '|COMMAND'",
				 link->target);
	if (colon[1 + strspn(colon + 1, "0123456789")] == '\0' &&
	    (!parse_decimal(colon + 1, UINT16_MAX, &port) || !port))
		return set_error(why, "--target '%s': a port is a number from 1 to 65535",
				 link->target);
	if (len > 1 && *host == '[' && host[len - 1] == ']') {
		host++;
		len -= 2;
	}
	name = len ? xstrndup(host, len) : xstrdup("localhost");
	error = getaddrinfo(name, colon + 1, &hints, &found);
	free(name);
	if (error)
		return set_error(why, "cannot find '%s': %s", link->target, gai_strerror(error));
	for (struct addrinfo *one_of = found; one_of && link->fd < 0; one_of = one_of->ai_next)
		link->fd = connect_to(one_of->ai_family, one_of->ai_addr, one_of->ai_addrlen);
	freeaddrinfo(found);
	if (link->fd < 0)
		return set_error(why, "cannot connect to '%s': %s", link->target, strerror(errno));
	setsockopt(link->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	return true;
}

static bool open_unix(struct gdb_link *link, const char *path, char **why)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	if (strlen(path) >= sizeof(address.sun_path))
		return set_error(why, "--target '%s': the path is too long", link->target);
	strcpy(address.sun_path, path);
	link->fd = connect_to(AF_UNIX, (struct sockaddr *)&address, sizeof(address));
	return link->fd >= 0 ||
	       set_error(why, "cannot connect to '%s': %s", link->target, strerror(errno));
}

/*
 * The command talks through its stdin and stdout. It has a session of its own, because the ^C that
 * ends scry must not end it before scry has detached.
 */
static bool open_command(struct gdb_link *link, const char *command, char **why)
{
	int ends[2];
	pid_t child;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return set_error(why, "cannot make a socket: %s", strerror(errno));
	child = fork();
	if (child < 0)
		return set_error(why, "cannot make a process: %s", strerror(errno));
	if (!child) {
		setsid();
		if (dup2(ends[1], STDIN_FILENO) >= 0 && dup2(ends[1], STDOUT_FILENO) >= 0)
			execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	link->fd = ends[0];
	return true;
}

bool link_open(struct gdb_link *link, const char *target, char **why)
{
	*link = (struct gdb_link){ .target = target, .fd = -1, .acks = true };
	if (*target == '|')
		return open_command(link, target + 1, why);
	if (!strncmp(target, "unix:", 5))
		return open_unix(link, target + 5, why);
	return open_tcp(link, why);
}

void link_close(struct gdb_link *link)
{
	if (link->fd >= 0)
		close(link->fd);
	link->fd = -1;
	buf_free(&link->in);
	buf_free(&link->out);
	buf_free(&link->last);
	free(link->lost);
	link->lost = NULL;
}

/* --- sending --------------------------------------------------------------------------------- */

static bool must_be_escaped(char c)
{
	return c == '$' || c == '#' || c == '}' || c == '*';
}

void link_put(struct gdb_link *link, const void *data, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	const char *bytes = data;
	unsigned char sum = 0;
	size_t begin = link->out.len;

	buf_putc(&link->out, '$');
	for (size_t i = 0; i < len; i++) {
		if (must_be_escaped(bytes[i])) {
			buf_putc(&link->out, '}');
			buf_putc(&link->out, bytes[i] ^ 0x20);
		} else {
			buf_putc(&link->out, bytes[i]);
		}
	}
	for (size_t i = begin + 1; i < link->out.len; i++)
		sum = (unsigned char)(sum + (unsigned char)link->out.data[i]);
	buf_putc(&link->out, '#');
	buf_putc(&link->out, digits[sum >> 4]);
	buf_putc(&link->out, digits[sum & 15]);
	if (!link->acks)
		return;
	buf_clear(&link->last);
	buf_put(&link->last, link->out.data + begin, link->out.len - begin);
	link->n_resent = 0;
}

void link_put_raw(struct gdb_link *link, const char *bytes)
{
	buf_puts(&link->out, bytes);
}

static const char *closed = "the stub closed the connection";

/* A stub that does not read is no reason to wait for ever: poll(2) has a limit. */
#define SEND_MS 10000

void link_flush(struct gdb_link *link)
{
	size_t done = 0;

	while (done < link->out.len && !link->lost) {
		ssize_t sent =
			send(link->fd, link->out.data + done, link->out.len - done, MSG_NOSIGNAL);
		struct pollfd ready = { .fd = link->fd, .events = POLLOUT };

		if (sent > 0)
			done += (size_t)sent;
		else if (errno == EAGAIN && !poll(&ready, 1, SEND_MS))
			link_lose(link, "the stub reads nothing");
		else if (errno == EPIPE || errno == ECONNRESET)
			link_lose(link, "%s", closed);
		else if (errno != EAGAIN && errno != EINTR)
			link_lose(link, "%s", strerror(errno));
	}
	buf_clear(&link->out);
}

/* --- receiving ------------------------------------------------------------------------------- */

/*
 * Undoes escapes and run-length encoding. Returns false if that is impossible, or if the packet
 * becomes too long.
 */
static bool unpack(struct buf *to, const char *from, size_t len)
{
	buf_clear(to);
	for (size_t i = 0; i < len; i++) {
		if (from[i] == '}') {
			if (++i == len)
				return false;
			buf_putc(to, from[i] ^ 0x20);
		} else if (from[i] == '*') {
			int more = ++i < len ? (unsigned char)from[i] - RUN_BASE : 0;

			if (more < RUN_LEAST || !to->len ||
			    to->len + (size_t)more > LINK_PACKET_MAX)
				return false;
			buf_fill(to, to->data[to->len - 1], (size_t)more);
		} else {
			buf_putc(to, from[i]);
		}
	}
	return to->len <= LINK_PACKET_MAX;
}

static bool sum_is_right(const char *data, size_t len, const char *sum)
{
	unsigned char own = 0;

	for (size_t i = 0; i < len; i++)
		own = (unsigned char)(own + (unsigned char)data[i]);
	return hex_digit(sum[0]) >= 0 && hex_digit(sum[1]) >= 0 &&
	       own == hex_digit(sum[0]) * 16 + hex_digit(sum[1]);
}

static void send_again(struct gdb_link *link)
{
	if (!link->acks || !link->last.len)
		return;
	if (++link->n_resent > RESENDS_MAX)
		link_lose(link, "the stub does not understand what scry sends");
	buf_put(&link->out, link->last.data, link->last.len);
}

/* Forgets the bytes of .in that were dealt with. */
static void forget_taken(struct gdb_link *link)
{
	if (!link->taken)
		return;
	memmove(link->in.data, link->in.data + link->taken, link->in.len - link->taken);
	link->in.len -= link->taken;
	link->taken = 0;
}

/*
 * Takes the packet that begins at .taken. LINK_NOTHING: it is not complete, or has to be sent
 * again.
 */
static enum link_got take_packet(struct gdb_link *link, struct buf *packet)
{
	const char *begin = link->in.data + link->taken + 1, *end;
	bool note = begin[-1] == '%';
	size_t left = link->in.len - link->taken - 1, len;

	end = memchr(begin, '#', left);
	if (!end || (size_t)(end - begin) + 3 > left) {
		if (left > LINK_PACKET_MAX)
			link_lose(link, "the stub sent a packet without an end");
		return LINK_NOTHING;
	}
	len = (size_t)(end - begin);
	link->taken += len + 4;
	if (link->acks && !note) {
		bool right = sum_is_right(begin, len, end + 1);

		buf_putc(&link->out, right ? '+' : '-');
		if (!right)
			return LINK_NOTHING;
	}
	if (!unpack(packet, begin, len)) {
		link_lose(link, "the stub sent a damaged packet");
		return LINK_LOST;
	}
	return note ? LINK_NOTE : LINK_PACKET;
}

/* Takes the next packet of what was received. */
static enum link_got take_next(struct gdb_link *link, struct buf *packet)
{
	while (link->taken < link->in.len) {
		size_t before = link->taken;
		char c = link->in.data[before];
		enum link_got got;

		if (c == '-')
			send_again(link);
		if (c != '$' && c != '%') {
			link->n_strange += c != '+' && c != '-';
			link->taken++;
			continue;
		}
		got = take_packet(link, packet);
		if (got != LINK_NOTHING)
			return got;
		if (link->taken == before)
			break;
	}
	forget_taken(link);
	return LINK_NOTHING;
}

/* Returns false if nothing came until the time, or a signal did. */
static bool receive_bytes(struct gdb_link *link, int ms)
{
	struct pollfd ready = { .fd = link->fd, .events = POLLIN };
	ssize_t got;
	int n;

	link->n_waits++;
	n = poll(&ready, 1, ms);
	if (n <= 0)
		return false;
	buf_reserve(&link->in, 16384);
	got = recv(link->fd, link->in.data + link->in.len, link->in.size - link->in.len, 0);
	if (got > 0)
		link->in.len += (size_t)got;
	else if (!got || errno == ECONNRESET)
		link_lose(link, "%s", closed);
	else if (errno != EAGAIN && errno != EINTR)
		link_lose(link, "%s", strerror(errno));
	return true;
}

/*
 * A stub that only sends bytes of which no packet comes must not keep scry from looking at its
 * signals.
 */
#define ROUNDS_MAX 64

enum link_got link_get(struct gdb_link *link, struct buf *packet, int ms)
{
	uint64_t until = ms > 0 ? now_ns() + (uint64_t)ms * 1000000 : 0, now;
	enum link_got got;

	for (unsigned round = 0; round < ROUNDS_MAX || ms > 0; round++) {
		got = take_next(link, packet);
		if (got != LINK_NOTHING)
			return got;
		link_flush(link);
		if (link->lost)
			return LINK_LOST;
		if (!receive_bytes(link, ms))
			return LINK_NOTHING;
		if (ms <= 0)
			continue;
		/* A stub that sends bytes of which no packet comes does not get more time. */
		now = now_ns();
		if (now >= until)
			return LINK_NOTHING;
		ms = (int)((until - now) / 1000000) + 1;
	}
	return LINK_NOTHING;
}
