/* SPDX-License-Identifier: MIT */
/* Inside src/decode/: one argument on the two sides of a call, its entry and its exit. */
#ifndef SCRY_DECODE_SIDES_H
#define SCRY_DECODE_SIDES_H

#include "decode/arguments.h"

/* One argument of a call, and where it goes in the builder. */
struct slot {
	const struct scope *scope;
	const struct argument *argument;
	unsigned item; /* its place in .arguments */
	unsigned index; /* its place among those that are shown */
};

/* Whether nothing, or not all, is said of an argument before the call has returned. */
static inline bool argument_waits(const struct argument *argument)
{
	return (argument->field->dir != DIR_IN && !argument->looks.entry_only) ||
	       argument->looks.late;
}

/* Emits the value of an argument, or of what it points to; its address if its .when fails. */
void emit_argument(const struct scope *scope, const struct argument *argument);
void argument_enter(const struct slot *slot);
/* Of one that waits. */
void argument_exit(const struct slot *slot);

#endif
