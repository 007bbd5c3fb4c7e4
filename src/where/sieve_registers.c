/* SPDX-License-Identifier: MIT */
/* What a part of the facts about a call says about an expression, for evaluators in the kernel. */
#include <stdlib.h>

#include "scry/syscalls.h"
#include "scry/util.h"
#include "where/where.h"

static void put_range(struct where_tree *tree, unsigned reg, uint64_t mask, uint64_t first,
		      uint64_t last)
{
	tree_put(tree, (struct where_node){ .shape = WHERE_RANGE,
					    .reg = (uint8_t)reg,
					    .mask = mask,
					    .first = first,
					    .last = last });
}

/* All that is not in a range. */
static void put_outside(struct where_tree *tree, const struct register_range *range)
{
	bool below = range->first > 0, above = range->last < range->mask;

	if (!below && !above) {
		tree_put_shape(tree, WHERE_NEVER, 0);
		return;
	}
	if (below && above)
		tree_put_shape(tree, WHERE_ANY, 2);
	if (below)
		put_range(tree, range->reg, range->mask, 0, range->first - 1);
	if (above)
		put_range(tree, range->reg, range->mask, range->last + 1, range->mask);
}

/* A value of the test was seen, or was not. */
static void put_seen(struct where_tree *tree, const struct leaf *leaf, bool truth)
{
	bool failed = (leaf->seen == SEEN_FAILED) == truth;

	switch ((enum seen)leaf->seen) {
	case SEEN_ALWAYS:
		tree_put_shape(tree, truth ? WHERE_ALWAYS : WHERE_NEVER, 0);
		return;
	case SEEN_DESCRIPTORS:
		tree_put_shape(tree, truth ? WHERE_ANY : WHERE_ALL, leaf->n_slots);
		for (unsigned i = 0; i < leaf->n_slots; i++)
			put_range(tree, leaf->slots[i], UINT32_MAX,
				  truth ? 0 : (uint32_t)INT32_MAX + 1,
				  truth ? INT32_MAX : UINT32_MAX);
		return;
	case SEEN_FAILED:
	case SEEN_SUCCESSFUL:
		put_range(tree, SIEVE_FAILED, UINT64_MAX, failed, failed);
		return;
	}
}

/* met: the operator is met by a number; otherwise by none. */
static void put_ranges(struct where_tree *tree, const struct leaf *leaf, bool met)
{
	tree_put_shape(tree, met ? WHERE_ANY : WHERE_ALL, leaf->n_ranges);
	for (size_t i = 0; i < leaf->n_ranges; i++)
		if (met)
			put_range(tree, leaf->ranges[i].reg, leaf->ranges[i].mask,
				  leaf->ranges[i].first, leaf->ranges[i].last);
		else
			put_outside(tree, &leaf->ranges[i]);
}

/*
 * A test of numbers, or its opposite. The test is met if a number meets the operator; a negated
 * test is met if a number was seen and none meets it.
 */
static void put_numbers(struct where_tree *tree, const struct test *test, const struct leaf *leaf,
			bool truth)
{
	bool met = test->negated != truth;

	/* What is in a range of descriptors is one. */
	if (leaf->seen == SEEN_ALWAYS || (leaf->seen == SEEN_DESCRIPTORS && !test->negated)) {
		put_ranges(tree, leaf, met);
		return;
	}
	tree_put_shape(tree, truth ? WHERE_ALL : WHERE_ANY, 2);
	put_seen(tree, leaf, truth);
	put_ranges(tree, leaf, met);
}

struct builder {
	struct where *where;
	const struct where_call *call;
	enum syscall_id id;
	const struct abi *abi;
	unsigned sees;
	struct where_tree tree;
};

static unsigned sees_field(enum field_id field)
{
	return field == FIELD_UID ? WHERE_SEES_USER : WHERE_SEES_FACTS;
}

/* Whether the numbers of a test are seen. */
static bool sees_numbers(const struct builder *builder, unsigned number)
{
	const struct leaf *leaf = &builder->call->leaves[number];

	switch (leaf->level) {
	case LEVEL_REGISTER:
		return builder->sees & WHERE_SEES_REGISTERS;
	case LEVEL_FACT:
		return leaf->ranged &&
		       builder->sees & sees_field(builder->where->tests[number].field);
	case LEVEL_OUTCOME:
		return leaf->ranged && builder->sees & WHERE_SEES_OUTCOME;
	default:
		return false;
	}
}

