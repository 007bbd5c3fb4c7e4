/* SPDX-License-Identifier: MIT */
/* Records of varying size, one after another: directory entries, control messages. */
#include "decode/emit.h"
#include "decode/layout.h"

/* Walks records: where the next one is, and its size. */
struct walk {
	const struct scope *scope; /* its window holds all the records */
	const struct type *type;
	uint64_t at, end;
	uint64_t size, said; /* within its bounds; as it says */
	size_t least, align;
};

static bool record_size(struct walk *walk)
{
	struct scope element = scope_of_element(walk->scope, walk->type->record, walk->at);
	struct binding binding;

	if (!scope_find(&element, walk->type->record_size, &binding))
		return false;
	walk->size = walk->said = binding.value;
	return true;
}

/*
 * Whether another record begins; its size is in walk->size, no less than a header and no more than
 * is left, whatever it says.
 */
static bool walk_more(struct walk *walk)
{
	uint64_t left = walk->end - walk->at;

	if (left < walk->least || ++*walk->scope->elements > ELEMENTS_MAX || !record_size(walk))
		return false;
	if (walk->size < walk->least)
		walk->size = walk->least;
	if (walk->size > left)
		walk->size = left;
	return true;
}

static void walk_next(struct walk *walk)
{
	uint64_t left = walk->end - walk->at, size = walk->size;

	if (walk->align > 1)
		size = (size + walk->align - 1) / walk->align * walk->align;
	walk->at += size < left ? size : left;
}

/* How many there are, of so many bytes of which some may be unreadable. */
static void emit_count(struct walk *walk, uint64_t address, uint64_t len)
{
	struct value_count count = { .unit = walk->type->unit };

	for (; walk_more(walk); walk_next(walk))
		count.n++;
	count.more = walk->at - address < len;
	emit_counted(walk->scope, address, count);
}

/* A record that says less than a header has: where the next one begins nobody knows. */
static bool is_stuck(const struct walk *walk)
{
	return walk->type->record_ends && walk->said < walk->least &&
	       walk->at + walk->least < walk->end;
}

static void emit_each(struct walk *walk)
{
	enum group_end end = GROUP_COMPLETE;
	struct sink *sink = walk->scope->decode->sink;
	struct field field = { .type = walk->type->record,
			       .dir = DIR_IN,
			       .len = { .given = true } };

	sink->ops->open(sink, GROUP_ARRAY);
	for (; walk_more(walk); walk_next(walk)) {
		field.len.constant = walk->size;
		emit_struct(walk->scope, &field, walk->at);
		if (is_stuck(walk)) {
			walk->at += walk->least;
			break;
		}
	}
	/* Too little is left for another one, but something is. */
	if (walk->at < walk->end) {
		emit_address(walk->scope, walk->at, true);
		end = GROUP_UNREADABLE;
	}
	sink->ops->close(sink, GROUP_ARRAY, end);
}

static size_t head_size(const struct scope *scope, const struct type *record)
{
	const struct abi *abi = scope_abi(scope);

	return cache_struct(scope->decode->cache, layout_of(record, abi), abi)->head;
}

/* All of them, but for those that are only counted. */
static bool read_records(const struct scope *scope, uint64_t address, uint64_t len, bool counted,
			 struct window *window)
{
	size_t size = len < WINDOW_MAX ? (size_t)len : WINDOW_MAX;

	if (!counted)
		return memory_view(scope, address, size, window);
	memory_read(scope, address, size, window);
	return true;
}

void emit_records(const struct scope *scope, const struct field *field, uint64_t address)
{
	const struct abi *abi = scope_abi(scope);
	const struct type *type = layout_of(field->type, abi);
	struct walk walk = { .type = type, .at = address, .least = head_size(scope, type->record) };
	bool counted = type->unit && !scope->decode->config->verbose;
	struct scope inner = *scope;
	struct window window;
	uint64_t len;

	if (!walk.least || !field_length(scope, field, address, &len) ||
	    (len && len < walk.least && !counted) ||
	    !read_records(scope, address, len, counted, &window)) {
		emit_address(scope, address, true);
		return;
	}
	inner.window = &window;
	walk.scope = &inner;
	walk.end = address + window.len;
	walk.align = type->record_align ? type->record_align : abi->long_size;
	if (counted)
		emit_count(&walk, address, len);
	else
		emit_each(&walk);
	memory_release(&window);
}
