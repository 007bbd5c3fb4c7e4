/* SPDX-License-Identifier: MIT */
/* A call: its arguments at the entry, its result at the exit, and its changes. */
#include "engine/gdb/gdb_calls.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/gdb/ask.h"
#include "engine/gdb/files.h"
#include "engine/gdb/hex.h"
#include "engine/gdb/gdb_memory.h"
#include "engine/gdb/gdb_registers.h"
#include "engine/gdb/signals.h"
#include "scry/syscalls.h"
#include "scry/type.h"

/* --- the ABI of a call ---------------------------------------------------------------------------- */

/*
 * Returns the set of registers of another ABI that has calls in the same process, by the
 * instruction of the call ("int $0x80" in a 64-bit process); NULL: none.
 */
static const struct call_registers *other_set(const struct gdb_machine *machine)
{
	for (size_t i = 0; i < machine->arch->n_calls; i++) {
		const struct call_registers *set = &machine->arch->calls[i];

		if (set->code_len && set->size == machine->calls->size)
			return set;
	}
	return NULL;
}

static bool has_code(struct gdb_tracee *tracee, const struct call_registers *set, uint64_t ip)
{
	unsigned char code[sizeof(set->code)];

	return ip >= set->code_len &&
	       gdb_memory_read(tracee, ip - set->code_len, code, set->code_len) == set->code_len &&
	       !memcmp(code, set->code, set->code_len);
}

/*
 * The code at an address changes only if a program maps other code there, and is the same kind of
 * instruction even then.
 */
static bool is_other(struct gdb_tracee *tracee, const struct call_registers *set, uint64_t ip)
{
	struct gdb_seen *seen = &tracee->engine->seen[(ip ^ ip >> 10) % GDB_SEEN];

	if (seen->ip != ip || seen->pid != tracee->process->pid) {
		seen->ip = ip;
		seen->pid = tracee->process->pid;
		seen->is_other = has_code(tracee, set, ip);
	}
	return seen->is_other;
}

static const struct abi *abi_of_call(struct gdb_tracee *tracee, uint64_t ip, uint64_t nr)
{
	const struct gdb_machine *machine = tracee->process->machine;
	const struct call_registers *other = other_set(machine);

	if (other && is_other(tracee, other, ip))
		for (size_t i = 0; machine->arch->abis[i]; i++)
			if (other->abis >> machine->arch->abis[i]->id & 1)
				return machine->arch->abis[i];
	return abi_find(machine->abi->audit_arch, nr);
}

/* --- entry and exit ---------------------------------------------------------------------------- */

static uint64_t argument_mask(const struct abi *abi)
{
	return abi_has_pairs(abi) ? UINT32_MAX : UINT64_MAX;
}

/* mips: the fifth argument and the next ones are on the stack. */
static uint64_t stack_argument(struct gdb_tracee *tracee, const struct abi *abi, uint64_t sp,
			       unsigned index)
{
	unsigned char bytes[4];
	uint64_t value = 0;

	if (!abi->stack_args || gdb_memory_read(tracee, sp + abi->stack_args + 4 * (index - 4),
						bytes, sizeof(bytes)) != sizeof(bytes))
		return 0;
	for (size_t i = 0; i < sizeof(bytes); i++)
		value = value << 8 | bytes[abi->big_endian ? i : sizeof(bytes) - 1 - i];
	return value;
}

static void report_no_first(struct gdb_engine *engine)
{
	if (!engine->lacks_first)
		warn("the stub does not say the first argument of calls: the kernel has put "
		     "-ENOSYS in its register, and the stub reads no /proc");
	engine->lacks_first = true;
}

/*
 * The kernel may keep the first argument where the description has no register, and an emulator
 * does not do as the kernel does: at the entry the argument is in its own register as well. On
 * riscv64 (Linux 6.12) the kernel has put -ENOSYS there; then /proc has the argument.
 */
static uint64_t first_argument(struct gdb_tracee *tracee, const struct registers *registers,
			       const struct call_registers *set, const struct abi *abi)
{
	unsigned place = set->args[0];
	bool is_emulator = tracee->engine->is_emulator;
	uint64_t value;

	if (place != NO_REGISTER && !is_emulator &&
	    tracee->process->machine->registers[place].is_there)
		return registers_get(registers, set->width, place) & argument_mask(abi);
	value = registers_get(registers, set->width, set->first);
	if ((int64_t)value == -ENOSYS && !is_emulator &&
	    !gdb_files_first_argument(tracee, tracee->nr, &value))
		report_no_first(tracee->engine);
	return value & argument_mask(abi);
}

static uint64_t argument(struct gdb_tracee *tracee, const struct registers *registers,
			 const struct call_registers *set, const struct abi *abi, uint64_t sp,
			 unsigned index)
{
	unsigned place = set->args[index];

	if (!index)
		return first_argument(tracee, registers, set, abi);
	if (place == NO_REGISTER)
		return stack_argument(tracee, abi, sp, index);
	return registers_get(registers, set->width, place) & argument_mask(abi);
}

