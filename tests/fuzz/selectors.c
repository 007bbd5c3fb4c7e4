/* SPDX-License-Identifier: MIT */
/* Runs calls and structs with each constant of an argument or a member, and with pairs of these. */
#include <stdlib.h>
#include <string.h>

#include "decode/lookup/layout.h"
#include "decode/lookup/scalar.h"
#include "fuzz.h"

#define PLACES 64
#define NUMBERS 136 /* small numbers, some negative: keys of variants that are in no list */
#define PAIRS 60000 /* maximum number of pairs of values of two places */
#define AIM_AT 2048 /* offset from STRUCT_AT of a value that a member points to */
#define CHOOSERS 4 /* number of members, the first ones, that are combined with others */

/* A value that can select a variant: a register, or a scalar in memory. */
struct place {
	const char *name; /* of the member or argument */
	bool in_memory;
	size_t offset, size; /* in memory; for a register offset is its index */
	uint64_t *values;
	size_t n;
	bool held; /* deepen() must not change it */
	bool odd; /* in memory: the argument that points to it has an odd index */
};

struct places {
	struct fuzz *fuzz;
	struct images *images;
	struct place items[PLACES];
	unsigned n;
	size_t base; /* offset of the struct of which add_member() adds members */
	/* The name of the only member that add_member() adds; NULL: all members. */
	const char *only;
	/* The member of the struct that points to a selecting value, which is at AIM_AT. */
	size_t pointer_at, pointer_size; /* 0: there is none */
	const struct field *fields; /* fields of the call or struct with the choices */
	uint16_t n_fields;
};

static void add_values(struct place *place, const struct list *list, unsigned shift)
{
	for (uint8_t p = 0; list && p < list->n_parts; p++) {
		const struct list_part *part = &list->parts[p];

		place->values = xreallocarray(place->values, place->n + part->n_entries,
					      sizeof(*place->values));
		for (uint16_t e = 0; e < part->n_entries; e++)
			place->values[place->n++] = list_entries(list, part)[e].value << shift;
	}
}

