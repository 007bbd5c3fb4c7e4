/* SPDX-License-Identifier: MIT */
/* How main() of a unit test ends. */
#ifndef SCRY_SUITE_H
#define SCRY_SUITE_H

#include <check.h>
#include <stdlib.h>

/* Runs a suite of one case, and a further one unless it is NULL; returns the status for main(). */
static inline int suite_run(Suite *suite, TCase *tests, Suite *further)
{
	SRunner *runner;
	int failed;

	suite_add_tcase(suite, tests);
	runner = srunner_create(suite);
	if (further)
		srunner_add_suite(runner, further);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
