/* SPDX-License-Identifier: MIT */
/* Sets in JSON. */
#include "sink/json.h"
#include "sink/names.h"

void json_put_set(struct buf *out, const struct value *value)
{
	bool signals = value->kind == VALUE_SIGSET, cpus = value->kind == VALUE_CPUSET;
	bool first = true;

	buf_puts(out, signals ? "{\"signals\":[" : cpus ? "{\"cpus\":[" : "{\"fds\":[");
	for (size_t i = 0; i < value->len * 8; i++) {
		if (!value_bit(value, i))
			continue;
		if (!first)
			buf_putc(out, ',');
		first = false;
		if (signals)
			json_put_signal(out, value->abi, i + 1);
		else
			json_put_unsigned(out, i);
	}
	buf_puts(out, "]}");
}

/* The names of bits, or their places. */
void json_put_bitset(struct buf *out, const struct value *value)
{
	bool first = true;

	buf_puts(out, "{\"bits\":[");
	for (size_t i = 0; i < value->len * 8; i++) {
		const char *name = list_name(value->list, value_abi(value), i);

		if (!value_bit(value, i))
			continue;
		if (!first)
			buf_putc(out, ',');
		first = false;
		if (name)
			json_put_text(out, name);
		else
			json_put_unsigned(out, i);
	}
	buf_puts(out, "]}");
}
