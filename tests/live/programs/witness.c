/* SPDX-License-Identifier: MIT */
/*
 * Does what a trace can show, and logs it: truth_test.sh compares both. The log has a word and its value on each line.
 *
 *	witness LOG [INTERFACE]		once
 *	witness LOG loop		until it is killed
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static FILE *log_file;

static void say_time(const char *word)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	fprintf(log_file, "%s %lld.%09ld\n", word, (long long)now.tv_sec, now.tv_nsec);
}

/* A function whose name a stack has. */
__attribute__((noinline)) long witness_inner(void)
{
	long session = syscall(SYS_getsid, 0);

	/* Keeps the frame. */
	__asm__ volatile("" : "+r"(session));
	return session;
}

static void use_file(void)
{
	char bytes[64] = "", directory[4096], text[64];
	int fd = open("evidence", O_RDONLY), null = open("/dev/null", O_WRONLY);
	ssize_t n = read(fd, bytes, sizeof(bytes) - 1);
	int len = snprintf(text, sizeof(text), "memory-%ld", syscall(SYS_getpid));

	while (n > 0 && bytes[n - 1] == '\n')
		bytes[--n] = '\0';
	fprintf(log_file, "descriptor %d\nread %s\n", fd, bytes);
	if (write(null, text, (size_t)len) != len)
		exit(3);
	fprintf(log_file, "written %s\n", text);
	if (!getcwd(directory, sizeof(directory)))
		exit(3);
	fprintf(log_file, "directory %s\npath %s/evidence\n", directory, directory);
	close(null);
	close(fd);
}

static void wait_a_while(void)
{
	struct timespec while_ns = { .tv_nsec = 60000000 };

	say_time("before");
	syscall(SYS_clock_nanosleep, CLOCK_REALTIME, 0, &while_ns, NULL);
	say_time("after");
}

static void use_sockets(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int server = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0),
	    peer;
	socklen_t len = sizeof(address);

	if (bind(server, (struct sockaddr *)&address, len) || listen(server, 1) ||
	    getsockname(server, (struct sockaddr *)&address, &len) ||
	    connect(client, (struct sockaddr *)&address, len))
		exit(4);
	peer = accept(server, NULL, NULL);
	fprintf(log_file, "peer 127.0.0.1:%d\n", ntohs(address.sin_port));
	if (write(client, "to the peer", 11) != 11)
		exit(4);
	close(peer);
	close(client);
	close(server);
}

static void use_interface(const char *name)
{
	struct sockaddr_in6 address = { .sin6_family = AF_INET6, .sin6_port = htons(9) };
	int fd = socket(AF_INET6, SOCK_DGRAM, 0);

	address.sin6_scope_id = if_nametoindex(name);
	inet_pton(AF_INET6, "fe80::1", &address.sin6_addr);
	connect(fd, (struct sockaddr *)&address, sizeof(address));
	fprintf(log_file, "interface %s\n", name);
	close(fd);
}

static void use_child(void)
{
	int status;
	pid_t child = fork();

	if (!child) {
		char text[64];
		int null;

		prctl(PR_SET_NAME, "offspring");
		null = open("/dev/null", O_WRONLY);
		syscall(SYS_kill, getppid(), 0);
		snprintf(text, sizeof(text), "child of %ld", syscall(SYS_getppid));
		if (write(null, text, strlen(text)) < 0)
			_exit(8);
		_exit(7);
	}
	waitpid(child, &status, 0);
	fprintf(log_file, "child %d\nstatus %d\n", child, WEXITSTATUS(status));
}

int main(int argc, char **argv)
{
	struct utsname names;

	log_file = fopen(argv[1], "w");
	if (argc < 2 || !log_file)
		return 2;
	prctl(PR_SET_NAME, "witnessing");
	fprintf(log_file, "comm witnessing\npid %ld\nparent %ld\n", syscall(SYS_getpid),
		syscall(SYS_getppid));
	fprintf(log_file, "thread %ld\nuser %ld\n", syscall(SYS_gettid), syscall(SYS_getuid));
	uname(&names);
	fprintf(log_file, "host %s\n", names.nodename);
	fprintf(log_file, "session %ld\n", witness_inner());
	fflush(log_file);
	while (argc > 2 && !strcmp(argv[2], "loop")) {
		usleep(5000);
		witness_inner();
	}
	use_file();
	wait_a_while();
	use_sockets();
	if (argc > 2)
		use_interface(argv[2]);
	use_child();
	fclose(log_file);
	return 6;
}
