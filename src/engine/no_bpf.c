/* SPDX-License-Identifier: MIT */
/* Takes the place of the bpf engine in a build without it. */
#include "scry/engine.h"

struct engine *engine_bpf_new(const struct engine_config *config)
{
	(void)config;
	return NULL;
}
