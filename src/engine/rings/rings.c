/* SPDX-License-Identifier: MIT */
/*
 * Reports requests of io_uring(7) as the bpf engine does, among the events of an engine whose
 * tracees stop. What is found at a stop before its event is handled is reported before it, what is
 * found after the exit of a call is reported before the tracee goes on.
 */
#include "engine/rings/follow.h"
#include "scry/util.h"

struct rings_engine {
	struct engine base; /* .tracees is empty: .within has them */
	struct engine_ops ops;
	struct engine *within;
	struct follower follower;
	bool is_amid; /* findings are reported: .event waits, and is what they were found at */
	bool reports; /* the current event is a finding */
	bool owes; /* .event was handled, and is to be resumed; otherwise it is to be reported */
	struct event event;
	struct verdict verdict; /* .owes: the answer to .event */
	bool releases, stops; /* to be done when .event is resumed */
};

static struct rings_engine *rings_of(struct engine *engine)
{
	return (struct rings_engine *)engine;
}

static int rings_start(struct engine *base)
{
	struct engine *within = rings_of(base)->within;
	int status = within->ops->start(within);

	base->began_ns = within->began_ns;
	return status;
}

/* After .event: does what was asked for while its tracee was stopped. */
static void end_findings(struct rings_engine *engine)
{
	struct engine *within = engine->within;

	engine->is_amid = false;
	if (engine->releases)
		within->ops->release(within);
	if (engine->stops)
		within->ops->stop(within);
	engine->releases = engine->stops = false;
}

/* Reports the next finding, or .event after the last one. Returns false if there is no event. */
static bool report_finding(struct rings_engine *engine, struct event *event)
{
	engine->reports = follow_has_findings(&engine->follower);
	if (engine->reports) {
		follow_report(&engine->follower, &engine->event, event);
		return true;
	}
	if (!engine->owes) {
		*event = engine->event;
		return true;
	}
	engine->owes = false;
	engine->within->ops->resume(engine->within, &engine->event, &engine->verdict);
	end_findings(engine);
	return false;
}

static void begin_findings(struct rings_engine *engine, const struct event *event)
{
	engine->is_amid = true;
	engine->event = *event;
}

static enum engine_status rings_next(struct engine *base, struct event *event)
{
	struct rings_engine *engine = rings_of(base);
	struct engine *within = engine->within;
	enum engine_status status;

	if (engine->is_amid && report_finding(engine, event))
		return ENGINE_EVENT;
	status = within->ops->next(within, event);
	base->n_lost = within->n_lost;
	base->unseen = within->unseen;
	if (status == ENGINE_EVENT && event->kind != EVENT_EXIT && !event->request &&
	    event->tracee && follow_before(&engine->follower, event)) {
		begin_findings(engine, event);
		report_finding(engine, event);
	}
	return status;
}

/* Resumes the event of which the findings were reported before it. */
static void resume_amid(struct rings_engine *engine, const struct event *event,
			const struct verdict *verdict)
{
	if (engine->reports)
		return;
	engine->within->ops->resume(engine->within, event, verdict);
	end_findings(engine);
}

static void rings_resume(struct engine *base, const struct event *event,
			 const struct verdict *verdict)
{
	struct rings_engine *engine = rings_of(base);

	if (engine->is_amid) {
		resume_amid(engine, event, verdict);
	} else if (event->kind == EVENT_EXIT && !event->request &&
		   follow_is_needed(&engine->follower) && follow_after(&engine->follower, event)) {
		begin_findings(engine, event);
		engine->owes = true;
		engine->verdict = *verdict;
	} else {
		engine->within->ops->resume(engine->within, event, verdict);
	}
}

static bool rings_attach(struct engine *base, pid_t pid)
{
	struct engine *within = rings_of(base)->within;

	return within->ops->attach(within, pid);
}

static void rings_detach(struct engine *base, struct tracee *tracee)
{
	struct engine *within = rings_of(base)->within;

	within->ops->detach(within, tracee);
}

/* With findings .event, whose tracee is stopped, is resumed before. */
static void rings_release(struct engine *base)
{
	struct rings_engine *engine = rings_of(base);

	engine->releases = true;
	if (!engine->is_amid)
		end_findings(engine);
}

static void rings_stop(struct engine *base)
{
	struct rings_engine *engine = rings_of(base);

	engine->stops = true;
	if (!engine->is_amid)
		end_findings(engine);
}

static int rings_finish(struct engine *base, bool failed)
{
	struct engine *within = rings_of(base)->within;

	within->left = base->left;
	return within->ops->finish(within, failed);
}

static void __attribute__((noreturn)) end(struct engine *base, int status)
{
	struct engine *within = rings_of(base)->within;

	within->ops->end(within, status);
	__builtin_unreachable();
}

static size_t rings_poke(struct engine *base, struct tracee *tracee, uint64_t address,
			 const void *bytes, size_t len)
{
	struct engine *within = rings_of(base)->within;

	return within->ops->poke(within, tracee, address, bytes, len);
}

static struct tracee *rings_find_tracee(const struct engine *base, pid_t tid)
{
	return engine_find(((const struct rings_engine *)base)->within, tid);
}

static bool has_tracees(const struct engine *base)
{
	return engine_has_tracees(((const struct rings_engine *)base)->within);
}

static void rings_set_timer(struct engine *base, bool on)
{
	struct engine *within = rings_of(base)->within;

	within->ops->set_timer(within, on);
}

struct engine *engine_rings_new(struct engine *within)
{
	struct rings_engine *engine = xcalloc(1, sizeof(*engine));
	const struct engine_ops *ops = within->ops;

	/* What the engine cannot do, this one cannot do either. */
	engine->ops = (struct engine_ops){
		.start = rings_start,
		.next = rings_next,
		.resume = rings_resume,
		.attach = ops->attach ? rings_attach : NULL,
		.detach = rings_detach,
		.release = rings_release,
		.stop = rings_stop,
		.finish = rings_finish,
		.end = end,
		.poke = ops->poke ? rings_poke : NULL,
		.find = rings_find_tracee,
		.has_tracees = has_tracees,
		.set_timer = ops->set_timer ? rings_set_timer : NULL,
	};
	engine->base.ops = &engine->ops;
	engine->base.config = engine->follower.config = within->config;
	tracee_table_init(&engine->base.tracees, sizeof(struct tracee));
	engine->within = within;
	engine->follower.n_lost = &engine->base.n_results_lost;
	engine->follower.stays = &within->stays;
	return &engine->base;
}
