/* SPDX-License-Identifier: MIT */
/*
 * Makes calls and prints their results. In bits32_test scry changes the results, and the memory of
 * the program.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void show(const char *what, long result)
{
	printf("%s %ld%s%s\n", what, result, result == -1 ? " " : "",
	       result == -1 ? strerrorname_np(errno) : "");
}

int main(void)
{
	char directory[8] = "/";

	for (int i = 0; i < 2; i++)
		show("chdir", syscall(SYS_chdir, "/"));
	show("missing", syscall(SYS_chdir, strcpy(directory, "/no")));
	strcpy(directory, "?");
	show("getcwd", syscall(SYS_getcwd, directory, sizeof(directory)));
	printf("%s\n", directory);
	/* A call with six arguments, the last of which must arrive. */
	show("pselect6", syscall(SYS_pselect6, -1, NULL, NULL, NULL, NULL, NULL));
	return 0;
}
