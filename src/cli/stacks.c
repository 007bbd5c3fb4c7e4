/* SPDX-License-Identifier: MIT */
/* Options about stacks: shown below calls, counted, drawn. */
#include "cli/apply.h"
#include "scry/util.h"

/* A stack of more frames is not read by anybody; each costs memory. */
#define FRAMES_MOST 65536

bool cli_apply_stack(struct cli *cli, const char *value, char **error)
{
	(void)value;
	(void)error;
	if (cli->config->stacks)
		cli->config->stack.source = true;
	cli->config->stacks = true;
	return true;
}

bool cli_apply_stack_trace(struct cli *cli, const char *value, char **error)
{
	static const struct cli_word words[] = { { "symbol", false }, { "source", true } };
	int source = false;

	if (value && !cli_choose("--stack-trace", value, words, ARRAY_SIZE(words), &source, error))
		return false;
	cli->config->stacks = true;
	cli->config->stack.source = source;
	return true;
}

bool cli_apply_frame_limit(struct cli *cli, const char *value, char **error)
{
	uint64_t limit;

	if (!cli_number("--stack-trace-frame-limit", value, FRAMES_MOST, &limit, error))
		return false;
	if (!limit)
		return set_error(error, "--stack-trace-frame-limit '%s': must be at least 1",
				 value);
	cli->config->stack.limit = (unsigned)limit;
	return true;
}

bool cli_apply_summary(struct cli *cli, const char *value, char **error)
{
	static const struct cli_word words[] = { { "stack", 0 } };
	int ignored;

	if (value && !cli_choose("--summary", value, words, ARRAY_SIZE(words), &ignored, error))
		return false;
	if (value)
		cli->config->by_stack = true;
	else
		cli->config->summary_too = true;
	return true;
}
