/* SPDX-License-Identifier: MIT */
/*
 * Says once that a process has made a ring of io_uring(7): the kernel carries out the requests in
 * it without system calls, so that no output shows them.
 */
#include <stdlib.h>

#include "scry/arch.h"
#include "scry/config.h"
#include "scry/consumer.h"
#include "scry/syscalls.h"

/* In struct ring_message: the kernel has counted the call, and no thread is known. */
#define COUNTED (-1)

struct ring_message {
	struct consumer base;
	pid_t tid; /* of the thread that has made the first ring; 0: there is none */
	bool said;
};

/* What is kept about a tracee. */
struct ring_maker {
	bool in_setup; /* its current call is io_uring_setup */
};

static struct ring_message *rings_of(const struct consumer *consumer)
{
	return (struct ring_message *)consumer;
}

/*
 * Returns whether a request in a ring can do what a selected call does. Almost all requests have a
 * descriptor or a path.
 */
static bool can_miss_requests(const struct config *config)
{
	return call_set_has_naming(&config->trace) || config->policy.path;
}

static struct consumer *rings_open(struct host *host, bool *failed)
{
	const struct config *config = host->config;
	struct ring_message *rings;

	(void)failed;
	/*
	 * Both traces of --diff may have the rings of the same program, and the message would come
	 * twice.
	 */
	if (config->diff.side || !can_miss_requests(config) ||
	    (config->uring == URING_OFF && !config->policy.path))
		return NULL;
	rings = xcalloc(1, sizeof(*rings));
	rings->base.host = host;
	return &rings->base;
}

static void rings_need(const struct consumer *consumer, struct needs *needs)
{
	(void)consumer;
	needs->watched = ID_io_uring_setup;
}

static void say(struct ring_message *rings)
{
	struct buf name = { 0 };

	rings->said = true;
	if (rings->tid == COUNTED)
		buf_puts(&name, "a process");
	else
		buf_printf(&name, "process %d", rings->tid);
	if (rings->base.host->config->policy.path)
		warn("%s uses io_uring: scry cannot see what it requests there, and a seccomp "
		     "filter cannot either: a profile with io_uring_setup and io_uring_enter "
		     "allows every request",
		     buf_cstr(&name));
	else if (rings->base.host->requests_left_out)
		warn("%s uses io_uring: what it requests there is not shown, because no selected "
		     "call stands for a request; -e trace=/io_uring,read shows the requests "
		     "to read, too, --where 'via == io_uring' shows all requests",
		     buf_cstr(&name));
	else
		warn("%s uses io_uring: what it requests there is not shown, because such "
		     "requests are no system calls",
		     buf_cstr(&name));
	buf_free(&name);
}

static void note_ring(struct ring_message *rings, const struct moment *moment)
{
	const struct config *config = rings->base.host->config;
	struct place *place = moment->place;

	rings->tid = moment->event->tid;
	/* The live screen has the terminal. */
	if (config->screen.wanted)
		return;
	if (!config->output_path && place && place->end_line)
		place->end_line(place->end_line_ctx);
	say(rings);
}

static bool selects_rings(const struct config *config)
{
	const struct call_set *trace = &config->trace;

	return trace->abis[ID_io_uring_setup] || trace->abis[ID_io_uring_enter] ||
	       trace->abis[ID_io_uring_register];
}

/*
 * Returns whether the user may miss requests: a selected call can be a request, or the calls about
 * rings are selected.
 */
static bool are_missed(const struct host *host)
{
	return !host->requests && (!host->requests_left_out || selects_rings(host->config));
}

static void rings_each(struct consumer *consumer, const struct moment *moment)
{
	struct ring_message *rings = rings_of(consumer);
	struct ring_maker *maker = moment->slot;
	const struct event *event = moment->event;

	if (rings->tid || !maker || !are_missed(consumer->host))
		return;
	if (event->kind == EVENT_ENTER) {
		maker->in_setup =
			event->abi && abi_syscall(event->abi, event->nr) == ID_io_uring_setup;
	} else if (event->kind == EVENT_EXIT) {
		if (maker->in_setup && !event->is_error)
			note_ring(rings, moment);
		maker->in_setup = false;
	}
}

/* Messages alone are no reason to go on. */
static bool rings_failed(const struct consumer *consumer)
{
	(void)consumer;
	return true;
}

static void find_counted(void *ctx, const struct call *call, const struct call_times *times)
{
	struct ring_message *rings = ctx;

	(void)times;
	if (call->id == ID_io_uring_setup && !call->is_error && !rings->tid)
		rings->tid = COUNTED;
}

static bool rings_end(struct consumer *consumer)
{
	struct host *host = consumer->host;

	if (host->counts && are_missed(host))
		host->count_watched(host, find_counted, rings_of(consumer));
	return true;
}

static bool rings_close(struct consumer *consumer)
{
	struct ring_message *rings = rings_of(consumer);

	if (rings->tid && !rings->said)
		say(rings);
	free(consumer);
	return true;
}

const struct consumer_ops rings_consumer = {
	.slot_size = sizeof(struct ring_maker),
	.open = rings_open,
	.needs = rings_need,
	.each = rings_each,
	.failed = rings_failed,
	.end = rings_end,
	.close = rings_close,
};
