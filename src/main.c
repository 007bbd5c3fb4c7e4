/* SPDX-License-Identifier: MIT */
/* The entry point of scry, and of scry-keeper, which is scry executed under another name. */
#include "scry/cli.h"
#include "scry/engine.h"
#include "scry/session.h"

int main(int argc, char **argv)
{
	static struct config config;
	struct session *session;

	engine_ptrace_keep(argv);
	cli_parse(argc, argv, &config);
	if (config.diff.first)
		return session_compare(&config);
	session = session_new(&config);
	if (!session)
		return 1;
	session_run(session);
}
