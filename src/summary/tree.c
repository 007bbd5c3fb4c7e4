/* SPDX-License-Identifier: MIT */
/* Counts calls by the stacks that they came from: a tree of frames, the outermost at its root. */
#include "summary/tree.h"

#include <stdlib.h>
#include <string.h>

#include "scry/stack.h"
#include "scry/type.h"
#include "summary/summary.h"

/* A program can come along ever new ways: the rest is counted as one. */
#define NODES_MOST 500000
/* Names of templates fill pages. */
#define NAME_MOST 256
static const char others[] = "(others)";

/* --- names: each once ----------------------------------------------------------------------- */

static uint64_t hash_of(const char *name, size_t len)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)name[i]) * 0x100000001b3;
	return hash ^ hash >> 32;
}

static bool is_name(const char *known, const char *name, size_t len)
{
	return !strncmp(known, name, len) && !known[len];
}

static uint32_t *place_of_name(const struct call_tree *tree, const char *name, size_t len)
{
	size_t mask = tree->n_by_name - 1, i = hash_of(name, len) & mask;

	while (tree->by_name[i] && !is_name(tree->names[tree->by_name[i] - 1], name, len))
		i = (i + 1) & mask;
	return &tree->by_name[i];
}

static void grow_names(struct call_tree *tree)
{
	tree->n_by_name = tree->n_by_name ? tree->n_by_name * 2 : 1024;
	free(tree->by_name);
	tree->by_name = xcalloc(tree->n_by_name, sizeof(*tree->by_name));
	for (uint32_t i = 0; i < tree->n_names; i++)
		*place_of_name(tree, tree->names[i], strlen(tree->names[i])) = i + 1;
}

static uint32_t name_number(struct call_tree *tree, const char *name, size_t len)
{
	uint32_t *place;

	if (tree->n_names * 2 >= tree->n_by_name)
		grow_names(tree);
	place = place_of_name(tree, name, len);
	if (*place)
		return *place - 1;
	tree->names = xgrow(tree->names, tree->n_names, &tree->names_room, sizeof(*tree->names));
	tree->names[tree->n_names++] = xstrndup(name, len);
	*place = tree->n_names;
	return tree->n_names - 1;
}

/* --- nodes ---------------------------------------------------------------------------------- */

static uint32_t *place_of_node(const struct call_tree *tree, uint32_t parent, uint32_t name,
			       bool is_call)
{
	size_t mask = tree->n_places - 1;
	size_t i = (parent * 0x9e3779b97f4a7c15 + name) * 0xbf58476d1ce4e5b9 >> 40 & mask;

	for (; tree->by_place[i]; i = (i + 1) & mask) {
		const struct node *node = &tree->nodes[tree->by_place[i]];

		if (node->parent == parent && node->name == name && node->is_call == is_call)
			break;
	}
	return &tree->by_place[i];
}

static void grow_places(struct call_tree *tree)
{
	tree->n_places = tree->n_places ? tree->n_places * 2 : 1024;
	free(tree->by_place);
	tree->by_place = xcalloc(tree->n_places, sizeof(*tree->by_place));
	for (uint32_t i = 1; i < tree->n_nodes; i++) {
		const struct node *node = &tree->nodes[i];

		*place_of_node(tree, node->parent, node->name, node->is_call) = i;
	}
}

static uint32_t add_node(struct call_tree *tree, uint32_t parent, uint32_t name, bool is_call)
{
	uint32_t made = tree->n_nodes++;

	tree->nodes = xgrow(tree->nodes, made, &tree->nodes_room, sizeof(*tree->nodes));
	tree->nodes[made] = (struct node){ .name = name, .parent = parent, .is_call = is_call };
	if (made) {
		tree->nodes[made].next = tree->nodes[parent].first;
		tree->nodes[parent].first = made;
	}
	return made;
}

