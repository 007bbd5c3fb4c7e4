/* SPDX-License-Identifier: MIT */
/* The replay engine: its events come from a recording, and nothing is traced. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "engine/process/children.h"
#include "engine/process/ending.h"
#include "engine/process/signals.h"
#include "scry/answers.h"
#include "scry/engine.h"
#include "scry/record.h"
#include "scry/util.h"

/* The number of events between two looks for signals. */
#define LOOK_EVENTS 256

struct replay_tracee {
	struct tracee base;
	bool wants_exit; /* the verdict about the last entry */
	uint64_t request; /* the key of its last request of io_uring */
};

struct replay_engine {
	struct engine base;
	struct recording *recording;
	struct signals given; /* the signals that scry was started with */
	unsigned n_events; /* since signals were looked for */
	int interrupted_by;
	bool over; /* no event is reported any more */
	bool damaged;
	struct request request; /* of the current event */
	struct tracee *open; /* the last event was the entry of a request of it; NULL: it was not */
	const struct capture *kept; /* comes after the current event; NULL: the next one does */
	uint64_t n_requests;
	bool several; /* the trace had several processes, or followed their children */
};

static struct replay_engine *replay_of(struct engine *engine)
{
	return (struct replay_engine *)engine;
}

static int replay_start(struct engine *base)
{
	sigset_t mask;

	signals_save(&replay_of(base)->given);
	signals_block(&mask);
	signals_catch(base->config->interruptible, false, &mask);
	signals_unblock(&mask);
	return 0;
}

/* --- tracees ------------------------------------------------------------------------------- */

/*
 * The limit of threads that live at a time. A hostile recording can name a new thread every twenty
 * bytes, and a thread takes up to a kilobyte of memory here. No real trace comes near: the kernel
 * stacks of as many threads take 4 GiB.
 */
#define TRACEES_MAX (1u << 18)

/*
 * A recording may begin in the middle of a trace, so that any event can be the first one of a
 * tracee. Returns NULL if there are too many.
 */
static struct tracee *track(struct replay_engine *engine, const struct capture *capture)
{
	struct tracee_table *table = &engine->base.tracees;
	pid_t tid = capture->event.tid;
	struct tracee *tracee = tracee_find(table, tid);

	if (!tracee && table->n >= TRACEES_MAX)
		return NULL;
	if (!tracee)
		tracee = tracee_add(table, tid, capture->tgid);
	tracee->tgid = capture->tgid;
	tracee->fetch.ops = &answers_fetch_ops;
	tracee->fetch.ctx = capture->answers;
	return tracee;
}

/*
 * After execve in a thread the tracee has the tid of its leader. The leader was superseded before;
 * if that event is missing, the tracee of the leader goes on.
 */
static void rename_tracee(struct replay_engine *engine, const struct event *event)
{
	struct tracee_table *table = &engine->base.tracees;
	struct tracee *former = tracee_find(table, event->former_tid);

	if (event->former_tid != event->tid && former && !tracee_find(table, event->tid))
		tracee_rename(table, former, event->tid);
}

/* In a recording the exit of a request follows its entry, if it has one. */
static void mark_request(struct replay_engine *engine, struct event *event)
{
	struct replay_tracee *tracee = (struct replay_tracee *)event->tracee;

	if (!event->request)
		return;
	if (event->kind == EVENT_ENTER)
		tracee->request = ++engine->n_requests;
	engine->open = event->kind == EVENT_ENTER ? event->tracee : NULL;
	engine->request = *event->request;
	engine->request.key = tracee->request;
	event->request = &engine->request;
}

static bool is_unwanted(const struct tracee *tracee, const struct event *event)
{
	return event->kind == EVENT_EXIT && !event->request &&
	       !((const struct replay_tracee *)tracee)->wants_exit;
}

/* Only signals have the last member, which is large. */
static void copy_event(struct event *to, const struct event *from)
{
	memcpy(to, from, offsetof(struct event, siginfo));
	if (from->kind == EVENT_SIGNAL)
		to->siginfo = from->siginfo;
}

/*
 * A request without an exit has had no result. Returns whether *event says so of the last one; then
 * the event that was read is reported after that.
 */
static bool end_request(struct replay_engine *engine, const struct capture *capture,
			struct event *event)
{
	struct tracee *open = engine->open;

	engine->open = NULL;
	if (!open || (capture->event.request && capture->event.kind == EVENT_EXIT))
		return false;
	copy_event(event, &capture->event);
	if (event->kind == EVENT_ENTER)
		event->kind = EVENT_EXIT;
	event->tracee = open;
	engine->request = (struct request){
		.traits = REQUEST_SILENT,
		.key = ((struct replay_tracee *)open)->request,
	};
	event->request = &engine->request;
	engine->kept = capture;
	return true;
}

