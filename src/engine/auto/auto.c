/* SPDX-License-Identifier: MIT */
/*
 * The engine of --engine=auto: a trace begins with the ptrace engine, which starts at once, and
 * goes on with the bpf engine, whose tracees do not stop. doc/engine-bpf.md, "Taking over", says
 * why nothing is lost or doubled.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "engine/bpf/beside.h"
#include "engine/process/signals.h"
#include "engine/ptrace/hand_over.h"
#include "scry/proc.h"
#include "scry/util.h"

/*
 * The bpf engine pays if tracees stop as often as STOPS within STOPS_NS: its start takes as much
 * CPU time as some 2,000 stops. Tracees that stop less often lose less than a twentieth of their
 * time.
 */
#define STOPS 2000
#define STOPS_NS 1000000000u
/* While the program is loaded, the engine looks each time after so many stops whether it is. */
#define STOPS_BETWEEN_LOOKS 16
/*
 * A trace with so many stops has lost some ten seconds: scry says at its end that another engine is
 * faster.
 */
#define MANY_STOPS 500000
/* Records that are fewer than 256 KiB come without a wake-up. */
#define WAIT_MS 50
/*
 * A record that is being written is complete after some microseconds; a task that writes one may be
 * preempted.
 */
#define MAX_TRIES 1000

enum stage {
	STAGE_PTRACE, /* the ptrace engine is alone, and the bpf engine may come */
	STAGE_LOADING, /* a thread loads the program */
	STAGE_BOTH,
	STAGE_STAYS, /* the ptrace engine stays alone */
	STAGE_BPF, /* the bpf engine is alone, from the start */
};

/* What the thread does. */
enum loader { LOADER_COMPILES, LOADER_LOADS, LOADER_DONE, LOADER_FAILED };

struct auto_engine {
	struct engine base; /* .tracees is empty: the engines have theirs */
	struct engine *ptrace, *bpf;
	struct engine_config bpf_config;
	struct hand_over hand_over;
	enum stage stage;
	pthread_t thread;
	enum loader loader; /* atomic */
	sem_t loaded; /* posted by the thread: it is done, or has failed */
	sem_t ending; /* posted for the thread, which waits for it if the program is lent */
	bool lasts; /* the thread waits */
	bool lacks; /* the bpf engine cannot be had here */
	bool is_long; /* MANY_STOPS were made since then */
	uint64_t since_ns; /* when the current count of stops began */
	struct engine *reporter; /* of the current event */
	bool look_due; /* the ptrace engine may have an event */
	/* the position in the ring up to which records come before that event */
	unsigned long read_before;
	unsigned tries; /* how often such records were not complete */
	bool ptrace_is_over;
	bool said_of_debugger;
	uint64_t idle_ns; /* when auto_next() has returned IDLE */
	bool has_next; /* .next comes after the current event */
	struct event next;
};

static inline struct auto_engine *auto_of(struct engine *engine)
{
	return (struct auto_engine *)engine;
}

/* --- the start of the bpf engine ---------------------------------------------------------- */

static void say(const struct auto_engine *engine, const char *what)
{
	if (engine->base.config->debug)
		warn("engine ptrace: %s", what);
}

static void set_loader(struct auto_engine *engine, enum loader loader)
{
	__atomic_store_n(&engine->loader, loader, __ATOMIC_RELEASE);
}

static enum loader get_loader(const struct auto_engine *engine)
{
	return __atomic_load_n(&engine->loader, __ATOMIC_ACQUIRE);
}

static void wait_until_posted(sem_t *semaphore)
{
	while (sem_wait(semaphore) && errno == EINTR)
		;
}

/*
 * Runs in a thread, so that no tracee waits. The tracer may be pinned to one CPU, which the thread
 * leaves.
 */
static void *load_program(void *ctx)
{
	struct auto_engine *engine = ctx;
	const struct colocate *colocate = &engine_of(engine->ptrace)->colocate;
	bool good, lasts;

	if (colocate->mode != COLOCATE_NEVER)
		sched_setaffinity(0, sizeof(colocate->own), &colocate->own);
	if (engine->bpf_config.compile_plans)
		engine->bpf_config.plans =
			engine->bpf_config.compile_plans(engine->bpf_config.plans_ctx);
	set_loader(engine, LOADER_LOADS);
	good = bpf_load_beside(engine->bpf, &engine->ptrace->tracees);
	lasts = engine->lasts = good && bpf_is_lent(engine->bpf);
	set_loader(engine, good ? LOADER_DONE : LOADER_FAILED);
	sem_post(&engine->loaded);
	if (lasts)
		wait_until_posted(&engine->ending);
	return NULL;
}

