/* SPDX-License-Identifier: MIT */
/* Programs that are broken or slow in one known way: broken WAY [ARGUMENT]. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

static pthread_mutex_t mutexes[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static pthread_barrier_t both;
static volatile int zero;

/* --- waits ----------------------------------------------------------------------------------- */

static void *take_both(void *first)
{
	long i = (long)first;

	pthread_mutex_lock(&mutexes[i]);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&mutexes[1 - i]);
	return NULL;
}

/* Two threads take two mutexes in opposite orders. */
static int two_mutexes(void)
{
	pthread_t thread;

	pthread_barrier_init(&both, NULL, 2);
	pthread_create(&thread, NULL, take_both, (void *)1);
	take_both((void *)0);
	return 0;
}

static int one_mutex(void)
{
	pthread_mutex_lock(&mutexes[0]);
	pthread_mutex_lock(&mutexes[0]);
	return 0;
}

/* Each of two processes reads what the other should write first. */
static int two_pipes(void)
{
	int there[2], back[2];
	char byte;

	if (pipe(there) || pipe(back))
		return 1;
	if (!fork()) {
		close(there[1]);
		close(back[0]);
		return read(there[0], &byte, 1) == 1 && write(back[1], &byte, 1) == 1;
	}
	close(there[0]);
	close(back[1]);
	return read(back[0], &byte, 1) == 1 && write(there[1], &byte, 1) == 1;
}

/* The reader has the writing end open, so that the pipe never ends. */
static int open_end(void)
{
	int ends[2];
	char byte;

	return pipe(ends) || read(ends[0], &byte, 1) < 0;
}

static void on_child(int signal)
{
	(void)signal;
}

/*
 * As make does with its jobs: the reader holds both ends of a pipe, and the end of a child
 * interrupts it.
 */
static int job_server(void)
{
	struct sigaction action = { .sa_handler = on_child };
	int ends[2];
	char byte;

	sigaction(SIGCHLD, &action, NULL);
	if (pipe2(ends, O_CLOEXEC))
		return 1;
	if (!fork()) {
		close(ends[0]);
		close(ends[1]);
		sleep(1000);
		_exit(0);
	}
	return read(ends[0], &byte, 1) >= 0;
}

static void *sleep_with_mutex(void *unused)
{
	pthread_mutex_lock(&mutexes[0]);
	pthread_barrier_wait(&both);
	sleep(1000);
	return unused;
}

/* A thread waits for a mutex whose holder sleeps. */
static int held_mutex(void)
{
	pthread_t thread;

	pthread_barrier_init(&both, NULL, 2);
	pthread_create(&thread, NULL, sleep_with_mutex, NULL);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&mutexes[0]);
	return 0;
}

static int computes(void)
{
	while (!zero)
		;
	return 0;
}

/* A server accepts no connection that waits. */
static int silent_server(void)
{
	struct sockaddr_storage address;
	socklen_t len = sizeof(address);
	int server = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0);
	char byte;

	if (listen(server, 5) || getsockname(server, (struct sockaddr *)&address, &len) ||
	    connect(client, (struct sockaddr *)&address, len))
		return 1;
	return read(client, &byte, 1) < 0;
}

/* --- ends ------------------------------------------------------------------------------------ */

static int null_pointer(void)
{
	*(volatile int *)(long)zero = 1;
	return 0;
}

static int read_only_memory(void)
{
	void *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	*(volatile int *)page = 1;
	return 0;
}

static int divides_by_zero(void)
{
	return 100 / zero;
}

static int asserts(void)
{
	fprintf(stderr, "broken: broken.c:1: asserts: Assertion `zero' failed.\n");
	abort();
}

static int too_large(const char *path)
{
	const struct rlimit limit = { 4096, 4096 };
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	char block[8192] = "";

	setrlimit(RLIMIT_FSIZE, &limit);
	return write(fd, block, sizeof(block)) < 0 || write(fd, block, sizeof(block)) < 0;
}

static int too_many_files(void)
{
	const struct rlimit limit = { 64, 64 };

	setrlimit(RLIMIT_NOFILE, &limit);
	while (open("/dev/null", O_RDONLY) >= 0)
		;
	perror("broken: /dev/null");
	return 1;
}

static int no_memory(void)
{
	const struct rlimit limit = { 64 << 20, 64 << 20 };

	setrlimit(RLIMIT_AS, &limit);
	for (;;)
		if (!malloc(8 << 20)) {
			perror("broken: cannot allocate a block");
			return 1;
		}
}

/* The filter refuses socket(2) by EPERM, or ends the process. */
static int sandboxed(unsigned action)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, action),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = { 4, code };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
	if (socket(AF_INET, SOCK_STREAM, 0) >= 0)
		return 0;
	perror("broken: socket");
	return 1;
}

static int silent(void)
{
	return open("/etc/broken.conf", O_RDONLY) < 0 ? 7 : 0;
}

static int leaves_pipe(void)
{
	for (;;)
		if (write(1, "y\n", 2) != 2)
			return 1;
}

/* --- costs ----------------------------------------------------------------------------------- */

static int brk_up_and_down(void)
{
	for (int i = 0; i < 4000; i++) {
		char *end = sbrk(1 << 20);

		memset(end, 1, 1 << 20);
		sbrk(-(1 << 20));
	}
	return 0;
}

static int maps_and_unmaps(void)
{
	for (int i = 0; i < 4000; i++) {
		char *block = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		memset(block, 1, 1 << 20);
		munmap(block, 1 << 20);
	}
	return 0;
}

static int discards(void)
{
	char *block =
		mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	for (int i = 0; i < 4000; i++) {
		memset(block, 1, 1 << 20);
		madvise(block, 1 << 20, MADV_DONTNEED);
	}
	return 0;
}

