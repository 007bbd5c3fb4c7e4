/* SPDX-License-Identifier: MIT */
/*
 * Limits that scry raises for itself. The command gets the limits with which scry was started.
 *
 * RLIMIT_NOFILE: with -ff scry has an open file for each tracee. The soft limit is 1,024 on most
 * systems, for programs that use select(2), which scry does not.
 *
 * RLIMIT_CPU: each process has the time of the limit for itself, while the tracer spends time for
 * all tracees, which must not end because of that.
 */
#include "engine/process/limits.h"

/* The part of the hard limit of CPU time that is left for the keeper: see crash.c. */
#define KEEPER_PART 8

/* The bpf engine has an open file for each part of its program. */
#define FILES_MIN 256

/* A process may raise its soft limit up to the hard one, and with CAP_SYS_RESOURCE both (getrlimit(2)). */
static void raise_files(const struct rlimit *given)
{
	struct rlimit raised = { FILES_MIN, FILES_MIN };

	if (given->rlim_max < FILES_MIN && !setrlimit(RLIMIT_NOFILE, &raised))
		return;
	raised = *given;
	raised.rlim_cur = raised.rlim_max;
	setrlimit(RLIMIT_NOFILE, &raised);
}

/*
 * To raise the hard limit takes CAP_SYS_RESOURCE. Otherwise SIGXCPU comes before the hard limit, at
 * which the kernel sends SIGKILL. With a limit of one second it cannot come before.
 */
static void raise_cpu(const struct rlimit *given)
{
	struct rlimit raised = { RLIM_INFINITY, RLIM_INFINITY };

	if (given->rlim_cur == RLIM_INFINITY || !setrlimit(RLIMIT_CPU, &raised))
		return;
	raised = *given;
	raised.rlim_cur = raised.rlim_max;
	if (raised.rlim_max != RLIM_INFINITY && raised.rlim_max > 1)
		raised.rlim_cur -= raised.rlim_max / KEEPER_PART + 1;
	setrlimit(RLIMIT_CPU, &raised);
}

void limits_raise(struct limits *given)
{
	getrlimit(RLIMIT_NOFILE, &given->files);
	getrlimit(RLIMIT_CPU, &given->cpu);
	raise_files(&given->files);
	raise_cpu(&given->cpu);
}

void limits_restore(const struct limits *given)
{
	setrlimit(RLIMIT_NOFILE, &given->files);
	setrlimit(RLIMIT_CPU, &given->cpu);
}
