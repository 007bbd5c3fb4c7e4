/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: resolves the names in views to members or arguments. */
#ifndef SCRY_DECODE_LOOKUP_VIEW_H
#define SCRY_DECODE_LOOKUP_VIEW_H

#include "decode/lookup/layout.h"

struct placement;

/* A member that is shown, in the order of the view. */
struct shown {
	const struct layout_slot *slot; /* NULL: "..." appears here, without -v */
	enum direction dir; /* in this use of the struct */
	bool pointee; /* a pointer: the direction is that of the memory that it points to */
	struct looks looks;
};

/* For a sink that does not follow views; for a type without a view. */
extern const struct view view_of_facts, view_of_all;

/*
 * Fills placement->shown. view: the view of the struct. own: the view of the variant, if the fields
 * belong to a variant with a view; else NULL. The order of own applies to a variant, that of view
 * only to the struct itself.
 */
void view_place(struct placement *placement, const struct view *view, const struct view *own,
		bool variant);

#endif
