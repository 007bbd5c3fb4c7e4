/* SPDX-License-Identifier: MIT */
/* Inside src/summary/: what is counted of each call. */
#ifndef SCRY_SUMMARY_SUMMARY_H
#define SCRY_SUMMARY_SUMMARY_H

#include "scry/arch.h"
#include "scry/summary.h"

struct counter {
	uint64_t calls, errors, ns;
};

/* A call that its number alone does not tell: socket of socketcall, or a number without a name. */
struct extra {
	const struct abi *abi;
	enum syscall_id id; /* ID_none: a number without a name */
	uint64_t key; /* that number; 0 with a name */
	struct counter counter;
};

/* A traced program can make up as many numbers as it likes: the rest is counted as one. */
#define EXTRAS_MOST 256

struct summary {
	struct counter *known[ABI_COUNT]; /* by number without nr_flag; NULL: none so far */
	struct extra *extras;
	size_t n_extras;
};

#endif
