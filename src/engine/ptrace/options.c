/* SPDX-License-Identifier: MIT */
/* The PTRACE_O_* of tracees. */
#include "engine/ptrace/options.h"

#include <sys/ptrace.h>

#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/rights.h"

unsigned long options_new(const struct ptrace_engine *engine)
{
	unsigned long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEEXEC;

	if (engine->base.config->follow || engine->filter)
		options |= PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE;
	/* Without a tracer each traced call of a filtered process fails with ENOSYS: seccomp(2). */
	if (engine->filter)
		options |= PTRACE_O_TRACESECCOMP | PTRACE_O_EXITKILL;
	if (engine->base.config->kill_on_exit)
		options |= PTRACE_O_EXITKILL;
	return options;
}

/*
 * Only the execve(2) of a thread that is not the leader changes a tid (ptrace(2), "execve(2) under
 * ptrace"). A report of any other execve is a stop that can be spared, unless it may be due to take
 * rights from the process. Children inherit the options.
 */
void options_choose(const struct ptrace_engine *engine, const struct ptrace_tracee *tracee)
{
	const struct engine_config *config = engine->base.config;
	unsigned long options = options_new(engine);

	if (!engine->filter || !config->follow || config->report_execs ||
	    rights_watch_execs(engine))
		return;
	if (tracee->leader)
		options &= ~(unsigned long)PTRACE_O_TRACEEXEC;
	ptrace(PTRACE_SETOPTIONS, tracee->base.tid, NULL, options);
}
