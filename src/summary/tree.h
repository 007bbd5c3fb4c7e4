/* SPDX-License-Identifier: MIT */
/* Inside src/summary/: calls counted by the stacks that they came from. */
#ifndef SCRY_SUMMARY_TREE_H
#define SCRY_SUMMARY_TREE_H

#include "scry/summary.h"

struct tally {
	uint64_t calls, errors, wall_ns, bytes;
};

/* A frame below its caller; those without children are calls. Node 0 is the root. */
struct node {
	uint32_t name, parent;
	uint32_t first, next; /* child, sibling; 0: none */
	bool is_call;
	struct tally own; /* of calls made right here */
	struct tally all; /* … and further in; filled by call_tree_sum() */
};

struct call_tree {
	struct node *nodes;
	uint32_t n_nodes;
	size_t nodes_room;
	uint32_t *by_place; /* nodes, by parent and name; n_places is a power of two, 0: empty */
	size_t n_places;
	char **names;
	uint32_t n_names;
	size_t names_room;
	uint32_t *by_name; /* names + 1 */
	size_t n_by_name;
};

/* Adds up what is further in; the totals are the root's. */
void call_tree_sum(struct call_tree *tree);
uint64_t tally_weight(const struct tally *tally, enum call_weight weight);

static inline const char *node_name(const struct call_tree *tree, const struct node *node)
{
	return tree->names[node->name];
}

/* The nodes of calls that were made, heaviest first (malloc'ed); *n of them. */
uint32_t *call_tree_calls(const struct call_tree *tree, enum call_weight weight, size_t *n);

#endif
