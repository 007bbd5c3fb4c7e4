/* SPDX-License-Identifier: MIT */
/* Makes N calls of writev(2) with 1,024 buffers of 8 KiB each, of which no byte goes anywhere. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define BUFFERS 1024
#define BYTES 8192

int main(int argc, char **argv)
{
	static struct iovec vector[BUFFERS];
	int n = argc > 1 ? atoi(argv[1]) : 1, fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	char *bytes = malloc(BUFFERS * BYTES);

	if (fd < 0 || !bytes)
		return 1;
	memset(bytes, 'x', BUFFERS * BYTES);
	for (int i = 0; i < BUFFERS; i++)
		vector[i] = (struct iovec){ bytes + i * BYTES, BYTES };
	while (n-- > 0)
		if (writev(fd, vector, BUFFERS) != BUFFERS * BYTES)
			return 1;
	return 0;
}