static void add_numbers(struct place *place, unsigned n)
{
	place->values = xreallocarray(place->values, place->n + n, sizeof(*place->values));
	for (uint64_t i = 0; i < n; i++)
		place->values[place->n++] = i < NUMBERS - 7   ? i
					    : i < NUMBERS - 1 ? NUMBERS - 8 - i
							      : (uint64_t)-60;
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Sorts the values and removes duplicates. */
static void sort_values(struct place *place)
{
	size_t n = 0;

	if (place->n)
		qsort(place->values, place->n, sizeof(*place->values), compare);
	for (size_t i = 0; i < place->n; i++)
		if (!n || place->values[n - 1] != place->values[i])
			place->values[n++] = place->values[i];
	place->n = n;
}

/*
 * Adds the ioctl requests that a macro with a size makes, for each direction, with a size of 24
 * bytes.
 */
static void add_requests(struct place *place)
{
	for (uint32_t i = 0; i < 4 * 65536; i++) {
		uint32_t request = i >> 16 << 30 | 24 << 16 | (i & 0xffff);

		if (!ioctl_macro_of(request))
			continue;
		place->values = xreallocarray(place->values, place->n + 1, sizeof(*place->values));
		place->values[place->n++] = request;
	}
}

/* Adds the values of a scalar type: of its list, and for a macro of the lists of its arguments. */
static void add_type(struct place *place, const struct type *type)
{
	add_values(place, type->list, 0);
	if (type->kind == KIND_IOCTL)
		add_requests(place);
	for (uint8_t i = 0; type->kind == KIND_MACRO && i < type->macro.n; i++)
		add_values(place, type->macro.arguments[i].type->list,
			   type->macro.arguments[i].shift);
}

static struct place *place_at(struct places *places, const char *name, bool in_memory,
			      size_t offset, size_t size)
{
	struct place *place;

	for (unsigned i = 0; i < places->n; i++) {
		place = &places->items[i];
		if (place->in_memory == in_memory && place->offset == offset && place->size == size)
			return place;
	}
	if (places->n == PLACES)
		return &places->items[PLACES - 1];
	place = &places->items[places->n++];
	*place = (struct place){
		.name = name, .in_memory = in_memory, .offset = offset, .size = size
	};
	return place;
}

static void add_register(struct places *places, const struct field *field, unsigned slot)
{
	if (slot < CALL_ARGS && type_is_scalar(field_type(field)) && field->dir == DIR_IN &&
	    field_name(field))
		add_type(place_at(places, field_name(field), false, slot, 0), field_type(field));
}

/* Adds the registers of a call and of its variants. */
static void add_registers(struct places *places, const struct field *fields, uint16_t n,
			  unsigned slot)
{
	const struct abi *abi = places->fuzz->call.abi;
	unsigned last = slot;

	for (uint16_t i = 0; i < n; i++) {
		const struct choice *choice = field_more(&fields[i])->choice;

		for (uint16_t v = 0; choice && v < choice->n_variants; v++)
			add_registers(places, choice->variants[v].fields,
				      choice->variants[v].n_fields, slot);
		if (choice || field_more(&fields[i])->stacked)
			continue;
		if (field_more(&fields[i])->union_with_previous)
			slot = last;
		add_register(places, &fields[i], slot);
		last = slot;
		slot += field_more(&fields[i])->pair && abi_has_pairs(abi) ? 2 : 1;
	}
}

/* Whether a choice of the struct is by what the member points to. */
static bool selects_by_pointee(const struct places *places, const struct field *member)
{
	for (uint16_t i = 0; field_name(member) && i < places->n_fields; i++) {
		const struct choice *choice = field_more(&places->fields[i])->choice;

		if (choice && choice->by && choice->by[0] == '*' &&
		    !strcmp(choice->by + 1, field_name(member)))
			return true;
	}
	return false;
}

static void add_member(void *ctx, const struct field *field, size_t offset, size_t size)
{
	struct places *places = ctx;
	const struct abi *abi = places->fuzz->call.abi;

	if (field_more(field)->pointer && field_more(field)->lookup &&
	    selects_by_pointee(places, field)) {
		places->pointer_at = places->base + offset;
		places->pointer_size = size;
		add_type(place_at(places, field_name(field), true, AIM_AT, 4), field_type(field));
		return;
	}
	if (field_more(field)->pointer || field_more(field)->pointer64 ||
	    field_more(field)->count.given || !field_type(field))
		return;
	if (places->only && (!field_name(field) || strcmp(field_name(field), places->only)))
		return;
	if (type_is_scalar(field_type(field)) && field_name(field) && size && size <= 8) {
		struct place *place =
			place_at(places, field_name(field), true, places->base + offset, size);

		add_type(place, field_type(field));
	} else if (field_type(field)->kind == KIND_STRUCT && places->base + offset < PAGE) {
		places->base += offset;
		layout_each(field_type(field), abi, add_member, places);
		places->base -= offset;
	}
}

/* Writes a value to a place. Returns the previous value. */
static uint64_t put(struct places *places, const struct place *place, uint64_t value)
{
	unsigned char *at = places->fuzz->pool + STRUCT_AT - POOL_AT + place->offset;
	uint64_t before = 0;

	if (!place->in_memory) {
		before = places->fuzz->call.args[place->offset];
		places->fuzz->call.args[place->offset] = value;
		return before;
	}
	memcpy(&before, at, place->size);
	memcpy(at, &value, place->size);
	return before;
}

/*
 * Sets all registers to valid pointers and sizes. odd: the registers with odd indexes are the
 * pointers.
 */
static void good_arguments(struct fuzz *fuzz, unsigned a, bool odd)
{
	static const uint64_t sizes[] = { 40, 4096, 8, 400, 4, 6, 10 };

	for (unsigned i = 0; i < CALL_ARGS; i++)
		fuzz->call.args[i] = i % 2 != odd ? sizes[a % ARRAY_SIZE(sizes)] : STRUCT_AT;
}

/* Lets the member that points to a selecting value do so. */
static void aim(struct places *places)
{
	uint64_t target = STRUCT_AT + AIM_AT;

	memcpy(places->fuzz->pool + STRUCT_AT - POOL_AT + places->pointer_at, &target,
	       places->pointer_size);
}

/* Runs the call in a style that shows all values. */
static void run_whole(struct fuzz *fuzz, size_t i)
{
	static const unsigned styles[] = { 3, 11, 1, 12 };

	fuzz_run(fuzz, styles[i % ARRAY_SIZE(styles)], 0, false);
}

#define DEEPEST 4

/*
 * Explores a new variant that has choices itself: tries all values of all places that are not held,
 * and repeats that for each new variant it finds.
 */
static void deepen(struct places *places, unsigned depth)
{
	struct fuzz *fuzz = places->fuzz;

	for (unsigned p = 0; p < places->n && depth < DEEPEST; p++) {
		struct place *place = &places->items[p];

		for (size_t i = 0; !place->held && i < place->n; i++) {
			uint64_t before = put(places, place, place->values[i]);

			fuzz->covered->deeper = false;
			run_whole(fuzz, i);
			place->held = true;
			if (fuzz->covered->deeper)
				deepen(places, depth + 1);
			place->held = false;
			put(places, place, before);
		}
	}
}

/* Runs the call. If that chooses a new variant, explores it and runs all edges with it. */
static void run_with(struct places *places, struct place *one, struct place *two, unsigned a)
{
	struct fuzz *fuzz = places->fuzz;
	uint64_t news = fuzz->covered->news;
	unsigned fixed;

	fuzz->covered->special = fuzz->covered->deeper = false;
	if (two)
		run_whole(fuzz, a);
	else
		edges_decode(fuzz, a % EDGES, a / EDGES % EDGES);
	if (fuzz->covered->deeper) {
		one->held = (two ? two : one)->held = true;
		deepen(places, 0);
		one->held = (two ? two : one)->held = false;
	}
	if (fuzz->covered->news == news || one->in_memory || (two && two->in_memory))
		return;
	fixed = 1u << one->offset | 1u << (two ? two : one)->offset;
	for (unsigned row = 0; row < EDGES * EDGES; row += fuzz->brief ? EDGES - 1 : 1)
		edges_run(fuzz, places->images, row / EDGES, row % EDGES, fixed);
}

static void sweep_one(struct places *places, struct place *place, unsigned times)
{
	struct fuzz *fuzz = places->fuzz;

	for (size_t i = 0; i < place->n; i++)
		for (unsigned a = 0;
		     a < times && (a < 3 || place->in_memory || fuzz->covered->special); a++) {
			uint64_t before;

			edges_memory(fuzz, places->images, a + (unsigned)i);
			good_arguments(fuzz, a + (unsigned)i, place->odd);
			aim(places);
			before = put(places, place, place->values[i]);
			run_with(places, place, NULL, a * 7 + (unsigned)i);
			put(places, place, before);
		}
}

static bool all_met(const struct places *places)
{
	return covered_fields(places->fuzz->covered, places->fields, places->n_fields);
}

static void sweep_two(struct places *places, struct place *one, struct place *two)
{
	struct fuzz *fuzz = places->fuzz;
	size_t n = one->n * two->n;

	for (size_t i = 0; i < n && i < PAIRS; i++) {
		uint64_t before[2];

		edges_memory(fuzz, places->images, 2 * (unsigned)(i % 2));
		good_arguments(fuzz, one->odd || two->odd ? 0 : 3, one->odd || two->odd);
		aim(places);
		before[0] = put(places, one, one->values[i / two->n]);
		before[1] = put(places, two, two->values[i % two->n]);
		run_with(places, one, two, (unsigned)i);
		put(places, two, before[1]);
		put(places, one, before[0]);
		if (i % 64 == 0 && all_met(places))
			return;
	}
}

/* Returns whether a place is combined with others: the first members and all registers are. */
static bool may_choose(const struct places *places, unsigned i)
{
	return i < CHOOSERS || !places->items[i].in_memory;
}

static void sweep(struct places *places, bool choices)
{
	unsigned n = places->n;

	for (unsigned i = 0; i < places->n; i++)
		sort_values(&places->items[i]);
	for (unsigned i = 0; i < places->n; i++)
		sweep_one(places, &places->items[i],
			  !choices || places->fuzz->brief ? 1
			  : places->items[i].in_memory	  ? 7
							  : EDGES);
	for (unsigned j = n - 1; choices && j > 0 && j < n; j--)
		for (unsigned i = 0; i < j && !all_met(places); i++)
			if (may_choose(places, i) && may_choose(places, j))
				sweep_two(places, &places->items[i], &places->items[j]);
	for (unsigned i = 0; i < places->n; i++)
		free(places->items[i].values);
}

static bool has_choices(const struct field *fields, uint16_t n)
{
	for (uint16_t i = 0; fields && i < n; i++)
		if (field_more(&fields[i])->choice)
			return true;
	return false;
}

/* Returns whether a choice depends on the memory that an argument points to. */
static bool choose_by_memory(const struct field *fields, uint16_t n)
{
	for (uint16_t i = 0; fields && i < n; i++) {
		const struct choice *choice = field_more(&fields[i])->choice;

		if (choice && choice->by && choice->by[0] == '*')
			return true;
		for (uint16_t v = 0; choice && v < choice->n_variants; v++)
			if (choose_by_memory(choice->variants[v].fields,
					     choice->variants[v].n_fields))
				return true;
	}
	return false;
}

/*
 * Adds the members that select variants of a call: "head.type" is a member of the struct that the
 * argument head is.
 */
static void add_selecting_members(struct places *places, const struct field *fields, uint16_t n,
				  unsigned slot)
{
	for (uint16_t i = 0; fields && i < n; i++) {
		const struct choice *choice = field_more(&fields[i])->choice;
		const char *dot = choice && choice->by ? strchr(choice->by, '.') : NULL;

		for (uint16_t at = 0; dot && at < n; at++) {
			const struct field *field = &fields[at];

			if (!field_name(field) ||
			    strlen(field_name(field)) != (size_t)(dot - choice->by) ||
			    strncmp(field_name(field), choice->by, strlen(field_name(field))) ||
			    field_type(field)->kind != KIND_STRUCT)
				continue;
			places->only = dot + 1;
			layout_each(field_type(field), places->fuzz->call.abi, add_member, places);
			places->only = NULL;
			places->items[places->n - 1].odd = (slot + at) % 2;
		}
		for (uint16_t v = 0; choice && v < choice->n_variants; v++)
			add_selecting_members(places, choice->variants[v].fields,
					      choice->variants[v].n_fields, slot + i);
	}
}

void selectors_of_call(struct fuzz *fuzz, struct images *images)
{
	const struct syscall *row = fuzz->call.row;
	struct places places = { .fuzz = fuzz, .images = images };

	if (!row || !row->args)
		return;
	places.fields = row->args;
	places.n_fields = row->n_args;
	add_registers(&places, row->args, row->n_args, 0);
	if (choose_by_memory(row->args, row->n_args))
		add_numbers(place_at(&places, "*", true, 0, 4), NUMBERS);
	add_selecting_members(&places, row->args, row->n_args, 0);
	sweep(&places, has_choices(row->args, row->n_args));
}

/* Returns the list that has the first of the keys; NULL: none has. */
static const struct list *list_of_keys(const char *keys, const struct abi *abi)
{
	size_t len = keys ? strcspn(keys, "|") : 0;
	uint64_t value;
	char word[80];

	if (!len || len >= sizeof(word))
		return NULL;
	memcpy(word, keys, len);
	word[len] = '\0';
	for (size_t i = 0; list_all[i]; i++)
		if (list_value(list_all[i], abi, word, &value))
			return list_all[i];
	return NULL;
}

#define OUTER 3
struct around {
	struct field fields[3 + OUTER];
	struct field_more outer[OUTER];
	struct type types[OUTER];
	unsigned n;
};

/* Adds an argument for a choice that depends on a field outside the struct. */
static void add_outer(struct places *places, struct around *around, const struct choice *choice)
{
	const struct list *list;

	for (unsigned i = 0; i < places->n; i++)
		if (!choice->by || strchr(choice->by, '.') ||
		    !strcmp(places->items[i].name, choice->by))
			return;
	list = list_of_keys(choice->variants[0].keys, places->fuzz->call.abi);
	if (!choice->by || !list || around->n == OUTER)
		return;
	around->types[around->n] = (struct type){
		.name = "outer", .kind = KIND_ENUM, .storage = STORE_U32, .base = 10, .list = list
	};
	around->outer[around->n] =
		(struct field_more){ .name = choice->by, .type = &around->types[around->n] };
	around->fields[3 + around->n] =
		(struct field){ .dir = DIR_IN, .more = &around->outer[around->n] };
	add_register(places, &around->fields[3 + around->n], 3 + around->n);
	around->n++;
}

static void find_outer(struct places *places, struct around *around, const struct field *fields,
		       uint16_t n)
{
	for (uint16_t i = 0; fields && i < n; i++) {
		const struct choice *choice = field_more(&fields[i])->choice;

		if (!choice)
			continue;
		add_outer(places, around, choice);
		for (uint16_t v = 0; v < choice->n_variants; v++)
			find_outer(places, around, choice->variants[v].fields,
				   choice->variants[v].n_fields);
	}
}

/* Writes records at STRUCT_AT. */
struct record_writer {
	struct fuzz *fuzz;
	const struct records *records;
	size_t head; /* size of a header */
	struct place size, key; /* members of the header; key is the one that has a list */
	const struct list *keys;
	size_t at; /* offset of the next record */
};

static void add_header_member(void *ctx, const struct field *field, size_t offset, size_t size)
{
	struct record_writer *writer = ctx;
	const struct place place = { .name = field_name(field), .offset = offset, .size = size };

	if (offset + size > writer->head)
		writer->head = offset + size;
	if (!place.name || !field_type(field))
		return;
	if (!strcmp(place.name, writer->records->size)) {
		writer->size = place;
	} else if (field_type(field)->list) {
		writer->key = place;
		writer->keys = field_type(field)->list;
	}
}

static void write_member(const struct record_writer *writer, const struct place *place,
			 uint64_t value)
{
	unsigned char *at = writer->fuzz->own + STRUCT_AT - POOL_AT + writer->at + place->offset;

	for (size_t i = 0; i < place->size; i++)
		at[writer->fuzz->call.abi->big_endian ? place->size - 1 - i : i] =
			(unsigned char)(value >> 8 * i);
}

/* Writes a record with the first key that `keys` names, and with this text. */
static void write_record(struct record_writer *writer, const char *keys, const char *text,
			 size_t len)
{
	unsigned char *at = writer->fuzz->own + STRUCT_AT - POOL_AT + writer->at + writer->head;
	uint64_t value = 0;
	char word[ROW_WORD];

	require(row_next_word(&keys, word) &&
		list_value(writer->keys, writer->fuzz->call.abi, word, &value));
	write_member(writer, &writer->size, writer->head + len);
	write_member(writer, &writer->key, value);
	memset(at, 0, 80);
	memcpy(at, text, len);
	writer->at += (writer->head + len + 3) / 4 * 4;
}

/* Runs a choice by an earlier record: that record with a key, then the record with the choice. */
static void run_after(struct record_writer *writer, const struct choice *choice, const char *keys,
		      const char *word)
{
	static const char zeros[16];
	const struct type *number = choice->earlier->number;
	uint64_t value = UINT64_MAX;

	writer->at = 0;
	if (number) {
		list_value(number->list, writer->fuzz->call.abi, word, &value);
		write_record(writer, choice->earlier->is,
			     (const char[2]){ (char)value, (char)(value >> 8) }, 2);
	} else {
		write_record(writer, choice->earlier->is, word, strlen(word) + 1);
	}
	write_record(writer, keys, zeros, sizeof(zeros));
	writer->fuzz->call.args[0] = STRUCT_AT;
	writer->fuzz->call.args[1] = writer->at;
	for (unsigned style = 0; style < STYLES; style++)
		fuzz_run(writer->fuzz, style, 0, false);
}

/*
 * Runs each variant of a choice by an earlier record. The default comes after a key that no variant
 * has.
 */
static void sweep_earlier(struct record_writer *writer, const struct choice *choice,
			  const char *keys)
{
	for (uint16_t v = 0; v < choice->n_variants; v++) {
		const char *words = choice->variants[v].keys;
		char word[ROW_WORD];

		if (!words)
			run_after(writer, choice, keys, "?");
		while (words && row_next_word(&words, word))
			run_after(writer, choice, keys, word);
	}
}

static void records_of_type(struct fuzz *fuzz, const struct syscall *row,
			    const struct records *records)
{
	const struct type *record = records->record;
	struct record_writer writer = { .fuzz = fuzz, .records = records };

	if (!record)
		return;
	layout_each(records->header, fuzz->call.abi, add_header_member, &writer);
	fuzz->pool = fuzz->own;
	fuzz_row(fuzz, row);
	for (uint16_t i = 0; i < record->structure.n_fields; i++) {
		const struct choice *choice = field_more(&record->structure.fields[i])->choice;

		for (uint16_t v = 0; choice && v < choice->n_variants; v++) {
			const struct variant *variant = &choice->variants[v];

			for (uint16_t f = 0; f < variant->n_fields; f++) {
				const struct choice *inner =
					field_more(&variant->fields[f])->choice;

				if (inner && inner->earlier)
					sweep_earlier(&writer, inner, variant->keys);
			}
		}
	}
}

void selectors_of_type(struct fuzz *fuzz, struct images *images, const struct type *type)
{
	static const struct type number = {
		.name = "number", .kind = KIND_NUMBER, .storage = STORE_U64, .base = 10
	};
	static const struct field_more size = { .name = "size", .type = &number };
	static const struct field_more sockfd = { .name = "sockfd", .type = &number };
	const struct field_more argument = { .name = "argument",
					     .type = type,
					     .len = { .name = "size", .given = true } };
	struct around around = { .fields = { { .dir = DIR_IN, .more = &argument },
					     { .dir = DIR_IN, .more = &size },
					     { .dir = DIR_IN, .more = &sockfd } } };
	struct syscall row = { .result = &number, .args = around.fields };
	struct places places = { .fuzz = fuzz, .images = images };

	row.n_args = 3;
	if (type->kind == KIND_RECORDS)
		records_of_type(fuzz, &row, type->records);
	if (type->kind != KIND_STRUCT)
		return;
	type = layout_of(type, fuzz->call.abi);
	places.fields = type->structure.fields;
	places.n_fields = type->structure.n_fields;
	layout_each(type, fuzz->call.abi, add_member, &places);
	if (has_choices(type->structure.fields, type->structure.n_fields)) {
		find_outer(&places, &around, type->structure.fields, type->structure.n_fields);
		add_register(&places, &around.fields[2], 2);
		add_register(&places, &around.fields[1], 1);
	}
	fuzz_row(fuzz, &row);
	if (has_choices(type->structure.fields, type->structure.n_fields)) {
		for (unsigned i = 0; i < places.n; i++)
			add_numbers(&places.items[i], NUMBERS);
	}
	row.n_args = (uint16_t)(3 + around.n);
	sweep(&places, has_choices(type->structure.fields, type->structure.n_fields));
}
