/* SPDX-License-Identifier: MIT */
/* Emits records of varying size, one after another: directory entries, control messages. */
#include <string.h>

#include "decode/emit.h"
#include "decode/lookup/layout.h"
#include "decode/lookup/walk.h"

/* Emits the number of records in len bytes, some of which may be unreadable. */
static void emit_count(struct walk *walk, uint64_t address, uint64_t len)
{
	struct value_count count = { .unit = walk->view->counted };

	for (; walk_more(walk); walk_next(walk))
		count.n++;
	count.more = walk->at - address < len;
	emit_counted(walk->scope, address, count);
}

/* Whether the size in a record is less than that of its header: the next record cannot be found. */
static bool is_stuck(const struct walk *walk)
{
	if (walk->broken)
		return true;
	if (walk->said >= walk->min_size || walk->type->records->size_of_body)
		return false;
	return walk->type->records->rest_is_bytes ||
	       (walk->type->records->short_ends && walk->at + walk->min_size < walk->end);
}

static void emit_one(const struct walk *walk)
{
	const struct field_more more = {
		.type = walk_type(walk->type),
		.len = { .constant =
				 walk->type->records->to_next ? walk->end - walk->at : walk->size,
			 .given = true },
	};
	const struct field field = { .dir = DIR_IN, .more = &more };

	emit_struct(walk->scope, &field, walk->at);
}

/* Emits the bytes after the last record, which are too few for another one. */
static enum group_end emit_rest(const struct walk *walk)
{
	static const struct type bytes = { .kind = KIND_BYTES, .base = 16 };
	const struct field_more more = {
		.type = &bytes, .len = { .constant = walk->end - walk->at, .given = true }
	};
	const struct field field = { .dir = DIR_IN, .more = &more };

	if (walk->broken)
		return GROUP_MORE;
	if (walk->type->records->to_next && walk->unreadable) {
		emit_address(walk->scope, walk->at, true);
		return GROUP_COMPLETE;
	}
	if (walk->type->records->count)
		return walk->count ? GROUP_MORE : GROUP_COMPLETE;
	if (walk->type->records->to_next)
		return walk->at < walk->end || !walk->last ? GROUP_MORE : GROUP_COMPLETE;
	if (walk->at >= walk->end)
		return GROUP_COMPLETE;
	if (!walk->type->records->rest_is_bytes || walk->unreadable) {
		emit_address(walk->scope, walk->at, true);
		return GROUP_UNREADABLE;
	}
	if (walk->end - walk->at < walk->min_size)
		emit_bytes(walk->scope, &field, walk->at);
	return GROUP_COMPLETE;
}

static void emit_each(struct walk *walk)
{
	size_t left = walk->view->alone ? shown_limit(walk->scope) : SIZE_MAX;
	struct sink *sink = walk->scope->decode->sink;

	sink->ops->open(sink, GROUP_ARRAY);
	for (; walk_more(walk); walk_next(walk)) {
		if (!left--) {
			sink->ops->close(sink, GROUP_ARRAY, GROUP_MORE);
			return;
		}
		emit_one(walk);
		if (!is_stuck(walk))
			continue;
		walk->at +=
			walk->type->records->rest_is_bytes ? walk->end - walk->at : walk->min_size;
		break;
	}
	sink->ops->close(sink, GROUP_ARRAY, emit_rest(walk));
}

/* Whether there is exactly one record. */
static bool is_single(struct walk walk)
{
	if (!walk_more(&walk))
		return false;
	if (is_stuck(&walk))
		return true;
	walk_next(&walk);
	return walk.at >= walk.end;
}

size_t records_min_size(const struct scope *scope, const struct type *type)
{
	const struct type *header = type->records->header;
	const struct abi *abi = scope_abi(scope);

	return cache_struct(scope->decode->cache, layout_of(header, abi), abi, &view_of_facts, NULL)
		->head;
}

/*
 * Reads all records. If they are only counted, or read one by one, unreadable bytes are no error;
 * but the first header must be readable to read one by one.
 */
static bool read_records(struct walk *walk, const struct scope *scope, uint64_t len, bool counted,
			 struct window *window)
{
	size_t size = len < WINDOW_MAX ? (size_t)len : WINDOW_MAX;
	bool one_by_one = walk->type->records->one_by_one;

	memory_read(scope, walk->at, size, window);
	if (walk->type->records->to_next)
		walk->end = walk->at + len; /* a distance may exceed the window */
	else
		walk->end = walk->at + (one_by_one ? size : window->len);
	if (counted || window->len == size)
		return true;
	if (one_by_one && window->len >= (size < walk->min_size ? 1 : walk->min_size))
		return true;
	memory_release(window);
	return false;
}

static uint64_t record_count(const struct scope *scope, const struct type *type)
{
	struct size_expr expr = { .name = type->records->count, .given = true };
	uint64_t count;

	return type->records->count && size_expr_value(scope, &expr, &count) ? count : UINT64_MAX;
}

/*
 * Whether there are too few bytes for a header. No bytes are no records; but if their number is
 * known, one is missing.
 */
static bool is_too_short(const struct walk *walk, uint64_t len)
{
	if (walk->type->records->rest_is_bytes || len >= walk->min_size)
		return false;
	return len || walk->type->records->count;
}

void emit_records_within(const struct scope *scope, const struct type *type, uint64_t address,
			 uint64_t len)
{
	const struct abi *abi = scope_abi(scope);
	struct walk walk = { .type = layout_of(type, abi), .first = address, .at = address };
	bool counted = scope_view(scope, NULL, type)->counted && !scope_is_whole(scope);
	struct scope inner = *scope;
	struct window window;

	walk.min_size = records_min_size(scope, type);
	walk.count = record_count(scope, type);
	walk.view = scope_view(scope, NULL, type);
	if (!walk.min_size || (is_too_short(&walk, len) && !counted) ||
	    !read_records(&walk, scope, len, counted, &window)) {
		emit_address(scope, address, true);
		return;
	}
	inner.window = &window;
	inner.walk = &walk;
	inner.left = NULL; /* field_take_length() has subtracted these bytes */
	walk.scope = &inner;
	walk.align = type->records->align ? type->records->align : abi->long_size;
	if (counted)
		emit_count(&walk, address, len);
	else if (type->records->rest_is_bytes && len && len < walk.min_size)
		emit_rest(&walk);
	else if (walk.view->alone && is_single(walk) && walk_more(&walk))
		emit_one(&walk);
	else
		emit_each(&walk);
	memory_release(&window);
}

void emit_records(const struct scope *scope, const struct field *field, uint64_t address)
{
	uint64_t len;

	if (field_take_length(scope, field, address, &len))
		emit_records_within(scope, layout_of(field_type(field), scope_abi(scope)), address,
				    len);
	else
		emit_address(scope, address, true);
}
