/* SPDX-License-Identifier: MIT */
/*
 * Puts tracer and tracee on one CPU while one tracee stops all the time: a stop is then two switches of
 * context, else two wake-ups of another CPU, which take up to twenty times as long. The tracee must not see
 * it: its mask is put back before it could look at it or hand it on.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/ptrace/ptrace.h"
#include "scry/arch.h"
#include "scry/util.h"

/* Less than a short program makes: its start must not become slower. */
#define STOPS_AT_FIRST 256
/* Who stops less often than this keeps its own mask: what it does matters more than its stops. */
#define SLOWEST_NS 500000u
#define LEAST_STOPS_PER_TICK 100
/* A yield that took longer let others run, who keep the CPU for a whole slice. One of so many is timed. */
#define LONGEST_YIELD_NS 200000u
#define YIELDS_PER_LOOK 8
/* So long after every CPU turned out to be busy, or a yield to take too long. */
#define PAUSE_NS 1000000000u

void place_init(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;

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

static void watch(struct place *place, pid_t tid)
{
	place->watched = tid;
	place->stops = 0;
	place->since_ns = now_ns();
}

/* Where the tracer was woken last is where the scheduler wants it; or the one after that which is busy. */
static bool choose_cpu(struct place *place, cpu_set_t *one)
{
	int cpu = place->moves ? place->cpu + 1 : sched_getcpu();
	cpu_set_t both;

	CPU_AND(&both, &place->own, &place->masks->given);
	if (!CPU_COUNT(&both))
		return false;
	while (cpu < 0 || cpu >= CPU_SETSIZE || !CPU_ISSET(cpu, &both))
		cpu = cpu < 0 || cpu >= CPU_SETSIZE ? 0 : cpu + 1;
	CPU_ZERO(one);
	CPU_SET(cpu, one);
	place->cpu = cpu;
	return true;
}

/* Linux, Documentation/scheduler/sched-stats.rst: time on a CPU, time waiting for one. */
static void add_times(struct place_times *times, pid_t tid)
{
	char path[sizeof("/proc//schedstat") + 11], line[128];
	unsigned long long ran, waited;
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/schedstat", tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	got = read(fd, line, sizeof(line) - 1);
	close(fd);
	line[got < 0 ? 0 : got] = '\0';
	if (sscanf(line, "%llu %llu", &ran, &waited) != 2)
		return;
	times->ran += ran;
	times->waited += waited;
}

static void take_times(const struct place *place, struct place_times *times)
{
	*times = (struct place_times){ .now = now_ns() };
	add_times(times, getpid());
	add_times(times, place->tid);
}

static bool narrow(struct place *place, pid_t tid)
{
	struct place_masks *masks = place->masks;

	if (sched_getaffinity(tid, sizeof(masks->given), &masks->given) ||
	    !choose_cpu(place, &masks->narrow))
		return false;
	masks->tid = tid;
	CPU_OR(&place->used, &place->used, &masks->narrow);
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
	place->tid = tid;
	place->stops_at_tick = 0;
	take_times(place, &place->before);
	return true;
}

/* Somebody may have given scry another mask. */
static void leave_cpu(const struct place *place)
{
	cpu_set_t mask;

	if (!sched_getaffinity(0, sizeof(mask), &mask) && CPU_EQUAL(&mask, &place->masks->narrow))
		sched_setaffinity(0, sizeof(place->own), &place->own);
}

void place_leave(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;

	if (!place->tid)
		return;
	place_restore(place->masks);
	leave_cpu(place);
	place->tid = 0;
	watch(place, place->watched);
}

/*
 * The parent may have got its own mask back while it made the child, which had inherited the narrow one by then: a fork
 * of much memory takes long. So it is not asked who shares our CPU, but whether the child's mask is the parent's.
 */
void place_forked(struct ptrace_engine *engine, const struct ptrace_tracee *parent, pid_t child)
{
	struct place_masks inherited = { .tid = child };
	cpu_set_t ours;

	if (!engine->place.masks || !child)
		return;
	place_leave(engine);
	if (sched_getaffinity(parent->base.tid, sizeof(cpu_set_t), &inherited.given) ||
	    sched_getaffinity(child, sizeof(cpu_set_t), &inherited.narrow))
		return;
	CPU_AND(&ours, &inherited.narrow, &engine->place.used);
	if (CPU_COUNT(&inherited.narrow) == 1 && CPU_COUNT(&ours) == 1)
		place_restore(&inherited);
}

static void consider(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;
	uint64_t now = now_ns();

	place->moves = 0;
	if (now - place->since_ns <= (uint64_t)place->stops * SLOWEST_NS &&
	    now >= place->not_before_ns)
		enter(engine, place->watched);
	watch(place, place->watched);
	ptrace_update_timer(engine);
}

void place_stopped(struct ptrace_engine *engine, const struct ptrace_tracee *tracee)
{
	struct place *place = &engine->place;

	if (place->off)
		return;
	if (tracee->base.tid != place->watched || tracee->state != STATE_STOPPED || tracee->muted ||
	    tracee->let_go) {
		place_leave(engine);
		watch(place, tracee->base.tid);
	} else if (++place->stops == STOPS_AT_FIRST && !place->tid) {
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
 * Part of the time neither ran, although they wanted to: others use this CPU. (Either waits for the other, too,
 * and a tracee that sleeps does not want to run.)
 */
static bool is_busy(struct place *place)
{
	struct place_times times, before = place->before;
	uint64_t passed, ran, waited;

	take_times(place, &times);
	place->before = times;
	passed = times.now - before.now;
	ran = times.ran - before.ran;
	waited = times.waited - before.waited;
	return ran < passed - passed / 4 && waited > passed - ran;
}

/* To the next CPU; when it has been round them all, the scheduler may balance as it likes. */
static void move(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;
	pid_t tid = place->tid;

	place_leave(engine);
	if (++place->moves < CPU_COUNT(&place->own))
		enter(engine, tid);
	else
		place->not_before_ns = now_ns() + PAUSE_NS;
}

static void tick_together(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;
	unsigned stops = place->stops - place->stops_at_tick;

	place->stops_at_tick = place->stops;
	if (stops < LEAST_STOPS_PER_TICK)
		place_leave(engine);
	else if (is_busy(place))
		move(engine);
	else
		place->moves = 0;
}

void place_tick(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;

	if (place->tid)
		tick_together(engine);
	else
		guard_end(place); /* a child that is no tracee: ECHILD would never come */
	ptrace_update_timer(engine);
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
		place->no_yield_before_ns = before + PAUSE_NS;
	return true;
}

void place_end(struct ptrace_engine *engine)
{
	place_leave(engine);
	guard_end(&engine->place);
	engine->place.off = true;
}
