/* SPDX-License-Identifier: MIT */
/* The state of the session about each tracee: from the first event to the last. */
#include <stdlib.h>
#include <string.h>

#include "scry/arch.h"
#include "scry/proc.h"
#include "scry/tracee.h"
#include "session/session.h"

/* Tracees that no event has reported count as one more, so that "[pid N]" is shown. */
void tracees_count(struct session *session, int change)
{
	session->host.n_tracees += (size_t)change;
}

void tracees_count_unseen(struct session *session, bool unseen)
{
	if (session->unseen == unseen)
		return;
	session->unseen = unseen;
	tracees_count(session, unseen ? 1 : -1);
}

struct tracee_state *tracees_get(struct session *session, struct tracee *tracee)
{
	struct tracee_state *made;

	if (tracee->session)
		return tracee->session;
	made = xcalloc(1, sizeof(*made) + session->consumers.slots_size);
	/* The pid may be reused, and the engine may have missed the end of the former process. */
	if (session->stacks && tracee->tid == tracee->tgid)
		stacks_forget(session->stacks, tracee->tgid);
	/*
	 * Only the command has neither EVENT_NEW nor EVENT_ATTACHED, which reset this. A stub has
	 * launched it before.
	 */
	made->launching = !session->launched;
	made->abi = session->host.native;
	if (session->host.has_stacks)
		made->stack = xcalloc(1, sizeof(*made->stack));
	made->place = places_get(session, tracee->tid);
	tracee->session = made;
	tracees_count(session, 1);
	return made;
}

static void forget_slots(struct session *session, struct tracee_state *state)
{
	for (size_t i = 0; i < session->consumers.n; i++) {
		struct opened *opened = &session->consumers.items[i];

		if (opened->ops->forget)
			opened->ops->forget(opened->consumer, state->slots + opened->slot);
	}
}

/* Frees a state and what it owns but its place. */
static void free_state(struct session *session, struct tracee_state *gone)
{
	forget_slots(session, gone);
	builder_free(&gone->builder);
	entry_snapshot_free(&gone->snapshot);
	if (gone->stack)
		stack_free(gone->stack);
	free(gone->stack);
	if (gone->subject)
		summary_subject_free(gone->subject);
	free(gone->subject);
	if (gone->subject_snapshot)
		entry_snapshot_free(gone->subject_snapshot);
	free(gone->subject_snapshot);
	where_state_free(&gone->where);
	if (gone->home)
		target_place_free(gone->home);
	free(gone->home);
	free(gone->invocations);
	free(gone->comm);
	free(gone->context);
	free(gone->denied);
	free(gone);
}

void tracees_forget(struct session *session, struct tracee *tracee)
{
	struct tracee_state *gone = tracee->session;

	if (!gone)
		return;
	if (gone->requester)
		free_state(session, gone->requester->session);
	free(gone->requester);
	places_release(session, gone->place);
	free_state(session, gone);
	tracee->session = NULL;
	tracees_count(session, -1);
}

/*
 * A state that is not the one of the tracee's own calls, in which consumers keep what they know of
 * its requests.
 */
static struct tracee_state *make_apart(struct session *session)
{
	struct tracee_state *made = xcalloc(1, sizeof(*made) + session->consumers.slots_size);

	made->abi = session->host.native;
	if (session->host.has_stacks)
		made->stack = xcalloc(1, sizeof(*made->stack));
	return made;
}

struct tracee *tracees_requester(struct session *session, struct tracee *tracee)
{
	struct tracee_state *state = tracees_get(session, tracee), *apart;

	if (!state->requester) {
		state->requester = xcalloc(1, sizeof(*state->requester));
		state->requester->session = make_apart(session);
	}
	apart = state->requester->session;
	/* An execve can give the tracee another number and another place. */
	apart->place = state->place;
	state->requester->tid = tracee->tid;
	state->requester->tgid = tracee->tgid;
	return state->requester;
}

/* --- names ----------------------------------------------------------------------------------- */

/*
 * Returns what reads the tracee itself: the fetch of a request reads what was kept of its
 * submission.
 */
