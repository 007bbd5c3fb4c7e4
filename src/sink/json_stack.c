/* SPDX-License-Identifier: MIT */
/* Stacks in JSON. */
#include "sink/json_stack.h"

#include <string.h>

#include "scry/stack.h"

static void put_json_symbol(struct buf *out, const char *key, const char *name)
{
	json_add_bytes(out, key, name, strlen(name));
}

static void put_json_frame(struct buf *out, const struct frame *frame)
{
	json_begin_object(out);
	json_add_hex(out, "ip", frame->ip);
	if (frame->object) {
		put_json_symbol(out, "object", frame->object);
		json_add_hex(out, "offset", frame->offset);
	}
	if (frame->symbol) {
		put_json_symbol(out, "symbol", frame->symbol);
		json_add_hex(out, "into", frame->into);
	}
	if (frame->source) {
		put_json_symbol(out, "source", frame->source);
		json_add_unsigned(out, "line", frame->line);
	}
	json_end_object(out);
}

static const char *how_it_ends(const struct stack *stack)
{
	switch (stack->end) {
	case STACK_WHOLE:
		return "whole";
	case STACK_CUT:
		return "limit";
	default:
		return "broken";
	}
}

void json_put_stack(struct json *json, const struct stack *stack)
{
	struct buf *out = &json->line;

	if (!stack)
		return;
	json_begin_member(out, "stack");
	json_begin_object(out);
	json_begin_member(out, "frames");
	json_begin_array(out);
	for (size_t i = 0; i < stack->n; i++) {
		json_begin_element(out);
		put_json_frame(out, stack->frames[i]);
	}
	json_end_array(out);
	json_add_text(out, "end", how_it_ends(stack));
	json_end_object(out);
}