/* The child of that name; 0: there is no room for another node. */
static uint32_t child_of(struct call_tree *tree, uint32_t parent, const char *name, size_t len,
			 bool is_call)
{
	uint32_t number, *place;

	if (tree->n_nodes > NODES_MOST) {
		if (parent || len != strlen(others) || memcmp(name, others, len))
			return 0;
		return 1;
	}
	if ((size_t)tree->n_nodes * 2 >= tree->n_places)
		grow_places(tree);
	number = name_number(tree, name, len);
	place = place_of_node(tree, parent, number, is_call);
	if (!*place)
		*place = add_node(tree, parent, number, is_call);
	return *place;
}

/* --- counting ------------------------------------------------------------------------------- */

/* A frame by its function; where nothing names it, by its place in the file. */
static void put_name(struct buf *out, const struct frame *frame)
{
	const char *base = frame->object ? strrchr(frame->object, '/') : NULL;

	if (frame->symbol)
		buf_puts(out, frame->symbol);
	else if (frame->object)
		buf_printf(out, "%s+0x%llx", base ? base + 1 : frame->object,
			   (unsigned long long)frame->offset);
	else
		buf_puts(out, "(unknown)");
	if (out->len > NAME_MOST) {
		out->len = NAME_MOST - 3;
		buf_puts(out, "...");
	}
	if (frame->source) {
		base = strrchr(frame->source, '/');
		buf_printf(out, " %.100s:%u", base ? base + 1 : frame->source, frame->line);
	}
}

static uint32_t child_of_frame(struct call_tree *tree, uint32_t parent, const struct frame *frame,
			       struct buf *name)
{
	buf_clear(name);
	put_name(name, frame);
	return child_of(tree, parent, name->data, name->len, false);
}

static uint32_t node_of(struct call_tree *tree, const struct call *call, const struct stack *stack)
{
	struct buf name = { 0 };
	uint32_t node = 0;
	bool room = true;

	if (stack->program)
		room = (node = child_of_frame(tree, node, stack->program, &name));
	for (size_t i = stack->n; room && i--;)
		room = (node = child_of_frame(tree, node, stack->frames[i], &name));
	buf_clear(&name);
	if (call->name)
		buf_puts(&name, call->name);
	else
		buf_printf(&name, "syscall_0x%llx", (unsigned long long)call->nr);
	if (room)
		node = child_of(tree, node, name.data, name.len, true);
	buf_free(&name);
	return node ? node : child_of(tree, 0, others, strlen(others), true);
}

/* Calls whose result says how many bytes went through them. */
static uint64_t bytes_of(const struct call *call)
{
	bool moves = call->row && call->row->flags & CALL_MOVES;

	return !moves || call->is_error || call->result < 0 ? 0 : (uint64_t)call->result;
}

void call_tree_add(struct call_tree *tree, const struct call *call, const struct stack *stack)
{
	uint32_t node = node_of(tree, call, stack); /* may move them all */
	struct tally *tally = &tree->nodes[node].own;

	tally->calls++;
	tally->errors += call->is_error;
	tally->wall_ns += call->returned_ns - call->entered_ns;
	tally->bytes += bytes_of(call);
}

static void add_tally(struct tally *sum, const struct tally *tally)
{
	sum->calls += tally->calls;
	sum->errors += tally->errors;
	sum->wall_ns += tally->wall_ns;
	sum->bytes += tally->bytes;
}

/* Children are made after their parents. */
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

struct order {
	const struct call_tree *tree;
	enum call_weight weight;
};

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

	add_node(tree, 0, name_number(tree, "all", strlen("all")), false);
	/* So that it is there when nothing else can be made. */
	child_of(tree, 0, others, strlen(others), true);
	return tree;
}

void call_tree_free(struct call_tree *tree)
{
	if (!tree)
		return;
	for (uint32_t i = 0; i < tree->n_names; i++)
		free(tree->names[i]);
	free(tree->names);
	free(tree->by_name);
	free(tree->nodes);
	free(tree->by_place);
	free(tree);
}
