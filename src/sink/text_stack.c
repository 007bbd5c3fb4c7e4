/* SPDX-License-Identifier: MIT */
/* Stacks in text: a line for each frame, below the line of the call (-k). */
#include "sink/text_stack.h"

#include "scry/stack.h"
#include "sink/text_push.h"
#include "sink/text_string.h"

/* As strace: " > /usr/lib/libc.so.6(brk+0xb) [0xf6b4b] brk.c:32" */
static void put_text_frame(struct text *text, const struct frame *frame)
{
	struct buf *out = &text->line;

	buf_puts(out, " > ");
	if (!frame->object) {
		buf_printf(out, "unexpected_backtracing_error [0x%llx]",
			   (unsigned long long)frame->ip);
		text_end_line(text);
		return;
	}
	text_put_escaped(out, frame->object);
	buf_putc(out, '(');
	if (frame->symbol) {
		text_put_escaped(out, frame->symbol);
		buf_printf(out, "+0x%llx", (unsigned long long)frame->into);
	}
	buf_printf(out, ") [0x%llx]", (unsigned long long)frame->offset);
	if (frame->source) {
		buf_putc(out, ' ');
		text_put_escaped(out, frame->source);
		buf_printf(out, ":%u", frame->line);
	}
	text_end_line(text);
}

void text_put_stack(struct text *text, const struct stack *stack)
{
	if (!stack)
		return;
	for (size_t i = 0; i < stack->n; i++)
		put_text_frame(text, stack->frames[i]);
	if (stack->end == STACK_CUT) {
		buf_puts(&text->line, " > too many stack frames");
		text_end_line(text);
	}
}
