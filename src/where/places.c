/* SPDX-License-Identifier: MIT */
/* Finds in the table what the path of an argument leads to: args.fds.revents, args.addr.port. */
#include <stdlib.h>
#include <string.h>

#include "scry/syscalls.h"
#include "scry/util.h"
#include "where/where.h"

#define DEPTH_MAX 16 /* exceeds the nesting of structs in the table */

enum kind place_kind(const struct type *type)
{
	switch (type->kind) {
	case KIND_CSTRING:
	case KIND_BYTES:
	case KIND_TEXT:
	case KIND_STRING_VECTOR:
	case KIND_ENVIRONMENT:
		return KIND_STRING;
	case KIND_FAMILY:
		return KIND_ENUM;
	case KIND_SIGMASK:
		return KIND_SIGSET;
	case KIND_MACRO:
		return KIND_VALUES_END;
	default:
		return kind_is_value(type->kind) ? (enum kind)type->kind : KIND_VALUES_END;
	}
}

/* --- members --------------------------------------------------------------------------------- */

/* A member of a type: a field, or an argument of a macro. */
struct member {
	const char *name;
	const struct type *type;
	const struct field *field; /* NULL: an argument of a macro */
	bool certain; /* it does not depend on a choice */
};

typedef void member_each(void *ctx, const struct member *member);

static void each_field(const struct field *fields, unsigned n, unsigned depth, bool certain,
		       member_each *each, void *ctx)
{
	for (unsigned i = 0; i < n && depth < DEPTH_MAX; i++) {
		const struct choice *choice = field_more(&fields[i])->choice;
		const struct member member = { field_name(&fields[i]), field_type(&fields[i]),
					       &fields[i], certain };

		if (member.type && member.type->kind != KIND_CHOICE && member.name)
			each(ctx, &member);
		for (uint16_t v = 0; choice && v < choice->n_variants; v++)
			each_field(choice->variants[v].fields, choice->variants[v].n_fields,
				   depth + 1, false, each, ctx);
	}
}

static void each_member(const struct type *type, unsigned depth, member_each *each, void *ctx)
{
	if (!type || depth >= DEPTH_MAX)
		return;
	switch (type->kind) {
	case KIND_STRUCT:
		each_field(type->structure.fields, type->structure.n_fields, 0, true, each, ctx);
		if (structure_other(type))
			each_member(structure_other(type)->type, depth + 1, each, ctx);
		break;
	case KIND_RECORDS:
		each_member(type->records->header, depth + 1, each, ctx);
		each_member(type->records->record, depth + 1, each, ctx);
		break;
	case KIND_BYTES:
	case KIND_CSTRING:
		each_member(type_bytes(type)->whole, depth + 1, each, ctx);
		each_member(type_bytes(type)->instead, depth + 1, each, ctx);
		break;
	case KIND_MACRO:
		for (unsigned i = 0; i < type->macro.n; i++) {
			const struct macro_argument *argument = &type->macro.arguments[i];
			const struct member member = { argument->name, argument->type, NULL, true };

			each(ctx, &member);
		}
		break;
	default:
		break;
	}
}

/* Whether each_member() finds anything. */
static bool has_members(const struct type *type)
{
	return type->kind == KIND_STRUCT || type->kind == KIND_RECORDS ||
	       type->kind == KIND_BYTES || type->kind == KIND_CSTRING || type->kind == KIND_MACRO;
}

/* --- names that stand for kinds -------------------------------------------------------------- */

#define BIT(kind) (UINT64_C(1) << (kind))

static const struct {
	const char *name;
	uint64_t kinds;
} aliases[] = {
	{ "ip", BIT(KIND_IPV4) | BIT(KIND_IPV6) },
	{ "port", BIT(KIND_PORT) },
	{ "path", BIT(KIND_SOCKET_NAME) | BIT(KIND_PATH) },
};

const char *const place_aliases[] = { "ip", "port", "path", NULL };

uint64_t places_alias(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(aliases); i++)
		if (!strcmp(aliases[i].name, name))
			return aliases[i].kinds;
	return 0;
}

struct seen_type {
	const struct type *type;
	uint32_t query; /* that has looked into it */
};

static struct seen_type *find_seen(const struct places_seen *seen, const struct type *type)
{
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(&seen->index, index_hash((uintptr_t)type), &at)) != INDEX_END)
		if (seen->types[i].type == type)
			return &seen->types[i];
	return NULL;
}

