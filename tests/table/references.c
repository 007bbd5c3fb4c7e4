/* SPDX-License-Identifier: MIT */
/* Checks rows: siblings that they name must exist, values that they compare must be possible. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/lookup/hooks.h"
#include "decode/lookup/scalar.h"
#include "decode/lookup/view.h"
#include "scry/decode.h"
#include "scry/util.h"
#include "table_test.h"

#define REGISTERS 6
#define NESTING_MAX 12 /* structs deeper in others are not checked: a struct may contain itself */
#define TRIES 20000 /* calls of a function that computes a key, each with other values */

/* Fields that are siblings, and the fields around them. */
struct place {
	const struct place *outer;
	const struct abi *abi;
	const char *name;
	const struct field *fields;
	unsigned n;
	const struct type *type; /* the struct; NULL: the fields are arguments */
	const struct type *result;
	bool element; /* the struct is an element of an array */
	unsigned depth;
};

/* Hooks get this scope instead of that of decode. The values of siblings depend on the seed. */
struct scope {
	const struct place *place;
	uint64_t seed;
};

/* Structs that rows use, and variants with a key that a function computes. */
static const void *met[5000];
static unsigned n_met;

static bool was_met(const void *what)
{
	for (unsigned i = 0; i < n_met; i++)
		if (met[i] == what)
			return true;
	return false;
}

static void meet(const void *what)
{
	if (!was_met(what) && n_met < ARRAY_SIZE(met))
		met[n_met++] = what;
}

static void complain_at(const struct place *place, const char *what, const char *word)
{
	const struct place *top = place;

	while (top->outer)
		top = top->outer;
	complain(place->abi, "%s%s%s: %s %s", place == top ? "" : top->name,
		 place == top ? "" : ", in ", place->name, what, word);
}

/* Whether a sibling of this type is acceptable. ctx belongs to the caller. */
typedef bool accept(const struct type *type, const void *ctx);

static bool anything(const struct type *type, const void *ctx)
{
	(void)type;
	(void)ctx;
	return true;
}

static bool number(const struct type *type, const void *ctx)
{
	(void)ctx;
	return !type || type_is_scalar(type);
}

/*
 * Returns whether a field has the name, or a field of one of their variants. Sets *accepted if such
 * a field is acceptable.
 */
static bool fields_have(const struct field *fields, unsigned n, const char *name, accept *accepts,
			const void *ctx, bool *accepted)
{
	bool found = false;

	for (unsigned i = 0; i < n; i++) {
		const struct choice *choice = field_more(&fields[i])->choice;

		for (unsigned v = 0; choice && v < choice->n_variants; v++)
			found |= fields_have(choice->variants[v].fields,
					     choice->variants[v].n_fields, name, accepts, ctx,
					     accepted);
		if (!field_name(&fields[i]) || strcmp(field_name(&fields[i]), name))
			continue;
		found = true;
		*accepted = *accepted || accepts(field_type(&fields[i]), ctx);
	}
	return found;
}

static bool finds(const struct place *place, const char *name, accept *accepts, const void *ctx);

struct dotted {
	const char *name;
	accept *accepts;
	const void *ctx;
};

static bool has_argument(const struct type *type, const struct dotted *dotted)
{
	for (unsigned i = 0; i < type->macro.n; i++)
		if (!strcmp(type->macro.arguments[i].name, dotted->name))
			return dotted->accepts(type->macro.arguments[i].type, dotted->ctx);
	return false;
}

static bool has_dotted(const struct type *type, const void *ctx)
{
	const struct dotted *dotted = ctx;
	bool accepted = false;

	if (!type)
		return false;
	if (type->kind == KIND_MACRO)
		return has_argument(type, dotted);
	if (type->kind == KIND_CSTRING)
		return !strcmp(dotted->name, "LENGTH") && dotted->accepts(NULL, dotted->ctx);
	return type->kind == KIND_STRUCT &&
	       fields_have(type->structure.fields, type->structure.n_fields, dotted->name,
			   dotted->accepts, dotted->ctx, &accepted) &&
	       accepted;
}

