/* SPDX-License-Identifier: MIT */
/* Who shares the tracer's CPU: looked at ten times a second. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/ptrace/ptrace.h"
#include "scry/util.h"

/* Of so many tracees the times are read. */
#define MOST_TIMED 8
/* After sharing a CPU made those slower who compute at the same time; each time twice as long. */
#define LONGEST_PAUSE_NS 16000000000u

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
	if (place->n_bound > MOST_TIMED)
		return;
	add_times(times, getpid());
	for (unsigned i = 0; i < PLACES; i++)
		if (place->masks->slots[i].tid)
			add_times(times, place->masks->slots[i].tid);
}

/*
 * Part of the time none of them ran, although they wanted to: others use this CPU. (Each waits for the others, too,
 * and a tracee that sleeps does not want to run.) Where tracees come and go there is no telling.
 */
static bool is_busy(struct place *place)
{
	struct place_times times, before = place->before;
	uint64_t passed, ran, waited;
	bool changed = place->changed;

	take_times(place, &times);
	place->before = times;
	place->changed = false;
	passed = times.now - before.now;
	ran = times.ran - before.ran;
	waited = times.waited - before.waited;
	return !changed && ran < passed - passed / 4 && waited > passed - ran;
}

/* To the next CPU; when it has been round them all, the scheduler may balance as it likes. */
static void move(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;

	place_leave(engine);
	if (++place->moves < CPU_COUNT(&place->own))
		place_enter(engine);
	else
		place->not_before_ns = now_ns() + PLACE_PAUSE_NS;
}

/*
 * Tracees that compute at the same time share what one CPU can do; whether their stops became cheaper by more than
 * that, the time tells that so many stops take.
 */
static void tick_parallel(struct ptrace_engine *engine, uint64_t now, uint64_t passed)
{
	struct place *place = &engine->place;

	if (passed / place->stops <= place->apart_ns / PLACE_WINDOW_STOPS) {
		place->parallel_pause_ns = PLACE_PAUSE_NS;
		return;
	}
	place_leave(engine);
	place->parallel_not_before_ns = now + place->parallel_pause_ns;
	if (place->parallel_pause_ns < LONGEST_PAUSE_NS)
		place->parallel_pause_ns *= 2;
}

/* Who stops rarely runs where it likes. */
static void judge(struct tracee *tracee, void *ctx)
{
	struct ptrace_tracee *judged = tracee_of(tracee);

	judged->rare = judged->stops < PLACE_LEAST_STOPS;
	judged->stops = 0;
	if (judged->rare)
		place_let_loose(ctx, judged);
}

static void tick_together(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;
	uint64_t before = place->before.now;
	bool busy = is_busy(place);

	tracee_each(&engine->base.tracees, judge, place);
	if (place->stops < PLACE_LEAST_STOPS)
		place_leave(engine);
	else if (place->parallel_windows * 2 > place->windows)
		tick_parallel(engine, place->before.now, place->before.now - before);
	else if (busy)
		move(engine);
	else
		place->moves = 0;
	place_begin_tick(place);
}

void place_tick(struct ptrace_engine *engine)
{
	struct place *place = &engine->place;

	/* While one tracee is found stopped at each look, no wait for any child collects the guard. */
	if (guard_has_ended(place))
		place_child_ended(engine, place->guard);
	if (place->on)
		tick_together(engine);
	else
		guard_end(place); /* a child that is no tracee: ECHILD would never come */
	ptrace_update_timer(engine);
}