static const struct fetch *own_fetch(const struct session *session, const struct event *event)
{
	const struct tracee *issuer =
		event->request ? engine_find(session->engine, event->tid) : NULL;

	return issuer ? &issuer->fetch : &event->tracee->fetch;
}

/* Fills comm, without a NUL. Returns the length; -1: the tracee is gone. */
static ssize_t look_up_comm(const struct session *session, const struct event *event,
			    char comm[COMM_CAPACITY])
{
	const char *known = event->facts ? event->facts->comm : event->reported_comm;
	const struct fetch *fetch = own_fetch(session, event);
	size_t len;

	if (!event->facts && !known)
		return fetch->ops->own_comm
			       ? fetch->ops->own_comm(fetch->ctx, comm, COMM_CAPACITY - 1)
			       : -1;
	if (!known)
		return -1;
	len = strnlen(known, COMM_CAPACITY - 1);
	memcpy(comm, known, len);
	return (ssize_t)len;
}

static ssize_t look_up_context(const struct session *session, const struct event *event,
			       char context[CONTEXT_CAPACITY])
{
	const struct fetch *fetch = own_fetch(session, event);
	size_t len;

	if (!event->facts)
		return fetch->ops->own_context
			       ? fetch->ops->own_context(fetch->ctx, context, CONTEXT_CAPACITY)
			       : -1;
	if (!event->facts->context)
		return -1;
	len = strnlen(event->facts->context, CONTEXT_CAPACITY);
	memcpy(context, event->facts->context, len);
	return (ssize_t)len;
}

/* Whether the known command name is recent enough, and the current call cannot have changed it. */
static bool has_comm(const struct tracee_state *state, const struct event *event,
		     uint64_t max_age_ns)
{
	const struct syscall *row = state->call.row;

	return max_age_ns && state->comm && state->comm_ns && !event->reported_comm &&
	       event->mono_ns - state->comm_ns <= max_age_ns && !(row && row->flags & CALL_RENAMES);
}

/*
 * Whether the engine says that the tracee still has the known command name, as at nearly every
 * event.
 */
static bool reports_same_comm(const struct tracee_state *state, const struct event *event)
{
	return state->comm && event->reported_comm && !event->facts &&
	       !strcmp(state->comm, event->reported_comm);
}

const char *tracees_comm(struct host *host, const struct event *event, uint64_t max_age_ns)
{
	struct tracee_state *state = tracees_get((struct session *)host, event->tracee);
	char comm[COMM_CAPACITY];
	ssize_t len;

	if (has_comm(state, event, max_age_ns) || reports_same_comm(state, event))
		return state->comm;
	/*
	 * The thread that called execve(2) has the tid of the leader now, and another name than the
	 * leader had.
	 */
	if (event->kind == EVENT_SUPERSEDED && state->comm && !event->facts)
		return state->comm;
	len = look_up_comm((struct session *)host, event, comm);
	/* With bpf the tracee runs on: a second look-up for this event could find another name. */
	state->comm_ns = event->mono_ns;
	if (len <= 0)
		return state->comm;
	comm[len] = '\0';
	if (!state->comm || strcmp(state->comm, comm)) {
		free(state->comm);
		state->comm = xstrdup(comm);
	}
	return state->comm;
}

static const char *tracees_context(const struct session *session, const struct event *event)
{
	struct tracee_state *state = event->tracee->session;
	char bytes[CONTEXT_CAPACITY];
	ssize_t len = look_up_context(session, event, bytes);
	size_t shown = len > 0 ? (size_t)len : 0;
	const char *context = decode_context(session->decoding.contexts, bytes, &shown);

	if (!context)
		return state->context;
	free(state->context);
	state->context = xstrndup(context, shown);
	return state->context;
}

pid_t tracees_process(struct host *host, pid_t tid)
{
	const struct session *session = (struct session *)host;
	const struct tracee *tracee = tid ? engine_find(session->engine, tid) : NULL;

	return tracee ? tracee->tgid : 0;
}