/*
 * "cmd.type" is an argument of the macro, or a member of the struct, that the sibling cmd is;
 * "name.LENGTH" is the length of a string.
 */
static bool finds_dotted(const struct place *place, const char *name, accept *accepts,
			 const void *ctx)
{
	const char *dot = strchr(name, '.');
	struct dotted dotted = { dot ? dot + 1 : NULL, accepts, ctx };
	char sibling[64];

	if (!dot || (size_t)(dot - name) >= sizeof(sibling))
		return false;
	snprintf(sibling, sizeof(sibling), "%.*s", (int)(dot - name), name);
	return finds(place, sibling, has_dotted, &dotted);
}

/* Looks a name up as src/decode/lookup/scope.c does, from the innermost fields to the outermost. */
static bool finds(const struct place *place, const char *name, accept *accepts, const void *ctx)
{
	bool accepted = false, size = !strcmp(name, "SIZE"), index = !strcmp(name, "INDEX");

	if (name[0] == '*')
		name++;
	if (!strcmp(name, "RET"))
		return accepts(place->result, ctx);
	if (strchr(name, '.'))
		return finds_dotted(place, name, accepts, ctx);
	for (; place; place = place->outer) {
		if ((size && place->type) || (index && place->element))
			return accepts(NULL, ctx);
		if (fields_have(place->fields, place->n, name, accepts, ctx, &accepted))
			return accepted;
	}
	return false;
}

uint64_t scope_value(const struct scope *scope, const char *name)
{
	/*
	 * Requests of ioctl(2) are large numbers: EVIOCSABS(ABS_X), requests that read event
	 * devices, requests without a name in each direction, PIDFD_GET_INFO and
	 * NS_MNT_GET_INFO.
	 */
	static const uint32_t requests[] = { 0x401845c0, 0x80144500, 0x4004ee00, 0x8004ee00,
					     0xc004ee00, 0xc058ff00, 0x8010b700 };
	/*
	 * The beginning of IFLA_LINKINFO: the type and lengths of IFLA_INFO_KIND, and the
	 * characters of "tun" and "bridge".
	 */
	static const uint32_t link_kind[] = { 1, 8, 11, 0x6e7574, 0x64697262, 0x6567 };
	/*
	 * Types of netlink messages take many values; the upper byte is a subsystem of netfilter.
	 */
	bool is_message_type = !strcmp(name, "header.type"), is_type = !strcmp(name, "type");
	bool is_link_kind = !strncmp(name, "kind.", 5);
	uint64_t hash = scope->seed;

	if (!finds(scope->place, name, number, NULL))
		complain_at(scope->place, "a hook reads the missing sibling", name);
	if (!strcmp(name, "op"))
		return requests[scope->seed % ARRAY_SIZE(requests)] | (scope->seed / 2 & 0x7f);
	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * UINT64_C(0x9e3779b97f4a7c15);
	hash ^= hash >> 29;
	if (is_link_kind)
		return link_kind[hash / 8 % ARRAY_SIZE(link_kind)];
	if (is_message_type)
		return hash / 8 % (hash % 8 ? 128 : 4096);
	if (is_type && hash % 2)
		return hash / 8 % 4096;
	return hash % 8 ? hash / 8 % 50 : -(hash / 8 % 8);
}

bool scope_lookup(const struct scope *scope, const char *name, uint64_t *value)
{
	*value = scope_value(scope, name);
	return true;
}

const struct abi *scope_abi_of_call(const struct scope *scope)
{
	return scope->place->abi;
}

int scope_netlink(const struct scope *scope, int fd)
{
	(void)fd;
	return (int)(scope->seed / 3 % 24) - 1;
}

/* None, AF_INET, AF_INET6, AF_UNIX. */
int scope_socket_family(const struct scope *scope, int fd)
{
	static const int families[] = { 0, 2, 10, 1 };

	(void)fd;
	return families[scope->seed / 5 % ARRAY_SIZE(families)];
}

bool scope_shows_all(const struct scope *scope)
{
	(void)scope;
	return true;
}

