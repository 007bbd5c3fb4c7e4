/* SPDX-License-Identifier: MIT */
/* Computes the offsets of the members of a struct, by the C rules of an ABI. */
#include "decode/lookup/layout.h"
#include "decode/lookup/scalar.h"

#define IPV6_BYTES 16

static size_t round_up(size_t value, size_t align)
{
	return align > 1 ? (value + align - 1) / align * align : value;
}

const struct type *layout_of(const struct type *type, const struct abi *abi)
{
	while (type->kind == KIND_STRUCT && structure_other(type) &&
	       !(structure_other(type)->abis >> abi->id & 1))
		type = structure_other(type)->type;
	return type;
}

struct layout_cursor layout_start(const struct abi *abi, bool packed, size_t offset)
{
	return (struct layout_cursor){
		.abi = abi, .packed = packed, .bit = (uint64_t)offset * 8, .align = 1
	};
}

static struct layout_cursor place_variant(const struct variant *variant,
					  struct layout_cursor cursor)
{
	for (uint16_t i = 0; i < variant->n_fields; i++)
		layout_place(&cursor, variant->fields, variant->n_fields, i);
	return cursor;
}

/* The size and alignment of a union of the variants. Variants in place are not aligned. */
static void choice_extent(const struct choice *choice, const struct layout_cursor *at, size_t *size,
			  size_t *align)
{
	size_t start = choice->in_place ? (at->bit + 7) / 8 : 0;

	*size = 0;
	*align = 1;
	for (uint16_t v = 0; v < choice->n_variants; v++) {
		struct layout_cursor cursor =
			place_variant(&choice->variants[v],
				      layout_start(at->abi, at->packed, start));
		size_t end = (cursor.bit + 7) / 8;

		if (!choice->in_place) {
			end = round_up(end, cursor.align);
			*align = cursor.align > *align ? cursor.align : *align;
		}
		*size = end - start > *size ? end - start : *size;
	}
}

static struct layout_cursor lay_out(const struct type *type, const struct abi *abi);

static size_t layout_align(const struct type *type, const struct abi *abi)
{
	type = layout_of(type, abi);
	if (type_is_scalar(type))
		return storage_align(type->storage, abi);
	switch (type->kind) {
	case KIND_STRUCT:
		return lay_out(type, abi).align;
	case KIND_IPV6:
		return 4; /* linux/in6.h: a union with __be32 members */
	case KIND_SIGSET:
	case KIND_FDSET:
	case KIND_CPUSET:
		return abi->long_size;
	default:
		return 1;
	}
}

static size_t field_align(const struct field *field, const struct abi *abi)
{
	if (field_more(field)->pointer64)
		return 8;
	return field_more(field)->pointer ? abi->pointer_size
					  : layout_align(field_type(field), abi);
}

static size_t constant(const struct size_expr *expr)
{
	return expr->given && !expr->name ? expr->constant : 0;
}

size_t layout_element_size(const struct field *field, const struct abi *abi)
{
	if (type_is_scalar(field_type(field)))
		return storage_size(field_type(field)->storage, abi);
	switch (field_type(field)->kind) {
	case KIND_CSTRING:
	case KIND_PATH:
	case KIND_BYTES:
	case KIND_BITSET:
	case KIND_HARDWARE:
	case KIND_UUID:
	case KIND_CALLSIGN:
	case KIND_TEXT:
	case KIND_SOCKET_NAME:
	case KIND_RECORDS:
	case KIND_PADDING:
	case KIND_CPUSET:
		return constant(&field_more(field)->len);
	case KIND_SIGSET:
		return field_more(field)->len.given ? constant(&field_more(field)->len)
						    : abi->sigset_size;
	case KIND_FDSET:
		return (constant(&field_more(field)->len) + 7) / 8;
	case KIND_STRUCT:
		if (constant(&field_more(field)->len))
			return constant(&field_more(field)->len);
		return layout_size(field_type(field), abi);
	default:
		return layout_size(field_type(field), abi);
	}
}

static size_t layout_field_size(const struct field *field, const struct abi *abi)
{
	size_t size;

	if (field_more(field)->pointer64)
		return 8;
	if (field_more(field)->pointer)
		return abi->pointer_size;
	size = layout_element_size(field, abi);
	if (field_more(field)->count.given &&
	    __builtin_mul_overflow(size, constant(&field_more(field)->count), &size))
		return 0;
	return size;
}

/* System V ABI: a bit-field is in the current unit of its type, or begins the next one. */
static struct layout_slot place_bits(struct layout_cursor *cursor, const struct field *field)
{
	size_t size = storage_size(field_type(field)->storage, cursor->abi);
	size_t align = storage_align(field_type(field)->storage, cursor->abi);
	uint64_t unit = (uint64_t)size * 8, bit = cursor->bit;
	struct layout_slot slot = { .field = field, .size = size };

	if (!unit)
		return slot;
	if (bit / unit != (bit + field_more(field)->bits - 1) / unit)
		bit = (bit / unit + 1) * unit;
	slot.offset = bit / unit * size;
	slot.bit = bit % unit;
	cursor->bit = bit + field_more(field)->bits;
	if (!cursor->packed && align > cursor->align)
		cursor->align = align;
	return slot;
}

/* A struct is laid out once for both. */
static void measure_struct(const struct layout_cursor *cursor, const struct field *field,
			   size_t *size, size_t *align)
{
	const struct type *type = layout_of(field_type(field), cursor->abi);
	struct layout_cursor inner = lay_out(type, cursor->abi);
	const struct field_more *more = field_more(field);

	*align = cursor->packed ? 1 : inner.align;
	*size = constant(&more->len) ? constant(&more->len)
				     : round_up((inner.bit + 7) / 8, inner.align);
	if (more->count.given && __builtin_mul_overflow(*size, constant(&more->count), size))
		*size = 0;
}

