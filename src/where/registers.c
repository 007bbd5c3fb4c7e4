/* SPDX-License-Identifier: MIT */
/* What the registers of a call say about an expression, for a filter in the kernel. */
#include <stdlib.h>

#include "scry/syscalls.h"
#include "scry/util.h"
#include "where/where.h"

static size_t put(struct where_tree *tree, struct where_node node)
{
	tree->nodes = xgrow(tree->nodes, tree->n, &tree->capacity, sizeof(*tree->nodes));
	tree->nodes[tree->n] = node;
	return tree->n++;
}

static void put_shape(struct where_tree *tree, enum where_shape shape)
{
	put(tree, (struct where_node){ .shape = shape });
}

static void put_range(struct where_tree *tree, unsigned reg, uint64_t mask, uint64_t first,
		      uint64_t last)
{
	put(tree, (struct where_node){ .shape = WHERE_RANGE,
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
		put_shape(tree, WHERE_NEVER);
		return;
	}
	if (below && above)
		put(tree, (struct where_node){ .shape = WHERE_ANY, .n = 2 });
	if (below)
		put_range(tree, range->reg, range->mask, 0, range->first - 1);
	if (above)
		put_range(tree, range->reg, range->mask, range->last + 1, range->mask);
}

/* A value of the test was seen: always, or if a register has a descriptor. */
static void put_seen(struct where_tree *tree, const struct leaf *leaf)
{
	put(tree, (struct where_node){ .shape = WHERE_ANY, .n = leaf->n_slots });
	for (unsigned i = 0; i < leaf->n_slots; i++)
		put_range(tree, leaf->slots[i], UINT32_MAX, 0, INT32_MAX);
}

/* met: the operator is met by a register; otherwise by none. */
static void put_ranges(struct where_tree *tree, const struct leaf *leaf, bool met)
{
	put(tree, (struct where_node){ .shape = met ? WHERE_ANY : WHERE_ALL,
				       .n = (uint16_t)leaf->n_ranges });
	for (size_t i = 0; i < leaf->n_ranges; i++)
		if (met)
			put_range(tree, leaf->ranges[i].reg, leaf->ranges[i].mask,
				  leaf->ranges[i].first, leaf->ranges[i].last);
		else
			put_outside(tree, &leaf->ranges[i]);
}

/*
 * A test, or its opposite. The test is met if a register meets the operator; a negated test is met if a register was seen and none
 * meets it.
 */
static void put_test(struct where_tree *tree, const struct test *test, const struct leaf *leaf,
		     bool truth)
{
	bool met = test->negated != truth;

	if (leaf->level != LEVEL_REGISTER) {
		bool decided = leaf->level == LEVEL_TRUE || leaf->level == LEVEL_FALSE;

		put_shape(tree, !decided || (leaf->level == LEVEL_TRUE) == truth ? WHERE_ALWAYS
										 : WHERE_NEVER);
		return;
	}
	if (!test->negated || !leaf->descriptors) {
		put_ranges(tree, leaf, met);
		return;
	}
	/* Negated: seen and not met; its opposite: not seen, or met. The second one is let through as a whole. */
	if (!truth) {
		put_shape(tree, WHERE_ALWAYS);
		return;
	}
	put(tree, (struct where_node){ .shape = WHERE_ALL, .n = 2 });
	put_seen(tree, leaf);
	put_ranges(tree, leaf, false);
}

static void put_node(const struct where *where, const struct where_call *call, unsigned number,
		     bool truth, struct where_tree *tree)
{
	const struct node *node = &where->nodes[number];
	bool all = (node->kind == NODE_AND) == truth;
	size_t own;

	if (node->kind == NODE_TEST) {
		put_test(tree, &where->tests[node->test], &call->leaves[node->test], truth);
		return;
	}
	if (node->kind == NODE_NOT) {
		put_node(where, call, node->first, !truth, tree);
		return;
	}
	own = put(tree, (struct where_node){ .shape = all ? WHERE_ALL : WHERE_ANY });
	for (unsigned c = node->first; c; c = where->nodes[c].next) {
		put_node(where, call, c, truth, tree);
		tree->nodes[own].n++;
	}
}

/* Copies a tree without the parts that are constant. Returns what it is if it is constant; else WHERE_RANGE. */
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
		if (node.shape == WHERE_RANGE)
			put(to, node);
		return node.shape;
	}
	own = put(to, node);
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

void where_registers(struct where *where, enum syscall_id id, const struct abi *abi,
		     struct where_tree *tree)
{
	const struct where_call *call = where_compile(where, id, abi);
	const struct syscall *row = syscall_row(id, abi);
	struct where_tree whole = { 0 };
	enum where_shape shape;
	size_t at = 0;

	*tree = (struct where_tree){ 0 };
	/* Every call of a name counts for "count". The arguments of other calls are not in registers. */
	if (call->constant != WHERE_FALSE &&
	    (where->needs & WHERE_NEEDS_COUNT ||
	     (row && row->flags & (CALL_MEMORY_ARGS | CALL_MULTIPLEX)))) {
		put_shape(tree, WHERE_ALWAYS);
		return;
	}
	put_node(where, call, where->root, true, &whole);
	shape = simplify(&whole, &at, tree);
	if (shape == WHERE_ALWAYS || shape == WHERE_NEVER) {
		tree->n = 0;
		put_shape(tree, shape);
	}
	free(whole.nodes);
}

static bool node_holds(const struct where_tree *tree, size_t *at, const uint64_t args[CALL_ARGS])
{
	const struct where_node *node = &tree->nodes[(*at)++];
	bool all = node->shape == WHERE_ALL, truth = all;
	uint64_t value;

	switch ((enum where_shape)node->shape) {
	case WHERE_NEVER:
		return false;
	case WHERE_ALWAYS:
		return true;
	case WHERE_RANGE:
		value = args[node->reg] & node->mask;
		return value >= node->first && value <= node->last;
	case WHERE_ALL:
	case WHERE_ANY:
		for (unsigned i = 0; i < node->n; i++)
			if (node_holds(tree, at, args) != all)
				truth = !all;
		return truth;
	}
	return true;
}

bool where_tree_holds(const struct where_tree *tree, const uint64_t args[CALL_ARGS])
{
	size_t at = 0;

	return node_holds(tree, &at, args);
}