/* Signals are for the thread that traces. A new thread has the mask of this one. */
static bool start_loader(struct auto_engine *engine)
{
	sigset_t before;
	int error;

	engine->bpf_config = *engine->base.config;
	engine->bpf = engine_bpf_new(&engine->bpf_config);
	sem_init(&engine->loaded, 0, 0);
	sem_init(&engine->ending, 0, 0);
	signals_block(&before);
	error = pthread_create(&engine->thread, NULL, load_program, engine);
	signals_unblock(&before);
	return !error;
}

/* Whether what is said before the program is asked for speaks against it. */
static bool is_missing(const struct auto_engine *engine)
{
	struct buf what = { 0 };
	bool missing = engine_bpf_lacks(0, &what);

	if (missing && engine->base.config->debug)
		warn("engine ptrace: bpf %s", buf_cstr(&what));
	buf_free(&what);
	return missing;
}

static void stay(struct auto_engine *engine)
{
	engine->stage = STAGE_STAYS;
	engine->hand_over.stops_left = 0;
}

static void begin_loading(struct auto_engine *engine)
{
	if (is_missing(engine)) {
		stay(engine);
		engine->lacks = true;
		engine->hand_over.stops_left = MANY_STOPS;
	} else if (!start_loader(engine)) {
		say(engine, "a thread that loads the bpf engine cannot be made");
		stay(engine);
	} else {
		engine->stage = STAGE_LOADING;
		engine->hand_over.stops_left = STOPS_BETWEEN_LOOKS;
	}
}

/* The thread is about to be done. */
static void take_over(struct auto_engine *engine)
{
	wait_until_posted(&engine->loaded);
	if (!engine->lasts)
		pthread_join(engine->thread, NULL);
	/* A thread that is made from now on must not be pinned as this one may be. */
	hand_over_prepare(engine_of(engine->ptrace));
	if (get_loader(engine) == LOADER_FAILED) {
		stay(engine);
	} else if (engine->base.stays) {
		say(engine, "bpf does not take over, because a ring of io_uring is read");
		stay(engine);
	} else if (!bpf_begin_beside(engine->bpf, engine_of(engine->ptrace)->command)) {
		say(engine, "the ring buffer of the bpf engine cannot be waited for");
		stay(engine);
	} else {
		say(engine, engine->lasts ? "the bpf engine takes over, lent by scry-capture"
					  : "the bpf engine takes over");
		engine->stage = STAGE_BOTH;
		engine->bpf->ops->set_timer(engine->bpf, true);
		hand_over_begin(engine_of(engine->ptrace));
	}
}

static bool is_done(const struct auto_engine *engine)
{
	enum loader loader = get_loader(engine);

	return loader == LOADER_DONE || loader == LOADER_FAILED;
}

/* The number of stops after which the program is loaded if they came fast enough. */
static uint64_t first_stops(const struct auto_engine *engine)
{
	unsigned long asked = engine->base.config->hand_over_after;

	return asked ? asked : STOPS;
}

/* The ptrace engine has made as many stops as it was to make. */
static void on_stops(void *ctx)
{
	struct auto_engine *engine = ctx;
	unsigned long asked = engine->base.config->hand_over_after;
	uint64_t now = now_ns();

	engine->is_long = engine->lacks;
	if (engine->stage == STAGE_PTRACE && engine_of(engine->ptrace)->filter) {
		say(engine, "bpf does not take over, because a seccomp filter is used");
		stay(engine);
		return;
	}
	if (engine->stage == STAGE_PTRACE && !asked && now - engine->since_ns > STOPS_NS) {
		engine->since_ns = now;
		engine->hand_over.stops_left = first_stops(engine);
		return;
	}
	if (engine->stage == STAGE_PTRACE)
		begin_loading(engine);
	if (engine->stage != STAGE_LOADING)
		return;
	/* A number of stops that was asked for is exact. */
	if (asked || is_done(engine))
		take_over(engine);
	else
		engine->hand_over.stops_left = STOPS_BETWEEN_LOOKS;
}

/*
 * The trace has ended before the program was loaded. The thread reads what the session frees until
 * it has compiled the plans.
 */
static void leave_loader(struct auto_engine *engine)
{
	while (engine->stage == STAGE_LOADING && get_loader(engine) == LOADER_COMPILES)
		sched_yield();
	if (engine->stage == STAGE_LOADING)
		stay(engine);
}