static void measure(const struct layout_cursor *cursor, const struct field *field, size_t *size,
		    size_t *align)
{
	const struct field_more *more = field_more(field);

	if (field_type(field)->kind == KIND_CHOICE) {
		choice_extent(more->choice, cursor, size, align);
		return;
	}
	if (field_type(field)->kind == KIND_STRUCT && !more->pointer && !more->pointer64) {
		measure_struct(cursor, field, size, align);
		return;
	}
	*size = layout_field_size(field, cursor->abi);
	*align = cursor->packed ? 1 : field_align(field, cursor->abi);
}

/*
 * The alignment of a union is the maximum alignment of its members. own: that of its first one, at
 * i.
 */
static size_t union_align(const struct layout_cursor *cursor, const struct field *fields,
			  uint16_t n, uint16_t i, size_t own)
{
	size_t max = own, size, align;

	while (++i < n && field_more(&fields[i])->union_with_previous) {
		measure(cursor, &fields[i], &size, &align);
		max = align > max ? align : max;
	}
	return max;
}

static struct layout_slot place_union_member(struct layout_cursor *cursor,
					     const struct field *field)
{
	struct layout_slot slot = { .field = field, .offset = cursor->last };
	uint64_t end;
	size_t align;

	measure(cursor, field, &slot.size, &align);
	end = ((uint64_t)slot.offset + slot.size) * 8;
	if (end > cursor->bit)
		cursor->bit = end;
	return slot;
}

struct layout_slot layout_place(struct layout_cursor *cursor, const struct field *fields,
				uint16_t n, uint16_t i)
{
	const struct field *field = &fields[i];
	struct layout_slot slot = { .field = field, .offset = (cursor->bit + 7) / 8 };
	size_t align, own;

	if (field_more(field)->bits)
		return place_bits(cursor, field);
	if (field_more(field)->union_with_previous)
		return place_union_member(cursor, field);
	measure(cursor, field, &slot.size, &own);
	align = union_align(cursor, fields, n, i, own);
	slot.offset = round_up(slot.offset, align);
	cursor->last = slot.offset;
	cursor->bit = ((uint64_t)slot.offset + slot.size) * 8;
	if (align > cursor->align)
		cursor->align = align;
	return slot;
}

static struct layout_cursor lay_out(const struct type *type, const struct abi *abi)
{
	struct layout_cursor cursor = layout_start(abi, type->structure.align == 1, 0);

	for (uint16_t i = 0; i < type->structure.n_fields; i++)
		layout_place(&cursor, type->structure.fields, type->structure.n_fields, i);
	if (type->structure.align > cursor.align)
		cursor.align = type->structure.align;
	return cursor;
}

size_t layout_size(const struct type *type, const struct abi *abi)
{
	struct layout_cursor cursor;

	type = layout_of(type, abi);
	if (type_is_scalar(type))
		return storage_size(type->storage, abi);
	if (type->kind == KIND_IPV6)
		return IPV6_BYTES;
	if (type->kind == KIND_SIGSET)
		return abi->sigset_size;
	if (type->kind != KIND_STRUCT)
		return 0;
	cursor = lay_out(type, abi);
	return round_up((cursor.bit + 7) / 8, cursor.align);
}

size_t layout_head_size(const struct type *type, const struct abi *abi)
{
	struct layout_cursor cursor;

	type = layout_of(type, abi);
	if (type->kind != KIND_STRUCT)
		return layout_size(type, abi);
	if (type->structure.min_size)
		return type->structure.min_size;
	if (!type->structure.n_fields ||
	    field_type(&type->structure.fields[type->structure.n_fields - 1])->kind != KIND_CHOICE)
		return layout_size(type, abi);
	cursor = layout_start(abi, type->structure.align == 1, 0);
	for (uint16_t i = 0; i + 1 < type->structure.n_fields; i++)
		layout_place(&cursor, type->structure.fields, type->structure.n_fields, i);
	return (cursor.bit + 7) / 8;
}

size_t layout_whole_size(const struct type *type, const struct abi *abi)
{
	size_t size = layout_size(type, abi), head = layout_head_size(type, abi);

	return size > head ? size : head;
}

const struct type *layout_element(const struct field *field, const struct abi *abi)
{
	const struct type *type = layout_of(field_type(field), abi);

	return type->kind == KIND_STRUCT && !field_more(field)->len.given ? type : NULL;
}

struct layout_visitor {
	void (*each)(void *ctx, const struct field *field, size_t offset, size_t size);
	void *ctx;
};

static void visit_fields(const struct field *fields, uint16_t n, struct layout_cursor cursor,
			 const struct layout_visitor *visitor)
{
	for (uint16_t i = 0; i < n; i++) {
		struct layout_slot slot = layout_place(&cursor, fields, n, i);
		const struct choice *choice = field_more(&fields[i])->choice;

		if (field_type(&fields[i])->kind != KIND_CHOICE) {
			visitor->each(visitor->ctx, &fields[i], slot.offset, slot.size);
			continue;
		}
		for (uint16_t v = 0; v < choice->n_variants; v++)
			visit_fields(choice->variants[v].fields, choice->variants[v].n_fields,
				     layout_start(cursor.abi, cursor.packed, slot.offset), visitor);
	}
}

void layout_each(const struct type *type, const struct abi *abi,
		 void (*each)(void *ctx, const struct field *field, size_t offset, size_t size),
		 void *ctx)
{
	struct layout_visitor visitor = { each, ctx };

	type = layout_of(type, abi);
	visit_fields(type->structure.fields, type->structure.n_fields,
		     layout_start(abi, type->structure.align == 1, 0), &visitor);
}
