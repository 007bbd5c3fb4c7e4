/* SPDX-License-Identifier: MIT */
/*
 * The end of a tracer whose tracees have a filter.
 *
 * The kernel kills these tracees when their tracer ends (PTRACE_O_EXITKILL), but the ptrace
 * relation survives execve(2). Therefore the handler of the signals that a defect of scry raises,
 * and of SIGXCPU, executes the keeper. The memory of scry may be damaged: the handler has a stack
 * of its own and only makes system calls, and a second crash in it goes straight to execve. It does
 * not look at the tracees, since the keeper finds those that are stopped.
 */
#include "engine/ptrace/crash.h"

#include <linux/sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "engine/process/signals.h"
#include "engine/ptrace/crash_signals.h"
#include "engine/ptrace/keeper.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/supervisor.h"
#include "scry/util.h"

/* How often a crash of the handler itself leads to another attempt to execute the keeper. */
#define MAX_ATTEMPTS 3

/*
 * Several times what the kernel stores for a signal on any CPU (sysconf(3), _SC_MINSIGSTKSZ: 11 KB
 * with AMX).
 */
#define STACK_SIZE 65536

/* What the handler needs. */
static struct {
	const struct ptrace_engine *engine;
	pid_t tracer;
	volatile sig_atomic_t attempts;
	char stack[STACK_SIZE];
} crash;

static void set_action(int signal, void (*handler)(int))
{
	struct sigaction action = { .sa_handler = handler };

	sigaction(signal, &action, NULL);
}

/*
 * Without a filter the kernel releases the tracees. With --kill-on-exit they are to die with scry.
 */
static bool needs_keeper(void)
{
	return crash.engine->filter && !crash.engine->base.config->kill_on_exit;
}

/* raise(3) may use the thread ID that the C library keeps, which is wrong after clone3(2). */
static void end_by(int signal)
{
	set_action(signal, SIG_DFL);
	kill(getpid(), signal);
}

/*
 * A copy of the process ends by the signal, so that a core file or core_pattern(5) has its memory.
 * fork(3) may wait for a lock that the crashed code holds; clone3(2), since Linux 5.3, does not.
 * Its arguments are the same on all machines.
 */
static void dump_core(int signal)
{
	struct clone_args args = { .exit_signal = SIGCHLD };

	if (syscall(SYS_clone3, &args, sizeof(args)))
		return;
	end_by(signal);
	_exit(1);
}

static void announce(const char *name)
{
	static const char before[] = "scry: the tracer was ended by ";
	static const char after[] = "; the traced processes run on, untraced, under scry-keeper\n";
	struct iovec parts[] = {
		{ (void *)(uintptr_t)before, sizeof(before) - 1 },
		{ (void *)(uintptr_t)name, strlen(name) },
		{ (void *)(uintptr_t)after, sizeof(after) - 1 },
	};
	ssize_t ignored = writev(STDERR_FILENO, parts, ARRAY_SIZE(parts));

	(void)ignored;
}

static void end_trace(int signal)
{
	for (size_t i = 0; i < CRASH_SIGNALS; i++) {
		if (crash_signals[i].signal != signal)
			continue;
		announce(crash_signals[i].name);
		if (crash_signals[i].dumps)
			dump_core(signal);
	}
	if (crash.engine->supervisor)
		supervisor_report_end(crash.engine, STATUS_OF_EXIT(1), true);
	colocate_rescue(&crash.engine->colocate);
}

/*
 * After execve(2) in another thread the leader, which traces, would have ended, and the tracees
 * with it. Children of scry that have not executed a program have the handler, too.
 */
static void on_crash(int signal)
{
	if (getpid() != crash.tracer || !needs_keeper() || crash.attempts == MAX_ATTEMPTS) {
		end_by(signal);
		return;
	}
	if (syscall(SYS_gettid) != crash.tracer) {
		syscall(SYS_tgkill, crash.tracer, crash.tracer, signal);
		for (;;)
			pause();
	}
	if (!crash.attempts++)
		end_trace(signal);
	keeper_rescue();
}

/*
 * A signal with a handler stays as it is: the run-time library of a sanitizer reports crashes
 * itself.
 */
static bool has_handler(int signal)
{
	struct sigaction action;

	return sigaction(signal, NULL, &action) ||
	       (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

/*
 * A crash in the handler must reach the handler again. All other signals wait meanwhile, and
 * execve(2) keeps them blocked.
 */
static void catch_crashes(void)
{
	struct sigaction action = { .sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER };
	stack_t stack = { .ss_sp = crash.stack, .ss_size = sizeof(crash.stack) };
	sigset_t set;

	sigaltstack(&stack, NULL);
	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < CRASH_SIGNALS; i++)
		sigdelset(&action.sa_mask, crash_signals[i].signal);
	for (size_t i = 0; i < CRASH_SIGNALS; i++)
		if (!has_handler(crash_signals[i].signal))
			sigaction(crash_signals[i].signal, &action, NULL);
	crash_signals_fill(&set);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

void crash_prepare(const struct ptrace_engine *engine)
{
	crash.engine = engine;
	crash.tracer = getpid();
	signals_ignore_idle();
	catch_crashes();
}
