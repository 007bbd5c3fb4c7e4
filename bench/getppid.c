/* SPDX-License-Identifier: MIT */
/* Makes the cheapest call N times and prints the nanoseconds that one took: getppid N. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 0;
	int64_t start = now_ns();

	if (n < 1)
		return 1;
	for (long i = 0; i < n; i++)
		syscall(SYS_getppid);
	printf("%" PRId64 "\n", (now_ns() - start) / n);
	return 0;
}
