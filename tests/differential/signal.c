/* SPDX-License-Identifier: MIT */
/* Calls on signals. */
#include <signal.h>

#include "fixture.h"

/* The struct of the kernel, which differs from struct sigaction of the C library. */
struct kernel_sigaction {
#ifdef __mips__
	/* The flags have 32 bits; 64-bit programs have padding after them. */
	unsigned long flags, handler;
	uint64_t mask, more;
#else
	unsigned long handler, flags, restorer;
	uint64_t mask;
#endif
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
	static const unsigned long pointers[] = { 0, NOWHERE, ARENA_END - 1, ARENA_END - 16 };
	struct kernel_sigaction *new = fixture_alloc(sizeof(*new));
	struct kernel_sigaction *old = fixture_alloc(sizeof(*old));

	for (unsigned long i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		*new = (struct kernel_sigaction){ .handler = 0x5000000 * (i > 1) + i,
						  .flags = flags[i],
						  .mask = SIGNALS(1ull << (9 * i)) };
#ifndef __mips__
		new->restorer = 0x6000000;
#endif
		*old = (struct kernel_sigaction){ .handler = i,
						  .flags = flags[7 - i],
						  .mask = SIGNALS(-1ull << (9 * i)) };
		CALL_AND_FAIL(0, SYS_rt_sigaction, 1 + i, new, old, 8);
		CALL_AND_FAIL(0, SYS_rt_sigaction, 30 + i, NULL, old, 8);
	}
	for (long size = 0; size <= 16; size += 4)
		CALL_AND_FAIL(0, SYS_rt_sigaction, 64, new, old, size);
	CALL(SYS_rt_sigaction, -1, new, NULL, 8);
	CALL(SYS_rt_sigaction, 65, new, NULL, -1);
	new->handler = -1;
	CALL(SYS_rt_sigaction, 0, new, NULL, 8);
	/*
	 * Without a whole struct right before unmapped memory, which differs: doc/differences.md.
	 */
	for (size_t i = 0; i < sizeof(pointers) / sizeof(pointers[0]); i++) {
		CALL(SYS_rt_sigaction, 2, pointers[i], NULL, 8);
		CALL(SYS_rt_sigaction, 2, NULL, pointers[i], 8);
	}
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
	uint64_t *set = fixture_alloc(32);
	uint64_t *old = fixture_alloc(32);

	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		*set = SIGNALS(sets[i]);
		*old = SIGNALS(sets[sizeof(sets) / sizeof(sets[0]) - 1 - i]);
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

/* Members of a siginfo after the first three: 32-bit words and pointers. */
#define WORD(info, n) ((int *)(info))[(n) + (sizeof(long) == 8 ? 4 : 3)]
#define POINTER(info, n) \
	(*(long *)((char *)(info) + (sizeof(long) == 8 ? 16 : 12) + (n) * sizeof(long)))

static void informing(void)
{
	static const int signals[] = { SIGILL, SIGFPE, SIGSEGV, SIGBUS, SIGTRAP, SIGCHLD, SIGIO,
				       SIGSYS, SIGHUP, SIGALRM, 34,	64,	 65,	  -1 };
	static const int odd_codes[] = { 0x80, -60, -100, 100, 0x7fffffff, -0x7fffffff };
	siginfo_t *info = fixture_alloc(sizeof(*info));

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		for (int code = -8; code < 18; code++) {
			memset(info, 0, sizeof(*info));
			info->si_signo = signals[i];
			info->si_code = code < 12 ? code : odd_codes[code - 12];
			info->si_errno = code == 7 ? EIO : 0;
			WORD(info, 0) = 4711;
			WORD(info, 1) = code & 1 ? 1000 : -1;
			/*
			 * Where a pointer or a long takes their place, the first one is the lower
			 * half.
			 */
			if (info->si_code == SI_SIGIO ||
			    (info->si_code > 0 && signals[i] != SIGCHLD))
				fixture_swap(&WORD(info, 0));
			POINTER(info, 1) = code & 2 ? TWICE(0x1234) : 0;
			POINTER(info, 2) = code & 4 ? TWICE(0x5678) : 0;
			CALL(SYS_rt_sigqueueinfo, 77, signals[i], info);
			CALL_AND_FAIL(0, SYS_waitid, 1, 77, info, 4, NULL);
		}
		CALL_AND_FAIL(0, SYS_rt_tgsigqueueinfo, 77, 78, signals[i], info);
		CALL_AND_FAIL(0, SYS_pidfd_send_signal, 3, signals[i], info, 0);
		CALL_AND_FAIL(0, SYS_tgkill, 77, 78, signals[i]);
		CALL_AND_FAIL(0, SYS_tkill, 77, signals[i]);
	}
	CALL(SYS_pidfd_send_signal, 3, 9, NULL, 0);
	fixture_pointers(SYS_rt_sigqueueinfo, ARGS(77, 10, 0), 2, info, sizeof(*info));
	fixture_pointers(SYS_rt_tgsigqueueinfo, ARGS(77, 78, 10, 0), 3, info, sizeof(*info));
	fixture_pointers(SYS_pidfd_send_signal, ARGS(3, 10, 0, 0), 2, info, sizeof(*info));
}

