/* SPDX-License-Identifier: MIT */
/*
 * --where, and the options that are shorthands for expressions: joins the expressions of several
 * options, parses them, and shows the help about them.
 */
#include "cli/where.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/apply.h"
#include "cli/effect.h"
#include "scry/util.h"
#include "scry/where.h"

/* Joins an expression to the expressions of earlier options. */
static void join_expressions(char **text, const char *value, const char *sign)
{
	struct buf joined = { 0 };

	if (!*text) {
		*text = xstrdup(value);
		return;
	}
	buf_printf(&joined, "(%s) %s (%s)", *text, sign, value);
	free(*text);
	*text = buf_take(&joined);
}

void cli_await(struct cli *cli, const char *expression)
{
	join_expressions(&cli->awaited, expression, "||");
}

bool cli_apply_where(struct cli *cli, const char *value, char **error)
{
	size_t help = strlen("help");

	(void)error;
	if (!strncmp(value, "help", help) && (!value[help] || strchr(":= ", value[help]))) {
		cli->where_help = value + help + (value[help] != '\0');
		return true;
	}
	join_expressions(&cli->where, value, "&&");
	return true;
}

/* Refuses what a recording does not have. */
static bool check_replay(const struct config *config, char **error)
{
	unsigned needs = where_needs(config->where);

	if (!config->recorded)
		return true;
	if (record_info_number(config->recorded, "owners"))
		needs &= ~(unsigned)(WHERE_NEEDS_USER | WHERE_NEEDS_PARENT);
	if (needs & WHERE_NEEDS_USER)
		return set_error(error,
				 "--where: the recording does not keep the users of processes, so "
				 "that 'uid' cannot be had: an earlier version of scry or --target "
				 "made it");
	if (needs & WHERE_NEEDS_PARENT)
		return set_error(error, "--where: the recording does not keep the parents of "
					"processes, so "
					"that 'ppid' cannot be had: an earlier version of scry or "
					"--target made it");
	if (needs & WHERE_NEEDS_STACK && !record_info_number(config->recorded, "stacks"))
		return set_error(error, "--where: the recording has no stacks; --record keeps them "
					"with -k");
	return true;
}

/* Parses an expression. Returns NULL, with config->mark set, if it is wrong. */
static struct where *read_expression(struct config *config, const char *option, const char *text,
				     char **error)
{
	struct where_error wrong;
	struct where *where = where_new(text, &config->trace, &wrong);

	if (where)
		return where;
	set_error(error, "%s: %s", option, wrong.message);
	config->mark = wrong.mark;
	free(wrong.message);
	return NULL;
}

/* Adds slow calls to the calls that --where selects: --otlp-slower. */
static bool add_slow_calls(struct cli *cli, char **error)
{
	struct config *config = cli->config;
	struct buf slow = { 0 };

	if (!config->otlp.slower_ns)
		return true;
	buf_printf(&slow, "duration >= %lluns", (unsigned long long)config->otlp.slower_ns);
	join_expressions(&cli->where, buf_cstr(&slow), "||");
	buf_free(&slow);
	config->otlp.slower_selects = true;
	where_free(config->where);
	config->where = read_expression(config, "--where with --otlp-slower", cli->where, error);
	return config->where;
}

bool cli_read_where(struct cli *cli, char **error)
{
	struct config *config = cli->config;

	if (cli->where) {
		config->where = read_expression(config, "--where", cli->where, error);
		if (!config->where || !check_replay(config, error) || !add_slow_calls(cli, error))
			return false;
	}
	if (!cli->awaited)
		return true;
	config->record.awaited =
		read_expression(config, "--record-when=where", cli->awaited, error);
	if (!config->record.awaited)
		return false;
	if (where_needs(config->record.awaited) & WHERE_NEEDS_STACK)
		return set_error(error, "--record-when: 'stack' can be tested only by --where");
	return true;
}

void cli_extend_where(struct cli *cli)
{
	struct config *config = cli->config;
	const struct where_shorthands shorthands = {
		.targets = cli_given(cli, "P") || cli_given(cli, "trace-fds") ? &config->targets
									      : NULL,
		.status = config->status,
	};

	config->where = where_extend(config->where, &shorthands);
	/* Which links there were on the machine of a recording or of a stub is not known. */
	if (!engine_is_here(config->engine.kind))
		return;
	if (config->where)
		where_follow_links(config->where);
	if (config->record.awaited)
		where_follow_links(config->record.awaited);
}

void cli_where_help(struct buf *out, const char *what)
{
	if (!*what)
		where_help(out);
	else if (!where_help_call(out, what))
		die("--where=help: no system call has the name '%s'; scry --list-syscalls lists "
		    "them",
		    what);
}
