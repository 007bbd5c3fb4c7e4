/* SPDX-License-Identifier: MIT */
/* Makes sieves of expressions: the steps by which the bpf engine finds out what it reports. */
#include <stdlib.h>
#include <string.h>

#include "scry/syscalls.h"
#include "scry/util.h"
#include "where/where.h"

enum { LABEL_PASS, LABEL_DROP, LABELS };

/* Many calls have equal conditions, of which one sieve is made. */
struct made {
	struct where_tree tree;
	uint16_t label;
};

struct where_sieves {
	struct where *where;
	unsigned sees;
	struct sieve_step *steps;
	uint32_t n, capacity;
	struct made *made;
	size_t n_made, made_capacity;
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

/* Returns the label of a step that goes on at yes or no. If that is not known, it goes on at yes: the condition holds. */
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

/* Adds the steps of a tree, the last ones first. Returns the label of the first one. */
static uint16_t add_tree(struct where_sieves *sieves, const struct where_tree *tree, size_t at,
			 uint16_t yes, uint16_t no)
{
	const struct where_node *node = &tree->nodes[at];
	struct sieve_step range = { .kind = SIEVE_RANGE };
	uint16_t label = node->shape == WHERE_ALL ? yes : no;
	size_t *children;

	switch ((enum where_shape)node->shape) {
	case WHERE_NEVER:
		return no;
	case WHERE_ALWAYS:
		return yes;
	case WHERE_RANGE:
		range.which = node->reg;
		range.mask = node->mask;
		range.first = node->first;
		range.last = node->last;
		return add_step(sieves, range, true, yes, no);
	case WHERE_TEST:
		return add_step(sieves, node->test, node->matched, yes, no);
	case WHERE_ALL:
	case WHERE_ANY:
		break;
	}
	children = where_tree_children(tree, at);
	for (unsigned i = node->n; i-- > 0 && !sieves->full;)
		label = node->shape == WHERE_ALL ? add_tree(sieves, tree, children[i], label, no)
						 : add_tree(sieves, tree, children[i], yes, label);
	free(children);
	return label;
}

/* Takes the tree. */
static uint16_t make_sieve(struct where_sieves *sieves, struct where_tree *tree)
{
	struct made *made;

	for (size_t i = 0; i < sieves->n_made; i++) {
		if (!where_tree_equals(&sieves->made[i].tree, tree))
			continue;
		free(tree->nodes);
		return sieves->made[i].label;
	}
	sieves->made =
		xgrow(sieves->made, sieves->n_made, &sieves->made_capacity, sizeof(*sieves->made));
	made = &sieves->made[sieves->n_made++];
	made->tree = *tree;
	made->label = add_tree(sieves, tree, 0, LABEL_PASS, LABEL_DROP);
	if (sieves->full)
		made->label = LABEL_PASS;
	return made->label;
}

static bool has_inout(const struct syscall *row, const struct abi *abi)
{
	for (uint16_t i = 0; i < row->n_args; i++)
		if (row->args[i].dir == DIR_INOUT || struct_has_inout(&row->args[i], abi))
			return true;
	return false;
}

/*
 * Whether the exit of a call shows all that its entry has: it changes neither what the caller passes nor the names of files, and
 * returns once, with the registers of the entry.
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
	for (size_t i = 0; i < sieves->n_made; i++)
		free(sieves->made[i].tree.nodes);
	free(sieves->made);
	free(sieves);
	return steps;
}
