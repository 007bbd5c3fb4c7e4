/* SPDX-License-Identifier: MIT */
/* Private header of src/summary/: counters of calls by the values of keys. */
#ifndef SCRY_SUMMARY_GROUPS_H
#define SCRY_SUMMARY_GROUPS_H

#include "scry/index.h"
#include "summary/summary.h"

/*
 * These limits bound scry's memory: a tracee can name any number of paths, each of up to 4 KiB. A
 * million groups take some 700 MiB when they become a table. Calls of further groups are counted
 * together.
 */
#define GROUPS_MAX 1000000
#define GROUPS_MAX_AGAIN 100000 /* what is drawn each second, or read by Prometheus */
#define GROUPS_TEXT_MAX (64u << 20)

struct key_group {
	char *text; /* the values of all keys, each with a NUL after it */
	size_t len; /* of the text */
	uint32_t missing; /* bit i: the call has no value of key i */
	struct counter counter;
};

struct groups {
	struct key_group *items;
	size_t n, capacity, most;
	size_t text_size; /* of the texts of all groups, in bytes */
	struct index index; /* of the items, by text and missing values */
	struct counter others; /* the calls of groups beyond the limits */
	struct counter left_out; /* calls that have no value of a key, with config.skip_missing */
	struct buf text; /* of the current call */
};

/*
 * Fills groups->text with the values of the keys of a call, and *missing with a bit for each
 * missing value.
 */
void groups_put_text(struct groups *groups, const struct key_source *source, uint32_t *missing);
/* Returns the counter of the calls with the values in groups->text. */
struct counter *groups_get(struct groups *groups, uint32_t missing);
/* As groups_get(); NULL: no call has had these values. */
const struct counter *groups_peek(const struct groups *groups, uint32_t missing);
/* Returns the counter of the calls that have the same values of the keys as this one. */
struct counter *groups_find(struct groups *groups, const struct key_source *source);
/* Returns the value of key i; NULL: there is none. */
const char *group_value(const struct key_group *group, size_t i);
/* Forgets all groups. */
void groups_clear(struct groups *groups);
void groups_free(struct groups *groups);

#endif
