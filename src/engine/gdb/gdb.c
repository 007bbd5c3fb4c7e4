/* SPDX-License-Identifier: MIT */
/*
 * The gdb engine: its operations. A stub traces, and scry talks with it by the remote protocol of
 * GDB.
 */
#include "engine/gdb/gdb.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "engine/gdb/ask.h"
#include "engine/gdb/gdb_calls.h"
#include "engine/gdb/events.h"
#include "engine/gdb/files.h"
#include "engine/gdb/gdb_memory.h"
#include "engine/gdb/open.h"
#include "engine/gdb/stop.h"
#include "engine/process/children.h"
#include "engine/process/ending.h"
#include "scry/tracee.h"

/* While the timer is on, gdb_next() returns after this time. */
#define TIMER_MS 100

/* --- starting -------------------------------------------------------------------------------- */

/*
 * Lists the threads that have stopped, as stops. In non-stop mode "?" tells of all of them, one
 * after the other.
 */
static bool list_stopped(struct gdb_engine *engine)
{
	struct buf reply = { 0 };
	bool good = gdb_ask(engine, &reply, "QNonStop:1") && gdb_ask_is_ok(&reply);

	engine->non_stop = good;
	good = good && gdb_ask(engine, &reply, "?");
	while (good && reply.len && !gdb_ask_is_ok(&reply) && !gdb_ask_is_error(&reply)) {
		gdb_ask_add_stop(engine, &reply);
		good = gdb_ask(engine, &reply, "vStopped");
	}
	buf_free(&reply);
	return good;
}

static bool is_attached(const struct gdb_engine *engine, pid_t pid)
{
	const struct engine_config *config = engine->base.config;

	for (size_t i = 0; i < config->n_pids; i++)
		if (config->pids[i] == pid)
			return true;
	return false;
}

static void count_threads(struct gdb_engine *engine, pid_t pid)
{
	struct gdb_process *process = gdb_open_find_process(engine, pid);

	if (process)
		process->n_threads++;
}

/* Reports a thread that was attached, or lets it go on. */
static void begin_thread(struct gdb_engine *engine, pid_t pid, pid_t tid)
{
	struct gdb_process *process = gdb_open_find_process(engine, pid);
	struct gdb_tracee *tracee;
	struct event *event;

	if (!process || (tid != pid && !engine->base.config->follow)) {
		if (engine->non_stop)
			gdb_events_pass(engine, pid, tid);
		return;
	}
	tracee = gdb_events_track(engine, process, tid);
	if (!is_attached(engine, pid)) {
		if (engine->non_stop)
			gdb_events_resume(engine, tracee, 0);
		return;
	}
	event = gdb_events_queue(engine, engine->non_stop ? GDB_RESUMES : GDB_STAYS, EVENT_ATTACHED,
				 tracee);
	event->status = tid == pid ? (int)process->n_threads : 0;
}

/* All-stop: the stub lists the threads in replies "m" and "l". */
static void list_threads(struct gdb_engine *engine)
{
	struct buf reply = { 0 }, stop = { 0 };
	bool good = gdb_ask(engine, &reply, "qfThreadInfo");

	while (good && reply.len > 1 && reply.data[0] == 'm') {
		const char *at = buf_cstr(&reply) + 1;

		while (*at) {
			size_t len = strcspn(at, ",");

			buf_clear(&stop);
			buf_printf(&stop, "T00thread:%.*s;", (int)len, at);
			gdb_ask_add_stop(engine, &stop);
			at += len + (at[len] == ',');
		}
		good = gdb_ask(engine, &reply, "qsThreadInfo");
	}
	buf_free(&reply);
	buf_free(&stop);
}

/* The stops of the start say which threads there are: the leader of a process is reported first. */
static void begin_threads(struct gdb_engine *engine)
{
	struct buf *stops = NULL, stop;
	size_t n = 0, capacity = 0;
	pid_t pid, tid;

	while (gdb_ask_next_stop(engine, &stop)) {
		stops = xgrow(stops, n, &capacity, sizeof(*stops));
		stops[n++] = stop;
		if (gdb_stop_thread(engine, &stop, &pid))
			count_threads(engine, pid);
	}
	for (int leaders = 1; leaders >= 0; leaders--)
		for (size_t i = 0; i < n; i++) {
			tid = gdb_stop_thread(engine, &stops[i], &pid);
			if (tid && (tid == pid) == leaders)
				begin_thread(engine, pid, tid);
		}
	for (size_t i = 0; i < n; i++)
		buf_free(&stops[i]);
	free(stops);
}

static void gdb_stop(struct engine *base);

