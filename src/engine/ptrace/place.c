/* SPDX-License-Identifier: MIT */
/*
 * Puts the tracer and those tracees that stop all the time on one CPU: a stop is then two switches of context, else two
 * wake-ups of another CPU, which take up to twenty times as long. The tracees must not see it: a mask is put back
 * before its owner could look at it or hand it on. Tracees that compute at the same time lose a CPU by it: see tick.c.
 */
#include <errno.h>

#include "engine/ptrace/ptrace.h"
#include "scry/arch.h"
#include "scry/util.h"

/* Who stops less often than this keeps its own mask: what it does matters more than its stops. */
#define SLOWEST_NS 500000u
/* The same where several tracees compute: what they could do at the same time matters more. */
#define SLOWEST_PARALLEL_NS 60000u
/* Whether others are computing is looked at so often; less often if there are many. */
#define STOPS_PER_SAMPLE 16
#define TRACEES_PER_STOP 4
/* A yield that took longer let others run, who keep the CPU for a whole slice. One of so many is timed. */
#define LONGEST_YIELD_NS 200000u
#define YIELDS_PER_LOOK 8

void place_init(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;

	place->parallel_pause_ns = PLACE_PAUSE_NS;
	place->apart_ns = SLOWEST_PARALLEL_NS * PLACE_WINDOW_STOPS;
	place->off = engine->base.config->no_colocate ||
		     sched_getaffinity(0, sizeof(place->own), &place->own) ||
		     CPU_COUNT(&place->own) < 2;
}

/* --- who is bound ----------------------------------------------------------------------- */

static struct place_slot *slot_of(const struct place *place, const struct ptrace_tracee *tracee)
{
	return &place->masks->slots[tracee->placed - 1];
}

static void bind(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	struct place *place = &engine->place;
	struct place_slot *slot;

	if (life_is(tracee, LIVES_UNREPORTED | LIVES_LET_GO) || tracee->life == LIFE_LAUNCHING ||
	    tracee->life == LIFE_MUTED || tracee->rare || place->n_bound == PLACES)
		return;
	slot = masks_bind(place->masks, tracee->base.tid);
	if (slot) {
		tracee->placed = (uint8_t)(slot - place->masks->slots + 1);
		place->n_bound++;
		place->changed = true;
	} else if (errno == EPERM) {
		place_leave(engine);
		place->off = true;
	}
}

void place_let_loose(struct place *place, struct ptrace_tracee *tracee)
{
	if (!tracee->placed)
		return;
	masks_restore_one(place->masks, slot_of(place, tracee));
	tracee->placed = 0;
	place->n_bound--;
	place->changed = true;
}

void place_forget(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	if (!tracee->placed)
		return;
	slot_of(&engine->place, tracee)->tid = 0;
	place_let_loose(&engine->place, tracee);
}

void place_rename(struct ptrace_engine *engine, const struct ptrace_tracee *tracee, pid_t tid)
{
	if (tracee->placed)
		slot_of(&engine->place, tracee)->tid = tid;
}

void place_stranger(struct ptrace_engine *engine, pid_t tid)
{
	if (engine->place.on)
		masks_restore_child(engine->place.masks, tid);
}

/* --- where, and when -------------------------------------------------------------------- */

/*
 * Where the tracer was woken last is where the scheduler wants it; or the one after that which is busy. But
 * who stopped last must be allowed to run there. -1: there is none.
 */
static int choose_cpu(const struct place *place)
{
	int cpu = place->moves ? place->cpu + 1 : sched_getcpu();
	cpu_set_t both;

	if (sched_getaffinity(place->watched, sizeof(both), &both))
		return -1;
	CPU_AND(&both, &both, &place->own);
	if (!CPU_COUNT(&both))
		return -1;
	while (cpu < 0 || cpu >= CPU_SETSIZE || !CPU_ISSET(cpu, &both))
		cpu = cpu < 0 || cpu >= CPU_SETSIZE ? 0 : cpu + 1;
	return cpu;
}

static bool prepare(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;

	if (!place->masks)
		place->masks = masks_new();
	/* Who is filtered dies with the tracer. */
	return place->masks && (engine->filter || place->guard || guard_start(place));
}

void place_begin_tick(struct place *place)
{
	place->stops = place->windows = place->parallel_windows = 0;
}

/* It never will be if that is not allowed. */
void place_enter(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;
	int cpu = choose_cpu(place);
	cpu_set_t *narrow;

	if (cpu < 0)
		return;
	place->off = !prepare(engine);
	if (place->off)
		return;
	narrow = &place->masks->narrow;
	place->cpu = cpu;
	CPU_ZERO(narrow);
	CPU_SET(cpu, narrow);
	place->off = sched_setaffinity(0, sizeof(*narrow), narrow);
	place->on = !place->off;
	place->changed = true;
	place->before.now = now_ns();
	place_begin_tick(place);
	ptrace_update_timer(engine);
}

/* Somebody may have given scry another mask. */
static void leave_cpu(const struct place *place)
{
	cpu_set_t mask;

	if (!sched_getaffinity(0, sizeof(mask), &mask) && CPU_EQUAL(&mask, &place->masks->narrow))
		sched_setaffinity(0, sizeof(place->own), &place->own);
}

static void begin_window(struct place *place)
{
	place->window = (struct place_window){ .since_ns = now_ns() };
}

