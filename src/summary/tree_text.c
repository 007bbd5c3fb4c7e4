/* SPDX-License-Identifier: MIT */
/* Writes calls by stack as text: the table of --summary=stack and the folded stacks of --folded. */
#include <stdlib.h>
#include <string.h>

#include "summary/tree.h"

/*
 * Appends a name without control characters and invalid UTF-8. Names come from the tracee's files,
 * which are untrusted. In folded stacks ';' separates names, and is replaced.
 */
static void put_plain(struct buf *out, const char *name, bool folded)
{
	const unsigned char *s = (const unsigned char *)name;
	size_t len = strlen(name), n;
	unsigned code;

	for (size_t i = 0; i < len; i += n ? n : 1) {
		n = utf8_length(s + i, len - i);
		if (!n || utf8_is_control(s + i, n, &code))
			buf_putc(out, '?');
		else if (folded && s[i] == ';')
			buf_putc(out, ':');
		else
			buf_put(out, s + i, n);
	}
}

/* --- the table -------------------------------------------------------------------------------- */

static void put_tree_numbers(struct buf *out, const struct tally *tally)
{
	buf_printf(out, "%9llu ", (unsigned long long)tally->calls);
	if (tally->errors)
		buf_printf(out, "%9llu ", (unsigned long long)tally->errors);
	else
		buf_printf(out, "%9s ", "");
	buf_printf(out, "%12.6f %12llu ", (double)tally->wall_ns / 1e9,
		   (unsigned long long)tally->bytes);
}

static void put_tree_line(struct buf *out)
{
	buf_puts(out, "--------- --------- ------------ ------------ ----------------\n");
}

/* Appends a call and, indented below it, its callers, innermost first. */
static void put_tree_stack(struct buf *out, const struct call_tree *tree, uint32_t number)
{
	const struct node *node = &tree->nodes[number];

	put_tree_numbers(out, &node->own);
	put_plain(out, node_name(tree, node), false);
	buf_putc(out, '\n');
	for (number = node->parent; number; number = tree->nodes[number].parent) {
		buf_printf(out, "%47s", "");
		put_plain(out, node_name(tree, &tree->nodes[number]), false);
		buf_putc(out, '\n');
	}
}

void call_tree_print(struct call_tree *tree, enum call_weight weight, struct buf *out)
{
	size_t n;
	uint32_t *calls = call_tree_calls(tree, weight, &n);

	call_tree_sum(tree);
	buf_printf(out, "%9s %9s %12s %12s %s\n", "calls", "errors", "wall seconds", "bytes",
		   "syscall, and its callers");
	put_tree_line(out);
	for (size_t i = 0; i < n; i++)
		put_tree_stack(out, tree, calls[i]);
	put_tree_line(out);
	put_tree_numbers(out, &tree->nodes[0].all);
	buf_printf(out, "total of %zu stack%s\n", n, plural_s(n));
	free(calls);
}

/* --- folded stacks: "outermost;...;innermost NUMBER" ------------------------------------------ */

static void put_tree_path(struct buf *out, const struct call_tree *tree, uint32_t number)
{
	uint32_t *path = NULL;
	size_t n = 0, capacity = 0;

	for (; number; number = tree->nodes[number].parent) {
		path = xgrow(path, n, &capacity, sizeof(*path));
		path[n++] = number;
	}
	while (n--) {
		put_plain(out, node_name(tree, &tree->nodes[path[n]]), true);
		if (n)
			buf_putc(out, ';');
	}
	free(path);
}

void call_tree_fold(const struct call_tree *tree, enum call_weight weight, struct buf *out)
{
	size_t n;
	uint32_t *calls = call_tree_calls(tree, weight, &n);

	for (size_t i = 0; i < n; i++) {
		uint64_t value = tally_weight(&tree->nodes[calls[i]].own, weight);

		if (!value)
			continue;
		put_tree_path(out, tree, calls[i]);
		buf_printf(out, " %llu\n", (unsigned long long)value);
	}
	free(calls);
}
