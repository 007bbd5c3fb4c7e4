/* SPDX-License-Identifier: MIT */
/*
 * Unit tests of src/engine/ptrace/colocate/: stops as the engine would report them, of children that only
 * sleep.
 */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/ptrace/colocate/colocate.h"
#include "suite.h"

/*
 * The stops after which one tracee is pinned, and after which several are. The first window of 256
 * stops has no beginning, and so counts as a long one.
 */
#define ONE (2 * 256)
#define SEVERAL (9 * 256 + 1)

static struct {
	struct colocate colocate;
	struct colocate_tracee tracees[2];
	pid_t tids[2];
	cpu_set_t own;
} fixture;

static void each_tracee(void *ctx, void (*visit)(struct colocate_tracee *tracee, void *with),
			void *with)
{
	(void)ctx;
	for (unsigned i = 0; i < 2; i++)
		visit(&fixture.tracees[i], with);
}

static bool tracees_die_with_tracer(void *ctx)
{
	return !ctx;
}

static const struct colocate_owner owner = { each_tracee, tracees_die_with_tracer, NULL };
static const struct colocate_owner guarded = { each_tracee, tracees_die_with_tracer, &fixture };

static pid_t sleeper(void)
{
	pid_t pid = fork();

	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			pause();
	}
	ck_assert_int_gt(pid, 0);
	return pid;
}

static void begin(const struct colocate_owner *by, bool follow)
{
	ck_assert(!sched_getaffinity(0, sizeof(fixture.own), &fixture.own));
	for (unsigned i = 0; i < 2; i++)
		fixture.tids[i] = sleeper();
	colocate_begin(&fixture.colocate, by, true, follow);
}

static void end(void)
{
	colocate_end(&fixture.colocate);
	for (unsigned i = 0; i < 2; i++) {
		kill(fixture.tids[i], SIGKILL);
		waitpid(fixture.tids[i], NULL, 0);
	}
}

/* Returns true if one of the stops began the pinning. */
static bool stop(unsigned i, unsigned times)
{
	struct colocate_stop stop = { .tid = fixture.tids[i], .n_tracees = 2, .may_pin = true };
	bool began = false;

	while (times--)
		began |= colocate_stop(&fixture.colocate, &fixture.tracees[i], &stop);
	return began;
}

static bool is_pinned(pid_t tid)
{
	cpu_set_t mask;

	ck_assert(!sched_getaffinity(tid, sizeof(mask), &mask));
	return !CPU_EQUAL(&mask, &fixture.own);
}

START_TEST(one_tracee_is_pinned_with_the_tracer)
{
	begin(&owner, true);
	ck_assert(!stop(0, ONE - 1));
	ck_assert(!is_pinned(fixture.tids[0]) && !is_pinned(0));
	ck_assert(stop(0, 1));
	ck_assert(is_pinned(fixture.tids[0]) && is_pinned(0));
	ck_assert(colocate_needs_ticks(&fixture.colocate));
	ck_assert_int_eq(colocate_watched(&fixture.colocate), fixture.tids[0]);
	/* A second tracee stops. */
	stop(1, 1);
	ck_assert(!is_pinned(fixture.tids[0]) && !is_pinned(0));
	end();
}
END_TEST

START_TEST(several_are_pinned_after_some_windows)
{
	begin(&owner, true);
	for (unsigned i = 0; i < SEVERAL; i++)
		stop(i % 2, 1);
	ck_assert(is_pinned(fixture.tids[0]) && is_pinned(fixture.tids[1]));
	colocate_call(&fixture.colocate, &fixture.tracees[0], ID_clone);
	ck_assert(!is_pinned(fixture.tids[0]) && is_pinned(fixture.tids[1]));
	colocate_call(&fixture.colocate, &fixture.tracees[1], ID_sched_getaffinity);
	ck_assert(!is_pinned(fixture.tids[1]) && !is_pinned(0));
	end();
}
END_TEST

static bool runs_with_the_tracer(pid_t tid)
{
	cpu_set_t mask;

	ck_assert(!sched_getaffinity(tid, sizeof(mask), &mask));
	return CPU_COUNT(&mask) == 1 && CPU_ISSET(fixture.colocate.cpu, &mask);
}

