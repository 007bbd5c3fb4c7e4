/* SPDX-License-Identifier: MIT */
/* Finds constants by their names. */
#ifndef PLAN_CONSTANTS_H
#define PLAN_CONSTANTS_H

#include "plan/compiler.h"

/* As list_value(). */
bool names_find(struct compiler *compiler, const struct list *list, const char *name,
		uint64_t *value);
void name_index_free(struct name_index *names);

#endif
