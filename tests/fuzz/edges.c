/* SPDX-License-Identifier: MIT */
/*
 * Systematic calls: each call and each struct with every edge value in every argument, and memory
 * of each kind.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

/* Pages 0 to 3 are mapped, and every other page after them. */
#define LAST_WHOLE 3
#define END_OF_PAGE (POOL_AT + (LAST_WHOLE + 1) * PAGE)
#define MIDDLE STRUCT_AT

static const uint64_t edges[EDGES] = {
	0, /* NULL */
	1, /* an invalid pointer */
	MIDDLE, /* a valid pointer */
	MIDDLE + 8, /* a pointer to overlapping memory */
	POOL_AT - PAGE / 2, /* unmapped */
	END_OF_PAGE,
	END_OF_PAGE - 1, /* the last bytes of a page */
	END_OF_PAGE - 4,
	END_OF_PAGE - 12,
	END_OF_PAGE - 120,
	8, /* sizes */
	40,
	4097,
	INT32_MAX,
	UINT64_MAX,
	(uint64_t)INT64_MIN,
	UINT32_MAX - 7,
};

static const int64_t results[] = { 0,  1,   8,	   100,	 INT32_MAX, INT64_MAX,
				   -1, -14, -4095, -512, -5000,	    FUZZ_NEVER };

enum memory { ZEROS, ONES, SMALL, POINTERS, LAST_BYTES, NOISE, MEMORIES };

struct images {
	unsigned char bytes[2][MEMORIES][POOL]; /* filled with words of 4 bytes, and of 8 bytes */
};

/* Returns word number i of an image. */
static uint64_t word_of(struct fuzz *fuzz, enum memory kind, size_t i)
{
	switch (kind) {
	case SMALL:
		return i % 40;
	case POINTERS:
		return MIDDLE + i % 64 * 8;
	case LAST_BYTES:
		return END_OF_PAGE - 1 - i % 40;
	case NOISE:
		return fuzz_random(fuzz);
	default:
		return kind == ONES ? UINT64_MAX : 0;
	}
}

struct images *images_new(struct fuzz *fuzz)
{
	struct images *images = xmalloc(sizeof(*images));

	for (unsigned wide = 0; wide < 2; wide++)
		for (unsigned kind = 0; kind < MEMORIES; kind++)
			for (size_t i = 0, size = wide ? 8 : 4; i < POOL / size; i++) {
				uint64_t word = word_of(fuzz, (enum memory)kind, i);

				memcpy(images->bytes[wide][kind] + i * size, &word, size);
			}
	return images;
}

void images_free(struct images *images)
{
	free(images);
}

static void map(struct fuzz *fuzz)
{
	for (unsigned i = 0; i < POOL / PAGE; i++)
		fuzz->unmapped[i] = i > LAST_WHOLE && i % 2 == 0;
}

void edges_memory(struct fuzz *fuzz, struct images *images, unsigned n)
{
	fuzz->pool = images->bytes[fuzz->call.abi->klong_size == 8][n % MEMORIES];
}

void edges_decode(struct fuzz *fuzz, unsigned a, unsigned b)
{
	unsigned result = (a + 8 * b) % EDGES;

	fuzz_run(fuzz, (a + 9 * b) % EDGES, results[result % ARRAY_SIZE(results)], false);
}

void edges_run(struct fuzz *fuzz, struct images *images, unsigned a, unsigned b, unsigned fixed)
{
	for (unsigned i = 0; i < CALL_ARGS; i++)
		if (!(fixed >> i & 1))
			fuzz->call.args[i] = edges[(a + (i + 1) * b) % EDGES];
	edges_memory(fuzz, images, (a + 7 * b) % EDGES);
	edges_decode(fuzz, a, b);
}

void edges_of_call(struct fuzz *fuzz, struct images *images, enum syscall_id id,
		   const struct abi *abi)
{
	map(fuzz);
	fuzz_call(fuzz, id, abi);
	for (unsigned a = 0; a < EDGES; a++)
		for (unsigned b = 0; b < (fuzz->brief ? 3 : EDGES); b++)
			edges_run(fuzz, images, a, b, 0);
	selectors_of_call(fuzz, images);
	styles_check(fuzz);
}

static const struct type size_type = {
	.name = "size", .kind = KIND_NUMBER, .storage = STORE_U64, .base = 10
};

/*
 * Makes the fields of a call with a pointer to this type: to one object, with a size, and to an
 * array.
 */
#define FORMS 9
static void form_fields(struct field fields[3], const struct type *type, unsigned form)
{
	static const enum direction directions[] = { DIR_IN, DIR_OUT, DIR_INOUT };
	const struct size_expr second = { .name = "size", .given = true };
	static const struct field_more size = { .name = "size", .type = &size_type };
	static const struct field_more sockfd = { .name = "sockfd", .type = &size_type };
	static struct field_more argument;

	argument = (struct field_more){ .name = "argument", .type = type };
	if (form / 3 == 1)
		argument.len = second;
	else if (form / 3 == 2)
		argument.count = second;
	fields[0] = (struct field){ .dir = directions[form % 3], .more = &argument };
	fields[1] = (struct field){ .dir = DIR_IN, .more = &size };
	fields[2] = (struct field){ .dir = DIR_IN, .more = &sockfd };
}

bool edges_can_run(const struct type *type)
{
	return type->kind >= KIND_SCALARS_END && type->kind < KIND_CHOICE;
}

void edges_of_type(struct fuzz *fuzz, struct images *images, const struct type *type,
		   const struct abi *abi)
{
	struct field fields[3];
	struct syscall row = { .n_args = ARRAY_SIZE(fields), .result = &size_type, .args = fields };

	map(fuzz);
	fuzz_call(fuzz, ID_getpid, abi);
	for (unsigned form = 0; form < FORMS; form++) {
		form_fields(fields, type, form);
		fuzz_row(fuzz, &row);
		for (unsigned a = fuzz->brief ? form % 4 : 0; a < EDGES; a += fuzz->brief ? 4 : 1)
			edges_run(fuzz, images, a, form + 1, 0);
	}
	selectors_of_type(fuzz, images, type);
	styles_check(fuzz);
}
