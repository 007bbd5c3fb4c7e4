/* SPDX-License-Identifier: MIT */
/*
 * Makes calls of one group between two marks: emulated GROUP DIRECTORY. The calls have the same
 * text on each machine, natively and in an emulator, but for addresses and times.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <netinet/in.h>
#include <time.h>
#include <unistd.h>

/* Descriptors below this number may be those of an emulator. */
#define FIRST 50

static void files(void)
{
	char bytes[16];
	int fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0640);

	write(fd, "text of the file\n", 17);
	pwrite(fd, "T", 1, 0);
	lseek(fd, 0, SEEK_SET);
	read(fd, bytes, sizeof(bytes));
	pread(fd, bytes, 4, 5);
	ftruncate(fd, 100);
	fsync(fd);
	fdatasync(fd);
	flock(fd, LOCK_EX | LOCK_NB);
	fchmod(fd, 0600);
	close(fd);
	close(fd);
	open("/nonexistent/file", O_RDONLY | O_CLOEXEC);
}

static void directories(void)
{
	int fd;

	mkdirat(AT_FDCWD, "sub", 0750);
	fd = openat(AT_FDCWD, "sub", O_RDONLY | O_DIRECTORY);
	mkdirat(fd, "inner", 0700);
	mkdirat(fd, "inner", 0700);
	unlinkat(fd, "inner", AT_REMOVEDIR);
	fchdir(fd);
	chdir("..");
	unlinkat(AT_FDCWD, "sub", AT_REMOVEDIR);
	close(fd);
}

static void links(void)
{
	char name[64];

	symlinkat("target", AT_FDCWD, "symbolic");
	readlinkat(AT_FDCWD, "symbolic", name, sizeof(name));
	close(open("target", O_WRONLY | O_CREAT, 0600));
	linkat(AT_FDCWD, "target", AT_FDCWD, "hard", 0);
	syscall(SYS_renameat2, AT_FDCWD, "hard", AT_FDCWD, "renamed", 1);
	unlinkat(AT_FDCWD, "symbolic", 0);
	unlinkat(AT_FDCWD, "renamed", 0);
	faccessat(AT_FDCWD, "target", R_OK | W_OK, 0);
}

static void status(void)
{
	struct stat st;

	fstatat(AT_FDCWD, "/dev/null", &st, 0);
	fstatat(AT_FDCWD, "nothing", &st, AT_SYMLINK_NOFOLLOW);
	umask(027);
	umask(022);
	fchmodat(AT_FDCWD, "/nonexistent", 0755, 0);
	fchownat(AT_FDCWD, "/nonexistent", 1, 2, AT_SYMLINK_NOFOLLOW);
	truncate("/nonexistent", 77);
}

static void vectors(void)
{
	struct iovec parts[2] = { { "one, ", 5 }, { "two\n", 4 } };
	char a[4], b[8];
	struct iovec places[2] = { { a, sizeof(a) }, { b, sizeof(b) } };
	int fd = open("vector", O_RDWR | O_CREAT | O_TRUNC, 0600);

	writev(fd, parts, 2);
	preadv(fd, places, 2, 0);
	lseek(fd, 1, SEEK_SET);
	readv(fd, places, 2);
	writev(-1, parts, 2);
	close(fd);
}

static void pipes(void)
{
	int ends[2];
	char bytes[8];

	pipe2(ends, O_CLOEXEC | O_NONBLOCK);
	read(ends[0], bytes, sizeof(bytes));
	write(ends[1], "ab\0c", 4);
	read(ends[0], bytes, sizeof(bytes));
	fcntl(ends[0], F_GETFL);
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	dup3(ends[0], 90, O_CLOEXEC);
	close(ends[1]);
	read(90, bytes, sizeof(bytes));
}

static void polls(void)
{
	struct timespec none = { 0, 0 };
	struct pollfd set[2];
	fd_set readable;
	int ends[2];

	pipe2(ends, 0);
	set[0] = (struct pollfd){ ends[0], POLLIN, 0 };
	set[1] = (struct pollfd){ ends[1], POLLOUT | POLLIN, 0 };
	syscall(SYS_ppoll, set, 2, &none, NULL, 8);
	write(ends[1], "x", 1);
	none = (struct timespec){ 0, 0 };
	syscall(SYS_ppoll, set, 2, &none, NULL, 8);
	FD_ZERO(&readable);
	FD_SET(ends[0], &readable);
	none = (struct timespec){ 0, 0 };
	syscall(SYS_pselect6, ends[0] + 1, &readable, NULL, NULL, &none, NULL);
}

