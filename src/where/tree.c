/* SPDX-License-Identifier: MIT */
/* Conditions for evaluators in the kernel, as trees of nodes. */
#include <stdlib.h>
#include <string.h>

#include "scry/util.h"
#include "where/where.h"

size_t tree_put(struct where_tree *tree, struct where_node node)
{
	struct where_node *to;

	tree->nodes = xgrow(tree->nodes, tree->n, &tree->capacity, sizeof(*tree->nodes));
	to = &tree->nodes[tree->n];
	/* Trees are compared by their bytes. */
	memset(to, 0, sizeof(*to));
	to->shape = node.shape;
	to->reg = node.reg;
	to->n = node.n;
	to->matched = node.matched;
	to->mask = node.mask;
	to->first = node.first;
	to->last = node.last;
	to->test = node.test;
	return tree->n++;
}

void tree_put_shape(struct where_tree *tree, enum where_shape shape, size_t n)
{
	tree_put(tree, (struct where_node){ .shape = shape, .n = (uint16_t)n });
}

/* Returns the index after the tree that begins at an index. */
static size_t end_of(const struct where_tree *tree, size_t at)
{
	const struct where_node *node = &tree->nodes[at++];

	for (unsigned i = 0; i < node->n; i++)
		at = end_of(tree, at);
	return at;
}

size_t *where_tree_children(const struct where_tree *tree, size_t at)
{
	const struct where_node *node = &tree->nodes[at++];
	size_t *children = xcalloc(node->n ? node->n : 1, sizeof(*children));

	for (unsigned i = 0; i < node->n; i++) {
		children[i] = at;
		at = end_of(tree, at);
	}
	return children;
}

bool where_tree_equals(const struct where_tree *a, const struct where_tree *b)
{
	return a->n == b->n && !memcmp(a->nodes, b->nodes, a->n * sizeof(*a->nodes));
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
	case WHERE_TEST:
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
