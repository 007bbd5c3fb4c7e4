/* SPDX-License-Identifier: MIT */
/* The user as which the command runs (-u). */
#include "engine/process/user.h"

#include <grp.h>
#include <string.h>
#include <unistd.h>

#include "scry/util.h"

void user_find_groups(const struct engine_config *config, struct user_groups *groups)
{
	int capacity = 16;

	*groups = (struct user_groups){ 0 };
	if (!config->change_user || !config->user_name)
		return;
	do {
		groups->ids = xreallocarray(groups->ids, (size_t)capacity, sizeof(gid_t));
		groups->n = capacity;
		capacity *= 2;
	} while (getgrouplist(config->user_name, config->gid, groups->ids, &groups->n) < 0);
}

bool user_become(const struct engine_config *config, const struct user_groups *groups)
{
	return !config->change_user || (!setgroups((size_t)groups->n, groups->ids) &&
					!setgid(config->gid) && !setuid(config->uid));
}

void user_warn(const struct engine_config *config, int error)
{
	if (config->user_name)
		warn("cannot become user '%s': %s", config->user_name, strerror(error));
	else
		warn("cannot become user %u:%u: %s", config->uid, config->gid, strerror(error));
}
