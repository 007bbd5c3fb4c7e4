/* SPDX-License-Identifier: MIT */
/* --policy: a profile of all calls, which is written when the trace has ended. */
#include <stdlib.h>

#include "scry/consumer.h"

struct profile {
	struct consumer base;
	struct policy *policy;
};

static struct profile *profile_of(const struct consumer *consumer)
{
	return (struct profile *)consumer;
}

static bool profile_claim(struct host *host)
{
	return host->claim(host, host->config->policy.path, "--policy");
}

static bool profile_replaces_lines(const struct config *config)
{
	return config->policy.path && config_wants_file_alone(config) && !config->stacks;
}

static struct consumer *profile_open(struct host *host, bool *failed)
{
	struct profile *profile;
	char *error;

	if (!host->config->policy.path)
		return NULL;
	profile = xcalloc(1, sizeof(*profile));
	profile->base.host = host;
	profile->policy = policy_new(&host->config->policy, &error);
	if (profile->policy)
		return &profile->base;
	warn("%s", error);
	free(error);
	*failed = true;
	return &profile->base;
}

/* A profile needs every call, because -e trace and -P select only what is shown. */
static void profile_needs(const struct consumer *consumer, struct needs *needs)
{
	(void)consumer;
	needs->facts = NEED_ALL_CALLS;
}

static void profile_each(struct consumer *consumer, const struct moment *moment)
{
	const struct event *event = moment->event;

	if (event->kind == EVENT_ENTER)
		policy_add(profile_of(consumer)->policy, event->abi, event->nr, event->args);
}

static bool profile_end(struct consumer *consumer)
{
	char *error;

	if (policy_write(profile_of(consumer)->policy, &error))
		return true;
	warn("--policy: %s", error);
	free(error);
	return false;
}

static bool profile_close(struct consumer *consumer)
{
	policy_free(profile_of(consumer)->policy);
	free(consumer);
	return true;
}

const struct consumer_ops policy_consumer = {
	.claim = profile_claim,
	.replaces_lines = profile_replaces_lines,
	.open = profile_open,
	.needs = profile_needs,
	.each = profile_each,
	.end = profile_end,
	.close = profile_close,
};
