/* SPDX-License-Identifier: MIT */
/*
 * Executes a program with a path, arguments and an environment on pages that are not resident
 * before the call.
 *
 *	untouched [vector] [at DIRECTORY] PROGRAM [ARGUMENT...]
 *
 * vector: the arrays of pointers are on such pages as well. at: by execveat(2), relative to
 * DIRECTORY.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define OBJECTS 64
/* The kernel maps up to 64 KiB around a page that it reads. */
#define DISTANCE 131072

static int file;
static char *memory; /* a mapping of the file, which nothing touches */
static size_t used;

/*
 * Puts bytes into the file. Returns the address at which they are mapped. Objects are far from each
 * other.
 */
static void *put(const void *bytes, size_t len)
{
	char *at = memory + used;

	if (used + len > OBJECTS * DISTANCE ||
	    pwrite(file, bytes, len, (off_t)used) != (ssize_t)len) {
		perror("untouched: write");
		exit(2);
	}
	used += (len + DISTANCE) / DISTANCE * DISTANCE;
	return at;
}

/*
 * A copy of a vector of strings; with resident, the array itself is in memory that has been
 * touched.
 */
static char **copy(char **strings, int resident)
{
	static char *copies[2][OBJECTS];
	static int n_copies;
	char **own = copies[n_copies++];
	size_t n = 0;

	for (; strings[n] && n < OBJECTS - 1; n++)
		own[n] = put(strings[n], strlen(strings[n]) + 1);
	own[n] = NULL;
	return resident ? own : put(own, (n + 1) * sizeof(*own));
}

int main(int argc, char **argv)
{
	static char *environment[] = { "ONE=1", "TWO=two", NULL };
	int resident = 1, at = AT_FDCWD, calls_at = 0;
	char **arguments, **variables;
	const char *path;

	file = memfd_create("untouched", MFD_CLOEXEC);
	if (file < 0 || ftruncate(file, OBJECTS * DISTANCE))
		return 2;
	memory = mmap(NULL, OBJECTS * DISTANCE, PROT_READ, MAP_SHARED, file, 0);
	if (memory == MAP_FAILED)
		return 2;
	argv++;
	argc--;
	if (argc > 1 && !strcmp(argv[0], "vector")) {
		resident = 0;
		argv++;
		argc--;
	}
	if (argc > 2 && !strcmp(argv[0], "at")) {
		at = open(argv[1], O_DIRECTORY | O_CLOEXEC);
		calls_at = 1;
		argv += 2;
	}
	if (!argv[0])
		return 2;
	path = put(argv[0], strlen(argv[0]) + 1);
	arguments = copy(argv, resident);
	variables = copy(environment, resident);
	if (calls_at)
		syscall(SYS_execveat, at, path, arguments, variables, 0);
	else
		execve(path, arguments, variables);
	return 1;
}
