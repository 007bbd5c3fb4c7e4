/* SPDX-License-Identifier: MIT */
/*
 * Compares and takes descriptors of processes that the calls name: of the caller, of a child, of a
 * thread with a table of its own, and of processes that have ended.
 */
#include <fcntl.h>
#include <linux/kcmp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PLACE 50 /* a descriptor that means another file in each process */

static pid_t thread_id;
static pthread_barrier_t barrier;

static void place(const char *path)
{
	int fd = open(path, O_RDONLY);

	dup2(fd, PLACE);
	close(fd);
}

static long compare(pid_t one, pid_t other, int fd, int other_fd)
{
	return syscall(SYS_kcmp, one, other, KCMP_FILE, fd, other_fd);
}

static long take(int pidfd, int fd)
{
	return syscall(SYS_pidfd_getfd, pidfd, fd, 0);
}

static void compare_own(pid_t self)
{
	int pidfd = (int)syscall(SYS_pidfd_open, self, 0), ends[2], epoll = epoll_create1(0);
	struct epoll_event event = { .events = EPOLLIN };
	struct kcmp_epoll_slot slot;

	compare(self, self, PLACE, 0);
	compare(self, self, PLACE, 99);
	compare(self, self, PLACE, -1);
	compare(0, 0, PLACE, PLACE);
	take(pidfd, PLACE);
	take(pidfd, 98);
	take(99, PLACE);
	if (pipe(ends))
		exit(1);
	epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event);
	slot = (struct kcmp_epoll_slot){ (uint32_t)epoll, (uint32_t)ends[0], 0 };
	syscall(SYS_kcmp, self, self, KCMP_EPOLL_TFD, PLACE, &slot);
}

static void compare_child(pid_t self)
{
	int ready[2], pidfd;
	pid_t child;
	char byte;

	if (pipe(ready))
		exit(1);
	child = fork();
	if (!child) {
		place("/dev/zero");
		if (write(ready[1], "", 1) == 1)
			pause();
		_exit(0);
	}
	pidfd = (int)syscall(SYS_pidfd_open, child, 0);
	if (read(ready[0], &byte, 1) != 1)
		exit(1);
	compare(self, child, PLACE, PLACE);
	compare(child, self, PLACE, PLACE);
	take(pidfd, PLACE);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	take(pidfd, PLACE);
	compare(child, self, PLACE, PLACE);
}

static void *thread(void *arg)
{
	thread_id = (pid_t)syscall(SYS_gettid);
	unshare(CLONE_FILES);
	place("/dev/full");
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	return arg;
}

static void compare_thread(pid_t self)
{
	pthread_t other;
	int pidfd;

	pthread_barrier_init(&barrier, NULL, 2);
	if (pthread_create(&other, NULL, thread, NULL))
		exit(1);
	pthread_barrier_wait(&barrier);
	compare(self, thread_id, PLACE, PLACE);
	pidfd = (int)syscall(SYS_pidfd_open, thread_id, O_EXCL); /* PIDFD_THREAD */
	if (pidfd >= 0)
		take(pidfd, PLACE);
	pthread_barrier_wait(&barrier);
	pthread_join(other, NULL);
}

int main(void)
{
	pid_t self = getpid();

	place("/dev/null");
	compare_own(self);
	compare_child(self);
	compare_thread(self);
	return 0;
}