bool scope_anonymous_name(const struct scope *scope, int fd, char *name, size_t len)
{
	static const char *const names[] = { "bpf-map", "bpf-prog", "bpf_link", "btf", "inotify" };

	(void)fd;
	snprintf(name, len, "%s", names[scope->seed % 5]);
	return true;
}

bool scope_number(const struct scope *scope, uint64_t address, enum storage storage,
		  uint64_t *value)
{
	(void)scope, (void)address, (void)storage, (void)value;
	return false;
}

uint64_t scope_kvm_run(const struct scope *scope, int fd, bool whole)
{
	(void)scope, (void)fd, (void)whole;
	return 0;
}

static bool list_has(const struct list *list, const char *word)
{
	for (unsigned p = 0; p < list->n_parts; p++) {
		const struct list_entry *entries = list_entries(list, &list->parts[p]);

		for (unsigned i = 0; i < list->parts[p].n_entries; i++)
			if (!strcmp(list_entry_name(list, &entries[i]), word))
				return true;
	}
	return false;
}

/* Whether a word is a number or a constant in the list of the type, on any ABI. */
static bool is_value(const struct type *type, const void *ctx)
{
	const char *word = ctx;

	if (isdigit((unsigned char)word[0]) || (word[0] == '-' && isdigit((unsigned char)word[1])))
		return true;
	return type && type->list && list_has(type->list, word);
}

static void check_words(const struct place *place, const char *name, const char **words)
{
	char word[ROW_WORD];

	while (row_next_word(words, word))
		if (!finds(place, name, is_value, word))
			complain(place->abi, "%s: %s is no value of the sibling %s", place->name,
				 word, name);
	if (**words)
		complain_at(place, "a word is too long:", *words);
}

static void check_size_expr(const struct place *place, const struct field *field,
			    const struct size_expr *expr)
{
	const char *rest =
		expr && !expr->computed && expr->less ? strchr(expr->name, '-') + 1 : NULL;
	char name[200];

	if (!expr || expr->computed || !expr->name)
		return;
	snprintf(name, sizeof(name), "%s", expr->name);
	if (rest)
		name[rest - expr->name - 1] = '\0';
	if (!finds(place, name, number, NULL) || (rest && !finds(place, rest, number, NULL)))
		complain(place->abi, "%s: no sibling is the number %s that %s needs", place->name,
			 expr->name, field_name(field) ? field_name(field) : "(nameless)");
}

static void check_name(const struct place *place, const char *name)
{
	if (name && !finds(place, name, anything, NULL))
		complain_at(place, "no sibling", name);
}

static void check_condition(const struct place *place, const struct condition *condition)
{
	struct scope scope = { place, 0 };
	const char *words;

	if (!condition)
		return;
	words = condition->values;
	if (condition->test) {
		for (; scope.seed < 200; scope.seed++)
			hook_test(condition->test, &scope);
		return;
	}
	check_name(place, condition->name);
	if (condition->op == WHEN_READABLE || condition->op == WHEN_UNREADABLE)
		return;
	if (!words || !words[strspn(words, " |")])
		complain_at(place, "a condition has no values for", condition->name);
	else
		check_words(place, condition->name, &words);
}

static void use_list(const struct list *list, enum storage storage, bool is_ioctl)
{
	struct list_use *use = list_use(list);

	use->is_ioctl = use->is_ioctl || is_ioctl;
	for (unsigned i = 0; i < use->n; i++)
		if (use->storages[i] == storage)
			return;
	if (use->n < ARRAY_SIZE(use->storages))
		use->storages[use->n++] = storage;
}

/* The number of fields, and of fields of their variants, that have the name. */
static unsigned count_name(const struct field *fields, unsigned n, const char *name, size_t len)
{
	unsigned found = 0;

	for (unsigned i = 0; i < n; i++) {
		const struct choice *choice = field_more(&fields[i])->choice;

		for (unsigned v = 0; choice && v < choice->n_variants; v++)
			found += count_name(choice->variants[v].fields,
					    choice->variants[v].n_fields, name, len);
		found += field_name(&fields[i]) && strlen(field_name(&fields[i])) == len &&
			 !memcmp(field_name(&fields[i]), name, len);
	}
	return found;
}

