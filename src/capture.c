/* SPDX-License-Identifier: MIT */
/* Compiles the plans by which the bpf engine captures the memory of the selected calls. */
#include "handle.h"
#include "scry/arch.h"
#include "scry/plan.h"

static bool is_selected(const struct config *config, const struct abi *abi, enum syscall_id id)
{
	/* The call that a multiplexer makes is known only when it is made. */
	return id && (call_set_has(&config->trace, id, abi) || id == ID_socketcall || id == ID_ipc);
}

static bool compile(const struct session *session, struct plans *plans, unsigned index,
		    const struct abi *abi, uint32_t nr)
{
	const struct config *config = session->config;
	enum syscall_id id = abi_syscall(abi, nr);
	struct decode_config decode =
		session->recorder ? session_asking_config(session) : config->decode;
	struct plan_options options = {
		.config = &decode,
		.views = config->format == FORMAT_TEXT && !session->recorder,
		/* -P, --summary=path, --record: the arguments of a raw call are decoded, too. */
		.raw = !config->engine.directories && call_set_has(&config->raw, id, abi),
		.names = config->engine.names,
		.reads = !number_set_is_empty(&config->dump_read),
		.writes = !number_set_is_empty(&config->dump_written),
	};

	if (!is_selected(config, abi, id))
		return true;
	if (session->recorder)
		return plan_compile(plans, index, abi, nr, &options);
	decode.verbose = !call_set_has(&config->abbrev, id, abi);
	decode.shallow = !call_set_has(&config->verbose, id, abi);
	return plan_compile(plans, index, abi, nr, &options);
}

void session_compile_plans(struct session *session)
{
	struct plans *plans = plans_new();
	size_t n_abis, failed = 0;
	const struct abi *const *abis = abi_of_machine(&n_abis);

	for (unsigned i = 0; i < n_abis; i++)
		for (uint32_t nr = 0; nr < abis[i]->n_ids && nr < PLAN_CALLS; nr++)
			failed += !compile(session, plans, i, abis[i], nr);
	plans_finish(plans);
	if (session->config->debug)
		warn("plans: %u operations, %u selections; %zu calls did not fit", plans->n_ops,
		     plans->n_selects, failed);
	session->config->engine.plans = plans;
}
