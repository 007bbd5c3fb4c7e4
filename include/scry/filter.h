/* SPDX-License-Identifier: MIT */
/* Door of src/filter/: expressions of -e become sets and predicates. */
#ifndef SCRY_FILTER_H
#define SCRY_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "scry/arch.h"
#include "scry/syscalls.h"

/* A set of calls: a bit per ABI for every syscall_id. */
struct call_set {
	uint8_t abis[ID_COUNT];	/* ABI_BIT of each ABI in which the call is selected */
	bool unknown;		/* numbers without a name are selected too */
};

void call_set_fill(struct call_set *set, bool all);
static inline bool call_set_has(const struct call_set *set, enum syscall_id id,
				const struct abi *abi)
{
	return id ? set->abis[id] >> abi->id & 1 : set->unknown;
}
/* True if every call of every ABI of this machine, known or not, is selected. */
bool call_set_is_all(const struct call_set *set);
bool call_set_is_empty(const struct call_set *set);

/*
 * Parses "[!]value[,value]…": names, %class and class, all, none, ?value, /regex, value@64,@32,@x32.
 * Returns true; or false with *error a sentence (malloc'ed, the caller's) that names the word
 * and what is near it. The set is replaced.
 */
bool filter_parse_calls(const char *expression, struct call_set *set, char **error);

/* "[!]SIGNAL[,…]": names with or without SIG, numbers, all, none. Bit n - 1 for signal n. */
bool filter_parse_signals(const char *expression, uint64_t *set, char **error);

enum { STATUS_SUCCESSFUL = 1, STATUS_FAILED = 2, STATUS_UNFINISHED = 4, STATUS_UNAVAILABLE = 8,
       STATUS_DETACHED = 16, STATUS_ALL = 31 };
/* "[!]successful,failed,…". */
bool filter_parse_status(const char *expression, unsigned *set, char **error);

#endif
