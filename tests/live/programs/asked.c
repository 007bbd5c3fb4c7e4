/* SPDX-License-Identifier: MIT */
/*
 * Makes calls for the questions of where.tsv: files, memory, descriptors, sockets, signals, errors
 * and waiting. A second thread and a child make some of them. The calls are the same each time.
 *
 * usage: asked DIRECTORY
 *        asked reads N	reads one byte N times, and prints how often the process has stopped
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CHECK(condition)                              \
	do {                                          \
		if (!(condition)) {                   \
			perror("asked: " #condition); \
			return 1;                     \
		}                                     \
	} while (0)

static void wait_ms(long ms)
{
	const struct timespec time = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&time, NULL);
}

/* File types, empty paths, bytes that are not ASCII, and numbers that are no descriptors. */
static int use_names(void)
{
	char entries[4096];
	int fd = open(".", O_RDONLY | O_DIRECTORY);

	CHECK(fd >= 0);
	CHECK(syscall(SYS_getdents64, fd, entries, sizeof(entries)) > 0);
	CHECK(close(fd) == 0);
	CHECK(close(-1) < 0);
	CHECK(open("", O_RDONLY) < 0);
	CHECK(open("m\303\244rz", O_RDONLY) < 0);
	/* Only root may make the one, and mkdir(2) makes the other. */
	if (syscall(SYS_mknodat, AT_FDCWD, "block", S_IFBLK | 0600, 0) == 0)
		unlink("block");
	CHECK(syscall(SYS_mknodat, AT_FDCWD, "directory", S_IFDIR | 0600, 0) < 0);
	return 0;
}

static int use_files(void)
{
	char data[70000] = "GET / HTTP/1.1\r\nHost: here\r\n", buffer[sizeof(data)];
	struct iovec parts[] = { { data, 3 }, { data + 3, 20 } };
	int fd = open("written", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0640);

	CHECK(fd >= 0);
	CHECK(write(fd, data, 64) == 64);
	CHECK(write(fd, data, sizeof(data)) == sizeof(data));
	CHECK(writev(fd, parts, 2) == 23);
	CHECK(lseek(fd, 0, SEEK_SET) == 0);
	CHECK(read(fd, buffer, 4096) == 4096);
	CHECK(read(fd, buffer, sizeof(buffer)) > 65536);
	CHECK(read(fd, buffer, sizeof(buffer)) == 0);
	CHECK(pread(fd, buffer, 10, 100000) == 0);
	CHECK(fchmod(fd, 04755) == 0);
	CHECK(ftruncate(fd, 1 << 20) == 0);
	CHECK(fcntl(fd, F_GETFL) >= 0);
	CHECK(fcntl(fd, F_DUPFD_CLOEXEC, 100) == 100);
	CHECK(dup2(fd, 200) == 200);
	CHECK(close(200) == 0);
	CHECK(close(100) == 0);
	CHECK(close(fd) == 0);
	CHECK(open("/etc/asked/nothing", O_RDONLY) < 0);
	CHECK(open("/etc/passwd", O_WRONLY | O_DIRECTORY) < 0);
	CHECK(open("missing.so.1", O_RDONLY) < 0);
	CHECK(access("/usr/nowhere", X_OK) < 0);
	CHECK(mkdir("made", 0700) == 0);
	CHECK(symlink("/etc/target", "made/link") == 0);
	CHECK(unlink("made/link") == 0);
	CHECK(rename("made", "moved") == 0);
	CHECK(rmdir("moved") == 0);
	CHECK(unlink("written") == 0);
	CHECK(close(777) < 0);
	return use_names();
}

