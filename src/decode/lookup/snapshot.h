/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: the snapshot that the entry of a call keeps for its exit. */
#ifndef SCRY_DECODE_LOOKUP_SNAPSHOT_H
#define SCRY_DECODE_LOOKUP_SNAPSHOT_H

#include "decode/lookup/scope.h"

void snapshot_clear(struct entry_snapshot *snapshot);
/* Keeps the bytes that argument index points to. */
void snapshot_save(struct entry_snapshot *snapshot, unsigned index, const struct window *window);
/* Makes a window at the address of the bytes of argument index. Returns false if there are none. */
bool snapshot_window(const struct entry_snapshot *snapshot, unsigned index, uint64_t address,
		     struct window *window);
/* Keeps the bytes that a member of an argument points to. */
void snapshot_save_pointee(struct entry_snapshot *snapshot, const struct window *window);
/*
 * Makes a window of these bytes. Returns false if there are none of this address. snapshot: NULL
 * for what is no call, such as a signal.
 */
bool snapshot_pointee(const struct entry_snapshot *snapshot, uint64_t address,
		      struct window *window);
/*
 * The scalar that argument index pointed to at the entry. Returns false if it is not in the
 * snapshot.
 */
bool snapshot_item(const struct scope *scope, unsigned index, uint64_t *value);
/* The same for the argument with the name. */
bool snapshot_scalar(const struct scope *scope, const char *name, uint64_t *value);

#endif
