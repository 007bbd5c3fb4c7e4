/* SPDX-License-Identifier: MIT */
/* A seccomp filter that is installed while the command runs. */
#ifndef ENGINE_LATE_FILTER_H
#define ENGINE_LATE_FILTER_H

#include <stdbool.h>
#include <stdint.h>

struct __ptrace_syscall_info;
struct ptrace_engine;
struct ptrace_tracee;
struct seccomp_program;

struct late_filter {
	const struct seccomp_program *program; /* NULL: no filter will be installed */
	unsigned calls; /* in a row since since_ns, that the filter would let pass */
	uint64_t since_ns;
	bool due;
};

/* The tracee makes a call. wanted: the filter would stop that call. */
void late_filter_note_call(struct ptrace_engine *engine, const struct ptrace_tracee *tracee,
			   bool wanted);
/*
 * At a syscall-exit-stop, if a filter is due: installs it. Returns false if the tracee did not stay
 * in that stop: its new status is in the queue.
 */
bool late_filter_install(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			 const struct __ptrace_syscall_info *info);

#endif
