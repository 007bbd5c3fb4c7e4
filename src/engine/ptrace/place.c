/* SPDX-License-Identifier: MIT */
/*
 * Puts tracer and tracee on one CPU while one tracee stops all the time: a stop is then two switches of
 * context, else two wake-ups of another CPU, which take up to twenty times as long. The tracee must not see
 * it: its mask is put back before it could look at it or hand it on.
 */
#include <limits.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/ptrace/ptrace.h"
#include "scry/arch.h"
#include "scry/util.h"

/* Less than a short program makes: its start must not become slower. */
#define STOPS_AT_FIRST 256
/* Now and then the scheduler chooses the CPU again. */
#define STOPS_AGAIN 32
#define TICKS_TOGETHER 5
/* Who stops less often than this keeps its own mask: what it does matters more than its stops. */
#define SLOWEST_NS 500000u
#define LEAST_STOPS_PER_TICK 100
/* A yield that took longer let others run, who keep the CPU for a whole slice. */
#define LONGEST_YIELD_NS 200000u
/* So long after it did not pay. */
#define PAUSE_NS 1000000000u

void place_init(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;

	place->needed = STOPS_AT_FIRST;
	place->off = engine->base.config->no_colocate ||
		     sched_getaffinity(0, sizeof(place->own), &place->own) ||
		     CPU_COUNT(&place->own) < 2;
}

/*
 * A mask of all CPUs becomes what the cpuset allows. If that is what the tracee had, it had no mask of its
 * own, and follows a change of its cpuset as before.
 */
void place_restore(struct place_masks *masks)
{
	pid_t tid = masks->tid;
	cpu_set_t mask;

	masks->tid = 0;
	if (!tid || sched_getaffinity(tid, sizeof(mask), &mask) ||
	    !CPU_EQUAL(&mask, &masks->narrow) || CPU_EQUAL(&mask, &masks->given))
		return;
	memset(&mask, 0xff, sizeof(mask));
	if (!sched_setaffinity(tid, sizeof(mask), &mask) &&
	    !sched_getaffinity(tid, sizeof(mask), &mask) && CPU_EQUAL(&mask, &masks->given))
		return;
	sched_setaffinity(tid, sizeof(masks->given), &masks->given);
}

static void watch(struct place *place, pid_t tid, unsigned needed)
{
	place->watched = tid;
	place->stops = 0;
	place->since_ns = now_ns();
	place->needed = needed;
}

/* Where the tracer was woken last is where the scheduler wants it. */
static bool choose_cpu(const struct place *place, cpu_set_t *one)
{
	cpu_set_t both;
	int cpu = sched_getcpu();

	CPU_AND(&both, &place->own, &place->masks->given);
	if (!CPU_COUNT(&both))
		return false;
	if (cpu < 0 || !CPU_ISSET(cpu, &both))
		for (cpu = 0; !CPU_ISSET(cpu, &both);)
			cpu++;
	CPU_ZERO(one);
	CPU_SET(cpu, one);
	return true;
}

static bool narrow(struct place *place, pid_t tid)
{
	struct place_masks *masks = place->masks;

	if (sched_getaffinity(tid, sizeof(masks->given), &masks->given) ||
	    !choose_cpu(place, &masks->narrow))
		return false;
	masks->tid = tid;
	if (!sched_setaffinity(tid, sizeof(masks->narrow), &masks->narrow) &&
	    !sched_setaffinity(0, sizeof(masks->narrow), &masks->narrow))
		return true;
	place_restore(masks);
	return false;
}

static bool prepare(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;

	if (!place->masks) {
		void *page = mmap(NULL, sizeof(*place->masks), PROT_READ | PROT_WRITE,
				  MAP_SHARED | MAP_ANONYMOUS, -1, 0);

		place->masks = page == MAP_FAILED ? NULL : page;
	}
	/* Who is filtered dies with the tracer. */
	return place->masks && (engine->filter || place->guard || guard_start(place));
}

