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

/* --- conditions that are written ------------------------------------------------------------- */

/* A condition that is being written. */
struct writing {
	const struct where_tree *tree;
	where_write_test *test;
	void *ctx;
};

static unsigned write_node(const struct writing *writing, size_t at, unsigned yes, unsigned no)
{
	const struct where_node *node = &writing->tree->nodes[at++];
	bool all = node->shape == WHERE_ALL;
	unsigned label = all ? yes : no;
	size_t *children;

	switch ((enum where_shape)node->shape) {
	case WHERE_NEVER:
		return no;
	case WHERE_ALWAYS:
		return yes;
	case WHERE_RANGE:
	case WHERE_TEST:
		return writing->test(writing->ctx, node, yes, no);
	case WHERE_ALL:
	case WHERE_ANY:
		break;
	}
	children = xcalloc(node->n ? node->n : 1, sizeof(*children));
	for (unsigned i = 0; i < node->n; i++) {
		children[i] = at;
		at = end_of(writing->tree, at);
	}
	for (unsigned i = node->n; i-- > 0;)
		label = write_node(writing, children[i], all ? label : yes, all ? no : label);
	free(children);
	return label;
}

unsigned where_tree_write(const struct where_tree *tree, unsigned yes, unsigned no,
			  where_write_test *test, void *ctx)
{
	const struct writing writing = { tree, test, ctx };

	return write_node(&writing, 0, yes, no);
}

struct where_condition {
	struct where_tree tree;
	unsigned label;
};

static bool equals(const struct where_tree *a, const struct where_tree *b)
{
	return a->n == b->n && !memcmp(a->nodes, b->nodes, a->n * sizeof(*a->nodes));
}

bool where_written_find(const struct where_written *written, const struct where_tree *tree,
			unsigned *label)
{
	for (size_t i = 0; i < written->n; i++) {
		if (!equals(&written->conditions[i].tree, tree))
			continue;
		*label = written->conditions[i].label;
		free(tree->nodes);
		return true;
	}
	return false;
}

void where_written_add(struct where_written *written, const struct where_tree *tree, unsigned label)
{
	written->conditions = xgrow(written->conditions, written->n, &written->capacity,
				    sizeof(*written->conditions));
	written->conditions[written->n++] = (struct where_condition){ *tree, label };
}

void where_written_free(struct where_written *written)
{
	for (size_t i = 0; i < written->n; i++)
		free(written->conditions[i].tree.nodes);
	free(written->conditions);
}

/* --- conditions that are evaluated ----------------------------------------------------------- */

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
