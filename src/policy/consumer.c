/* SPDX-License-Identifier: MIT */
/* --policy: a profile of all calls, which is written when the trace has ended. */
#include <stdlib.h>

#include "scry/config.h"
#include "scry/consumer.h"
#include "scry/where.h"

struct profile {
	struct consumer base;
	struct policy *policy;
};

/* The call that a tracee has begun, as it was made: socketcall and not socket. */
struct begun {
	const struct abi *abi;
	uint64_t nr, args[6];
};

static struct profile *profile_of(const struct consumer *consumer)
{
	return (struct profile *)consumer;
}

/* Whether --where selects calls, beside what other options do. */
static bool has_expression(const struct config *config)
{
	return config->where && *where_text(config->where);
}

static const char *profile_asked(const struct config *config)
{
	return config->policy.path ? "--policy" : NULL;
}

static bool profile_check(const struct command_line *line)
{
	const struct policy_config *policy = &line->config->policy;
	const struct option_pair pairs[] = {
		{ line->config->tried, policy->path, { "--try-policy", "--policy" } },
		{ line->given(line, "sample"), policy->path, { "--sample", "--policy" } },
	};
	const struct option_need needs[] = {
		{ line->given(line, "policy-format"), policy->path, "--policy-format", "--policy" },
		{ policy->arguments, policy->path, "--policy-arguments", "--policy" },
		{ line->given(line, "policy-margin"), policy->path, "--policy-margin", "--policy" },
		{ policy->merged, policy->path, "--policy-merge", "--policy" },
	};

	return line->exclude(line, pairs, ARRAY_SIZE(pairs)) &&
	       line->require(line, needs, ARRAY_SIZE(needs));
}

/* Warns of a recording that does not have all calls. */
static void warn_of_partial_recording(const struct config *config)
{
	if (!config->recorded)
		return;
	if (!record_info_number(config->recorded, "follow"))
		warn("--policy: the recording was made without -f; the profile lacks the calls of "
		     "children");
	if (record_info_number(config->recorded, "partial"))
		warn("--policy: the recording does not have all calls (-e trace, -P, "
		     "--record-ring, -b, --syscall-limit, --for); the profile lacks them, too");
	if (config->replayed_from_ns)
		warn("--policy: the profile lacks the calls before the time of --from");
}

/* Warns of an expression that leaves calls out. */
static void warn_of_expression(const struct config *config)
{
	if (has_expression(config))
		warn("--policy: the profile has only the calls that --where selects");
}

/* Warns of processes that ran before the trace began. */
static void warn_of_late_start(const struct config *config)
{
	bool named = config->recorded ? record_info_number(config->recorded, "pids") != 0
				      : config->engine.n_pids || config->n_named;
	bool late = named || bpf_selected(&config->engine.targets);

	if (late)
		warn("--policy: the profile lacks the calls that the processes made before they "
		     "were traced, such as the calls of their start; --policy-merge adds them from "
		     "another profile");
}

/* Warns of processes that scry leaves before they end. */
static void warn_of_early_end(const struct config *config)
{
	if (config->detach_on_execve)
		warn("--policy: -b execve ends the trace of a process at its execve; the profile "
		     "lacks the calls of the new program");
	if (config->syscall_limit || config->for_ns)
		warn("--policy: %s ends the trace; the profile lacks the calls that are made after "
		     "it",
		     config->for_ns ? "--for" : "--syscall-limit");
}

static bool profile_claim(struct host *host)
{
	return host->claim(host, host->config->policy.path, "--policy", NULL);
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
	warn_of_partial_recording(host->config);
	warn_of_expression(host->config);
	warn_of_late_start(host->config);
	warn_of_early_end(host->config);
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

/*
 * A profile needs every call, because -e trace and -P select only what is shown. --where selects
 * for the profile as well.
 */
static void profile_needs(const struct consumer *consumer, struct needs *needs)
{
	needs->facts = has_expression(consumer->host->config) ? NEED_EXIT : NEED_ALL_CALLS;
	needs->facts |= NEED_WHOLE;
}

static void profile_each(struct consumer *consumer, const struct moment *moment)
{
	const struct event *event = moment->event;
	struct begun *begun = moment->slot;

	if (event->kind != EVENT_ENTER)
		return;
	if (event->request && event->request->result > 1)
		return;
	if (event->request)
		policy_add_request(profile_of(consumer)->policy, event->request->id);
	else if (!has_expression(consumer->host->config))
		policy_add(profile_of(consumer)->policy, event->abi, event->nr, event->args);
	else if (begun)
		*begun = (struct begun){ event->abi,
					 event->nr,
					 { event->args[0], event->args[1], event->args[2],
					   event->args[3], event->args[4], event->args[5] } };
}

/* With --where: the call is selected, and has returned or never will. */
static void profile_end_call(struct consumer *consumer, const struct moment *moment)
{
	const struct begun *begun = moment->slot;

	if (has_expression(consumer->host->config) && begun && !moment->event->request)
		policy_add(profile_of(consumer)->policy, begun->abi, begun->nr, begun->args);
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
	.follows = true,
	.takes_requests = true,
	.slot_size = sizeof(struct begun),
	.asked = profile_asked,
	.check = profile_check,
	.claim = profile_claim,
	.replaces_lines = profile_replaces_lines,
	.open = profile_open,
	.needs = profile_needs,
	.exit = profile_end_call,
	.unfinished = profile_end_call,
	.each = profile_each,
	.end = profile_end,
	.close = profile_close,
};
