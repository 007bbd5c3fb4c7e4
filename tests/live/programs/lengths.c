/* SPDX-License-Identifier: MIT */
/*
 * Passes strings and buffers of many lengths, at the end of a page, across two pages, and up to a
 * page that is not there. The bpf engine reads short ones in another way than long ones.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void pass(char *end, size_t n)
{
	char *path = end - n - 1, into[200];
	int null = open("/dev/null", O_RDWR), zero = open("/dev/zero", O_RDONLY);
	struct stat st;

	memset(path, 'a' + (int)(n % 26), n);
	end[-1] = 0;
	access(path, F_OK);
	stat(path, &st);
	if (write(null, path, n) < 0 || read(zero, into, n) < 0 || read(null, into, n) < 0)
		_exit(1);
	/* The kernel reads what there is before the page that is missing. */
	end[-1] = 'z';
	access(path, F_OK);
	close(zero);
	close(null);
}

int main(void)
{
	long page = sysconf(_SC_PAGESIZE);
	char *pages = mmap(NULL, (size_t)page * 3, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED || munmap(pages + 2 * page, (size_t)page))
		return 1;
	for (size_t n = 1; n < 160; n += n < 40 ? 13 : n < 60 ? 1 : n < 135 ? 19 : 1) {
		pass(pages + 2 * page, n);
		pass(pages + page + n / 2 + 1, n);
	}
	access(NULL, F_OK);
	return 0;
}
