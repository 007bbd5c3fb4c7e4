/* SPDX-License-Identifier: MIT */
/*
 * Makes calls with descriptors of unusual files, and with descriptors in memory: arrays, sets,
 * control messages.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* Makes a call that has no effect. */
static int show(int fd)
{
	fcntl(fd, F_GETFD);
	return fd;
}

static void unusual_files(void)
{
	int gone;

	show(memfd_create("x y", 0));
	show(open("/proc/self/ns/mnt", O_RDONLY));
	show(open("/proc/self/ns/pid_for_children", O_RDONLY));
	show(timerfd_create(CLOCK_REALTIME, 0));
	show(inotify_init1(0));
	show(open("/sys/kernel", O_RDONLY));
	show(epoll_create1(0));
	mkdir("gone", 0700);
	gone = open("gone", O_RDONLY | O_DIRECTORY);
	rmdir("gone");
	show(gone);
}

static void in_arrays_and_sets(const int ends[2], const int pair[2])
{
	struct pollfd polled[3] = { { ends[0], POLLIN, 0 }, { pair[0], POLLIN, 0 }, { 99, 0, 0 } };
	struct timeval now = { 0, 0 };
	fd_set set;

	write(ends[1], "x", 1);
	poll(polled, 3, 0);
	FD_ZERO(&set);
	FD_SET(ends[0], &set);
	FD_SET(pair[1], &set);
	select(70, &set, NULL, NULL, &now);
}

static void in_messages(const int ends[2], const int pair[2])
{
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(2 * sizeof(int))];
	} control = { .header = { .cmsg_len = CMSG_LEN(2 * sizeof(int)),
				  .cmsg_level = SOL_SOCKET,
				  .cmsg_type = SCM_RIGHTS } };
	char bytes[2] = "hi";
	struct iovec vector = { bytes, sizeof(bytes) };
	struct msghdr message = { .msg_iov = &vector,
				  .msg_iovlen = 1,
				  .msg_control = &control,
				  .msg_controllen = sizeof(control) };

	memcpy(CMSG_DATA(&control.header), ends, 2 * sizeof(int));
	sendmsg(pair[0], &message, 0);
	recvmsg(pair[1], &message, 0);
}

/* The number of a descriptor refers to one file after the other. */
static void reused(const int ends[2])
{
	dup2(ends[0], 40);
	close(40);
	dup3(ends[1], 40, O_CLOEXEC);
	dup2(open("/dev/null", O_RDWR), 40);
	show(40);
}

static void terminals(void)
{
	int master = posix_openpt(O_RDWR);

	grantpt(master);
	unlockpt(master);
	show(master);
	isatty(show(open(ptsname(master), O_RDWR | O_NOCTTY)));
}

int main(void)
{
	int ends[2], pair[2];

	unusual_files();
	if (pipe2(ends, 0) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		return 1;
	in_arrays_and_sets(ends, pair);
	in_messages(ends, pair);
	reused(ends);
	terminals();
	if (!chdir("/usr"))
		show(open("lib", O_RDONLY));
	return 0;
}
