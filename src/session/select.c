/* SPDX-License-Identifier: MIT */
/*
 * Decides whether a call is of interest: -e trace, then the expression of --where, -P, -e trace-fds
 * and -e status, and --try-policy.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "scry/arch.h"
#include "scry/syscalls.h"
#include "session/session.h"

/* Says what each level evaluates. The kernel's part depends on the filter: setup.c. */
static void debug_expression(const struct config *config, const struct call_set *left)
{
	unsigned needs = where_needs(config->where);
	const char *options = where_options(config->where);

	warn("%s: %zu of %zu call%s can meet the expression by %s", options, call_set_size(left),
	     call_set_size(&config->trace), plural_s(call_set_size(&config->trace)),
	     plural(call_set_size(&config->trace), "its name", "their names"));
	warn("%s: %s%s%s", options,
	     where_is_set(config->where, left)
		     ? "nothing else matters at their entry"
		     : "registers and what is known of the thread are looked at first",
	     needs & (WHERE_NEEDS_DECODE | WHERE_NEEDS_TARGETS)
		     ? ", then memory where they do not decide"
		     : "",
	     needs & (WHERE_NEEDS_EXIT | WHERE_NEEDS_STATUS)
		     ? "; some calls are decided only when they have returned"
		     : "");
}

void select_prepare(struct session *session)
{
	const struct config *config = session->config;
	struct selection *selection = &session->selection;

	selection->trace = config->trace;
	if (!config->where)
		return;
	if (where_selects(config->where))
		where_narrow(config->where, &selection->trace);
	if (config->debug)
		debug_expression(config, &selection->trace);
}

/* --- --try-policy ---------------------------------------------------------------------------- */

bool select_prepare_trial(struct session *session, const struct seccomp_program *base)
{
	struct selection *selection = &session->selection;
	char *error;

	selection->denials = xcalloc(ID_COUNT, sizeof(*selection->denials));
	selection->trial =
		policy_trial_new(session->config->tried, base, &session->program, &error);
	if (selection->trial)
		return true;
	warn("--try-policy: %s", error);
	free(error);
	return false;
}

/* Fills in what the profile does instead of the call. */
static void refuse_call(uint32_t answer, struct verdict *verdict)
{
	uint32_t action = answer & SECCOMP_RET_ACTION_FULL;
	bool kills = action == SECCOMP_RET_KILL_PROCESS || action == SECCOMP_RET_KILL_THREAD;

	verdict->replace = verdict->set_result = true;
	verdict->instead = -1;
	verdict->result = action == SECCOMP_RET_ERRNO ? -(int64_t)policy_errno(answer) : -ENOSYS;
	verdict->is_error = verdict->result;
	/*
	 * The kernel forces a SIGSYS that no handler gets. The tracer can do that only by SIGKILL.
	 */
	verdict->send = kills ? SIGKILL : action == SECCOMP_RET_TRAP ? SIGSYS : 0;
}

/* Returns whether the tried profile does not allow the call. If so, sets call->denied. */
static bool is_denied(struct session *session, const struct event *event, struct call *call,
		      struct verdict *verdict)
{
	struct selection *selection = &session->selection;
	uint32_t answer = policy_trial_answer(selection->trial, call->abi->audit_arch, event->nr,
					      event->ip, event->args);

	if (policy_allows(answer))
		return false;
	call->denied = policy_answer_word(selection->trial, answer);
	if (session->config->enforce && !tamper_is_launch(session, call))
		refuse_call(answer, verdict);
	return true;
}

bool select_report_trial(const struct session *session)
{
	const struct selection *selection = &session->selection;
	struct buf text = { 0 };
	const char *between = "";

	if (!selection->n_denied)
		return true;
	for (enum syscall_id id = ID_none; id < ID_COUNT; id++) {
		if (!selection->denials[id])
			continue;
		buf_printf(&text, "%s%s %llu", between, id ? syscall_name(id) : "without a name",
			   (unsigned long long)selection->denials[id]);
		between = ", ";
	}
	warn("'%s' does not allow %llu call%s: %s", session->config->tried,
	     (unsigned long long)selection->n_denied, plural_s(selection->n_denied),
	     buf_cstr(&text));
	buf_free(&text);
	return false;
}

