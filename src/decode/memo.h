/* SPDX-License-Identifier: MIT */
/* Inside src/decode/: what the entry of a call keeps for its exit. */
#ifndef SCRY_DECODE_MEMO_H
#define SCRY_DECODE_MEMO_H

#include "decode/scope.h"

void memo_clear(struct entry_snapshot *memo);
/* Keeps the bytes that argument index points to. */
void memo_save(struct entry_snapshot *memo, unsigned index, const struct window *window);
/* What was kept of argument index, as a window at that address; false: nothing. */
bool memo_window(const struct entry_snapshot *memo, unsigned index, uint64_t address,
		 struct window *window);
/* The scalar that argument index pointed to at the entry; false: not kept. */
bool memo_item(const struct scope *scope, unsigned index, uint64_t *value);
/* The same for the argument of this name. */
bool memo_scalar(const struct scope *scope, const char *name, uint64_t *value);

#endif