/* Each name in a view must be the name of a member. "name[1]" needs two members of that name. */
static void check_view_names(const struct place *place, const char *names)
{
	char word[ROW_WORD];

	while (row_next_word(&names, word)) {
		const char *name = word + (word[0] == '*');
		size_t len = strcspn(name, "[");
		unsigned nth = name[len] ? (unsigned)atoi(name + len + 1) : 0;

		if (count_name(place->fields, place->n, name, len) <= nth)
			complain_at(place, "a view names the missing member", word);
	}
}

/* An order may also have the words "..." and CHOICE. */
static void check_view_order(const struct place *place, const char *order)
{
	char word[ROW_WORD];

	while (row_next_word(&order, word))
		if (strcmp(word, "...") && strcmp(word, "CHOICE"))
			check_view_names(place, word);
}

static void check_view(const struct place *place, const struct view *view)
{
	if (!view)
		return;
	check_view_order(place, view->order);
	check_view_names(place, view->hidden);
	check_view_names(place, view->verbose);
	check_view_names(place, view->quiet);
	check_view_names(place, view->nonzero);
	check_view_names(place, view->zero_verbose);
	check_view_names(place, view->abbreviated);
	check_view_names(place, view->apart);
	check_view_names(place, view->dots);
	check_view_names(place, view->brief.names);
	check_view_names(place, view->late);
	check_view_names(place, view->named);
	check_view_names(place, view->only_if);
	check_view_names(place, view->sentinel.member);
	for (unsigned i = 0; i < view->n_members; i++)
		check_view_names(place, view->members[i].names);
	for (unsigned i = 0; i < view->n_only; i++) {
		check_view_names(place, view->only[i].names);
		check_condition(place, &view->only[i].when);
	}
	if (view->sentinel.list)
		use_list(view->sentinel.list, STORE_KULONG, false);
}

static void walk(const struct place *place);

static void walk_struct(const struct place *outer, const struct type *type, bool element)
{
	struct place place = { .outer = outer,
			       .abi = outer->abi,
			       .element = element,
			       .result = outer->result,
			       .depth = outer->depth + 1 };

	meet(type);
	while (type && structure_other(type) &&
	       !(structure_other(type)->abis >> outer->abi->id & 1))
		type = structure_other(type)->type;
	if (!type) {
		complain_at(outer, "this ABI has no layout of struct", outer->name);
		return;
	}
	meet(type);
	for (const struct place *at = outer; at; at = at->outer)
		if (at->type == type)
			return;
	place.type = type;
	place.name = type->name;
	place.fields = type->structure.fields;
	place.n = type->structure.n_fields;
	if (place.depth > NESTING_MAX)
		return;
	walk(&place);
	check_view(&place, type->view);
	if (structure_date(type)) {
		check_name(&place, structure_date(type)->seconds);
		check_name(&place, structure_date(type)->fraction);
	}
}

static void walk_records(const struct place *place, const struct records *records)
{
	const struct structure *header = &records->header->structure;

	walk_struct(place, records->header, true);
	if (records->record)
		walk_struct(place, records->record, true);
	if (!fields_have(header->fields, header->n_fields, records->size, number, NULL,
			 &(bool){ false }))
		complain_at(place, "a record has no member", records->size);
}

static void walk_type(const struct place *place, const struct type *type, bool element)
{
	if (!type)
		return;
	if (type->list)
		use_list(type->list, type->storage, type->kind == KIND_IOCTL);
	if ((type->kind == KIND_ENUM || type->kind == KIND_FLAGS) && !type->list)
		complain_at(place, "no list in type", type->name);
	if (type->kind == KIND_STRUCT)
		walk_struct(place, type, element);
	for (unsigned i = 0; type->kind == KIND_MACRO && i < type->macro.n; i++)
		walk_type(place, type->macro.arguments[i].type, false);
	if (type->kind == KIND_KEYSYM)
		use_list(type->keysym.types, STORE_U8, false);
	for (const struct request_family *family = type->kind == KIND_IOCTL ? type->ioctl.families
									    : NULL;
	     family && family->names; family++)
		use_list(family->names, type->storage, true);
	if (type->kind == KIND_BYTES) {
		walk_type(place, type_bytes(type)->whole, false);
		walk_type(place, type_bytes(type)->instead, false);
	}
	if (type->kind == KIND_RECORDS)
		walk_records(place, type->records);
}

