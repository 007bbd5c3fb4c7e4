/* SPDX-License-Identifier: MIT */
/* The entry point of scry, and of scry-keeper, which is scry executed under another name. */
#include <stdlib.h>
#include <sys/wait.h>

#include "scry/cli.h"
#include "scry/engine.h"
#include "scry/session.h"

/*
 * Of a service whose options have changed. exit(3) is where all errors end that can come before the
 * trace has begun.
 */
static struct former_options former;

static void go_back(void)
{
	reload_go_back(&former);
}

int main(int argc, char **argv)
{
	static struct config config;
	struct session *session;
	char *file_text;
	int status;

	engine_ptrace_keep(argv);
	file_text = reload_take(argv, &former);
	if (former.text)
		atexit(go_back);
	cli_parse(argc, argv, file_text, &config);
	free(file_text);
	if (config.diff.first) {
		session = session_compare(&config, &status);
	} else {
		session = session_new(&config, &former);
		status = session ? session_run(session) : W_EXITCODE(1, 0);
	}
	if (!session)
		return WEXITSTATUS(status);
	session_end(session, status);
}
