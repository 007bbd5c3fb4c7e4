/* SPDX-License-Identifier: MIT */
/* What each engine is: a row each. */
#include <string.h>

#include "scry/engine.h"
#include "scry/util.h"

static bool always(void)
{
	return true;
}

static struct engine *make_ptrace(const struct engine_config *config)
{
	struct engine *engine =
		config->successor ? engine_auto_new(config) : engine_ptrace_new(config);

	return config->on_ring ? engine_rings_new(engine) : engine;
}

const struct engine_kind engine_ptrace = {
	.name = "ptrace",
	.stops = true,
	.sees_requests = always, /* in the rings of stopped tracees */
	.stop_cost = engine_ptrace_stop_cost,
	.make = make_ptrace,
};

const struct engine_kind engine_bpf = {
	.name = "bpf",
	.captures = true,
	.sees_requests = engine_bpf_sees_requests,
	.keeps_order = engine_bpf_keeps_order,
	.lacks = engine_bpf_lacks,
	.make = engine_bpf_new,
};

const struct engine_kind engine_gdb = {
	.name = "gdb",
	.elsewhere = true,
	.tells_machine = true,
	.make = engine_gdb_new,
};

const struct engine_kind engine_replay = {
	.name = "replay",
	.recorded = true,
	.tells_machine = true,
	.sees_requests = always, /* a recording has them, unless its engine did not see them */
	.make = engine_replay_new,
};

const struct engine_kind *engine_find_kind(const char *name)
{
	static const struct engine_kind *const kinds[] = { &engine_ptrace, &engine_bpf,
							   &engine_gdb };

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(kinds[i]->name, name))
			return kinds[i];
	return NULL;
}
