/* SPDX-License-Identifier: MIT */
/* Runs the test suite of a unit test program. */
#ifndef SCRY_SUITE_H
#define SCRY_SUITE_H

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* The status of a test that cannot run here. */
#define SUITE_SKIPPED 77

/*
 * Whether this machine has another byte order than x86_64. Then a test does not hold that fills the
 * memory of an x86_64 tracee with structs of this machine. Says so, after `what`: SKIPPED or NOT
 * TESTED.
 */
static inline bool suite_has_other_byte_order(const char *what)
{
	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
		return false;
	printf("%s: the memory of the tracee has the byte order of x86_64\n", what);
	return true;
}

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
