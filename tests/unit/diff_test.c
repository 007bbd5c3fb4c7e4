/* SPDX-License-Identifier: MIT */
/* Unit tests of the alignment of src/diff/. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "scry/diff.h"
#include "scry/util.h"
#include "suite.h"

#define SMALL 40
#define LARGE 200000

static uint64_t a[LARGE + 10], b[LARGE + 10];
static bool kept_a[LARGE + 10], kept_b[LARGE + 10];

/*
 * Returns the length of the subsequence that was found. What is kept must be the same in both
 * sequences.
 */
static size_t align(size_t n_a, size_t n_b)
{
	size_t i = 0, j = 0, n = 0;

	diff_align(a, n_a, b, n_b, kept_a, kept_b);
	for (;; i++, j++, n++) {
		while (i < n_a && !kept_a[i])
			i++;
		while (j < n_b && !kept_b[j])
			j++;
		if (i == n_a || j == n_b)
			break;
		ck_assert_uint_eq(a[i], b[j]);
	}
	ck_assert_uint_eq(i, n_a);
	ck_assert_uint_eq(j, n_b);
	return n;
}

/* The length of the longest common subsequence, by the table of all prefixes. */
static size_t longest(size_t n_a, size_t n_b)
{
	static size_t table[SMALL + 1][SMALL + 1];

	memset(table, 0, sizeof(table));
	for (size_t i = 1; i <= n_a; i++)
		for (size_t j = 1; j <= n_b; j++)
			table[i][j] = a[i - 1] == b[j - 1]		  ? table[i - 1][j - 1] + 1
				      : table[i - 1][j] > table[i][j - 1] ? table[i - 1][j]
									  : table[i][j - 1];
	return table[n_a][n_b];
}

START_TEST(a_longest_subsequence_is_found)
{
	srand(1);
	for (int round = 0; round < 20000; round++) {
		size_t n_a = (size_t)rand() % (SMALL + 1), n_b = (size_t)rand() % (SMALL + 1);
		int values = 1 + rand() % 8;

		for (size_t i = 0; i < n_a; i++)
			a[i] = (uint64_t)(rand() % values);
		for (size_t i = 0; i < n_b; i++)
			b[i] = (uint64_t)(rand() % values);
		ck_assert_uint_eq(align(n_a, n_b), longest(n_a, n_b));
	}
}
END_TEST

START_TEST(few_differences_of_long_sequences)
{
	size_t n = 0;

	for (size_t i = 0; i < LARGE; i++) {
		a[i] = i % 1000;
		if (i % 1000 != 7 || i % 7000 != 7)
			b[n++] = i % 1000;
	}
	ck_assert_uint_eq(align(LARGE, n), n);
	b[0] = b[n - 1] = 12345;
	ck_assert_uint_eq(align(LARGE, n), n - 2);
}
END_TEST

/* The time of the whole search would be the square of the length. */
START_TEST(long_sequences_without_anything_in_common)
{
	for (size_t i = 0; i < LARGE; i++) {
		a[i] = i;
		b[i] = LARGE + i;
	}
	ck_assert_uint_eq(align(LARGE, LARGE), 0);
}
END_TEST

START_TEST(long_sequences_with_much_that_differs)
{
	srand(2);
	for (size_t i = 0; i < LARGE; i++) {
		a[i] = i;
		b[i] = i % 10 ? i : LARGE + i;
	}
	ck_assert_uint_ge(align(LARGE, LARGE), LARGE / 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("diff");
	TCase *tests = tcase_create("alignment");

	tcase_add_test(tests, a_longest_subsequence_is_found);
	tcase_add_test(tests, few_differences_of_long_sequences);
	tcase_add_test(tests, long_sequences_without_anything_in_common);
	tcase_add_test(tests, long_sequences_with_much_that_differs);
	tcase_set_timeout(tests, 60);
	return suite_run(suite, tests, NULL);
}
