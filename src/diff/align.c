/* SPDX-License-Identifier: MIT */
/*
 * The alignment of two sequences: E. Myers, "An O(ND) Difference Algorithm and Its Variations",
 * 1986, section 4b, which needs linear memory. A search that meets MAXIMUM_COST differences from
 * each end is given up, and the sequences are cut where the search from the start has come
 * farthest.
 */
#include <stdlib.h>

#include "scry/diff.h"

#define MAXIMUM_COST 1000

/* The place on a diagonal that a search has not reached. */
#define UNREACHED (PTRDIFF_MIN / 4)

struct range {
	ptrdiff_t a, a_end, b, b_end;
};

/*
 * A search from the start or from the end of a range. The one from the end is the same search in
 * the reversed sequences. It counts the elements that it has passed: x of a, y of b, and the
 * diagonal x - y.
 */
struct search {
	const uint64_t *a, *b; /* the elements that it compares first */
	ptrdiff_t stride; /* from an element to the next one: 1 or -1 */
	ptrdiff_t n_a, n_b; /* the length of the range */
	ptrdiff_t *farthest; /* the greatest x on each diagonal, from -n_b to n_a */
	ptrdiff_t cost; /* the differences that were searched; -1: none */
};

struct alignment {
	const uint64_t *a, *b;
	bool *kept_a, *kept_b;
	ptrdiff_t *forward, *backward; /* farthest of both searches */
};

struct cut {
	ptrdiff_t a, b;
};

/*
 * The diagonals that a search of this cost reaches: those within the range, of the parity of the
 * cost.
 */
static ptrdiff_t first_diagonal(const struct search *search, ptrdiff_t cost)
{
	return cost > search->n_b ? -search->n_b + ((cost - search->n_b) & 1) : -cost;
}

static ptrdiff_t last_diagonal(const struct search *search, ptrdiff_t cost)
{
	return cost > search->n_a ? search->n_a - ((cost - search->n_a) & 1) : cost;
}

/* Returns the greatest x that the search has reached on a diagonal. */
static ptrdiff_t reached(const struct search *search, ptrdiff_t diagonal)
{
	bool was_searched = diagonal >= -search->cost && diagonal <= search->cost &&
			    diagonal >= -search->n_b && diagonal <= search->n_a;

	return was_searched ? search->farthest[diagonal] : UNREACHED;
}

/* Returns x after one more difference, which is an element of a or of b. */
static ptrdiff_t differ(const struct search *search, ptrdiff_t diagonal)
{
	ptrdiff_t by_a = reached(search, diagonal - 1) + 1, by_b = reached(search, diagonal + 1);

	if (by_a > search->n_a)
		by_a = UNREACHED;
	if (by_b - diagonal > search->n_b)
		by_b = UNREACHED;
	return by_a > by_b ? by_a : by_b;
}

/* Returns x after the elements that are the same from x on. */
static ptrdiff_t run_alignment(const struct search *search, ptrdiff_t x, ptrdiff_t diagonal)
{
	ptrdiff_t end = search->n_a < search->n_b + diagonal ? search->n_a : search->n_b + diagonal;

	while (x < end &&
	       search->a[x * search->stride] == search->b[(x - diagonal) * search->stride])
		x++;
	return x;
}

/*
 * Returns whether the search met the other one on a diagonal: together they have passed all of a
 * there.
 */
static bool met(const struct search *search, const struct search *other, ptrdiff_t diagonal)
{
	ptrdiff_t mirrored = search->n_a - search->n_b - diagonal;

	/* The other search has only been on diagonals of the parity of its cost. */
	return !((mirrored - other->cost) & 1) &&
	       search->farthest[diagonal] + reached(other, mirrored) >= search->n_a;
}

/*
 * Allows one more difference. Returns whether the search met the other one: at x on this diagonal.
 */
