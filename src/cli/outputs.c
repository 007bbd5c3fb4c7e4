/* SPDX-License-Identifier: MIT */
/* Asks all outputs whether the command line makes sense to them. */
#include "cli/outputs.h"

#include "cli/effect.h"
#include "scry/config.h"
#include "scry/consumer.h"
#include "scry/util.h"

#define CONSUMER_ADDRESS(name) &name##_consumer,
const struct consumer_ops *const consumers_known[] = { CONSUMERS(CONSUMER_ADDRESS) };

/* What the functions of struct command_line work on. */
struct checked_line {
	struct command_line base;
	const struct cli *cli;
	char **error;
};

static unsigned line_given(const struct command_line *line, const char *name)
{
	return cli_given(((const struct checked_line *)line)->cli, name);
}

static bool line_exclude(const struct command_line *line, const struct option_pair *pairs, size_t n)
{
	return cli_exclude(pairs, n, ((const struct checked_line *)line)->error);
}

static bool line_require(const struct command_line *line, const struct option_need *needs, size_t n)
{
	return cli_require(needs, n, ((const struct checked_line *)line)->error);
}

static bool line_refuse(const struct command_line *line, const char *message)
{
	return set_error(((const struct checked_line *)line)->error, "%s", message);
}

bool cli_exclude(const struct option_pair *pairs, size_t n, char **error)
{
	for (size_t i = 0; i < n; i++)
		if (pairs[i].one && pairs[i].other)
			return set_error(error, "%s and %s cannot be given together",
					 pairs[i].names[0], pairs[i].names[1]);
	return true;
}

bool cli_require(const struct option_need *needs, size_t n, char **error)
{
	for (size_t i = 0; i < n; i++)
		if (needs[i].given && !needs[i].met)
			return set_error(error, "%s must be given with %s", needs[i].name,
					 needs[i].needed);
	return true;
}

/* Whether an option has "-" for its file. */
static bool writes_to_stdout(const struct cli *cli, const struct cli_option *option)
{
	const struct cli_action *action = &option->action;

	return action->effect == EFFECT_OUTPUT &&
	       output_path_is_stdout(*(const char **)((const char *)cli->config + action->member));
}

/* Finds the output that goes to stdout: there is only one stdout. */
static bool find_stdout(const struct cli *cli, char **error)
{
	const char *taken = NULL;

	for (size_t i = 0; i < cli->n_options; i++) {
		const char *name = cli->options[i].long_name;

		if (!writes_to_stdout(cli, &cli->options[i]))
			continue;
		if (taken)
			return set_error(error, "--%s and --%s both write to stdout, '-'", taken,
					 name);
		taken = name;
	}
	cli->config->stdout_is_taken = taken && !output_path_is_stdout(cli->config->output_path);
	return true;
}

bool cli_check_outputs(const struct cli *cli, char **error)
{
	const struct checked_line line = {
		.base = { cli->config, line_given, line_exclude, line_require, line_refuse },
		.cli = cli,
		.error = error,
	};

	for (size_t i = 0; i < CONSUMERS_MAX; i++)
		if (consumers_known[i]->check && !consumers_known[i]->check(&line.base))
			return false;
	return find_stdout(cli, error);
}

bool cli_outputs_follow(const struct config *config)
{
	for (size_t i = 0; i < CONSUMERS_MAX; i++)
		if (consumers_known[i]->follows && consumers_known[i]->asked(config))
			return true;
	return false;
}

bool cli_outputs_limit_files(const struct config *config)
{
	for (size_t i = 0; i < CONSUMERS_MAX; i++)
		if (consumers_known[i]->limits_files && consumers_known[i]->asked(config))
			return true;
	return false;
}

const char *cli_asked_output(const struct config *config, bool only_live)
{
	for (size_t i = 0; i < CONSUMERS_MAX; i++) {
		const struct consumer_ops *ops = consumers_known[i];
		const char *name = ops->asked ? ops->asked(config) : NULL;

		if (name && (ops->only_live || !only_live))
			return name;
	}
	return NULL;
}
