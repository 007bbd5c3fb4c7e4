/* SPDX-License-Identifier: MIT */
/*
 * Operations that read the value of a field: the same bytes that the functions of src/decode/ read
 * for its type. More bytes do no harm.
 */
#include "plan/objects.h"

#include <linux/netlink.h>
#include <stddef.h>

#include "plan/choices.h"
#include "plan/facts.h"
#include "plan/operands.h"
#include "plan/plans.h"
#include "scry/util.h"

#define DEPTH_MAX 10 /* of nested types */
#define SIGSET_MAX 8
#define SET_BITS (8 * PLAN_PIECE) /* of a set that are described; FD_SETSIZE of C is 1024 */
#define REST_MAX 65536u /* bytes of a struct with a variable part; the caller says its size */
#define VARIABLES_MAX (1u << 20) /* of an environment: as many as decode counts */

static uint64_t min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t max(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static void plan_string(struct compiler *compiler, struct plan_operand address, uint32_t at,
			uint64_t bytes)
{
	struct plan_op op = operation(compiler, PLAN_STRING, address);

	op.at = at;
	op.max = (uint32_t)min(bytes, WINDOW_MAX);
	compiler_add(compiler, op);
}

static void read_bytes(struct compiler *compiler, struct plan_operand address, uint32_t at,
		       const struct amount *amount, uint64_t max_bytes)
{
	compiler_read(compiler, address, at, amount, 1, max_bytes, NULL);
}

static size_t element_size(struct compiler *compiler, const struct field *field)
{
	const struct type *type = layout_element(field, compiler->abi);

	return type ? type_facts_of(compiler, type)->size
		    : layout_element_size(field, compiler->abi);
}

static bool has_pointers(struct compiler *compiler, const struct type *type)
{
	return compiler_is_descriptor(compiler, type) ||
	       (type->kind == KIND_STRUCT && type_facts_of(compiler, type)->pointers);
}

/* The maximum number of elements of an array that are shown. */
static uint64_t shown_limit(const struct compiler *compiler)
{
	return decode_elements_limit(compiler->options->config, compiler->options->views);
}

/*
 * The bytes of a C string that are read. type: NULL for an element of a vector. Without views
 * decode also looks for the NUL, for the length of the whole string.
 */
static uint64_t string_bytes(const struct compiler *compiler, const struct type *type)
{
	const struct decode_config *config = compiler->options->config;
	uint64_t limit = min(type ? decode_string_limit(config, type) : decode_vector_limit(config),
			     WINDOW_MAX - 1);

	return compiler->options->views ? limit + 1 : limit + STRING_SEARCH_MAX + PLAN_PAGE;
}

void compiler_describe(struct compiler *compiler, struct plan_operand descriptor)
{
	descriptor.size = 4;
	descriptor.flags = PLAN_SIGNED;
	compiler_add(compiler, operation(compiler, PLAN_DESCRIPTOR, descriptor));
}

/* The view of a type in this use, if the sink follows views. */
static const struct view *view_of(const struct compiler *compiler, const struct field *field)
{
	const struct type *type = layout_of(field_type(field), compiler->abi);

	if (!compiler->options->views)
		return NULL;
	return field_more(field)->view ? field_more(field)->view : type->view;
}

/*
 * Whether text does not follow a member. Its view may be another one, so that only what all have in
 * common counts.
 */
static bool is_omitted(const struct compiler *compiler, const struct level *level,
		       const struct field *field)
{
	const struct view *view = level->type->view;

	if (compiler_is_whole(compiler) || !view || !field_name(field))
		return false;
	return view_has(view->abbreviated, field_name(field), 0) ||
	       view_has(view->verbose, field_name(field), 0) ||
	       view_has(view->quiet, field_name(field), 0);
}

static void read_members(struct compiler *compiler, const struct level *level);

/* An array in memory. The chunk at a place has its first elements. */
struct array {
	struct plan_operand address;
	uint32_t at; /* bytes that are added to the address */
	uint8_t place;
	uint8_t flags; /* PLAN_TO_NULL or 0 */
};

/*
 * Begins a loop over elements. array: where they are, so that the machine reads more of them than
 * the chunk has; NULL: the chunk has all that count. Returns its index; 0: it does not fit.
 */
static uint32_t begin_loop(struct compiler *compiler, const struct amount *count, uint64_t turns,
			   size_t stride, const struct array *array)
{
	struct plan_op op = { .kind = PLAN_EACH,
			      .flags = compiler->frame.flags | (array ? array->flags : 0),
			      .place = array ? array->place : PLAN_NOWHERE,
			      .address = array ? array->address : (struct plan_operand){ 0 },
			      .at = array ? array->at : 0,
			      .length = count->operand,
			      .per = count->per,
			      .unit = (uint32_t)stride,
			      .plus = count->plus,
			      .max = (uint32_t)min(turns, count->max) };

	if (compiler->loops == PLAN_LOOPS || !op.max)
		return 0;
	if (count->unit != 1)
		op.length = operand_constant(op.max);
	compiler->loops++;
	return compiler_add(compiler, op);
}

/*
 * Ends a loop, or removes it if its body is empty. bound: of its turns, if decode follows more;
 * else 0.
 */
static void end_loop(struct compiler *compiler, uint32_t each, uint64_t bound)
{
	struct plan_op next = { .kind = PLAN_NEXT };

	compiler->loops--;
	if (compiler->plans->n_ops == each + 1) {
		compiler->plans->n_ops--;
		return;
	}
	if (bound) {
		next.flags = PLAN_CUTS;
		next.max = (uint32_t)bound;
	}
	compiler_add(compiler, next);
	compiler_land(compiler, each);
}

/* The objects that elements at a place are, or point to. array: see begin_loop(). */
static void read_elements(struct compiler *compiler, const struct level *level,
			  const struct field *field, const struct amount *count, size_t size,
			  struct plan_operand first, bool pointers, const struct array *array)
{
	const struct view *view = view_of(compiler, field);
	uint64_t shown = view && view->only_if ? ELEMENTS_MAX : shown_limit(compiler), turns = 0;
	struct level inner = { .outer = level, .type = field_type(field), .base = first };
	struct field_more more = *field_more(field);
	struct field one = *field;
	uint32_t each;

	if (first.loop)
		return; /* an operand has one index */
	if (array)
		turns = shown;
	else if (first.offset < PLAN_PIECE && size)
		turns = min(shown, (PLAN_PIECE - first.offset) / size);
	each = begin_loop(compiler, count, turns, size, array);
	if (!each)
		return;
	inner.base.loop = compiler->loops & 0xf;
	if (pointers) {
		more.count = (struct size_expr){ 0 };
		more.pointer = more.pointer64 = false;
		one.more = &more;
		inner.base.size = compiler->abi->pointer_size;
		read_object(compiler, level, &one, inner.base, 0);
	} else if (compiler_is_descriptor(compiler, field_type(field))) {
		compiler_describe(compiler, inner.base);
	} else {
		inner.type = layout_of(field_type(field), compiler->abi);
		read_members(compiler, &inner);
	}
	/* Of an array that is a part of a struct the place has the first piece. */
	end_loop(compiler, each, turns < shown ? turns : 0);
}

static void read_array(struct compiler *compiler, const struct level *level,
		       const struct field *field, struct plan_operand address, uint32_t at)
{
	bool pointers =
		field_more(field)->pointer && (!level->type || field_more(field)->pointer64);
	size_t size = pointers ? compiler->abi->pointer_size : element_size(compiler, field);
	const struct view *view = view_of(compiler, field);
	uint64_t n = view && view->only_if ? ELEMENTS_MAX : shown_limit(compiler) + 1;
	bool elements =
		!compiler->frame.flat && (pointers || has_pointers(compiler, field_type(field)));
	struct compiler_frame saved = compiler->frame;
	struct array array = { .address = address, .at = at };
	struct plan_operand first;
	struct amount count;

	amount_of(compiler, level, &field_more(field)->count, &count);
	if (size && compiler_read(compiler, address, at, &count, (uint32_t)size, n * size,
				  elements ? &first : NULL)) {
		array.place = first.which;
		read_elements(compiler, level, field, &count, size, first, pointers, &array);
	}
	compiler->frame = saved;
}

/* The maximum size of a struct, if the caller says its size. */
static uint64_t given_max(const struct type *type, const struct type_facts *found)
{
	uint64_t whole = found->size;

	if (type->structure.max_size)
		return max(type->structure.max_size, whole);
	if (found->rest || found->variable)
		return max(REST_MAX, whole);
	return type->structure.extensible ? max(abi_page_size(), whole) : whole;
}

/* The bytes after the members of a struct that has its own size. */
static void read_extra(struct compiler *compiler, const struct level *level)
{
	const struct own_size *own = structure_own_size(level->type);
	struct size_expr expr = { .name = own ? own->member : NULL, .given = true };
	struct amount size;

	if (!expr.name || !level->type->structure.extensible)
		return;
	amount_of(compiler, level, &expr, &size);
	if (size.known)
		read_bytes(compiler, level->address, level->at, &size, abi_page_size());
}

/* What a header says the offset of. An operation cannot add that, but it is usually small. */
static void read_after(struct compiler *compiler, const struct level *level, uint64_t whole)
{
	struct compiler_frame saved = compiler->frame;
	struct amount amount = amount_constant(PLAN_PIECE);

	if (!compiler_is_whole(compiler))
		return;
	compiler->frame.flags |= PLAN_GUESS;
	read_bytes(compiler, level->address, level->at + (uint32_t)whole, &amount, PLAN_PIECE);
	compiler->frame = saved;
}

static void read_struct(struct compiler *compiler, const struct level *level,
			const struct field *field, struct plan_operand address, uint32_t at)
{
	const struct type *type = layout_of(field_type(field), compiler->abi);
	const struct type_facts *found = type_facts_of(compiler, type);
	uint64_t bytes = found->size;
	struct amount size = amount_constant(bytes);
	struct level inner = { .outer = level,
			       .type = type,
			       .address = address,
			       .at = at,
			       .addressed = true,
			       .given = field_more(field)->len.given };
	struct compiler_frame saved = compiler->frame;

	if (field_more(field)->len.given) {
		amount_of(compiler, level, &field_more(field)->len, &size);
		bytes = given_max(type, found);
	}
	if (compiler_read(compiler, address, at, &size, 1, bytes, &inner.base)) {
		read_extra(compiler, &inner);
		if (found->after && !field_more(field)->len.given)
			read_after(compiler, &inner, found->size);
		compiler->frame.flags |= compiler->frame.member_flags;
		if (!compiler->frame.flat && found->pointers)
			read_members(compiler, &inner);
	}
	compiler->frame = saved;
}

uint32_t compiler_begin_condition(struct compiler *compiler, const struct level *level,
				  const struct field *field)
{
	const struct condition *when = field_more(field)->when;
	struct plan_op op = { .kind = PLAN_UNLESS };
	const struct field *sibling;
	uint64_t bit, bits = 0;
	char word[ROW_WORD];

	if (!when || when->test || when->op != WHEN_HAS || field_more(field)->or_address ||
	    when->name[0] == '*' ||
	    !operand_find(compiler, level, when->name, &op.address, &sibling) || !sibling ||
	    !field_type(sibling)->list)
		return 0;
	for (const char *at = when->values; row_next_word(&at, word);) {
		if (!list_value(field_type(sibling)->list, compiler->abi, word, &bit))
			return 0;
		bits |= bit;
	}
	if (!bits || bits > UINT32_MAX)
		return 0;
	op.max = (uint32_t)bits;
	return compiler_add(compiler, op);
}

static void read_pointer(struct compiler *compiler, const struct level *level,
			 const struct field *field, size_t offset, size_t size)
{
	struct plan_operand pointer = level->base;
	struct compiler_frame saved = compiler->frame;
	struct field_more more = *field_more(field);
	struct field target = *field;
	uint32_t unless;

	if (is_omitted(compiler, level, field))
		return;
	/* The elements of an array are pointers as well if both are set. */
	if (!more.pointer || !more.pointer64)
		more.pointer = more.pointer64 = false;
	target.more = &more;
	pointer.offset += (uint32_t)offset;
	pointer.size = (uint8_t)size;
	unless = compiler_begin_condition(compiler, level, field);
	if (condition_is_until_failure(field_more(field)->when))
		compiler->frame.flags |= compiler->exit ? PLAN_ON_SUCCESS : 0;
	else if (!unless && field_more(field)->when)
		compiler->frame.flags |= PLAN_GUESS;
	if (!unless && !compiler->frame.selected && type_facts_of(compiler, level->type)->choice)
		compiler->frame.flags |= PLAN_GUESS;
	read_memory(compiler, level, &target, pointer, 0);
	compiler_land(compiler, unless);
	compiler->frame = saved;
}

static void read_array_member(struct compiler *compiler, const struct level *level,
			      const struct field *field, size_t offset)
{
	struct compiler_frame saved = compiler->frame;
	struct plan_operand first = level->base;
	struct amount count;

	if (field_more(field)->count.name && !level->given) {
		if (level->addressed)
			read_array(compiler, level, field, level->address,
				   level->at + (uint32_t)offset);
		return;
	}
	if (!has_pointers(compiler, field_type(field)))
		return;
	/* The place of the struct has its first piece. */
	if (level->addressed && type_facts_of(compiler, level->type)->size > PLAN_PIECE) {
		compiler->frame.flags |= PLAN_GUESS;
		read_array(compiler, level, field, level->address, level->at + (uint32_t)offset);
		compiler->frame = saved;
		return;
	}
	first.offset += (uint32_t)offset;
	amount_of(compiler, level, &field_more(field)->count, &count);
	read_elements(compiler, level, field, &count, element_size(compiler, field), first, false,
		      NULL);
}

static void read_struct_member(struct compiler *compiler, const struct level *level,
			       const struct field *field, size_t offset)
{
	struct level inner = { .outer = level,
			       .type = layout_of(field_type(field), compiler->abi),
			       .base = level->base,
			       .address = level->address,
			       .at = level->at + (uint32_t)offset,
			       .addressed = level->addressed,
			       .given = level->given };

	inner.base.offset += (uint32_t)offset;
	read_members(compiler, &inner);
}

static void read_descriptor_member(struct compiler *compiler, const struct level *level,
				   size_t offset)
{
	struct plan_operand descriptor = level->base;

	descriptor.offset += (uint32_t)offset;
	compiler_describe(compiler, descriptor);
}

static void read_member(struct compiler *compiler, const struct level *level,
			const struct member *member)
{
	const struct field *field = member->field;
	size_t offset = member->offset, size = member->size;

	if (field_type(field)->kind == KIND_PADDING)
		return;
	if (field_more(field)->pointer || field_more(field)->pointer64)
		read_pointer(compiler, level, field, offset, size);
	else if (field_more(field)->count.given)
		read_array_member(compiler, level, field, offset);
	else if (field_type(field)->kind == KIND_STRUCT)
		read_struct_member(compiler, level, field, offset);
	else if (compiler_is_descriptor(compiler, field_type(field)))
		read_descriptor_member(compiler, level, offset);
	else if (level->addressed && !level->given && !type_is_scalar(field_type(field)) && !size)
		read_object(compiler, level, field, level->address, level->at + (uint32_t)offset);
}

/* Whether a member is in a variant, or in a variant of a choice within it. */
static bool is_in_variant(const struct variant *variant, const struct field *field)
{
	for (uint16_t i = 0; i < variant->n_fields; i++) {
		const struct field *own = &variant->fields[i];
		const struct choice *inner = field_more(own)->choice;

		if (own == field)
			return true;
		for (uint16_t v = 0; field_type(own)->kind == KIND_CHOICE && v < inner->n_variants;
		     v++)
			if (is_in_variant(&inner->variants[v], field))
				return true;
	}
	return false;
}

static bool has_choice(const struct variant *variant)
{
	for (uint16_t i = 0; i < variant->n_fields; i++)
		if (field_type(&variant->fields[i])->kind == KIND_CHOICE)
			return true;
	return false;
}

/* The members of the struct of a level that are in a variant. ctx is not used. */
static void read_variant(struct compiler *compiler, const struct level *level,
			 const struct variant *variant, const void *ctx)
{
	const struct type_facts *facts = type_facts_of(compiler, level->type);
	struct compiler_frame saved = compiler->frame;

	(void)ctx;
	compiler->frame.selected = !has_choice(variant);
	for (size_t i = 0; i < facts->n; i++)
		if (is_in_variant(variant, facts->members[i].field))
			read_member(compiler, level, &facts->members[i]);
	compiler->frame = saved;
}

/* Returns the choice of a struct in which a member is; NULL: it is in none. */
static const struct choice *choice_with(const struct type *type, const struct field *field)
{
	for (uint16_t i = 0; i < type->structure.n_fields; i++) {
		const struct field *own = &type->structure.fields[i];
		const struct choice *choice = field_more(own)->choice;

		if (field_type(own)->kind != KIND_CHOICE)
			continue;
		for (uint16_t v = 0; v < choice->n_variants; v++)
			if (is_in_variant(&choice->variants[v], field))
				return choice;
	}
	return NULL;
}

/*
 * At the exit all variants of a choice are read: decode may use the choice of the entry, and memory may have
 * changed.
 */
static void read_members(struct compiler *compiler, const struct level *level)
{
	const struct type_facts *facts = type_facts_of(compiler, level->type);
	struct compiler_frame saved = compiler->frame;
	const struct choice *choice, *done = NULL;

	compiler->frame.selected = false;
	for (size_t i = 0; compiler->frame.depth < DEPTH_MAX && i < facts->n; i++) {
		choice = facts->choice && !compiler->exit
				 ? choice_with(facts->type, facts->members[i].field)
				 : NULL;
		if (choice && choice == done)
			continue;
		compiler->frame.depth++;
		if (choice && select_variants(compiler, level, choice, read_variant, NULL))
			done = choice;
		else
			read_member(compiler, level, &facts->members[i]);
		compiler->frame = saved;
		compiler->frame.selected = false;
	}
	compiler->frame = saved;
}

/* Pointers up to a NULL, n of them at most. */
static void read_pointers(struct compiler *compiler, struct plan_operand address, uint32_t at,
			  uint64_t n, uint8_t place)
{
	struct plan_op op = operation(compiler, PLAN_POINTERS, address);

	op.place = place;
	op.at = at;
	op.unit = compiler->abi->pointer_size;
	op.max = (uint32_t)(n * op.unit);
	compiler_add(compiler, op);
}

/* argv or envp. shown: the maximum number of strings. */
static void read_vector(struct compiler *compiler, struct plan_operand address, uint32_t at,
			uint64_t shown)
{
	size_t size = compiler->abi->pointer_size;
	struct compiler_frame saved = compiler->frame;
	uint8_t place = compiler_place(compiler);
	struct array array = {
		.address = address, .at = at, .place = place, .flags = PLAN_TO_NULL
	};
	/* One pointer more than is followed says whether there are more. */
	uint64_t fitting = PLAN_PIECE / size, turns = shown < fitting ? shown : shown + 1;
	struct amount count = amount_constant(turns);
	struct plan_operand element = { .from = PLAN_MEMORY,
					.which = place,
					.size = (uint8_t)size };
	uint32_t each, leave;

	if (place == PLAN_NOWHERE)
		return;
	read_pointers(compiler, address, at, min(shown + 1, fitting), place);
	each = turns ? begin_loop(compiler, &count, turns, size, &array) : 0;
	if (each) {
		element.loop = compiler->loops & 0xf;
		leave = compiler_add(compiler,
				     (struct plan_op){ .kind = PLAN_BREAK, .address = element });
		plan_string(compiler, element, 0, string_bytes(compiler, NULL));
		end_loop(compiler, each, 0);
		compiler_land(compiler, leave);
	}
	compiler->frame = saved;
}

static void read_environment(struct compiler *compiler, struct plan_operand address, uint32_t at)
{
	if (decode_has_environment(compiler->options->config, compiler->options->views))
		read_vector(compiler, address, at, ELEMENTS_MAX);
	else
		read_pointers(compiler, address, at, VARIABLES_MAX, PLAN_NOWHERE);
}

/* The register of the first descriptor among the arguments. Returns false if there is none. */
static bool find_descriptor(const struct level *level, uint8_t *slot)
{
	while (level->outer)
		level = level->outer;
	for (uint16_t i = 0; i < level->n; i++)
		if (field_type(&level->fields[i])->kind == KIND_FD) {
			*slot = level->slots[i];
			return true;
		}
	return false;
}

void read_events(struct compiler *compiler, const struct level *level)
{
	const struct size_expr result = { .name = "RET", .given = true };
	struct plan_op unless = { .kind = PLAN_UNLESS, .max = 2 };
	struct plan_operand address;
	struct amount len;
	uint8_t slot = 0;
	uint32_t op;

	if (!find_descriptor(level, &slot) || !operand_find(compiler, level, "buf", &address, NULL))
		return;
	amount_of(compiler, level, &result, &len);
	unless.address = operand_argument(compiler, slot, 4, true);
	unless.address.flags |= PLAN_NETLINK;
	op = compiler_add(compiler, unless);
	read_bytes(compiler, address, 0, &len, WINDOW_MAX);
	compiler_land(compiler, op);
}

/*
 * Describes the words of an array of bytes that is longer than the chunk at the place of its first
 * ones.
 */
static void describe_long(struct compiler *compiler, const struct array *array,
			  const struct amount *size, struct plan_operand first)
{
	struct plan_op unless = { .kind = PLAN_UNLESS,
				  .address = size->operand,
				  .max = ~(PLAN_PIECE - 1) };
	struct amount words = *size;
	uint32_t skip, each;

	if (size->operand.from == PLAN_CONSTANT || size->unit != 1 || size->per > 1)
		return;
	words.per = sizeof(int32_t);
	skip = compiler_add(compiler, unless);
	each = begin_loop(compiler, &words, WINDOW_MAX / sizeof(int32_t), sizeof(int32_t), array);
	if (each) {
		first.loop = compiler->loops & 0xf;
		compiler_describe(compiler, first);
		end_loop(compiler, each, 0);
	}
	compiler_land(compiler, skip);
}

/*
 * Control messages: cmsg(3). A plan cannot tell where descriptors are in them, so that every word
 * is described which is the number of one.
 */
static void read_records(struct compiler *compiler, struct plan_operand address, uint32_t at,
			 const struct amount *size)
{
	struct compiler_frame saved = compiler->frame;
	struct array array = { .address = address, .at = at };
	struct plan_operand first;

	if (compiler_read(compiler, address, at, size, 1, WINDOW_MAX, &first)) {
		compiler_add(compiler, operation(compiler, PLAN_WORDS, first));
		array.place = first.which;
		describe_long(compiler, &array, size, first);
	}
	compiler->frame = saved;
}

/*
 * Messages of netlink that were received. The first one says whether they report an error: bit 1 of
 * nlmsg_type is set in NLMSG_ERROR, and in no RTM_NEW... of a dump.
 */
static void read_answers(struct compiler *compiler, struct plan_operand address, uint32_t at,
			 const struct amount *size)
{
	struct plan_op unless = { .kind = PLAN_UNLESS, .max = NLMSG_ERROR };
	struct compiler_frame saved = compiler->frame;
	struct plan_operand first;
	uint32_t op;

	if (compiler_read(compiler, address, at, size, 1, WINDOW_MAX, &first)) {
		unless.address = first;
		unless.address.offset += offsetof(struct nlmsghdr, nlmsg_type);
		unless.address.size = sizeof(uint16_t);
		op = compiler_add(compiler, unless);
		compiler_add(compiler, operation(compiler, PLAN_WORDS, first));
		compiler_land(compiler, op);
	}
	compiler->frame = saved;
}

/*
 * Messages of netlink, which decode reads whole if the descriptor is such a socket. The descriptor
 * may be in memory: socketcall(2). Descriptors are in attributes of requests (IFLA_XDP_FD), and of
 * answers that report an error, which have the request.
 */
static void read_messages(struct compiler *compiler, const struct level *level,
			  struct plan_operand address, uint32_t at, const struct amount *len)
{
	struct plan_op unless = { .kind = PLAN_UNLESS, .max = 1 };
	uint8_t slot = 0;
	uint32_t op;

	if (!find_descriptor(level, &slot))
		return;
	unless.address = operand_argument(compiler, slot, 4, true);
	unless.address.flags |= PLAN_NETLINK;
	op = compiler_add(compiler, unless);
	if (!compiler->options->names)
		read_bytes(compiler, address, at, len, WINDOW_MAX);
	else if (compiler->exit)
		read_answers(compiler, address, at, len);
	else
		read_records(compiler, address, at, len);
	compiler_land(compiler, op);
}

/* The maximum size of bytes that are a value of another type. */
static uint64_t whole_max(struct compiler *compiler, const struct type *type)
{
	const struct type *whole = type_bytes(type)->whole;
	uint64_t size;

	if (!whole)
		return 0;
	size = type_facts_of(compiler, whole)->size;
	if (type_bytes(type)->many)
		return size * (shown_limit(compiler) + 1);
	if (type_bytes(type)->if_longer && type_facts_of(compiler, whole)->rest)
		size = max(size,
			   type_bytes(type)->whole_max ? type_bytes(type)->whole_max : REST_MAX);
	return size;
}

static void read_descriptor(struct compiler *compiler, struct plan_operand address, uint32_t at,
			    const struct amount *size)
{
	struct compiler_frame saved = compiler->frame;
	struct plan_operand first;

	if (compiler_read(compiler, address, at, size, 1, WINDOW_MAX, &first))
		compiler_describe(compiler, first);
	compiler->frame = saved;
}

static void read_counted_bytes(struct compiler *compiler, const struct level *level,
			       const struct field *field, struct plan_operand address, uint32_t at)
{
	const struct type *type = field_type(field);
	struct compiler_frame saved = compiler->frame;
	struct level inner = {
		.outer = level, .type = type_bytes(type)->whole, .address = address, .at = at
	};
	bool messages = type_bytes(type)->instead;
	struct amount len, descriptor = amount_constant(sizeof(int32_t));
	uint64_t bytes;
	bool followed;

	if (!field_more(field)->len.given)
		return; /* the rest of a struct, which has been read */
	amount_of(compiler, level, &field_more(field)->len, &len);
	bytes = decode_bytes_limit(compiler->options->config, type) + 1;
	/*
	 * What stands for the whole data of a socket is a message of netlink as well (udev): it is
	 * read below.
	 */
	if (!messages)
		bytes = max(bytes, whole_max(compiler, type));
	if (type_bytes(type)->capacity)
		bytes = min(bytes, type_bytes(type)->capacity);
	followed = !messages && type_bytes(type)->whole &&
		   has_pointers(compiler, type_bytes(type)->whole);
	if (compiler_read(compiler, address, at, &len, 1, bytes, followed ? &inner.base : NULL)) {
		inner.addressed = inner.given = true;
		read_members(compiler, &inner);
	}
	if (type_bytes(type)->whole && compiler_is_descriptor(compiler, type_bytes(type)->whole))
		read_descriptor(compiler, address, at, &descriptor);
	if (messages)
		read_messages(compiler, level, address, at, &len);
	compiler->frame = saved;
}

/* The descriptors of a set, 64 bits at a time. words: the number of the bits, in words. */
static void describe_set(struct compiler *compiler, const struct amount *words,
			 struct plan_operand word)
{
	uint32_t each = begin_loop(compiler, words, SET_BITS / 64, 8, NULL);

	if (!each)
		return;
	word.size = 8;
	word.loop = compiler->loops & 0xf;
	compiler_add(compiler, operation(compiler, PLAN_BITS, word));
	end_loop(compiler, each, SET_BITS / 64);
}

static void read_fdset(struct compiler *compiler, const struct level *level,
		       const struct field *field, struct plan_operand address, uint32_t at)
{
	struct compiler_frame saved = compiler->frame;
	uint32_t word = compiler->abi->long_size;
	struct plan_operand first;
	struct amount bits;

	amount_of(compiler, level, &field_more(field)->len, &bits);
	bits.per = 8 * word;
	bits.unit = word;
	read_bytes(compiler, address, at, &bits, FDSET_MAX / 8);
	if (compiler->options->names &&
	    compiler_read(compiler, address, at, &bits, 1, SET_BITS / 8, &first)) {
		bits.per = 64;
		bits.unit = 1;
		describe_set(compiler, &bits, first);
	}
	compiler->frame = saved;
}

/* The maximum number of bytes of a value with a length; 0: the value has another size. */
static uint64_t length_max(const struct field *field)
{
	switch (field_type(field)->kind) {
	case KIND_TEXT:
	case KIND_SOCKET_NAME:
		return TEXT_MAX;
	case KIND_RECORDS:
		return WINDOW_MAX;
	case KIND_CPUSET:
		return CPUSET_MAX;
	case KIND_HARDWARE:
	case KIND_UUID:
	case KIND_CALLSIGN:
		return HARDWARE_MAX;
	case KIND_BITSET:
		return field_type(field)->bitset.max;
	default:
		return 0;
	}
}

void read_object(struct compiler *compiler, const struct level *level, const struct field *field,
		 struct plan_operand address, uint32_t at)
{
	const struct type *type = field_type(field);
	struct amount amount;

	switch (type->kind) {
	case KIND_CSTRING:
		plan_string(compiler, address, at, string_bytes(compiler, type));
		return;
	case KIND_PATH:
		plan_string(compiler, address, at, PATH_BYTES);
		return;
	case KIND_BYTES:
		read_counted_bytes(compiler, level, field, address, at);
		return;
	case KIND_STRUCT:
		if (compiler->frame.depth < DEPTH_MAX)
			read_struct(compiler, level, field, address, at);
		return;
	case KIND_STRING_VECTOR:
		read_vector(compiler, address, at, shown_limit(compiler));
		return;
	case KIND_ENVIRONMENT:
		read_environment(compiler, address, at);
		return;
	case KIND_SIGSET:
		amount = amount_constant(SIGSET_MAX);
		read_bytes(compiler, address, at, &amount, SIGSET_MAX);
		return;
	case KIND_FDSET:
		read_fdset(compiler, level, field, address, at);
		return;
	case KIND_CHOICE:
	case KIND_PADDING:
		return;
	default:
		break;
	}
	if (type_is_scalar(type) || type->kind == KIND_IPV6) {
		amount = amount_constant(layout_size(type, compiler->abi));
		if (compiler_is_descriptor(compiler, type))
			read_descriptor(compiler, address, at, &amount);
		else
			read_bytes(compiler, address, at, &amount, WINDOW_MAX);
	} else if (field_more(field)->len.given) {
		amount_of(compiler, level, &field_more(field)->len, &amount);
		if (type->kind == KIND_RECORDS && compiler->options->names &&
		    type_facts_of(compiler, type->records->header)->descriptors)
			read_records(compiler, address, at, &amount);
		else
			read_bytes(compiler, address, at, &amount, length_max(field));
	}
}

void read_memory(struct compiler *compiler, const struct level *level, const struct field *field,
		 struct plan_operand address, uint32_t at)
{
	if (field_more(field)->count.given)
		read_array(compiler, level, field, address, at);
	else
		read_object(compiler, level, field, address, at);
}