static bool runs_beside_the_tracer(pid_t tid)
{
	cpu_set_t mask;

	ck_assert(!sched_getaffinity(tid, sizeof(mask), &mask));
	return CPU_COUNT(&mask) == CPU_COUNT(&fixture.own) - 1 &&
	       !CPU_ISSET(fixture.colocate.cpu, &mask);
}

/* Tracee 0 computes for longer than any limit of spread.c while tracee 1 stops. */
static void move_first_aside(void)
{
	colocate_resumed(&fixture.colocate, &fixture.tracees[0]);
	usleep(1000);
	stop(1, 1);
}

static void pin_both(void)
{
	for (unsigned i = 0; i < SEVERAL; i++)
		stop(i % 2, 1);
}

START_TEST(a_tracee_that_computes_goes_aside_and_comes_back)
{
	begin(&owner, true);
	pin_both();
	ck_assert(colocate_needs_balance(&fixture.colocate));
	move_first_aside();
	ck_assert(runs_beside_the_tracer(fixture.tids[0]));
	ck_assert(runs_with_the_tracer(fixture.tids[1]));
	colocate_halted(&fixture.tracees[0]);
	stop(0, 1);
	ck_assert(runs_with_the_tracer(fixture.tids[0]));
	move_first_aside();
	colocate_call(&fixture.colocate, &fixture.tracees[1], ID_sched_getaffinity);
	ck_assert(!is_pinned(fixture.tids[0]) && !is_pinned(fixture.tids[1]) && !is_pinned(0));
	end();
}
END_TEST

/* Both wait for the tracer's CPU; then both wait for the others. */
START_TEST(the_balance_uses_all_cpus)
{
	unsigned others;

	begin(&owner, true);
	others = (unsigned)CPU_COUNT(&fixture.own) - 1;
	pin_both();
	colocate_resumed(&fixture.colocate, &fixture.tracees[0]);
	colocate_resumed(&fixture.colocate, &fixture.tracees[1]);
	colocate_balance(&fixture.colocate);
	ck_assert(runs_beside_the_tracer(fixture.tids[0]));
	ck_assert(runs_with_the_tracer(fixture.tids[1]));
	colocate_balance(&fixture.colocate);
	ck_assert(runs_with_the_tracer(fixture.tids[1]));
	if (others == 1) {
		colocate_halted(&fixture.tracees[1]);
		move_first_aside();
		colocate_resumed(&fixture.colocate, &fixture.tracees[1]);
		usleep(1000);
		colocate_halted(&fixture.tracees[0]);
		stop(0, 1);
		colocate_resumed(&fixture.colocate, &fixture.tracees[0]);
		ck_assert(runs_beside_the_tracer(fixture.tids[1]));
		colocate_balance(&fixture.colocate);
		ck_assert(runs_with_the_tracer(fixture.tids[0]));
	}
	end();
}
END_TEST

/* A filtered tracee can fork without a stop before that. */
START_TEST(a_child_does_not_stay_aside)
{
	cpu_set_t beside;
	pid_t child;

	begin(&owner, true);
	pin_both();
	move_first_aside();
	ck_assert(!sched_getaffinity(fixture.tids[0], sizeof(beside), &beside));
	child = sleeper();
	ck_assert(!sched_setaffinity(child, sizeof(beside), &beside));
	colocate_fork(&fixture.colocate, &fixture.tracees[0], fixture.tids[0], child);
	ck_assert(!is_pinned(child));
	ck_assert(!sched_setaffinity(child, sizeof(beside), &beside));
	colocate_orphan(&fixture.colocate, child);
	ck_assert(!is_pinned(child));
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	end();
}
END_TEST

