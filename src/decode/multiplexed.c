/* SPDX-License-Identifier: MIT */
/* Resolves calls that pass arguments in memory, or make another call: socketcall(2), ipc(2). */
#include <string.h>

#include "decode/lookup/arguments.h"
#include "decode/lookup/scalar.h"
#include "scry/syscalls.h"

/* Reads element i of an array of longs. Returns false if it is unreadable. */
static bool read_long(const struct fetch *fetch, const struct abi *abi, uint64_t address,
		      unsigned i, uint64_t *value)
{
	unsigned char bytes[8];

	address = scalar_cut(STORE_POINTER, abi, address) + (uint64_t)i * abi->long_size;
	if (!address || fetch_read(fetch, address, bytes, abi->long_size) != abi->long_size)
		return false;
	*value = scalar_load(STORE_ULONG, abi, bytes);
	return true;
}

static void resolve_memory(const struct fetch *fetch, struct call *call)
{
	unsigned n = arguments_slots(call->row, call->abi);
	uint64_t args[CALL_ARGS] = { 0 };

	for (unsigned i = 0; i < n; i++)
		if (!read_long(fetch, call->abi, call->args[0], i, &args[i])) {
			call->args_unread = true;
			return;
		}
	memcpy(call->args, args, sizeof(args));
}

static const struct multiplexed *find_multiplexed(const struct call *call, enum syscall_id real)
{
	uint16_t version = (uint16_t)(call->args[0] >> 16);

	for (const struct multiplexed *entry = call->row->multiplexed; entry && entry->id; entry++)
		if (entry->id == real &&
		    (entry->version == MULTIPLEX_ANY_VERSION || entry->version == version))
			return entry;
	return NULL;
}

static void resolve_multiplexed(const struct fetch *fetch, struct call *call, enum syscall_id real)
{
	const struct multiplexed *entry = find_multiplexed(call, real);
	uint64_t args[CALL_ARGS] = { 0 };

	for (unsigned i = 0; entry && i < entry->n && i < CALL_ARGS; i++) {
		unsigned from = entry->from[i];

		if (from < CALL_ARGS)
			args[i] = call->args[from];
		else if (!read_long(fetch, call->abi, call->args[entry->memory],
				    from - MULTIPLEX_MEMORY, &args[i]))
			return;
	}
	if (!entry)
		return;
	call->result_stored = entry->result;
	call->result_at = call->args[entry->result];
	memcpy(call->args, args, sizeof(args));
	call->id = (uint16_t)real;
	call->row = syscall_row(real, call->abi);
	call->name = syscall_name(real);
}

void decode_resolve(const struct fetch *fetch, struct call *call, enum syscall_id real)
{
	if (call->row && call->row->flags & CALL_MULTIPLEX)
		resolve_multiplexed(fetch, call, real);
	else if (call->row && call->row->args && !call->raw && call->row->flags & CALL_MEMORY_ARGS)
		resolve_memory(fetch, call);
}

void decode_resolve_result(const struct fetch *fetch, struct call *call)
{
	uint64_t result;

	if (!call->result_stored || call->is_error || call->raw)
		return;
	if (read_long(fetch, call->abi, call->result_at, 0, &result))
		call->result = (int64_t)result;
	else
		call->result_unread = true;
}
