/* SPDX-License-Identifier: MIT */
/* A choice between variants: one operation selects what is read by the value that decides. */
#ifndef PLAN_CHOICES_H
#define PLAN_CHOICES_H

#include "plan/compiler.h"

/* Compiles what is read of a variant of a choice. */
typedef void variant_reader(struct compiler *compiler, const struct level *level,
			    const struct variant *variant, const void *ctx);
/*
 * Compiles the variants of a choice, of which the value that decides selects one when the plan
 * runs. ctx: for read. Returns false, and compiles nothing, if no operand has that value: then all
 * variants have to be read.
 */
bool select_variants(struct compiler *compiler, const struct level *level,
		     const struct choice *choice, variant_reader *read, const void *ctx);

#endif
