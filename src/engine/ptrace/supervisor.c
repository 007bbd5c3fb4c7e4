/* SPDX-License-Identifier: MIT */
/* The supervisor: the process that users know when the tracer must be able to outlive the command. */
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

#include "engine/process/descriptors.h"
#include "engine/process/ending.h"
#include "engine/process/pipe.h"
#include "engine/process/signals.h"
#include "engine/ptrace/ptrace.h"
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

/* The process that reads the trace has all of it only after the tracer has ended. ^C must end the wait for it. */
static void wait_for_reader(const struct ptrace_engine *engine, const sigset_t *fatal)
{
	if (!engine->base.config->wait_for)
		return;
	sigprocmask(SIG_UNBLOCK, fatal, NULL);
	while (waitpid(engine->base.config->wait_for, NULL, 0) < 0 && errno == EINTR)
		;
}

static void __attribute__((noreturn))
end_supervisor(const struct ptrace_engine *engine, const struct message *ending, pid_t tracer,
	       const sigset_t *fatal)
{
	if (!ending->keeper)
		while (waitpid(tracer, NULL, 0) < 0 && errno == EINTR)
			;
	wait_for_reader(engine, fatal);
	ending_repeat(ending->status);
}

static void forward_signal(int signals, pid_t tracer)
{
	struct signalfd_siginfo info;

	if (read(signals, &info, sizeof(info)) == sizeof(info))
		sigqueue(tracer, SIGNAL_WAKE, (union sigval){ .sival_int = (int)info.ssi_signo });
}

/*
 * Closes all descriptors except fd and stderr: other processes may wait for the end of a pipe or FIFO (-o FIFO), so only
 * the tracer keeps it open. Returns the new number of fd.
 */
static int close_all_but(int fd)
{
	const int kept = STDERR_FILENO + 1;

	if (fd != kept)
		dup3(fd, kept, O_CLOEXEC);
	closefrom(kept + 1);
	return kept;
}

static void __attribute__((noreturn))
supervisor_run(const struct ptrace_engine *engine, pid_t tracer, int fd, const sigset_t *fatal)
{
	struct pollfd files[2] = { { .events = POLLIN }, { .events = POLLIN } };
	struct message message;
	bool filtered = engine->filter;

	if (engine->base.config->argv)
		descriptors_release();
	files[0].fd = close_all_but(fd);
	files[1].fd = signalfd(-1, fatal, SFD_CLOEXEC);
	for (;;) {
		if (poll(files, ARRAY_SIZE(files), -1) < 0)
			continue;
		if (files[1].revents)
			forward_signal(files[1].fd, tracer);
		if (!files[0].revents)
			continue;
		if (read(files[0].fd, &message, sizeof(message)) != sizeof(message))
			tracer_gone(filtered, tracer);
		if (!message.filtered)
			end_supervisor(engine, &message, tracer, fatal);
		filtered = true;
	}
}

/* The kernel sends SIGNAL_WAKE when the supervisor ends, for any reason. The handler is installed already. */
static int become_tracer(struct ptrace_engine *engine, pid_t supervisor, int fd)
{
	engine->supervisor = supervisor;
	engine->supervisor_fd = fd;
	prctl(PR_SET_PDEATHSIG, SIGNAL_WAKE);
	return getppid() == supervisor ? 0 : 1;
}

int supervisor_split(struct ptrace_engine *engine)
{
	enum interruptible rules = engine->base.config->interruptible;
	pid_t supervisor = getpid(), tracer;
	sigset_t before, fatal;
	int fds[2];

	if (!pipe_open(fds)) {
		warn_errno("cannot make a pipe");
		return 1;
	}
	signals_block(&before);
	tracer = fork();
	if (tracer < 0) {
		warn_errno("cannot make a process");
		signals_unblock(&before);
		return 1;
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
	supervisor_run(engine, tracer, fds[0], &fatal);
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
