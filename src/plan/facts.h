/* SPDX-License-Identifier: MIT */
/* Keeps the layouts of structs while plans are compiled: many calls have the same structs. */
#ifndef PLAN_FACTS_H
#define PLAN_FACTS_H

#include "plan/compiler.h"

/*
 * Returns the layout of a type, which is computed only once. Of other types than structs only the
 * size is known.
 */
const struct type_facts *type_facts_of(struct compiler *compiler, const struct type *type);
void type_facts_free(struct plans *plans);

#endif
