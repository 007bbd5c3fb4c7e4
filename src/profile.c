/* SPDX-License-Identifier: MIT */
/* --policy and --try-policy: profiles that are written from a trace, and tried on a command. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "handle.h"
#include "scry/arch.h"

bool session_wants_entries_only(const struct config *config)
{
	return config->policy.path && config->silent && !config->record.file.path &&
	       !cli_wants_table(config) && !cli_wants_call_tree(config) &&
	       !cli_wants_exports(config);
}

bool session_prepare_policy(struct session *session)
{
	char *error;

	if (!session->config->policy.path)
		return true;
	session->policy = policy_new(&session->config->policy, &error);
	if (session->policy)
		return true;
	warn("%s", error);
	free(error);
	return false;
}

bool session_write_policy(struct session *session)
{
	char *error;

	if (!session->policy || policy_write(session->policy, &error))
		return true;
	warn("--policy: %s", error);
	free(error);
	return false;
}

bool session_prepare_trial(struct session *session, const struct seccomp_program *base)
{
	char *error;

	session->trial = policy_trial_new(session->config->tried, base, &session->program, &error);
	if (session->trial)
		return true;
	warn("--try-policy: %s", error);
	free(error);
	return false;
}

/* Fills in what the profile does instead of the call. */
static void refuse(uint32_t answer, struct verdict *verdict)
{
	uint32_t action = answer & SECCOMP_RET_ACTION_FULL;
	bool kills = action == SECCOMP_RET_KILL_PROCESS || action == SECCOMP_RET_KILL_THREAD;

	verdict->replace = verdict->set_result = true;
	verdict->instead = -1;
	verdict->result = action == SECCOMP_RET_ERRNO ? -(int64_t)policy_errno(answer) : -ENOSYS;
	verdict->is_error = verdict->result;
	/* The kernel forces a SIGSYS that no handler gets. The tracer can do that only by SIGKILL. */
	verdict->send = kills ? SIGKILL : action == SECCOMP_RET_TRAP ? SIGSYS : 0;
}

bool session_try_policy(struct session *session, const struct event *event, struct call *call,
			struct verdict *verdict)
{
	uint32_t answer = policy_trial_answer(session->trial, call->abi->audit_arch, event->nr,
					      event->ip, event->args);

	if (policy_allows(answer))
		return false;
	call->denied = policy_answer_word(session->trial, answer);
	session->denials[call->id]++;
	session->n_denied++;
	if (session->config->enforce && !session_is_launch(session->config, call))
		refuse(answer, verdict);
	return true;
}

bool session_report_trial(const struct session *session)
{
	struct buf text = { 0 };
	const char *between = "";

	if (!session->trial || !session->n_denied)
		return true;
	for (enum syscall_id id = ID_none; id < ID_COUNT; id++) {
		if (!session->denials[id])
			continue;
		buf_printf(&text, "%s%s %llu", between, id ? syscall_name(id) : "without a name",
			   (unsigned long long)session->denials[id]);
		between = ", ";
	}
	warn("'%s' does not allow %llu call%s: %s", session->config->tried,
	     (unsigned long long)session->n_denied, session->n_denied == 1 ? "" : "s",
	     buf_cstr(&text));
	buf_free(&text);
	return false;
}
