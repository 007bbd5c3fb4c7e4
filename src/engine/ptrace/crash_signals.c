/* SPDX-License-Identifier: MIT */
/* The signals after which a tracer whose tracees have a filter becomes the keeper. */
#include "engine/ptrace/crash_signals.h"

const struct crash_signal crash_signals[CRASH_SIGNALS] = {
	{ SIGSEGV, true, "SIGSEGV" },
	{ SIGBUS, true, "SIGBUS" },
	{ SIGABRT, true, "SIGABRT" },
	{ SIGFPE, true, "SIGFPE" },
	{ SIGILL, true, "SIGILL" },
	{ SIGSYS, true, "SIGSYS" },
	{ SIGTRAP, true, "SIGTRAP" },
	/*
	 * See limits.c: the tracer approaches its hard limit of CPU time, at which the kernel sends
	 * SIGKILL.
	 */
	{ SIGXCPU, false, "SIGXCPU" },
};

void crash_signals_fill(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < CRASH_SIGNALS; i++)
		sigaddset(set, crash_signals[i].signal);
}

void crash_signals_block(sigset_t *before)
{
	sigset_t set;

	crash_signals_fill(&set);
	sigprocmask(SIG_BLOCK, &set, before);
}
