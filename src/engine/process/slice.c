/* SPDX-License-Identifier: MIT */
/*
 * The tracer's slice of a CPU.
 *
 * A tracee waits at each stop until the tracer has run. Where another program computes, the tracer
 * has to wait until the slice of that program ends, while the CPU of the tracee may be idle. The
 * tracer runs for some microseconds only, and with a short slice the scheduler lets it run at once
 * (Linux 6.12, PREEMPT_SHORT; older kernels ignore the slice).
 */

/* <linux/sched/types.h> and <sched.h> cannot be included together. */
#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/process/slice.h"

/* The minimum that the kernel accepts. */
#define SLICE_NS 100000u

void slice_shorten(void)
{
	struct sched_attr attr = { .size = sizeof(attr) };

	if (syscall(SYS_sched_getattr, 0, &attr, sizeof(attr), 0) ||
	    (attr.sched_policy != SCHED_NORMAL && attr.sched_policy != SCHED_BATCH))
		return;
	attr.sched_runtime = SLICE_NS;
	syscall(SYS_sched_setattr, 0, &attr, 0);
}
