/* SPDX-License-Identifier: MIT */
/* Evaluates sizes, conditions and choices, which depend on siblings. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "decode/lookup/condition.h"
#include "decode/lookup/hooks.h"
#include "decode/lookup/layout.h"
#include "decode/lookup/scalar.h"
#include "decode/lookup/scope.h"
#include "decode/lookup/snapshot.h"
#include "decode/lookup/walk.h"

/*
 * At the exit *p, or an INOUT member, is the length that the kernel wrote. It can exceed the length
 * of the buffer, which was there at the entry (accept(2), NOTES). Returns the minimum of both.
 */
static uint64_t not_above_before(const struct scope *scope, const char *name, uint64_t value)
{
	uint64_t before;

	if (!scope->decode->call->returned)
		return value;
	if (name[0] == '*' ? !snapshot_scalar(scope, name + 1, &before)
			   : !scope_find_before(scope, name, &before))
		return value;
	return before < value ? before : value;
}

/*
 * The longs of a node mask: the kernel ignores one bit of maxnode (mbind(2)). If maxnode is 1,
 * there is no mask.
 */
static bool node_words(const struct scope *scope, uint64_t maxnode, uint64_t *words)
{
	unsigned int bits = 8 * scope_abi(scope)->long_size;

	*words = maxnode ? (maxnode - 1) / bits + ((maxnode - 1) % bits != 0) : 0;
	return maxnode != 1;
}

/* "a-b": b bytes of a were not moved, the rest was. */
static bool difference(const struct scope *scope, const char *names, uint64_t *value)
{
	size_t len = strcspn(names, "-");
	struct binding whole, rest;
	char first[ROW_WORD];

	if (len >= sizeof(first))
		return false;
	memcpy(first, names, len);
	first[len] = '\0';
	if (!scope_find(scope, first, &whole) || !scope_find(scope, names + len + 1, &rest))
		return false;
	*value = rest.value <= whole.value ? whole.value - rest.value : whole.value;
	return true;
}

bool size_expr_value(const struct scope *scope, const struct size_expr *expr, uint64_t *value)
{
	struct binding binding;

	if (expr->computed)
		return hook_size(expr->compute, scope, value);
	if (!expr->name) {
		*value = expr->constant;
		return true;
	}
	if (expr->less)
		return difference(scope, expr->name, value);
	if (!scope_find(scope, expr->name, &binding))
		return false;
	if (!expr->huge && binding.type && storage_is_signed(binding.type->storage) &&
	    (int64_t)binding.value < 0)
		return false;
	*value = not_above_before(scope, expr->name, binding.value);
	if (expr->request)
		*value = ioctl_size(scope_abi(scope), abi_ioctl_request(scope_abi(scope), *value));
	if (expr->nodes)
		return node_words(scope, *value, value);
	if (expr->divides) {
		uint32_t by = expr->scale ? expr->scale : abi_page_size();

		*value = *value / by + (!expr->whole && *value % by != 0);
	} else if (expr->scale && __builtin_mul_overflow(*value, expr->scale, value))
		*value = UINT64_MAX;
	if (__builtin_add_overflow(*value, expr->plus, value))
		*value = UINT64_MAX;
	if (expr->max && *value > expr->max)
		*value = expr->max;
	return true;
}

static bool is_number(const char *word)
{
	return isdigit((unsigned char)word[0]) || (word[0] == '-' && word[1]);
}

/* The value of a word, with the size and sign of the value that it is compared with. */
static bool word_value(const struct scope *scope, const struct type *type, const char *word,
		       uint64_t *value)
{
	if (is_number(word))
		*value = strtoull(word, NULL, 0);
	else if (!type || !type->list || !list_value(type->list, scope_abi(scope), word, value))
		return false;
	if (type && type_is_scalar(type))
		*value = scalar_cut(type->storage, scope_abi(scope), *value);
	return true;
}

/* Whether a word of values is equal to the value, or, with bits, has a bit in common with it. */
static bool any_word(const struct scope *scope, const struct binding *binding, const char *values,
		     bool bits)
{
	char word[ROW_WORD];
	uint64_t value;

	while (row_next_word(&values, word)) {
		if (!word_value(scope, binding->type, word, &value))
			continue;
		if (bits ? (binding->value & value) != 0 : binding->value == value)
			return true;
	}
	return false;
}

static bool has_all(const struct scope *scope, const struct binding *binding, const char *values)
{
	uint64_t value, all = 0;
	char word[ROW_WORD];

	while (row_next_word(&values, word))
		if (word_value(scope, binding->type, word, &value))
			all |= value;
	return (binding->value & all) == all;
}

static bool is_above(const struct scope *scope, const struct binding *binding, const char *values)
{
	char word[ROW_WORD];
	uint64_t value;

	if (!row_next_word(&values, word) || !word_value(scope, binding->type, word, &value))
		return false;
	if (binding->type && storage_is_signed(binding->type->storage))
		return (int64_t)binding->value > (int64_t)value;
	return binding->value > value;
}

