/* SPDX-License-Identifier: MIT */
/* --where: joins the expressions of several options, parses them, and shows the help about them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/apply.h"
#include "scry/util.h"

bool cli_apply_where(struct cli *cli, const char *value, char **error)
{
	struct buf joined = { 0 };
	size_t help = strlen("help");

	(void)error;
	if (!strncmp(value, "help", help) && (!value[help] || strchr(":= ", value[help]))) {
		cli->where_help = value + help + (value[help] != '\0');
		return true;
	}
	if (!cli->where) {
		cli->where = xstrdup(value);
		return true;
	}
	buf_printf(&joined, "(%s) && (%s)", cli->where, value);
	free(cli->where);
	cli->where = xstrdup(buf_cstr(&joined));
	buf_free(&joined);
	return true;
}

/* Refuses what a recording does not have. */
static bool check_replay(const struct config *config, char **error)
{
	if (!config->recorded)
		return true;
	if (where_needs(config->where) & WHERE_NEEDS_USER)
		return set_error(error,
				 "--where: a recording does not keep the users of processes, "
				 "so that 'uid' cannot be had with --replay and --diff");
	if (where_needs(config->where) & WHERE_NEEDS_STACK &&
	    !record_info_number(config->recorded, "stacks"))
		return set_error(error, "--where: the recording has no stacks; --record keeps them "
					"with -k");
	return true;
}

bool cli_read_where(struct cli *cli, char **error)
{
	struct config *config = cli->config;
	struct where_error wrong;

	if (!cli->where)
		return true;
	config->where = where_new(cli->where, &config->trace, &wrong);
	if (config->where)
		return check_replay(config, error);
	set_error(error, "--where: %s", wrong.message);
	config->mark = wrong.mark;
	free(wrong.message);
	return false;
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
