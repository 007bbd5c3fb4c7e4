/* SPDX-License-Identifier: MIT */
/*
 * Makes calls of many kinds and records failures, while letting_go.sh ends scry. A tracer that
 * detaches wrongly makes calls fail with ENOSYS or EINTR.
 *
 * usage: letting_go_busy DIR [split] The program writes DIR/pid. It ends when DIR/end exists, or
 * after MAX_SECONDS, and writes DIR/done. DIR/failures begins with a NUL if no call failed.
 * Attaching makes epoll_wait(2) fail with EINTR: only when DIR/armed exists is that a failure.
 * split: a child makes the same calls, and only its failures count. The first process may be killed
 * by a signal, which can interrupt calls of its other threads.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FAILURES_SIZE 4096
#define QUICK_CALLS 20
#define MAX_SECONDS 300

struct run {
	const char *program;
	char *failures; /* shared with all children; no call is needed to write there */
	volatile bool armed, ending;
	int pipe[2];
};

/* Records the first failure. If two threads fail at the same time, either may be recorded. */
static void expect(const struct run *run, bool ok, const char *what)
{
	if (!ok && !run->failures[0])
		snprintf(run->failures, FAILURES_SIZE, "%s: errno %d\n", what, errno);
}

static void quick_calls(const struct run *run)
{
	for (int i = 0; i < QUICK_CALLS; i++) {
		expect(run, syscall(SYS_getppid) >= 0, "getppid");
		expect(run, syscall(SYS_fcntl, run->pipe[0], F_GETFD) == FD_CLOEXEC, "fcntl");
	}
}

static void *run_calls(void *arg)
{
	const struct run *run = arg;

	while (!run->ending)
		quick_calls(run);
	return NULL;
}

/* Returns a socket that receives nothing, with a short timeout. */
static int open_silence(void)
{
	const struct timeval timeout = { .tv_usec = 3000 };
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) ||
	    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout)))
		abort();
	return ends[0];
}

/* Makes calls that the kernel does not restart after an interruption: signal(7). */
static void *run_sleeps(void *arg)
{
	const struct run *run = arg;
	int silence = open_silence();
	char byte;
	struct timespec pause = { .tv_nsec = 2000000 };
	int epoll = epoll_create1(EPOLL_CLOEXEC);
	struct epoll_event event;

	while (!run->ending) {
		int ready = epoll_wait(epoll, &event, 1, 3);

		expect(run, !ready || (errno == EINTR && !run->armed), "epoll_wait");
		expect(run,
		       recv(silence, &byte, 1, 0) < 0 &&
			       (errno == EAGAIN || (errno == EINTR && !run->armed)),
		       "recv with a timeout");
		expect(run, !nanosleep(&pause, NULL), "nanosleep");
	}
	close(epoll);
	return NULL;
}

/* Blocks in read(2) until the thread of run_writes() writes. */
static void *run_reads(void *arg)
{
	const struct run *run = arg;
	char byte;

	while (!run->ending)
		expect(run, read(run->pipe[0], &byte, 1) == 1, "read");
	return NULL;
}

static void *run_writes(void *arg)
{
	const struct run *run = arg;
	struct timespec pause = { .tv_nsec = 1000000 };

	for (;;) {
		bool last = run->ending;

		expect(run, write(run->pipe[1], "x", 1) == 1, "write");
		if (last)
			return NULL;
		nanosleep(&pause, NULL);
	}
}

static void expect_success(const struct run *run, pid_t pid, const char *what)
{
	int status = 0;

	expect(run, pid > 0, what);
	if (pid > 0)
		expect(run, waitpid(pid, &status, 0) == pid && !status, what);
}

static void *run_forks(void *arg)
{
	const struct run *run = arg;

	while (!run->ending) {
		pid_t pid = fork();

		if (!pid) {
			quick_calls(run);
			_exit(0);
		}
		expect_success(run, pid, "fork");
	}
	return NULL;
}

static void *run_vforks(void *arg)
{
	const struct run *run = arg;

	while (!run->ending) {
		pid_t pid = vfork();

		if (!pid) {
			execl(run->program, run->program, (char *)NULL);
			_exit(99);
		}
		expect_success(run, pid, "vfork and execve");
	}
	return NULL;
}

/*
 * Starts a thread with SIGCHLD blocked. In a traced process even an ignored signal interrupts a
 * thread: SIGCHLD goes to the main thread, of which the calls may be interrupted.
 */
static void start(pthread_t *thread, void *(*kind)(void *), struct run *run)
{
	sigset_t child, before;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	pthread_sigmask(SIG_BLOCK, &child, &before);
	if (pthread_create(thread, NULL, kind, run))
		abort();
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void work(struct run *run)
{
	void *(*const kinds[])(void *) = { run_calls,  run_sleeps, run_reads,
					   run_writes, run_forks,  run_vforks };
	const struct timespec pause = { .tv_nsec = 5000000 };
	time_t last = time(NULL) + MAX_SECONDS;
	pthread_t threads[6];

	run->armed = !access("armed", F_OK);
	for (int i = 0; i < 6; i++)
		start(&threads[i], kinds[i], run);
	while (access("end", F_OK) && time(NULL) < last) {
		nanosleep(&pause, NULL);
		run->armed = run->armed || !access("armed", F_OK);
	}
	run->ending = true;
	for (int i = 0; i < 6; i++)
		pthread_join(threads[i], NULL);
}

static void make_file(const char *path, long number)
{
	FILE *file = fopen(path, "we");

	if (!file || fprintf(file, "%ld\n", number) < 0 || fclose(file))
		abort();
}

static char *map_failures(void)
{
	int fd = open("failures", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	char *map;

	if (fd < 0 || ftruncate(fd, FAILURES_SIZE))
		abort();
	map = mmap(NULL, FAILURES_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (map == MAP_FAILED)
		abort();
	return map;
}

int main(int argc, char **argv)
{
	struct run run = { .program = argv[0] };
	bool split = argc > 2;
	bool is_child;

	if (argc == 1) /* executed by run_vforks() */
		return syscall(SYS_getppid) < 0;
	if (chdir(argv[1]) || pipe2(run.pipe, O_CLOEXEC))
		abort();
	run.failures = map_failures();
	make_file("pid", getpid());
	is_child = split && !fork();
	if (split && !is_child)
		run.failures = calloc(1, FAILURES_SIZE);
	work(&run);
	if (is_child || !split)
		make_file("done", getpid());
	return 0;
}
