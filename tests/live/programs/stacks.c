/* SPDX-License-Identifier: MIT */
/* Functions with known names that make known numbers of calls, to test stacks. */
#include <linux/futex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define NOT_INLINED __attribute__((noinline, noclone))

/* Using the result of each call prevents tail calls, which would not be on the stack. */
static volatile long sum;

#ifdef __cplusplus
namespace shop
{
#endif

NOT_INLINED void grow_heap(int times)
{
	for (int i = 0; i < times; i++)
		sum += syscall(SYS_brk, 0L);
}

NOT_INLINED void read_nothing(int times)
{
	char byte[8];

	for (int i = 0; i < times; i++)
		sum += read(0, byte, 0);
}

NOT_INLINED void wake_nobody(int times)
{
	uint32_t word = 0;

	for (int i = 0; i < times; i++)
		sum += syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Makes the same calls as main, with another stack. */
NOT_INLINED void work(int rounds)
{
	grow_heap(11 * rounds);
	read_nothing(7 * rounds);
	sum++;
}

#ifdef __cplusplus
}
using namespace shop;
#endif

/* Overwrites the frame pointer and the return address, and makes a call. */
static void break_stack(void)
{
	void **frame = (void **)__builtin_frame_address(0);

	memset(frame, 0x5a, 24);
	syscall(SYS_getppid);
	_exit(0);
}

/*
 * Runs generated code, which calls getppid and keeps a frame pointer. A map file names it as for
 * perf(1).
 */
static void run_generated_code(void)
{
#ifdef __x86_64__
	static const unsigned char code[] = { 0x55, 0x48, 0x89, 0xe5, 0xb8, 110, 0,
					      0,    0,	  0x0f, 0x05, 0x5d, 0xc3 };
	void *place = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char path[64];
	FILE *map;

	if (place == MAP_FAILED)
		exit(1);
	memcpy(place, code, sizeof(code));
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	map = fopen(path, "w");
	if (!map)
		exit(1);
	fprintf(map, "%lx %zx compiled at once\n", (unsigned long)place, sizeof(code));
	fclose(map);
	((void (*)(void))place)();
	unlink(path);
#endif
}

/* Reads a clock for which the vDSO has to make a system call. */
static void ask_vdso(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	sum += now.tv_nsec;
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "jit"))
		run_generated_code();
	if (argc > 1 && !strcmp(argv[1], "vdso"))
		ask_vdso();
	if (argc > 1 && !strcmp(argv[1], "broken"))
		break_stack();
	if (argc > 2 && !strcmp(argv[1], "gone"))
		unlink(argv[2]);
	work(1);
	read_nothing(5);
	wake_nobody(3);
	return sum == 1;
}
