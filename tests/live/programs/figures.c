/* SPDX-License-Identifier: MIT */
/*
 * Makes calls of which each count, size, error and peer is known. Prints the numbers of the ports
 * that it uses: of a listening socket, of a port that nothing listens to, and of a datagram socket.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int open_socket(int type, struct sockaddr_in *address)
{
	socklen_t len = sizeof(*address);
	int fd = socket(AF_INET, type, 0);

	*address = (struct sockaddr_in){ .sin_family = AF_INET,
					 .sin_addr = { htonl(INADDR_LOOPBACK) } };
	if (fd < 0 || bind(fd, (struct sockaddr *)address, len) ||
	    getsockname(fd, (struct sockaddr *)address, &len))
		_exit(77);
	return fd;
}

static int connect_to(const struct sockaddr_in *address)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	connect(fd, (const struct sockaddr *)address, sizeof(*address));
	return fd;
}

static void connect_to_name(const char *name, size_t len)
{
	struct sockaddr_un local = { .sun_family = AF_UNIX };

	memcpy(local.sun_path, name, len);
	connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&local,
		offsetof(struct sockaddr_un, sun_path) + len);
}

static void use_peers(void)
{
	static const char name[] = "\0figures\nabstract", nuls[] = "\0figures\0a\0007";
	struct sockaddr_in listening, refused, datagrams;
	int server = open_socket(SOCK_STREAM, &listening), client;

	close(open_socket(SOCK_STREAM, &refused));
	open_socket(SOCK_DGRAM, &datagrams);
	listen(server, 4);
	client = connect_to(&listening);
	for (int i = 0; i < 6; i++)
		write(client, "12345678", 8);
	for (int i = 0; i < 3; i++)
		close(connect_to(&refused));
	for (int i = 0; i < 5; i++)
		sendto(socket(AF_INET, SOCK_DGRAM, 0), "1234", 4, 0, (struct sockaddr *)&datagrams,
		       sizeof(datagrams));
	for (int i = 0; i < 2; i++)
		connect_to_name(name, sizeof(name) - 1);
	connect_to_name(nuls, sizeof(nuls) - 1);
	connect_to_name(nuls, strlen(nuls + 1) + 1);
	connect_to_name(nuls, sizeof(nuls));
	printf("%d %d %d\n", ntohs(listening.sin_port), ntohs(refused.sin_port),
	       ntohs(datagrams.sin_port));
}

int main(void)
{
	const struct timespec time = { .tv_nsec = 20000000 };
	char bytes[4096];
	int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY);

	for (int i = 0; i < 10; i++)
		syscall(SYS_nanosleep, &time, NULL);
	for (int i = 0; i < 7; i++)
		open("/figures/none", O_RDONLY);
	for (int i = 0; i < 3; i++)
		open("/figures/\"\\\n\033[31m\xff,x", O_RDONLY);
	for (int i = 0; i < 2; i++)
		open("/dev/null", O_RDONLY | O_DIRECTORY);
	chdir("/dev");
	for (int i = 0; i < 5; i++)
		close(openat(AT_FDCWD, "./zero", O_RDONLY));
	for (int i = 0; i < 5; i++)
		write(null, bytes, 1000);
	for (int i = 0; i < 4; i++)
		read(zero, bytes, 512);
	use_peers();
	fflush(stdout);
	if (!fork()) {
		prctl(PR_SET_NAME, "a\n\"b\\\xff");
		for (int i = 0; i < 11; i++)
			close(-1);
		_exit(0);
	}
	wait(NULL);
	return 0;
}