static int gdb_start(struct engine *base)
{
	struct gdb_engine *engine = gdb_of(base);
	struct buf reply = { 0 };
	sigset_t mask;

	if (base->config->changes_calls && !gdb_calls_can_change(engine, engine->machine)) {
		warn("-e inject/-e fault: the stub at '%s' cannot replace calls or their results: "
		     "gdbserver can on x86",
		     engine->link.target);
		gdb_stop(base);
		return 1;
	}
	signals_save(&engine->given);
	signals_block(&mask);
	signals_catch(base->config->interruptible, false, &mask);
	signals_unblock(&mask);
	if (!engine->features.non_stop || engine->link.acks || !list_stopped(engine))
		list_threads(engine);
	if (base->config->follow && engine->features.thread_events)
		gdb_ask(engine, &reply, "QThreadEvents:1");
	buf_free(&reply);
	gdb_calls_choose_signals(engine);
	for (struct gdb_process *process = engine->processes; process; process = process->next)
		gdb_calls_choose(engine, process);
	begin_threads(engine);
	/* A stub that lists no threads has one. */
	if (!base->tracees.n && engine->processes)
		begin_thread(engine, engine->processes->pid, engine->processes->pid);
	return 0;
}

/* --- waiting --------------------------------------------------------------------------------- */

static bool was_stub_interrupted(struct gdb_engine *engine)
{
	int fatal;

	if (engine->stopping || !signals_look(&fatal))
		return false;
	signals_timer(0);
	if (fatal)
		engine->interrupted_by = fatal;
	return fatal;
}

/* The tracees are what the stub makes of them now. */
static void lose(struct gdb_engine *engine)
{
	if (engine->over)
		return;
	engine->over = engine->failed = true;
	warn("'%s': the connection is lost: %s; %zu process%s traced, and the stub decides what "
	     "becomes of %s",
	     engine->link.target, engine->link.lost, engine->base.tracees.n,
	     plural(engine->base.tracees.n, " or thread was", "es or threads were"),
	     plural(engine->base.tracees.n, "it", "them"));
	gdb_events_detach_all(engine);
}

struct dues {
	struct gdb_engine *engine;
	uint64_t now, next;
};

static void resume_if_due(struct tracee *base, void *ctx)
{
	struct gdb_tracee *tracee = (struct gdb_tracee *)base;
	struct dues *dues = ctx;

	if (!tracee->due_ns)
		return;
	if (tracee->due_ns > dues->now) {
		if (!dues->next || tracee->due_ns < dues->next)
			dues->next = tracee->due_ns;
		return;
	}
	tracee->due_ns = 0;
	dues->engine->n_delayed--;
	gdb_events_resume(dues->engine, tracee, tracee->due_signal);
}

/* Returns how long to wait at most, in milliseconds; -1: for ever. */
static int time_to_wait(struct gdb_engine *engine)
{
	struct dues dues = { engine, now_ns(), 0 };
	int ms = engine->timer_on ? TIMER_MS : -1;

	if (engine->n_delayed)
		tracee_each(&engine->base.tracees, resume_if_due, &dues);
	if (dues.next) {
		uint64_t left = (dues.next - dues.now + 999999) / 1000000;

		if (ms < 0 || left < (uint64_t)ms)
			ms = left < TIMER_MS ? (int)left : TIMER_MS;
	}
	return ms;
}

static enum engine_status gdb_next(struct engine *base, struct event *event)
{
	struct gdb_engine *engine = gdb_of(base);
	struct buf stop;
	int ms;

	for (;;) {
		if (gdb_events_take(engine, event))
			return ENGINE_EVENT;
		if (!base->tracees.n || engine->over)
			return ENGINE_END;
		if (engine->link.lost) {
			lose(engine);
			continue;
		}
		if (was_stub_interrupted(engine))
			return ENGINE_INTERRUPTED;
		if (gdb_ask_next_stop(engine, &stop)) {
			gdb_events_stop(engine, &stop);
			buf_free(&stop);
			continue;
		}
		ms = time_to_wait(engine);
		if (!engine->n_delayed)
			gdb_events_go_on(engine);
		if (gdb_ask_wait(engine, ms) == LINK_NOTHING && !was_stub_interrupted(engine))
			return ENGINE_IDLE;
		if (engine->interrupted_by && !engine->stopping)
			return ENGINE_INTERRUPTED;
	}
}

/* --- detaching --------------------------------------------------------------------------------- */

/* All-stop: a stub listens only while the program is stopped, or to this byte. */
static bool interrupt(struct gdb_engine *engine)
{
	struct buf stop;

	if (!engine->is_running)
		return true;
	link_put_raw(&engine->link, "\003");
	if (gdb_ask_wait(engine, GDB_REPLY_MS) == LINK_NOTHING)
		link_lose(&engine->link, "the stub does not stop the program");
	while (gdb_ask_next_stop(engine, &stop)) {
		/* The program may have ended meanwhile. */
		if (stop.len && (stop.data[0] == 'W' || stop.data[0] == 'X'))
			gdb_events_stop(engine, &stop);
		buf_free(&stop);
	}
	return !engine->link.lost;
}

/*
 * Takes the stops of threads that were told to stop, for ms milliseconds at most. Signals that came
 * stay with the threads.
 */
static void drop_stops(struct gdb_engine *engine, int ms)
{
	struct buf stop;

	gdb_ask_wait(engine, ms);
	while (gdb_ask_next_stop(engine, &stop)) {
		if (stop.len && (stop.data[0] == 'W' || stop.data[0] == 'X' || stop.data[0] == 'w'))
			gdb_events_stop(engine, &stop);
		buf_free(&stop);
	}
}