/* Returns whether it was placed; it never will be if that is not allowed. */
static bool enter(struct ptrace_engine *engine, pid_t tid)
{
	struct place *place = &engine->place;

	place->off = !prepare(engine) || !narrow(place, tid);
	if (place->off)
		return false;
	if (tid != place->placed_last)
		place->best_ns = UINT64_MAX;
	place->tid = tid;
	place->placed_last = tid;
	place->stops_at_tick = 0;
	place->ticks = 0;
	return true;
}

static void leave(struct ptrace_engine *engine, unsigned needed)
{
	struct place *place = &engine->place;

	if (!place->tid)
		return;
	place_restore(place->masks);
	sched_setaffinity(0, sizeof(place->own), &place->own);
	place->tid = 0;
	watch(place, place->watched, needed);
}

void place_leave(struct ptrace_engine *engine)
{
	leave(engine, STOPS_AT_FIRST);
}

static uint64_t mean_ns(const struct place *place, uint64_t now)
{
	return (now - place->since_ns) / (place->stops ? place->stops : 1);
}

static void consider(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;
	uint64_t now = now_ns();

	if (mean_ns(place, now) <= SLOWEST_NS && now >= place->not_before_ns)
		enter(engine, place->watched);
	watch(place, place->watched, STOPS_AT_FIRST);
	ptrace_update_timer(engine);
}

void place_stopped(struct ptrace_engine *engine, const struct ptrace_tracee *tracee)
{
	struct place *place = &engine->place;

	if (place->off)
		return;
	if (tracee->base.tid != place->watched || tracee->state != STATE_STOPPED) {
		place_leave(engine);
		place->on_trial = false;
		watch(place, tracee->base.tid, STOPS_AT_FIRST);
	} else if (++place->stops == place->needed && !place->tid) {
		consider(engine);
	}
}

/* These show a mask or hand it on, or take the right to put it back. */
void place_before_call(struct ptrace_engine *engine, const struct ptrace_tracee *tracee)
{
	if (!engine->place.tid || !tracee->abi)
		return;
	switch (abi_syscall(tracee->abi, tracee->nr)) {
	case ID_sched_getaffinity:
	case ID_sched_setaffinity:
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
		place_leave(engine);
		break;
	default:
		break;
	}
}

/*
 * The scheduler may know a better place by now. If stops have become slow, others may use the CPU: two may be
 * better then.
 */
static void reconsider(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;

	place->together_ns = mean_ns(place, now_ns());
	if (place->together_ns < place->best_ns)
		place->best_ns = place->together_ns;
	place->on_trial = place->together_ns / 2 > place->best_ns;
	leave(engine, place->on_trial ? UINT_MAX : STOPS_AGAIN);
}

static void end_trial(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;
	uint64_t now = now_ns(), apart = mean_ns(place, now);

	place->on_trial = false;
	place->best_ns = place->together_ns;
	if (apart + apart / 4 < place->together_ns)
		place->not_before_ns = now + PAUSE_NS;
	watch(place, place->watched, STOPS_AGAIN);
}

static void tick_together(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;
	unsigned stops = place->stops - place->stops_at_tick;

	place->stops_at_tick = place->stops;
	if (stops < LEAST_STOPS_PER_TICK)
		place_leave(engine);
	else if (++place->ticks == TICKS_TOGETHER)
		reconsider(engine);
}

void place_tick(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;

	if (place->tid)
		tick_together(engine);
	else if (place->on_trial)
		end_trial(engine);
	else
		guard_end(place); /* a child that is no tracee: ECHILD would never come */
	ptrace_update_timer(engine);
}

bool place_yield(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;
	uint64_t before = now_ns();

	if (before < place->no_yield_before_ns)
		return false;
	sched_yield();
	if (now_ns() - before > LONGEST_YIELD_NS)
		place->no_yield_before_ns = before + PAUSE_NS;
	return true;
}

void place_end(struct ptrace_engine *engine)
{
	place_leave(engine);
	guard_end(&engine->place);
	engine->place.off = true;
}
