/* SPDX-License-Identifier: MIT */
/*
 * usage: queried DIRECTORY [unfinished]. Makes the calls that json_test.sh asks jq about, on files
 * in the directory. With a second argument it only kills itself while a thread sleeps in read(2).
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#define NO_SUCH_CALL 0x3e7

static int ends[2];

static void must(int holds)
{
	if (!holds)
		_exit(99);
}

/* The byte 0377 occurs nowhere in UTF-8. */
static void open_files(void)
{
	int in = open("in", O_RDONLY), out = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	char data[300];

	must(in >= 0 && out >= 0);
	must(read(in, data, sizeof(data)) == 200 && read(in, data, sizeof(data)) == 0);
	memset(data, 'x', sizeof(data));
	must(write(out, data, sizeof(data)) == sizeof(data));
	data[0] = '\377';
	must(write(out, data, sizeof(data)) == sizeof(data));
	must(write(out, "a\n\033[1m\"\\\177", 9) == 9);
	must(write(out, "", 1) == 1);
	must(open("b\377c", O_RDONLY) < 0 && open("absent", O_RDWR) < 0);
	close(in);
	close(out);
}

static void poll_pipe(void)
{
	struct pollfd fds[2] = { { .fd = ends[0], .events = POLLIN },
				 { .fd = ends[1], .events = POLLOUT } };

	must(poll(fds, 2, 1000) == 1);
}

/* Port 1 of the loopback interface is closed; "socket" does not exist. */
static void connect_in_vain(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(1) };
	struct sockaddr_un un = { .sun_family = AF_UNIX, .sun_path = "socket" };
	int fd = socket(AF_INET, SOCK_STREAM, 0), type;
	socklen_t len = 8;

	in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	must(connect(fd, (struct sockaddr *)&in, sizeof(in)) < 0);
	must(getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &len) == 0 && len == sizeof(type));
	must(getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &len) == 0);
	close(fd);
	fd = socket(AF_UNIX, SOCK_STREAM, 0);
	must(connect(fd, (struct sockaddr *)&un, sizeof(un)) < 0);
	close(fd);
}

/* access(2) of i386 from a 64-bit program: its number is 33. */
static void call_of_i386(void)
{
#ifdef __x86_64__
	char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	long result;

	must(low != MAP_FAILED);
	strcpy(low, "absent32");
	__asm__ volatile("int $0x80"
			 : "=a"(result)
			 : "0"(33L), "b"(low), "c"((long)R_OK)
			 : "r8", "r9", "r10", "r11", "memory");
#endif
}

static volatile pid_t sleeper;

static void *sleep_in_read(void *unused)
{
	char byte;

	sleeper = (pid_t)syscall(SYS_gettid);
	return read(ends[0], &byte, 1) == 1 ? unused : &ends;
}

/* A traced thread that waits for its tracer is not asleep, but stopped: its state is t. */
static int is_asleep(pid_t tid)
{
	char path[64], line[64] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int)tid);
	file = fopen(path, "r");
	if (!file)
		return 0;
	if (!fgets(line, sizeof(line), file))
		line[0] = 0;
	fclose(file);
	return strstr(line, ") S ") != NULL;
}

static void die_while_a_thread_reads(void)
{
	pthread_t thread;

	must(pthread_create(&thread, NULL, sleep_in_read, NULL) == 0);
	while (!sleeper || !is_asleep(sleeper))
		usleep(1000);
	raise(SIGKILL);
}

int main(int argc, char **argv)
{
	must(argc >= 2 && chdir(argv[1]) == 0 && pipe(ends) == 0);
	if (argc > 2)
		die_while_a_thread_reads();
	open_files();
	poll_pipe();
	connect_in_vain();
	call_of_i386();
	syscall(NO_SUCH_CALL, 1L, -1L, 3L, 0x7fffffffffffffffL, 5L, 6L);
	return 0;
}
