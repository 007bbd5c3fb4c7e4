/* SPDX-License-Identifier: MIT */
/*
 * Says how many of its threads are still traced after many calls.
 *
 *	released [THREADS]
 *
 * All threads make calls until none of them has a tracer, the first one 60000 calls at most. Then
 * the program says what it has found of itself, and of a child that it makes.
 */
#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 60
#define CALLS 1000
#define THREADS_MAX 64

static atomic_int ended;

/* Returns whether a thread of this process has a tracer. */
static int is_traced(const char *tid)
{
	char path[300], line[300];
	int tracer = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%s/status", tid);
	file = fopen(path, "r");
	if (!file)
		return 0;
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "TracerPid: %d", &tracer) == 1)
			break;
	fclose(file);
	return tracer != 0;
}

static int count_traced(void)
{
	DIR *directory = opendir("/proc/self/task");
	struct dirent *entry;
	int n = 0;

	while (directory && (entry = readdir(directory)))
		if (entry->d_name[0] != '.')
			n += is_traced(entry->d_name);
	closedir(directory);
	return n;
}

static void *make_calls(void *unused)
{
	while (!ended)
		getppid();
	return unused;
}

int main(int argc, char **argv)
{
	int n_threads = argc > 1 ? atoi(argv[1]) : 0;
	pthread_t threads[THREADS_MAX];
	int n_traced = 1, status;

	for (int i = 0; i < n_threads && i < THREADS_MAX; i++)
		if (pthread_create(&threads[i], NULL, make_calls, NULL))
			return 2;
	for (int i = 0; i < ROUNDS && n_traced; i++) {
		for (int j = 0; j < CALLS; j++)
			getppid();
		/* On a busy machine the other threads need a CPU to reach a stop. */
		usleep(10000);
		n_traced = count_traced();
	}
	printf("%d threads traced\n", n_traced);
	fflush(stdout);
	if (!fork())
		_exit(count_traced());
	if (wait(&status) < 0)
		return 2;
	printf("%d threads of the child traced\n", WEXITSTATUS(status));
	ended = 1;
	for (int i = 0; i < n_threads && i < THREADS_MAX; i++)
		pthread_join(threads[i], NULL);
	return 5;
}