/* --- the expression -------------------------------------------------------------------------- */

/* Sets state->undecided if only the exit decides. */
static bool meets_expression(struct session *session, const struct event *event,
			     struct tracee_state *state)
{
	struct where_asked asked = { &session->host, event };
	const struct where_facts facts = where_facts_of(&asked, state ? state->stack : NULL);
	const struct decode decode = reading_decoder(session, event, state);
	enum where_truth truth =
		where_enter(session->config->where, &state->where, &decode, &facts);

	state->undecided = truth == WHERE_UNKNOWN;
	return truth != WHERE_FALSE;
}

void select_report_unknown(const struct session *session)
{
	if (session->config->where)
		where_warn_unknown(session->config->where, "");
}

bool select_returned(struct session *session, const struct event *event, struct tracee_state *state)
{
	struct where_asked asked = { &session->host, event };
	const struct where_facts facts = where_facts_of(&asked, state ? state->stack : NULL);
	bool decided = !state->undecided && !select_waits(session);
	struct decode decode;

	if (state->undecided) {
		state->undecided = false;
		decode = reading_decoder(session, event, state);
		if (!where_exit(session->config->where, &state->where, &decode, &facts))
			return false;
	}
	return decided || !select_shown(session, state) || sample_takes(session, &state->call);
}

bool select_unfinished(struct session *session, const struct event *event,
		       struct tracee_state *state, bool detached)
{
	struct where_asked asked = { &session->host, event };
	const struct where_facts facts = where_facts_of(&asked, state ? state->stack : NULL);
	struct where *where = session->config->where;
	bool undecided = state->undecided;

	state->undecided = false;
	if (undecided && !where_unfinished(where, &state->where, &state->call, detached, &facts))
		return false;
	return !where || where_shows(where, &state->where, &state->call, detached);
}

bool select_status(struct session *session, struct tracee_state *state, bool detached)
{
	struct call returned = state->call;

	returned.returned = !detached;
	returned.is_error = false;
	returned.result = 0;
	return !session->config->where ||
	       where_shows(session->config->where, &state->where, &returned, detached);
}

bool select_signal(struct session *session, const struct event *event, int signal)
{
	const struct tracee_state *state = tracees_of(event);
	struct where_asked asked = { &session->host, event };
	const struct where_facts facts = where_facts_of(&asked, state ? state->stack : NULL);
	struct where *where = session->config->where;

	if (!(session->config->signals >> (signal - 1) & 1))
		return false;
	if (!where || !(where_needs(where) & WHERE_NEEDS_SIGNALS))
		return true;
	return where_signal(where, &session->selection.signals, signal, &facts);
}

/* --- all ------------------------------------------------------------------------------------- */

bool select_call(struct session *session, const struct event *event, struct tracee_state *state,
		 struct verdict *verdict)
{
	struct selection *selection = &session->selection;
	struct call *call = &state->call;

	if (!call_set_has(&selection->trace, call->id, call->abi))
		return false;
	state->undecided = false;
	/* No seccomp filter sees a request. */
	if (selection->trial && call->request)
		return false;
	/* What a profile refuses does not depend on what is shown. */
	if (selection->trial && !(call->abi && is_denied(session, event, call, verdict)))
		return false;
	if (session->config->where && !meets_expression(session, event, state))
		return false;
	if (selection->trial) {
		selection->denials[call->id]++;
		selection->n_denied++;
	}
	return state->undecided || select_waits(session) || sample_takes(session, call);
}

bool select_counted(const struct session *session, const struct call *counted, struct call *call)
{
	struct where *where = session->config->where;
	struct where_state state = { 0 };
	bool selected;

	*call = *counted;
	if (call->request) {
		call->id = call->request->id;
		call->row = call->request->row;
	} else {
		call->id = multiplexed_call(abi_syscall(call->abi, call->nr), call->args[0]);
		call->row = syscall_row(call->id, call->abi);
	}
	call->name = syscall_name(call->id);
	selected = call_set_has(&session->selection.trace, call->id, call->abi) &&
		   (!where || where_shows(where, &state, call, !call->returned));
	where_state_free(&state);
	return selected;
}
