/* SPDX-License-Identifier: MIT */
/* Checks for every value the rules of struct sink_ops that sinks rely on. */
#include <string.h>

#include "watcher.h"

static struct watcher *watch(struct sink *sink)
{
	return (struct watcher *)sink;
}

/* JSON has an object with a member for each argument: no two arguments may share a name. */
static void watch_name(struct watcher *watcher, unsigned index, const char *name)
{
	require(index < RECORD_ARGUMENTS && name && *name);
	for (unsigned i = 0; i < RECORD_ARGUMENTS; i++)
		require(i == index || !watcher->names[i] || strcmp(watcher->names[i], name));
	watcher->names[index] = name;
}

void watcher_end_part(struct watcher *watcher)
{
	if (watcher->depth != watcher->before)
		watcher->left_open[watcher->argument] = true;
	watcher->depth = watcher->before = 0;
}

static void watch_argument(struct sink *sink, struct record_builder *builder, unsigned index,
			   const char *name, enum phase phase, bool named)
{
	struct watcher *watcher = watch(sink);

	(void)builder, (void)named;
	watch_name(watcher, index, name);
	watcher_end_part(watcher);
	watcher->argument = index;
	require((phase == PHASE_REST) == watcher->left_open[index]);
	if (phase != PHASE_REST)
		return;
	watcher->left_open[index] = false;
	watcher->groups[watcher->depth++] = GROUP_STRUCT;
}

static void watch_pending(struct sink *sink, struct record_builder *builder, unsigned index,
			  const char *name)
{
	(void)builder;
	watch_name(watch(sink), index, name);
	watcher_end_part(watch(sink));
}

static void watch_open(struct sink *sink, enum group group)
{
	struct watcher *watcher = watch(sink);

	require(watcher->depth < NESTING);
	watcher->groups[watcher->depth++] = group;
}

static void watch_close(struct sink *sink, enum group group, enum group_end end)
{
	struct watcher *watcher = watch(sink);

	require(watcher->depth > 0 && watcher->groups[watcher->depth - 1] == group);
	require(end <= GROUP_UNREADABLE);
	watcher->depth--;
}

static void watch_member(struct sink *sink, const char *name)
{
	struct watcher *watcher = watch(sink);

	require(name && *name && watcher->depth > 0);
	require(watcher->groups[watcher->depth - 1] == GROUP_STRUCT ||
		watcher->groups[watcher->depth - 1] >= GROUP_MACRO);
}

static void watch_macro(struct sink *sink, const char *name, const struct value *whole)
{
	(void)sink;
	(void)whole;
	require(name && *name);
}

static void watch_value(struct sink *sink, const struct value *value)
{
	struct watcher *watcher = watch(sink);

	require(kind_is_value(value->kind));
	require(value->abi || value->kind == KIND_SYSCALL);
	require(value->size <= (value->kind == KIND_IPV6 ? 16 : 8) &&
		(value->len == 0 || value->bytes));
	for (size_t i = 0; i < value->len; i++)
		watcher->sum += ((const unsigned char *)value->bytes)[i];
	if ((value->kind == KIND_ENUM || value->kind == KIND_FLAGS))
		require(value->list);
	watcher->file |=
		value->kind == KIND_FD || value->kind == KIND_DIRFD || value->kind == KIND_PATH;
	watcher->sum += value->u + value_more(value)->count.n;
	watcher->values++;
}

static void watch_date(struct sink *sink, int64_t seconds, uint32_t nanoseconds, unsigned digits)
{
	require(digits == 6 || digits == 9);
	watch(sink)->sum += (uint64_t)seconds + nanoseconds;
}

static void watch_change(struct sink *sink)
{
	require(watch(sink)->values > 0);
}

static void watch_result(struct sink *sink, struct record_builder *builder)
{
	(void)builder;
	watcher_end_part(watch(sink));
}

static void watch_note(struct sink *sink, struct record_builder *builder, const char *label)
{
	(void)builder, (void)label;
	require(watch(sink)->depth == 0);
}

static void watch_index(struct sink *sink, const struct list *list, const char *name, uint64_t i)
{
	require(list && (!name || *name) && watch(sink)->depth > 0);
	watch(sink)->sum += i;
}

static const struct sink_ops watcher_ops = {
	.argument = watch_argument,
	.pending = watch_pending,
	.open = watch_open,
	.close = watch_close,
	.member = watch_member,
	.macro = watch_macro,
	.index = watch_index,
	.value = watch_value,
	.date = watch_date,
	.change = watch_change,
	.result = watch_result,
	.note = watch_note,
};

void watcher_begin(struct watcher *watcher)
{
	*watcher = (struct watcher){ .sink = { .ops = &watcher_ops }, .sum = watcher->sum };
}

void watcher_end(struct watcher *watcher)
{
	watcher_end_part(watcher);
	for (size_t i = 0; i < ARRAY_SIZE(watcher->left_open); i++)
		require(!watcher->left_open[i]);
}
