/* SPDX-License-Identifier: MIT */
/* Finds the operands for the names and sizes in rows. src/decode/lookup/scope.c finds their values. */
#include "plan/operands.h"

#include <string.h>

#include "plan/facts.h"
#include "plan/plans.h"

#define NAME_BYTES 64 /* capacity for the name of a sibling */

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

bool compiler_read(struct compiler *compiler, struct plan_operand address, uint32_t at,
		   const struct amount *amount, uint32_t size, uint64_t max_bytes,
		   struct plan_operand *first)
{
	struct plan_op op = operation(compiler, PLAN_BYTES, address);

	if (first)
		op.place = compiler_place(compiler);
	op.at = at;
	op.length = amount->operand;
	op.per = amount->per;
	op.unit = amount->unit * size;
	op.plus = amount->plus * size;
	op.max = (uint32_t)smaller(smaller(max_bytes, WINDOW_MAX), (uint64_t)amount->max * size);
	if (!op.max || (op.length.from == PLAN_CONSTANT && !op.length.offset))
		return false;
	if (first)
		*first = (struct plan_operand){ .from = PLAN_MEMORY, .which = op.place };
	return compiler_add(compiler, op) && op.place != PLAN_NOWHERE;
}

/* Gives an operand the size and sign of a scalar. */
static struct plan_operand sized(struct plan_operand operand, const struct abi *abi,
				 enum storage storage)
{
	operand.size = abi->sizes[storage];
	operand.flags = storage_is_signed(storage) ? PLAN_SIGNED : 0;
	if (operand.from == PLAN_MEMORY && (storage_is_network(storage) || abi->big_endian))
		operand.flags |= PLAN_BIG_ENDIAN;
	return operand;
}

struct plan_operand operand_argument(const struct compiler *compiler, uint8_t slot, unsigned size,
				     bool is_signed)
{
	struct plan_operand operand = compiler->frame.registers[slot];

	/* An argument in memory is a long of the ABI. The first bytes of it are its low ones. */
	operand.size =
		(uint8_t)(operand.from == PLAN_MEMORY && operand.size < size ? operand.size : size);
	operand.flags = is_signed ? PLAN_SIGNED : 0;
	return operand;
}

static bool find_result(const struct compiler *compiler, struct plan_operand *operand)
{
	const struct type *type = compiler->result;

	*operand = (struct plan_operand){ .from = PLAN_RESULT, .size = 8, .flags = PLAN_SIGNED };
	if (type && type_is_scalar(type) && compiler->abi->sizes[type->storage])
		*operand = sized(*operand, compiler->abi, type->storage);
	return compiler->exit;
}

bool operand_of_argument(const struct compiler *compiler, const struct level *level, uint16_t i,
			 struct plan_operand *operand)
{
	const struct field *field = &level->fields[i];
	const struct abi *abi = compiler->abi;
	uint8_t slot = level->slots[i];

	if (field_more(field)->stacked) {
		*operand = (struct plan_operand){ .from = PLAN_STACK, .size = abi->pointer_size };
		return true;
	}
	if (slot >= PLAN_ARGUMENTS)
		return false;
	if (argument_is_pointer(field)) {
		*operand = operand_argument(compiler, slot, abi->pointer_size, false);
		return true;
	}
	if (argument_is_pair(field, abi) || !type_is_scalar(field_type(field)))
		return false;
	*operand = operand_argument(compiler, slot, abi->sizes[field_type(field)->storage],
				    storage_is_signed(field_type(field)->storage));
	return true;
}

/* Returns the first member of this name; NULL: there is none. */
static const struct member *match_member(struct compiler *compiler, const struct type *type,
					 const char *name)
{
	const struct type_facts *facts = type_facts_of(compiler, type);

	for (size_t i = 0; i < facts->n; i++) {
		const char *own = field_name(facts->members[i].field);

		if (own && !strcmp(own, name))
			return &facts->members[i];
	}
	return NULL;
}

/* Returns false if the member is no number that begins at a byte. */
static bool place_member(const struct compiler *compiler, const struct plan_operand *base,
			 const struct member *member, struct plan_operand *operand)
{
	const struct field *field = member->field;

	*operand = *base;
	operand->offset += (uint32_t)member->offset;
	operand->size = (uint8_t)member->size;
	operand->flags = 0;
	if (base->from != PLAN_MEMORY)
		return false;
	if (field_more(field)->pointer || field_more(field)->pointer64)
		return true;
	if (!type_is_scalar(field_type(field)) || field_more(field)->count.given ||
	    field_more(field)->bits)
		return false;
	*operand = sized(*operand, compiler->abi, field_type(field)->storage);
	return true;
}

