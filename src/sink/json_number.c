/* SPDX-License-Identifier: MIT */
/* Numbers in JSON, and what stands beside a name. */
#include "sink/json_number.h"

#include "sink/number_names.h"

void json_put_integer(struct buf *out, const struct value *value)
{
	if (value->is_signed)
		json_put_signed(out, (int64_t)value->u);
	else
		json_put_unsigned(out, value_bits(value));
}

void json_end_numbered(struct buf *out, const struct value *value)
{
	json_begin_member(out, "number");
	json_put_integer(out, value);
	json_end_object(out);
}

void json_put_flag(void *ctx, const char *name, uint64_t bits)
{
	struct buf *out = ctx;

	(void)bits;
	json_begin_element(out);
	json_put_text(out, name);
}
