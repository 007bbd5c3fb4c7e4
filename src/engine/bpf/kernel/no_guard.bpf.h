/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A part of the kernel program that is loaded by root or with its capabilities: which tasks are
 * traced is for scry to decide.
 */
#ifndef ENGINE_BPF_KERNEL_NO_GUARD_H
#define ENGINE_BPF_KERNEL_NO_GUARD_H

#define GUARDS false

static __always_inline bool guard_shows(struct task_struct *task, struct task_state *state)
{
	return true;
}

static __always_inline bool guard_shows_helper(struct task_struct *task)
{
	return true;
}

static __always_inline void guard_child(struct task_state *child)
{
}

static __always_inline void guard_exec(struct task_struct *task, struct linux_binprm *binary,
				       __u32 former)
{
}

static __always_inline bool guard_may_mark(struct task_struct *task, __u32 how)
{
	return true;
}

static __always_inline bool guard_admits(struct task_struct *task, struct task_state *state,
					 __u32 how)
{
	return true;
}

static __always_inline bool guard_counts(struct task_struct *task)
{
	return false;
}

static __always_inline __u64 guard_space(void *space)
{
	return (__u64)space;
}

static __always_inline bool guard_names(int fd, struct file *file)
{
	return true;
}

#endif
