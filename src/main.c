/* SPDX-License-Identifier: MIT */
/* The entry point of scry, and of scry-keeper, which is scry executed under another name. */
#include "comparison.h"
#include "scry/cli.h"
#include "scry/engine.h"
#include "session.h"

int main(int argc, char **argv)
{
	static struct config config;
	struct session *session;

	engine_ptrace_keep(argv);
	cli_parse(argc, argv, &config);
	if (config.diff.first)
		return compare_traces(&config);
	session = session_new(&config);
	if (!session)
		return 1;
	session_run(session);
}
