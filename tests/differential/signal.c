/* SPDX-License-Identifier: MIT */
/* Calls on signals. */
#include <signal.h>

#include "fixture.h"

/* As the kernel has it; libc's struct sigaction is another. */
struct kernel_sigaction {
	unsigned long handler, flags, restorer;
	uint64_t mask;
} __attribute__((packed, aligned(sizeof(long))));

static void actions(void)
{
	static const unsigned long flags[] = {
		0,
		SA_RESTART,
		SA_NOCLDSTOP | SA_NOCLDWAIT | SA_SIGINFO,
		0x04000000,
		0x04000000 | SA_ONSTACK | SA_NODEFER | SA_RESETHAND,
		0x12345678,
		0xffffffff,
		0x800 | 0x400,
	};
	struct kernel_sigaction *new = fixture_room(sizeof(*new));
	struct kernel_sigaction *old = fixture_room(sizeof(*old));

	for (unsigned long i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		*new = (struct kernel_sigaction){ 0x5000000 * (i > 1) + i, flags[i], 0x6000000,
						  1ull << (9 * i) };
		*old = (struct kernel_sigaction){ i, flags[7 - i], 0, -1ull << (9 * i) };
		CALL_AND_FAIL(0, SYS_rt_sigaction, 1 + i, new, old, 8);
		CALL_AND_FAIL(0, SYS_rt_sigaction, 30 + i, NULL, old, 8);
	}
	for (long size = 0; size <= 16; size += 4)
		CALL_AND_FAIL(0, SYS_rt_sigaction, 64, new, old, size);
	CALL(SYS_rt_sigaction, -1, new, NULL, 8);
	CALL(SYS_rt_sigaction, 65, new, NULL, -1);
	new->handler = -1;
	CALL(SYS_rt_sigaction, 0, new, NULL, 8);
	fixture_pointers(SYS_rt_sigaction, ARGS(2, 0, 0, 8), 1, new, sizeof(*new));
	fixture_pointers(SYS_rt_sigaction, ARGS(2, 0, 0, 8), 2, new, sizeof(*new));
}

static void masks(void)
{
	static const uint64_t sets[] = { 0,
					 1,
					 0x3,
					 0x80000000,
					 0x100000000,
					 0xfffffffe7fffffff,
					 -1ull,
					 0x7fffffff,
					 0x8000000000000000,
					 0x5555555555555555,
					 0xfffffffffffbfeff,
					 0xffff0000ffff0000,
					 0x10004002 };
	uint64_t *set = fixture_room(32);
	uint64_t *old = fixture_room(32);

	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		*set = sets[i];
		*old = sets[sizeof(sets) / sizeof(sets[0]) - 1 - i];
		CALL_AND_FAIL(0, SYS_rt_sigprocmask, i % 4, set, old, 8);
		CALL_AND_FAIL(0, SYS_rt_sigprocmask, SIG_BLOCK, set, NULL, 8);
	}
	for (long size = 0; size <= 32; size += 4)
		CALL_AND_FAIL(0, SYS_rt_sigprocmask, SIG_SETMASK, set, old, size);
	CALL(SYS_rt_sigprocmask, -1, set, old, -1);
	fixture_pointers(SYS_rt_sigprocmask, ARGS(0, 0, 0, 8), 1, set, 8);
	fixture_pointers(SYS_rt_sigprocmask, ARGS(0, 0, 0, 8), 2, set, 8);
	CALL_AND_FAIL(0, SYS_rt_sigpending, set, 8);
	CALL_AND_FAIL(0, SYS_rt_sigsuspend, set, 8);
}

static void killing(void)
{
	static const long pids[] = { 0, 1, -1, 4711, -4711, 0x7fffffff };

	for (long signal = -1; signal < 70; signal++)
		CALL_AND_FAIL(0, SYS_kill, pids[(unsigned long)signal % 6], signal);
	CALL(SYS_kill, 1, 0x123456789);
}

int main(void)
{
	fixture_begin();
	actions();
	fixture_forget();
	masks();
	fixture_forget();
	killing();
	fixture_end();
}
