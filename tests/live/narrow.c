/* SPDX-License-Identifier: MIT */
/*
 * A program of 32 bits: sleeps for some seconds, then changes its directory five times, and prints whether that succeeded.
 *
 * usage: narrow [SECONDS]
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (argc > 1)
		sleep((unsigned)atoi(argv[1]));
	for (int i = 0; i < 5; i++) {
		char path[] = "/"; /* the tracer may change it */

		puts(chdir(path) ? "no" : "yes");
	}
	return 0;
}
