/* SPDX-License-Identifier: MIT */
/* Options about stacks: -k and its long names. */
#include "cli/apply.h"
#include "cli/value.h"
#include "scry/util.h"

/* The maximum of --stack-trace-frame-limit; each frame costs memory. */
#define FRAMES_MAX 65536

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
	const struct cli_words *words = &cli_words_stack_trace;
	int source;

	if (!cli_choose("--stack-trace", value ? value : words->preset, words->choices, words->n,
			&source, error))
		return false;
	cli->config->stacks = true;
	cli->config->stack.source = source;
	return true;
}

bool cli_apply_frame_limit(struct cli *cli, const char *value, char **error)
{
	uint64_t limit;

	if (!cli_number("--stack-trace-frame-limit", value, FRAMES_MAX, &limit, error))
		return false;
	if (!limit)
		return set_error(error, "--stack-trace-frame-limit '%s': must be at least 1",
				 value);
	cli->config->stack.limit = (unsigned)limit;
	return true;
}
