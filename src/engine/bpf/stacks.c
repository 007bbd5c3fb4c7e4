/* SPDX-License-Identifier: MIT */
/*
 * Answers src/stack/ (-k): the registers and the copy of the stack that the program has made for a
 * call or a signal, where execve(2) has loaded the program of a process, and which file a call
 * maps.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/user.h>

#include "engine/bpf/kernel/wire.h"
#include "engine/bpf/names.h"
#include "engine/bpf/stacks.h"
#include "scry/arch.h"
#include "scry/tracee.h"
#include "scry/util.h"

/* The selector of 32-bit code: asm/segment.h of the kernel. */
#define USER32_CS 0x23
/* The bytes of NT_PRSTATUS of a 32-bit process. */
#define REGISTERS_32 68

/* The registers and the memory from the stack pointer on. */
struct bpf_stack {
	bool known;
	uint8_t kind; /* of the record that it came before */
	struct user_regs_struct registers; /* those that a function saves, and .rip, .rsp and .cs */
	uint64_t address;
	struct buf bytes;
};

struct bpf_stacks {
	struct bpf_stack next; /* of the next record */
	struct bpf_stack sides[BPF_STACK_SIDES];
	bool has_program; /* execve(2) was seen */
	uint64_t auxv[PROGRAM_WORDS];
	char *path; /* of the program; NULL: not known */
	uint64_t inode;
	bool was_cut; /* the last read that failed was of memory behind a whole copy */
};

static struct bpf_stacks *stacks_of(struct bpf_tracee *tracee)
{
	if (!tracee->stacks)
		tracee->stacks = xcalloc(1, sizeof(*tracee->stacks));
	return tracee->stacks;
}

void bpf_forget_stacks(struct bpf_tracee *tracee)
{
	struct bpf_stacks *stacks = tracee->stacks;

	if (!stacks)
		return;
	buf_free(&stacks->next.bytes);
	for (size_t i = 0; i < BPF_STACK_SIDES; i++)
		buf_free(&stacks->sides[i].bytes);
	free(stacks->path);
	free(stacks);
	tracee->stacks = NULL;
}

/* --- records ----------------------------------------------------------------------------- */

static void set_registers(struct bpf_stack *stack, const struct record_stack *from)
{
	stack->registers = (struct user_regs_struct){
		.rbx = from->saved.bx,
		.rbp = from->saved.bp,
		.r12 = from->saved.r12,
		.r13 = from->saved.r13,
		.r14 = from->saved.r14,
		.r15 = from->saved.r15,
		.rdi = from->di,
		.rip = from->ip,
		.rsp = from->sp,
		.cs = from->cs,
	};
	stack->known = true;
	stack->address = from->sp;
	buf_clear(&stack->bytes);
}

void bpf_add_stack(struct bpf_tracee *tracee, const struct bpf_record *record, size_t len)
{
	struct bpf_stack *stack = &stacks_of(tracee)->next;
	struct plan_chunk chunk;
	const char *bytes = chunks_first(record, len, &chunk);

	if (!bytes)
		return;
	if (!record->stack.goes_on) {
		set_registers(stack, &record->stack);
		stack->kind = (uint8_t)record->stack.of;
	}
	/* Behind a record that was lost the rest means nothing. */
	if (stack->known && chunk.address == stack->address + stack->bytes.len &&
	    stack->bytes.len + chunk.len <= STACK_BYTES)
		buf_put(&stack->bytes, bytes, chunk.len);
}

bool bpf_take_stack(struct bpf_tracee *tracee, enum bpf_stack_side side, enum record_kind kind)
{
	struct bpf_stacks *stacks = tracee->stacks;
	struct bpf_stack taken;

	if (!stacks)
		return false;
	stacks->sides[side].known = false;
	/* A signal that another task sends has a record between a stack and the call of that. */
	if (!stacks->next.known || stacks->next.kind != kind)
		return false;
	taken = stacks->next;
	stacks->next = stacks->sides[side];
	stacks->sides[side] = taken;
	return true;
}

