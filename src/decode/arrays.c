/* SPDX-License-Identifier: MIT */
/* Arrays: with a count, and NULL-terminated vectors of strings. */
#include "decode/emit.h"
#include "decode/lookup/layout.h"
#include "decode/lookup/scalar.h"

/* Counts one more element. Returns whether the call has had too many. */
static bool is_enough(const struct scope *scope)
{
	return ++*scope->elements > ELEMENTS_MAX;
}

size_t decode_elements_limit(const struct decode_config *config, bool views)
{
	size_t limit = config->string_limit;

	return decode_is_whole(config, views) || limit > ELEMENTS_MAX ? ELEMENTS_MAX : limit;
}

size_t shown_limit(const struct scope *scope)
{
	return decode_elements_limit(scope->decode->config, scope_has_views(scope));
}

/* Returns a copy of the scope with the window of an array's elements. */
static struct scope with_window(const struct scope *scope, const struct window *window)
{
	struct scope inner = *scope;

	inner.window = window;
	inner.looks = NULL;
	return inner;
}

/* The member that must not be 0 in elements that are shown; NULL: all elements are shown. */
static const char *only_if(const struct scope *scope, const struct field *field)
{
	return scope_view(scope, field, layout_of(field_type(field), scope_abi(scope)))->only_if;
}

/* Whether an element is shown: its member `only` is not 0. */
static bool is_shown(const struct scope *scope, const struct field *field, const char *only,
		     uint64_t address)
{
	struct binding binding;
	struct scope element;

	if (!only)
		return true;
	element = scope_of_element(scope, field_type(field), address);
	return scope_find(&element, only, &binding) && binding.value;
}

static void emit_index(const struct scope *scope, const struct field *field, uint64_t i)
{
	struct sink *sink = scope->decode->sink;

	if (field_index(field))
		sink->ops->index(sink, field_index(field),
				 list_name(field_index(field), scope_abi(scope), i), i);
}

static void emit_element(const struct scope *scope, const struct field *field, uint64_t address,
			 bool pointers)
{
	uint64_t pointer;

	if (!pointers) {
		emit_object(scope, field, address);
		return;
	}
	if (memory_pointer(scope, address, scope_abi(scope)->pointer_size, &pointer) && pointer)
		emit_object(scope, field, pointer);
	else
		emit_address(scope, 0, false);
}

/*
 * The number of bytes to read: of all elements that can be shown, and of the one after them, since
 * strace shows "..." only for elements that it can read. In an only_if array elements are skipped,
 * so that all of them may be necessary.
 */
static size_t span(const struct scope *scope, const struct field *field, uint64_t count,
		   size_t size)
{
	uint64_t n = only_if(scope, field) ? ELEMENTS_MAX : shown_limit(scope) + 1;
	size_t bytes;

	if (count < n)
		n = count;
	if (__builtin_mul_overflow((size_t)n, size, &bytes) || bytes > WINDOW_MAX)
		bytes = WINDOW_MAX / (size ? size : 1) * size;
	return bytes;
}

/* The elements are pointers: of an argument, or of a member that is a pointer in 64 bits itself. */
static bool has_pointers(const struct scope *scope, const struct field *field)
{
	return field_more(field)->pointer && (!scope->outer || field_more(field)->pointer64);
}

static enum group_end emit_elements(struct scope *scope, const struct field *field,
				    uint64_t address, uint64_t count, size_t size)
{
	bool pointers = has_pointers(scope, field);
	const char *only = only_if(scope, field);
	size_t limit = shown_limit(scope), shown = 0;
	uint64_t end = address + scope->window->len;

	for (uint64_t i = 0; i < count; i++, address += size) {
		if (is_enough(scope))
			return GROUP_MORE;
		if (end - address < size) {
			if (scope->window->len >= span(scope, field, count, size))
				return GROUP_MORE;
			emit_address(scope, address, true);
			return GROUP_UNREADABLE;
		}
		if (!is_shown(scope, field, only, address))
			continue;
		if (shown++ == limit)
			return GROUP_MORE;
		scope->index = i;
		emit_index(scope, field, i);
		emit_element(scope, field, address, pointers);
	}
	return GROUP_COMPLETE;
}

/*
 * The number of elements that fit between an address and the end that the caller gave the struct.
 */
static uint64_t elements_given(const struct scope *scope, uint64_t address, size_t size)
{
	uint64_t offset = address - scope->address;

	return offset < scope->given ? (scope->given - offset) / size : 0;
}

