/* SPDX-License-Identifier: MIT */
/* Tests the registers of the calls for which --where says what their arguments must be. */
#include "seccomp/narrow.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "scry/arch.h"
#include "scry/util.h"
#include "scry/where.h"
#include "seccomp/code.h"

/* Up to this number of calls one comparison after the other is shorter than a tree. */
#define LEAF_CALLS 4

/* A call, and the label of the test of its registers. */
struct narrowed {
	uint32_t nr;
	unsigned label;
};

struct narrower {
	struct code *code;
	struct narrowed *calls;
	size_t n, capacity;
	struct where_written written;
	bool big_endian;
};

/* --- one register ---------------------------------------------------------------------------- */

static uint32_t offset_of_argument(const struct narrower *narrower, unsigned reg, bool upper)
{
	return (uint32_t)offsetof(struct seccomp_data, args) + 8 * reg +
	       (upper != narrower->big_endian ? 4 : 0);
}

/*
 * Loads half of a register, of which the bits of the mask matter, for the instruction that was
 * written last.
 */
static unsigned emit_load(struct narrower *narrower, unsigned reg, bool upper, uint32_t mask)
{
	if (mask != UINT32_MAX)
		code_emit(narrower->code,
			  (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
	return code_emit(narrower->code,
			 (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
						      offset_of_argument(narrower, reg, upper)));
}

/* Tests whether half of a register is from first to last. */
static unsigned emit_half(struct narrower *narrower, unsigned reg, bool upper, uint32_t mask,
			  uint32_t first, uint32_t last, unsigned yes, unsigned no)
{
	struct code *code = narrower->code;
	unsigned label = yes;

	if (first == last && mask == first && !(mask & (mask - 1)) && mask) {
		code_jump(code, BPF_JSET, mask, yes, no);
		return emit_load(narrower, reg, upper, UINT32_MAX);
	}
	if (first == last) {
		code_jump(code, BPF_JEQ, first, yes, no);
		return emit_load(narrower, reg, upper, mask);
	}
	if (!first && last >= mask)
		return yes;
	if (last < mask)
		label = code_jump(code, BPF_JGT, last, no, yes);
	if (first)
		code_jump(code, BPF_JGE, first, label, no);
	return emit_load(narrower, reg, upper, mask);
}

/*
 * Tests whether a register is from first to last: the upper half decides, unless it is equal to
 * the upper half of a limit.
 */
static unsigned emit_range(void *ctx, const struct where_node *node, unsigned yes, unsigned no)
{
	struct narrower *narrower = ctx;
	struct code *code = narrower->code;
	uint32_t mask = (uint32_t)(node->mask >> 32), low_mask = (uint32_t)node->mask;
	uint32_t first = (uint32_t)(node->first >> 32), last = (uint32_t)(node->last >> 32);
	uint32_t low_first = (uint32_t)node->first, low_last = (uint32_t)node->last;
	unsigned at_first, at_last, label;

	if (last > mask) {
		last = mask;
		low_last = UINT32_MAX;
	}
	if (first > last)
		return no;
	if (!mask)
		return emit_half(narrower, node->reg, false, low_mask, low_first, low_last, yes,
				 no);
	if (first == last) {
		label = emit_half(narrower, node->reg, false, low_mask, low_first, low_last, yes,
				  no);
		code_jump(code, BPF_JEQ, first, label, no);
		return emit_load(narrower, node->reg, true, mask);
	}
	at_last = emit_half(narrower, node->reg, false, low_mask, 0, low_last, yes, no);
	at_first = emit_half(narrower, node->reg, false, low_mask, low_first, UINT32_MAX, yes, no);
	label = code_jump(code, BPF_JEQ, first, at_first, no);
	label = code_jump(code, BPF_JGT, first, yes, label);
	label = code_jump(code, BPF_JEQ, last, at_last, label);
	code_jump(code, BPF_JGT, last, no, label);
	return emit_load(narrower, node->reg, true, mask);
}

/* Writes the test of a tree, unless an equal one was written. Takes the tree. Returns the label. */
static unsigned write_tree(struct narrower *narrower, const struct where_tree *tree)
{
	struct code *code = narrower->code;
	unsigned label, stop, pass;

	if (where_written_find(&narrower->written, tree, &label))
		return label;
	stop = code_return(code, SECCOMP_TRACE);
	pass = code_return(code, SECCOMP_RET_ALLOW);
	label = where_tree_write(tree, stop, pass, emit_range, narrower);
	where_written_add(&narrower->written, tree, label);
	return label;
}

/* --- calls ----------------------------------------------------------------------------------- */

static void add_calls(struct narrower *narrower, const struct narrowed_calls *narrowed,
		      const struct abi *abi)
{
	for (uint32_t nr = 0; nr < abi->n_ids && !narrower->code->full; nr++) {
		enum syscall_id id = abi->ids[nr];
		struct where_tree tree;

		if (!id || !call_set_has(narrowed->calls, id, abi))
			continue;
		where_registers(narrowed->where, id, abi, &tree);
		narrower->calls = xgrow(narrower->calls, narrower->n, &narrower->capacity,
					sizeof(*narrower->calls));
		narrower->calls[narrower->n].nr = abi->nr_flag | nr;
		narrower->calls[narrower->n++].label = write_tree(narrower, &tree);
	}
}

/* Finds the test of a number. Returns the label where that begins. */
static unsigned emit_search(struct code *code, const struct narrowed *calls, size_t n,
			    unsigned following)
{
	size_t half = n / 2;
	unsigned upper, lower, next = following;

	if (n <= LEAF_CALLS) {
		while (n--)
			next = code_jump(code, BPF_JEQ, calls[n].nr, calls[n].label, next);
		return next;
	}
	upper = emit_search(code, calls + half, n - half, following);
	lower = emit_search(code, calls, half, following);
	return code_jump(code, BPF_JGE, calls[half].nr, upper, lower);
}

void narrow_emit(struct code *code, const struct narrowed_calls *narrowed, uint32_t audit_arch)
{
	struct narrower narrower = { .code = code };
	unsigned following = code->n - 1, label;
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	/* The ABIs come in the order of their flags, so that the numbers are sorted. */
	for (size_t i = 0; i < n && narrowed->where; i++) {
		if (abis[i]->audit_arch != audit_arch)
			continue;
		narrower.big_endian = abis[i]->big_endian;
		add_calls(&narrower, narrowed, abis[i]);
	}
	label = emit_search(code, narrower.calls, narrower.n, following);
	if (label != code->n - 1)
		code_jump_far(code, label);
	where_written_free(&narrower.written);
	free(narrower.calls);
}
