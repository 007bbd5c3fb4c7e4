/* SPDX-License-Identifier: MIT */
/* Sets of bits in JSON. */
#include "sink/json_set.h"

#include "sink/json_named.h"
#include "sink/number_names.h"

static void put_descriptor(struct buf *out, size_t fd)
{
	json_begin_object(out);
	json_add_unsigned(out, "fd", fd);
	json_end_object(out);
}

/*
 * A signal or named bit is written as its name, a descriptor as an object, other bits as their
 * number.
 */
static void put_element(struct buf *out, const struct value *value, size_t i)
{
	const char *name =
		value->kind == KIND_BITSET ? list_name(value->list, value_abi(value), i) : NULL;

	if (value->kind == KIND_SIGSET)
		json_put_signal(out, value->abi, i + 1);
	else if (name)
		json_put_text(out, name);
	else if (value->kind == KIND_FDSET)
		put_descriptor(out, i);
	else
		json_put_unsigned(out, i);
}

static const char *elements_of(const struct value *value)
{
	switch (value->kind) {
	case KIND_SIGSET:
		return "signals";
	case KIND_CPUSET:
		return "cpus";
	case KIND_BITSET:
		return "bits";
	default:
		return "fds";
	}
}

void json_put_set(struct buf *out, const struct value *value)
{
	json_begin_object(out);
	json_begin_member(out, elements_of(value));
	json_begin_array(out);
	for (size_t i = 0; i < value->len * 8; i++) {
		if (!value_bit(value, i))
			continue;
		json_begin_element(out);
		put_element(out, value, i);
	}
	json_end_array(out);
	if (value->truncated)
		json_add_bool(out, "truncated", true);
	json_end_object(out);
}