/* --- what the ptrace engine asks ---------------------------------------------------------- */

static bool mark(void *ctx, pid_t tid)
{
	struct auto_engine *engine = ctx;
	const struct engine_config *config = engine->base.config;

	if (!bpf_mark(engine->bpf, tid))
		return false;
	/* The tracee is stopped still. */
	if (config->handing_over)
		config->handing_over(config->plans_ctx, tracee_find(&engine->ptrace->tracees, tid));
	return true;
}

static void take(void *ctx, const struct tracee *tracee)
{
	bpf_adopt(((struct auto_engine *)ctx)->bpf, tracee);
}

static void attach_beside(void *ctx, pid_t tid, bool alone)
{
	bpf_attach_beside(((struct auto_engine *)ctx)->bpf, tid, alone);
}

/* --- operations --------------------------------------------------------------------------- */

/*
 * A stop makes some calls of a process fail, or end early, that it did not cause: signal(7),
 * "Interruption of system calls and library functions by stop signals". So a trace of processes
 * that are there already begins with the bpf engine, unless a number of stops is asked for.
 */
static bool loads_first(const struct auto_engine *engine)
{
	const struct engine_config *config = engine->base.config;

	return config->n_pids && !config->argv && !config->hand_over_after && !is_missing(engine);
}

static int start_alone(struct auto_engine *engine)
{
	int status;

	engine->stage = STAGE_BPF;
	engine->reporter = engine->bpf;
	status = engine->bpf->ops->start(engine->bpf);
	engine->base.began_ns = engine->bpf->began_ns;
	return status;
}

static int auto_start(struct engine *base)
{
	struct auto_engine *engine = auto_of(base);

	if (loads_first(engine)) {
		engine->bpf_config = *base->config;
		if (base->config->compile_plans)
			engine->bpf_config.plans =
				base->config->compile_plans(base->config->plans_ctx);
		engine->bpf = engine_bpf_new(&engine->bpf_config);
		if (bpf_load_alone(engine->bpf, &engine->ptrace->tracees)) {
			say(engine, "the bpf engine attaches, so that no call is interrupted");
			return start_alone(engine);
		}
		stay(engine);
	}
	engine->since_ns = now_ns();
	return engine->ptrace->ops->start(engine->ptrace);
}

/*
 * A thread called execve(2), whose leader is a tracee of the bpf engine: the kernel has removed the
 * leader, and given its tid to the thread.
 */
static void supersede(struct auto_engine *engine, struct event *event)
{
	struct tracee *leader = tracee_find(&engine->bpf->tracees, event->tid);

	if (event->kind != EVENT_EXEC || event->former_tid == event->tid || !leader)
		return;
	engine->next = *event;
	engine->has_next = true;
	engine->reporter = engine->bpf;
	event->kind = EVENT_SUPERSEDED;
	event->tracee = leader;
}

static void pass_command_status(struct auto_engine *engine)
{
	int status;

	if (hand_over_command_status(engine_of(engine->ptrace), &status))
		bpf_set_command_status(engine->bpf, status);
}

/* Asks the ptrace engine for an event. */
static enum engine_status look_at_ptrace(struct auto_engine *engine, struct event *event)
{
	enum engine_status status = engine->ptrace->ops->next(engine->ptrace, event);

	pass_command_status(engine);
	engine->look_due = status == ENGINE_EVENT;
	engine->ptrace_is_over = status == ENGINE_END;
	if (status != ENGINE_EVENT)
		return status;
	engine->reporter = engine->ptrace;
	supersede(engine, event);
	return status;
}

/*
 * A tracee of the bpf engine attaches to one that the ptrace engine still has, because it has been
 * in the same call since before the bpf engine took over. The caller has not stopped, so that its
 * attempt fails. scry interrupts the call, as the debugger would have done, and hands the tracee
 * over at its end: the next attempt succeeds.
 */
static void note_debugger(struct auto_engine *engine, const struct event *event)
{
	const struct tracee *target;

	if (event->kind != EVENT_ENTER || !event->abi ||
	    abi_syscall(event->abi, event->nr) != ID_ptrace ||
	    (event->args[0] != PTRACE_ATTACH && event->args[0] != PTRACE_SEIZE))
		return;
	target = tracee_find(&engine->ptrace->tracees, (pid_t)event->args[1]);
	if (!target || !proc_is_numbered(target->tid, event->tid, target->tid))
		return;
	ptrace(PTRACE_INTERRUPT, target->tid, NULL, NULL);
	if (engine->said_of_debugger)
		return;
	engine->said_of_debugger = true;
	warn("process %d could not be debugged, because scry traced it with ptrace in a call that "
	     "goes on; now it can: try again, or use --engine=ptrace, which releases it at once",
	     target->tid);
}

