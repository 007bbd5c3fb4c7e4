/* SPDX-License-Identifier: MIT */
/* Launches the command: attached to before it has its filter, filtered before its execve. */
#include "engine/ptrace/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/process/pipe.h"
#include "engine/process/signals.h"
#include "engine/process/user.h"
#include "engine/ptrace/attach.h"
#include "engine/ptrace/options.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/refusal.h"
#include "engine/ptrace/tracees.h"
#include "scry/proc.h"
#include "scry/util.h"

/* What the child has done, or failed to do. */
enum step { STEP_READY, STEP_FILTER, STEP_USER, STEP_EXECVE };

struct report {
	enum step step;
	int error;
};

static void report_step(int fd, enum step step)
{
	struct report report = { .step = step, .error = errno };
	ssize_t ignored = write(fd, &report, sizeof(report));

	(void)ignored;
}

/*
 * The filter is installed before the user is changed. A process that may change its user may
 * install a filter without NO_NEW_PRIVS, under which set-user-id programs would not work. Stops
 * before the execve are not reported.
 */
static void __attribute__((noreturn))
child_run(const struct ptrace_engine *engine, const struct user_groups *groups, int tracer)
{
	const struct engine_config *config = engine->base.config;
	char word;

	/*
	 * The tracer waits for this report, so that the calls before it cost no stops. All signals
	 * are blocked until then.
	 */
	signals_restore_actions(&engine->given);
	limits_restore(&engine->given_limits);
	report_step(tracer, STEP_READY);
	if (read(tracer, &word, 1) != 1)
		_exit(1);
	if (config->daemonize)
		prctl(PR_SET_PTRACER, 0);
	if (engine->filter && (errno = seccomp_install(engine->filter, true))) {
		report_step(tracer, STEP_FILTER);
		if (config->seccomp_strict)
			_exit(1);
		/* a stop for launch_lost_filter(), which does not deliver the signal */
		raise(SIGSTOP);
	}
	if (user_become(config, groups)) {
		signals_restore_mask(&engine->given);
		execve(config->path, config->argv, config->envp);
		report_step(tracer, STEP_EXECVE);
	} else {
		report_step(tracer, STEP_USER);
	}
	_exit(1);
}

/*
 * In most cases /proc explains the refusal by a tracer only: a child of a traced scry has the
 * tracer of scry.
 */
static int refuse_tracee(pid_t pid)
{
	struct buf why = { 0 };
	int error = errno;

	buf_puts(&why, strerror(error));
	if (error != ESRCH && refusal_explain_filter(&why))
		;
	else if (error == EPERM && !refusal_explain(pid, true, &why))
		buf_puts(&why, " (does a sandbox or a security module forbid ptrace?)");
	/* With -D the process is no child, and ends when it reads the end of the pipe. */
	if (waitpid(pid, NULL, __WALL | WNOHANG) == 0 && !kill(pid, SIGKILL))
		waitpid(pid, NULL, __WALL);
	warn("cannot trace a command: ptrace(PTRACE_SEIZE): %s", buf_cstr(&why));
	buf_free(&why);
	return 1;
}

static int seize(struct ptrace_engine *engine, pid_t pid)
{
	struct ptrace_tracee *tracee;
	struct report ready;
	ssize_t ignored;

	/* A child that has been killed reports nothing; PTRACE_SEIZE says so. */
	do
		ignored = read(engine->failure_fd, &ready, sizeof(ready));
	while (ignored < 0 && errno == EINTR);
	fcntl(engine->failure_fd, F_SETFL, O_NONBLOCK);
	if (ptrace(PTRACE_SEIZE, pid, NULL, options_new(engine)))
		return refuse_tracee(pid);
	/* A filtered command stops by itself at its execve. */
	if (!engine->filter)
		ptrace(PTRACE_INTERRUPT, pid, NULL, NULL);
	engine->command = pid;
	tracee = tracees_add(engine, pid, pid);
	tracee->sandbox.every_call = engine->filter && engine->base.config->filter_inherited;
	if (engine->base.config->daemonize) {
		life_set(engine, tracee, LIFE_ATTACHED);
		tracee->n_threads = 1;
		tracees_enqueue(engine, tracee);
	} else {
		life_set(engine, tracee, LIFE_LAUNCHING);
	}
	ignored = write(engine->failure_fd, "", 1);
	(void)ignored;
	return 0;
}

