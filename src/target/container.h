/* SPDX-License-Identifier: MIT */
/*
 * Private to src/target/: containers, by the cgroups of their processes and by what runtimes keep
 * on disk.
 */
#ifndef TARGET_CONTAINER_H
#define TARGET_CONTAINER_H

#include "target/process.h"

#define CONTAINER_ID 64 /* hexadecimal digits of an ID; runc(8) allows others, which are shorter */

/* What a runtime says of a container. Members that it does not say are NULL. */
struct container {
	char *id;
	char *name;
	bool is_named; /* by a runtime; otherwise the name is made of the ID */
	uint64_t looked_ns; /* when the name was looked up last */
	uid_t uid; /* the user of the process in which it was found first */
	char *namespace, *pod; /* of Kubernetes; name is the name of the container in the pod */
};

/*
 * Calls each() with the ID of each container in the path of cgroups of a process, the outermost
 * first, until it returns true. Returns whether it did.
 */
bool container_each(struct process *process, bool (*each)(void *ctx, const char *id), void *ctx);

/* The containers that have been looked up. A zeroed struct is empty. */
struct containers {
	struct container *items;
	size_t n, capacity;
};

/*
 * Returns what is known of the container of a process, which containers_free() frees. It is valid
 * until the next call.
 */
const struct container *containers_get(struct containers *containers, const char *id, pid_t pid);
void containers_free(struct containers *containers);

/*
 * Returns whether a word names the container: its name, its ID or the first digits of it, three or
 * more, or "NAMESPACE/POD[/CONTAINER]".
 */
bool container_is_named(const struct container *container, const char *word);

#endif
