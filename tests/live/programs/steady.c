/* SPDX-License-Identifier: MIT */
/*
 * Makes one call all the time, so that scry installs a filter into it, and checks whether that
 * changes a register, the stack or the result of a call.
 *
 * usage: steady CALLS [COMMAND...] Ends with status 1 after a line that says what changed.
 * Otherwise runs COMMAND and ends with status 0.
 *
 * It runs on a stack of its own, which it fills with a pattern, and checks the part that its code
 * does not use.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define STACK_SIZE (256 * 1024)
/*
 * Upper limit of the stack that the functions below use; printf(3) is called only after a failure.
 */
#define USED_SIZE 1024

static unsigned char stack[STACK_SIZE] __attribute__((aligned(4096)));
static long n_calls;
static int failed;

static unsigned char pattern(size_t at)
{
	return (unsigned char)(at * 31 + (at >> 8));
}

static void complain(const char *what, long got)
{
	printf("%s changed: %ld\n", what, got);
	failed = 1;
}

static void check_stack(void)
{
	for (size_t i = 0; i < STACK_SIZE - USED_SIZE && !failed; i++)
		if (stack[i] != pattern(i))
			complain("the stack", (long)i);
}

#ifdef __x86_64__
/*
 * Makes a call and returns its result. *changed gets a bit for each register that the call changed.
 */
static long call_with_registers(long nr, uint64_t *changed)
{
	static const uint64_t values[8] = { 0x1111, 0x2222, 0x3333, 0x4444,
					    0x5555, 0x6666, 0x7777, 0x8888 };
	uint64_t after[8];
	long result = nr;

	__asm__ volatile(
		"lea -128(%%rsp), %%rsp\n\t" /* the compiler may use the red zone */
		"push %%rbp\n\t"
		"push %%rbx\n\t"
		"sub $136, %%rsp\n\t" /* the red zone stays free */
		"mov 0(%1), %%rbx\n\tmov 8(%1), %%rbp\n\tmov 16(%1), %%r8\n\tmov 24(%1), %%r9\n\t"
		"mov 32(%1), %%r10\n\tmov 40(%1), %%r12\n\tmov 48(%1), %%r13\n\tmov 56(%1), "
		"%%r14\n\t"
		"movq $0x5a5a, -8(%%rsp)\n\t"
		"syscall\n\t"
		"mov %%rbx, 0(%2)\n\tmov %%rbp, 8(%2)\n\tmov %%r8, 16(%2)\n\tmov %%r9, 24(%2)\n\t"
		"mov %%r10, 32(%2)\n\tmov %%r12, 40(%2)\n\tmov %%r13, 48(%2)\n\tmov %%r14, "
		"56(%2)\n\t"
		"mov -8(%%rsp), %%r15\n\t"
		"add $136, %%rsp\n\t"
		"pop %%rbx\n\t"
		"pop %%rbp\n\t"
		"lea 128(%%rsp), %%rsp\n\t"
		: "+a"(result)
		: "D"(values), "S"(after)
		: "rcx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "memory");
	*changed = 0;
	for (unsigned i = 0; i < 8; i++)
		*changed |= (uint64_t)(after[i] != values[i]) << i;
	return result;
}
#else
static long call_with_registers(long nr, uint64_t *changed)
{
	*changed = 0;
	return syscall(nr);
}
#endif

static void run(void)
{
	/*
	 * Call both before filling the stack: symbol resolution at the first call needs much stack.
	 */
	long parent = getppid(), pid = syscall(SYS_getpid);

	for (size_t i = 0; i < STACK_SIZE - USED_SIZE; i++)
		stack[i] = pattern(i);
	for (long i = 0; i < n_calls && !failed; i++) {
		uint64_t changed;
		long result = call_with_registers(SYS_getpid, &changed);

		if (changed)
			complain("registers", (long)changed);
		if (result != pid)
			complain("the result", result);
		if (i % 64 == 0)
			check_stack();
	}
	check_stack();
	/*
	 * A filtered call fails without a tracer. The result changes if the parent dies, which is
	 * no failure.
	 */
	if (getppid() != parent && getppid() < 0)
		complain("getppid", errno);
}

static int run_command(char **argv)
{
	int status = 0;
	pid_t child = fork();

	if (!child) {
		execvp(argv[0], argv);
		_exit(127);
	}
	waitpid(child, &status, 0);
	return WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
	ucontext_t here, there;

	n_calls = argc > 1 ? atol(argv[1]) : 100000;
	getcontext(&there);
	there.uc_stack.ss_sp = stack;
	there.uc_stack.ss_size = STACK_SIZE;
	there.uc_link = &here;
	makecontext(&there, run, 0);
	swapcontext(&here, &there);
	if (!failed)
		puts("unchanged");
	return argc > 2 && !failed ? run_command(argv + 2) : failed;
}
