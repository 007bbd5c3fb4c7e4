/* SPDX-License-Identifier: MIT */
/* Each thread waits in another call, until something can be read from stdin. */
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PIPE_END 77 /* descriptors with known numbers */
#define OLD_END 78
#define POLL_MS 600000

static pid_t child;
static int ends[2], old_ends[2];
static volatile int word = 5;

static void *wait_in_poll(void *unused)
{
	struct pollfd pollfd = { .fd = PIPE_END, .events = POLLIN };

	poll(&pollfd, 1, POLL_MS);
	return unused;
}

static void *wait_in_futex(void *unused)
{
	syscall(SYS_futex, &word, FUTEX_WAIT, 5, NULL);
	return unused;
}

/* A call of i386, whose buffer must be below 4 GiB. */
static void *wait_in_old_call(void *unused)
{
#ifdef __x86_64__
	char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	long result;

	__asm__ volatile("int $0x80"
			 : "=a"(result)
			 : "a"(3), "b"(OLD_END), "c"(low), "d"(9)
			 : "memory", "r8", "r9", "r10", "r11");
#endif
	return unused;
}

static void *release(void *unused)
{
	char line[16];

	if (read(0, line, sizeof(line)) <= 0)
		_exit(1);
	word = 6;
	syscall(SYS_futex, &word, FUTEX_WAKE, 1);
	if (write(ends[1], "x", 1) != 1 || write(old_ends[1], "old", 3) != 3)
		_exit(1);
	kill(child, SIGTERM);
	return unused;
}

int main(void)
{
	void *(*const waits[])(void *) = { wait_in_poll, wait_in_futex, wait_in_old_call, release };
	pthread_t threads[4];
	int status;

	if (pipe(ends) || pipe(old_ends) || dup2(ends[0], PIPE_END) < 0 ||
	    dup2(old_ends[0], OLD_END) < 0)
		return 1;
	child = fork();
	if (!child) {
		/* It ends with the test. */
		alarm(POLL_MS / 1000);
		pause();
		_exit(1);
	}
	for (unsigned i = 0; i < 4; i++)
		if (pthread_create(&threads[i], NULL, waits[i], NULL))
			return 1;
	if (waitpid(child, &status, 0) != child)
		return 1;
	for (unsigned i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