/*
 * Asks the bpf engine for an event. The leader that an execve(2) has removed may be a tracee of the
 * ptrace engine.
 */
static enum engine_status look_at_bpf(struct auto_engine *engine, struct event *event)
{
	enum engine_status status = engine->bpf->ops->next(engine->bpf, event);
	struct tracee *leader;

	engine->base.n_lost = engine->bpf->n_lost;
	if (status != ENGINE_EVENT)
		return status;
	engine->reporter = engine->bpf;
	event->unstopped = true;
	if (engine->stage == STAGE_BPF)
		return status;
	note_debugger(engine, event);
	leader = event->kind == EVENT_SUPERSEDED ? tracee_find(&engine->ptrace->tracees, event->tid)
						 : NULL;
	if (leader) {
		event->tracee->session = leader->session;
		hand_over_forget(engine_of(engine->ptrace), tracee_of(leader));
	}
	return status;
}

/* What is in the ring when a tracee has stopped came before the stop, and is reported before it. */
static void note_signals(struct auto_engine *engine)
{
	if (engine->look_due || !signals_have_come())
		return;
	engine->look_due = true;
	engine->read_before = bpf_produced(engine->bpf);
	engine->tries = 0;
}

static enum engine_status next_of_both(struct auto_engine *engine, struct event *event)
{
	enum engine_status status;
	uint64_t now;

	for (;;) {
		note_signals(engine);
		if (engine->look_due &&
		    (bpf_has_read(engine->bpf, engine->read_before) || engine->tries > MAX_TRIES)) {
			status = look_at_ptrace(engine, event);
			if (status == ENGINE_EVENT || status == ENGINE_INTERRUPTED)
				return status;
		}
		status = look_at_bpf(engine, event);
		if (status == ENGINE_EVENT)
			return status;
		if (engine->look_due) {
			engine->tries++;
			sched_yield();
			continue;
		}
		if (status == ENGINE_END && engine->ptrace_is_over)
			return ENGINE_END;
		now = now_ns();
		if (now - engine->idle_ns > WAIT_MS * 1000000u) {
			engine->idle_ns = now;
			return ENGINE_IDLE;
		}
		/*
		 * After its end the bpf engine waits for nothing, and no signal comes when the
		 * ptrace engine has no tracee either.
		 */
		engine->look_due = !bpf_wait(engine->bpf, WAIT_MS) || status == ENGINE_END;
	}
}

static enum engine_status auto_next(struct engine *base, struct event *event)
{
	struct auto_engine *engine = auto_of(base);
	enum engine_status status = ENGINE_IDLE;

	if (engine->stage == STAGE_BPF)
		return look_at_bpf(engine, event);
	if (engine->has_next) {
		engine->has_next = false;
		engine->reporter = engine->ptrace;
		*event = engine->next;
		return ENGINE_EVENT;
	}
	if (engine->stage != STAGE_BOTH) {
		engine->reporter = engine->ptrace;
		status = engine->ptrace->ops->next(engine->ptrace, event);
	}
	if (status == ENGINE_END && engine->stage != STAGE_BOTH)
		leave_loader(engine);
	if (engine->stage != STAGE_BOTH || status == ENGINE_EVENT || status == ENGINE_INTERRUPTED)
		return status;
	return next_of_both(engine, event);
}

static void auto_resume(struct engine *base, const struct event *event,
			const struct verdict *verdict)
{
	struct auto_engine *engine = auto_of(base);
	bool ends = event->kind == EVENT_EXITED || event->kind == EVENT_KILLED;
	pid_t tgid = ends ? event->tracee->tgid : 0;

	engine->reporter->ops->resume(engine->reporter, event, verdict);
	if (ends && engine->stage == STAGE_BOTH && engine->reporter == engine->ptrace)
		bpf_end_leader(engine->bpf, tgid);
}

static struct engine *owner_of(struct auto_engine *engine, const struct tracee *tracee)
{
	return tracee_find(&engine->ptrace->tracees, tracee->tid) == tracee ? engine->ptrace
									    : engine->bpf;
}

static void auto_detach(struct engine *base, struct tracee *tracee)
{
	struct engine *owner = owner_of(auto_of(base), tracee);

	owner->ops->detach(owner, tracee);
}

static bool has_bpf(const struct auto_engine *engine)
{
	return engine->stage == STAGE_BOTH || engine->stage == STAGE_BPF;
}