/* The view of one use of a struct names members of that struct. */
static void walk_use(const struct place *outer, const struct field *field)
{
	struct place place = { .outer = outer,
			       .abi = outer->abi,
			       .name = field_type(field)->name,
			       .fields = field_type(field)->structure.fields,
			       .n = field_type(field)->structure.n_fields,
			       .type = field_type(field),
			       .result = outer->result };

	check_view(&place, field_more(field)->view);
	check_view_names(&place, field_fills(field));
	check_view_names(&place, field_changes(field));
}

static void walk_notes(const struct place *place, const struct note *notes, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		const struct field *value = &notes[i].value;

		if (notes[i].address)
			hook_address(notes[i].address, &(struct scope){ place, 0 });
		else if (!notes[i].of_result)
			check_name(place, field_name(value));
		check_size_expr(place, value, &field_more(value)->len);
		check_size_expr(place, value, &field_more(value)->count);
		check_condition(place, field_more(value)->when);
		walk_type(place, field_type(value), field_more(value)->count.given);
		if (field_more(value)->view)
			walk_use(place, value);
	}
}

/* Whether an earlier variant has the same keys or is the default: this one is never chosen. */
static bool is_shadowed(const struct choice *choice, unsigned v)
{
	const char *words = choice->variants[v].keys;

	for (unsigned before = 0; before < v; before++) {
		const char *theirs = choice->variants[before].keys;

		if (!theirs || (words && !strcmp(words, theirs)))
			return true;
	}
	return false;
}

static void check_keys(const struct place *place, const struct choice *choice, const char *keys)
{
	check_words(place, choice->by, &keys);
	if (*keys)
		complain_at(place, "keys of a choice are followed by", keys);
}

/* Notes the variant of a computed key. The choice must have the key, unless it has a default. */
static void meet_key(const struct place *place, const struct choice *choice, const char *key)
{
	char word[ROW_WORD];

	for (unsigned v = 0; v < choice->n_variants; v++) {
		const char *keys = choice->variants[v].keys;

		if (!keys)
			return;
		while (key && row_next_word(&keys, word))
			if (!strcmp(word, key)) {
				meet(&choice->variants[v]);
				return;
			}
	}
	if (key)
		complain_at(place, "no variant has the key", key);
}

static void check_computed(const struct place *place, const struct choice *choice)
{
	struct scope scope = { place, 0 };

	for (unsigned v = 0; v < choice->n_variants; v++)
		if (choice->variants[v].keys && !was_met(&choice->variants[v]))
			for (scope.seed = 0; scope.seed < TRIES; scope.seed++)
				meet_key(place, choice, hook_word(choice->key, &scope));
	for (unsigned v = 0; v < choice->n_variants; v++)
		if (choice->variants[v].keys && !was_met(&choice->variants[v]))
			complain_at(place, "no values of siblings choose",
				    choice->variants[v].keys);
}

/* The keys are texts that a tracee gives. */
static void check_earlier(const struct place *place, const struct earlier *earlier)
{
	const char *is = earlier->is;

	check_name(place, earlier->by);
	check_words(place, earlier->by, &is);
	if (*is)
		complain_at(place, "the value of an earlier record is followed by", is);
}

static void walk_choice(const struct place *outer, const struct choice *choice)
{
	if (choice->key)
		check_computed(outer, choice);
	else if (choice->earlier)
		check_earlier(outer, choice->earlier);
	else
		check_name(outer, choice->by);
	for (unsigned v = 0; v < choice->n_variants; v++) {
		const struct variant *variant = &choice->variants[v];
		struct place place = *outer;

		if (is_shadowed(choice, v))
			complain_at(outer, "an earlier variant has the key",
				    variant->keys ? variant->keys : "(default)");
		if (!choice->key && !choice->earlier && variant->keys)
			check_keys(outer, choice, variant->keys);
		place.outer = outer;
		place.type = NULL;
		place.fields = variant->fields;
		place.n = variant->n_fields;
		place.result = variant_more(variant)->result ? variant_more(variant)->result
							     : outer->result;
		check_view(&place, variant_more(variant)->view);
		walk_type(&place, place.result, false);
		walk(&place);
		walk_notes(&place, variant_more(variant)->notes, variant_more(variant)->n_notes);
	}
}

