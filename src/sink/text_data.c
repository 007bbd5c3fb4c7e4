/* SPDX-License-Identifier: MIT */
/*
 * The data that a call moved, in text: a hex dump below the line of the call (-e read, -e write).
 */
#include "sink/text_data.h"

#include "sink/text.h"
#include "sink/text_push.h"

#define BYTES_PER_LINE 16

static void put_hex(struct buf *out, const unsigned char *bytes, size_t n)
{
	for (size_t i = 0; i < BYTES_PER_LINE; i++) {
		if (i < n)
			buf_printf(out, "%02x ", bytes[i]);
		else
			buf_puts(out, "   ");
		if (i == BYTES_PER_LINE / 2 - 1)
			buf_putc(out, ' ');
	}
}

static void put_characters(struct buf *out, const unsigned char *bytes, size_t n)
{
	for (size_t i = 0; i < BYTES_PER_LINE; i++)
		buf_putc(out, i >= n ? ' ' : bytes[i] >= ' ' && bytes[i] <= '~' ? bytes[i] : '.');
}

/* The offsets of a dump have as many digits as its last offset, and at least five. */
static int offset_digits(const struct data *data)
{
	int digits = 5;

	while (digits < 16 && data->len && (data->len - 1) >> (4 * digits))
		digits++;
	return digits;
}

static void put_lines(struct text *text, const struct data *data)
{
	const unsigned char *bytes = data->bytes;
	int digits = offset_digits(data);

	for (uint64_t at = 0; at < data->n; at += BYTES_PER_LINE) {
		size_t n = data->n - at < BYTES_PER_LINE ? (size_t)(data->n - at) : BYTES_PER_LINE;

		buf_printf(&text->line, " | %0*llx  ", digits,
			   (unsigned long long)(data->offset + at));
		put_hex(&text->line, bytes + at, n);
		buf_putc(&text->line, ' ');
		put_characters(&text->line, bytes + at, n);
		buf_puts(&text->line, " |");
		text_end_line(text);
	}
}

void text_data(struct writer *writer, const struct event *event, const struct data *data)
{
	struct text *text = text_of(&writer->sink);

	(void)event;
	switch (data->part) {
	case DATA_VECTOR:
		buf_printf(&text->line, " = %llu buffers in vector %llu",
			   (unsigned long long)data->n, (unsigned long long)data->place);
		text_end_line(text);
		break;
	case DATA_BUFFER:
		buf_printf(&text->line, " * %llu bytes in buffer %llu", (unsigned long long)data->n,
			   (unsigned long long)data->place);
		text_end_line(text);
		break;
	case DATA_BYTES:
		put_lines(text, data);
		break;
	}
}