/*
 * A stub detaches only a process all of whose threads have stopped. Which threads that are scry
 * does not know without -f.
 */
#define DETACH_TRIES 100
#define DETACH_MS 20

static void detach_process(struct gdb_engine *engine, struct gdb_process *process)
{
	struct buf reply = { 0 };
	bool good = false;

	if (process->is_gone)
		return;
	if (engine->non_stop)
		gdb_ask(engine, &reply, "vCont;t:p%x.-1", (unsigned)process->pid);
	for (int i = 0; i < DETACH_TRIES && !good && !process->is_gone && !engine->link.lost; i++) {
		if (engine->non_stop)
			drop_stops(engine, DETACH_MS);
		if (engine->features.multiprocess)
			gdb_ask(engine, &reply, "D;%x", (unsigned)process->pid);
		else
			gdb_ask(engine, &reply, "D");
		good = gdb_ask_is_ok(&reply);
		if (!engine->non_stop)
			break;
	}
	if (!good && !process->is_gone)
		warn("'%s': the stub does not detach process %d", engine->link.target,
		     process->pid);
	buf_free(&reply);
	engine->selected = 0;
}

static void gdb_detach(struct engine *base, struct tracee *tracee)
{
	struct gdb_engine *engine = gdb_of(base);
	struct gdb_process *process = ((struct gdb_tracee *)tracee)->process;

	detach_process(engine, process);
	gdb_events_detach(engine, process);
}

static void gdb_stop(struct engine *base)
{
	struct gdb_engine *engine = gdb_of(base);

	if (engine->stopping)
		return;
	engine->stopping = true;
	if (!engine->link.lost && interrupt(engine))
		for (struct gdb_process *process = engine->processes; process;
		     process = process->next)
			detach_process(engine, process);
	gdb_events_detach_all(engine);
	engine->over = true;
}

/* --- operations -------------------------------------------------------------------------------- */

static void go_on(struct gdb_engine *engine, struct gdb_tracee *tracee, const struct event *event,
		  const struct verdict *verdict)
{
	int signal = 0;

	if (event->kind == EVENT_SIGNAL)
		signal = verdict->signal;
	if (event->kind == EVENT_ENTER) {
		tracee->want_exit = verdict->want_exit;
		gdb_calls_change(tracee, verdict);
		signal = verdict->send;
	}
	if (!verdict->delay_ns) {
		gdb_events_resume(engine, tracee, signal);
		return;
	}
	tracee->due_ns = now_ns() + verdict->delay_ns;
	tracee->due_signal = signal;
	engine->n_delayed++;
}

static void gdb_resume(struct engine *base, const struct event *event,
		       const struct verdict *verdict)
{
	struct gdb_engine *engine = gdb_of(base);
	struct gdb_tracee *tracee = (struct gdb_tracee *)event->tracee;

	if (engine->after == GDB_GOES)
		gdb_events_forget(engine, tracee);
	else if (verdict->detach)
		gdb_detach(base, &tracee->base);
	else if (engine->after == GDB_RESUMES)
		go_on(engine, tracee, event, verdict);
}

static int gdb_finish(struct engine *base, bool failed)
{
	struct gdb_engine *engine = gdb_of(base);

	if (base->config->debug)
		warn("scry waited %llu time%s for the stub",
		     (unsigned long long)engine->link.n_waits, plural_s(engine->link.n_waits));
	link_close(&engine->link);
	if (base->config->wait_for)
		children_wait(base->config->wait_for);
	signals_restore(&engine->given);
	if (failed || engine->failed)
		return W_EXITCODE(1, 0);
	if (engine->interrupted_by)
		return base->left ? 0 : engine->interrupted_by;
	return engine->command_status;
}

static void __attribute__((noreturn)) end(struct engine *base, int status)
{
	(void)base;
	ending_repeat(status);
}

static size_t gdb_poke(struct engine *base, struct tracee *tracee, uint64_t address,
		       const void *bytes, size_t len)
{
	(void)base;
	return gdb_memory_write((struct gdb_tracee *)tracee, address, bytes, len);
}

static void gdb_set_timer(struct engine *base, bool on)
{
	gdb_of(base)->timer_on = on;
}

static const struct engine_ops gdb_ops = {
	.start = gdb_start,
	.next = gdb_next,
	.resume = gdb_resume,
	.detach = gdb_detach,
	.release = gdb_stop,
	.stop = gdb_stop,
	.finish = gdb_finish,
	.end = end,
	.poke = gdb_poke,
	.set_timer = gdb_set_timer,
};

struct engine *engine_gdb_new(const struct engine_config *config)
{
	struct gdb_engine *engine = xcalloc(1, sizeof(*engine));

	engine->base.ops = &gdb_ops;
	engine->base.config = config;
	gdb_files_set_fetch(engine);
	tracee_table_init(&engine->base.tracees, sizeof(struct gdb_tracee));
	if (gdb_open_stub(engine))
		return &engine->base;
	/* What the stub has begun for this trace must not stay stopped. */
	gdb_stop(&engine->base);
	link_close(&engine->link);
	return NULL;
}
