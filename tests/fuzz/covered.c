/* SPDX-License-Identifier: MIT */
/*
 * Coverage: records which types, choices, variants and conditions of the table the fuzzer has
 * reached.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/lookup/scope.h"
#include "fuzz.h"

#define POINTS \
	32768u /* size of the hash table: a power of 2, more than twice the number of points */

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

/* Adds a point. Returns false if it exists already. */
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
	if (type->kind == KIND_STRUCT && type->name)
		owner = type->name;
	switch (type->kind) {
	case KIND_STRUCT:
		walk_fields(covered, type->structure.fields, type->structure.n_fields, owner);
		if (structure_other(type))
			walk_type(covered, structure_other(type)->type, owner);
		break;
	case KIND_RECORDS:
		walk_type(covered, type->records->header, owner);
		walk_type(covered, type->records->record, owner);
		break;
	case KIND_BYTES:
		walk_type(covered, type_bytes(type)->whole, owner);
		walk_type(covered, type_bytes(type)->instead, owner);
		break;
	case KIND_MACRO:
		for (uint8_t i = 0; i < type->macro.n; i++)
			walk_type(covered, type->macro.arguments[i].type, owner);
		break;
	default:
		break;
	}
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

		/* The first variant has the address of the array, which no other point has. */
		add(covered, POINT_VARIANT, variant, owner);
		walk_fields(covered, variant->fields, variant->n_fields, owner);
		walk_notes(covered, variant_more(variant)->notes, variant_more(variant)->n_notes,
			   owner);
	}
}

static void walk_fields(struct covered *covered, const struct field *fields, uint16_t n,
			const char *owner)
{
	for (uint16_t i = 0; fields && i < n; i++) {
		const struct condition *when = field_more(&fields[i])->when;

		if (when)
			add(covered, POINT_CONDITION, when, owner);
		if (field_more(&fields[i])->choice)
			walk_choice(covered, field_more(&fields[i])->choice, owner);
		walk_type(covered, field_type(&fields[i]), owner);
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
		const struct type *type = field_type(&fields[i]);

		if (field_more(&fields[i])->choice &&
		    !covered_choice(covered, field_more(&fields[i])->choice))
			return false;
		if (type && type->kind == KIND_STRUCT && !field_more(&fields[i])->pointer &&
		    type->structure.fields != fields &&
		    !covered_fields(covered, type->structure.fields, type->structure.n_fields))
			return false;
	}
	return true;
}

bool covered_lacks(const struct covered *covered, const char *owner)
{
	for (size_t i = 0; i < covered->n; i++)
		if (covered->points[i].kind == POINT_VARIANT && !covered->points[i].abis &&
		    !strcmp(covered->points[i].owner, owner))
			return true;
	return false;
}

struct counts {
	size_t variants, chosen;
	size_t conditions, both; /* were true and false */
};

static const char *kind_of(const struct point *point)
{
	return !point->held ? "never held" : "always held";
}

/*
 * Reports an incomplete point. Returns false for a variant that was never chosen. Conditions that
 * were only true or only false are reported with DECODE_FUZZ=verbose: some depend on data that the
 * fuzzer cannot make.
 */
static bool report_point(const struct point *point, struct counts *counts, bool all_run,
			 bool verbose)
{
	const struct condition *condition = point->what;
	const struct variant *variant = point->what;

	switch (point->kind) {
	case POINT_VARIANT:
		counts->variants++;
		counts->chosen += point->abis != 0;
		if (!point->abis && all_run)
			fprintf(stderr, "decode_fuzz: %s: never chosen: %.60s\n", point->owner,
				variant->keys ? variant->keys : "the default");
		else if (verbose && point->abis != (1u << ABI_COUNT) - 1)
			fprintf(stderr, "decode_fuzz: %s: only under ABIs %#x: %.60s\n",
				point->owner, point->abis,
				variant->keys ? variant->keys : "the default");
		return point->abis || !all_run;
	case POINT_CONDITION:
		counts->conditions++;
		counts->both += point->held && point->failed;
		if (verbose && !(point->held && point->failed))
			fprintf(stderr, "decode_fuzz: %s: when %s %s: %s\n", point->owner,
				condition->name ? condition->name : "(function)",
				condition->values ? condition->values : "", kind_of(point));
		return true;
	default:
		return true;
	}
}

bool covered_report(const struct covered *covered, bool all_run)
{
	bool verbose = all_run && getenv("DECODE_FUZZ"), all = true;
	struct counts counts = { 0 };

	for (size_t i = 0; i < covered->n; i++)
		all = report_point(&covered->points[i], &counts, all_run, verbose) && all;
	printf("decode_fuzz: %zu of %zu variants were chosen; %zu of %zu conditions were true and "
	       "false\n",
	       counts.chosen, counts.variants, counts.both, counts.conditions);
	return all;
}

/* The linker option --wrap replaces the functions of src/decode/ by these. */
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
