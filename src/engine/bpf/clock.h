/* SPDX-License-Identifier: MIT */
/*
 * Two clocks of one name: bpf_ktime_get_ns() is CLOCK_MONOTONIC of the machine, clock_gettime(2)
 * that of the time namespace of the caller (time_namespaces(7)).
 */
#ifndef ENGINE_BPF_CLOCK_H
#define ENGINE_BPF_CLOCK_H

#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "engine/bpf/kernel/wire.h"

#define CLOCK_TRIES 16
/*
 * What two readings of one clock differ by at most: the kernel program reads it in another way. No
 * time namespace is made for less.
 */
#define CLOCK_NOISE_NS 1000000

static inline int64_t clock_monotonic_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/*
 * Measures .clocks_apart_ns. The kernel program sets .machine_ns at each call of the calling
 * thread, which is marked with TASK_SELF. The shortest of several tries is the most exact one.
 */
static inline void clock_measure(struct program_desk *desk)
{
	int64_t shortest = INT64_MAX, apart = 0;

	for (int i = 0; i < CLOCK_TRIES; i++) {
		int64_t before = clock_monotonic_ns(), after;

		getppid();
		after = clock_monotonic_ns();
		if (after - before >= shortest)
			continue;
		shortest = after - before;
		apart = before + shortest / 2 -
			(int64_t)__atomic_load_n(&desk->machine_ns, __ATOMIC_RELAXED);
	}
	desk->clocks_apart_ns = apart > -CLOCK_NOISE_NS && apart < CLOCK_NOISE_NS ? 0 : apart;
}

#endif
