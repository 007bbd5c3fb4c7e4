/* SPDX-License-Identifier: MIT */
/*
 * Unit tests of src/arch/: the registers of every machine, on registers that the test has filled.
 */
#include <errno.h>
#include <string.h>

#include "scry/arch.h"
#include "scry/list.h"
#include "scry/syscalls.h"
#include "scry/util.h"
#include "suite.h"

static const char *const machines[] = { "arm",	   "arm64",   "i386",  "loongarch64", "mips64el",
					"ppc64le", "riscv64", "s390x", "x86_64" };

/* A register that is named holds its index, so that a test sees which one is read. */
static struct registers numbered(size_t size, unsigned width)
{
	struct registers registers = { .size = size };

	for (unsigned i = 0; i < size / width; i++)
		registers_put(&registers, width, i, i);
	return registers;
}

START_TEST(every_abi_of_a_machine_has_registers)
{
	const struct arch *arch = arch_by_name(machines[_i]);

	ck_assert_ptr_nonnull(arch);
	ck_assert_ptr_nonnull(arch->abis[0]);
	for (size_t a = 0; arch->abis[a]; a++) {
		bool found = false;

		for (size_t i = 0; i < arch->n_calls; i++)
			found |= arch->calls[i].abis >> arch->abis[a]->id & 1;
		ck_assert_msg(found, "%s: no registers of %s", arch->name, arch->abis[a]->name);
	}
}
END_TEST

static void assert_inside(const struct arch *arch, const struct call_registers *call,
			  unsigned index)
{
	ck_assert_msg(index == NO_REGISTER || (index + 1u) * call->width <= call->size,
		      "%s: register %u is not in %u bytes", arch->name, index, call->size);
}

START_TEST(registers_are_in_their_set)
{
	const struct arch *arch = arch_by_name(machines[_i]);
	static const struct registers any;

	for (size_t i = 0; i < arch->n_calls; i++) {
		const struct call_registers *call = &arch->calls[i];

		ck_assert_uint_le(call->size, sizeof(any.bytes));
		ck_assert_uint_eq(call->size % call->width, 0);
		assert_inside(arch, call, call->ip);
		assert_inside(arch, call, call->sp);
		assert_inside(arch, call, call->number);
		assert_inside(arch, call, call->current);
		assert_inside(arch, call, call->result);
		assert_inside(arch, call, call->first);
		for (unsigned a = 0; a < CALL_ARGS; a++)
			assert_inside(arch, call, call->args[a]);
		for (unsigned r = 0; !i && r < arch->stack.n; r++)
			assert_inside(arch, call, arch->stack.indexes[r]);
	}
	/* The number of a call must be somewhere where it can be changed. */
	ck_assert(arch->number_set || arch->number_request ||
		  arch->calls[0].current != NO_REGISTER);
}
END_TEST

static const struct {
	const char *arch, *abi;
	size_t size;
	int third; /* the index of the third argument; -1: there are no such registers */
} sets[] = {
	{ "x86_64", "x86_64", 216, 12 },
	{ "x86_64", "x32", 216, 12 },
	{ "x86_64", "i386", 68, 2 },
	{ "x86_64", "i386", 216, 12 },
	{ "x86_64", "x86_64", 68, -1 },
	{ "x86_64", "arm64", 216, -1 },
	{ "i386", "i386", 68, 2 },
	{ "arm64", "arm64", 272, 2 },
	{ "arm64", "arm", 72, 2 },
	{ "arm64", "arm", 272, -1 },
	{ "riscv64", "riscv64", 256, 12 },
	{ "loongarch64", "loongarch64", 360, 6 },
	{ "mips64el", "mips64", 360, 6 },
	{ "mips64el", "mips64n32", 360, 6 },
	{ "mips64el", "mipso32", 180, 12 },
	{ "mips64el", "mipso32", 360, -1 },
	{ "ppc64le", "powerpc64", 384, 5 },
	{ "s390x", "s390x", 216, 4 + 2 },
	{ "s390x", "s390", 144, 4 + 2 },
	{ "s390x", "s390", 216, -1 },
	/* Without an ABI the process tells. */
	{ "x86_64", NULL, 216, 12 },
	{ "x86_64", NULL, 68, 2 },
	{ "arm64", NULL, 72, 2 },
	{ "arm64", NULL, 71, -1 },
};

