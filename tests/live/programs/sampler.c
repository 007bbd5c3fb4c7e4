/* SPDX-License-Identifier: MIT */
/* Makes a few calls of every kind that options select or show differently, always the same ones. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\n";

static void use_files(void)
{
	char text[64];
	struct stat status;
	struct termios terminal;
	int null = open("/dev/null", O_RDWR | O_CLOEXEC), pipes[2];

	stat("/etc/passwd", &status);
	open("/nowhere/to/be/found", O_RDONLY);
	write(null, letters, strlen(letters));
	write(null, "\1\303\244\n", 4);
	ioctl(null, TCGETS, &terminal);
	if (pipe(pipes))
		exit(9);
	write(pipes[1], "through a pipe\n", 15);
	read(pipes[0], text, sizeof(text));
	socketpair(AF_UNIX, SOCK_STREAM, 0, pipes);
	close(null);
}

/*
 * Makes a child that ends before the parent goes on, so that the order of lines is always the same.
 */
static void have_a_child(void)
{
	pid_t child = vfork();

	if (!child) {
		chdir("/");
		_exit(5);
	}
	waitpid(child, NULL, 0);
}

int main(void)
{
	struct timespec moment = { .tv_nsec = 1000 };
	pid_t self = getpid();
	void *memory = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	prctl(PR_SET_NAME, "a name");
	signal(SIGUSR1, SIG_IGN);
	signal(SIGUSR2, SIG_IGN);
	munmap(memory, 4096);
	use_files();
	/*
	 * -e inject may have changed the result of getpid(), and kill(-1) would signal all
	 * processes.
	 */
	if (self <= 1)
		return 9;
	for (int i = 0; i < 4; i++)
		kill(self, SIGUSR1);
	kill(self, SIGUSR2);
	nanosleep(&moment, NULL);
	getppid();
	getuid();
	chdir("/nowhere");
	have_a_child();
	return 3;
}
