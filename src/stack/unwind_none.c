/* SPDX-License-Identifier: MIT */
/* The unwinder of a build without libunwind: unwinder_new() fails, and nothing else is called. */
#include "config.h"

#include "scry/util.h"
#include "stack/unwind.h"

#ifndef HAVE_LIBUNWIND
#include <stdlib.h>

struct unwinder *unwinder_new(char **why)
{
	*why = xstrdup("scry was built without libunwind");
	return NULL;
}

void unwinder_free(struct unwinder *unwinder)
{
	free(unwinder);
}

void unwinder_forget_code(struct unwinder *unwinder, struct space *space)
{
	(void)unwinder;
	(void)space;
}

void unwinder_drop(struct unwinder *unwinder, struct space *space)
{
	(void)unwinder;
	(void)space;
}

enum stack_end unwinder_walk(struct unwinder *unwinder, struct space *space,
			     const struct tracee *tracee, unwind_each *each, void *ctx)
{
	(void)unwinder;
	(void)space;
	(void)tracee;
	(void)each;
	(void)ctx;
	return STACK_BROKEN;
}
#endif
