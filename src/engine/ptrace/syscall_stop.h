/* SPDX-License-Identifier: MIT */
/* The entry and the exit of a call. */
#ifndef ENGINE_SYSCALL_STOP_H
#define ENGINE_SYSCALL_STOP_H

#include <stdbool.h>

struct event;
struct ptrace_engine;
struct ptrace_tracee;

/* A call of the parent has made the child, which is in the table and has made no call. */
void syscall_stop_note_child(const struct ptrace_engine *engine, struct ptrace_tracee *parent,
			     struct ptrace_tracee *child);
/* At a syscall-stop or a PTRACE_EVENT_SECCOMP stop: see classify(). */
bool syscall_stop_report(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			 struct event *event);
/*
 * At the first stop of an attached tracee: notes the call in which the tracee was, if the kernel
 * will resume it by restart_syscall(2).
 */
void syscall_stop_note_interrupted(struct ptrace_tracee *tracee);

#endif
