/* SPDX-License-Identifier: MIT */
/* What the entry of a call keeps for its exit. */
#include <string.h>

#include "decode/memo.h"
#include "decode/scalar.h"

void memo_save(struct decode_memo *memo, unsigned index, const struct window *window)
{
	if (memo->n == CALL_ARGS || window->len > UINT32_MAX - memo->saved.len)
		return;
	memo->items[memo->n].argument = (uint8_t)index;
	memo->items[memo->n].start = (uint32_t)memo->saved.len;
	memo->items[memo->n].len = (uint32_t)window->len;
	memo->n++;
	buf_put(&memo->saved, window->bytes, window->len);
}

bool memo_window(const struct decode_memo *memo, unsigned index, uint64_t address,
		 struct window *window)
{
	for (uint16_t i = 0; i < memo->n; i++) {
		if (memo->items[i].argument != index)
			continue;
		window->address = address;
		window->len = window->real = memo->items[i].len;
		window->large = NULL;
		window->bytes = (unsigned char *)memo->saved.data + memo->items[i].start;
		return window->len > 0;
	}
	return false;
}

bool memo_item(const struct scope *scope, unsigned index, uint64_t *value)
{
	const struct argument *argument = &scope->arguments->items[index];
	enum storage storage = argument->field->type->storage;
	struct window window;

	if (!memo_window(scope->decode->memo, index, argument->value, &window) ||
	    window.len < storage_size(storage, scope_abi(scope)))
		return false;
	*value = scalar_load(storage, scope_abi(scope), window.bytes);
	return true;
}

bool memo_scalar(const struct scope *scope, const char *name, uint64_t *value)
{
	const struct arguments *arguments = scope->arguments;

	for (unsigned i = 0; i < arguments->n; i++) {
		const struct field *field = arguments->items[i].field;

		if (field->name && !strcmp(field->name, name) && type_is_scalar(field->type) &&
		    memo_item(scope, i, value))
			return true;
	}
	return false;
}

void memo_clear(struct decode_memo *memo)
{
	buf_clear(&memo->saved);
	memo->n = memo->open = memo->present = 0;
	memset(memo->chosen, 0, sizeof(memo->chosen));
}

void decode_memo_free(struct decode_memo *memo)
{
	buf_free(&memo->saved);
	*memo = (struct decode_memo){ 0 };
}
