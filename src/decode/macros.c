/* SPDX-License-Identifier: MIT */
/* Splits numbers that a macro of a header makes into the arguments of the macro. */
#include "decode/emit.h"
#include "decode/lookup/scalar.h"

void emit_macro(struct number *number)
{
	const struct scope *scope = number->scope;
	const struct type *type = number->type;
	uint64_t u = number->value.u;
	const struct view *view = scope_view(scope, NULL, type);
	enum group group = view->sum ? GROUP_SUM : view->terms ? GROUP_TERMS : GROUP_MACRO;
	struct sink *sink = scope->decode->sink;
	struct value whole = { .kind = KIND_NUMBER,
			       .size = 8,
			       .base = type->base,
			       .is_signed = storage_is_signed(type->storage),
			       .u = scalar_cut(type->storage, scope_abi(scope), u) };

	sink->ops->macro(sink, type->name, type->base ? &whole : NULL);
	sink->ops->open(sink, group);
	for (uint8_t i = 0; i < type->macro.n; i++) {
		const struct macro_argument *argument = &type->macro.arguments[i];
		uint64_t bits = (u & argument->mask) >> argument->shift;

		if (!bits && view_has(view->nonzero, argument->name, 0))
			continue;
		sink->ops->member(sink, argument->name);
		emit_term(scope, argument, view->terms, bits);
	}
	sink->ops->close(sink, group, GROUP_COMPLETE);
}
