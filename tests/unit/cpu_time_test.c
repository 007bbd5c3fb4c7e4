/* SPDX-License-Identifier: MIT */
/* Unit tests of src/engine/bpf/kernel/wire.h: the CPU time of a call, by clocks that differ. */
#include <check.h>
#include <stdlib.h>

#include "engine/bpf/kernel/wire.h"
#include "suite.h"

#define MS UINT64_C(1000000)

/* What the scheduler's numbers say of a call, in ms. */
static const struct {
	uint64_t wall;
	int64_t off;
	uint64_t ran, cpu;
} rows[] = {
	/* It has run all the time: with ticks, between two ticks, and on a CPU that has none. */
	{ 100, 0, 98, 100 },
	{ 3, 0, 0, 3 },
	{ 500, 0, 0, 500 },
	/* It has slept, and the last tick is some time ago, or was before the call. */
	{ 200, 199, 0, 1 },
	{ 200, 195, 1, 5 },
	{ 200, 199, 5, 1 },
	{ 200, 200, 0, 0 },
	/*
	 * The clock of the CPU on which it wakes up is behind, by less and by more than the time
	 * that it has slept.
	 */
	{ 200, 32, 0, 0 },
	{ 200, 32, 5, 5 },
	{ 200, -300, 2, 2 },
	{ 200, -300, 205, 200 },
	/* It is ahead. */
	{ 200, 350, 0, 0 },
	{ 200, 350, 60, 60 },
	{ 200, 198, 60, 60 },
};

START_TEST(clocks_differ)
{
	ck_assert_uint_eq(call_cpu_time(rows[_i].wall * MS, (uint64_t)rows[_i].off * MS,
					rows[_i].ran * MS),
			  rows[_i].cpu * MS);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cpu_time");
	TCase *tests = tcase_create("cpu_time");

	tcase_add_loop_test(tests, clocks_differ, 0, sizeof(rows) / sizeof(rows[0]));
	return suite_run(suite, tests, NULL);
}