/* --- operations ---------------------------------------------------------------------------- */

static enum recording_status read_capture(struct replay_engine *engine,
					  const struct capture **capture, const char **message)
{
	*capture = engine->kept;
	engine->kept = NULL;
	return *capture ? RECORDING_CAPTURE : recording_next(engine->recording, capture, message);
}

static bool was_replay_interrupted(struct replay_engine *engine)
{
	int fatal;

	if (++engine->n_events < LOOK_EVENTS)
		return false;
	engine->n_events = 0;
	if (!signals_look(&fatal) || !fatal)
		return false;
	engine->interrupted_by = fatal;
	return true;
}

static enum engine_status replay_next(struct engine *base, struct event *event)
{
	struct replay_engine *engine = replay_of(base);
	const struct capture *capture;
	const char *message;

	while (!engine->over) {
		if (was_replay_interrupted(engine))
			return ENGINE_INTERRUPTED;
		switch (read_capture(engine, &capture, &message)) {
		case RECORDING_CAPTURE:
			if (end_request(engine, capture, event))
				return ENGINE_EVENT;
			copy_event(event, &capture->event);
			base->unseen = engine->several && recording_has_gap(engine->recording);
			if (event->kind == EVENT_EXEC)
				rename_tracee(engine, event);
			event->tracee = track(engine, capture);
			if (!event->tracee) {
				warn("the recording has more than %u threads at a time: the rest "
				     "of it is not shown",
				     TRACEES_MAX);
				engine->over = engine->damaged = true;
				break;
			}
			mark_request(engine, event);
			if (is_unwanted(event->tracee, event))
				continue;
			return ENGINE_EVENT;
		case RECORDING_DAMAGE:
			warn("%s", message);
			engine->damaged = true;
			break;
		case RECORDING_END:
			engine->over = true;
			break;
		}
	}
	return ENGINE_END;
}

static void replay_resume(struct engine *base, const struct event *event,
			  const struct verdict *verdict)
{
	struct replay_tracee *tracee = (struct replay_tracee *)event->tracee;

	if (event->request)
		return;
	switch (event->kind) {
	case EVENT_ENTER:
		tracee->wants_exit = verdict->want_exit;
		break;
	case EVENT_EXIT:
		tracee->wants_exit = false;
		break;
	case EVENT_EXITED:
	case EVENT_KILLED:
	case EVENT_SUPERSEDED:
	case EVENT_DETACHED:
		tracee_remove(&base->tracees, event->tracee);
		break;
	default:
		break;
	}
}

static void replay_detach(struct engine *base, struct tracee *tracee)
{
	(void)base, (void)tracee;
}

static void replay_stop(struct engine *base)
{
	replay_of(base)->over = true;
}

static int replay_finish(struct engine *base, bool failed)
{
	struct replay_engine *engine = replay_of(base);
	uint64_t missing = recording_missing(engine->recording);

	if (missing)
		warn("%llu value%s not recorded", (unsigned long long)missing,
		     plural(missing, " was", "s were"));
	if (base->config->wait_for)
		children_wait(base->config->wait_for);
	signals_restore(&engine->given);
	if (engine->interrupted_by)
		return engine->interrupted_by;
	return W_EXITCODE(failed || engine->damaged ? 1 : 0, 0);
}

static void __attribute__((noreturn)) end(struct engine *base, int status)
{
	(void)base;
	if (WIFEXITED(status))
		exit(WEXITSTATUS(status));
	ending_repeat(status);
}

static const struct engine_ops replay_ops = {
	.start = replay_start,
	.next = replay_next,
	.resume = replay_resume,
	.detach = replay_detach,
	.release = replay_stop,
	.stop = replay_stop,
	.finish = replay_finish,
	.end = end,
};

struct engine *engine_replay_new(const struct engine_config *config)
{
	struct replay_engine *engine = xcalloc(1, sizeof(*engine));
	const struct record_info *info;
	const struct abi *abi;
	const char *name;

	engine->base.ops = &replay_ops;
	engine->base.config = config;
	engine->recording = config->recording;
	info = recording_info(engine->recording);
	name = record_info_find(info, "abi");
	abi = name ? abi_by_name(name) : NULL;
	if (abi)
		abi_set_native(abi);
	abi_set_page_size(record_info_number(info, "page-size"));
	engine->several =
		record_info_number(info, "follow") || record_info_number(info, "pids") > 1;
	tracee_table_init(&engine->base.tracees, sizeof(struct replay_tracee));
	return &engine->base;
}