/* Bytes need a length, or a struct around them that ends. */
static bool has_end(const struct place *place, const struct field *field)
{
	if (field_type(field)->kind != KIND_BYTES && field_type(field)->kind != KIND_TEXT)
		return true;
	while (place && !place->type)
		place = place->outer;
	return field_more(field)->len.given ||
	       (place && !field_more(field)->pointer && !field_more(field)->pointer64);
}

static void walk_field(const struct place *place, const struct field *field)
{
	const struct field_more *more = field_more(field);

	check_size_expr(place, field, &more->len);
	check_size_expr(place, field, &more->count);
	check_size_expr(place, field, field_total(field));
	if (field_offset_after(field))
		check_size_expr(place, field, &field_offset_after(field)->by);
	check_condition(place, more->when);
	check_name(place, field_upper(field));
	check_name(place, field_fraction(field));
	check_name(place, field_by(field));
	if (!has_end(place, field))
		complain_at(place, "bytes without a length:", field_name(field));
	if (more->view || field_fills(field) || field_changes(field))
		walk_use(place, field);
	if (field_type(field)->kind == KIND_CHOICE)
		walk_choice(place, more->choice);
	else
		walk_type(place, field_type(field), more->count.given);
	if (field_upper(field) && field_type(field)->list)
		use_list(field_type(field)->list, STORE_U64, false);
	if (field_index(field))
		use_list(field_index(field), STORE_U32, false);
}

static void walk(const struct place *place)
{
	for (unsigned i = 0; i < place->n; i++)
		walk_field(place, &place->fields[i]);
}

/*
 * The maximum number of registers that the fields take. The test counts them itself, to check
 * src/decode/lookup/arguments.c.
 */
static unsigned registers(const struct field *fields, unsigned n, const struct abi *abi,
			  unsigned *choices)
{
	unsigned taken = 0, deepest = 0;

	for (unsigned i = 0; i < n; i++) {
		const struct choice *choice = field_more(&fields[i])->choice;
		unsigned max = 0;

		for (unsigned v = 0; choice && v < choice->n_variants; v++) {
			unsigned nested = 1,
				 some = registers(choice->variants[v].fields,
						  choice->variants[v].n_fields, abi, &nested);

			max = some > max ? some : max;
			deepest = nested > deepest ? nested : deepest;
		}
		taken += max;
		if (choice || field_more(&fields[i])->union_with_previous ||
		    field_more(&fields[i])->stacked)
			continue;
		taken += field_more(&fields[i])->pair && abi_has_pairs(abi) ? 2 : 1;
	}
	*choices += deepest;
	return taken;
}

void check_row(const char *name, const struct syscall *row, const struct abi *abi)
{
	struct place place = { .abi = abi,
			       .name = name,
			       .fields = row->args,
			       .n = row->n_args,
			       .result = row->result };
	unsigned choices = 0, taken = registers(row->args, row->n_args, abi, &choices);

	if (taken > REGISTERS)
		complain(abi, "%s: the arguments take %u registers", name, taken);
	if (choices > CHOICES_MAX)
		complain(abi, "%s: the arguments have %u choices", name, choices);
	walk_type(&place, row->result, false);
	walk(&place);
	check_view(&place, row->view);
	walk_notes(&place, row->notes, row->n_notes);
}

void check_struct(const struct type *type, const struct abi *abi)
{
	struct place place = { .abi = abi, .name = type->name };

	walk_struct(&place, type, false);
}

void check_all_met(void)
{
	for (const struct type *const *type = type_all; *type; type++)
		if (!was_met(*type))
			complain(NULL, "struct %s: no row uses it", (*type)->name);
}
