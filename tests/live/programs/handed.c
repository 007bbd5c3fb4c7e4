/* SPDX-License-Identifier: MIT */
/*
 * For hand_over_test.sh: threads, children and programs that count their own calls.
 *
 *	handed CALLS SEED	the whole tree
 *	handed CALLS SEED ID	one worker, executed by a child
 *
 * Each worker has an ID and makes CALLS calls lseek(-1, ID << 32 | number, SEEK_SET) among others,
 * some of which block, and signals. If HANDED_UNTIL names a file, they go on until there is one. At
 * the end each prints a line "ID CALLS", so that a test knows what a trace must have.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define THREADS 3
#define CHILDREN 4

static unsigned calls, seed;
static const char *self;
static char *calls_word, *seed_word;
static atomic_uint n_signals;

static void on_signal(int signal)
{
	(void)signal;
	n_signals++;
	syscall(SYS_getppid);
}

static void pause_for(long ns)
{
	const struct timespec time = { .tv_nsec = ns };

	nanosleep(&time, NULL);
}

/* Whether a worker has not finished after n calls. */
static int goes_on(unsigned n)
{
	const char *until = getenv("HANDED_UNTIL");

	if (n < calls || !until)
		return n < calls;
	pause_for(300000);
	return access(until, F_OK) != 0;
}

static void say(unsigned id, unsigned n)
{
	char line[64];
	int len = snprintf(line, sizeof(line), "%u %u\n", id, n);

	if (write(STDOUT_FILENO, line, (size_t)len) != len)
		_exit(3);
}

static void work(unsigned id)
{
	unsigned random = seed * 2654435761u + id * 40503u + 1, i;

	for (i = 0; goes_on(i); i++) {
		random = random * 1664525u + 1013904223u;
		syscall(SYS_lseek, -1, (unsigned long)id << 32 | i, SEEK_SET);
		switch (random >> 28) {
		case 0:
			pause_for(20000 + (random >> 12 & 0xffff));
			break;
		case 1:
			syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGUSR1);
			break;
		case 2:
			sched_yield();
			break;
		default:
			break;
		}
	}
	say(id, i);
}

static void *thread(void *id)
{
	work((unsigned)(size_t)id);
	return NULL;
}

static void execute(unsigned id)
{
	char word[16];
	char *const argv[] = { (char *)self, calls_word, seed_word, word, NULL };

	snprintf(word, sizeof(word), "%u", id);
	execv("/proc/self/exe", argv);
	_exit(4);
}

/* A thread that is not the leader executes a program: it gets the number of the leader. */
static void *execute_in_thread(void *id)
{
	pause_for(200000);
	execute((unsigned)(size_t)id);
	return NULL;
}

/* A child of kind id % 4: itself, with a thread, a program, or a program that a thread executes. */
static void child(unsigned id)
{
	pthread_t other;

	switch (id % 4) {
	case 0:
		work(id);
		break;
	case 1:
		pthread_create(&other, NULL, thread, (void *)(size_t)(id + 1000));
		work(id);
		pthread_join(other, NULL);
		break;
	case 2:
		execute(id);
		break;
	case 3:
		pthread_create(&other, NULL, execute_in_thread, (void *)(size_t)id);
		for (;;)
			pause_for(50000);
	}
	_exit(0);
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	pthread_t threads[THREADS];
	int status, bad = 0;

	if (argc < 3)
		return 2;
	self = argv[0];
	calls = (unsigned)atoi(calls_word = argv[1]);
	seed = (unsigned)atoi(seed_word = argv[2]);
	sigaction(SIGUSR1, &action, NULL);
	if (argc > 3) {
		work((unsigned)atoi(argv[3]));
		return 0;
	}
	for (unsigned i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, thread, (void *)(size_t)(i + 1));
	for (unsigned i = 0; i < CHILDREN; i++) {
		pid_t pid = i % 2 ? (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) : fork();

		if (!pid)
			child(100 + i);
	}
	work(0);
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (unsigned i = 0; i < CHILDREN; i++)
		if (wait(&status) < 0 || status)
			bad = 1;
	return bad;
}