static bool array_count(const struct scope *scope, const struct field *field, uint64_t address,
			size_t size, uint64_t *count)
{
	uint64_t total, given;

	if (!size_expr_value(scope, &field_more(field)->count, count))
		return false;
	given = scope->outer && scope->given != UNGIVEN ? elements_given(scope, address, size)
							: UINT64_MAX;
	/* The constant 0 means as many elements as fit into the rest of the struct. */
	if (!field_more(field)->count.name && !*count && given != UINT64_MAX)
		*count = given;
	/*
	 * The size that the caller gave an extensible struct limits the elements of its last array.
	 */
	if (scope->type && scope->type->structure.extensible && !field_more(field)->pointer &&
	    !field_more(field)->pointer64 && *count > given)
		*count = given;
	return !__builtin_mul_overflow(*count, size, &total);
}

/*
 * If only some elements of an array are shown, text writes brackets even if no element can be read.
 */
static void emit_unreadable(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct sink *sink = scope->decode->sink;
	bool chosen = only_if(scope, field) != NULL;

	if (chosen)
		sink->ops->open(sink, GROUP_ARRAY);
	emit_address(scope, address, true);
	if (chosen)
		sink->ops->close(sink, GROUP_ARRAY, GROUP_UNREADABLE);
}

/* Whether the caller gave the struct fewer elements than a sibling counts. Then lowers *count. */
static bool is_short_of(const struct scope *scope, const struct field *field, uint64_t address,
			size_t size, uint64_t *count)
{
	uint64_t given;

	if (!scope->outer || scope->given == UNGIVEN || field_more(field)->pointer ||
	    field_more(field)->pointer64 || address - scope->address >= scope->given ||
	    !field_more(field)->count.name)
		return false;
	given = elements_given(scope, address, size);
	if (*count <= given)
		return false;
	*count = given;
	return true;
}

/*
 * Whether a view replaces some elements with "...". Lowers *count to the elements that are shown.
 */
static bool is_shortened(const struct scope *scope, const struct field *field, uint64_t *count)
{
	const struct looks *looks = scope->looks;
	struct size_expr whole = field_more(field)->count;
	uint64_t all;

	if (!looks || !(looks->dots || looks->brief))
		return false;
	if (whole.name)
		whole.max = 0;
	if (looks->brief && !scope_is_whole(scope) && *count > looks->brief)
		*count = looks->brief;
	return size_expr_value(scope, &whole, &all) && *count < all;
}

/* Emits C strings one after another, within the struct. */
static void emit_strings(const struct scope *scope, const struct field *field, uint64_t address)
{
	size_t limit = shown_limit(scope), shown = 0;
	struct sink *sink = scope->decode->sink;
	enum group_end end = GROUP_COMPLETE;
	uint64_t count, capacity, length;

	if (!size_expr_value(scope, &field_more(field)->count, &count)) {
		emit_address(scope, address, true);
		return;
	}
	sink->ops->open(sink, GROUP_ARRAY);
	while (count-- && end == GROUP_COMPLETE) {
		capacity = field_capacity(scope, field, address);
		length = 0;
		if (shown++ == limit || is_enough(scope) || !capacity)
			end = GROUP_MORE;
		else if (!emit_string(scope, address, scope->decode->config->string_limit,
				      capacity))
			end = GROUP_UNREADABLE;
		else if (!string_length(scope, address, capacity, &length) && count)
			end = GROUP_MORE;
		address += length + 1;
	}
	sink->ops->close(sink, GROUP_ARRAY, end);
}

void emit_array(const struct scope *scope, const struct field *field, uint64_t address)
{
	bool pointers = has_pointers(scope, field);
	struct sink *sink = scope->decode->sink;
	struct window window;
	struct scope inner;
	enum group_end end;
	uint64_t count, left;
	size_t size, bytes;
	bool more;

	size = pointers ? scope_abi(scope)->pointer_size
			: cache_element_size(scope->decode->cache, field, scope_abi(scope));
	if (!size && field_type(field)->kind == KIND_CSTRING) {
		emit_strings(scope, field, address);
		return;
	}
	if (!size || !array_count(scope, field, address, size, &count)) {
		emit_address(scope, address, true);
		return;
	}
	more = is_shortened(scope, field, &count);
	if (is_short_of(scope, field, address, size, &count))
		more = true;
	bytes = span(scope, field, count, size);
	if (memory_read(scope, address, bytes, &window) <
		    (field_more(field)->whole ? bytes : size) &&
	    bytes) {
		memory_release(&window);
		emit_unreadable(scope, field, address);
		return;
	}
	inner = with_window(scope, &window);
	if (field_total(field) && size_expr_value(scope, field_total(field), &left))
		inner.left = &left;
	sink->ops->open(sink, GROUP_ARRAY);
	end = emit_elements(&inner, field, address, count, size);
	sink->ops->close(sink, GROUP_ARRAY, more && end == GROUP_COMPLETE ? GROUP_MORE : end);
	memory_release(&window);
}

