/* SPDX-License-Identifier: MIT */
/* -e inject: decides which invocations of a call are changed, and changes them. */
#include "scry/arch.h"
#include "session/session.h"

/* If several expressions select the call, the last one takes precedence. */
static const struct injection *find_injection(const struct config *config, const struct call *call)
{
	for (size_t i = config->n_injections; call->id && i-- > 0;)
		if (call_set_has(&config->injections[i].set, call->id, call->abi))
			return &config->injections[i];
	return NULL;
}

static void poke_argument(struct session *session, const struct event *event,
			  struct tracee_state *state, const struct poke *poke)
{
	const struct engine_ops *ops = session->engine->ops;
	struct call *call = &state->call;
	unsigned n = decode_registers(call);
	uint64_t address;
	size_t written;

	if (poke->argument >= n) {
		warn("cannot poke argument %u of %s in process %d: it has %u", poke->argument + 1,
		     call->name, event->tid, n);
		return;
	}
	address = call->args[poke->argument];
	written = ops->poke ? ops->poke(session->engine, event->tracee, address, poke->bytes,
					poke->len)
			    : 0;
	if (written < poke->len)
		warn("cannot poke argument %u of %s in process %d: %zu of %zu bytes at 0x%llx",
		     poke->argument + 1, call->name, event->tid, written, poke->len,
		     (unsigned long long)address);
	if (written)
		call->injected_args = true;
}

static void poke_all(struct session *session, const struct event *event, struct tracee_state *state,
		     bool at_exit)
{
	const struct injection *injection = state->injection;

	for (size_t i = 0; i < injection->n_pokes; i++)
		if (injection->pokes[i].at_exit == at_exit)
			poke_argument(session, event, state, &injection->pokes[i]);
}

/* Counts the call of a tracee. Returns its number among the tracee's calls of that name, from 1. */
static uint32_t count_invocation(struct tracee_state *state)
{
	if (!state->invocations)
		state->invocations = xcalloc(ID_COUNT, sizeof(*state->invocations));
	return ++state->invocations[state->call.id];
}

/*
 * Returns whether a call is the execve with which scry launches the command, which must not fail.
 * Its path is the string in the memory of scry, of which the child still has a copy at the same
 * address.
 */
bool tamper_is_launch(const struct session *session, const struct call *call)
{
	const char *path = session->config->engine.path;

	return path && call->id == ID_execve && call->args[0] == (uintptr_t)path;
}

void tamper_at_entry(struct session *session, const struct event *event, struct tracee_state *state,
		     struct verdict *verdict)
{
	const struct injection *injection;

	state->injection = NULL;
	if (!session->config->n_injections)
		return;
	injection = find_injection(session->config, &state->call);
	if (!injection || tamper_is_launch(session, &state->call) ||
	    !injection_is_due(injection, count_invocation(state)))
		return;
	state->injection = injection;
	poke_all(session, event, state, false);
	verdict->send = injection->signal;
	verdict->delay_ns = injection->delay_enter_ns;
	state->call.delayed = injection->delays_enter || injection->delays_exit;
	if (!injection->set_result)
		return;
	state->call.injected_result = true;
	verdict->replace = verdict->set_result = true;
	verdict->instead =
		injection->instead ? abi_number(state->call.abi, injection->instead) : -1;
	verdict->is_error = injection->is_error;
	verdict->result = injection->result;
}

void tamper_at_exit(struct session *session, const struct event *event, struct tracee_state *state,
		    struct verdict *verdict)
{
	if (!state->injection)
		return;
	poke_all(session, event, state, true);
	verdict->delay_ns = state->injection->delay_exit_ns;
}