/* The name of a member or of an argument. *field is NULL if there is none. */
static bool find_name(struct compiler *compiler, const struct level *level, const char *name,
		      struct plan_operand *operand, const struct field **field)
{
	const struct member *member;

	*field = NULL;
	for (; level; level = level->outer) {
		if (level->type) {
			member = match_member(compiler, level->type, name);
			if (!member)
				continue;
			*field = member->field;
			return place_member(compiler, &level->base, member, operand);
		}
		for (uint16_t i = 0; i < level->n; i++) {
			if (!field_name(&level->fields[i]) ||
			    strcmp(field_name(&level->fields[i]), name))
				continue;
			*field = &level->fields[i];
			return operand_of_argument(compiler, level, i, operand);
		}
	}
	return false;
}

/* Reads size bytes at a pointer. Returns false if there is no place for them. */
static bool read_to_place(struct compiler *compiler, const struct plan_operand *pointer,
			  size_t size, struct plan_operand *at)
{
	struct amount amount = amount_constant(size);

	return compiler_read(compiler, *pointer, 0, &amount, 1, size, at);
}

static bool find_pointee(struct compiler *compiler, const struct level *level, const char *name,
			 struct plan_operand *operand, const struct field **field)
{
	struct plan_operand pointer;
	enum storage storage;

	if (!find_name(compiler, level, name, &pointer, field) ||
	    !type_is_scalar(field_type(*field)))
		return false;
	storage = field_type(*field)->storage;
	if (!read_to_place(compiler, &pointer, compiler->abi->sizes[storage], operand))
		return false;
	*operand = sized(*operand, compiler->abi, storage);
	return true;
}

/* "attr.size": a member of the struct that an argument points to, or that a member is. */
static bool find_dotted(struct compiler *compiler, const struct level *level, const char *name,
			struct plan_operand *operand, const struct field **field)
{
	const struct member *member;
	struct plan_operand pointer, base;
	char sibling[NAME_BYTES];
	const char *part = name_split(name, sibling, sizeof(sibling));

	if (!part || !find_name(compiler, level, sibling, &pointer, field) ||
	    field_type(*field)->kind != KIND_STRUCT ||
	    !read_to_place(compiler, &pointer, layout_size(field_type(*field), compiler->abi),
			   &base))
		return false;
	member = match_member(compiler, field_type(*field), part);
	*field = member ? member->field : NULL;
	return member && place_member(compiler, &base, member, operand);
}

bool operand_find(struct compiler *compiler, const struct level *level, const char *name,
		  struct plan_operand *operand, const struct field **field)
{
	const struct field *unused;

	field = field ? field : &unused;
	*field = NULL;
	if (!strcmp(name, "RET"))
		return find_result(compiler, operand);
	if (name[0] == '*')
		return find_pointee(compiler, level, name + 1, operand, field);
	if (find_name(compiler, level, name, operand, field))
		return true;
	if (*field)
		return false;
	return find_dotted(compiler, level, name, operand, field);
}

/* The first of the two names of a difference: the second only makes the value less. */
static const char *minuend(const char *names, char name[NAME_BYTES])
{
	size_t len = strcspn(names, "-");

	len = len < NAME_BYTES ? len : NAME_BYTES - 1;
	memcpy(name, names, len);
	name[len] = '\0';
	return name;
}

void amount_of(struct compiler *compiler, const struct level *level, const struct size_expr *expr,
	       struct amount *amount)
{
	char name[NAME_BYTES];

	*amount = (struct amount){ .operand = operand_constant(UINT32_MAX),
				   .unit = 1,
				   .max = !expr->computed && expr->name && expr->max ? expr->max
										     : UINT32_MAX };
	if (expr->given && expr->computed && expr->by_result &&
	    find_result(compiler, &amount->operand)) {
		/* A negative result that is no error is a huge number. */
		amount->operand.flags = 0;
		amount->known = true;
		return;
	}
	amount->operand = operand_constant(UINT32_MAX);
	if (!expr->given || expr->computed)
		return;
	if (!expr->name) {
		amount->operand = operand_constant(expr->constant);
		amount->known = true;
		return;
	}
	if (!operand_find(compiler, level, expr->less ? minuend(expr->name, name) : expr->name,
			  &amount->operand, NULL)) {
		amount->operand = operand_constant(UINT32_MAX);
		return;
	}
	amount->known = true;
	amount->per = expr->nodes      ? 8u * compiler->abi->long_size
		      : !expr->divides ? 0
		      : expr->scale    ? expr->scale
				       : abi_page_size();
	amount->unit = !expr->divides && expr->scale ? expr->scale : 1;
	amount->plus = expr->plus;
	if (expr->huge)
		amount->operand.flags &= (uint8_t)~PLAN_SIGNED & 0xf;
	if (expr->request)
		amount->operand.flags |= PLAN_IOCTL_SIZE;
}
