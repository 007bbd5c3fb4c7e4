/* SPDX-License-Identifier: MIT */
/* Counts and times of calls, by program and by what the call is about. */
#include "why/sums.h"

#include <stdlib.h>

#define SUMS_MAX 20000

/* sums.c */
static struct sum *sums_get(struct sums *sums, uint32_t program, uint32_t target)
{
	uint64_t key = (uint64_t)program << 32 | target, hash;
	size_t at = 0;
	uint32_t i;

	if (sums->n && sums->rows[sums->last].program == program &&
	    sums->rows[sums->last].target == target)
		return &sums->rows[sums->last];
	hash = index_hash(key * 31 + 7);
	while ((i = index_next(&sums->index, hash, &at)) != INDEX_END)
		if (sums->rows[i].program == program && sums->rows[i].target == target) {
			sums->last = i;
			return &sums->rows[i];
		}
	if (sums->n >= SUMS_MAX) {
		sums->n_left_out++;
		return NULL;
	}
	sums->rows = xgrow(sums->rows, sums->n, &sums->capacity, sizeof(*sums->rows));
	sums->rows[sums->n] = (struct sum){ .program = program, .target = target };
	index_add(&sums->index, hash, (uint32_t)sums->n);
	sums->last = sums->n;
	return &sums->rows[sums->n++];
}

struct sum *sums_add(struct diagnosis *diagnosis, const struct process *process, uint32_t target,
		     enum sum_kind kind, uint64_t ns, uint64_t bytes)
{
	struct sum *sum = sums_get(&diagnosis->sums, process->program, target);

	if (!sum)
		return NULL;
	sum->cells[kind].n++;
	sum->cells[kind].ns += ns;
	sum->cells[kind].bytes += bytes;
	sum->many_pids |= sum->pid && sum->pid != process->pid;
	sum->pid = process->pid;
	return sum;
}

void sums_free(struct sums *sums)
{
	free(sums->rows);
	index_free(&sums->index);
}
