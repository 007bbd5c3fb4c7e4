/* SPDX-License-Identifier: MIT */
/*
 * Tells a service manager that the trace has begun, that it goes on and that it ends: sd_notify(3).
 * The protocol is a datagram to the socket that NOTIFY_SOCKET names.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "session/session.h"

static void send_state(const struct session *session, const char *state)
{
	const struct notifier *notifier = &session->notifier;

	/* A manager that does not read must not stop the trace. */
	if (notifier->fd >= 0)
		(void)!send(notifier->fd, state, strlen(state), MSG_DONTWAIT | MSG_NOSIGNAL);
}

/*
 * Connects to a path, or with '@' at its beginning to an abstract name. Returns -1 if there is no
 * such socket.
 */
static int connect_to(const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	size_t len = name ? strlen(name) : 0;
	int fd;

	if (!len || len >= sizeof(address.sun_path) || (*name != '/' && *name != '@'))
		return -1;
	memcpy(address.sun_path, name, len + 1);
	if (*name == '@')
		address.sun_path[0] = '\0';
	len += offsetof(struct sockaddr_un, sun_path) + (*name == '/');
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && connect(fd, (const struct sockaddr *)&address, (socklen_t)len)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* The manager wants to hear of the process that WATCHDOG_PID names. */
static uint64_t find_period(void)
{
	const char *value = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");
	uint64_t us, number;

	if (!value || !parse_decimal(value, UINT64_MAX / 1000, &us) ||
	    (pid && (!parse_decimal(pid, INT32_MAX, &number) || (pid_t)number != getpid())))
		return 0;
	return us * 1000 / 2;
}

void notify_begin(struct session *session)
{
	struct notifier *notifier = &session->notifier;

	notifier->fd = -1;
	/* A command of a service itself tells its manager of its state. */
	if (session->config->engine.argv ||
	    (notifier->fd = connect_to(getenv("NOTIFY_SOCKET"))) < 0)
		return;
	notifier->period_ns = find_period();
	notifier->told_ns = now_ns();
	send_state(session, "READY=1\nSTATUS=Tracing");
}

void notify_tick(struct session *session)
{
	struct notifier *notifier = &session->notifier;
	uint64_t now;

	if (!notifier->period_ns)
		return;
	now = now_ns();
	if (now - notifier->told_ns < notifier->period_ns)
		return;
	notifier->told_ns = now;
	send_state(session, "WATCHDOG=1");
}

void notify_reload(const struct session *session, bool done)
{
	char state[64] = "READY=1\nSTATUS=Tracing";

	if (!done)
		snprintf(state, sizeof(state), "RELOADING=1\nMONOTONIC_USEC=%llu",
			 (unsigned long long)now_ns() / 1000);
	send_state(session, state);
}

void notify_end(struct session *session)
{
	if (!session->reload.again)
		send_state(session, "STOPPING=1");
	if (session->notifier.fd >= 0)
		close(session->notifier.fd);
	session->notifier.fd = -1;
}
