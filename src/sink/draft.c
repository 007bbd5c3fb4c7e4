/* SPDX-License-Identifier: MIT */
/* A draft: what one call has said so far, kept in parts. */
#include <stdlib.h>

#include "scry/util.h"
#include "sink/draft.h"

void draft_reset(struct draft *draft)
{
	buf_clear(&draft->text);
	draft->n = 0;
	draft->has_result = draft->has_note = false;
	draft->open = NULL;
	draft->line.begun = false;
}

void draft_free(struct draft *draft)
{
	buf_free(&draft->text);
	free(draft->arguments);
	*draft = (struct draft){ 0 };
}

/* Who once had a long text must not leave it to one that will have a short one, and sleep. */
#define LONGEST_SPARE 1024

void draft_take_spare(struct draft *draft, struct draft_spares *spares)
{
	struct draft_spare *spare;

	if (draft->text.data || draft->arguments || !spares->n)
		return;
	spare = &spares->items[--spares->n];
	draft->text = spare->text;
	draft->arguments = spare->arguments;
	draft->room = spare->room;
}

void draft_make_spare(struct draft *draft, struct draft_spares *spares)
{
	if (!draft->text.data && !draft->arguments)
		return;
	if (spares->n == ARRAY_SIZE(spares->items) || draft->text.size > LONGEST_SPARE) {
		buf_free(&draft->text);
		free(draft->arguments);
	} else {
		spares->items[spares->n++] =
			(struct draft_spare){ draft->text, draft->arguments, draft->room };
		spares->items[spares->n - 1].text.len = 0;
	}
	draft->text = (struct buf){ 0 };
	draft->arguments = NULL;
	draft->n = draft->room = 0;
}

/* There is a draft for each tracee, and few calls have many arguments. */
static void make_room(struct draft *draft, unsigned n)
{
	draft->arguments = xreallocarray(draft->arguments, n, sizeof(*draft->arguments));
	draft->room = (uint16_t)n;
}

struct draft_argument *draft_argument_at(struct draft *draft, unsigned index, const char *name)
{
	draft_end(draft);
	if (index >= DRAFT_PARTS)
		return NULL;
	if (draft->room <= index)
		make_room(draft, index + 1);
	while (draft->n <= index)
		draft->arguments[draft->n++] = (struct draft_argument){ 0 };
	draft->arguments[index].name = name;
	return &draft->arguments[index];
}

const struct draft_argument *draft_argument(const struct draft *draft, unsigned index)
{
	static const struct draft_argument none;

	return index < draft->n ? &draft->arguments[index] : &none;
}

void draft_begin_pending(struct draft *draft, unsigned index, const char *name, bool late)
{
	struct draft_argument *argument = draft_argument_at(draft, index, name);

	if (!argument)
		return;
	argument->pending = true;
	argument->late = late;
}

void draft_begin_note(struct draft *draft)
{
	if (draft->has_note)
		return;
	draft->has_note = true;
	draft_begin_part(draft, &draft->note);
}
