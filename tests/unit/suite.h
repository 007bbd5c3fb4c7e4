/* SPDX-License-Identifier: MIT */
/* Runs the test suite of a unit test program. */
#ifndef SCRY_SUITE_H
#define SCRY_SUITE_H

#include <check.h>
#include <stdlib.h>

/*
 * Runs suite with the case tests, and the suite further unless it is NULL. Returns the exit status.
 */
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