static struct seen_type *add_seen(struct places_seen *seen, const struct type *type)
{
	seen->types = xgrow(seen->types, seen->n, &seen->capacity, sizeof(*seen->types));
	index_add(&seen->index, index_hash((uintptr_t)type), (uint32_t)seen->n);
	seen->types[seen->n] = (struct seen_type){ .type = type };
	return &seen->types[seen->n++];
}

/* A query that has found a kind has ended there: what it has looked into may have others. */
static bool has_seen(struct places_seen *seen, const struct type *type)
{
	struct seen_type *entry = find_seen(seen, type);

	if (entry && (entry->query == seen->n_queries || !seen->found[entry->query]))
		return true;
	if (!entry)
		entry = add_seen(seen, type);
	entry->query = seen->n_queries;
	return false;
}

void places_seen_free(struct places_seen *seen)
{
	index_free(&seen->index);
	free(seen->types);
	free(seen->found);
}

struct kinds {
	uint64_t wanted;
	struct places_seen *seen; /* NULL: types are looked into again and again */
	unsigned depth;
	bool with_out;
	place_each *each; /* NULL: only whether there is one */
	void *ctx;
	struct place place;
	size_t n;
};

static void look_for_kinds(void *ctx, const struct member *member);

/* Reports a type that has a wanted kind, or what is within it. */
static void look_into(struct kinds *kinds, const struct member *member)
{
	enum kind kind = place_kind(member->type);

	if (kind < KIND_VALUES_END && kinds->wanted >> kind & 1) {
		kinds->n++;
		kinds->place.type = member->type;
		kinds->place.field = member->field;
		if (kinds->each)
			kinds->each(kinds->ctx, &kinds->place);
	}
	if (kinds->depth >= DEPTH_MAX || (kinds->n && !kinds->each))
		return;
	if (kinds->seen && member->type && has_members(member->type) &&
	    has_seen(kinds->seen, member->type))
		return;
	kinds->depth++;
	each_member(member->type, 0, look_for_kinds, kinds);
	kinds->depth--;
}

static void look_for_kinds(void *ctx, const struct member *member)
{
	struct kinds *kinds = ctx;

	if (kinds->n && !kinds->each)
		return;
	if (!kinds->with_out && member->field && member->field->dir == DIR_OUT)
		return;
	look_into(kinds, member);
}

bool places_have(const struct syscall *row, uint64_t wanted, bool with_out,
		 struct places_seen *seen)
{
	struct kinds kinds = { .wanted = wanted, .with_out = with_out, .seen = seen };

	if (row && row->args)
		each_field(row->args, row->n_args, 0, true, look_for_kinds, &kinds);
	if (seen) {
		seen->found = xgrow(seen->found, seen->n_queries, &seen->found_capacity,
				    sizeof(*seen->found));
		seen->found[seen->n_queries++] = kinds.n;
	}
	return kinds.n;
}

/* --- paths ----------------------------------------------------------------------------------- */

struct finder {
	const struct component *path;
	size_t n_path, at; /* components; the next one */
	place_each *each;
	void *ctx;
	struct place place;
	size_t n;
	unsigned depth;
};

static void find_in(struct finder *finder, const struct member *member);

static void match_member(void *ctx, const struct member *member)
{
	struct finder *finder = ctx;
	size_t at = finder->at;

	if (strcmp(member->name, finder->path[at].name))
		return;
	finder->at++;
	find_in(finder, member);
	/* find_in() has moved past indexes as well. */
	finder->at = at;
}

static void report_place(struct finder *finder, const struct member *member)
{
	const struct type *type = member->type;

	finder->n++;
	finder->place.type = type;
	finder->place.field = member->field;
	if (!finder->each)
		return;
	finder->each(finder->ctx, &finder->place);
	/* Bytes can be a value of another type, such as an option of a socket. */
	if ((type->kind == KIND_BYTES || type->kind == KIND_CSTRING) && type_bytes(type)->whole) {
		finder->place.type = type_bytes(type)->whole;
		finder->each(finder->ctx, &finder->place);
	}
}

static void find_alias(struct finder *finder, const struct member *member, uint64_t wanted)
{
	struct kinds kinds = {
		.wanted = wanted,
		.with_out = true,
		.each = finder->each,
		.ctx = finder->ctx,
		.place = finder->place,
	};

	look_into(&kinds, member);
	finder->n += kinds.n;
}

