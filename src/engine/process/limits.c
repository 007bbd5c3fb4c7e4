/* SPDX-License-Identifier: MIT */
/*
 * The limit of open descriptors. With -ff scry has an open file for each tracee. The soft limit is 1,024 on most systems,
 * for programs that use select(2). scry does not use it, and each process may raise its soft limit up to the hard one
 * (getrlimit(2)). The command gets the limit with which scry was started.
 */
#include "engine/process/limits.h"

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
