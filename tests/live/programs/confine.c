/* SPDX-License-Identifier: MIT */
/* confine FILE COMMAND...: runs a command under the seccomp program in the file. */
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	static struct sock_filter instructions[BPF_MAXINSNS];
	struct sock_fprog program = { .filter = instructions };
	int fd = argc > 2 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1;
	ssize_t size = read(fd, instructions, sizeof(instructions));

	if (size <= 0) {
		fprintf(stderr, "confine: no program\n");
		return 99;
	}
	program.len = (unsigned short)(size / (ssize_t)sizeof(*instructions));
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
		perror("confine: prctl");
		return 99;
	}
	execvp(argv[2], argv + 2);
	perror("confine: execvp");
	return 99;
}
