/* SPDX-License-Identifier: MIT */
/* The snapshot that the entry of a call keeps for its exit. */
#include <stdlib.h>
#include <string.h>

#include "decode/lookup/scalar.h"
#include "decode/lookup/snapshot.h"

/* Instead of the number of an argument: what a member of a struct pointed to. */
#define POINTEE UINT32_MAX

/* The header of the bytes of each argument or member. */
struct saved {
	uint32_t argument, len;
	uint64_t address; /* of what a member pointed to */
};

static void save(struct entry_snapshot *snapshot, struct saved saved, const struct window *window)
{
	if (window->len > UINT32_MAX)
		return;
	saved.len = (uint32_t)window->len;
	buf_put(&snapshot->saved, &saved, sizeof(saved));
	buf_put(&snapshot->saved, window->bytes, window->len);
}

void snapshot_save(struct entry_snapshot *snapshot, unsigned index, const struct window *window)
{
	save(snapshot, (struct saved){ .argument = index }, window);
}

void snapshot_save_pointee(struct entry_snapshot *snapshot, const struct window *window)
{
	save(snapshot, (struct saved){ .argument = POINTEE, .address = window->address }, window);
	snapshot->has_pointees = true;
}

static bool find_saved(const struct entry_snapshot *snapshot, uint32_t argument, uint64_t address,
		       struct window *window)
{
	struct saved saved;

	for (size_t at = 0; at < snapshot->saved.len; at += saved.len) {
		memcpy(&saved, snapshot->saved.data + at, sizeof(saved));
		at += sizeof(saved);
		if (saved.argument != argument || (argument == POINTEE && saved.address != address))
			continue;
		window->address = address;
		window->len = window->real = saved.len;
		window->large = NULL;
		window->bytes = (unsigned char *)snapshot->saved.data + at;
		return saved.len > 0;
	}
	return false;
}

bool snapshot_window(const struct entry_snapshot *snapshot, unsigned index, uint64_t address,
		     struct window *window)
{
	return find_saved(snapshot, index, address, window);
}

bool snapshot_pointee(const struct entry_snapshot *snapshot, uint64_t address,
		      struct window *window)
{
	return snapshot && snapshot->has_pointees && find_saved(snapshot, POINTEE, address, window);
}

bool snapshot_item(const struct scope *scope, unsigned index, uint64_t *value)
{
	const struct argument *argument = &scope->arguments->items[index];
	enum storage storage = field_type(argument->field)->storage;
	struct window window;

	if (!snapshot_window(scope->decode->snapshot, index, argument->value, &window) ||
	    window.len < storage_size(storage, scope_abi(scope)))
		return false;
	*value = scalar_load(storage, scope_abi(scope), window.bytes);
	return true;
}

bool snapshot_scalar(const struct scope *scope, const char *name, uint64_t *value)
{
	const struct arguments *arguments = scope->arguments;

	for (unsigned i = 0; i < arguments->n; i++) {
		const struct field *field = arguments->items[i].field;

		if (field_name(field) && name_is(field_name(field), name) &&
		    type_is_scalar(field_type(field)) && snapshot_item(scope, i, value))
			return true;
	}
	return false;
}

void snapshot_clear(struct entry_snapshot *snapshot)
{
	buf_clear(&snapshot->saved);
	snapshot->open = snapshot->present = 0;
	snapshot->netlink = 0;
	snapshot->given_up = 0;
	snapshot->anonymous_asked = false;
	snapshot->has_pointees = false;
	snapshot->expansion = 0;
	memset(snapshot->chosen, 0, sizeof(snapshot->chosen));
}

void entry_snapshot_free(struct entry_snapshot *snapshot)
{
	buf_free(&snapshot->saved);
	free(snapshot->namespaces);
	*snapshot = (struct entry_snapshot){ 0 };
}
