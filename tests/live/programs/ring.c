/* SPDX-License-Identifier: MIT */
/*
 * Makes a ring of io_uring; then one with wrong arguments. ring wrong: only the latter. Status 77:
 * the kernel refuses the first.
 */
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char params[120] = { 0 };

	(void)argv;
	if (argc < 2 && syscall(SYS_io_uring_setup, 4, params) < 0)
		return 77;
	memset(params, 0xff, sizeof(params));
	return syscall(SYS_io_uring_setup, 4, params) != -1;
}