void tracees_begin_call(struct tracee_state *state)
{
	unsigned former = state->call.row ? state->call.row->flags : 0;

	if (former & CALL_RENAMES)
		state->comm_ns = 0;
	if (former & CALL_CHANGES_USER)
		state->user_ns = 0;
}

bool tracees_stop_at_users(const struct session *session)
{
	return session_needs(session, NEED_USER) && session->engine_config.kind->stops;
}

/*
 * Whether the known user is that of the event. Where the calls that change it do not stop, it is so
 * for some time.
 */
static bool has_user(const struct session *session, const struct tracee_state *state, uint64_t now)
{
	if (!state->user_ns || (state->call.row && state->call.row->flags & CALL_CHANGES_USER))
		return false;
	return tracees_stop_at_users(session) || now - state->user_ns < COMM_AGE_NS;
}

bool tracees_parent(const struct session *session, const struct event *event, pid_t *parent)
{
	struct tracee_state *state = tracees_of(event);
	uint64_t now = now_ns();
	long found;

	if (event->facts) {
		*parent = event->facts->owner.parent;
		return event->facts->owner.has_parent;
	}
	if (event->reported_parent) {
		*parent = *event->reported_parent;
		return true;
	}
	if (!state || !engine_is_here(session->engine_config.kind))
		return false;
	if (!state->parent_ns || now - state->parent_ns > COMM_AGE_NS) {
		found = proc_status(event->tid, "PPid");
		if (found >= 0) {
			state->parent = (pid_t)found;
			state->parent_ns = now;
		}
	}
	*parent = state->parent;
	return state->parent_ns;
}

bool tracees_user(const struct session *session, const struct event *event, uint32_t *user)
{
	struct tracee_state *state = tracees_of(event);
	uint64_t now = now_ns();

	if (event->facts) {
		*user = event->facts->owner.user;
		return event->facts->owner.has_user;
	}
	if (!state || !engine_is_here(session->engine_config.kind))
		return false;
	if (event->reported_user) {
		*user = *event->reported_user;
		return true;
	}
	if (has_user(session, state, now)) {
		*user = state->user;
		return true;
	}
	if (!proc_user(event->tid, user)) {
		/* A thread that has ended had the user that was known last. */
		*user = state->user;
		return state->user_ns;
	}
	state->user = *user;
	state->user_ns = now;
	return true;
}

/* --- where they run -------------------------------------------------------------------------- */

const struct target_place *tracees_home(struct session *session, const struct event *event)
{
	struct tracee_state *state = tracees_get(session, event->tracee);

	if (state->home)
		return state->home;
	state->home = xcalloc(1, sizeof(*state->home));
	if (engine_is_here(session->config->engine.kind))
		target_place_of(session->target_places, event->tid, state->home);
	else if (event->facts && event->facts->container)
		state->home->container = xstrdup(event->facts->container);
	if (event->facts && event->facts->unit)
		state->home->unit = xstrdup(event->facts->unit);
	return state->home;
}

const struct target_place *tracees_find_home(struct host *host, const struct event *event)
{
	return tracees_home((struct session *)host, event);
}

bool tracees_have_names(const struct session *session)
{
	const struct config *config = session->config;

	return session_needs(session, NEED_COMM | NEED_HOME) ||
	       ((session->decoding.pid_comms || session->decoding.contexts ||
		 config->show_container) &&
		!config->summary);
}

void tracees_find_names(struct session *session, struct event *event)
{
	const struct decode_config *wanted = &session->decoding;

	tracees_get(session, event->tracee);
	if (wanted->pid_comms || session_needs(session, NEED_COMM))
		event->comm =
			tracees_comm(&session->host, event,
				     wanted->pid_comms || event->kind == EVENT_EXEC ? 0
										    : COMM_AGE_NS);
	if (wanted->contexts)
		event->context = tracees_context(session, event);
	if (session->config->show_container || session_needs(session, NEED_HOME)) {
		const struct target_place *home = tracees_home(session, event);

		event->container = home->container;
		event->unit = home->unit;
	}
}
