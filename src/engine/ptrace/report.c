/* SPDX-License-Identifier: MIT */
/* Begins an event. */
#include "engine/ptrace/report.h"

#include <time.h>

#include "engine/ptrace/ptrace.h"
#include "scry/util.h"

/*
 * The maximum difference between two readings of both clocks that is the time between the readings,
 * ns.
 */
#define CLOCKS_APART_NS 2000

/*
 * Sets both clocks of an event. Unless CLOCK_REALTIME is set, it differs from CLOCK_MONOTONIC by
 * the same time, which is measured again only if it has changed: what a recording keeps of it is
 * mostly that it has not.
 */
static void set_clocks(struct ptrace_engine *engine, struct event *event)
{
	int64_t mono = (int64_t)now_ns(), apart, real;

	clock_gettime(CLOCK_REALTIME, &event->real);
	real = (int64_t)event->real.tv_sec * 1000000000 + event->real.tv_nsec;
	apart = real - mono - engine->clocks_apart;
	if (apart < 0 || apart > CLOCKS_APART_NS)
		engine->clocks_apart = real - mono;
	real = mono + engine->clocks_apart;
	event->real.tv_sec = (time_t)(real / 1000000000);
	event->real.tv_nsec = (long)(real % 1000000000);
	event->mono_ns = (uint64_t)mono;
}

bool report_event(struct ptrace_engine *engine, struct ptrace_tracee *tracee, struct event *event,
		  enum event_kind kind)
{
	const struct engine_config *config = engine->base.config;

	event->kind = kind;
	event->tracee = &tracee->base;
	event->tid = tracee->base.tid;
	event->system_ns = tracee->system_ns;
	event->real = (struct timespec){ 0 };
	event->mono_ns = 0;
	if (config->real_times && config->mono_times)
		set_clocks(engine, event);
	else if (config->real_times)
		clock_gettime(CLOCK_REALTIME, &event->real);
	else if (config->mono_times)
		event->mono_ns = now_ns();
	return true;
}
