/* SPDX-License-Identifier: MIT */
/* The container of all plans: adding operations and selections. */
#ifndef PLAN_PLANS_H
#define PLAN_PLANS_H

#include "plan/compiler.h"

/* Appends an operation. Returns its index. */
uint32_t compiler_add(struct compiler *compiler, struct plan_op op);
/* Lets an operation continue at the next one that is added. */
void compiler_land(struct compiler *compiler, uint32_t op);
/* Adds a pair to a selection. */
void compiler_select(struct compiler *compiler, uint32_t selection, uint64_t value,
		     uint32_t target);
/* Returns a free place; PLAN_NOWHERE: there is none. It is in use until the frame is put back. */
uint8_t compiler_place(struct compiler *compiler);

#endif