/* Whether an argument is an address whose memory decode reads at this side of the call. */
static bool is_read(const struct syscall *row, const struct abi *abi, unsigned index,
		    uint64_t value, bool returns)
{
	const struct field *field;
	const struct field_more *more;

	if (value < 4096)
		return false;
	/* With 64-bit arguments in two registers fields and registers differ. */
	if (abi_has_pairs(abi))
		return value > 65536;
	if (index >= row->n_args)
		return false;
	field = &row->args[index];
	more = field_more(field);
	return (field_type(field)->kind >= KIND_SCALARS_END || more->pointer || more->count.given ||
		field->dir & DIR_OUT) &&
	       field->dir & (returns ? DIR_OUT : DIR_IN);
}

static void prepare_memory(struct gdb_tracee *tracee, bool returns)
{
	const struct syscall *row = syscall_row(abi_syscall(tracee->abi, tracee->nr), tracee->abi);
	uint64_t addresses[CALL_ARGS];
	size_t n = 0;

	if (!row || !tracee->engine->base.config->decodes)
		return;
	for (unsigned i = 0; i < CALL_ARGS; i++)
		if (is_read(row, tracee->abi, i, tracee->args[i], returns))
			addresses[n++] = tracee->args[i];
	if (n)
		gdb_memory_prepare(tracee, addresses, n);
}

static void set_call(const struct gdb_tracee *tracee, struct event *event)
{
	event->abi = tracee->abi;
	event->audit_arch = tracee->abi->audit_arch;
	event->nr = tracee->nr;
	event->ip = tracee->ip;
}

bool gdb_calls_enter(struct gdb_tracee *tracee, const struct registers *registers, uint64_t nr,
		     struct event *event)
{
	const struct gdb_machine *machine = tracee->process->machine;
	uint64_t ip = registers_get(registers, machine->calls->width, machine->calls->ip);
	const struct abi *abi = abi_of_call(tracee, ip, nr);
	const struct call_registers *set = arch_find_call(machine->arch, abi, machine->calls->size);

	if (!abi || !set)
		return false;
	tracee->stage = GDB_IN_CALL;
	tracee->want_exit = tracee->set_result = false;
	tracee->abi = abi;
	tracee->nr = nr;
	tracee->ip = registers_get(registers, set->width, set->ip);
	event->sp = registers_get(registers, set->width, set->sp);
	for (unsigned i = 0; i < CALL_ARGS; i++)
		tracee->args[i] = argument(tracee, registers, set, abi, event->sp, i);
	memcpy(event->args, tracee->args, sizeof(event->args));
	set_call(tracee, event);
	prepare_memory(tracee, false);
	return true;
}

bool gdb_calls_read_result(struct gdb_tracee *tracee, int64_t *result, bool *is_error)
{
	const struct gdb_machine *machine = tracee->process->machine;
	const struct call_registers *set = machine->calls;
	uint64_t value, errors = 0;
	struct registers registers;

	if (!gdb_registers_ask(tracee, set->result, &value) ||
	    (set->error_bits && !gdb_registers_ask(tracee, set->error, &errors))) {
		if (!gdb_registers_read(tracee, &registers))
			return false;
		value = registers_get(&registers, set->width, set->result);
		errors = registers_get(&registers, set->width, set->error);
	}
	*result = set->width == 4 || (tracee->abi && abi_has_pairs(tracee->abi))
			  ? (int64_t)(int32_t)value
			  : (int64_t)value;
	if (set->error_bits && errors & set->error_bits)
		*result = -*result;
	*is_error =
		*result < 0 && *result >= -4095 && (!set->error_bits || errors & set->error_bits);
	return true;
}

void gdb_calls_leave(struct gdb_tracee *tracee, int64_t result, bool is_error, struct event *event)
{
	const struct call_registers *set = tracee->process->machine->calls;

	if (tracee->set_result) {
		if (gdb_registers_write(tracee, set->result, (uint64_t)tracee->result)) {
			result = tracee->result;
			is_error = tracee->is_error;
		} else {
			warn("cannot change the result of process %d", tracee->base.tid);
		}
	}
	set_call(tracee, event);
	event->result = result;
	event->is_error = is_error;
	prepare_memory(tracee, true);
}

/*
 * Only where the kernel keeps the number of a call in a register of its own (orig_rax of x86) it
 * takes another number from there at the entry. On other machines a tracer changes it by a request
 * that the protocol does not have.
 */
bool gdb_calls_can_change(const struct gdb_engine *engine, const struct gdb_machine *machine)
{
	const struct call_registers *set = machine->calls;

	return !engine->is_emulator && set->marks_entry && set->current != NO_REGISTER &&
	       machine->registers[set->current].is_there;
}

void gdb_calls_change(struct gdb_tracee *tracee, const struct verdict *verdict)
{
	const struct call_registers *set = tracee->process->machine->calls;

	if (!verdict->replace)
		return;
	if (!gdb_calls_can_change(tracee->engine, tracee->process->machine) ||
	    !gdb_registers_write(tracee, set->current, (uint64_t)verdict->instead)) {
		warn("cannot change the system call of process %d", tracee->base.tid);
		return;
	}
	tracee->set_result = verdict->set_result;
	tracee->is_error = verdict->is_error;
	tracee->result = verdict->result;
}