static void awaiting(void)
{
	siginfo_t *info = fixture_alloc(sizeof(*info));
	uint64_t *set = COPY(uint64_t, { SIGNALS(0x4002) });
	long *time = fixture_alloc(16);
	int64_t *time64 = fixture_alloc(16);

	info->si_signo = SIGUSR1;
	time[0] = 5;
	time[1] = 999999999;
	time64[0] = 999999999ll << 32 | 5;
	for (long result = 0; result < 3; result++) {
		CALL_AND_FAIL(result * 40, SYS_rt_sigtimedwait, set, info, time, 8);
		CALL_AND_FAIL(result * 40, SYS_rt_sigtimedwait, set, NULL, NULL, 8);
#ifdef SYS_rt_sigtimedwait_time64
		CALL_AND_FAIL(result, SYS_rt_sigtimedwait_time64, set, info, time64, 8);
#endif
	}
	fixture_result(10);
	fixture_pointers(SYS_rt_sigtimedwait, ARGS(0, 0, 0, 8), 0, set, 8);
	fixture_pointers(SYS_rt_sigtimedwait, ARGS(0, 0, 0, 8), 1, info, sizeof(*info));
	fixture_pointers(SYS_rt_sigtimedwait, ARGS(0, 0, 0, 8), 2, time, 2 * sizeof(long));
	fixture_result(-EAGAIN);
	CALL(SYS_rt_sigtimedwait, set, info, time, 8);
	fixture_result(-EINTR);
	CALL(SYS_rt_sigtimedwait, set, info, NULL, 8);
	for (long size = 0; size <= 16; size += 4) {
		CALL_AND_FAIL(3, SYS_signalfd, -1, set, size);
		CALL_AND_FAIL(3, SYS_signalfd4, 3, set, size, 0x80800);
		CALL_AND_FAIL(0, SYS_rt_sigpending, set, size);
		CALL_AND_FAIL(-514, SYS_rt_sigsuspend, set, size);
		CALL_AND_FAIL(0, SYS_rt_sigtimedwait, set, info, time, size);
	}
	CALL(SYS_signalfd4, 3, NULL, 8, -1);
	fixture_pointers(SYS_signalfd4, ARGS(-1, 0, 8, 0), 1, set, 8);
	fixture_result(0);
	fixture_pointers(SYS_rt_sigpending, ARGS(0, 8), 0, set, 8);
	fixture_pointers(SYS_rt_sigsuspend, ARGS(0, 8), 0, set, 8);
	CALL_AND_FAIL(-514, SYS_pause);
}

static void stacks(void)
{
	struct {
		unsigned long base;
#ifdef __mips__
		unsigned long size;
		int flags;
#else
		int flags;
		unsigned long size;
#endif
	} *stack = fixture_alloc(sizeof(*stack));
	static const int flags[] = { 0, 1, 2, 3, 4, -1, (int)0x80000000, (int)0x80000001 };

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		stack->base = 0x5000000 * (i % 3);
		stack->flags = flags[i];
		stack->size = 8192 * i - 1;
		CALL_AND_FAIL(0, SYS_sigaltstack, stack, stack);
		CALL_AND_FAIL(0, SYS_sigaltstack, NULL, stack);
	}
	fixture_pointers(SYS_sigaltstack, ARGS(0, 0), 0, stack, sizeof(*stack));
	fixture_pointers(SYS_sigaltstack, ARGS(0, 0), 1, stack, sizeof(*stack));
}

/* Calls of 32-bit programs that the calls with the prefix rt_ have replaced. */
static void old_calls(void)
{
#if defined(SYS_sigaction) && __SIZEOF_LONG__ == 4
	uint32_t *words = fixture_alloc(64);

	for (unsigned i = 0; i < 8; i++) {
		words[0] = i ? 0x5000000 : 1;
		words[1] = 1u << 4 * i;
		words[2] = 0x4000000u << i;
		words[3] = 0x6000000;
		CALL_AND_FAIL(0, SYS_sigaction, i, words, words);
		CALL_AND_FAIL(0, SYS_sigaction, 30 + i, NULL, words);
		CALL_AND_FAIL(0, SYS_sigprocmask, i, words + 1, words + 1);
		CALL_AND_FAIL(0, SYS_sigpending, words + 1);
#ifdef __mips__
		/*
		 * The argument is a pointer. strace shows the first word of the set:
		 * doc/differences.md.
		 */
		words[12] = words[1];
		CALL_AND_FAIL(-514, SYS_sigsuspend, words + 12);
#else
		CALL_AND_FAIL(-514, SYS_sigsuspend, 1, 2, words[1]);
#endif
		CALL_AND_FAIL(i, SYS_sgetmask);
		CALL_AND_FAIL(-i & 0xfff, SYS_ssetmask, words[1]);
		CALL_AND_FAIL(i * 0x2000000, SYS_signal, i, i ? i * 0x1000000 : 1);
	}
	CALL(SYS_ssetmask, -1);
	CALL(SYS_sigsuspend, 0, 0, -1);
	CALL(SYS_sigsuspend, 0, 0, 0);
	fixture_pointers(SYS_sigprocmask, ARGS(0, 0, 0), 1, words, 4);
	fixture_pointers(SYS_sigprocmask, ARGS(0, 0, 0), 2, words, 4);
	fixture_pointers(SYS_sigpending, ARGS(0), 0, words, 4);
	fixture_pointers(SYS_sigaction, ARGS(1, 0, 0), 1, words, 16);
	fixture_pointers(SYS_sigaction, ARGS(1, 0, 0), 2, words, 16);
#endif
}

int main(void)
{
	fixture_begin();
	actions();
	fixture_free_all();
	masks();
	fixture_free_all();
	killing();
	fixture_free_all();
	informing();
	fixture_free_all();
	awaiting();
	fixture_free_all();
	stacks();
	fixture_free_all();
	old_calls();
	fixture_end();
}
