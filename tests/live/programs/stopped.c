/* SPDX-License-Identifier: MIT */
/*
 * Stops a child with two threads, continues it, and interrupts calls of it with signals. Prints
 * what a parent and the child see of that, which must not depend on a tracer.
 */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int ends[2];
static volatile sig_atomic_t handled;
static volatile int word;

static void handle(int signal)
{
	handled = signal;
}

static void *wait_for_byte(void *unused)
{
	char byte;

	if (read(ends[0], &byte, 1) != 1)
		return &ends;
	word = 1;
	syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
	return unused;
}

/* Returns when the process sleeps in a system call: its state in /proc is S. */
static void wait_for_sleep(pid_t pid)
{
	char path[64], line[256];
	FILE *file;
	int asleep = 0;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	while (!asleep) {
		usleep(2000);
		file = fopen(path, "r");
		if (!file)
			exit(9);
		asleep = fgets(line, sizeof(line), file) && strstr(line, ") S ");
		fclose(file);
	}
}

/* Waits for a change of the child, and prints it. */
static void report(pid_t child, int options)
{
	int status;

	if (waitpid(child, &status, options) != child)
		puts("no such change");
	else if (WIFSTOPPED(status))
		printf("stopped by %s\n", strsignal(WSTOPSIG(status)));
	else if (WIFCONTINUED(status))
		puts("continued");
	else if (WIFEXITED(status))
		printf("exited with %d\n", WEXITSTATUS(status));
	else
		printf("killed by %s\n", strsignal(WTERMSIG(status)));
}

/*
 * The child of the first part. A thread waits in read(2); the other one waits for it in futex(2),
 * with a timeout, which the kernel resumes by restart_syscall(2) after the stop.
 */
static int wait_in_two_threads(void)
{
	struct timespec timeout = { 1000, 0 };
	pthread_t thread;
	void *result;

	if (pthread_create(&thread, NULL, wait_for_byte, NULL))
		return 1;
	while (!word)
		if (syscall(SYS_futex, &word, FUTEX_WAIT, 0, &timeout, NULL, 0) && errno != EAGAIN)
			return 2;
	if (pthread_join(thread, &result) || result)
		return 1;
	return 3;
}

/*
 * The child of the second part: a call that a handler interrupts fails or is made again, as
 * sigaction(2) was asked.
 */
static int be_interrupted(void)
{
	struct sigaction action = { .sa_handler = handle };
	char byte;

	sigaction(SIGUSR1, &action, NULL);
	action.sa_flags = SA_RESTART;
	sigaction(SIGUSR2, &action, NULL);
	if (read(ends[0], &byte, 1) != -1 || handled != SIGUSR1)
		return 1;
	if (read(ends[0], &byte, 1) != 1 || handled != SIGUSR2)
		return 2;
	return 4;
}

/* Forks; the child ends with what the function returns. */
static pid_t start(int (*function)(void))
{
	pid_t child = fork();

	if (child < 0)
		exit(9);
	if (!child)
		_exit(function());
	wait_for_sleep(child);
	return child;
}

int main(void)
{
	pid_t child;

	setvbuf(stdout, NULL, _IONBF, 0);
	if (pipe(ends))
		return 9;
	child = start(wait_in_two_threads);
	kill(child, SIGSTOP);
	report(child, WUNTRACED);
	kill(child, SIGCONT);
	report(child, WCONTINUED);
	if (write(ends[1], "x", 1) != 1)
		return 9;
	report(child, 0);

	child = start(be_interrupted);
	kill(child, SIGUSR1);
	/* A signal wakes the child at once: it sleeps again after it has handled the signal. */
	wait_for_sleep(child);
	kill(child, SIGUSR2);
	wait_for_sleep(child);
	if (write(ends[1], "y", 1) != 1)
		return 9;
	report(child, 0);
	return 5;
}
