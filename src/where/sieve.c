/* SPDX-License-Identifier: MIT */
/* Makes sieves of expressions: the steps by which the bpf engine finds out what it reports. */
#include <stdlib.h>
#include <string.h>

#include "scry/syscalls.h"
#include "scry/util.h"
#include "where/where.h"

enum { LABEL_PASS, LABEL_DROP, LABELS };

struct where_sieves {
	struct where *where;
	unsigned sees;
	struct sieve_step *steps;
	uint32_t n, capacity;
	struct where_written written;
	bool full;
};

struct where_sieves *where_sieves_new(struct where *where, unsigned sees)
{
	struct where_sieves *sieves = xcalloc(1, sizeof(*sieves));

	sieves->where = where;
	sieves->sees = sees;
	sieves->capacity = 64;
	sieves->steps = xcalloc(sieves->capacity, sizeof(*sieves->steps));
	sieves->steps[LABEL_PASS].kind = SIEVE_PASS;
	sieves->steps[LABEL_DROP].kind = SIEVE_DROP;
	sieves->n = LABELS;
	return sieves;
}

/*
 * Returns the label of a step that goes on at yes or no. If that is not known, it goes on at yes:
 * the condition holds.
 */
static uint16_t add_step(struct where_sieves *sieves, struct sieve_step step, bool matched,
			 uint16_t yes, uint16_t no)
{
	step.yes = matched ? yes : no;
	step.no = matched ? no : yes;
	step.unknown = yes;
	if (sieves->n == SIEVE_STEPS) {
		sieves->full = true;
		return LABEL_PASS;
	}
	if (sieves->n == sieves->capacity) {
		sieves->capacity *= 2;
		sieves->steps =
			xreallocarray(sieves->steps, sieves->capacity, sizeof(*sieves->steps));
	}
	sieves->steps[sieves->n] = step;
	return (uint16_t)sieves->n++;
}

/* Adds the step of a test. Returns its label. */
static unsigned add_test(void *ctx, const struct where_node *node, unsigned yes, unsigned no)
{
	struct where_sieves *sieves = ctx;
	struct sieve_step range = { .kind = SIEVE_RANGE };

	if (node->shape == WHERE_TEST)
		return add_step(sieves, node->test, node->matched, (uint16_t)yes, (uint16_t)no);
	range.which = node->reg;
	range.mask = node->mask;
	range.first = node->first;
	range.last = node->last;
	return add_step(sieves, range, true, (uint16_t)yes, (uint16_t)no);
}

/* Takes the tree. */
static uint16_t make_sieve(struct where_sieves *sieves, const struct where_tree *tree)
{
	unsigned label;

	if (where_written_find(&sieves->written, tree, &label))
		return (uint16_t)label;
	label = where_tree_write(tree, LABEL_PASS, LABEL_DROP, add_test, sieves);
	if (sieves->full)
		label = LABEL_PASS;
	where_written_add(&sieves->written, tree, label);
	return (uint16_t)label;
}

static bool has_inout(const struct syscall *row, const struct abi *abi)
{
	for (uint16_t i = 0; i < row->n_args; i++)
		if (row->args[i].dir == DIR_INOUT || struct_has_inout(&row->args[i], abi))
			return true;
	return false;
}

/*
 * Whether the exit of a call shows all that its entry has: it changes neither what the caller
 * passes nor the names of files, and returns once, with the registers of the entry.
 */
static bool exit_has_all(enum syscall_id id, const struct abi *abi)
{
	static const enum syscall_id others[] = {
		ID_clone,    ID_clone3,	      ID_fork,	    ID_vfork,	       ID_execve,
		ID_execveat, ID_rt_sigreturn, ID_sigreturn, ID_restart_syscall
	};
	const struct syscall *row = syscall_row(id, abi);

	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		if (others[i] == id)
			return false;
	return row && row->args && row->flags & CALL_KEEPS_NAMES &&
	       !(row->flags &
		 (CALL_NO_RETURN | CALL_MULTIPLEX | CALL_MEMORY_ARGS | CALL_NAMESPACES)) &&
	       !has_inout(row, abi);
}

struct call_sieves where_sieves_of(struct where_sieves *sieves, enum syscall_id id,
				   const struct abi *abi, bool may_hold)
{
	const unsigned unlike = WHERE_NEEDS_COUNT | WHERE_NEEDS_PEERS | WHERE_NEEDS_STACK;
	struct where *where = sieves->where;
	struct call_sieves call = { 0 };
	unsigned sees = sieves->sees;
	struct where_tree tree;

	if (may_hold && !(where->needs & unlike) && exit_has_all(id, abi) &&
	    (sees & WHERE_SEES_STATUS ? where_compile(where, id, abi)->shows_returned
				      : where_compile(where, id, abi)->needs_return)) {
		where_tree_of(where, id, abi, sees | WHERE_SEES_OUTCOME, &tree);
		call.exit = make_sieve(sieves, &tree);
		/* The exit looks at memory when it knows the outcome. */
		if (call.exit)
			sees &= ~(unsigned)WHERE_SEES_MEMORY;
	}
	where_tree_of(where, id, abi, sees, &tree);
	call.entry = make_sieve(sieves, &tree);
	return call;
}

struct sieve_step *where_sieves_finish(struct where_sieves *sieves, uint32_t *n_steps)
{
	struct sieve_step *steps = sieves->steps;

	*n_steps = sieves->n;
	where_written_free(&sieves->written);
	free(sieves);
	return steps;
}
