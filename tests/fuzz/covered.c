/* SPDX-License-Identifier: MIT */
/*
 * Coverage of the table: its types, choices, variants and conditions, and which of them decode has
 * used.
 */
#include <stdio.h>
#include <stdlib.h>

#include "decode/scope.h"
#include "fuzz.h"

#define POINTS \
	32768u /* slots of the hash table: a power of 2, more than twice the number of points */

static struct point **place_of(const struct covered *covered, const void *what)
{
	uint64_t hash = (uint64_t)(uintptr_t)what * UINT64_C(0x9e3779b97f4a7c15) >> 40;

	for (;; hash++) {
		struct point **place = &covered->table[hash % POINTS];

		if (!*place || (*place)->what == what)
			return place;
	}
}

struct point *covered_find(const struct covered *covered, const void *what)
{
	return *place_of(covered, what);
}

/* Returns false if the point exists already. */
static bool add(struct covered *covered, enum point_kind kind, const void *what, const char *owner)
{
	struct point **place = place_of(covered, what);

	if (*place)
		return false;
	require(covered->n < POINTS / 2);
	*place = &covered->points[covered->n++];
	**place = (struct point){ .kind = kind, .what = what, .owner = owner ? owner : "?" };
	return true;
}

static void walk_fields(struct covered *covered, const struct field *fields, uint16_t n,
			const char *owner);

static void walk_type(struct covered *covered, const struct type *type, const char *owner)
{
	if (!type || !add(covered, POINT_TYPE, type, owner))
		return;
	if (type->kind == TYPE_STRUCT && type->name)
		owner = type->name;
	walk_fields(covered, type->fields, type->n_fields, owner);
	walk_type(covered, type->other, owner);
	walk_type(covered, type->record, owner);
	walk_type(covered, type->shown, owner);
	walk_type(covered, type->whole, owner);
	walk_type(covered, type->instead, owner);
}

static void walk_notes(struct covered *covered, const struct note *notes, uint16_t n,
		       const char *owner)
{
	for (uint16_t i = 0; i < n; i++)
		walk_fields(covered, &notes[i].value, 1, owner);
}

static void walk_choice(struct covered *covered, const struct choice *choice, const char *owner)
{
	if (!add(covered, POINT_CHOICE, choice, owner))
		return;
	for (uint16_t v = 0; v < choice->n_variants; v++) {
		const struct variant *variant = &choice->variants[v];

		/*
		 * The array of variants is no point: its first element has an address of its own.
		 */
		add(covered, POINT_VARIANT, variant, owner);
		walk_fields(covered, variant->fields, variant->n_fields, owner);
		walk_notes(covered, variant->notes, variant->n_notes, owner);
	}
}

static void walk_fields(struct covered *covered, const struct field *fields, uint16_t n,
			const char *owner)
{
	for (uint16_t i = 0; fields && i < n; i++) {
		const struct condition *when = fields[i].when;

		if (when)
			add(covered, POINT_CONDITION, when, owner);
		if (fields[i].choice)
			walk_choice(covered, fields[i].choice, owner);
		walk_type(covered, fields[i].type, owner);
	}
}

struct covered *covered_new(void)
{
	struct covered *covered = xcalloc(1, sizeof(*covered));

	covered->points = xcalloc(POINTS, sizeof(*covered->points));
	covered->table = xcalloc(POINTS, sizeof(*covered->table));
	for (unsigned id = 1; id < ID_COUNT; id++)
		for (unsigned a = 0; a < ABI_COUNT; a++) {
			const char *name = syscall_name((enum syscall_id)id);
			const struct syscall *row =
				syscall_row((enum syscall_id)id, abi_by_id((enum abi_id)a));

			if (!row)
				continue;
			walk_fields(covered, row->args, row->n_args, name);
			walk_notes(covered, row->notes, row->n_notes, name);
		}
	walk_type(covered, &type_siginfo, "siginfo");
	return covered;
}

void covered_free(struct covered *covered)
{
	free(covered->points);
	free(covered->table);
	free(covered);
}

