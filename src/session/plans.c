/* SPDX-License-Identifier: MIT */
/* Compiles the plans by which the bpf engine captures the memory of the selected calls. */
#include "scry/arch.h"
#include "scry/plan.h"
#include "scry/syscalls.h"
#include "scry/uring.h"
#include "session/session.h"

static bool is_selected(const struct session *session, const struct abi *abi, enum syscall_id id)
{
	/* The call that a multiplexer makes is known only when it is made. */
	return id && (call_set_has(&session->selection.trace, id, abi) || id == ID_socketcall ||
		      id == ID_ipc);
}

/*
 * Whether nothing reads the memory of a call at one side. The arguments of some calls are in
 * memory.
 */
static bool is_unread(const struct call_set *read, const struct abi *abi, enum syscall_id id,
		      bool at_entry)
{
	const struct syscall *row = syscall_row(id, abi);

	return !call_set_has(read, id, abi) &&
	       !(at_entry && row && row->flags & (CALL_MULTIPLEX | CALL_MEMORY_ARGS));
}

static bool compile(const struct session *session, struct plans *plans, unsigned index,
		    const struct abi *abi, uint32_t nr)
{
	const struct config *config = session->config;
	const struct decode_config *asks = session->consumers.needs.asks;
	enum syscall_id id = abi_syscall(abi, nr);
	const struct decode_config decode = reading_config(session, id, abi);
	const struct plan_options options = {
		.config = &decode,
		.views = !asks && !session_needs(session, NEED_ALL_MEMBERS),
		/* -P, --summary=path, --record: the arguments of a raw call are decoded, too. */
		.raw = !session->engine_config.directories &&
		       !session_needs(session, NEED_ALL_MEMBERS) &&
		       call_set_has(&config->raw, id, abi),
		.names = session->engine_config.names,
		.events = true,
		.reads = !number_set_is_empty(&config->dump_read),
		.writes = !number_set_is_empty(&config->dump_written),
		.no_entry = is_unread(&session->consumers.read_at_entry, abi, id, true),
		.no_exit = is_unread(&session->consumers.read_at_exit, abi, id, false),
	};

	return plan_compile(plans, index, abi, nr, &options);
}

/* The longest socket address: struct sockaddr_un. */
#define ADDRESS_MAX 110u

/* An argument of a call becomes what the record of a request has of the SQE. */
static void move_operand(struct plan_operand *operand, const uint8_t registers[6])
{
	uint8_t member = PLACE_OTHER;

	if (operand->from != PLAN_ARGUMENT)
		return;
	if (operand->which < PLAN_ARGUMENTS)
		member = registers[operand->which];
	if (member < PLACE_ADDR_LEN)
		operand->which = member;
	else
		*operand = (struct plan_operand){
			.from = PLAN_CONSTANT,
			.size = 8,
			.offset = member == PLACE_ADDR_LEN ? ADDRESS_MAX : 0,
		};
}

/*
 * Requests of io_uring: the plans of their calls, with other registers, from an index on. Returns
 * how many did not fit.
 */
static size_t compile_requests(const struct session *session, struct plans *plans,
			       const struct abi *abi, unsigned index)
{
	const struct config *config = session->config;
	const struct decode_config *asks = session->consumers.needs.asks;
	struct decode_config decode = asks ? *asks : session->decoding;
	const struct plan_options options = {
		.config = &decode,
		.reads = !number_set_is_empty(&config->dump_read),
		.writes = !number_set_is_empty(&config->dump_written),
	};
	size_t failed = 0;

	decode.verbose = true;
	for (unsigned opcode = 0; session->engine_config.requests && opcode < URING_OPCODES;
	     opcode++) {
		uint32_t first = plans->n_ops;
		const struct syscall *row;
		uint8_t registers[6];
		unsigned id;

		if (!uring_find_call(opcode, abi, &id, &row, registers) ||
		    !uring_is_in(opcode, session->selection.trace.abis, abi))
			continue;
		failed += !plan_compile_row(plans, abi, id, row, &options,
					    &plans->calls[PLAN_ABIS - 1][index + opcode]);
		for (uint32_t i = first; i < plans->n_ops; i++) {
			move_operand(&plans->ops[i].address, registers);
			move_operand(&plans->ops[i].length, registers);
		}
	}
	return failed;
}

struct plans *plans_for(const struct session *session)
{
	struct plans *plans = plans_new();
	size_t n_abis, failed = 0;
	const struct abi *const *abis = abi_of_machine(&n_abis);

	for (unsigned i = 0; i < n_abis; i++)
		for (uint32_t nr = 0; nr < abis[i]->n_ids && nr < PLAN_CALLS; nr++)
			if (is_selected(session, abis[i], abi_syscall(abis[i], nr)))
				failed += !compile(session, plans, i, abis[i], nr);
	for (unsigned i = 0; i < n_abis; i++)
		if (abis[i] == abi_native() || abis[i]->id == ABI_i386)
			failed += compile_requests(session, plans, abis[i],
						   abis[i] == abi_native() ? 0 : URING_OPCODES);
	plans_finish(plans);
	if (session->config->debug)
		warn("plans: %u operation%s, %u selection%s; %zu call%s did not fit", plans->n_ops,
		     plural_s(plans->n_ops), plans->n_selects, plural_s(plans->n_selects), failed,
		     plural_s(failed));
	return plans;
}
