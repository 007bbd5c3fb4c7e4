/* SPDX-License-Identifier: MIT */
/* Measures what a pair of stops adds to the time of a call. */
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/ptrace/ptrace.h"
#include "scry/engine.h"
#include "scry/util.h"

#define ROUNDS 200

/*
 * getppid(2) takes some 50 ns without a tracer, so that nearly all of the measured time is that of
 * the stops.
 */
static void __attribute__((noreturn)) make_calls(void)
{
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) || raise(SIGSTOP))
		_exit(1);
	for (;;)
		syscall(SYS_getppid);
}

/* Resumes the child to its next stop at a call. Returns false if it is gone. */
static bool go_on(pid_t pid)
{
	int status;

	return !ptrace(PTRACE_SYSCALL, pid, NULL, NULL) && waitpid(pid, &status, __WALL) == pid &&
	       WIFSTOPPED(status);
}

/*
 * Measures one call as the engine does: from the report of its entry to that of its exit. Returns 0
 * on failure.
 */
static uint64_t measure(pid_t pid)
{
	struct __ptrace_syscall_info info;
	uint64_t entered;

	if (!go_on(pid))
		return 0;
	entered = now_ns();
	if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(info), &info) <= 0 ||
	    info.op != PTRACE_SYSCALL_INFO_ENTRY || !go_on(pid))
		return 0;
	return now_ns() - entered;
}

/* Lets the child leave raise(3), up to the exit of its first getppid(2). */
static bool skip_to_call(pid_t pid)
{
	struct __ptrace_syscall_info info = { 0 };
	bool entered = false;

	for (int i = 0; i < 16 && go_on(pid); i++) {
		if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(info), &info) <= 0)
			return false;
		if (entered && info.op == PTRACE_SYSCALL_INFO_EXIT)
			return true;
		entered = info.op == PTRACE_SYSCALL_INFO_ENTRY && info.entry.nr == SYS_getppid;
	}
	return false;
}

static int compare_times(const void *a, const void *b)
{
	const uint64_t *left = a, *right = b;

	return *left < *right ? -1 : *left > *right;
}

static uint64_t median_of_rounds(pid_t pid)
{
	uint64_t times[ROUNDS];
	int status;

	if (waitpid(pid, &status, __WALL) != pid || !WIFSTOPPED(status) ||
	    ptrace(PTRACE_SETOPTIONS, pid, NULL, PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD))
		return 0;
	if (!skip_to_call(pid))
		return 0;
	for (size_t i = 0; i < ROUNDS; i++) {
		times[i] = measure(pid);
		if (!times[i])
			return 0;
	}
	qsort(times, ROUNDS, sizeof(*times), compare_times);
	return times[ROUNDS / 2];
}

uint64_t engine_ptrace_stop_cost(bool same_cpu)
{
	cpu_set_t own, one;
	uint64_t cost;
	pid_t pid;

	if (sched_getaffinity(0, sizeof(own), &own))
		return 0;
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	if (same_cpu)
		sched_setaffinity(0, sizeof(one), &one);
	pid = fork();
	if (!pid)
		make_calls();
	cost = pid < 0 ? 0 : median_of_rounds(pid);
	if (pid > 0) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, __WALL);
	}
	sched_setaffinity(0, sizeof(own), &own);
	return cost;
}
