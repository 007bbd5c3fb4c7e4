/* SPDX-License-Identifier: MIT */
/* Reads and writes the general registers of a stopped thread. */
#include "engine/gdb/gdb_registers.h"

#include <string.h>

#include "engine/gdb/ask.h"
#include "engine/gdb/hex.h"

/*
 * Converts the digits of a register in the byte order of the machine. Returns false if the stub
 * does not know it: "xxxxxxxx".
 */
static bool take_register(const struct gdb_machine *machine, const char *digits, size_t size,
			  uint64_t *value)
{
	unsigned char bytes[8];

	if (!hex_bytes(digits, bytes, size))
		return false;
	*value = 0;
	for (size_t i = 0; i < size; i++)
		*value = *value << 8 | bytes[machine->abi->big_endian ? i : size - 1 - i];
	return true;
}

bool gdb_registers_ask(struct gdb_tracee *tracee, unsigned index, uint64_t *value)
{
	struct gdb_engine *engine = tracee->engine;
	const struct gdb_machine *machine = tracee->process->machine;
	const struct gdb_register *place = &machine->registers[index];
	struct buf reply = { 0 };
	bool good;

	if (engine->lacks_single)
		return false;
	gdb_ask_select(engine, tracee->process->pid, tracee->base.tid);
	good = gdb_ask(engine, &reply, "p%x", place->number) && !engine->selection_failed &&
	       reply.len == 2u * place->size &&
	       take_register(machine, reply.data, place->size, value);
	engine->lacks_single = !reply.len && !engine->link.lost;
	buf_free(&reply);
	return good;
}

static void put_register(const struct gdb_machine *machine, struct registers *registers,
			 unsigned index, uint64_t value)
{
	registers_put(registers, machine->calls->width, index, value);
}

/* Some stubs leave registers out of "g" that they answer to "p". */
bool gdb_registers_read(struct gdb_tracee *tracee, struct registers *registers)
{
	struct gdb_engine *engine = tracee->engine;
	const struct gdb_machine *machine = tracee->process->machine;
	unsigned n = machine->calls->size / machine->calls->width;
	struct buf reply = { 0 };
	bool good;

	if (engine->registers_of == tracee->base.tid) {
		*registers = engine->registers;
		return true;
	}
	registers->size = machine->calls->size;
	memset(registers->bytes, 0, registers->size);
	gdb_ask_select(engine, tracee->process->pid, tracee->base.tid);
	good = gdb_ask(engine, &reply, "g") && !engine->selection_failed &&
	       !gdb_ask_is_error(&reply);
	for (unsigned i = 0; good && i < n && i < GDB_REGISTERS; i++) {
		const struct gdb_register *place = &machine->registers[i];
		uint64_t value = 0;

		if (!place->is_there)
			continue;
		if (2 * ((size_t)place->offset + place->size) <= reply.len
			    ? take_register(machine, reply.data + 2 * place->offset, place->size,
					    &value)
			    : gdb_registers_ask(tracee, i, &value))
			put_register(machine, registers, i, value);
	}
	buf_free(&reply);
	if (!good || engine->link.lost)
		return false;
	engine->registers = *registers;
	engine->registers_of = tracee->base.tid;
	return true;
}

/* Writes all registers, of which one is changed: gdbserver does not know "P", which writes one. */
static bool write_all(struct gdb_tracee *tracee, const struct gdb_register *place,
		      const struct buf *digits)
{
	struct gdb_engine *engine = tracee->engine;
	struct buf request = { 0 }, reply = { 0 };
	size_t at = 2 * (size_t)place->offset;
	bool good;

	good = gdb_ask(engine, &reply, "g") && !engine->selection_failed &&
	       at + digits->len <= reply.len;
	if (good) {
		memcpy(reply.data + at, digits->data, digits->len);
		buf_putc(&request, 'G');
		buf_put(&request, reply.data, reply.len);
		gdb_ask_put_bytes(engine, request.data, request.len);
		good = gdb_ask_reply(engine, &reply, GDB_REPLY_MS) && gdb_ask_is_ok(&reply);
	}
	buf_free(&request);
	buf_free(&reply);
	return good;
}

bool gdb_registers_write(struct gdb_tracee *tracee, unsigned index, uint64_t value)
{
	struct gdb_engine *engine = tracee->engine;
	const struct gdb_machine *machine = tracee->process->machine;
	const struct gdb_register *place = &machine->registers[index];
	struct buf digits = { 0 }, reply = { 0 };
	unsigned char bytes[8];
	bool good;

	if (index == NO_REGISTER || !place->is_there)
		return false;
	for (size_t i = 0; i < place->size; i++)
		bytes[machine->abi->big_endian ? place->size - 1u - i : i] =
			(unsigned char)(value >> 8 * i);
	hex_put(&digits, bytes, place->size);
	engine->registers_of = 0;
	gdb_ask_select(engine, tracee->process->pid, tracee->base.tid);
	good = gdb_ask(engine, &reply, "P%x=%s", place->number, buf_cstr(&digits)) &&
	       !engine->selection_failed && gdb_ask_is_ok(&reply);
	if (!good && !reply.len)
		good = write_all(tracee, place, &digits);
	buf_free(&digits);
	buf_free(&reply);
	return good;
}

bool gdb_registers_take_ip(const struct gdb_machine *machine, unsigned number, const char *digits,
			   size_t len, uint64_t *ip)
{
	const struct gdb_register *place = &machine->registers[machine->calls->ip];

	return place->is_there && place->number == number && len == 2u * place->size &&
	       take_register(machine, digits, place->size, ip);
}

uint64_t gdb_registers_read_ip(struct gdb_tracee *tracee)
{
	const struct call_registers *set = tracee->process->machine->calls;
	struct registers registers;
	uint64_t ip;

	if (gdb_registers_ask(tracee, set->ip, &ip))
		return ip;
	return gdb_registers_read(tracee, &registers)
		       ? registers_get(&registers, set->width, set->ip)
		       : 0;
}
