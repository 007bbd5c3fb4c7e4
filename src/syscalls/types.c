/* SPDX-License-Identifier: MIT */
/* The scalar and memory types that rows are made of. */
#include "syscalls/table.h"

#define SCALAR(n, k, s, b) \
	const struct type t_##n = { .name = #n, .kind = TYPE_##k, .storage = STORE_##s, .base = b };
SCALARS(SCALAR)

#define MEMORY_TYPE(n, k) const struct type t_##n = { .name = #n, .kind = TYPE_##k };
MEMORY_TYPES(MEMORY_TYPE)

/* Without members until the signal family describes it. */
const struct type type_siginfo __attribute__((weak)) = { .name = "siginfo", .kind = TYPE_STRUCT };