void bpf_see_stack(struct bpf_tracee *tracee, const struct marked_task *marked)
{
	const struct bpf_engine *engine = tracee->engine;
	const struct record_call *call = &marked->entry.call;
	bool old = marked->entry.abi < engine->n_abis &&
		   engine->abis[marked->entry.abi]->id == ABI_i386;

	set_registers(&stacks_of(tracee)->sides[BPF_STACK_CALL],
		      &(struct record_stack){ .saved = marked->saved,
					      .di = call->args[0],
					      .cs = old ? USER32_CS : 0,
					      .ip = call->ip,
					      .sp = call->sp });
}

void bpf_add_program(struct bpf_tracee *tracee, const struct bpf_record *record, size_t len)
{
	struct bpf_stacks *stacks = stacks_of(tracee);
	struct plan_chunk chunk;
	const char *words = chunks_first(record, len, &chunk);

	stacks->has_program = words && chunk.len == sizeof(stacks->auxv);
	if (stacks->has_program)
		memcpy(stacks->auxv, words, sizeof(stacks->auxv));
	free(stacks->path);
	stacks->path = NULL;
	stacks->inode = 0;
}

void bpf_add_program_name(struct bpf_tracee *tracee, const struct bpf_record *record, size_t len)
{
	struct bpf_stacks *stacks = stacks_of(tracee);

	free(stacks->path);
	stacks->path = bpf_path_of(record, len);
	stacks->inode = record->name.inode;
}

/* --- answers ----------------------------------------------------------------------------- */

/* The stack of the current event; NULL: none was captured. */
static const struct bpf_stack *current(const struct bpf_tracee *tracee)
{
	enum bpf_stack_side side = tracee->engine->stack_side;
	const struct bpf_stack *stack;

	if (!tracee->stacks || side == BPF_STACK_NONE)
		return NULL;
	stack = &tracee->stacks->sides[side];
	return stack->known ? stack : NULL;
}

ssize_t bpf_stack_registers(void *ctx, void *buf, size_t len)
{
	const struct bpf_stack *stack = current(ctx);
	const size_t size = sizeof(stack->registers);

	if (!stack)
		return -1;
	memcpy(buf, &stack->registers, len < size ? len : size);
	return stack->registers.cs == USER32_CS ? REGISTERS_32 : (ssize_t)size;
}

static size_t read_stack(void *ctx, uint64_t address, void *buf, size_t len)
{
	const struct bpf_tracee *tracee = ctx;
	const struct bpf_stack *stack = current(tracee);
	uint64_t at;
	size_t n;

	if (!stack)
		return 0;
	if (tracee->engine->memory == MEMORY_LIVE)
		return tracee_fetch_ops.read(ctx, address, buf, len);
	at = address - stack->address;
	if (at >= stack->bytes.len) {
		tracee->stacks->was_cut =
			address > stack->address && stack->bytes.len == STACK_BYTES;
		return 0;
	}
	n = stack->bytes.len - at < len ? stack->bytes.len - at : len;
	tracee->stacks->was_cut = n < len && stack->bytes.len == STACK_BYTES;
	memcpy(buf, stack->bytes.data + at, n);
	return n;
}

static bool is_cut(void *ctx)
{
	const struct bpf_tracee *tracee = ctx;

	return tracee->stacks && tracee->stacks->was_cut;
}

static bool get_program(void *ctx, struct fetch_program *program)
{
	const struct bpf_tracee *tracee = ctx;
	const struct bpf_stacks *stacks = tracee->stacks;

	if (!stacks || !stacks->has_program)
		return false;
	*program = (struct fetch_program){
		.file = { stacks->path, stacks->inode },
		.auxv = stacks->auxv,
		.n_auxv = PROGRAM_WORDS / 2,
	};
	return true;
}

const struct fetch_stack_ops bpf_stack_ops = {
	.read = read_stack,
	.is_cut = is_cut,
	.program = get_program,
	.file = bpf_name_file,
};
