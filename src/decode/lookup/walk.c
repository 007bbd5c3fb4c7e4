/* SPDX-License-Identifier: MIT */
/* Walks over records of varying size, one after another. */
#include <string.h>

#include "decode/lookup/scalar.h"
#include "decode/lookup/walk.h"

static bool record_size(struct walk *walk)
{
	struct scope element = scope_of_element(walk->scope, walk->type->records->header, walk->at);
	struct binding binding;

	if (!scope_find(&element, walk->type->records->size, &binding))
		return false;
	walk->said = binding.value;
	if (walk->type->records->from_first)
		walk->said -=
			walk->said < walk->at - walk->first ? walk->said : walk->at - walk->first;
	walk->size = walk->said;
	if (walk->type->records->size_of_body &&
	    __builtin_add_overflow(walk->size, walk->min_size, &walk->size))
		walk->size = UINT64_MAX;
	return true;
}

/* Whether the current record is the last one, which says nothing about a next one. */
static bool is_last(const struct walk *walk)
{
	return walk->type->records->count ? walk->count == 1 : !walk->said;
}

bool walk_more(struct walk *walk)
{
	uint64_t left = walk->end - walk->at;

	if (!walk->count || left < walk->min_size || ++*walk->scope->elements > ELEMENTS_MAX)
		return false;
	walk->unreadable = !record_size(walk);
	if (walk->unreadable)
		return false;
	if (walk->type->records->to_next) {
		walk->last = is_last(walk);
		walk->broken = !walk->last && (walk->said <= walk->min_size || walk->said > left);
		if (walk->last)
			walk->size = left;
	}
	if (walk->size < walk->min_size)
		walk->size = walk->min_size;
	if (walk->size > left)
		walk->size = left;
	return true;
}

void walk_next(struct walk *walk)
{
	uint64_t left = walk->end - walk->at, size = walk->size;

	walk->count--;

	if (walk->align > 1)
		size = (size + walk->align - 1) / walk->align * walk->align;
	walk->at += size < left ? size : left;
}

/* Whether a member of the current record has the value. */
static bool record_is(const struct walk *walk, const struct earlier *earlier)
{
	struct scope element = scope_of_element(walk->scope, walk_type(walk->type), walk->at);
	struct binding binding;
	uint64_t is;

	return scope_find(&element, earlier->by, &binding) && binding.type && binding.type->list &&
	       list_value(binding.type->list, scope_abi(walk->scope), earlier->is, &is) &&
	       (binding.value & ~earlier->ignored) == is;
}

/* Copies the text that the current record has after its header. */
static bool record_text(const struct walk *walk, char *text, size_t size)
{
	size_t len = (size_t)walk->size - walk->min_size;
	struct window window;
	bool fits;

	memory_read(walk->scope, walk->at + walk->min_size, len < size ? len : size, &window);
	len = window.len ? strnlen((const char *)window.bytes, window.len) : 0;
	fits = len < size;
	if (fits) {
		memcpy(text, window.bytes, len);
		text[len] = '\0';
	}
	memory_release(&window);
	return fits;
}

/* Copies the name of the number that the current record has after its header. */
static bool record_name(const struct walk *walk, const struct type *number, char *text, size_t size)
{
	const struct abi *abi = scope_abi(walk->scope);
	size_t len = storage_size(number->storage, abi);
	const char *name = NULL;
	struct window window;

	if (walk->size - walk->min_size < len)
		return false;
	memory_read(walk->scope, walk->at + walk->min_size, len, &window);
	if (window.len >= len)
		name = list_name(number->list, abi,
				 scalar_load(number->storage, abi, window.bytes));
	memory_release(&window);
	if (!name || strlen(name) >= size)
		return false;
	memcpy(text, name, strlen(name) + 1);
	return true;
}

static bool record_key(const struct walk *walk, const struct earlier *earlier, char *text,
		       size_t size)
{
	return earlier->number ? record_name(walk, earlier->number, text, size)
			       : record_text(walk, text, size);
}

enum earlier_text walk_find_earlier(const struct scope *scope, const struct earlier *earlier,
				    char *text, size_t size)
{
	enum earlier_text found = EARLIER_ABSENT;
	struct walk walk;

	while (scope && !scope->walk)
		scope = scope->outer;
	if (!scope)
		return EARLIER_ABSENT;
	walk = *scope->walk;
	if (!earlier->number)
		walk.end = walk.at;
	walk.at = walk.first;
	for (walk.count = UINT64_MAX; walk_more(&walk); walk_next(&walk))
		if (record_is(&walk, earlier))
			found = record_key(&walk, earlier, text, size) ? EARLIER_READ
								       : EARLIER_UNKNOWN;
	return found;
}
