/* SPDX-License-Identifier: MIT */
/* What has been put together of a line goes to the output. */
#include "sink/text_push.h"

#include "sink/text_color.h"

void text_push(struct text *text)
{
	struct buf colored = { 0 };

	if (text->config.colors) {
		text_color(text, &colored);
		output_write(text->output, colored.data, colored.len);
		buf_free(&colored);
	} else {
		output_write(text->output, text->line.data, text->line.len);
	}
	text->column += text->line.len;
	buf_clear(&text->line);
}

void text_end_line(struct text *text)
{
	buf_putc(&text->line, '\n');
	text_push(text);
	output_line_done(text->output);
	text->column = 0;
}
