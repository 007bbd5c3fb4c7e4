/* SPDX-License-Identifier: MIT */
/* Inside src/decode/: views, their names resolved to the members of a struct or the arguments of a row. */
#ifndef SCRY_DECODE_VIEW_H
#define SCRY_DECODE_VIEW_H

#include "decode/layout.h"

struct placement;

/* How one member or argument is shown: what a view says of its name. */
struct looks {
	bool hidden, verbose, quiet, nonzero, zero_verbose, abbreviated, apart, dots, late, named,
		entry_only;
	uint8_t brief; /* 0: all elements */
	bool or_verbose;
	const struct condition *when; /* NULL: none */
	const struct view *view; /* of a struct, instead of its own; NULL: none */
};

/* A member in the order in which members are shown. */
struct shown {
	const struct layout_slot *slot; /* NULL: "..." stands here without -v */
	enum direction dir; /* in this use of the struct */
	struct looks looks;
};

/* Of a sink that does not follow views; of a type without a view. */
extern const struct view view_of_facts, view_of_all;

/* Adds what a view says of the member `name`, the nth of this name, counted from 0. */
void view_look(const struct view *view, const char *name, unsigned nth, struct looks *looks);
/* Whether an order, or a list of names, has this one. */
bool view_has(const char *names, const char *name, unsigned nth);
/* The next word of an order, copied into word; false: there is none. */
#define VIEW_WORD 80
bool view_next_word(const char **names, char word[VIEW_WORD]);
/*
 * Fills placement->shown. view: of the struct; own: of the chosen variant whose fields these are, or NULL. The
 * order is that of own if there is an own, and then that of the struct only if these are its members.
 */
void view_place(struct placement *placement, const struct view *view, const struct view *own,
		bool variant);

#endif