static void *polls(void *fd)
{
	struct pollfd one = { (int)(long)fd, POLLIN, 0 };

	for (int i = 0; i < 200000; i++)
		poll(&one, 1, 0);
	return NULL;
}

static int busy_poll(void)
{
	int ends[2];

	if (pipe(ends))
		return 1;
	polls((void *)(long)ends[0]);
	return 0;
}

static int busy_retry(void)
{
	int ends[2];
	char byte;

	if (pipe(ends) || fcntl(ends[0], F_SETFL, O_NONBLOCK))
		return 1;
	for (int i = 0; i < 200000; i++)
		if (read(ends[0], &byte, 1) != -1 || errno != EAGAIN)
			return 1;
	return 0;
}

static int busy_yield(void)
{
	for (int i = 0; i < 200000; i++)
		sched_yield();
	return 0;
}

static int short_sleeps(void)
{
	for (int i = 0; i < 1000; i++)
		usleep(100);
	return 0;
}

static int sleeps(void)
{
	const struct timespec time = { 0, 400000000 };

	return nanosleep(&time, NULL);
}

static void *works(void *count)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&mutexes[0]);
		usleep(10);
		++*(volatile long *)count;
		pthread_mutex_unlock(&mutexes[0]);
	}
	return NULL;
}

static int contention(void)
{
	pthread_t threads[4];
	long count = 0;

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, works, &count);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

static int reads_bytes(const char *path)
{
	int fd = open(path, O_RDONLY);
	char byte;

	for (int i = 0; i < 100000; i++)
		if (pread(fd, &byte, 1, i % 1000) != 1)
			return 1;
	return 0;
}

/* An unbuffered logger. */
static int logs(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);

	for (int i = 0; i < 50000; i++)
		if (write(fd, "INFO a request was handled\n", 27) != 27)
			return 1;
	return 0;
}

static int flushes(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT, 0600);

	for (int i = 0; i < 200; i++)
		if (write(fd, "x", 1) != 1 || fsync(fd))
			return 1;
	return 0;
}

static int reopens(const char *path)
{
	for (int i = 0; i < 50000; i++)
		close(open(path, O_RDONLY));
	return 0;
}

static int looks_up(const char *path)
{
	struct stat st;

	for (int i = 0; i < 50000; i++)
		if (stat(path, &st))
			return 1;
	return 0;
}

static int leaks(const char *path)
{
	for (int i = 0; i < 300; i++)
		if (open(path, O_RDONLY) < 0)
			return 1;
	return 0;
}

/* Looks for many names along many directories. */
static int searches(void)
{
	char path[100];

	for (int name = 0; name < 1000; name++)
		for (int directory = 0; directory < 40; directory++) {
			snprintf(path, sizeof(path), "/tmp/none/%d/include/name%d.h", directory,
				 name);
			close(open(path, O_RDONLY));
		}
	return 0;
}

static int clocks(void)
{
	struct timespec now;

	for (int i = 0; i < 200000; i++)
		syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	return 0;
}

static int spawns(void)
{
	for (int i = 0; i < 300; i++) {
		if (!vfork())
			execl("/bin/true", "true", NULL), _exit(1);
		wait(NULL);
	}
	return 0;
}

static const struct {
	const char *name;
	int (*run)(void);
	int (*run_with)(const char *argument);
} ways[] = {
	{ "two-mutexes", two_mutexes, NULL },
	{ "one-mutex", one_mutex, NULL },
	{ "two-pipes", two_pipes, NULL },
	{ "open-end", open_end, NULL },
	{ "job-server", job_server, NULL },
	{ "held-mutex", held_mutex, NULL },
	{ "computes", computes, NULL },
	{ "silent-server", silent_server, NULL },
	{ "null-pointer", null_pointer, NULL },
	{ "read-only-memory", read_only_memory, NULL },
	{ "divides-by-zero", divides_by_zero, NULL },
	{ "asserts", asserts, NULL },
	{ "too-large", NULL, too_large },
	{ "too-many-files", too_many_files, NULL },
	{ "no-memory", no_memory, NULL },
	{ "silent", silent, NULL },
	{ "leaves-pipe", leaves_pipe, NULL },
	{ "brk", brk_up_and_down, NULL },
	{ "maps", maps_and_unmaps, NULL },
	{ "discards", discards, NULL },
	{ "busy-poll", busy_poll, NULL },
	{ "busy-retry", busy_retry, NULL },
	{ "busy-yield", busy_yield, NULL },
	{ "short-sleeps", short_sleeps, NULL },
	{ "sleeps", sleeps, NULL },
	{ "contention", contention, NULL },
	{ "reads-bytes", NULL, reads_bytes },
	{ "logs", NULL, logs },
	{ "flushes", NULL, flushes },
	{ "reopens", NULL, reopens },
	{ "looks-up", NULL, looks_up },
	{ "leaks", NULL, leaks },
	{ "searches", searches, NULL },
	{ "clocks", clocks, NULL },
	{ "spawns", spawns, NULL },
};

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";

	if (!strcmp(way, "sandboxed"))
		return sandboxed(SECCOMP_RET_ERRNO | EPERM);
	if (!strcmp(way, "forbidden"))
		return sandboxed(SECCOMP_RET_KILL_PROCESS);
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		if (!strcmp(way, ways[i].name))
			return ways[i].run ? ways[i].run()
					   : ways[i].run_with(argc > 2 ? argv[2] : "/dev/null");
	fprintf(stderr, "usage: broken WAY [ARGUMENT]\n");
	return 2;
}
