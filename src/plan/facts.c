/* SPDX-License-Identifier: MIT */
/* Keeps the layouts of structs while plans are compiled: many calls have the same structs. */
#include "plan/facts.h"

#include <stdlib.h>

#include "scry/util.h"

#define TABLE_MIN 1024 /* slots; a power of two */

static size_t slot_of(const struct plans *plans, const struct type *type, const struct abi *abi)
{
	size_t mask = plans->facts_capacity - 1;
	size_t at = ((uintptr_t)type / 16 * 31 + (size_t)abi->id * 7919) & mask;
	const struct type_facts *other;

	while ((other = plans->facts[at]) && (other->type != type || other->abi != abi))
		at = (at + 1) & mask;
	return at;
}

static void grow_facts(struct plans *plans)
{
	struct type_facts **old = plans->facts;
	size_t n = plans->facts_capacity;

	plans->facts_capacity = n ? 2 * n : TABLE_MIN;
	plans->facts = xcalloc(plans->facts_capacity, sizeof(*plans->facts));
	for (size_t i = 0; i < n; i++)
		if (old[i])
			plans->facts[slot_of(plans, old[i]->type, old[i]->abi)] = old[i];
	free(old);
}

static void look_at_member(struct compiler *compiler, struct type_facts *facts,
			   const struct member *member)
{
	const struct field *field = member->field;
	const struct type_facts *inner;

	if (field_more(field)->pointer || field_more(field)->pointer64) {
		facts->pointers = true;
		return;
	}
	if (field_more(field)->count.given && !field_more(field)->count.name &&
	    !field_more(field)->count.constant)
		facts->rest = true;
	if (field_more(field)->count.name || field_more(field)->len.name)
		facts->pointers = facts->variable = true;
	if (field_offset_after(field))
		facts->rest = facts->after = true;
	switch (field_type(field)->kind) {
	case KIND_CSTRING:
	case KIND_PATH:
		facts->pointers |= !member->size;
		facts->variable |= !member->size;
		break;
	case KIND_BYTES:
	case KIND_TEXT:
	case KIND_SOCKET_NAME:
	case KIND_RECORDS:
	case KIND_BITSET:
	case KIND_HARDWARE:
		facts->rest |= !field_more(field)->len.given;
		break;
	case KIND_STRUCT:
		inner = type_facts_of(compiler, field_type(field));
		facts->pointers |= inner->pointers;
		facts->variable |= inner->variable;
		facts->rest |= inner->rest;
		facts->choice |= inner->choice;
		facts->descriptors |= inner->descriptors;
		facts->after |= inner->after;
		break;
	case KIND_FD:
	case KIND_DIRFD:
	case KIND_OTHER_FD:
		facts->descriptors = true;
		/* What they refer to is wanted. */
		facts->pointers |= compiler->options->names;
		break;
	default:
		break;
	}
}

static void add_member(void *ctx, const struct field *field, size_t offset, size_t size)
{
	struct type_facts *facts = ctx;

	facts->members = xgrow(facts->members, facts->n, &facts->capacity, sizeof(*facts->members));
	facts->members[facts->n++] = (struct member){ field, offset, size };
}

static struct type_facts *make(struct compiler *compiler, const struct type *type)
{
	struct type_facts *facts = xcalloc(1, sizeof(*facts));

	facts->type = type;
	facts->abi = compiler->abi;
	facts->size = layout_whole_size(type, compiler->abi);
	if (type->kind != KIND_STRUCT)
		return facts;
	for (uint16_t i = 0; i < type->structure.n_fields; i++)
		facts->choice |= field_type(&type->structure.fields[i])->kind == KIND_CHOICE;
	layout_each(type, compiler->abi, add_member, facts);
	for (size_t i = 0; i < facts->n; i++)
		look_at_member(compiler, facts, &facts->members[i]);
	return facts;
}

const struct type_facts *type_facts_of(struct compiler *compiler, const struct type *type)
{
	struct plans *plans = compiler->plans;
	struct type_facts *facts;

	type = layout_of(type, compiler->abi);
	if (2 * plans->n_facts >= plans->facts_capacity)
		grow_facts(plans);
	facts = plans->facts[slot_of(plans, type, compiler->abi)];
	if (facts)
		return facts;
	facts = make(compiler, type);
	/* The layouts of its members have been added meanwhile. */
	if (2 * plans->n_facts >= plans->facts_capacity)
		grow_facts(plans);
	plans->facts[slot_of(plans, type, compiler->abi)] = facts;
	plans->n_facts++;
	return facts;
}

void type_facts_free(struct plans *plans)
{
	for (size_t i = 0; i < plans->facts_capacity; i++) {
		if (plans->facts[i])
			free(plans->facts[i]->members);
		free(plans->facts[i]);
	}
	free(plans->facts);
	plans->facts = NULL;
	plans->n_facts = plans->facts_capacity = 0;
}
