/* SPDX-License-Identifier: MIT */
/*
 * The supervisor: the process that users know when the tracer must be able to outlive the command.
 */
#include "engine/ptrace/supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/process/children.h"
#include "engine/process/descriptors.h"
#include "engine/process/ending.h"
#include "engine/process/pipe.h"
#include "engine/process/signals.h"
#include "engine/ptrace/ptrace.h"
#include "scry/proc.h"
#include "scry/util.h"

/* From the tracer to the supervisor. */
struct message {
	bool filtered; /* true: tracees have a filter from now on; false: the trace has ended */
	int status; /* the status with which scry ends, as waitpid(2) gives it */
	bool keeper; /* the tracer becomes the keeper */
};

static void __attribute__((noreturn)) tracer_gone(bool filtered, pid_t tracer)
{
	int status;

	while (waitpid(tracer, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status))
		_exit(WEXITSTATUS(status));
	warn("the tracer was killed by signal %d; %s", WTERMSIG(status),
	     filtered ? "the traced processes were killed with it" : "the traced processes run on");
	_exit(1);
}

/* The supervisor, as it waits for the tracer. */
struct supervision {
	const struct ptrace_engine *engine;
	pid_t tracer;
	pid_t reader; /* config->wait_for; 0: there is none, or it has ended */
	const sigset_t *fatal; /* the signals that are for the tracer */
};

/* The end of the tracer is read from the pipe. */
static void collect_children(struct supervision *supervision)
{
	const pid_t own[] = { supervision->tracer, supervision->reader };
	pid_t pid;

	do {
		pid = children_collect(own, ARRAY_SIZE(own), false);
		if (pid <= 0 || pid != supervision->reader)
			return;
		waitpid(pid, NULL, WNOHANG);
		supervision->reader = 0;
	} while (true);
}

/*
 * The process that reads the trace has all of it only after the tracer has ended. ^C must end the
 * wait for it.
 */
static void wait_for_reader(const struct supervision *supervision)
{
	if (!supervision->reader)
		return;
	sigprocmask(SIG_UNBLOCK, supervision->fatal, NULL);
	children_wait(supervision->reader);
}

static void __attribute__((noreturn))
end_supervisor(const struct supervision *supervision, const struct message *ending)
{
	if (!ending->keeper)
		children_wait(supervision->tracer);
	wait_for_reader(supervision);
	ending_repeat(ending->status);
}

/*
 * Children that end before the supervisor takes SIGCHLD are collected then: one signal stands for
 * many.
 */
static void take_signal(int signals, struct supervision *supervision)
{
	struct signalfd_siginfo info;

	if (read(signals, &info, sizeof(info)) != sizeof(info))
		return;
	if (info.ssi_signo == SIGCHLD)
		collect_children(supervision);
	else
		sigqueue(supervision->tracer, SIGNAL_WAKE,
			 (union sigval){ .sival_int = (int)info.ssi_signo });
}

/* Returns a descriptor of the signals that the supervisor takes. */
static int open_signals(const sigset_t *fatal)
{
	sigset_t taken = *fatal, child;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, NULL);
	sigaddset(&taken, SIGCHLD);
	return signalfd(-1, &taken, SFD_CLOEXEC);
}

/*
 * Closes all descriptors except fd and stderr: other processes may wait for the end of a pipe or
 * FIFO (-o FIFO), so only the tracer keeps it open. Returns the new number of fd.
 */
static int close_all_but(int fd)
{
	const int kept = STDERR_FILENO + 1;

	proc_close();
	if (fd != kept)
		dup3(fd, kept, O_CLOEXEC);
	closefrom(kept + 1);
	return kept;
}

static void __attribute__((noreturn)) supervisor_run(struct supervision *supervision, int fd)
{
	const struct ptrace_engine *engine = supervision->engine;
	struct pollfd files[2] = { { .events = POLLIN }, { .events = POLLIN } };
	struct message message;
	bool filtered = engine->filter;

	if (engine->base.config->argv)
		descriptors_release();
	files[0].fd = close_all_but(fd);
	files[1].fd = open_signals(supervision->fatal);
	collect_children(supervision);
	for (;;) {
		if (poll(files, ARRAY_SIZE(files), -1) < 0)
			continue;
		if (files[1].revents)
			take_signal(files[1].fd, supervision);
		if (!files[0].revents)
			continue;
		if (read(files[0].fd, &message, sizeof(message)) != sizeof(message))
			tracer_gone(filtered, supervision->tracer);
		if (!message.filtered)
			end_supervisor(supervision, &message);
		filtered = true;
	}
}

/*
 * After unshare(2) with CLONE_NEWPID the tracer is in another PID namespace, in which the
 * supervisor has no number: getppid(2) returns 0 then, also later. The supervisor alone reads what
 * the tracer writes.
 */
bool supervisor_has_ended(const struct ptrace_engine *engine)
{
	struct pollfd written = { .fd = engine->supervisor_fd };
	pid_t parent = getppid();

	if (!engine->supervisor || parent == engine->supervisor)
		return false;
	return parent || (poll(&written, 1, 0) > 0 && written.revents & POLLERR);
}

/*
 * The kernel sends SIGNAL_WAKE when the supervisor ends, for any reason. The handler is installed
 * already.
 */
static int become_tracer(struct ptrace_engine *engine, pid_t supervisor, int fd)
{
	engine->supervisor = supervisor;
	engine->supervisor_fd = fd;
	prctl(PR_SET_PDEATHSIG, SIGNAL_WAKE);
	return supervisor_has_ended(engine);
}

int supervisor_split(struct ptrace_engine *engine)
{
	enum interruptible rules = engine->base.config->interruptible;
	pid_t supervisor = getpid(), tracer;
	struct supervision supervision = { .engine = engine,
					   .reader = engine->base.config->wait_for };
	sigset_t before, fatal;
	int fds[2];

	if (!pipe_open(fds))
		return -1;
	signals_block(&before);
	tracer = fork();
	if (tracer < 0) {
		close(fds[0]);
		close(fds[1]);
		signals_unblock(&before);
		return -1;
	}
	if (!tracer) {
		close(fds[0]);
		signals_catch(rules, true, &before);
		signals_unblock(&before);
		return become_tracer(engine, supervisor, fds[1]);
	}
	close(fds[1]);
	signals_supervise(rules, &fatal, &before);
	signals_unblock(&before);
	supervision.tracer = tracer;
	supervision.fatal = &fatal;
	supervisor_run(&supervision, fds[0]);
}

static void send_message(const struct ptrace_engine *engine, bool filtered, int status, bool keeper)
{
	struct message message;
	ssize_t ignored;

	memset(&message, 0, sizeof(message)); /* the padding is written, too */
	message.filtered = filtered;
	message.status = status;
	message.keeper = keeper;
	ignored = write(engine->supervisor_fd, &message, sizeof(message));
	(void)ignored;
}

void supervisor_report_end(const struct ptrace_engine *engine, int status, bool keeper)
{
	send_message(engine, false, status, keeper);
}

void supervisor_report_filter(const struct ptrace_engine *engine)
{
	if (engine->supervisor)
		send_message(engine, true, 0, false);
}
