/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A part of the kernel program: the registers and a copy of the stack of the current task (-k), and
 * where execve(2) has loaded a program. scry finds the callers in them later, as it does in the
 * memory of a stopped tracee.
 */
#ifndef ENGINE_BPF_KERNEL_STACKS_H
#define ENGINE_BPF_KERNEL_STACKS_H

/* The first piece ends at the end of a page. */
#define STACK_PIECES (STACK_BYTES / PLAN_PAGE + 1)

/*
 * Sends the stack of the current task. kind: of the record that comes next. All of it is in the
 * programs of the events, which have room for no function more: see "Facts" in doc/engine-bpf.md.
 */
static __always_inline void send_stack(struct task_struct *task, struct task_state *state,
				       __u32 kind)
{
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
	struct machine_slot *slot = slot_take(state);
	struct plan_machine *machine;

	if (!slot)
		return;
	machine = &slot->machine;
	machine->record.kind = RECORD_STACK;
	machine->record.flags = 0;
	machine->record.tid = number_of(task);
	machine->record.tgid = group_of(task);
	machine->record.time = 0;
	save_registers(&machine->record.stack.saved, regs);
	machine->record.stack.di = regs->di;
	machine->record.stack.cs = regs->cs;
	machine->record.stack.ip = regs->ip;
	machine->record.stack.sp = regs->sp;
	machine->record.stack.of = kind;
	machine->record.stack.goes_on = 0;
	machine->rest_address = regs->sp;
	machine->rest_len = STACK_BYTES;
	for (__u32 i = 0; i < STACK_PIECES; i++) {
		if (send_piece(machine, state))
			break;
		machine->record.stack.goes_on = 1;
	}
	/* A stack pointer that points nowhere: the registers say where the call was made. */
	if (!machine->record.stack.goes_on)
		send_exec(machine, state, regs->sp, 0);
	slot_release(slot);
}

static __always_inline void report_stack(struct task_struct *task, struct task_state *state,
					 __u32 kind)
{
	if (stacks)
		send_stack(task, state, kind);
}

/*
 * Reports where the current task has loaded a program: its auxiliary vector, and the name of the
 * file. former: its thread until now.
 */
static __always_inline void report_start(struct task_struct *task, struct task_state *state,
					 __u32 former)
{
	struct machine_slot *slot = stacks ? slot_take(state) : NULL;
	struct mm_struct *mm = BPF_CORE_READ(task, mm);
	struct plan_machine *machine;
	const __u32 size = PROGRAM_WORDS * sizeof(__u64);

	if (!slot)
		return;
	machine = &slot->machine;
	machine->record.kind = RECORD_PROGRAM;
	machine->record.flags = 0;
	machine->record.tid = number_of(task);
	machine->record.tgid = group_of(task);
	machine->record.time = 0;
	machine->record.exec.former = former;
	if (!bpf_probe_read_kernel(machine->data + sizeof(struct plan_chunk), size,
				   (char *)mm +
					   bpf_core_field_offset(struct mm_struct, saved_auxv)))
		send_exec(machine, state, 0, size);
	slot_release(slot);
	send_program_name(former);
}

#endif
