/* SPDX-License-Identifier: MIT */
/* Stacks in JSON. */
#include <string.h>

#include "scry/stack.h"
#include "sink/json.h"

static void put_name(struct buf *out, const char *key, const char *name)
{
	buf_putc(out, ',');
	json_put_bytes(out, key, name, strlen(name));
}

static void put_hex(struct buf *out, const char *key, uint64_t value)
{
	buf_printf(out, ",\"%s\":\"0x%llx\"", key, (unsigned long long)value);
}

static void put_frame(struct buf *out, const struct frame *frame)
{
	buf_printf(out, "{\"ip\":\"0x%llx\"", (unsigned long long)frame->ip);
	if (frame->object) {
		put_name(out, "object", frame->object);
		put_hex(out, "offset", frame->offset);
	}
	if (frame->symbol) {
		put_name(out, "symbol", frame->symbol);
		put_hex(out, "into", frame->into);
	}
	if (frame->source) {
		put_name(out, "source", frame->source);
		buf_printf(out, ",\"line\":%u", frame->line);
	}
	buf_putc(out, '}');
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
	buf_puts(out, ",\"stack\":{\"frames\":[");
	for (size_t i = 0; i < stack->n; i++) {
		if (i)
			buf_putc(out, ',');
		put_frame(out, stack->frames[i]);
	}
	buf_printf(out, "],\"end\":\"%s\"}", how_it_ends(stack));
}