static void events(void)
{
	struct epoll_event event = { .events = EPOLLIN | EPOLLET, .data.u32 = 7 }, got[4];
	int poll = epoll_create1(EPOLL_CLOEXEC), counter = (int)syscall(SYS_eventfd2, 3, O_CLOEXEC);
	uint64_t value = 4;

	epoll_ctl(poll, EPOLL_CTL_ADD, counter, &event);
	syscall(SYS_epoll_pwait, poll, got, 4, 0, NULL, 8);
	write(counter, &value, sizeof(value));
	read(counter, &value, sizeof(value));
	epoll_ctl(poll, EPOLL_CTL_DEL, counter, NULL);
	close(counter);
	close(poll);
}

static void sockets(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr.s_addr = htonl(0x7f000001) };
	int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1, pair[2];
	char bytes[16];

	setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	bind(server, (struct sockaddr *)&address, sizeof(address));
	listen(server, 5);
	address.sin_port = htons(1);
	connect(server, (struct sockaddr *)&address, sizeof(address));
	socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
	sendto(pair[0], "hello", 5, MSG_NOSIGNAL, NULL, 0);
	recvfrom(pair[1], bytes, sizeof(bytes), MSG_PEEK, NULL, NULL);
	recvfrom(pair[1], bytes, sizeof(bytes), MSG_DONTWAIT, NULL, NULL);
	shutdown(pair[0], SHUT_WR);
}

static void messages(void)
{
	int pair[2];
	char bytes[16];
	struct iovec part = { "message", 7 };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };

	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	sendmsg(pair[0], &message, 0);
	part = (struct iovec){ bytes, sizeof(bytes) };
	recvmsg(pair[1], &message, 0);
	recvmsg(pair[1], &message, MSG_DONTWAIT);
}

static void handle(int signal)
{
	(void)signal;
}

static void signals(void)
{
	struct sigaction action = { .sa_handler = handle };
	sigset_t set;

	sigaction(SIGUSR1, &action, NULL);
	kill(getpid(), SIGUSR1);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	kill(getpid(), 0);
	kill(999999999, SIGTERM);
}

static void times(void)
{
	struct timespec time = { 0, 1000 };
	struct itimerval timer = { { 0, 0 }, { 1000, 0 } };

	clock_getres(77, &time);
	syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &time, NULL);
	time.tv_nsec = 2000000000;
	syscall(SYS_clock_nanosleep, CLOCK_REALTIME, TIMER_ABSTIME, &time, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
	timer.it_value.tv_sec = 0;
	setitimer(ITIMER_REAL, &timer, NULL);
	utimensat(AT_FDCWD, "/nonexistent", NULL, 0);
}

static void memory(void)
{
	void *page = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	mprotect(page, 65536, PROT_READ);
	madvise(page, 65536, MADV_DONTNEED);
	mmap(NULL, 65536, PROT_READ, MAP_SHARED, -1, 0);
	munmap(page, 65536);
	msync((void *)1, 10, MS_SYNC);
}

static void limits(void)
{
	struct rlimit limit = { 100, 200 };

	syscall(SYS_prlimit64, 0, RLIMIT_CORE, NULL, &limit);
	limit = (struct rlimit){ 0, 0 };
	syscall(SYS_prlimit64, 0, RLIMIT_CORE, &limit, NULL);
	getpriority(PRIO_PROCESS, 0);
	setpriority(PRIO_PROCESS, 0, 1);
	sched_getscheduler(0);
	sched_get_priority_max(SCHED_FIFO);
	sched_yield();
}

static void semaphores(void)
{
	int id = semget(IPC_PRIVATE, 2, 0600 | IPC_CREAT);
	struct sembuf operations[2] = { { 0, 1, SEM_UNDO }, { 1, -1, IPC_NOWAIT } };

	semop(id, operations, 2);
	semctl(id, 0, IPC_RMID);
	semop(-1, operations, 1);
}

static const struct {
	const char *name;
	void (*run)(void);
} groups[] = {
	{ "files", files },	  { "directories", directories }, { "links", links },
	{ "status", status },	  { "vectors", vectors },	  { "pipes", pipes },
	{ "polls", polls },	  { "events", events },		  { "sockets", sockets },
	{ "messages", messages }, { "signals", signals },	  { "times", times },
	{ "memory", memory },	  { "limits", limits },		  { "semaphores", semaphores },
};

int main(int argc, char **argv)
{
	if (argc < 3 || chdir(argv[2]))
		return 2;
	while (open("/dev/null", O_RDONLY) < FIRST)
		;
	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++) {
		if (strcmp(groups[i].name, argv[1]) != 0)
			continue;
		write(-1, "begin", 5);
		groups[i].run();
		write(-1, "end", 3);
		return 0;
	}
	return 2;
}
