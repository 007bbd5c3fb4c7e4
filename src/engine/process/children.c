/* SPDX-License-Identifier: MIT */
/* Collects children that scry has not made. */
#include "engine/process/children.h"

#include <errno.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scry/engine.h"

bool children_include_orphans(void)
{
	int subreaper = 0;

	return getpid() == 1 || (!prctl(PR_GET_CHILD_SUBREAPER, &subreaper) && subreaper);
}

static bool is_own(const pid_t *own, size_t n, pid_t pid)
{
	for (size_t i = 0; i < n; i++)
		if (own[i] == pid)
			return true;
	return false;
}

/*
 * Other threads of scry have children of their own, such as tasks that hold.c of the bpf engine has
 * attached to.
 */
pid_t children_collect(const pid_t *own, size_t n, bool waits)
{
	int flags = __WALL | __WNOTHREAD | (waits ? 0 : WNOHANG);
	siginfo_t ended;

	for (;;) {
		ended.si_pid = 0;
		if (waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT | flags))
			return errno == EINTR ? -1 : 0;
		if (!ended.si_pid || is_own(own, n, ended.si_pid))
			return ended.si_pid;
		waitpid(ended.si_pid, NULL, __WALL | __WNOTHREAD | WNOHANG);
	}
}

bool engine_wait_child(pid_t pid)
{
	if (children_collect(&pid, 1, true) < 0)
		return false;
	waitpid(pid, NULL, __WALL | WNOHANG);
	return true;
}

void children_wait(pid_t pid)
{
	while (!engine_wait_child(pid))
		;
}
