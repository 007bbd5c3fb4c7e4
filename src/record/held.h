/* SPDX-License-Identifier: MIT */
/*
 * Private to src/record/: keeps the entry of a call until it is known whether the call is recorded.
 */
#ifndef SCRY_RECORD_HELD_H
#define SCRY_RECORD_HELD_H

#include "scry/answers.h"
#include "scry/event.h"
#include "scry/record.h"
#include "scry/stack.h"

/* A struct of zeros has no entry. held_free() frees what it owns. */
struct held_entry {
	bool is_there;
	struct event event;
	pid_t process;
	struct event_facts facts; /* with the strings and the stack below */
	char *comm, *context, *container, *unit, *denied;
	struct stack stack;
	struct answers *answers; /* of that event; NULL: none was held yet */
};

/* Keeps an entry with the answers about it, which are taken out of *answers. */
void held_keep(struct held_entry *held, const struct event *event, const struct event_facts *facts,
	       struct answers *answers);
/*
 * Adds the entry to the recording, if there is one. The answers about the current event stay in
 * *answers.
 */
void held_add(struct held_entry *held, struct recorder *recorder, struct answers *answers);
/* Forgets the entry. */
void held_drop(struct held_entry *held);
void held_free(struct held_entry *held);

#endif
