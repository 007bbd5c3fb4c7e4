/* SPDX-License-Identifier: MIT */
/* Counts calls by stack, in a tree of frames with the outermost frames at the root. */
#include "summary/tree.h"

#include <stdlib.h>
#include <string.h>

#include "scry/stack.h"
#include "summary/summary.h"

/* Limits scry's memory. When the tree is full, further calls are counted at OTHERS. */
#define NODES_MAX 500000
/* The maximum length of a function's name in bytes: names of C++ templates can have thousands. */
#define FRAME_NAME_MAX 256

/* The nodes that call_tree_new() makes. */
enum { ROOT, OTHERS };

/* --- names ---------------------------------------------------------------------------------- */

/* Returns the position of the name in tree->names; adds it if necessary. */
static uint32_t get_name(struct call_tree *tree, const char *name, size_t len)
{
	uint64_t hash = hash_bytes(HASH_START, name, len);
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(&tree->name_index, hash, &at)) != INDEX_END)
		if (!strncmp(tree->names[i], name, len) && !tree->names[i][len])
			return i;
	index_add(&tree->name_index, hash, tree->n_names);
	tree->names =
		xgrow(tree->names, tree->n_names, &tree->names_capacity, sizeof(*tree->names));
	tree->names[tree->n_names] = xstrndup(name, len);
	return tree->n_names++;
}

/* --- nodes ---------------------------------------------------------------------------------- */

static uint32_t add_node(struct call_tree *tree, uint32_t parent, uint32_t name, bool is_call)
{
	uint32_t node = tree->n_nodes++;

	tree->nodes = xgrow(tree->nodes, node, &tree->nodes_capacity, sizeof(*tree->nodes));
	tree->nodes[node] = (struct node){ .name = name, .parent = parent, .is_call = is_call };
	return node;
}

/* Returns the child with this name; adds it if necessary. Returns 0 if the tree is full. */
static uint32_t get_child(struct call_tree *tree, uint32_t parent, const char *name, size_t len,
			  bool is_call)
{
	uint32_t name_at, node;
	uint64_t hash;
	size_t at = 0;

	if (tree->n_nodes > NODES_MAX)
		return 0;
	name_at = get_name(tree, name, len);
	hash = index_hash((uint64_t)parent << 32 | name_at);
	while ((node = index_next(&tree->node_index, hash, &at)) != INDEX_END) {
		const struct node *found = &tree->nodes[node];

		if (found->parent == parent && found->name == name_at && found->is_call == is_call)
			return node;
	}
	node = add_node(tree, parent, name_at, is_call);
	index_add(&tree->node_index, hash, node);
	return node;
}

/* --- counting ------------------------------------------------------------------------------- */

/*
 * Puts the name of a frame's function or, if it is unknown, the offset in the mapped file. Adds the
 * source line if the frame has one.
 */
static void put_node_name(struct buf *out, const struct frame *frame)
{
	const char *base = frame->object ? strrchr(frame->object, '/') : NULL;

	if (frame->symbol)
		buf_puts(out, frame->symbol);
	else if (frame->object)
		buf_printf(out, "%s+0x%llx", base ? base + 1 : frame->object,
			   (unsigned long long)frame->offset);
	else
		buf_puts(out, "(unknown)");
	if (out->len > FRAME_NAME_MAX) {
		out->len = FRAME_NAME_MAX - 3;
		buf_puts(out, "...");
	}
	if (frame->source) {
		base = strrchr(frame->source, '/');
		buf_printf(out, " %.100s:%u", base ? base + 1 : frame->source, frame->line);
	}
}

/*
 * Moves *node to its child for the frame; adds it if necessary. Returns false if the tree is full.
 * name is a buffer; its memory is reused.
 */
static bool enter_frame(struct call_tree *tree, uint32_t *node, const struct frame *frame,
			struct buf *name)
{
	buf_clear(name);
	put_node_name(name, frame);
	*node = get_child(tree, *node, name->data, name->len, false);
	return *node != 0;
}