static void forget_place(struct tracee *tracee, void *unused)
{
	(void)unused;
	tracee_of(tracee)->rare = false;
	tracee_of(tracee)->placed = 0;
}

void place_leave(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;

	if (!place->on)
		return;
	masks_restore(place->masks);
	leave_cpu(place);
	place->on = false;
	place->n_bound = 0;
	place->changed = true;
	tracee_each(&engine->base.tracees, forget_place, NULL);
	begin_window(place);
}

static void count_computing(struct tracee *tracee, void *ctx)
{
	const struct ptrace_tracee *other = tracee_of(tracee);
	unsigned *n = ctx;

	*n += other->run == RUN_RUNNING && other->call.stage == CALL_NONE;
}

/* The one that has just stopped is not among them. */
static void sample(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;
	unsigned n = 0;

	place->until_sample =
		STOPS_PER_SAMPLE + (unsigned)(engine->base.tracees.n / TRACEES_PER_STOP);
	place->window.samples++;
	if (engine->base.tracees.n > 1)
		tracee_each(&engine->base.tracees, count_computing, &n);
	place->window.parallel += n > 0;
}

/* The start of a program must not become slower, nor a crowd that will not stop much. */
static bool is_worth_it(struct ptrace_engine *engine, bool parallel)
{
	struct place *place = &engine->place;
	uint64_t now = now_ns();

	place->several = place->short_windows >= PLACE_WINDOWS &&
			 engine->base.tracees.n <= PLACES &&
			 (!parallel || now >= place->parallel_not_before_ns);
	return (place->several || !place->window.mixed) && now >= place->not_before_ns;
}

static void end_window(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;
	uint64_t took = now_ns() - place->window.since_ns;
	bool parallel = place->window.parallel * 2 > place->window.samples;
	uint64_t slowest = parallel ? SLOWEST_PARALLEL_NS : SLOWEST_NS;

	place->windows++;
	place->parallel_windows += parallel;
	place->short_windows = took <= slowest * PLACE_WINDOW_STOPS ? place->short_windows + 1 : 0;
	if (!place->on) {
		if (parallel)
			place->apart_ns = took;
		place->moves = 0;
		if (place->short_windows && is_worth_it(engine, parallel))
			place_enter(engine);
	}
	begin_window(place);
}

/* Who is alone is not alone any more. */
static void meet(struct ptrace_engine *engine, const struct ptrace_tracee *tracee)
{
	struct place *place = &engine->place;

	place->watched = tracee->base.tid;
	place->window.mixed = place->window.stops;
	if (!place->several)
		place_leave(engine);
}

void place_stopped(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	struct place *place = &engine->place;

	if (place->off || tracee->run != RUN_STOPPED)
		return;
	if (place->watched != tracee->base.tid)
		meet(engine, tracee);
	place->stops++;
	tracee->stops += tracee->stops < PLACE_LEAST_STOPS;
	if (!place->until_sample--)
		sample(engine);
	if (++place->window.stops == PLACE_WINDOW_STOPS)
		end_window(engine);
	/* After an execve it may be that another thread has got its number. */
	if (place->on && !tracee->placed && STATUS_EVENT(tracee->status) != PTRACE_EVENT_EXEC)
		bind(engine, tracee);
}

/* A child that is not followed can look at the mask of its parent when it likes: not bound again before long. */
static void let_loose_for_call(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	if (engine->base.config->follow)
		place_let_loose(&engine->place, tracee);
	else
		place_leave(engine);
}

/*
 * The parent may have got its own mask back while it made the child, which had inherited the narrow one by then: a fork
 * of much memory takes long.
 */
void place_forked(struct ptrace_engine *engine, struct ptrace_tracee *parent, pid_t child)
{
	if (child && engine->place.masks)
		masks_inherit(parent->base.tid,
			      parent->placed ? &slot_of(&engine->place, parent)->given : NULL,
			      child);
	if (!engine->base.config->follow)
		place_leave(engine);
}

/* These show a mask or hand it on, or take the right to put it back. */
void place_before_call(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	if (!engine->place.on || !tracee->call.abi)
		return;
	switch (abi_syscall(tracee->call.abi, tracee->call.nr)) {
	case ID_sched_getaffinity: /* whose, is known only where its numbers are */
	case ID_sched_setaffinity:
		place_leave(engine);
		break;
	case ID_clone:
	case ID_clone3:
	case ID_fork:
	case ID_vfork:
	case ID_execve:
	case ID_execveat:
	case ID_setuid:
	case ID_setuid32:
	case ID_setreuid:
	case ID_setreuid32:
	case ID_setresuid:
	case ID_setresuid32:
		let_loose_for_call(engine, tracee);
		break;
	default:
		break;
	}
}

void place_child_ended(struct ptrace_engine *engine, pid_t pid)
{
	if (pid != engine->place.guard)
		return;
	guard_forget(&engine->place);
	place_leave(engine);
}

bool place_yield(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;
	bool timed = place->no_yield_before_ns || place->yields++ % YIELDS_PER_LOOK == 0;
	uint64_t before = timed ? now_ns() : 0;

	if (before < place->no_yield_before_ns)
		return false;
	sched_yield();
	place->no_yield_before_ns = 0;
	if (timed && now_ns() - before > LONGEST_YIELD_NS)
		place->no_yield_before_ns = before + PLACE_PAUSE_NS;
	return true;
}

void place_end(struct ptrace_engine *engine)
{
	place_leave(engine);
	guard_end(&engine->place);
	engine->place.off = true;
}
