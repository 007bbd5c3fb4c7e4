/* SPDX-License-Identifier: MIT */
/* Takes the place of the bpf engine in a build without it. */
#include "scry/engine.h"

struct engine *engine_bpf_new(const struct engine_config *config)
{
	(void)config;
	return NULL;
}

enum bpf_access engine_bpf_access(void)
{
	return BPF_NOT_BUILT;
}

void engine_bpf_describe(struct buf *out)
{
	(void)out;
}
