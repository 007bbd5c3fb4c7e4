/* SPDX-License-Identifier: MIT */
/*
 * The alignment of two sequences: E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986, section 4b, which
 * needs linear memory. A search that meets MAXIMUM_COST differences from each end is given up, and the sequences are cut where
 * the search from the start has come farthest.
 */
#include <stdlib.h>

#include "scry/diff.h"

#define MAXIMUM_COST 1000

/* The place on a diagonal that a search has not reached. */
#define UNREACHED (PTRDIFF_MIN / 2)

struct alignment {
	const uint64_t *a, *b;
	bool *kept_a, *kept_b;
	/* The farthest place in a on each diagonal (place in a - place in b), of the search from the start and from the end. */
	ptrdiff_t *forward, *backward;
};

struct range {
	ptrdiff_t a, a_end, b, b_end;
};

struct cut {
	ptrdiff_t a, b;
};

static ptrdiff_t run_forward(const struct alignment *alignment, const struct range *range,
			     ptrdiff_t a, ptrdiff_t b)
{
	while (a < range->a_end && b < range->b_end && alignment->a[a] == alignment->b[b])
		a++, b++;
	return a;
}

static ptrdiff_t run_backward(const struct alignment *alignment, const struct range *range,
			      ptrdiff_t a, ptrdiff_t b)
{
	while (a > range->a && b > range->b && alignment->a[a - 1] == alignment->b[b - 1])
		a--, b--;
	return a;
}

/* The diagonals that a search of this cost reaches: those within the range, of the parity of the cost. */
static ptrdiff_t first_diagonal(ptrdiff_t middle, ptrdiff_t cost, ptrdiff_t least)
{
	ptrdiff_t first = middle - cost;

	return first < least ? least + ((least - first) & 1) : first;
}

static ptrdiff_t last_diagonal(ptrdiff_t middle, ptrdiff_t cost, ptrdiff_t greatest)
{
	ptrdiff_t last = middle + cost;

	return last > greatest ? greatest - ((last - greatest) & 1) : last;
}

/* One more difference from the start. Returns whether the search met that from the end. */
static bool step_forward(const struct alignment *alignment, const struct range *range,
			 ptrdiff_t cost, struct cut *cut)
{
	ptrdiff_t least = range->a - range->b_end, greatest = range->a_end - range->b;
	ptrdiff_t middle = range->a - range->b, other = range->a_end - range->b_end;
	ptrdiff_t *farthest = alignment->forward;
	ptrdiff_t last = last_diagonal(middle, cost, greatest);

	for (ptrdiff_t d = first_diagonal(middle, cost, least); d <= last; d += 2) {
		ptrdiff_t a = range->a;
		bool has_lower = d - 1 >= middle - cost + 1 && d - 1 >= least;
		bool has_upper = d + 1 <= middle + cost - 1 && d + 1 <= greatest;

		if (cost) {
			ptrdiff_t lower = has_lower ? farthest[d - 1] + 1 : UNREACHED;
			ptrdiff_t upper = has_upper ? farthest[d + 1] : UNREACHED;

			/* A step may not leave the range. */
			if (lower > range->a_end)
				lower = UNREACHED;
			if (upper - d > range->b_end)
				upper = UNREACHED;
			a = lower > upper ? lower : upper;
		}
		if (a < range->a) {
			farthest[d] = UNREACHED;
			continue;
		}
		a = run_forward(alignment, range, a, a - d);
		farthest[d] = a;
		if (((other - middle) & 1) && d >= other - (cost - 1) && d <= other + (cost - 1) &&
		    a >= alignment->backward[d]) {
			*cut = (struct cut){ a, a - d };
			return true;
		}
	}
	return false;
}

static bool step_backward(const struct alignment *alignment, const struct range *range,
			  ptrdiff_t cost, struct cut *cut)
{
	ptrdiff_t least = range->a - range->b_end, greatest = range->a_end - range->b;
	ptrdiff_t middle = range->a_end - range->b_end, other = range->a - range->b;
	ptrdiff_t *farthest = alignment->backward;
	ptrdiff_t last = last_diagonal(middle, cost, greatest);

	for (ptrdiff_t d = first_diagonal(middle, cost, least); d <= last; d += 2) {
		ptrdiff_t a = range->a_end;
		bool has_lower = d - 1 >= middle - cost + 1 && d - 1 >= least;
		bool has_upper = d + 1 <= middle + cost - 1 && d + 1 <= greatest;

		if (cost) {
			ptrdiff_t lower = has_lower ? farthest[d - 1] : -UNREACHED;
			ptrdiff_t upper = has_upper ? farthest[d + 1] - 1 : -UNREACHED;

			if (upper < range->a)
				upper = -UNREACHED;
			if (lower - d < range->b)
				lower = -UNREACHED;
			a = lower < upper ? lower : upper;
		}
		if (a > range->a_end) {
			farthest[d] = -UNREACHED;
			continue;
		}
		a = run_backward(alignment, range, a, a - d);
		farthest[d] = a;
		if (!((other - middle) & 1) && d >= other - cost && d <= other + cost &&
		    a <= alignment->forward[d]) {
			*cut = (struct cut){ a, a - d };
			return true;
		}
	}
	return false;
}

/* Cuts where the search from the start has come farthest. */
static struct cut give_up(const struct alignment *alignment, const struct range *range,
			  ptrdiff_t cost)
{
	ptrdiff_t least = range->a - range->b_end, greatest = range->a_end - range->b;
	ptrdiff_t middle = range->a - range->b, best = -1;
	ptrdiff_t last = last_diagonal(middle, cost, greatest);
	struct cut cut = { range->a, range->b };

	for (ptrdiff_t d = first_diagonal(middle, cost, least); d <= last; d += 2) {
		ptrdiff_t a = alignment->forward[d], b = a - d;

		if (a + b > best) {
			best = a + b;
			cut = (struct cut){ a, b };
		}
	}
	return cut;
}

static struct cut find_cut(const struct alignment *alignment, const struct range *range)
{
	struct cut cut;
	ptrdiff_t cost = 0;

	for (;; cost++) {
		if (step_forward(alignment, range, cost, &cut) ||
		    step_backward(alignment, range, cost, &cut))
			return cut;
		if (cost == MAXIMUM_COST)
			return give_up(alignment, range, cost);
	}
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
		/* A cut at an end of the range would be the same question again: nothing is common. */
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
