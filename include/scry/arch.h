/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/arch/: the ABIs, the numbers and names of their system calls, and the
 * registers of a machine. Everything about a machine is data, which is compiled everywhere: the
 * build chooses which one is that of the tracees.
 */
#ifndef SCRY_ARCH_H
#define SCRY_ARCH_H

#include <stddef.h>

#include "scry/abi.h"
#include "scry/call.h"
#include "syscall_ids.h"	/* enum syscall_id, generated from src/arch/syscalls.tsv */

/*
 * The general registers of a tracee, as PTRACE_GETREGSET with NT_PRSTATUS reads them. A register is
 * named by its index: how many registers of the same size come before it.
 */
struct registers {
	unsigned char bytes[512];
	size_t size;	/* how many bytes the kernel has written */
};

/* A register that is not in NT_PRSTATUS. */
#define NO_REGISTER 255

/*
 * Where a call is in the general registers. The kernel shows a 32-bit process a smaller set than a
 * 64-bit one, and a 64-bit process can make 32-bit calls: ABIs and size together identify the set.
 */
struct call_registers {
	uint32_t abis;		/* ABI_BIT() of the calls */
	uint16_t size;		/* bytes of NT_PRSTATUS */
	uint8_t width;		/* bytes of one register */
	uint8_t instruction;	/* bytes of the instruction that makes a call */
	/* The instruction has 2 bytes if this bit of the register .mode is set: Thumb. 0: never */
	uint8_t mode;
	uint32_t short_bit;
	uint8_t ip, sp;
	/*
	 * The instruction takes the number of the call from it; NO_REGISTER: the instruction itself
	 * may have it.
	 */
	uint8_t number;
	/* the kernel keeps the number there during the call; see number_set, too */
	uint8_t current;
	uint8_t result;
	uint8_t first;		/* the instruction takes the first argument from it */
	/* at the entry; NO_REGISTER: the kernel does not look there */
	uint8_t args[CALL_ARGS];
	/*
	 * At the stop of a filter the kernel takes the first argument from here (orig_gpr3 of
	 * powerpc); 0: from args[0].
	 */
	uint8_t filtered_first;
	uint8_t error;		/* used with error_bits */
	/*
	 * The call has failed if one of the bits in the register .error is set, and the result is
	 * then errno: mips, powerpc. The kernel sets the lowest of them. 0: the result is -errno.
	 */
	uint64_t error_bits;
	/*
	 * If the register .trap without its lower 4 bits has this value, the result is -errno
	 * nevertheless ("scv" of powerpc). 0: there is no such instruction.
	 */
	uint16_t plain_trap;
	uint8_t trap;
	/*
	 * What target descriptions of GDB call the registers, by their indexes; "-": they have no
	 * such one. NULL: no names.
	 */
	const char *names;
	bool marks_entry;	/* at the entry the register of the result has -ENOSYS */
	/*
	 * The instruction of calls, where the ABI of the process does not tell that its registers
	 * are meant.
	 */
	uint8_t code_len, code[2];
};

struct instructions {
	uint8_t size;	/* in bytes; 0: there are none */
	const unsigned char *code;
};

/* How a stack is read. libunwind asks for registers by their DWARF numbers. */
struct stack_registers {
	const uint8_t *indexes;	/* of registers in NT_PRSTATUS, by their number */
	uint8_t n;		/* elements of indexes */
	uint8_t ip, sp, fp;	/* numbers; ip is in indexes, even if DWARF does not number it */
	/* bytes from the address in fp to the frame pointer of the caller */
	int8_t saved_fp;
	int8_t saved_ip;	/* to the return address */
	int8_t caller_sp;	/* to the end of the frame */
	/* all code keeps the frame pointer, as the procedure call standard asks */
	bool frame_records;
	bool has_thumb;	/* arm: bit 0 of a code address says Thumb, and the address is without it */
	/*
	 * With these C libraries call rt_sigreturn(2) after a signal handler, and sigreturn(2)
	 * after one without SA_SIGINFO.
	 */
	struct instructions sigreturn, old_sigreturn;
};