static bool covered_choice(const struct covered *covered, const struct choice *choice)
{
	for (uint16_t v = 0; v < choice->n_variants; v++) {
		const struct variant *variant = &choice->variants[v];

		if (!covered_find(covered, variant)->abis ||
		    !covered_fields(covered, variant->fields, variant->n_fields))
			return false;
	}
	return true;
}

bool covered_fields(const struct covered *covered, const struct field *fields, uint16_t n)
{
	for (uint16_t i = 0; fields && i < n; i++) {
		const struct type *type = fields[i].type;

		if (fields[i].choice && !covered_choice(covered, fields[i].choice))
			return false;
		if (type && type->kind == TYPE_STRUCT && !fields[i].pointer &&
		    type->fields != fields &&
		    !covered_fields(covered, type->fields, type->n_fields))
			return false;
	}
	return true;
}

/*
 * Returns false for a variant that was never chosen. Conditions may be true always, or never: some
 * depend on what the fuzzer cannot make. DECODE_FUZZ=verbose prints them.
 */
static bool report_point(const struct point *point, size_t counts[3], bool verbose)
{
	const struct condition *condition = point->what;
	const struct variant *variant = point->what;

	switch (point->kind) {
	case POINT_VARIANT:
		counts[0]++;
		if (!point->abis)
			fprintf(stderr, "decode_fuzz: %s: never chosen: %.60s\n", point->owner,
				variant->keys ? variant->keys : "the default");
		else if (verbose && point->abis != (1u << ABI_COUNT) - 1)
			fprintf(stderr, "decode_fuzz: %s: only under ABIs %#x: %.60s\n",
				point->owner, point->abis,
				variant->keys ? variant->keys : "the default");
		return point->abis != 0;
	case POINT_CONDITION:
		counts[1]++;
		counts[2] += point->held && point->failed;
		if (verbose && !(point->held && point->failed))
			fprintf(stderr, "decode_fuzz: %s: when %s %s: %s\n", point->owner,
				condition->name ? condition->name : "(function)",
				condition->values ? condition->values : "",
				point->held ? "always true" : "never true");
		return true;
	default:
		return true;
	}
}

bool covered_report(const struct covered *covered)
{
	bool verbose = getenv("DECODE_FUZZ") != NULL, all = true;
	size_t counts[3] = { 0 };

	for (size_t i = 0; i < covered->n; i++)
		all = report_point(&covered->points[i], counts, verbose) && all;
	printf("decode_fuzz: %zu variants; %zu of %zu conditions were true and false\n", counts[0],
	       counts[2], counts[1]);
	return all;
}

/*
 * The linker option --wrap redirects the calls of src/decode/ to these functions:
 * tests/fuzz/local.mk.
 */
const struct variant *__real_choice_pick(const struct scope *scope, const struct choice *choice);
const struct variant *__wrap_choice_pick(const struct scope *scope, const struct choice *choice);
bool __real_condition_is_met(const struct scope *scope, const struct condition *condition);
bool __wrap_condition_is_met(const struct scope *scope, const struct condition *condition);

static struct covered *covered_of(const struct scope *scope)
{
	const char *config = (const char *)scope->decode->config;

	return ((const struct fuzz *)(config - offsetof(struct fuzz, config)))->covered;
}

const struct variant *__wrap_choice_pick(const struct scope *scope, const struct choice *choice)
{
	const struct variant *variant = __real_choice_pick(scope, choice);
	struct covered *covered = covered_of(scope);
	struct point *point = variant ? covered_find(covered, variant) : NULL;
	uint32_t bit = 1u << scope_abi(scope)->id;

	require(!variant || point);
	covered->special = covered->special || (variant && variant->keys);
	if (point && !(point->abis & bit)) {
		point->abis |= bit;
		covered->news++;
		covered->deeper = covered->deeper ||
				  !covered_fields(covered, variant->fields, variant->n_fields);
	}
	return variant;
}

bool __wrap_condition_is_met(const struct scope *scope, const struct condition *condition)
{
	bool holds = __real_condition_is_met(scope, condition);
	struct point *point = covered_find(covered_of(scope), condition);

	if (point) {
		point->held |= holds;
		point->failed |= !holds;
	}
	return holds;
}
