/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A part of the kernel program: a task that writes to the terminal that shows the trace waits until
 * the lines of what it did before are there.
 */
#ifndef ENGINE_BPF_KERNEL_SHOWN_H
#define ENGINE_BPF_KERNEL_SHOWN_H

#define CONTROLLING_TERMINAL (5u << 20) /* /dev/tty: console(4) */
#define ERESTARTSYS 512
#define SHOWN_LOOKS (1u << 20) /* more than there is time for */
#define PAUSE_NS 50000 /* a pause */
#define PAUSES_NS 200000000 /* all pauses of a call */
/*
 * Before Linux 6.18 there are no pauses: the task looks for so long in the tracepoint, where it
 * cannot give its CPU away.
 */
#define SPIN_NS 2000000

/* Waits until the records before a position are shown, for ns at most. */
static __always_inline void spin(__u64 position, __u64 ns)
{
	struct shown_wait wait = { .position = position, .until = bpf_ktime_get_ns() + ns };

	bpf_loop(SHOWN_LOOKS, has_come, &wait, 0);
}

/*
 * Runs in the task, before its call begins again. Then the task gives its CPU to scry, if scry
 * waits for that.
 */
static int pause_task(struct bpf_map *map, void *key, void *value)
{
	struct deferred_record *deferred = &((struct deferred *)value)->record;

	spin(deferred->absent[0], PAUSE_NS);
	*(volatile __u32 *)&deferred->busy = 0;
	return 0;
}

/*
 * Makes the current write to a terminal end before it begins, with ERESTARTSYS, and begin again:
 * that is what the kernel does with a call if a task has work that cannot wait. Returns false if it
 * cannot.
 */
static __always_inline bool pause(struct task_struct *task, __u64 position)
{
	__u32 number = (__u32)task->pid & (DEFERRED - 1);
	struct deferred *place = bpf_map_lookup_elem(&deferrals, &number);

	if (!place || __sync_val_compare_and_swap(&place->record.busy, 0, 1))
		return false;
	place->record.absent[0] = position;
	if (!bpf_task_work_schedule_signal_impl(task, &place->work, &deferrals, pause_task, NULL))
		return true;
	*(volatile __u32 *)&place->record.busy = 0;
	return false;
}

/* Waits until all records before a position are shown. */
static __always_inline void wait_for(struct task_struct *task, struct task_state *state)
{
	void *none;

	if (*(volatile __u64 *)&desk.shown >= state->pause_position ||
	    bpf_ktime_get_ns() >= state->pause_until)
		return;
	/* A record that is discarded wakes scry up. */
	none = bpf_ringbuf_reserve(&ring, 8, 0);
	if (!none)
		return;
	bpf_ringbuf_discard(none, BPF_RB_FORCE_WAKEUP);
	if (!defers)
		spin(state->pause_position, SPIN_NS);
	else if (pause(task, state->pause_position))
		state->flags |= TASK_PAUSES;
}

/*
 * The task begins to write to the terminal: it waits for all records that the ring has now. (A
 * global function must not refer to a callback that may sleep.)
 */
static __always_inline void wait_shown(struct task_struct *task, struct task_state *state)
{
	state->pause_position = bpf_ringbuf_query(&ring, BPF_RB_PROD_POS);
	state->pause_until = bpf_ktime_get_ns() + PAUSES_NS;
	state->pause_sp = ((struct pt_regs *)bpf_task_pt_regs(task))->sp;
	wait_for(task, state);
}

/*
 * Whether a call that begins is the one of TASK_PAUSES, and not one of a signal handler: then its
 * entry was reported.
 */
static __always_inline bool goes_on(struct task_struct *task, struct task_state *state,
				    struct pt_regs *regs, long nr)
{
	state->flags &= ~TASK_PAUSES;
	if ((int)nr != (int)state->nr || regs->sp != state->pause_sp)
		return false;
	state->call = state->paused;
	wait_for(task, state);
	return true;
}

/*
 * Whether the call of TASK_PAUSES has ended without effect, so that it begins again: its exit is
 * not reported.
 */
static __always_inline bool begins_again(struct task_state *state, long result)
{
	if (result != -ERESTARTSYS || state->call == CALL_OUTSIDE) {
		state->flags &= ~TASK_PAUSES;
		return false;
	}
	state->paused = state->call;
	state->call = CALL_OUTSIDE;
	return true;
}

/* Whether argument 0 of the current call is the terminal. */
static __always_inline bool writes_to_terminal(struct task_state *state, struct pt_regs *regs)
{
	struct file *file = file_of(state->abi == abi_i386 ? regs->bx : regs->di);
	struct inode *inode;
	__u32 device;

	if (!file)
		return false;
	inode = BPF_CORE_READ(file, f_inode);
	if ((BPF_CORE_READ(inode, i_mode) & S_IFMT) != S_IFCHR)
		return false;
	device = BPF_CORE_READ(inode, i_rdev);
	return device == terminal || device == CONTROLLING_TERMINAL;
}

#endif
