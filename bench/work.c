/* SPDX-License-Identifier: MIT */
/*
 * The traced work.
 *
 * usage: work getppid N | threads T N | files DIRECTORY N | forks N | crowd N | deep N CALLS | busy
 * N CALLS | sleeps N | copies N | requests N
 */
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STACK_SIZE (64 * 1024)
#define PATH_SIZE 4096

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void *call(void *n)
{
	for (long i = 0; i < *(long *)n; i++)
		syscall(SYS_getppid);
	return NULL;
}

static void *sleep_on(void *unused)
{
	(void)unused;
	for (;;)
		pause();
	return NULL;
}

static void make_threads(pthread_t *threads, long n, void *(*run)(void *), void *argument)
{
	pthread_attr_t attributes;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	for (long i = 0; i < n; i++)
		if (pthread_create(&threads[i], &attributes, run, argument))
			exit(1);
}

/* Makes n calls in each thread. */
static void threads(long n_threads, long n)
{
	pthread_t *all = calloc((size_t)n_threads, sizeof(*all));

	make_threads(all, n_threads, call, &n);
	for (long i = 0; i < n_threads; i++)
		pthread_join(all[i], NULL);
	free(all);
}

/* Creates n files with different names: open, fstat, write, read, close. */
static void files(const char *directory, long n)
{
	char path[PATH_SIZE], byte;
	struct stat st;

	for (long i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%s/%ld", directory, i);
		int fd = open(path, O_RDWR | O_CREAT, 0600);

		if (fd < 0 || fstat(fd, &st) || write(fd, path, 1) != 1 ||
		    pread(fd, &byte, 1, 0) != 1)
			exit(1);
		close(fd);
	}
}

/* Makes a call with depth callers on the stack. */
static __attribute__((noinline)) long deep(long depth)
{
	return depth ? deep(depth - 1) + 1 : syscall(SYS_getppid);
}

static void descend(long depth, long n)
{
	volatile long sum = 0;

	for (long i = 0; i < n; i++)
		sum += deep(depth);
}

static void forks(long n)
{
	char *argv[] = { "true", NULL };
	pid_t pid;

	for (long i = 0; i < n; i++) {
		if (posix_spawn(&pid, "/bin/true", NULL, NULL, argv, NULL))
			exit(1);
		waitpid(pid, NULL, 0);
	}
}

/* Starts n threads that do nothing until stdin ends, and prints "ready" when all exist. */
static void crowd(long n)
{
	pthread_t *all = calloc((size_t)n, sizeof(*all));
	char byte;

	make_threads(all, n - 1, sleep_on, NULL);
	puts("ready");
	fflush(stdout);
	while (read(STDIN_FILENO, &byte, 1) > 0)
		;
	_exit(0);
}

/*
 * Makes calls in one of n threads, of which the others sleep; prints the time of the calls in
 * nanoseconds.
 */
static void busy(long n, long calls)
{
	pthread_t *all = calloc((size_t)n, sizeof(*all));
	int64_t start;

	make_threads(all, n - 1, sleep_on, NULL);
	sleep(1); /* until all other threads sleep */
	start = now_ns();
	call(&calls);
	printf("%" PRId64 "\n", now_ns() - start);
	fflush(stdout);
	_exit(0);
}

/* Prints how long n sleeps of 20 ms take, in nanoseconds. */
static void sleeps(long n)
{
	struct timespec pause = { .tv_nsec = 20000000 };
	long long sum = 0;

	while (n--) {
		struct timespec begin, end;

		clock_gettime(CLOCK_MONOTONIC, &begin);
		clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
		clock_gettime(CLOCK_MONOTONIC, &end);
		sum += (end.tv_sec - begin.tv_sec) * 1000000000LL + end.tv_nsec - begin.tv_nsec;
	}
	printf("%lld\n", sum);
}

/* Makes n calls that copy bytes one by one; prints the CPU time of this process in nanoseconds. */
static void copies(long n)
{
	int from = open("/dev/zero", O_RDONLY), to = open("/dev/null", O_WRONLY);
	struct timespec used;
	char byte;

	for (long i = 0; i < n / 2; i++)
		if (read(from, &byte, 1) != 1 || write(to, &byte, 1) != 1)
			exit(1);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	printf("%lld\n", used.tv_sec * 1000000000LL + used.tv_nsec);
}

/*
 * Makes n requests of io_uring that do nothing, 32 at a time. linux/io_uring.h may be older than
 * the kernel: only what all have is used.
 */
static void requests(long n)
{
	enum { BATCH = 32, NOP_SQE = 64, HEAD = 0, TAIL = 1, ARRAY = 6 };
	uint32_t params[30] = { 0 }, *sq = &params[10], *cq = &params[20];
	int ring = (int)syscall(SYS_io_uring_setup, BATCH, params);
	char *rings = mmap(NULL, sq[ARRAY] + 4 * BATCH, PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_POPULATE, ring, 0);
	char *sqes = mmap(NULL, NOP_SQE * BATCH, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
			  ring, 0x10000000);

	if (ring < 0 || rings == MAP_FAILED || sqes == MAP_FAILED)
		exit(1);
	for (uint32_t i = 0; i < BATCH; i++)
		((uint32_t *)(rings + sq[ARRAY]))[i] = i;
	for (long i = 0; i < n; i += BATCH) {
		*(volatile uint32_t *)(rings + sq[TAIL]) += BATCH;
		if (syscall(SYS_io_uring_enter, ring, BATCH, BATCH, 1, NULL, 0) != BATCH)
			exit(1);
		*(volatile uint32_t *)(rings + cq[HEAD]) += BATCH;
	}
}

int main(int argc, char **argv)
{
	long first = argc > 2 ? atol(argv[2]) : 0, second = argc > 3 ? atol(argv[3]) : 0;

	if (argc == 3 && !strcmp(argv[1], "getppid"))
		call(&first);
	else if (argc == 4 && !strcmp(argv[1], "threads"))
		threads(first, second);
	else if (argc == 4 && !strcmp(argv[1], "files"))
		files(argv[2], second);
	else if (argc == 3 && !strcmp(argv[1], "forks"))
		forks(first);
	else if (argc == 3 && !strcmp(argv[1], "crowd"))
		crowd(first);
	else if (argc == 4 && !strcmp(argv[1], "deep"))
		descend(first, second);
	else if (argc == 4 && !strcmp(argv[1], "busy"))
		busy(first, second);
	else if (argc == 3 && !strcmp(argv[1], "sleeps"))
		sleeps(first);
	else if (argc == 3 && !strcmp(argv[1], "copies"))
		copies(first);
	else if (argc == 3 && !strcmp(argv[1], "requests"))
		requests(first);
	else
		return 1;
	return 0;
}