/* A test, or its opposite. */
static void put_test(struct builder *builder, unsigned number, bool truth)
{
	const struct test *test = &builder->where->tests[number];
	const struct leaf *leaf = &builder->call->leaves[number];
	unsigned from = test->field == FIELD_COMM ? WHERE_SEES_FACTS : WHERE_SEES_MEMORY;

	if (leaf->level == LEVEL_TRUE || leaf->level == LEVEL_FALSE)
		tree_put_shape(&builder->tree,
			       (leaf->level == LEVEL_TRUE) == truth ? WHERE_ALWAYS : WHERE_NEVER,
			       0);
	else if (sees_numbers(builder, number))
		put_numbers(&builder->tree, test, leaf, truth);
	else if (builder->sees & from)
		memory_put_test(builder->where, test, builder->id, builder->abi, truth,
				&builder->tree);
	else
		tree_put_shape(&builder->tree, WHERE_ALWAYS, 0);
}

/* Whether a part of the expression looks at texts or memory: that comes last. */
static bool is_slow(const struct builder *builder, unsigned number)
{
	const struct node *node = &builder->where->nodes[number];
	enum level level;

	if (node->kind == NODE_TEST) {
		level = builder->call->leaves[node->test].level;
		return level == LEVEL_ENTRY || level == LEVEL_EXIT ||
		       builder->where->tests[node->test].field == FIELD_COMM;
	}
	for (unsigned c = node->first; c; c = builder->where->nodes[c].next)
		if (is_slow(builder, c))
			return true;
	return false;
}

static void put_node(struct builder *builder, unsigned number, bool truth)
{
	const struct node *nodes = builder->where->nodes, *node = &nodes[number];
	bool all = (node->kind == NODE_AND) == truth;
	size_t own;

	if (node->kind == NODE_TEST) {
		put_test(builder, node->test, truth);
		return;
	}
	if (node->kind == NODE_NOT) {
		put_node(builder, node->first, !truth);
		return;
	}
	own = tree_put(&builder->tree, (struct where_node){ .shape = all ? WHERE_ALL : WHERE_ANY });
	for (int slow = 0; slow < 2; slow++) {
		for (unsigned c = node->first; c; c = nodes[c].next) {
			if (is_slow(builder, c) != slow)
				continue;
			put_node(builder, c, truth);
			builder->tree.nodes[own].n++;
		}
	}
}

/*
 * Copies a tree without the parts that are constant. Returns what it is if it is constant; else
 * WHERE_RANGE.
 */
static enum where_shape simplify(const struct where_tree *from, size_t *at, struct where_tree *to)
{
	const struct where_node node = from->nodes[(*at)++];
	bool all = node.shape == WHERE_ALL;
	enum where_shape neutral = all ? WHERE_ALWAYS : WHERE_NEVER,
			 decisive = all ? WHERE_NEVER : WHERE_ALWAYS;
	size_t own, kept = 0;
	bool is_decided = false;

	if (node.shape == WHERE_RANGE && !node.first && node.last >= node.mask)
		return WHERE_ALWAYS;
	if (node.shape != WHERE_ALL && node.shape != WHERE_ANY) {
		if (node.shape == WHERE_RANGE || node.shape == WHERE_TEST)
			tree_put(to, node);
		return node.shape;
	}
	own = tree_put(to, node);
	for (unsigned i = 0; i < node.n; i++) {
		size_t before = to->n;
		enum where_shape child = simplify(from, at, to);

		if (child == neutral || child == decisive)
			to->n = before;
		else
			kept++;
		is_decided |= child == decisive;
	}
	if (is_decided || !kept) {
		to->n = own;
		return is_decided ? decisive : neutral;
	}
	to->nodes[own].n = (uint16_t)kept;
	return WHERE_RANGE;
}

void where_tree_of(struct where *where, enum syscall_id id, const struct abi *abi, unsigned sees,
		   struct where_tree *tree)
{
	const struct syscall *row = syscall_row(id, abi);
	struct builder builder = { .where = where,
				   .call = where_compile(where, id, abi),
				   .id = id,
				   .abi = abi,
				   .sees = sees };
	enum where_shape shape;
	size_t at = 0;

	*tree = (struct where_tree){ 0 };
	/*
	 * Every call of a name counts for "count". The arguments of other calls are not in
	 * registers.
	 */
	if (builder.call->constant != WHERE_FALSE &&
	    (where->needs & WHERE_NEEDS_COUNT ||
	     (row && row->flags & (CALL_MEMORY_ARGS | CALL_MULTIPLEX)))) {
		tree_put_shape(tree, WHERE_ALWAYS, 0);
		return;
	}
	put_node(&builder, sees & WHERE_SEES_STATUS ? where->shown : where->root, true);
	shape = simplify(&builder.tree, &at, tree);
	if (shape == WHERE_ALWAYS || shape == WHERE_NEVER) {
		tree->n = 0;
		tree_put_shape(tree, shape, 0);
	}
	free(builder.tree.nodes);
}

void where_registers(struct where *where, enum syscall_id id, const struct abi *abi,
		     struct where_tree *tree)
{
	where_tree_of(where, id, abi, WHERE_SEES_REGISTERS, tree);
}
