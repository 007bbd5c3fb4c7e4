/* SPDX-License-Identifier: MIT */
/*
 * The limit of open descriptors. -ff has a file open for each tracee, and the soft limit, mostly 1,024, is there for
 * programs that use select(2): scry does not, and the kernel lets every process raise it up to the hard one
 * (getrlimit(2)). The command inherits what scry was given.
 */
#include "engine/ptrace/limits.h"

void limits_raise(struct rlimit *given)
{
	struct rlimit raised;

	getrlimit(RLIMIT_NOFILE, given);
	raised = *given;
	raised.rlim_cur = raised.rlim_max;
	setrlimit(RLIMIT_NOFILE, &raised);
}

void limits_restore(const struct rlimit *given)
{
	setrlimit(RLIMIT_NOFILE, given);
}
