/* SPDX-License-Identifier: MIT */
/*
 * -P, -e trace-fds and -e status are shorthands: what they select becomes a part of the expression.
 */
#include <limits.h>
#include <stdlib.h>

#include "scry/util.h"
#include "where/parse.h"

/* The parts of a node that is being made. */
struct parts {
	unsigned first, last;
	size_t n;
};

static void add_part(struct where *where, struct parts *parts, unsigned node)
{
	if (parts->n++)
		where->nodes[parts->last].next = node;
	else
		parts->first = node;
	parts->last = node;
}

/* A node of all parts. Without parts NODE_AND is always true, and NODE_OR never. */
static unsigned join(struct where *where, enum node_kind kind, const struct parts *parts)
{
	return parts->n == 1 ? parts->first : where_add_node(where, kind, parts->first, 0);
}

/* Returns the node of a test that is alone, such as "failed". */
static unsigned add_test(struct where *where, enum field_id field, enum op op)
{
	where->tests =
		xgrow(where->tests, where->n_tests, &where->tests_capacity, sizeof(*where->tests));
	where->tests[where->n_tests] = (struct test){ .field = field, .op = op };
	return where_add_node(where, NODE_TEST, 0, (unsigned)where->n_tests++);
}

/* --- descriptors ----------------------------------------------------------------------------- */

static void add_range(struct test *test, uint64_t first, uint64_t last)
{
	test->literals =
		xreallocarray(test->literals, test->n_literals + 1, sizeof(*test->literals));
	test->literals[test->n_literals++] = (struct literal){
		.is_range = true,
		.first = number_of(first, false),
		.last = number_of(last, false),
	};
}

static int compare_ints(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

/* "fd in {3..3, 5..5}", or all that is between these numbers. */
static unsigned add_descriptors(struct where *where, const struct number_set *set)
{
	unsigned node = add_test(where, FIELD_FD, OP_IN);
	struct test *test = &where->tests[where->n_tests - 1];
	int *sorted = xcalloc(set->n + 1, sizeof(*sorted));
	uint64_t next = 0;

	for (size_t i = 0; i < set->n; i++)
		sorted[i] = set->numbers[i];
	qsort(sorted, set->n, sizeof(*sorted), compare_ints);
	for (size_t i = 0; i < set->n; i++) {
		uint64_t number = (uint64_t)sorted[i];

		if (!set->inverted)
			add_range(test, number, number);
		else if (next < number)
			add_range(test, next, number - 1);
		next = number + 1;
	}
	if (set->inverted && next <= INT_MAX)
		add_range(test, next, INT_MAX);
	free(sorted);
	where->needs |= WHERE_NEEDS_DECODE | WHERE_NEEDS_ARGUMENTS;
	return node;
}

/* A call is selected if it has a path or a descriptor of the targets. */
static unsigned add_targets(struct where *where, const struct path_targets *targets)
{
	struct parts parts = { 0 };

	if (targets->n_paths) {
		add_part(where, &parts, add_test(where, FIELD_TARGET, OP_TRUTH));
		where->tests[where->n_tests - 1].targets = targets;
		where->targets = targets;
		where->needs |= where_fields[FIELD_TARGET].needs;
	}
	if (!number_set_is_empty(&targets->fds))
		add_part(where, &parts, add_descriptors(where, &targets->fds));
	return join(where, NODE_OR, &parts);
}

/* --- how calls end --------------------------------------------------------------------------- */

static unsigned add_no_return(struct where *where, unsigned status)
{
	struct parts parts = { 0 };

	if (!(status & STATUS_UNFINISHED))
		return add_test(where, FIELD_DETACHED, OP_TRUTH);
	add_part(where, &parts, add_test(where, FIELD_UNFINISHED, OP_TRUTH));
	if (!(status & STATUS_DETACHED))
		add_part(where, &parts,
			 where_add_node(where, NODE_NOT, add_test(where, FIELD_DETACHED, OP_TRUTH),
					0));
	return join(where, NODE_AND, &parts);
}

/* scry sees the result of each call that returns, so that STATUS_UNAVAILABLE selects none. */
static unsigned add_status(struct where *where, unsigned status)
{
	struct parts parts = { 0 };

	if (status & STATUS_SUCCESSFUL)
		add_part(where, &parts, add_test(where, FIELD_SUCCESSFUL, OP_TRUTH));
	if (status & STATUS_FAILED)
		add_part(where, &parts, add_test(where, FIELD_FAILED, OP_TRUTH));
	if (status & (STATUS_UNFINISHED | STATUS_DETACHED))
		add_part(where, &parts, add_no_return(where, status));
	where->needs |= WHERE_NEEDS_STATUS;
	return join(where, NODE_OR, &parts);
}

/* --- all ------------------------------------------------------------------------------------- */

static void name_option(struct where *where, const char *name)
{
	struct buf options = { 0 };

	buf_printf(&options, "%s%s%s", where->options ? where->options : "",
		   where->options ? ", " : "", name);
	free(where->options);
	where->options = buf_take(&options);
}

void where_add_options(struct where *where, const struct where_shorthands *shorthands)
{
	struct parts roots = { 0 }, shown = { 0 };

	where->own = where->root;
	if (where->root)
		add_part(where, &roots, where->root);
	if (shorthands->targets) {
		add_part(where, &roots, add_targets(where, shorthands->targets));
		name_option(where, "-P/--trace-path, --trace-fds");
	}
	where->root = join(where, NODE_AND, &roots);
	where->shown = where->root;
	if (shorthands->status == STATUS_ALL)
		return;
	name_option(where, "-e status");
	where->status = add_status(where, shorthands->status);
	add_part(where, &shown, where->root);
	add_part(where, &shown, where->status);
	where->shown = join(where, NODE_AND, &shown);
}