/* The same with a call instead of a frame. */
static bool enter_call(struct call_tree *tree, uint32_t *node, const struct call *call,
		       struct buf *name)
{
	buf_clear(name);
	if (call->name)
		buf_puts(name, call->name);
	else
		buf_printf(name, "syscall_0x%llx", (unsigned long long)call->nr);
	*node = get_child(tree, *node, name->data, name->len, true);
	return *node != 0;
}

/* Returns the node of a call with this stack; adds it and the nodes of the frames if necessary. */
static uint32_t get_node(struct call_tree *tree, const struct call *call, const struct stack *stack)
{
	struct buf name = { 0 };
	uint32_t node = ROOT;
	bool added = true;

	if (stack->program)
		added = enter_frame(tree, &node, stack->program, &name);
	for (size_t i = stack->n; added && i--;)
		added = enter_frame(tree, &node, stack->frames[i], &name);
	added = added && enter_call(tree, &node, call, &name);
	buf_free(&name);
	return added ? node : OTHERS;
}

void call_tree_add(struct call_tree *tree, const struct call *call, const struct stack *stack)
{
	uint32_t node = get_node(tree, call, stack);
	struct tally *tally = &tree->nodes[node].own;
	uint64_t n = call_stands_for(call);

	tally->calls += n;
	tally->errors += call->is_error ? n : 0;
	tally->wall_ns += n * (call->returned_ns - call->entered_ns);
	tally->bytes += n * summary_bytes_moved(call);
}

static void add_tally(struct tally *sum, const struct tally *tally)
{
	sum->calls += tally->calls;
	sum->errors += tally->errors;
	sum->wall_ns += tally->wall_ns;
	sum->bytes += tally->bytes;
}

/* Children have greater indices than their parents, so that one pass from the end is enough. */
void call_tree_sum(struct call_tree *tree)
{
	for (uint32_t i = 0; i < tree->n_nodes; i++)
		tree->nodes[i].all = tree->nodes[i].own;
	for (uint32_t i = tree->n_nodes - 1; i > 0; i--)
		add_tally(&tree->nodes[tree->nodes[i].parent].all, &tree->nodes[i].all);
}

uint64_t tally_weight(const struct tally *tally, enum call_weight weight)
{
	switch (weight) {
	case WEIGHT_TIME:
		return tally->wall_ns;
	case WEIGHT_BYTES:
		return tally->bytes;
	default:
		return tally->calls;
	}
}

/* The argument of compare_nodes(). */
struct order {
	const struct call_tree *tree;
	enum call_weight weight;
};

/* Orders nodes by descending weight, then by age. */
static int compare_nodes(const void *left, const void *right, void *ctx)
{
	const struct order *order = ctx;
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
	uint64_t weights[] = { tally_weight(&order->tree->nodes[a].own, order->weight),
			       tally_weight(&order->tree->nodes[b].own, order->weight) };

	if (weights[0] != weights[1])
		return weights[0] > weights[1] ? -1 : 1;
	return a < b ? -1 : a > b;
}

uint32_t *call_tree_calls(const struct call_tree *tree, enum call_weight weight, size_t *n)
{
	uint32_t *calls = xcalloc(tree->n_nodes, sizeof(*calls));
	struct order order = { tree, weight };

	*n = 0;
	for (uint32_t i = 0; i < tree->n_nodes; i++)
		if (tree->nodes[i].own.calls)
			calls[(*n)++] = i;
	qsort_r(calls, *n, sizeof(*calls), compare_nodes, &order);
	return calls;
}

struct call_tree *call_tree_new(void)
{
	struct call_tree *tree = xcalloc(1, sizeof(*tree));

	add_node(tree, ROOT, get_name(tree, "all", strlen("all")), false);
	get_child(tree, ROOT, "(others)", strlen("(others)"), true);
	return tree;
}

void call_tree_free(struct call_tree *tree)
{
	if (!tree)
		return;
	for (uint32_t i = 0; i < tree->n_names; i++)
		free(tree->names[i]);
	free(tree->names);
	index_free(&tree->name_index);
	free(tree->nodes);
	index_free(&tree->node_index);
	free(tree);
}
