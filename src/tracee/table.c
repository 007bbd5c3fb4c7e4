/* SPDX-License-Identifier: MIT */
/* The hash table of tracees by tid. */
#include <stdlib.h>

#include "scry/tracee.h"
#include "scry/util.h"

#define FIRST_CHAINS 64 /* a power of two: the low bits of a tid are its hash, as tids are dense */

static struct tracee **chain_of(const struct tracee_table *table, pid_t tid)
{
	return &table->chains[(size_t)tid & (table->n_chains - 1)];
}

static void chain_put(struct tracee_table *table, struct tracee *tracee)
{
	struct tracee **chain = chain_of(table, tracee->tid);

	tracee->next = *chain;
	*chain = tracee;
}

static void chain_take(struct tracee_table *table, struct tracee *tracee)
{
	struct tracee **link = chain_of(table, tracee->tid);

	while (*link != tracee)
		link = &(*link)->next;
	*link = tracee->next;
}

/*
 * If memory runs out here, the engine releases all tracees of the table: it changes after the
 * allocation.
 */
static void grow_table(struct tracee_table *table)
{
	struct tracee **old = table->chains;
	size_t n_old = table->n_chains;

	table->chains = xcalloc(n_old * 2, sizeof(struct tracee *));
	table->n_chains = n_old * 2;
	for (size_t i = 0; i < n_old; i++) {
		for (struct tracee *tracee = old[i], *next; tracee; tracee = next) {
			next = tracee->next;
			chain_put(table, tracee);
		}
	}
	free(old);
}

void tracee_table_init(struct tracee_table *table, size_t entry_size)
{
	*table = (struct tracee_table){
		.entry_size = entry_size,
		.chains = xcalloc(FIRST_CHAINS, sizeof(struct tracee *)),
		.n_chains = FIRST_CHAINS,
	};
}

static void free_entry(struct tracee *tracee, void *ctx)
{
	tracee_remove(ctx, tracee);
}

void tracee_table_free(struct tracee_table *table)
{
	tracee_each(table, free_entry, table);
	free(table->chains);
	names_watch_free(&table->watch);
	*table = (struct tracee_table){ 0 };
}

struct tracee *tracee_find(const struct tracee_table *table, pid_t tid)
{
	struct tracee *tracee = *chain_of(table, tid);

	while (tracee && tracee->tid != tid)
		tracee = tracee->next;
	return tracee;
}

/*
 * The end of a tracee can change names of descriptors, and of several tracees other names are
 * remembered than of one.
 */
static void count_tracees(struct tracee_table *table, int change)
{
	bool several = table->watch.several;

	table->n += (size_t)change;
	table->watch.several = table->n > 1;
	if (change < 0 || table->watch.several != several)
		names_forget_descriptors(&table->watch);
}

struct tracee *tracee_add(struct tracee_table *table, pid_t tid, pid_t tgid)
{
	struct tracee *tracee = xcalloc(1, table->entry_size);

	if (table->n >= table->n_chains)
		grow_table(table);
	tracee->tid = tid;
	tracee->tgid = tgid;
	tracee->fetch = (struct fetch){ .ops = &tracee_fetch_ops, .ctx = tracee };
	tracee->watch = &table->watch;
	chain_put(table, tracee);
	count_tracees(table, 1);
	return tracee;
}

void tracee_remove(struct tracee_table *table, struct tracee *tracee)
{
	chain_take(table, tracee);
	names_free(tracee);
	count_tracees(table, -1);
	free(tracee);
}

void tracee_rename(struct tracee_table *table, struct tracee *tracee, pid_t new_tid)
{
	chain_take(table, tracee);
	tracee->tid = new_tid;
	chain_put(table, tracee);
}

void tracee_each(struct tracee_table *table, void (*each)(struct tracee *tracee, void *ctx),
		 void *ctx)
{
	for (size_t i = 0; i < table->n_chains; i++) {
		for (struct tracee *tracee = table->chains[i], *next; tracee; tracee = next) {
			next = tracee->next;
			each(tracee, ctx);
		}
	}
}
