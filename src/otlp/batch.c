/* SPDX-License-Identifier: MIT */
#include "otlp/batch.h"

#include <string.h>

static bool same(const char *one, const char *other)
{
	return one && other ? !strcmp(one, other) : one == other;
}

static char *copy_batch_text(struct arena *arena, const char *text)
{
	return text ? memcpy(arena_take(arena, strlen(text) + 1), text, strlen(text)) : NULL;
}

static struct batch_group *find_batch_group(struct batch *batch, const struct home *home)
{
	struct batch_group *group;

	for (size_t i = 0; i < batch->n_groups; i++)
		if (same(batch->groups[i].home.container, home->container) &&
		    same(batch->groups[i].home.unit, home->unit))
			return &batch->groups[i];
	batch->groups = arena_grow(&batch->arena, batch->groups, batch->n_groups, &batch->capacity,
				   sizeof(*batch->groups));
	group = &batch->groups[batch->n_groups++];
	*group = (struct batch_group){
		.home = { copy_batch_text(&batch->arena, home->container),
			  copy_batch_text(&batch->arena, home->id),
			  copy_batch_text(&batch->arena, home->pod),
			  copy_batch_text(&batch->arena, home->unit) },
	};
	return group;
}

void batch_add(struct batch *batch, const struct home *home, Otlp__Span *span, uint64_t ns)
{
	struct batch_group *group = find_batch_group(batch, home);

	if (!batch->n_spans++)
		batch->begun_ns = ns;
	group->spans = arena_grow(&batch->arena, group->spans, group->n, &group->capacity,
				  sizeof(Otlp__Span *));
	group->spans[group->n++] = span;
}

static Otlp__ResourceSpans *make_group(struct arena *arena, const struct machine *machine,
				       const struct batch_group *group)
{
	Otlp__ResourceSpans *made = MESSAGE_NEW(arena, Otlp__ResourceSpans, otlp__resource_spans);
	Otlp__ScopeSpans *scope = MESSAGE_NEW(arena, Otlp__ScopeSpans, otlp__scope_spans);

	scope->scope = scope_make(arena);
	scope->spans = group->spans;
	scope->n_spans = group->n;
	made->resource = resource_make(arena, machine, &group->home);
	made->scope_spans = arena_take(arena, sizeof(scope));
	made->scope_spans[made->n_scope_spans++] = scope;
	return made;
}

Otlp__TraceRequest *batch_request(struct batch *batch, const struct machine *machine)
{
	struct arena *arena = &batch->arena;
	Otlp__TraceRequest *request = MESSAGE_NEW(arena, Otlp__TraceRequest, otlp__trace_request);

	request->resource_spans =
		arena_take(arena, (batch->n_groups + 1) * sizeof(*request->resource_spans));
	for (size_t i = 0; i < batch->n_groups; i++)
		request->resource_spans[request->n_resource_spans++] =
			make_group(arena, machine, &batch->groups[i]);
	return request;
}
