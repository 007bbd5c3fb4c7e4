/* SPDX-License-Identifier: MIT */
/* Not at random: each argument of a call at each edge, with memory of each kind. */
#include <string.h>

#include "fuzz.h"

/* Pages 0 to 11 are there, then every other one. */
#define LAST_WHOLE 11
#define END_OF_PAGE (POOL_AT + (LAST_WHOLE + 1) * PAGE)
#define MIDDLE (POOL_AT + 4 * PAGE)

static const uint64_t edges[] = {
	0,
	1,
	MIDDLE, /* NULL, no pointer, a good one */
	POOL_AT - PAGE / 2,
	END_OF_PAGE,
	END_OF_PAGE + 16, /* unmapped */
	END_OF_PAGE - 1,
	END_OF_PAGE - 2,
	END_OF_PAGE - 4,
	END_OF_PAGE - 7,
	END_OF_PAGE - 8,
	END_OF_PAGE - 12,
	END_OF_PAGE - 40,
	END_OF_PAGE - 120, /* the last bytes */
	2,
	8,
	64,
	4097,
	INT32_MAX,
	UINT32_MAX,
	UINT64_C(1) << 32,
	INT64_MAX,
	(uint64_t)INT64_MIN,
	(uint64_t)INT32_MIN,
	UINT64_MAX,
	UINT64_MAX - 7,
	UINT32_MAX - 7,
};

static const int64_t results[] = {
	0, 1, 8, 100, INT32_MAX, INT64_MAX, -1, -14, -4095, -512, -5000
};

enum memory { ZEROS, ONES, SMALL, POINTERS, LAST_BYTES, NOISE, MEMORIES };

/* Words of the ABI: 1, 2, 3 …; the address of good memory; that of the last bytes of a page. */
static uint64_t word_of(enum memory kind, size_t i)
{
	switch (kind) {
	case SMALL:
		return i % 40;
	case POINTERS:
		return MIDDLE + i % 64 * 8;
	case LAST_BYTES:
		return END_OF_PAGE - 1 - i % 40;
	default:
		return kind == ONES ? UINT64_MAX : 0;
	}
}

static void fill(struct fuzz *fuzz, enum memory kind, const struct abi *abi)
{
	size_t size = abi->klong_size;

	for (size_t i = 0; i < POOL / size; i++) {
		uint64_t word = word_of(kind, i);

		memcpy(fuzz->pool + i * size, &word, size);
	}
	if (kind == NOISE)
		fuzz_stir(fuzz, POOL / 8);
	for (unsigned i = 0; i < POOL / PAGE; i++)
		fuzz->unmapped[i] = i > LAST_WHOLE && i % 2 == 0;
}

static void run(struct fuzz *fuzz)
{
	fuzz_run(fuzz, results[fuzz->calls % ARRAY_SIZE(results)], false);
}

/* The arguments that an edge is seen with: good pointers and a small number, which is a size. */
static void good_arguments(struct call *call)
{
	for (unsigned i = 0; i < CALL_ARGS; i++)
		call->args[i] = i % 2 ? 40 : MIDDLE;
}

static void each_edge(struct fuzz *fuzz)
{
	for (size_t e = 0; e < ARRAY_SIZE(edges); e++) {
		for (unsigned i = 0; i < CALL_ARGS; i++)
			fuzz->call.args[i] = edges[e];
		run(fuzz);
		for (unsigned i = 0; i < CALL_ARGS; i++) {
			good_arguments(&fuzz->call);
			if (e % 2)
				fuzz->call.args[(i + 1) % CALL_ARGS] = MIDDLE;
			fuzz->call.args[i] = edges[e];
			run(fuzz);
		}
	}
}

/* The constants of one list as argument i, with good ones beside it. */
static void each_constant(struct fuzz *fuzz, const struct list *list, unsigned i)
{
	for (unsigned p = 0; p < list->n_parts; p++)
		for (unsigned e = 0; e < list->parts[p].n_entries; e++) {
			good_arguments(&fuzz->call);
			fuzz->call.args[(i + 1) % CALL_ARGS] = MIDDLE;
			fuzz->call.args[i] = list->parts[p].entries[e].value;
			run(fuzz);
		}
}

/* Where an argument among the choices takes another register, its constants come at random. */
static void each_key(struct fuzz *fuzz)
{
	const struct syscall *row = fuzz->call.row;

	for (unsigned i = 0; row->args && i < row->n_args && i < CALL_ARGS; i++)
		if (row->args[i].type->list)
			each_constant(fuzz, row->args[i].type->list, i);
}

void fuzz_edges(struct fuzz *fuzz, enum syscall_id id, const struct abi *abi)
{
	for (int kind = 0; kind < MEMORIES; kind++) {
		fill(fuzz, (enum memory)kind, abi);
		fuzz_call(fuzz, id, abi);
		each_edge(fuzz);
		each_key(fuzz);
	}
}
