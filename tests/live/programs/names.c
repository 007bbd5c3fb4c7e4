/* SPDX-License-Identifier: MIT */
/*
 * Uses names with control characters for files, sockets, threads, variables and the program itself.
 */
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Escape sequences with ESC and with CSI as a byte and in UTF-8, newlines, an invalid byte, U+202E.
 */
#define EVIL "\033[31m\033]0;evil\007\n\r\302\233\2331m\377\342\200\256dne"
#define EVIL_COMM "\033[2J\n\342\200\256\377"

static void talk(const char *name, size_t len)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len);
	int server = socket(AF_UNIX, SOCK_STREAM, 0), client = socket(AF_UNIX, SOCK_STREAM, 0), fd;

	memcpy(address.sun_path, name, len);
	bind(server, (struct sockaddr *)&address, size);
	listen(server, 1);
	connect(client, (struct sockaddr *)&address, size);
	fd = accept(server, NULL, NULL);
	if (write(client, EVIL, sizeof(EVIL)) < 0 || write(fd, EVIL, sizeof(EVIL)) < 0)
		_exit(1);
	close(fd);
	close(client);
	close(server);
}

static void use_names(void)
{
	int fd = open("f" EVIL, O_RDWR | O_CREAT, 0600), len;
	char abstract[100]; /* Tests that run at the same time share these names. */

	prctl(PR_SET_NAME, EVIL_COMM);
	fcntl(fd, F_GETFL);
	talk("s" EVIL, sizeof("s" EVIL) - 1);
	len = snprintf(abstract, sizeof(abstract), "%ca%d" EVIL, 0, getpid());
	talk(abstract, (size_t)len);
	mkdir("d" EVIL, 0700);
	if (!chdir("d" EVIL))
		rmdir("../d" EVIL);
	open("relative", O_RDONLY);
	unlink("f" EVIL);
	fcntl(fd, F_GETFL);
}

int main(int argc, char **argv)
{
	static char *const again[] = { "0" EVIL, "1" EVIL, NULL };
	static char *const environment[] = { "V" EVIL "=" EVIL, NULL };
	pid_t child;

	(void)argc;
	if (strcmp(argv[0], again[0])) {
		execve("/proc/self/exe", again, environment);
		return 9;
	}
	use_names();
	child = fork();
	if (!child) {
		prctl(PR_SET_NAME, EVIL_COMM);
		_exit(0);
	}
	if (child < 0)
		return 9;
	kill(child, 0);
	waitpid(child, NULL, 0);
	signal(SIGUSR1, SIG_IGN);
	raise(SIGUSR1);
	return 0;
}
