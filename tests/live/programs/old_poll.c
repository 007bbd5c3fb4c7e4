/* SPDX-License-Identifier: MIT */
/*
 * Waits for data from a FIFO by ppoll_time64 of i386, which no ABI with 64-bit registers has. The
 * struct must be below 4 GiB.
 */
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
#ifdef __x86_64__
	struct pollfd *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				  MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	long result;

	if (low == MAP_FAILED || argc != 2)
		return 1;
	*low = (struct pollfd){ .fd = open(argv[1], O_RDWR), .events = POLLIN };
	__asm__ volatile("int $0x80"
			 : "=a"(result)
			 : "a"(414), "b"(low), "c"(1), "d"(0), "S"(0), "D"(8)
			 : "memory", "r8", "r9", "r10", "r11");
	return result != 1;
#else
	(void)argc, (void)argv;
	return 77;
#endif
}