static bool is_readable(const struct scope *scope, const struct binding *binding)
{
	const struct type *type = binding->type;
	struct window window;
	size_t size;

	if (!binding->value || !type)
		return false;
	size = type_is_scalar(type) ? storage_size(type->storage, scope_abi(scope))
				    : layout_size(type, scope_abi(scope));
	if (!memory_view(scope, binding->value, size, &window))
		return false;
	memory_release(&window);
	return true;
}

bool condition_is_met(const struct scope *scope, const struct condition *condition)
{
	struct binding binding;

	if (condition->test)
		return hook_test(condition->test, scope);
	if (!scope_find(scope, condition->name, &binding))
		return false;
	switch (condition->op) {
	case WHEN_HAS:
		return any_word(scope, &binding, condition->values, true);
	case WHEN_HAS_ALL:
		return has_all(scope, &binding, condition->values);
	case WHEN_LACKS:
		return !any_word(scope, &binding, condition->values, true);
	case WHEN_IS:
		return any_word(scope, &binding, condition->values, false);
	case WHEN_IS_NOT:
		return !any_word(scope, &binding, condition->values, false);
	case WHEN_READABLE:
		return is_readable(scope, &binding);
	case WHEN_UNREADABLE:
		return !is_readable(scope, &binding);
	case WHEN_NOT_BELOW:
		return is_above(scope, &binding, condition->values) ||
		       any_word(scope, &binding, condition->values, false);
	case WHEN_BELOW:
		return !is_above(scope, &binding, condition->values) &&
		       !any_word(scope, &binding, condition->values, false);
	default:
		return is_above(scope, &binding, condition->values);
	}
}

/* The names of a value. A list may have several, and the key of a variant may be any of them. */
#define ALIASES 4
struct key {
	const struct binding *binding;
	const char *names[ALIASES];
	unsigned n;
};

static void key_collect(struct key *key, const struct list_part *part, const struct type *type,
			const struct abi *abi)
{
	for (uint16_t i = 0; i < part->n_entries && key->n < ALIASES; i++) {
		const struct list_entry *entry = &list_entries(type->list, part)[i];

		if (list_entry_is_of(entry, abi) &&
		    scalar_cut(type->storage, abi, entry->value) == key->binding->value)
			key->names[key->n++] = list_entry_name(type->list, entry);
	}
}

static struct key key_of(const struct scope *scope, const struct binding *binding)
{
	struct key key = { .binding = binding };
	const struct type *type = binding->type;

	for (uint8_t p = 0; type && type->list && p < type->list->n_parts; p++)
		key_collect(&key, &type->list->parts[p], type, scope_abi(scope));
	return key;
}

static bool key_is(const struct scope *scope, const struct key *key, const char *word)
{
	uint64_t value;

	for (unsigned i = 0; i < key->n; i++)
		if (!strcmp(key->names[i], word))
			return true;
	return is_number(word) && word_value(scope, key->binding->type, word, &value) &&
	       value == key->binding->value;
}

/* Picks the variant with the key, or the default. wanted NULL: the default. */
static const struct variant *pick_by_word(const struct choice *choice, const char *wanted)
{
	char word[ROW_WORD];

	for (uint16_t v = 0; v < choice->n_variants; v++) {
		const char *words = choice->variants[v].keys;

		if (!words)
			return &choice->variants[v];
		while (wanted && row_next_word(&words, word))
			if (!strcmp(word, wanted))
				return &choice->variants[v];
	}
	return NULL;
}

static const struct variant *pick_by_earlier(const struct scope *scope, const struct choice *choice)
{
	char text[ROW_WORD];

	switch (walk_find_earlier(scope, choice->earlier, text, sizeof(text))) {
	case EARLIER_ABSENT:
		return pick_by_word(choice, choice->earlier->absent);
	case EARLIER_READ:
		return pick_by_word(choice, text);
	default:
		return pick_by_word(choice, NULL);
	}
}

static const struct variant *pick_by_value(const struct scope *scope, const struct choice *choice,
					   const struct binding *selector)
{
	struct key key = key_of(scope, selector);
	char word[ROW_WORD];

	for (uint16_t v = 0; v < choice->n_variants; v++) {
		const char *words = choice->variants[v].keys;

		if (!words)
			return &choice->variants[v];
		while (row_next_word(&words, word))
			if (key_is(scope, &key, word))
				return &choice->variants[v];
	}
	return NULL;
}

const struct variant *choice_pick(const struct scope *scope, const struct choice *choice)
{
	struct chosen like = { .choice = choice, .abi = scope_abi(scope) }, *kept;
	struct binding selector;

	if (choice->key)
		return pick_by_word(choice, hook_word(choice->key, scope));
	if (choice->earlier)
		return pick_by_earlier(scope, choice);
	if (!scope_find(scope, choice->by, &selector))
		return pick_by_word(choice, NULL);
	selector.value &= ~choice->ignored;
	like.type = selector.type;
	like.value = selector.value;
	kept = cache_chosen(scope->decode->cache, &like);
	if (!chosen_alike(kept, &like)) {
		like.variant = pick_by_value(scope, choice, &selector);
		*kept = like;
	}
	return kept->variant;
}
