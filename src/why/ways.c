/* SPDX-License-Identifier: MIT */
/* The ways in which calls wait: the descriptor, the question, the words, the finding. */
#include "why/ways.h"

#include <string.h>

#include "why/ask.h"
#include "why/words.h"

static int first_argument(const struct thread *thread)
{
	return (int)thread->args[0];
}

static int polled_descriptor(const struct thread *thread)
{
	return thread->awaited >= 0 ? thread->awaited : thread->fd;
}

static int watched_descriptor(const struct thread *thread)
{
	return thread->awaited >= 0 ? thread->awaited : thread->process->asked_fd;
}

static enum finding_id futex_finding(const struct thread *thread, int fd)
{
	(void)fd;
	return thread->waits && thread->waits->n ? FINDING_WAITS_FOR_LOCK : FINDING_WAITS_FOR_EVENT;
}

static bool is_resolver(const struct thread *thread, int fd)
{
	const struct descriptor *descriptor = known_descriptor(thread->process, fd);

	return descriptor && descriptor->resolver;
}

static bool is_socket(const struct thread *thread, int fd)
{
	const struct descriptor *descriptor = known_descriptor(thread->process, fd);
	const struct look_wait *wait = thread->waits;

	return (descriptor && descriptor->known && descriptor->kind == OBJECT_SOCKET) ||
	       (wait && !strncmp(wait->name, "socket:", strlen("socket:")));
}

static enum finding_id data_finding(const struct thread *thread, int fd)
{
	const struct look_wait *wait = thread->waits;

	if (is_resolver(thread, fd))
		return FINDING_WAITS_FOR_NAME_SERVER;
	if (wait && wait->listening)
		return FINDING_WAITS_FOR_WORK;
	if (is_socket(thread, fd))
		return FINDING_WAITS_FOR_PEER;
	if (fd < 0)
		return FINDING_SLEEPS;
	return wait && !strncmp(wait->name, "pipe:", strlen("pipe:")) ? FINDING_WAITS_FOR_PROCESS
								      : FINDING_WAITS_FOR_INPUT;
}

static enum finding_id polled_finding(const struct thread *thread, int fd)
{
	return !is_resolver(thread, fd) && awaits_connections(thread) ? FINDING_WAITS_FOR_WORK
								      : data_finding(thread, fd);
}

static enum finding_id watched_finding(const struct thread *thread, int fd)
{
	const struct descriptor *descriptor = known_descriptor(thread->process, fd);
	bool pending = descriptor && descriptor->pending;

	if (thread->listens || (thread->awaited < 0 && !pending))
		return FINDING_WAITS_FOR_WORK;
	return is_resolver(thread, fd) ? FINDING_WAITS_FOR_NAME_SERVER : FINDING_WAITS_FOR_PEER;
}

/* clang-format off */
static const struct wait_way ways[] = {
	[AWAITS_NOTHING]    = { .put = put_call, .usual = FINDING_WAITS_FOR_EVENT },
	[AWAITS_EVENT]	    = { .put = put_call, .usual = FINDING_WAITS_FOR_EVENT },
	[AWAITS_DATA]	    = { first_argument, NULL, ask_other_end, put_data, data_finding },
	[AWAITS_SPACE]	    = { first_argument, NULL, ask_other_end, put_space, data_finding },
	[AWAITS_CONNECTION] = { first_argument, NULL, ask_other_end, put_connection, .usual = FINDING_WAITS_FOR_WORK },
	[AWAITS_PEER]	    = { first_argument, NULL, ask_other_end, put_answer, .usual = FINDING_WAITS_FOR_PEER },
	[AWAITS_LOCK]	    = { first_argument, NULL, ask_file_lock, put_file_lock, .usual = FINDING_WAITS_FOR_FILE_LOCK },
	[AWAITS_POLL]	    = { polled_descriptor, choose_polled, ask_polled, put_polled, polled_finding },
	[AWAITS_EPOLL]	    = { watched_descriptor, choose_watched, ask_watched, put_watched, watched_finding },
	[AWAITS_FUTEX]	    = { .ask = ask_futex, .put = put_futex, .finding = futex_finding, .threads = true },
	[AWAITS_CHILD]	    = { .ask = ask_children, .put = put_child, .usual = FINDING_WAITS_FOR_CHILD },
	[AWAITS_SIGNAL]	    = { .put = put_signal, .usual = FINDING_WAITS_FOR_SIGNAL },
	[AWAITS_TIME]	    = { .put = put_sleep, .usual = FINDING_SLEEPS },
	[AWAITS_RESUMED]    = { .put = put_rest, .usual = FINDING_SLEEPS },
	[AWAITS_OPENER]	    = { .put = put_opener, .usual = FINDING_WAITS_FOR_PROCESS },
};
/* clang-format on */

const struct wait_way *way_of(const struct thread *thread)
{
	const struct call_wait *wait = syscall_wait(thread->id);

	return &ways[wait ? wait->awaits : AWAITS_NOTHING];
}

int way_descriptor(const struct wait_way *way, const struct thread *thread)
{
	return way->descriptor ? way->descriptor(thread) : -1;
}

enum finding_id way_finding(const struct wait_way *way, const struct thread *thread)
{
	return way->finding ? way->finding(thread, way_descriptor(way, thread)) : way->usual;
}
