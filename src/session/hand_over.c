/* SPDX-License-Identifier: MIT */
/*
 * Decides whether another engine may take tracees over. With --engine=auto bpf takes over the
 * tracees of ptrace.
 */
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "session/session.h"

/* The major and the minor number of /dev/null: null(4). */
#define NULL_DEVICE makedev(1, 3)

/*
 * Whether the command has the file to which lines are written. What it writes there would come
 * before the lines of what it did earlier, because the bpf engine shows calls later than they are
 * made.
 */
static bool shares_output(const struct session *session)
{
	struct stat file;

	return session->engine_config.argv && session->host.lines &&
	       !session->config->output_path && !isatty(STDERR_FILENO) &&
	       !(!fstat(STDERR_FILENO, &file) && S_ISCHR(file.st_mode) &&
		 file.st_rdev == NULL_DEVICE);
}

/* The same with -o -. As soon as the command runs, only the output still has its stdout. */
static bool shares_stdout(const struct session *session)
{
	if (!session->engine_config.argv || !session->host.lines ||
	    !config_writes_to_stdout(session->config))
		return false;
	return session->host.shared ? !output_terminal(session->host.shared->output)
				    : !isatty(STDOUT_FILENO);
}

/* Returns why the successor must not take over, as the end of a sentence; NULL: it may. */
static const char *why_not(const struct session *session)
{
	const struct engine_config *engine = &session->engine_config;
	const struct decode_config *asks = session->consumers.needs.asks;
	const struct {
		bool holds;
		const char *why;
	} reasons[] = {
		{ engine->filter && !engine->filter_later,
		  "a seccomp filter is used, which needs a tracer" },
		{ shares_output(session), "the lines go to the standard error of the command, and "
					  "stay in the order of what it writes there" },
		{ shares_stdout(session), "the lines go to the standard output of the command, and "
					  "stay in the order of what it writes there" },
		{ engine->terminal && !engine->successor->keeps_order(),
		  "the lines go to a terminal, and stay in the order of what the command writes "
		  "there: bpf needs Linux 6.18 for that" },
		{ engine->stays, engine->stays },
		{ asks && asks->contexts, "--record keeps SELinux contexts" },
		{ engine->waits, "processes that come later are attached to with ptrace" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++)
		if (reasons[i].holds)
			return reasons[i].why;
	return NULL;
}

bool hand_over_is_likely(const struct session *session)
{
	struct buf what = { 0 };
	bool likely = session->engine_config.successor && !why_not(session) &&
		      !session->engine_config.successor->lacks(0, &what);

	buf_free(&what);
	return likely;
}

static const struct plans *compile_plans(void *ctx)
{
	return plans_for(ctx);
}

static void note_stacks(void *ctx, const struct tracee *tracee)
{
	const struct session *session = ctx;

	if (session->stacks)
		stacks_note_hand_over(session->stacks, tracee);
}

void hand_over_choose(struct session *session, bool decodes)
{
	struct engine_config *engine = &session->engine_config;
	const char *why;

	if (!engine->successor)
		return;
	why = why_not(session);
	if (why && session->config->debug)
		warn("engine %s: %s does not take over, because %s", engine->kind->name,
		     engine->successor->name, why);
	if (why)
		engine->successor = NULL;
	engine->compile_plans = decodes ? compile_plans : NULL;
	engine->plans_ctx = session;
	engine->handing_over = note_stacks;
}
