/* SPDX-License-Identifier: MIT */
/* Matches the trees of processes and threads of two traces. */
#include <stdlib.h>

#include "diff/match.h"
#include "diff/meaning.h"
#include "scry/diff.h"
#include "scry/util.h"

/* The children of each thread, in the order of their creation. */
struct family {
	const struct trace *trace;
	/*
	 * The first child of thread i is first[i]; the threads without a creator begin at
	 * first[n_threads].
	 */
	uint32_t *first, *next;
};

struct matcher {
	struct family families[2];
	struct match *matches;
	size_t n, capacity;
};

/* The children of one thread. */
struct children {
	uint32_t *threads;
	uint64_t *labels;
	bool *kept;
	size_t n;
};

static struct family find_family(const struct trace *trace)
{
	size_t n = trace->n_threads;
	struct family family = {
		.trace = trace,
		.first = xcalloc(n + 1, sizeof(uint32_t)),
		.next = xcalloc(n + 1, sizeof(uint32_t)),
	};

	for (size_t i = 0; i <= n; i++)
		family.first[i] = family.next[i] = NO_THREAD;
	for (size_t i = n; i--;) {
		uint32_t creator = trace->threads[i].creator;
		uint32_t *first = &family.first[creator == NO_THREAD ? n : creator];

		family.next[i] = *first;
		*first = (uint32_t)i;
	}
	return family;
}

/* A child that executes no program is a part of its parent's. */
static uint64_t label_of(const struct trace_thread *thread)
{
	return hash_text(hash_number(HASH_START, thread->is_thread), thread->program);
}

static struct children find_children(const struct family *family, uint32_t parent)
{
	size_t at = parent == NO_THREAD ? family->trace->n_threads : parent;
	struct children children = { 0 };

	for (uint32_t i = family->first[at]; i != NO_THREAD; i = family->next[i])
		children.n++;
	children.threads = xcalloc(children.n + 1, sizeof(*children.threads));
	children.labels = xcalloc(children.n + 1, sizeof(*children.labels));
	children.kept = xcalloc(children.n + 1, sizeof(*children.kept));
	children.n = 0;
	for (uint32_t i = family->first[at]; i != NO_THREAD; i = family->next[i]) {
		children.threads[children.n] = i;
		children.labels[children.n++] = label_of(&family->trace->threads[i]);
	}
	return children;
}

static void free_children(struct children *children)
{
	free(children->threads);
	free(children->labels);
	free(children->kept);
}

static void match_children(struct matcher *matcher, const uint32_t parents[2]);

static void add_match(struct matcher *matcher, uint32_t a, uint32_t b)
{
	matcher->matches =
		xgrow(matcher->matches, matcher->n, &matcher->capacity, sizeof(*matcher->matches));
	matcher->matches[matcher->n++] = (struct match){ { a, b } };
}

/*
 * A thread that only one trace has, and its descendants. Threads come after their creators, so that
 * this ends.
 */
static void add_alone(struct matcher *matcher, unsigned side, uint32_t thread)
{
	const struct family *family = &matcher->families[side];

	add_match(matcher, side ? NO_THREAD : thread, side ? thread : NO_THREAD);
	for (uint32_t i = family->first[thread]; i != NO_THREAD; i = family->next[i])
		add_alone(matcher, side, i);
}

static void add_matched_pair(struct matcher *matcher, uint32_t a, uint32_t b)
{
	const uint32_t parents[2] = { a, b };

	add_match(matcher, a, b);
	match_children(matcher, parents);
}

static void match_children(struct matcher *matcher, const uint32_t parents[2])
{
	struct children a, b;
	size_t i = 0, j = 0;

	/*
	 * The threads without a creator are asked for with NO_THREAD, all others with their
	 * creator.
	 */
	a = find_children(&matcher->families[0], parents[0]);
	b = find_children(&matcher->families[1], parents[1]);
	diff_align(a.labels, a.n, b.labels, b.n, a.kept, b.kept);
	while (i < a.n || j < b.n) {
		bool has_a = i < a.n && !a.kept[i], has_b = j < b.n && !b.kept[j];

		if (has_a == has_b) {
			/* Both are in the sequence, or both are between the same two that are. */
			add_matched_pair(matcher, a.threads[i++], b.threads[j++]);
		} else if (has_a) {
			add_alone(matcher, 0, a.threads[i++]);
		} else {
			add_alone(matcher, 1, b.threads[j++]);
		}
	}
	free_children(&a);
	free_children(&b);
}

struct match *match_threads(const struct trace *const traces[2], size_t *n)
{
	const uint32_t roots[2] = { NO_THREAD, NO_THREAD };
	struct matcher matcher = {
		.families = { find_family(traces[0]), find_family(traces[1]) },
	};

	match_children(&matcher, roots);
	for (size_t i = 0; i < 2; i++) {
		free(matcher.families[i].first);
		free(matcher.families[i].next);
	}
	*n = matcher.n;
	return matcher.matches;
}
