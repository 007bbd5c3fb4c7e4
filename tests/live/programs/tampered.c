/* SPDX-License-Identifier: MIT */
/* Calls getppid through each ABI of the machine, and prints the results. */
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define X32 0x40000000L

static long through_int80(long nr)
{
	long result;

	__asm__ volatile("int $0x80" : "=a"(result) : "0"(nr) : "r8", "r9", "r10", "r11", "memory");
	return result;
}

static long through_syscall(long nr)
{
	long result;

	__asm__ volatile("syscall" : "=a"(result) : "0"(nr) : "rcx", "r11", "memory");
	return result;
}

int main(void)
{
	for (int i = 0; i < 2; i++)
		printf("x86_64 %ld i386 %ld x32 %ld\n", through_syscall(SYS_getppid),
		       through_int80(64), through_syscall(X32 | SYS_getppid));
	return 0;
}
#else
int main(void)
{
	for (int i = 0; i < 2; i++)
		printf("native %ld\n", syscall(SYS_getppid));
	return 0;
}
#endif
