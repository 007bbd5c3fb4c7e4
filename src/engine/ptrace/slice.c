/* SPDX-License-Identifier: MIT */
/*
 * The tracer's slice of a CPU. A tracee waits at each stop until the tracer has run, and where another program
 * computes the tracer has to wait for the end of that one's slice, while the CPU of the tracee may be idle.
 * It runs for some microseconds only: with a short slice the scheduler lets it in at once (Linux 6.12: PREEMPT_SHORT;
 * older kernels ignore it). Not where all calls stop: who deals with several stops at a time wakes up less often.
 */
/* Not <sched.h>: they do not go together. */
#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/ptrace/slice.h"

/* The shortest that there is. */
#define SLICE_NS 100000u

/* Of the calling thread; who has another policy keeps it. */
void slice_shorten(void)
{
	struct sched_attr attr = { .size = sizeof(attr) };

	if (syscall(SYS_sched_getattr, 0, &attr, sizeof(attr), 0) ||
	    (attr.sched_policy != SCHED_NORMAL && attr.sched_policy != SCHED_BATCH))
		return;
	attr.sched_runtime = SLICE_NS;
	syscall(SYS_sched_setattr, 0, &attr, 0);
}
