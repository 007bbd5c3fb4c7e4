/* SPDX-License-Identifier: MIT */
/* The multiplexers socketcall(2) and ipc(2), each of which makes one of several other calls. */
#include "scry/sets.h"
#include "scry/util.h"

struct multiplexer {
	enum syscall_id id;
	/* Bits of argument 0 that select the call; ipc has a version in the others. */
	uint32_t mask;
	uint8_t n;
	uint16_t calls[25]; /* by the number in argument 0: linux/net.h, linux/ipc.h; 0: invalid */
};

static const struct multiplexer multiplexers[] = {
	{
		.id = ID_socketcall,
		.mask = UINT32_MAX,
		.n = 21,
		.calls = { 0,
			   ID_socket,
			   ID_bind,
			   ID_connect,
			   ID_listen,
			   ID_accept,
			   ID_getsockname,
			   ID_getpeername,
			   ID_socketpair,
			   ID_send,
			   ID_recv,
			   ID_sendto,
			   ID_recvfrom,
			   ID_shutdown,
			   ID_setsockopt,
			   ID_getsockopt,
			   ID_sendmsg,
			   ID_recvmsg,
			   ID_accept4,
			   ID_recvmmsg,
			   ID_sendmmsg },
	},
	{
		.id = ID_ipc,
		.mask = 0xffff,
		.n = 25,
		.calls = { [1] = ID_semop,
			   [2] = ID_semget,
			   [3] = ID_semctl,
			   [4] = ID_semtimedop,
			   [11] = ID_msgsnd,
			   [12] = ID_msgrcv,
			   [13] = ID_msgget,
			   [14] = ID_msgctl,
			   [21] = ID_shmat,
			   [22] = ID_shmdt,
			   [23] = ID_shmget,
			   [24] = ID_shmctl },
	},
};

enum syscall_id multiplexed_call(enum syscall_id id, uint64_t arg0)
{
	for (size_t i = 0; i < ARRAY_SIZE(multiplexers); i++) {
		const struct multiplexer *multiplexer = &multiplexers[i];
		uint32_t call = (uint32_t)arg0 & multiplexer->mask;

		if (multiplexer->id == id && call < multiplexer->n && multiplexer->calls[call])
			return multiplexer->calls[call];
	}
	return id;
}

void call_set_add_multiplexed(struct call_set *set, const struct abi *abi)
{
	for (size_t i = 0; i < ARRAY_SIZE(multiplexers); i++) {
		const struct multiplexer *multiplexer = &multiplexers[i];

		if (!(set->abis[multiplexer->id] >> abi->id & 1))
			continue;
		for (unsigned call = 0; call < multiplexer->n; call++)
			if (multiplexer->calls[call])
				set->abis[multiplexer->calls[call]] |= 1u << abi->id;
	}
}

enum syscall_id multiplexer_of(const struct abi *abi, enum syscall_id id)
{
	for (size_t i = 0; id && i < ARRAY_SIZE(multiplexers); i++) {
		const struct multiplexer *multiplexer = &multiplexers[i];

		for (unsigned call = 0; call < multiplexer->n; call++)
			if (multiplexer->calls[call] == id && abi_number(abi, multiplexer->id) >= 0)
				return multiplexer->id;
	}
	return ID_none;
}