static void find_in(struct finder *finder, const struct member *member)
{
	size_t before = finder->n;
	uint64_t wanted;

	while (finder->at < finder->n_path && !finder->path[finder->at].name)
		finder->at++;
	finder->place.direct &= finder->depth == 0;
	if (finder->at == finder->n_path) {
		report_place(finder, member);
		return;
	}
	if (finder->depth >= DEPTH_MAX)
		return;
	finder->depth++;
	each_member(member->type, 0, match_member, finder);
	finder->depth--;
	wanted = places_alias(finder->path[finder->at].name);
	if (finder->n == before && wanted && finder->at + 1 == finder->n_path)
		find_alias(finder, member, wanted);
}

/* Looks for the first component among the arguments of a row or a variant. */
static void find_argument(struct finder *finder, const struct field *fields, unsigned n,
			  struct argument_walk *walk, bool certain)
{
	for (unsigned i = 0; i < n; i++) {
		const struct field *field = &fields[i];
		const struct choice *choice = field_more(field)->choice;
		const struct member member = { field_name(field), field_type(field), field, true };
		struct argument_walk before = *walk;
		unsigned slot = 0;
		bool placed = argument_place(walk, field, &slot);

		for (uint16_t v = 0; choice && v < choice->n_variants; v++) {
			struct argument_walk inner = before;

			find_argument(finder, choice->variants[v].fields,
				      choice->variants[v].n_fields, &inner, false);
		}
		if (choice || !member.name || strcmp(member.name, finder->path[0].name) ||
		    field_more(field)->lookup)
			continue;
		finder->at = 1;
		finder->place = (struct place){
			.argument = field,
			.direct = certain && placed && !field_more(field)->when &&
				  !field_more(field)->stacked && finder->n_path == 1,
			.slot = slot,
		};
		find_in(finder, &member);
	}
}

/* A call without a row, or with one that names no arguments, has arg1 to arg6. */
static size_t find_raw(const struct component *path, size_t n_path, place_each *each, void *ctx)
{
	static const struct type raw = {
		.name = "kulong", .kind = KIND_NUMBER, .storage = STORE_KULONG, .base = 16
	};
	struct place place = { .type = &raw, .direct = true };

	if (n_path != 1 || strncmp(path->name, "arg", 3) || path->name[3] < '1' ||
	    path->name[3] > '6' || path->name[4])
		return 0;
	place.slot = (unsigned)(path->name[3] - '1');
	if (each)
		each(ctx, &place);
	return 1;
}

size_t places_find(const struct syscall *row, const struct abi *abi, const struct component *path,
		   size_t n_path, place_each *each, void *ctx)
{
	struct finder finder = { .path = path, .n_path = n_path, .each = each, .ctx = ctx };
	struct argument_walk walk = { .abi = abi };

	if (!row || !row->args)
		return find_raw(path, n_path, each, ctx);
	find_argument(&finder, row->args, row->n_args, &walk, true);
	return finder.n;
}

/* --- names that can follow ------------------------------------------------------------------- */

struct follower {
	const struct component *path;
	size_t n_path, at;
	place_name *each;
	void *ctx;
	unsigned depth;
};

static void follow_member(void *ctx, const struct member *member)
{
	struct follower *follower = ctx;
	size_t at = follower->at;

	while (follower->at < follower->n_path && !follower->path[follower->at].name)
		follower->at++;
	if (follower->at == follower->n_path) {
		follower->each(follower->ctx, member->name, member->type, member->field);
	} else if (!strcmp(member->name, follower->path[follower->at].name) &&
		   follower->depth < DEPTH_MAX) {
		follower->at++;
		follower->depth++;
		each_member(member->type, 0, follow_member, follower);
		follower->depth--;
	}
	follower->at = at;
}

static void follow_argument(void *ctx, const struct member *member)
{
	if (!member->field || !field_more(member->field)->lookup)
		follow_member(ctx, member);
}

void places_names(const struct syscall *row, const struct component *path, size_t n_path,
		  place_name *each, void *ctx)
{
	struct follower follower = { .path = path, .n_path = n_path, .each = each, .ctx = ctx };

	if (row && row->args)
		each_field(row->args, row->n_args, 0, true, follow_argument, &follower);
}
