/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: the ELF files that processes have mapped, each read once. */
#ifndef STACK_OBJECTS_H
#define STACK_OBJECTS_H

#include "stack/space.h"

struct objects {
	struct object *list;
	size_t n_idle;
};

/* What the mapping of that process is made of; looked for once. NULL: no ELF file, or gone. */
struct object *objects_of(struct objects *objects, struct space *space, const struct tracee *tracee,
			  struct mapping *mapping);
/* The mappings of the space are about to be forgotten. */
void objects_release(struct objects *objects, struct maps *maps);
void objects_free(struct objects *objects);

#endif
