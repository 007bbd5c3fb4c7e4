/* SPDX-License-Identifier: MIT */
/* The table of all selections of plans, as the kernel program searches it. */
#ifndef ENGINE_BPF_SELECTIONS_H
#define ENGINE_BPF_SELECTIONS_H

#include "engine/bpf/kernel/wire.h"
#include "scry/plan.h"

/*
 * Makes the table, which the caller frees. *n: the number of its entries, a power of two. plans
 * NULL: the table is empty.
 */
struct selection_entry *selections_make(const struct plans *plans, uint32_t *n);

#endif
