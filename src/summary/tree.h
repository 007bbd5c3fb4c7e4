/* SPDX-License-Identifier: MIT */
/* Private header of src/summary/: counts of calls by stack. */
#ifndef SCRY_SUMMARY_TREE_H
#define SCRY_SUMMARY_TREE_H

#include "scry/index.h"
#include "scry/summary.h"

struct tally {
	uint64_t calls, errors, wall_ns, bytes;
};

/*
 * A node of the tree is a frame or a system call. The parent of a frame is the frame of its caller;
 * a call is a leaf. Nodes are referred to by their position in call_tree.nodes; node 0 is the root.
 */
struct node {
	uint32_t name; /* position in call_tree.names */
	uint32_t parent;
	bool is_call;
	struct tally own; /* of calls counted at this node */
	struct tally all; /* own and own of all descendants; set by call_tree_sum() */
};

struct call_tree {
	struct node *nodes;
	uint32_t n_nodes;
	size_t nodes_capacity;
	struct index node_index; /* by parent and name */
	char **names;
	uint32_t n_names;
	size_t names_capacity;
	struct index name_index;
};

/* Sets node.all of all nodes. The root has the totals then. */
void call_tree_sum(struct call_tree *tree);
uint64_t tally_weight(const struct tally *tally, enum call_weight weight);

static inline const char *node_name(const struct call_tree *tree, const struct node *node)
{
	return tree->names[node->name];
}

/* Returns the *n nodes with counted calls, by descending weight. The caller frees the array. */
uint32_t *call_tree_calls(const struct call_tree *tree, enum call_weight weight, size_t *n);

#endif