static void auto_release(struct engine *base)
{
	struct auto_engine *engine = auto_of(base);

	if (engine->stage != STAGE_BPF)
		engine->ptrace->ops->release(engine->ptrace);
	if (has_bpf(engine))
		engine->bpf->ops->release(engine->bpf);
}

/* The ptrace engine ends a command that it has, the bpf engine one that was handed over. */
static void auto_stop(struct engine *base)
{
	struct auto_engine *engine = auto_of(base);
	const struct ptrace_engine *ptrace = engine_of(engine->ptrace);
	bool has_command = ptrace->command && find_tracee(ptrace, ptrace->command);

	if (engine->stage == STAGE_BPF) {
		engine->bpf->ops->stop(engine->bpf);
		return;
	}
	engine->ptrace->ops->stop(engine->ptrace);
	if (engine->stage != STAGE_BOTH)
		return;
	bpf_set_interrupted(engine->bpf, ptrace->interrupted_by, has_command);
	engine->bpf->ops->stop(engine->bpf);
	engine->look_due = true;
	engine->tries = MAX_TRIES;
}

static int auto_finish(struct engine *base, bool failed)
{
	struct auto_engine *engine = auto_of(base);

	if (engine->is_long && isatty(STDERR_FILENO))
		warn("with the bpf engine calls would have taken a tenth of the time: scry "
		     "--why-engine says what it needs");
	leave_loader(engine);
	engine->ptrace->left = base->left;
	if (engine->stage == STAGE_BPF) {
		engine->bpf->left = base->left;
		return engine->bpf->ops->finish(engine->bpf, failed);
	}
	if (engine->stage == STAGE_BOTH)
		engine->bpf->ops->finish(engine->bpf, failed);
	if (engine->stage == STAGE_BOTH && engine->lasts) {
		sem_post(&engine->ending);
		pthread_join(engine->thread, NULL);
	}
	return engine->ptrace->ops->finish(engine->ptrace, failed);
}

static void __attribute__((noreturn)) end(struct engine *base, int status)
{
	struct auto_engine *engine = auto_of(base);
	struct engine *last = engine->stage == STAGE_BPF ? engine->bpf : engine->ptrace;

	last->ops->end(last, status);
	__builtin_unreachable();
}

static size_t auto_poke(struct engine *base, struct tracee *tracee, uint64_t address,
			const void *bytes, size_t len)
{
	struct engine *owner = owner_of(auto_of(base), tracee);

	return owner->ops->poke ? owner->ops->poke(owner, tracee, address, bytes, len) : 0;
}

static struct tracee *auto_find_tracee(const struct engine *base, pid_t tid)
{
	const struct auto_engine *engine = (const struct auto_engine *)base;
	struct tracee *tracee;

	/* The thread that has superseded its leader has the new tid already. */
	if (engine->has_next && tid == engine->next.former_tid)
		return engine->next.tracee;
	tracee = tracee_find(&engine->ptrace->tracees, tid);
	return tracee || !has_bpf(engine) ? tracee : tracee_find(&engine->bpf->tracees, tid);
}

/* While both engines run, auto_next() returns IDLE often enough unless records come all the time. */
static void auto_set_timer(struct engine *base, bool on)
{
	struct engine *ptrace = auto_of(base)->ptrace;

	if (!has_bpf(auto_of(base)))
		ptrace->ops->set_timer(ptrace, on);
	else
		auto_of(base)->bpf->ops->set_timer(auto_of(base)->bpf, on);
}

static const struct engine_ops auto_ops = {
	.start = auto_start,
	.next = auto_next,
	.resume = auto_resume,
	.detach = auto_detach,
	.release = auto_release,
	.stop = auto_stop,
	.finish = auto_finish,
	.end = end,
	.poke = auto_poke,
	.find = auto_find_tracee,
	.set_timer = auto_set_timer,
};

struct engine *engine_auto_new(const struct engine_config *config)
{
	struct auto_engine *engine = xcalloc(1, sizeof(*engine));

	engine->base.ops = &auto_ops;
	engine->base.config = config;
	tracee_table_init(&engine->base.tracees, sizeof(struct tracee));
	engine->ptrace = engine_ptrace_new(config);
	engine->hand_over = (struct hand_over){
		.stops_left = first_stops(engine),
		.due = on_stops,
		.mark = mark,
		.take = take,
		.attach = attach_beside,
		.ctx = engine,
	};
	engine_of(engine->ptrace)->hand_over = &engine->hand_over;
	return &engine->base;
}
