/* SPDX-License-Identifier: MIT */
/* Unit tests of the index: it finds what a search through the whole array finds. */
#include <check.h>
#include <stdlib.h>

#include "scry/index.h"
#include "suite.h"

#define N 3000

static uint64_t elements[N];
static bool added[N];

static uint32_t find(const struct index *index, uint64_t hash, uint64_t element)
{
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(index, hash, &at)) != INDEX_END)
		if (elements[i] == element)
			break;
	return i;
}

static bool is_added(uint64_t element)
{
	for (uint32_t i = 0; i < N; i++)
		if (added[i] && elements[i] == element)
			return true;
	return false;
}

START_TEST(an_empty_index_has_nothing)
{
	struct index index = { 0 };

	ck_assert_uint_eq(find(&index, 7, 7), INDEX_END);
	index_remove(&index, 7, 7);
	index_clear(&index);
	ck_assert_uint_eq(find(&index, 7, 7), INDEX_END);
	index_free(&index);
}
END_TEST

static uint64_t all_equal(uint64_t element)
{
	return element / 100;
}

/* The last places of every table: sequences go on at its beginning. */
static uint64_t at_the_end(uint64_t element)
{
	return UINT64_MAX - element % 5;
}

/*
 * Adds, removes and finds elements at random, with hashes that this function makes. Returns how
 * many answers were wrong.
 */
static unsigned count_wrong(uint64_t (*hash)(uint64_t element), uint64_t kinds, unsigned rounds)
{
	struct index index = { 0 };
	uint64_t state = 1;
	unsigned wrong = 0;
	size_t n = 0;

	for (uint32_t i = 0; i < N; i++) {
		elements[i] = i % kinds;
		added[i] = false;
	}
	for (unsigned round = 0; round < rounds; round++) {
		uint32_t i;

		state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
		i = (uint32_t)(state >> 33) % N;
		/* At first more is added than removed, then the reverse. */
		if (!added[i] && (state >> 60 & 3) >= round * 4 / rounds) {
			added[i] = true;
			index_add(&index, hash(elements[i]), i);
			n++;
		} else if (added[i]) {
			added[i] = false;
			index_remove(&index, hash(elements[i]), i);
			n--;
		}
		i = find(&index, hash(round % kinds), round % kinds);
		wrong += (i != INDEX_END) != is_added(round % kinds);
		wrong += i != INDEX_END && !added[i];
		wrong += index.n != n;
	}
	index_clear(&index);
	for (uint64_t element = 0; element < kinds; element++)
		wrong += find(&index, hash(element), element) != INDEX_END;
	index_free(&index);
	return wrong;
}

START_TEST(elements_are_found_until_they_are_removed)
{
	ck_assert_uint_eq(count_wrong(index_hash, N, 30000), 0);
	ck_assert_uint_eq(count_wrong(index_hash, 50, 30000), 0);
	ck_assert_uint_eq(count_wrong(all_equal, 90, 3000), 0);
	ck_assert_uint_eq(count_wrong(at_the_end, 40, 3000), 0);
}
END_TEST

/*
 * Adds elements of one hash with others between them. Returns whether they come in order. The table
 * grows meanwhile.
 */
static bool are_in_order(uint64_t hash)
{
	struct index index = { 0 };
	uint32_t expected = 0;
	size_t at = 0;

	for (uint32_t i = 0; i < 60; i++) {
		index_add(&index, hash, i);
		index_add(&index, hash + 1, 100 + i);
	}
	for (uint32_t i; (i = index_next(&index, hash, &at)) != INDEX_END;)
		expected += i == expected;
	index_free(&index);
	return expected == 60;
}

START_TEST(elements_of_one_hash_come_in_the_order_of_their_addition)
{
	/* Some sequences go on at the beginning of the table. */
	for (uint64_t hash = 0; hash < 128; hash++)
		ck_assert(are_in_order(hash));
}
END_TEST

int main(void)
{
	TCase *tcase = tcase_create("index");

	tcase_add_test(tcase, an_empty_index_has_nothing);
	tcase_add_test(tcase, elements_are_found_until_they_are_removed);
	tcase_add_test(tcase, elements_of_one_hash_come_in_the_order_of_their_addition);
	return suite_run(suite_create("index"), tcase, NULL);
}
