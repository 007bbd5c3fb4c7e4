/* SPDX-License-Identifier: MIT */
/* Unit tests of src/engine/ptrace/life.c: the transitions of a tracee's life, as rows. */
#include <check.h>
#include <stdlib.h>

#include "engine/ptrace/life.h"
#include "suite.h"

struct row {
	unsigned from, to;
	bool legal;
};

static const struct row life_rows[] = {
	/* A child that its parent reports at once, after a while, or never. */
	{ LIFE_UNKNOWN, LIFE_FOLLOWED, true },
	{ LIFE_UNKNOWN, LIFE_PENDING, true },
	{ LIFE_PENDING, LIFE_FOLLOWED, true },
	{ LIFE_PENDING, LIFE_PENDING_LONG, true },
	{ LIFE_PENDING_LONG, LIFE_ORPHAN, true },
	{ LIFE_ORPHAN, LIFE_FOLLOWED, true },
	{ LIFE_PENDING_LONG, LIFE_PENDING, false },
	/* A child waits before it is reported an orphan. */
	{ LIFE_UNKNOWN, LIFE_ORPHAN, false },
	/* The command, and the command of -D, which is reported as attached. */
	{ LIFE_UNKNOWN, LIFE_LAUNCHING, true },
	{ LIFE_ATTACHED, LIFE_LAUNCHING, true },
	{ LIFE_LAUNCHING, LIFE_EXECUTING, true },
	{ LIFE_EXECUTING, LIFE_FOLLOWED, true },
	{ LIFE_EXECUTING, LIFE_LAUNCHING, false },
	{ LIFE_FOLLOWED, LIFE_LAUNCHING, false },
	/* What was reported as new or attached is reported as detached. */
	{ LIFE_ATTACHED, LIFE_ATTACHED_LEAVING, true },
	{ LIFE_ATTACHED_LEAVING, LIFE_LEAVING, true },
	{ LIFE_FOLLOWED, LIFE_LEAVING, true },
	{ LIFE_MUTED, LIFE_LEAVING, true },
	{ LIFE_LEAVING, LIFE_RELEASED, true },
	{ LIFE_ATTACHED, LIFE_RELEASED, false },
	{ LIFE_FOLLOWED, LIFE_RELEASED, false },
	/* What was not reported is let go in silence. */
	{ LIFE_UNKNOWN, LIFE_RELEASED, true },
	{ LIFE_ORPHAN, LIFE_RELEASED, true },
	{ LIFE_PENDING, LIFE_LEAVING, false },
	/* Nothing comes back. */
	{ LIFE_RELEASED, LIFE_FOLLOWED, false },
	{ LIFE_LEAVING, LIFE_FOLLOWED, false },
	{ LIFE_MUTED, LIFE_FOLLOWED, false },
};

static const struct row run_rows[] = {
	{ RUN_RUNNING, RUN_STOPPED, true },    { RUN_RUNNING, RUN_ENDED, true },
	{ RUN_RUNNING, RUN_LISTENING, false }, { RUN_RUNNING, RUN_DELAYED, false },
	{ RUN_STOPPED, RUN_RUNNING, true },    { RUN_STOPPED, RUN_STOPPED, true },
	{ RUN_STOPPED, RUN_DELAYED, true },    { RUN_STOPPED, RUN_LISTENING, true },
	{ RUN_LISTENING, RUN_STOPPED, true },  { RUN_LISTENING, RUN_RUNNING, false },
	{ RUN_DELAYED, RUN_STOPPED, true },    { RUN_DELAYED, RUN_RUNNING, false },
	{ RUN_ENDED, RUN_RUNNING, false },
};

START_TEST(lives_follow_the_table)
{
	const struct row *row = &life_rows[_i];

	ck_assert_msg(life_may_follow(row->from, row->to) == row->legal, "from %u to %u", row->from,
		      row->to);
}
END_TEST

START_TEST(runs_follow_the_table)
{
	const struct row *row = &run_rows[_i];

	ck_assert_msg(life_run_may_follow(row->from, row->to) == row->legal, "from %u to %u",
		      row->from, row->to);
}
END_TEST

/* Follows the table from a set of lives as far as it leads. */
static unsigned closure(unsigned lives)
{
	for (unsigned round = 0; round < LIFE_COUNT; round++)
		for (unsigned from = 0; from < LIFE_COUNT; from++)
			for (unsigned to = 0; to < LIFE_COUNT; to++)
				if (lives & LIFE_BIT(from) && life_may_follow(from, to))
					lives |= LIFE_BIT(to);
	return lives;
}

START_TEST(every_life_can_be_reached_and_left)
{
	ck_assert_uint_eq(closure(LIFE_BIT(LIFE_UNKNOWN)), LIFE_BIT(LIFE_COUNT) - 1);
	for (unsigned life = 0; life < LIFE_COUNT; life++) {
		ck_assert_uint_ne(closure(LIFE_BIT(life)) & LIFE_BIT(LIFE_RELEASED), 0);
		ck_assert(!life_may_follow(life, life));
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("life");
	TCase *tests = tcase_create("life");

	tcase_add_loop_test(tests, lives_follow_the_table, 0,
			    sizeof(life_rows) / sizeof(life_rows[0]));
	tcase_add_loop_test(tests, runs_follow_the_table, 0,
			    sizeof(run_rows) / sizeof(run_rows[0]));
	tcase_add_test(tests, every_life_can_be_reached_and_left);
	return suite_run(suite, tests, NULL);
}
