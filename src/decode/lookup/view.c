/* SPDX-License-Identifier: MIT */
/*
 * Resolves the names in a view to members. The cache keeps the result for each struct, ABI and
 * view.
 */
#include <stdlib.h>
#include <string.h>

#include "decode/lookup/cache.h"
#include "decode/lookup/view.h"
#include "scry/util.h"

const struct view view_of_facts, view_of_all;

/* Words of an order that are not names of members: struct view. */
#define WORD_GAP "..."
#define WORD_CHOICE "CHOICE"

/* Whether a word means the nth member `name`. "name" means all of them, "name[1]" the second. */
static bool word_is(const char *word, const char *name, unsigned nth)
{
	size_t len = strlen(name);

	if (strncmp(word, name, len))
		return false;
	return !word[len] || (word[len] == '[' && strtoul(word + len + 1, NULL, 10) == nth);
}

bool view_has(const char *names, const char *name, unsigned nth)
{
	char word[ROW_WORD];

	while (row_next_word(&names, word))
		if (word_is(word, name, nth))
			return true;
	return false;
}

/* Adds the looks of the nth member `name`, counted from 0. */
static void view_look(const struct view *view, const char *name, unsigned nth, struct looks *looks)
{
	looks->hidden |= view_has(view->hidden, name, nth);
	looks->verbose |= view_has(view->verbose, name, nth);
	looks->quiet |= view_has(view->quiet, name, nth);
	looks->nonzero |= view_has(view->nonzero, name, nth);
	looks->zero_verbose |= view_has(view->zero_verbose, name, nth);
	looks->abbreviated |= view_has(view->abbreviated, name, nth);
	looks->apart |= view_has(view->apart, name, nth);
	looks->dots |= view_has(view->dots, name, nth);
	looks->late |= view_has(view->late, name, nth);
	looks->entry_only |= view_has(view->entry_only, name, nth);
	looks->named |= view_has(view->named, name, nth);
	if (view_has(view->brief.names, name, nth))
		looks->brief = view->brief.n;
	for (uint16_t i = 0; i < view->n_members; i++)
		if (view_has(view->members[i].names, name, nth))
			looks->view = view->members[i].view;
	for (uint16_t i = 0; i < view->n_only; i++) {
		if (!view_has(view->only[i].names, name, nth))
			continue;
		looks->when = &view->only[i].when;
		looks->or_verbose = view->only[i].or_verbose;
	}
}

void argument_look(const struct argument_views *views, const struct field *field,
		   struct looks *looks)
{
	const char *name = field_name(field);

	if (name && views->row)
		view_look(views->row, name, 0, looks);
	if (name && views->variant)
		view_look(views->variant, name, 0, looks);
}

/* The number of members with the same name before this one. */
static unsigned nth_of(const struct placement *placement, uint16_t i)
{
	const char *name = field_name(placement->slots[i].field);
	unsigned n = 0;

	for (uint16_t before = 0; before < i; before++) {
		const char *other = field_name(placement->slots[before].field);

		n += other && !strcmp(other, name);
	}
	return n;
}

struct placing {
	struct placement *placement;
	const struct view *view, *own;
};

/* Whether the kernel changes what the member points to: "*name" is one of the names. */
static bool is_changed_pointee(const char *names, const char *name)
{
	char word[ROW_WORD];

	while (row_next_word(&names, word))
		if (word[0] == '*' && !strcmp(word + 1, name))
			return true;
	return false;
}

/* The direction of a member: that of this use of the struct, or else that of its type. */
static void find_direction(const struct placement *placement, uint16_t i, struct shown *shown)
{
	const struct field *field = placement->slots[i].field, *use = placement->use;
	const char *name = field_name(field);

	shown->dir = field->dir;
	if (!use || !name)
		return;
	shown->pointee = is_changed_pointee(field_changes(use), name);
	if (view_has(field_fills(use), name, nth_of(placement, i)))
		shown->dir = DIR_OUT;
	if (shown->pointee || view_has(field_changes(use), name, nth_of(placement, i)))
		shown->dir = DIR_INOUT;
}

static void place_slot(const struct placing *placing, uint16_t i)
{
	struct placement *placement = placing->placement;
	const struct field *field = placement->slots[i].field;
	struct shown shown = { .slot = &placement->slots[i] };

	find_direction(placement, i, &shown);
	if (field_type(field)->kind == KIND_PADDING || field_more(field)->lookup)
		return;
	if (field_name(field))
		view_look(placing->view, field_name(field), nth_of(placement, i), &shown.looks);
	if (field_name(field) && placing->own)
		view_look(placing->own, field_name(field), nth_of(placement, i), &shown.looks);
	/* A scalar that the kernel only fills has no value at the entry. */
	if (shown.dir != DIR_INOUT && !field_more(field)->pointer)
		shown.looks.apart = false;
	if (!shown.looks.hidden)
		placement->shown[placement->n_shown++] = shown;
}

/* Places the next choice from index *from on. */
static void place_choice(const struct placing *placing, uint16_t *from)
{
	struct placement *placement = placing->placement;

	while (*from < placement->n &&
	       field_type(placement->slots[*from].field)->kind != KIND_CHOICE)
		++*from;
	if (*from < placement->n)
		place_slot(placing, (*from)++);
}

static void place_in_order(const struct placing *placing, const char *order)
{
	struct placement *placement = placing->placement;
	uint16_t choice = 0;
	char word[ROW_WORD];

	while (row_next_word(&order, word)) {
		if (!strcmp(word, WORD_GAP))
			placement->shown[placement->n_shown++] = (struct shown){ .slot = NULL };
		else if (!strcmp(word, WORD_CHOICE))
			place_choice(placing, &choice);
		for (uint16_t i = 0; i < placement->n; i++) {
			const char *name = field_name(placement->slots[i].field);

			if (name && word_is(word, name, nth_of(placement, i)))
				place_slot(placing, i);
		}
	}
}

/* An upper bound for the members that an order shows. */
static size_t shown_max(const struct placement *placement, const char *order)
{
	char word[ROW_WORD];
	size_t n = placement->n;

	while (row_next_word(&order, word))
		n++;
	return n;
}

void view_place(struct placement *placement, const struct view *view, const struct view *own,
		bool variant)
{
	struct placing placing = { placement, view, own };
	const char *order = own ? own->order : variant ? NULL : view->order;

	placement->shown = xcalloc(shown_max(placement, order) + 1, sizeof(*placement->shown));
	if (order) {
		place_in_order(&placing, order);
		return;
	}
	for (uint16_t i = 0; i < placement->n; i++)
		place_slot(&placing, i);
}
