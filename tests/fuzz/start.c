/* SPDX-License-Identifier: MIT */
/*
 * What the fuzzers of decode and of plans share: the start, the order of the systematic calls, and
 * random calls.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

void fuzz_start(struct fuzz *fuzz, int argc, char **argv)
{
	fuzz->bounded = argc > 1;
	fuzz->seconds = fuzz->bounded ? atof(argv[1]) : 1;
	fuzz->seed = argc > 2 ? strtoull(argv[2], NULL, 0) : now_ns() | 1;
	fuzz->state = 1;
	while (list_all[fuzz->n_lists])
		fuzz->n_lists++;
	fuzz->covered = covered_new();
	printf("%s: seed %#llx\n", fuzz->name, (unsigned long long)fuzz->seed);
	fflush(stdout);
}

/* Returns the time at which this part of the seconds is over. */
static uint64_t end_of(const struct fuzz *fuzz, uint64_t since, double part)
{
	return since + (uint64_t)(fuzz->seconds * part * 1e9);
}

void fuzz_call(struct fuzz *fuzz, enum syscall_id id, const struct abi *abi)
{
	struct call *call = &fuzz->call;
	int64_t nr = abi_number(abi, id);

	*call = (struct call){ .abi = abi, .nr = nr < 0 ? 0 : (uint64_t)nr, .id = (uint16_t)id };
	call->name = syscall_name(id);
	call->row = syscall_row(id, abi);
	call->sp = STRUCT_AT;
}

void subjects_add(struct subjects *subjects, const struct subject *subject)
{
	if (subjects->n == subjects->capacity) {
		subjects->capacity = subjects->capacity ? 2 * subjects->capacity : 4096;
		subjects->items = xreallocarray(subjects->items, subjects->capacity,
						sizeof(*subjects->items));
	}
	subjects->items[subjects->n++] = *subject;
}

/* Puts the subjects in an order that the seed determines. */
static void shuffle(struct fuzz *fuzz, struct subjects *subjects)
{
	fuzz->state = fuzz->seed | 1;
	for (size_t i = subjects->n; i > 1; i--) {
		size_t other = (size_t)(fuzz_random(fuzz) % i);
		struct subject subject = subjects->items[i - 1];

		subjects->items[i - 1] = subjects->items[other];
		subjects->items[other] = subject;
	}
}

bool subjects_run(struct fuzz *fuzz, struct subjects *subjects,
		  void (*run)(struct fuzz *fuzz, struct images *images,
			      const struct subject *subject))
{
	struct images *images = images_new(fuzz);
	size_t done = 0, n = subjects->n;
	uint64_t end = fuzz->bounded ? end_of(fuzz, now_ns(), 0.5) : UINT64_MAX;
	if (fuzz->bounded)
		shuffle(fuzz, subjects);
	while (done < n && now_ns() < end)
		run(fuzz, images, &subjects->items[done++]);
	images_free(images);
	free(subjects->items);
	*subjects = (struct subjects){ 0 };
	printf("%s: %zu of %zu rows and structs at the edges, %llu calls\n", fuzz->name, done, n,
	       (unsigned long long)fuzz->calls);
	fflush(stdout);
	return done == n;
}

uint64_t fuzz_start_random(struct fuzz *fuzz)
{
	/*
	 * The random calls depend on the seed alone, not on how many systematic calls there was
	 * time for.
	 */
	fuzz->state = fuzz->seed | 1;
	memset(fuzz->own, 0, sizeof(fuzz->own));
	fuzz->pool = fuzz->own;
	fuzz->calls = 0;
	return end_of(fuzz, now_ns(), fuzz->bounded ? 0.5 : 1);
}

void fuzz_run_random(struct fuzz *fuzz, const struct abi *abi, unsigned styles)
{
	enum syscall_id id = (enum syscall_id)(fuzz_random(fuzz) % ID_COUNT);
	unsigned style = (unsigned)(fuzz_random(fuzz) % styles);

	fuzz_call(fuzz, id, abi);
	fuzz->call.sp = fuzz_number(fuzz);
	for (unsigned i = 0; i < CALL_ARGS; i++)
		fuzz->call.args[i] = fuzz_number(fuzz);
	fuzz_run(fuzz, style, fuzz_random(fuzz) % 16 ? (int64_t)fuzz_number(fuzz) : FUZZ_NEVER,
		 fuzz_random(fuzz) % 4 == 0);
}