bool array_is_readable(const struct scope *scope, const struct field *field, uint64_t address)
{
	size_t size = cache_element_size(scope->decode->cache, field, scope_abi(scope));
	struct window window;
	uint64_t count;
	size_t bytes;
	bool readable;

	if (!size || !array_count(scope, field, address, size, &count))
		return false;
	bytes = span(scope, field, count, size);
	readable = memory_read(scope, address, bytes, &window) == bytes;
	memory_release(&window);
	return readable;
}

bool array_is_empty(const struct scope *scope, const struct field *field, uint64_t address)
{
	size_t size = cache_element_size(scope->decode->cache, field, scope_abi(scope));
	const char *only = only_if(scope, field);
	struct window window;
	struct scope inner;
	uint64_t count;
	size_t bytes;
	bool empty;

	if (!size || !array_count(scope, field, address, size, &count))
		return false;
	bytes = span(scope, field, count, size);
	empty = memory_read(scope, address, bytes, &window) == bytes;
	inner = with_window(scope, &window);
	for (size_t at = 0; empty && at < bytes; at += size)
		empty = !is_shown(&inner, field, only, address + at);
	memory_release(&window);
	return empty;
}

/* A NULL-terminated vector of pointers. The window holds the part that was read last. */
struct vector {
	const struct scope *scope;
	uint64_t address;
	struct window window;
	uint64_t start;
};

#define VECTOR_READ 4096u /* bytes of a read, after a first read of WINDOW_SMALL bytes */

static bool vector_at(struct vector *vector, uint64_t index, uint64_t *pointer)
{
	size_t size = scope_abi(vector->scope)->pointer_size;
	uint64_t at = vector->address + index * size;

	if (!vector->window.bytes || at - vector->window.address + size > vector->window.len) {
		memory_release(&vector->window);
		if (memory_read_ahead(vector->scope, at, index ? VECTOR_READ : WINDOW_SMALL,
				      &vector->window) < size)
			return false;
	}
	*pointer = bytes_load(vector->window.bytes + (at - vector->window.address), size,
			      scope_abi(vector->scope)->big_endian);
	return true;
}

/* limit: the maximum number of strings. */
static void emit_limited_vector(const struct scope *scope, uint64_t address, size_t limit)
{
	struct vector vector = { .scope = scope, .address = address };
	size_t bytes = decode_vector_limit(scope->decode->config);
	size_t size = scope_abi(scope)->pointer_size;
	struct sink *sink = scope->decode->sink;
	enum group_end end = GROUP_COMPLETE;
	uint64_t pointer;

	if (!vector_at(&vector, 0, &pointer)) {
		emit_address(scope, address, true);
		return;
	}
	sink->ops->open(sink, GROUP_ARRAY);
	for (size_t i = 0;; i++) {
		if (!vector_at(&vector, i, &pointer)) {
			emit_address(scope, address + i * size, true);
			end = GROUP_UNREADABLE;
			break;
		}
		if (!pointer)
			break;
		if (i == limit || is_enough(scope)) {
			end = GROUP_MORE;
			break;
		}
		emit_string(scope, pointer, bytes, UINT64_MAX);
	}
	sink->ops->close(sink, GROUP_ARRAY, end);
	memory_release(&vector.window);
}

void emit_vector(const struct scope *scope, uint64_t address)
{
	emit_limited_vector(scope, address, shown_limit(scope));
}

#define ENVIRONMENT_MAX (1u << 20)

void emit_environment(const struct scope *scope, uint64_t address)
{
	static const char *const units[2][2] = { { "var", "vars" },
						 { "var, unterminated", "vars, unterminated" } };
	struct vector vector = { .scope = scope, .address = address };
	uint64_t pointer, n = 0;
	bool whole = true;

	if (decode_has_environment(scope->decode->config, scope_has_views(scope))) {
		emit_limited_vector(scope, address, ELEMENTS_MAX);
		return;
	}
	if (!vector_at(&vector, 0, &pointer)) {
		emit_address(scope, address, true);
		return;
	}
	while (n < ENVIRONMENT_MAX && (whole = vector_at(&vector, n, &pointer)) && pointer)
		n++;
	memory_release(&vector.window);
	emit_counted(scope, address, (struct value_count){ .n = n, .unit = units[!whole][n != 1] });
}
