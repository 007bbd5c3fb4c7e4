/* SPDX-License-Identifier: MIT */
/* socketcall and ipc: one number for many calls, whose arguments lie elsewhere. */
#include "decode/scalar.h"
#include "scry/decode.h"

/* Which argument of ipc(call, first, second, third, ptr, fifth) is which of the real call: ipc(2). */
static const struct ipc_order {
	enum syscall_id id;
	uint8_t from[CALL_ARGS];
} ipc_orders[] = {
	{ ID_semop, { 1, 4, 2 } },     { ID_semget, { 1, 2, 3 } },
	{ ID_semctl, { 1, 2, 3, 4 } }, { ID_semtimedop, { 1, 4, 2, 5 } },
	{ ID_msgsnd, { 1, 4, 2, 3 } }, { ID_msgrcv, { 1, 4, 2, 5, 3 } },
	{ ID_msgget, { 1, 2 } },       { ID_msgctl, { 1, 2, 4 } },
	{ ID_shmat, { 1, 4, 2 } },     { ID_shmdt, { 4 } },
	{ ID_shmget, { 1, 2, 3 } },    { ID_shmctl, { 1, 2, 4 } },
};

static bool ipc_arguments(const struct call *call, enum syscall_id real, uint64_t *args)
{
	for (size_t i = 0; i < ARRAY_SIZE(ipc_orders); i++) {
		if (ipc_orders[i].id != real)
			continue;
		for (unsigned a = 0; a < CALL_ARGS && ipc_orders[i].from[a]; a++)
			args[a] = call->args[ipc_orders[i].from[a]];
		return true;
	}
	return false;
}

/* socketcall(2): the arguments are an array of longs that argument 1 points to. */
static bool socketcall_arguments(const struct call *call, const struct fetch *fetch,
				 const struct syscall *row, uint64_t *args)
{
	size_t word = call->abi->long_size, n = row && row->args ? row->n_args : CALL_ARGS;
	uint8_t words[CALL_ARGS * sizeof(uint64_t)];
	uint64_t address = scalar_cut(STORE_POINTER, call->abi, call->args[1]);

	if (n > CALL_ARGS)
		n = CALL_ARGS;
	if (fetch_read(fetch, address, words, n * word) != n * word)
		return false;
	for (size_t i = 0; i < n; i++)
		args[i] = scalar_load(STORE_ULONG, call->abi, words + i * word);
	return true;
}

bool decode_real_call(struct call *call, const struct fetch *fetch, enum syscall_id real)
{
	const struct syscall *row = syscall_row(real, call->abi);
	uint64_t args[CALL_ARGS] = { 0 };

	if (call->id == ID_socketcall ? !socketcall_arguments(call, fetch, row, args)
				      : !ipc_arguments(call, real, args))
		return false;
	for (unsigned i = 0; i < CALL_ARGS; i++)
		call->args[i] = args[i];
	call->id = real;
	call->row = row;
	call->name = syscall_name(real);
	return true;
}