static bool step(struct search *search, const struct search *other, ptrdiff_t *x,
		 ptrdiff_t *diagonal)
{
	ptrdiff_t cost = search->cost + 1, last = last_diagonal(search, cost);

	for (ptrdiff_t d = first_diagonal(search, cost); d <= last; d += 2) {
		ptrdiff_t from = cost ? differ(search, d) : 0;

		search->farthest[d] = from < 0 ? UNREACHED : run_alignment(search, from, d);
		if (met(search, other, d)) {
			*x = search->farthest[d];
			*diagonal = d;
			return true;
		}
	}
	search->cost = cost;
	return false;
}

/* Finds where the search has come farthest. */
static void give_up(const struct search *search, ptrdiff_t *x, ptrdiff_t *diagonal)
{
	ptrdiff_t last = last_diagonal(search, search->cost), best = -1;

	*x = *diagonal = 0;
	for (ptrdiff_t d = first_diagonal(search, search->cost); d <= last; d += 2) {
		ptrdiff_t passed = search->farthest[d] + search->farthest[d] - d;

		if (passed > best) {
			best = passed;
			*x = search->farthest[d];
			*diagonal = d;
		}
	}
}

static struct cut find_cut(const struct alignment *alignment, const struct range *range)
{
	struct search forward = {
		.a = alignment->a + range->a,
		.b = alignment->b + range->b,
		.stride = 1,
		.n_a = range->a_end - range->a,
		.n_b = range->b_end - range->b,
		.farthest = alignment->forward,
		.cost = -1,
	};
	struct search backward = forward;
	ptrdiff_t x, d;

	backward.a = alignment->a + range->a_end - 1;
	backward.b = alignment->b + range->b_end - 1;
	backward.stride = -1;
	backward.farthest = alignment->backward;
	while (!step(&forward, &backward, &x, &d)) {
		if (step(&backward, &forward, &x, &d))
			return (struct cut){ range->a_end - x, range->b_end - (x - d) };
		if (forward.cost == MAXIMUM_COST) {
			give_up(&forward, &x, &d);
			break;
		}
	}
	return (struct cut){ range->a + x, range->b + x - d };
}

static void keep(struct alignment *alignment, ptrdiff_t a, ptrdiff_t b)
{
	alignment->kept_a[a] = alignment->kept_b[b] = true;
}

static void align(struct alignment *alignment, struct range range)
{
	struct cut cut;

	for (;;) {
		while (range.a < range.a_end && range.b < range.b_end &&
		       alignment->a[range.a] == alignment->b[range.b])
			keep(alignment, range.a++, range.b++);
		while (range.a < range.a_end && range.b < range.b_end &&
		       alignment->a[range.a_end - 1] == alignment->b[range.b_end - 1])
			keep(alignment, --range.a_end, --range.b_end);
		if (range.a == range.a_end || range.b == range.b_end)
			return;
		cut = find_cut(alignment, &range);
		/*
		 * A cut at an end of the range would be the same question again: nothing is common.
		 */
		if ((cut.a == range.a && cut.b == range.b) ||
		    (cut.a == range.a_end && cut.b == range.b_end))
			return;
		align(alignment, (struct range){ range.a, cut.a, range.b, cut.b });
		range.a = cut.a;
		range.b = cut.b;
	}
}

void diff_align(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b, bool *kept_a,
		bool *kept_b)
{
	size_t diagonals = n_a + n_b + 3;
	ptrdiff_t *forward = xcalloc(diagonals, sizeof(*forward));
	ptrdiff_t *backward = xcalloc(diagonals, sizeof(*backward));
	struct alignment alignment = {
		.a = a,
		.b = b,
		.kept_a = kept_a,
		.kept_b = kept_b,
		.forward = forward + n_b + 1,
		.backward = backward + n_b + 1,
	};

	memset(kept_a, 0, n_a * sizeof(*kept_a));
	memset(kept_b, 0, n_b * sizeof(*kept_b));
	align(&alignment, (struct range){ 0, (ptrdiff_t)n_a, 0, (ptrdiff_t)n_b });
	free(forward);
	free(backward);
}