/* --- the selection ---------------------------------------------------------------------------------- */

static bool is_caught(const struct call_set *calls, const struct abi *abi, enum syscall_id id)
{
	if (call_set_has(calls, id, abi))
		return true;
	if (id != ID_socketcall && id != ID_ipc)
		return false;
	for (unsigned other = 1; other < ID_COUNT; other++)
		if (call_set_has(calls, other, abi) && multiplexer_of(abi, other) == id)
			return true;
	return false;
}

/* What the stop itself says of registers is enough: other calls cost no exchange. */
bool gdb_calls_skip(struct gdb_tracee *tracee, uint64_t ip, uint64_t nr)
{
	const struct abi *abi = abi_of_call(tracee, ip, nr);

	if (!abi || is_caught(tracee->engine->base.config->calls, abi, abi_syscall(abi, nr)))
		return false;
	tracee->stage = GDB_IN_CALL;
	tracee->want_exit = tracee->set_result = false;
	tracee->abi = abi;
	tracee->nr = nr;
	return true;
}

/*
 * rt_sigreturn(2) and execve(2) write the register of the number, unless the machine keeps the
 * number in a register of its own. The stub reports their exits only if it looks for the number
 * that it finds then: 0 after execve. If it may take the exit of rt_sigreturn for one of a selected
 * call, its entry must be known.
 */
static void put_hidden_numbers(struct buf *packet, const struct call_set *calls,
			       const struct abi *abi)
{
	if (call_set_has(calls, ID_execve, abi) || call_set_has(calls, ID_execveat, abi))
		buf_puts(packet, ";0");
	for (uint32_t nr = 0; nr < abi->n_ids; nr++)
		if (gdb_calls_is_sigreturn(abi->ids[nr]))
			buf_printf(packet, ";%x", nr | abi->nr_flag);
}

static void put_numbers(struct buf *packet, const struct call_set *calls, const struct abi *abi)
{
	for (uint32_t nr = 0; nr < abi->n_ids; nr++)
		if (is_caught(calls, abi, abi->ids[nr]))
			buf_printf(packet, ";%x", nr | abi->nr_flag);
	for (uint32_t nr = 0; nr < abi->n_far_ids; nr++)
		if (is_caught(calls, abi, abi->far_ids[nr]))
			buf_printf(packet, ";%x", nr + abi->far_base);
}

/*
 * Whether the stub must report all calls. It looks for the number at both ends of a call, and after
 * rt_sigreturn(2), or a call that was changed, there is another one.
 */
static bool needs_all(const struct gdb_engine *engine, const struct call_set *calls)
{
	const struct abi *abi = engine->machine->abi;

	return engine->base.config->changes_calls || call_set_is_all(calls) ||
	       call_set_has(calls, ID_rt_sigreturn, abi) || call_set_has(calls, ID_sigreturn, abi);
}

static const char *catching(struct gdb_engine *engine, const struct gdb_machine *machine,
			    struct buf *packet)
{
	const struct call_set *calls = engine->base.config->calls;

	buf_puts(packet, "QCatchSyscalls:1");
	if (needs_all(engine, calls))
		return buf_cstr(packet);
	for (size_t i = 0; machine->arch->abis[i]; i++) {
		const struct abi *abi = machine->arch->abis[i];

		if (arch_find_call(machine->arch, abi, machine->calls->size))
			put_numbers(packet, calls, abi);
	}
	if (strchr(buf_cstr(packet), ';') && !machine->calls->marks_entry && !engine->is_emulator)
		put_hidden_numbers(packet, calls, machine->abi);
	/* "QCatchSyscalls:1" alone would mean all. */
	if (!strchr(buf_cstr(packet), ';'))
		return "QCatchSyscalls:0";
	return packet->len + 4 <= engine->features.packet_size ? buf_cstr(packet)
							       : "QCatchSyscalls:1";
}

void gdb_calls_choose(struct gdb_engine *engine, struct gdb_process *process)
{
	struct buf packet = { 0 };

	gdb_ask_select(engine, process->pid, process->pid);
	gdb_ask_later(engine, OWED_NOTHING, catching(engine, process->machine, &packet));
	buf_free(&packet);
}

void gdb_calls_choose_signals(struct gdb_engine *engine)
{
	const struct abi *abi = engine->machine->abi;
	uint64_t reported = engine->base.config->signals;
	struct buf packet = { 0 };

	if (!engine->features.passes_signals || !~reported)
		return;
	buf_puts(&packet, "QPassSignals:");
	for (int signal = 1; signal <= 64; signal++) {
		unsigned number = gdb_signal_to(abi, signal);

		if (number && !(reported >> (signal - 1) & 1))
			buf_printf(&packet, "%s%x", packet.data[packet.len - 1] == ':' ? "" : ";",
				   number);
	}
	gdb_ask_later(engine, OWED_NOTHING, buf_cstr(&packet));
	buf_free(&packet);
}
