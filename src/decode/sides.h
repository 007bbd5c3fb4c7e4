/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: one argument at the entry and at the exit of a call. */
#ifndef SCRY_DECODE_SIDES_H
#define SCRY_DECODE_SIDES_H

#include "decode/lookup/arguments.h"

/* One argument of a call, and where it goes in the builder. */
struct slot {
	const struct scope *scope;
	const struct argument *argument;
	unsigned item; /* its index in the arguments */
	unsigned index; /* its index among the arguments that are shown */
};

/*
 * Emits the value of an argument, or the value that it points to. If its condition fails, emits its
 * address.
 */
void emit_argument(const struct scope *scope, const struct argument *argument);
void argument_enter(const struct slot *slot);
/* Call it for an argument that waits. */
void argument_exit(const struct slot *slot);

#endif