START_TEST(abi_and_size_tell_the_registers)
{
	const struct abi *abi = sets[_i].abi ? abi_by_name(sets[_i].abi) : NULL;
	const struct call_registers *call =
		arch_find_call(arch_by_name(sets[_i].arch), abi, sets[_i].size);
	struct registers registers;

	if (sets[_i].third < 0) {
		ck_assert_ptr_null(call);
		return;
	}
	ck_assert_ptr_nonnull(call);
	registers = numbered(sets[_i].size, call->width);
	ck_assert_int_eq((int)registers_get(&registers, call->width, call->args[2]),
			 sets[_i].third);
}
END_TEST

/* The first argument of int $0x80 in a 64-bit process is in rbx, that of syscall in rdi. */
START_TEST(a_64_bit_process_can_make_32_bit_calls)
{
	const struct arch *arch = arch_by_name("x86_64");
	const struct call_registers *wide = arch_find_call(arch, abi_by_name("x86_64"), 216),
				    *narrow = arch_find_call(arch, abi_by_name("i386"), 216);

	ck_assert_uint_eq(wide->args[0], 14);
	ck_assert_uint_eq(narrow->args[0], 5);
}
END_TEST

START_TEST(narrow_registers_are_extended)
{
	struct registers registers = { .size = 68 };

	registers_put(&registers, 4, 6, (uint64_t)-4);
	ck_assert_int_eq((int64_t)registers_get(&registers, 4, 6), -4);
	ck_assert_uint_eq(registers_get(&registers, 4, 7), 0);
	ck_assert_uint_eq(registers_get(&registers, 4, 5), 0);
	/* Neither of these is there. */
	registers_put(&registers, 4, 17, 1);
	registers_put(&registers, 4, NO_REGISTER, 1);
	ck_assert_uint_eq(registers_get(&registers, 4, 17), 0);
	ck_assert_uint_eq(registers_get(&registers, 4, NO_REGISTER), 0);
}
END_TEST

/* Bit 5 of cpsr: the Thumb state, whose "svc" has 2 bytes. */
START_TEST(thumb_instructions_are_short)
{
	const struct call_registers *call =
		arch_find_call(arch_by_name("arm64"), abi_by_name("arm"), 72);
	struct registers registers = { .size = 72 };

	registers_put(&registers, 4, 16, 0x60000010);
	ck_assert_uint_eq(registers_instruction(&registers, call), 4);
	registers_put(&registers, 4, 16, 0x60000030);
	ck_assert_uint_eq(registers_instruction(&registers, call), 2);
}
END_TEST

/* asm/unistd.h of arm: the calls from __ARM_NR_BASE on. */
START_TEST(arm_has_calls_far_above_the_others)
{
	const struct abi *arm = abi_by_name("arm");

	ck_assert_int_eq(abi_number(arm, ID_set_tls), 0xf0005);
	ck_assert_int_eq(abi_syscall(arm, 0xf0005), ID_set_tls);
	ck_assert_int_eq(abi_syscall(arm, 0xf0001), ID_breakpoint);
	ck_assert_int_eq(abi_syscall(arm, 0xf0000), ID_none);
	ck_assert_int_eq(abi_syscall(arm, 0xf1000), ID_none);
	ck_assert_int_eq(abi_syscall(arm, UINT64_MAX), ID_none);
	ck_assert_int_eq(abi_syscall(abi_by_name("arm64"), 0), ID_io_setup);
	ck_assert_int_eq(abi_syscall(abi_by_name("arm64"), 0xf0005), ID_none);
}
END_TEST

/* asm/ioctl.h of mips: TIOCGPTN is _IOR('T', 0x30, unsigned int), BLKROSET is _IO(0x12, 93). */
START_TEST(requests_have_other_directions_on_mips)
{
	const struct abi *mips = abi_by_name("mips64"), *generic = abi_by_name("x86_64");

	ck_assert_uint_eq(abi_ioctl_request(mips, 0x40045430), 0x80045430);
	ck_assert_uint_eq(abi_ioctl_request(mips, 0x2000125d), 0x2000125d);
	ck_assert_uint_eq(abi_ioctl_request(mips, 0x80045431), 0x40045431);
	ck_assert_uint_eq(abi_ioctl_request(mips, 0xc0045431), 0xc0045431);
	ck_assert_uint_eq(abi_ioctl_request(mips, 0x540d), 0x540d);
	ck_assert_uint_eq(abi_ioctl_request(generic, 0x80045430), 0x80045430);
	ck_assert_uint_eq(ioctl_size(generic, 0x80045430), 4);
	ck_assert_uint_eq(ioctl_size(mips, 0x2000125d), 0);
}
END_TEST