static void leave_group(enum daemonize daemonize)
{
	if (daemonize == DAEMONIZE_PGROUP)
		setpgid(0, 0);
	else if (daemonize == DAEMONIZE_SESSION)
		setsid();
}

/*
 * For -D. Returns 0 in the process that was started, which becomes the command, and the pid of that
 * process in the tracer, which init adopts. Yama allows a process that is no ancestor to trace
 * another one only if that one asked for it. *mask becomes the signal mask of the tracer.
 */
static pid_t fork_tracer(const struct engine_config *config, sigset_t *mask)
{
	pid_t command = getpid(), between;
	int status;

	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
	between = fork();
	if (between < 0)
		return -1;
	if (between)
		return waitpid(between, &status, 0) == between && !status ? 0 : -1;
	between = fork();
	if (between)
		_exit(between < 0);
	leave_group(config->daemonize);
	/*
	 * The terminal stops the whole group. The tracer must not stop, or the command could not:
	 * its stop needs a tracer.
	 */
	signal(SIGTSTP, SIG_IGN);
	signal(SIGTTOU, SIG_IGN);
	signals_catch(config->interruptible, false, mask);
	return command;
}

static int fork_command(struct ptrace_engine *engine, const struct user_groups *groups, int ends[2])
{
	sigset_t before;
	pid_t pid;
	int status;

	signals_block(&before);
	pid = engine->base.config->daemonize ? fork_tracer(engine->base.config, &before) : fork();
	if (!pid) {
		close(ends[0]);
		child_run(engine, groups, ends[1]);
	}
	signals_unblock(&before);
	close(ends[1]);
	if (pid < 0) {
		warn_errno("cannot make a process");
		status = 1;
	} else {
		if (engine->base.config->daemonize)
			attach_all(engine);
		status = seize(engine, pid);
	}
	shutdown(engine->failure_fd, SHUT_WR);
	return status;
}

int launch_command(struct ptrace_engine *engine)
{
	struct user_groups groups;
	int ends[2], status;

	user_find_groups(engine->base.config, &groups);
	/* The limit of open files may be small: the fewest are open at once here. */
	proc_close();
	if (!pipe_open_both_ways(ends)) {
		warn_errno("cannot make a pair of sockets");
		return 1;
	}
	engine->failure_fd = ends[0];
	status = fork_command(engine, &groups, ends);
	free(groups.ids);
	return status;
}

bool launch_lost_filter(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	struct report report;

	if (!engine->filter || WSTOPSIG(tracee->status) != SIGSTOP ||
	    read(engine->failure_fd, &report, sizeof(report)) != sizeof(report))
		return false;
	engine->filter = NULL;
	ptrace(PTRACE_SETOPTIONS, tracee->base.tid, NULL, options_new(engine));
	if (engine->base.config->debug)
		warn("seccomp filter off: it cannot be installed: %s", strerror(report.error));
	return true;
}

void launch_failed(struct ptrace_engine *engine)
{
	const struct engine_config *config = engine->base.config;
	struct report report;

	if (read(engine->failure_fd, &report, sizeof(report)) != sizeof(report))
		return;
	if (report.step == STEP_FILTER)
		warn("--seccomp-bpf=on: cannot install the filter: %s", strerror(report.error));
	else if (report.step == STEP_EXECVE)
		warn("cannot execute '%s': %s", config->path, strerror(report.error));
	else
		user_warn(config, report.error);
	engine->failed = true;
}