/* A machine. */
struct arch {
	const char *name;
	/* the ABIs that its tracees use, the native one first; ends with NULL */
	const struct abi *const *abis;
	/* if the ABI is unknown, the first one of the size is meant */
	const struct call_registers *calls;
	size_t n_calls;
	uint16_t elf_machine;	/* EM_* of elf.h */
	/*
	 * The architectures of target descriptions of GDB, separated by blanks; "riscv:rv64*": also
	 * with letters of extensions.
	 */
	const char *gdb_names;
	/*
	 * The NT_* of the register set in which the number of the current call can be changed; 0:
	 * the register .current is for that.
	 */
	uint16_t number_set;
	/*
	 * A ptrace(2) request that changes the number of the current call (arm); 0: there is none.
	 */
	uint16_t number_request;
	/*
	 * The NT_* of the register set in which the kernel shows the number of an interrupted call
	 * (s390); 0: the registers show it.
	 */
	uint16_t number_shown;
	/*
	 * mips: a failed call overwrites its number and the argument in the register .error.
	 * ptrace(PTRACE_PEEKUSER) shows copies of both at these places; NT_PRSTATUS has none.
	 * .error = 0: the machine keeps no copies.
	 */
	struct {
		uint8_t number, error;
	} kept;
	/*
	 * A call that is skipped at the stop of a filter returns what the register of the result
	 * has, and that is the number by which it was skipped (mips).
	 */
	bool skipped_returns_number;
	struct stack_registers stack;	/* .n = 0: scry cannot read stacks there */
};

/*
 * Returns the ABI of a system call with this number, made through the architecture AUDIT_ARCH_* of
 * linux/audit.h. NULL: scry does not support the architecture.
 */
const struct abi *abi_find(uint32_t audit_arch, uint64_t nr);
const struct abi *abi_by_id(enum abi_id id);
/* Returns NULL if no ABI has this name. */
const struct abi *abi_by_name(const char *name);
/*
 * Returns the ABI of the machine of the tracees: the one that scry itself was built for, or that of
 * a recording.
 */
const struct abi *abi_native(void);
/* A recording of another machine is replayed: abi_native() returns its ABI from now on. */
void abi_set_native(const struct abi *native);
/*
 * Returns the size of a page on the machine of the tracees, in bytes: on some machines a choice of
 * the kernel.
 */
uint32_t abi_page_size(void);
/*
 * A recording is replayed: its pages have this size. If no machine has such pages (0: the
 * recording does not say it), they have 4096 bytes.
 */
void abi_set_page_size(uint64_t bytes);
/*
 * Returns the ABIs that tracees on the machine of abi_native() can use, the native one first. *n:
 * how many.
 */
const struct abi *const *abi_of_machine(size_t *n);

/* Returns the machine that scry was built for. */
const struct arch *arch_of_machine(void);
/* Returns NULL if there is no machine of this name. */
const struct arch *arch_by_name(const char *name);
/*
 * Returns the machine of an architecture of GDB, such as "i386:x86-64"; NULL: scry does not know
 * it.
 */
const struct arch *arch_by_gdb_name(const char *name);
/*
 * Returns where a call of the ABI is in registers of that many bytes. abi NULL: a call of the ABI
 * that the process was built for. Returns NULL if the machine has no such set.
 */
const struct call_registers *arch_find_call(const struct arch *arch, const struct abi *abi,
					    size_t size);
/*
 * Returns the length in bytes of the instruction by which a tracee with these registers made a
 * call.
 */
unsigned registers_instruction(const struct registers *registers, const struct call_registers *call);
/* A register of that index. A narrow one is sign-extended: it may be a result. 0: there is none. */
uint64_t registers_get(const struct registers *registers, unsigned width, unsigned index);
/* Does nothing if there is no such register. */
void registers_put(struct registers *registers, unsigned width, unsigned index, uint64_t value);

/* Returns ID_none if the ABI has no call of this number. nr may include abi->nr_flag. */
enum syscall_id abi_syscall(const struct abi *abi, uint64_t nr);
/* Returns the number including abi->nr_flag, or -1 if the ABI has no such call. */
int64_t abi_number(const struct abi *abi, enum syscall_id id);
/* Returns a name such as "openat"; NULL for ID_none. */
const char *syscall_name(enum syscall_id id);
/* Returns ID_none if no ABI has a call of this name. */
enum syscall_id syscall_by_name(const char *name);
/* Returns the call at an index, from 0, in the order of names; ID_none after the last one. */
enum syscall_id syscall_in_order(unsigned index);

#endif
