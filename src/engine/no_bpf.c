/* SPDX-License-Identifier: MIT */
/* Takes the place of the bpf engine in a build without it. */
#include "scry/engine.h"
#include "scry/util.h"

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

struct engine *engine_auto_new(const struct engine_config *config)
{
	return engine_ptrace_new(config);
}

bool engine_bpf_sees_requests(void)
{
	return false;
}

bool engine_bpf_keeps_order(void)
{
	return false;
}

bool engine_bpf_lacks(int error, struct buf *what)
{
	(void)error;
	buf_puts(what, "is not in this build of scry: it needs x86_64 and, for configure, "
		       "libbpf-dev");
	return true;
}
