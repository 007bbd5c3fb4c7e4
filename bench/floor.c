/* SPDX-License-Identifier: MIT */
/*
 * The floor: a ptrace tracer of one thread that does the minimum and prints nothing.
 *
 * usage: floor MODE [--read] COMMAND...
 *	free		the scheduler chooses the CPUs of tracer and tracee
 *	together	both run on one CPU; the tracer yields and polls before it blocks
 *	apart		both run on different CPUs
 *	trees		as free; this mode and the next two follow all children
 *	trees-together	all run on one CPU
 *	trees-spread	tracees that stop run with the tracer; tracees that compute meanwhile run on other CPUs
 * --read: reads the memory at the second argument once per call, as a tracer that shows a string
 * must.
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define SYSCALL_STOP (SIGTRAP | 0x80)
#define FOLLOW (PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC)

static void pin(pid_t tid, int nth)
{
	static cpu_set_t all; /* before anything was pinned */
	cpu_set_t one;

	if (!CPU_COUNT(&all))
		sched_getaffinity(0, sizeof(all), &all);
	CPU_ZERO(&one);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &all) && !nth--)
			CPU_SET(cpu, &one);
	if (CPU_COUNT(&one))
		sched_setaffinity(tid, sizeof(one), &one);
}

/* Waits until the tracee stops. Returns false if it has ended. */
static bool wait_for_stop(pid_t tid, bool yield, int *status)
{
	pid_t got = 0;

	if (yield) {
		sched_yield();
		got = waitpid(tid, status, __WALL | WNOHANG);
	}
	while (got <= 0)
		got = waitpid(tid, status, __WALL);
	return WIFSTOPPED(*status);
}

/* The number of bytes that a tracer shows of a string, plus one to see whether it is longer. */
#define STRING 33

static void read_string(pid_t tid, const struct __ptrace_syscall_info *info)
{
	size_t len = info->entry.args[2] < STRING ? info->entry.args[2] : STRING;
	char bytes[STRING];
	struct iovec local = { bytes, len }, remote = { (void *)info->entry.args[1], len };

	if (info->op == PTRACE_SYSCALL_INFO_ENTRY)
		process_vm_readv(tid, &local, 1, &remote, 1, 0);
}

/*
 * The maximum number of tracees that the spread keeps apart; the others run where the scheduler
 * wants.
 */
#define MAX_SPREAD 256

static struct placed {
	pid_t tid; /* 0: unused */
	bool computes, aside;
} placed[MAX_SPREAD];

static struct placed *find_placed(pid_t tid)
{
	struct placed *unused = NULL;

	for (int i = 0; i < MAX_SPREAD; i++)
		if (placed[i].tid == tid)
			return &placed[i];
		else if (!placed[i].tid)
			unused = &placed[i];
	if (unused)
		*unused = (struct placed){ .tid = tid, .aside = true };
	return unused;
}

static void put_aside(struct placed *one, bool aside)
{
	if (one->aside != aside)
		pin(one->tid, aside);
	one->aside = aside;
}

/* The tracee that stopped comes to the tracer; the others that compute there go aside. */
static void spread(pid_t tid, bool computes)
{
	struct placed *stopped = find_placed(tid);

	for (int i = 0; i < MAX_SPREAD; i++)
		if (placed[i].tid && placed[i].computes && &placed[i] != stopped)
			put_aside(&placed[i], true);
	if (!stopped)
		return;
	put_aside(stopped, false);
	stopped->computes = computes;
}

static bool is_group_stop(int status)
{
	int signal = WSTOPSIG(status);

	return status >> 16 == PTRACE_EVENT_STOP &&
	       (signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU);
}

/* Traces the command and all processes that it starts. Returns the exit status of the command. */
static int trace_tree(pid_t command, bool spreads)
{
	struct __ptrace_syscall_info info;
	int status, result = 1;
	pid_t tid;

	while ((tid = waitpid(-1, &status, __WALL)) > 0) {
		int signal = WIFSTOPPED(status) ? WSTOPSIG(status) : 0;

		if (!signal) {
			if (spreads && find_placed(tid))
				find_placed(tid)->tid = 0;
			if (tid == command)
				result = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
			continue;
		}
		info.op = PTRACE_SYSCALL_INFO_NONE;
		if (signal == SYSCALL_STOP)
			ptrace(PTRACE_GET_SYSCALL_INFO, tid, sizeof(info), &info);
		if (spreads)
			spread(tid, info.op != PTRACE_SYSCALL_INFO_ENTRY);
		if (signal == SYSCALL_STOP || status >> 16)
			signal = 0;
		ptrace(is_group_stop(status) ? PTRACE_LISTEN : PTRACE_SYSCALL, tid, NULL, signal);
	}
	return result;
}

static int trace(pid_t tid, bool yield, bool reads)
{
	struct __ptrace_syscall_info info;
	int status, signal;

	while (wait_for_stop(tid, yield, &status)) {
		signal = WSTOPSIG(status);
		if (signal == SYSCALL_STOP)
			ptrace(PTRACE_GET_SYSCALL_INFO, tid, sizeof(info), &info);
		if (signal == SYSCALL_STOP && reads)
			read_string(tid, &info);
		if (signal == SYSCALL_STOP || status >> 16)
			signal = 0;
		ptrace(PTRACE_SYSCALL, tid, NULL, signal);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static void place(pid_t tid, const char *mode)
{
	if (!strcmp(mode, "free") || !strcmp(mode, "trees"))
		return;
	if (strcmp(mode, "trees-spread"))
		pin(tid, !strcmp(mode, "apart"));
	pin(0, 0);
}

int main(int argc, char **argv)
{
	const struct sigaction action = { .sa_handler = SIG_DFL, .sa_flags = SA_NOCLDSTOP };
	const char *mode = argv[1];
	bool follows = argc > 2 && !strncmp(mode, "trees", strlen("trees"));
	bool reads = argc > 3 && !strcmp(argv[2], "--read");
	int status;
	pid_t tid;

	if (argc < 3)
		return 1;
	argv += reads;
	tid = fork();
	if (!tid) {
		raise(SIGSTOP);
		execvp(argv[2], argv + 2);
		_exit(127);
	}
	waitpid(tid, &status, WUNTRACED);
	sigaction(SIGCHLD, &action, NULL);
	if (ptrace(PTRACE_SEIZE, tid, NULL,
		   PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL | (follows ? FOLLOW : 0)))
		return 1;
	place(tid, mode);
	kill(tid, SIGCONT);
	if (follows)
		return trace_tree(tid, !strcmp(mode, "trees-spread"));
	return trace(tid, !strcmp(mode, "together"), reads);
}
