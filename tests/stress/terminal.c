/* SPDX-License-Identifier: MIT */
/*
 * Runs a job in a new pseudo-terminal, like a shell with job control, and sends keys to it.
 *
 * usage: terminal KEYS FILE COMMAND...
 * When FILE exists, the keys are sent. z: ^Z, after which the job must stop and is continued in the foreground; c: ^C;
 * q: ^\. The exit status is that of the job, or 99 after an error.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_SECONDS 20
#define WENT_WRONG 99

static void __attribute__((noreturn)) die(const char *what)
{
	fprintf(stderr, "terminal: %s: %s\n", what, strerror(errno));
	_exit(WENT_WRONG);
}

static void wait_ms(long ms)
{
	const struct timespec pause = { .tv_nsec = ms * 1000000 };

	nanosleep(&pause, NULL);
}

/* Opens a pseudo-terminal, which becomes the terminal of this session. *master gets its master side. */
static int open_terminal(int *master)
{
	int slave;

	*master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (*master < 0 || grantpt(*master) || unlockpt(*master))
		die("posix_openpt");
	slave = open(ptsname(*master), O_RDWR | O_CLOEXEC);
	if (slave < 0)
		die("the terminal");
	return slave;
}

static void __attribute__((noreturn)) run_job(int terminal, char **argv)
{
	setpgid(0, 0);
	tcsetpgrp(terminal, getpid());
	signal(SIGTTOU, SIG_DFL);
	alarm(0);
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		dup2(terminal, fd);
	execvp(argv[0], argv);
	_exit(WENT_WRONG);
}

static void press(int master, char key)
{
	if (write(master, &key, 1) != 1)
		die("a key");
}

static void stop_and_go(int master, int terminal, pid_t job)
{
	int status;

	press(master, 'Z' & 0x1f);
	if (waitpid(job, &status, WUNTRACED) != job || !WIFSTOPPED(status))
		die("the job does not stop");
	tcsetpgrp(terminal, getpgrp());
	wait_ms(50);
	tcsetpgrp(terminal, job);
	kill(-job, SIGCONT);
	wait_ms(50);
}

static int run_shell(const char *keys, const char *file, char **argv)
{
	int master, status, terminal = open_terminal(&master);
	pid_t job;

	signal(SIGTTOU, SIG_IGN);
	alarm(MAX_SECONDS);
	job = fork();
	if (!job)
		run_job(terminal, argv);
	setpgid(job, job);
	while (access(file, F_OK))
		wait_ms(5);
	for (; *keys; keys++) {
		wait_ms(50);
		if (*keys == 'z')
			stop_and_go(master, terminal, job);
		else
			press(master, (*keys == 'q' ? '\\' : 'C') & 0x1f);
	}
	if (waitpid(job, &status, 0) != job)
		die("waitpid");
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
	int status;
	pid_t shell;

	if (argc < 4)
		die("usage");
	shell = fork();
	if (!shell) {
		setsid();
		_exit(run_shell(argv[1], argv[2], argv + 3));
	}
	if (waitpid(shell, &status, 0) != shell || !WIFEXITED(status))
		die("the shell");
	return WEXITSTATUS(status);
}
