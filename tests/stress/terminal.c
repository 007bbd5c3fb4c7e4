/* SPDX-License-Identifier: MIT */
/*
 * Runs a job in a new pseudo-terminal, like a shell with job control, and sends keys to it.
 *
 * usage: terminal KEYS FILE COMMAND... When FILE exists, the keys are sent; then FILE.pressed is
 * made. z: ^Z, after which the job must stop and is continued in the foreground; c: ^C; q: ^\. The
 * exit status is that of the job, or 99 after an error. There is no timeout: the job ends with this
 * program.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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

/*
 * Opens a pseudo-terminal, which becomes the terminal of this session. *master gets its master
 * side.
 */
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

static void wait_for_file(pid_t job, const char *file)
{
	while (access(file, F_OK)) {
		if (waitpid(job, NULL, WNOHANG))
			die("the job has ended too early");
		wait_ms(5);
	}
}

static void make_file(const char *file, const char *ending)
{
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s%s", file, ending);
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		die(path);
	close(fd);
}

static int run_shell(const char *keys, const char *file, char **argv)
{
	int master, status, terminal = open_terminal(&master);
	pid_t job;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGTTOU, SIG_IGN);
	job = fork();
	if (!job)
		run_job(terminal, argv);
	setpgid(job, job);
	wait_for_file(job, file);
	for (; *keys; keys++) {
		wait_ms(50);
		if (*keys == 'z')
			stop_and_go(master, terminal, job);
		else
			press(master, (*keys == 'q' ? '\\' : 'C') & 0x1f);
	}
	make_file(file, ".pressed");
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
