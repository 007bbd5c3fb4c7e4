/* SPDX-License-Identifier: MIT */
/* The stacks of calls and signals, and where programs were loaded (-k). */
#ifndef ENGINE_BPF_STACKS_H
#define ENGINE_BPF_STACKS_H

#include "engine/bpf/bpf.h"

/* Keeps what a RECORD_STACK says until the next record. */
void bpf_add_stack(struct bpf_tracee *tracee, const struct bpf_record *record, size_t len);
/*
 * A record of this kind has come: the stack that came before it is its own. Returns false if none
 * came.
 */
bool bpf_take_stack(struct bpf_tracee *tracee, enum bpf_stack_side side, enum record_kind kind);
/*
 * The tracee is blocked in a call since before it was attached to: its stack is read from its
 * memory.
 */
void bpf_see_stack(struct bpf_tracee *tracee, const struct marked_task *marked);
/* Keep where execve(2) has loaded a program, and the name of its file. */
void bpf_add_program(struct bpf_tracee *tracee, const struct bpf_record *record, size_t len);
void bpf_add_program_name(struct bpf_tracee *tracee, const struct bpf_record *record, size_t len);
void bpf_forget_stacks(struct bpf_tracee *tracee);

/* Answer src/stack/: see struct fetch_ops. */
ssize_t bpf_stack_registers(void *ctx, void *buf, size_t len);
extern const struct fetch_stack_ops bpf_stack_ops;

#endif