static int use_memory(void)
{
	void *place =
		mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(place != MAP_FAILED);
	CHECK(mprotect(place, 4096, PROT_READ | PROT_EXEC) == 0);
	CHECK(madvise(place, 1 << 20, MADV_DONTNEED) == 0);
	CHECK(munmap(place, 1 << 20) == 0);
	CHECK(mmap(NULL, 0, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
	return 0;
}

static int use_sockets(void)
{
	struct sockaddr_in here = { .sin_family = AF_INET,
				    .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	struct sockaddr_un name = { .sun_family = AF_UNIX, .sun_path = "/tmp/asked/nobody" };
	struct sockaddr_in6 six = { .sin6_family = AF_INET6, .sin6_port = htons(80) };
	char buffer[100];
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0),
	    local = socket(AF_UNIX, SOCK_STREAM, 0);
	int other = socket(AF_INET6, SOCK_STREAM, 0), one = 1, pair[2];

	CHECK(fd >= 0 && local >= 0);
	here.sin_port = htons(443);
	CHECK(connect(fd, (struct sockaddr *)&here, sizeof(here)) == 0);
	here.sin_port = htons(53);
	here.sin_addr.s_addr = htonl(0x7f000105);
	CHECK(connect(fd, (struct sockaddr *)&here, sizeof(here)) == 0);
	CHECK(connect(local, (struct sockaddr *)&name, sizeof(name)) < 0);
	inet_pton(AF_INET6, "fe80::1:2", &six.sin6_addr);
	CHECK(other < 0 || connect(other, (struct sockaddr *)&six, sizeof(six)) < 0);
	CHECK(setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) == 0);
	CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
	CHECK(send(pair[0], "hello, GET me", 13, MSG_NOSIGNAL) == 13);
	CHECK(recv(pair[1], buffer, sizeof(buffer), MSG_DONTWAIT) == 13);
	CHECK(recv(pair[1], buffer, sizeof(buffer), MSG_DONTWAIT) < 0);
	close(pair[0]);
	close(pair[1]);
	close(other);
	close(local);
	close(fd);
	return 0;
}

static int use_poll(void)
{
	struct pollfd fds[2] = { { .events = POLLIN }, { .events = POLLIN | POLLOUT } };
	struct timeval time = { 0, 1000 };
	int ends[2];
	fd_set set;

	CHECK(pipe2(ends, O_CLOEXEC) == 0);
	fds[0].fd = ends[0];
	fds[1].fd = ends[1];
	CHECK(poll(fds, 2, 0) == 1);
	CHECK(write(ends[1], "x", 1) == 1);
	CHECK(poll(fds, 2, 0) == 2);
	FD_ZERO(&set);
	FD_SET(ends[0], &set);
	CHECK(select(ends[0] + 1, &set, NULL, NULL, &time) == 1);
	close(ends[1]);
	CHECK(read(ends[0], &time, 1) == 1);
	CHECK(poll(fds, 1, 0) == 1);
	close(ends[0]);
	return 0;
}

static void ignore_signal(int signal)
{
	(void)signal;
}

static int use_signals(void)
{
	struct sigaction action = { .sa_handler = ignore_signal };
	sigset_t set;

	CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
	CHECK(sigaction(SIGUSR2, &action, NULL) == 0);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigaddset(&set, SIGTERM);
	CHECK(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
	CHECK(sigprocmask(SIG_UNBLOCK, &set, NULL) == 0);
	CHECK(kill(getpid(), SIGUSR1) == 0);
	CHECK(kill(getpid(), 0) == 0);
	return 0;
}

static void *run_thread(void *unused)
{
	(void)unused;
	prctl(PR_SET_NAME, "worker");
	for (int i = 0; i < 20; i++)
		syscall(SYS_getppid);
	wait_ms(30);
	return NULL;
}

static int use_processes(void)
{
	pthread_t thread;
	pid_t child;
	int status;

	CHECK(pthread_create(&thread, NULL, run_thread, NULL) == 0);
	CHECK(pthread_join(thread, NULL) == 0);
	child = fork();
	CHECK(child >= 0);
	if (!child) {
		access("/etc/child", F_OK);
		_exit(7);
	}
	CHECK(wait4(child, &status, 0, NULL) == child);
	return 0;
}

/* A stop of a tracee is a voluntary context switch. */
static int count_stops(int n)
{
	int fd = open("/dev/zero", O_RDONLY);
	struct rusage usage;
	char byte;

	CHECK(fd >= 0);
	for (int i = 0; i < n; i++)
		CHECK(read(fd, &byte, 1) == 1);
	CHECK(getrusage(RUSAGE_SELF, &usage) == 0);
	printf("%ld\n", usage.ru_nvcsw);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "reads"))
		return count_stops(atoi(argv[2]));
	umask(022);
	if (argc != 2 || chdir(argv[1]))
		return 2;
	return use_files() || use_memory() || use_sockets() || use_poll() || use_signals() ||
	       use_processes();
}
