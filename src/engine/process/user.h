/* SPDX-License-Identifier: MIT */
/* The user as which the command runs (-u). */
#ifndef ENGINE_USER_H
#define ENGINE_USER_H

#include "scry/engine.h"

/*
 * Supplementary groups of -u. They are looked up before the fork, so that the command inherits
 * nothing of the look-up.
 */
struct user_groups {
	gid_t *ids; /* malloc'ed */
	int n;
};

void user_find_groups(const struct engine_config *config, struct user_groups *groups);
/* In the child that becomes the command. Returns false, with errno, if the kernel refuses. */
bool user_become(const struct engine_config *config, const struct user_groups *groups);
/* Says that user_become() failed with an error. */
void user_warn(const struct engine_config *config, int error);

#endif