static void check_request(const char *abi_name, uint32_t request, const char *name)
{
	const struct abi *abi = abi_by_name(abi_name);

	ck_assert_str_eq(list_name(list_find("ioctl"), abi, abi_ioctl_request(abi, request)), name);
}

/*
 * asm/ioctls.h: FIOCLEX is 0x6601 on mips and _IO('f', 1) on powerpc. XSDFEC_STOP_DEV is _IO('f',
 * 1) everywhere.
 */
START_TEST(plain_numbers_are_no_requests_of_macros)
{
	const struct list *terminal = list_find("ioctl_terminal");

	for (enum abi_id id = 0; id < ABI_COUNT; id++) {
		const struct abi *abi = abi_by_id(id);
		uint64_t fibmap, sg_io;

		ck_assert(list_value(list_find("ioctl"), abi, "FIBMAP", &fibmap));
		ck_assert(list_value(list_find("ioctl"), abi, "SG_IO", &sg_io));
		ck_assert_uint_eq(fibmap, abi->ioctl_size_bits == 13 ? 0x20000001 : 1);
		ck_assert_uint_eq(sg_io, 0x2285);
	}
	check_request("mips64", 0x6601, "FIOCLEX");
	check_request("mips64", 0x20006601, "XSDFEC_STOP_DEV");
	check_request("powerpc64", 0x20006601, "FIOCLEX");
	check_request("arm64", 0x6601, "XSDFEC_STOP_DEV");
	ck_assert_str_eq(list_name(terminal, abi_by_name("mips64"), 0x540e), "TCSETS");
	ck_assert_ptr_null(list_name(terminal, abi_by_name("mips64"), 0x2000540e));
}
END_TEST

/* asm/errno.h of mips: ENOSYS is 89, which is EDESTADDRREQ on other machines. */
START_TEST(errors_have_the_text_of_their_machine)
{
	const struct abi *native = abi_native(), *mips = abi_by_name("mips64");

	ck_assert_str_eq(errno_text(mips, 89), strerror(ENOSYS));
	ck_assert_str_eq(errno_text(abi_by_name("s390x"), 38), strerror(ENOSYS));
	/* A replay of a recording of that machine. */
	abi_set_native(mips);
	ck_assert_str_eq(errno_text(mips, 89), strerror(ENOSYS));
	abi_set_native(native);
}
END_TEST

/* asm/unistd.h of mips: the numbers of o32, n64 and n32 begin at 4000, 5000 and 6000. */
START_TEST(numbers_of_mips_begin_at_thousands)
{
	ck_assert_int_eq(abi_number(abi_by_name("mipso32"), ID_read), 4003);
	ck_assert_int_eq(abi_number(abi_by_name("mips64"), ID_read), 5000);
	ck_assert_int_eq(abi_number(abi_by_name("mips64n32"), ID_read), 6000);
	ck_assert_int_eq(abi_syscall(abi_by_name("mips64"), 0), ID_none);
	ck_assert_int_eq(abi_syscall(abi_by_name("mips64"), 4003), ID_none);
}
END_TEST

int main(void)
{
	TCase *tests = tcase_create("registers");

	tcase_add_loop_test(tests, every_abi_of_a_machine_has_registers, 0, ARRAY_SIZE(machines));
	tcase_add_loop_test(tests, registers_are_in_their_set, 0, ARRAY_SIZE(machines));
	tcase_add_loop_test(tests, abi_and_size_tell_the_registers, 0, ARRAY_SIZE(sets));
	tcase_add_test(tests, a_64_bit_process_can_make_32_bit_calls);
	tcase_add_test(tests, narrow_registers_are_extended);
	tcase_add_test(tests, thumb_instructions_are_short);
	tcase_add_test(tests, arm_has_calls_far_above_the_others);
	tcase_add_test(tests, requests_have_other_directions_on_mips);
	tcase_add_test(tests, plain_numbers_are_no_requests_of_macros);
	tcase_add_test(tests, errors_have_the_text_of_their_machine);
	tcase_add_test(tests, numbers_of_mips_begin_at_thousands);
	return suite_run(suite_create("arch"), tests, NULL);
}
