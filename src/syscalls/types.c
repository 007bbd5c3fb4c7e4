/* SPDX-License-Identifier: MIT */
/* The scalar and memory types that rows are made of. */
#include "syscalls/table.h"

#define SCALAR(n, k, s, b) \
	const struct type t_##n = { .name = #n, .kind = TYPE_##k, .storage = STORE_##s, .base = b };
SCALARS(SCALAR)

#define MEMORY_TYPE(n, k) const struct type t_##n = { .name = #n, .kind = TYPE_##k };
MEMORY_TYPES(MEMORY_TYPE)