START_TEST(a_child_gets_the_mask_of_its_parent)
{
	cpu_set_t narrow;
	pid_t child;

	begin(&owner, true);
	stop(0, ONE);
	ck_assert(!sched_getaffinity(fixture.tids[0], sizeof(narrow), &narrow));
	child = sleeper();
	ck_assert(!sched_setaffinity(child, sizeof(narrow), &narrow));
	ck_assert(colocate_may_hand_on(&fixture.colocate, &fixture.tracees[0], fixture.tids[0]));
	colocate_fork(&fixture.colocate, &fixture.tracees[0], fixture.tids[0], child);
	ck_assert(!is_pinned(child));
	ck_assert(is_pinned(fixture.tids[0]));
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	end();
}
END_TEST

START_TEST(without_follow_a_fork_unpins_all)
{
	begin(&owner, false);
	stop(0, ONE);
	ck_assert(is_pinned(fixture.tids[0]));
	colocate_fork(&fixture.colocate, &fixture.tracees[0], fixture.tids[0], 0);
	ck_assert(!is_pinned(fixture.tids[0]) && !is_pinned(0));
	end();
}
END_TEST

/* The slot of a tracee that has ended is free, and its tid is not touched any more. */
START_TEST(the_end_of_a_tracee_leaves_its_mask_alone)
{
	begin(&owner, true);
	stop(0, ONE);
	colocate_exit(&fixture.colocate, &fixture.tracees[0]);
	ck_assert(is_pinned(fixture.tids[0]));
	stop(0, 1);
	ck_assert_uint_eq(fixture.tracees[0].slot, 1);
	end();
}
END_TEST

START_TEST(few_stops_unpin_at_the_tick)
{
	begin(&owner, true);
	pin_both();
	stop(0, 100);
	colocate_tick(&fixture.colocate);
	ck_assert(is_pinned(fixture.tids[0]) && is_pinned(fixture.tids[1]));
	stop(0, 99);
	/* With this the module does not check whether the CPU is busy. */
	fixture.colocate.tick.changed = true;
	colocate_tick(&fixture.colocate);
	ck_assert(!is_pinned(fixture.tids[0]) && !is_pinned(fixture.tids[1]) && !is_pinned(0));
	ck_assert(!colocate_needs_balance(&fixture.colocate));
	end();
}
END_TEST

START_TEST(a_guard_that_ended_is_noticed)
{
	begin(&guarded, true);
	stop(0, ONE);
	ck_assert_int_gt(fixture.colocate.guard, 0);
	ck_assert(is_pinned(fixture.tids[0]));
	kill(fixture.colocate.guard, SIGKILL);
	waitpid(fixture.colocate.guard, NULL, 0);
	colocate_child_ended(&fixture.colocate, fixture.colocate.guard);
	ck_assert(!is_pinned(fixture.tids[0]));
	ck_assert(!colocate_needs_ticks(&fixture.colocate));
	end();
}
END_TEST

START_TEST(not_wanted_is_never)
{
	begin(&owner, true);
	colocate_begin(&fixture.colocate, &owner, false, true);
	ck_assert(!stop(0, SEVERAL));
	ck_assert(!is_pinned(fixture.tids[0]) && !is_pinned(0));
	end();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("colocate");
	TCase *tests = tcase_create("colocate");
	cpu_set_t own;

	if (sched_getaffinity(0, sizeof(own), &own) || CPU_COUNT(&own) < 2) {
		puts("SKIPPED: two CPUs are needed");
		return 77;
	}
	tcase_add_test(tests, one_tracee_is_pinned_with_the_tracer);
	tcase_add_test(tests, several_are_pinned_after_some_windows);
	tcase_add_test(tests, a_tracee_that_computes_goes_aside_and_comes_back);
	tcase_add_test(tests, the_balance_uses_all_cpus);
	tcase_add_test(tests, a_child_does_not_stay_aside);
	tcase_add_test(tests, a_child_gets_the_mask_of_its_parent);
	tcase_add_test(tests, without_follow_a_fork_unpins_all);
	tcase_add_test(tests, the_end_of_a_tracee_leaves_its_mask_alone);
	tcase_add_test(tests, few_stops_unpin_at_the_tick);
	tcase_add_test(tests, a_guard_that_ended_is_noticed);
	tcase_add_test(tests, not_wanted_is_never);
	return suite_run(suite, tests, NULL);
}
