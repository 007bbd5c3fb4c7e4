/* SPDX-License-Identifier: MIT */
/* -e inject: which invocations of a call are tampered with, and what is done to them. */
#include "handle.h"
#include "scry/arch.h"

/* Of several that name the call the last one counts. */
static const struct injection *find_injection(const struct config *config, const struct call *call)
{
	for (size_t i = config->n_injections; call->id && i-- > 0;)
		if (call_set_has(&config->injections[i].set, call->id, call->abi))
			return &config->injections[i];
	return NULL;
}

static void poke(struct session *session, const struct event *event, struct follow_up *state,
		 const struct poke *poke)
{
	struct call *call = &state->call;
	unsigned n = decode_registers(call);

	if (poke->argument >= n)
		warn("cannot poke argument %u of %s in process %d: it has %u", poke->argument + 1,
		     call->name, event->tid, n);
	else if (!session->engine->ops->poke(session->engine, event->tracee,
					     call->args[poke->argument], poke->bytes, poke->len))
		warn("cannot poke argument %u of %s in process %d: not %zu bytes at 0x%llx",
		     poke->argument + 1, call->name, event->tid, poke->len,
		     (unsigned long long)call->args[poke->argument]);
	else
		call->injected_args = true;
}

static void poke_all(struct session *session, const struct event *event, struct follow_up *state,
		     bool at_exit)
{
	const struct injection *injection = state->injection;

	for (size_t i = 0; i < injection->n_pokes; i++)
		if (injection->pokes[i].at_exit == at_exit)
			poke(session, event, state, &injection->pokes[i]);
}

static bool is_due(const struct injection *injection, struct follow_up *state)
{
	struct noted *noted = session_noted(state);

	if (!noted->invocations)
		noted->invocations = xcalloc(ID_COUNT, sizeof(*noted->invocations));
	return injection_is_due(injection, ++noted->invocations[state->call.id]);
}

/* The command's own first execve makes the trace possible. */
static bool is_launch(const struct config *config, const struct call *call)
{
	return call->id == ID_execve && call->args[0] == (uintptr_t)config->engine.path;
}

void tamper_with_entry(struct session *session, const struct event *event, struct follow_up *state,
		       struct verdict *verdict)
{
	const struct injection *injection = find_injection(session->config, &state->call);

	if (!injection || is_launch(session->config, &state->call) || !is_due(injection, state))
		return;
	state->injection = injection;
	poke_all(session, event, state, false);
	verdict->send = injection->signal;
	verdict->delay_ns = injection->delay_enter_ns;
	state->call.delayed = injection->delay_enter_ns || injection->delay_exit_ns;
	if (!injection->set_result)
		return;
	state->call.injected_result = true;
	verdict->replace = verdict->set_result = true;
	verdict->instead =
		injection->instead ? abi_number(state->call.abi, injection->instead) : -1;
	verdict->is_error = injection->is_error;
	verdict->result = injection->result;
}

void tamper_with_exit(struct session *session, const struct event *event, struct follow_up *state,
		      struct verdict *verdict)
{
	if (!state->injection)
		return;
	poke_all(session, event, state, true);
	verdict->delay_ns = state->injection->delay_exit_ns;
}
