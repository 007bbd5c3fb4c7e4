/* SPDX-License-Identifier: MIT */
/* The entry point of scry, and of scry-keeper, which is scry executed under another name. */
#include <sys/wait.h>

#include "scry/cli.h"
#include "scry/engine.h"
#include "scry/session.h"

int main(int argc, char **argv)
{
	static struct config config;
	struct session *session;
	int status;

	engine_ptrace_keep(argv);
	cli_parse(argc, argv, &config);
	if (config.diff.first) {
		session = session_compare(&config, &status);
	} else {
		session = session_new(&config);
		status = session ? session_run(session) : W_EXITCODE(1, 0);
	}
	if (!session)
		return WEXITSTATUS(status);
	session_end(session, status);
}
