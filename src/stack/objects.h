/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: the ELF files that processes have mapped; each is read once. */
#ifndef STACK_OBJECTS_H
#define STACK_OBJECTS_H

#include "stack/space.h"

struct objects {
	struct object *list; /* objects read from files, newest first */
	size_t n_idle; /* of them, those that no mapping refers to */
};

/* Returns the object of a mapping, or NULL if it is no ELF file or cannot be read. */
struct object *objects_get(struct objects *objects, struct space *space,
			   const struct tracee *tracee, struct mapping *mapping);
/* Drops the references that the mappings hold. The caller discards or rereads the mappings next. */
void objects_release(struct objects *objects, struct maps *maps);
void objects_free(struct objects *objects);

#endif
