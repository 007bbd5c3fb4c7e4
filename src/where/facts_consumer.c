/* SPDX-License-Identifier: MIT */
/* What an expression asks about a tracee, for consumers and the session. */
#include "scry/consumer.h"
#include "scry/tracee.h"
#include "scry/where.h"

static const char *comm_of(void *ctx)
{
	const struct where_asked *asked = ctx;

	return asked->host->comm(asked->host, asked->event, COMM_AGE_NS);
}

static bool user_of(void *ctx, uint32_t *user)
{
	const struct where_asked *asked = ctx;

	return asked->host->user(asked->host, asked->event, user);
}

static bool parent_of(void *ctx, pid_t *parent)
{
	const struct where_asked *asked = ctx;

	return asked->host->parent(asked->host, asked->event, parent);
}

struct where_facts where_facts_of(struct where_asked *asked, const struct stack *stack)
{
	const struct event *event = asked->event;

	return (struct where_facts){
		.tid = event->tid,
		.pid = event->tracee ? event->tracee->tgid : 0,
		.comm = comm_of,
		.user = user_of,
		.parent = parent_of,
		.stack = stack,
		.ctx = asked,
	};
}
