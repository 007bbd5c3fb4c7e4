/* SPDX-License-Identifier: MIT */
/* The interpreter on made-up rows and memory: arguments, scalars, strings, directions. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "decode_support.h"
#include "scry/arch.h"
#include "syscalls/table.h"

/* clang-format off */
SYSCALL(my_read, C_NONE, size, IN(fd, fd), OUT(buf, bytes, LEN(RET)), IN(count, size));
SYSCALL(my_open, C_NONE, fd, IN(dirfd, dirfd), IN(name, path), IN(flags, open_flags),
	IN(mode, perm, WHEN(flags, HAS, O_CREAT)));
SYSCALL(my_pread, C_NONE, size, IN(fd, fd), OUT(buf, bytes, LEN(RET)), IN(count, size),
	IN(offset, loff, PAIR));
/* clang-format on */

static struct bench bench;

static void start(const char *abi, const struct syscall *row)
{
	bench_init(&bench, abi_by_name(abi), row);
}

static void arguments(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	bench.call.args[0] = a;
	bench.call.args[1] = b;
	bench.call.args[2] = c;
	bench.call.args[3] = d;
}

START_TEST(out_bytes_come_at_the_exit)
{
	start("x86_64", &row_my_read);
	bench_map(&bench, 0x1000, "hello, world", 12);
	arguments(UINT64_C(0xffffffff00000003), 0x1000, 100, 0);
	ck_assert_str_eq(bench_enter(&bench), "0fd= fd:3 1buf? 2count= 100");
	ck_assert_str_eq(bench_exit(&bench, 5), "1buf:exit= \"hello\" = 5");
	ck_assert_str_eq(bench_exit(&bench, -14), "1buf:exit= @0x1000");
	ck_assert_str_eq(bench_exit(&bench, 13), "1buf:exit= !@0x1000 = 13");
	bench_free(&bench);
}
END_TEST

START_TEST(conditions_leave_arguments_out)
{
	start("x86_64", &row_my_open);
	bench_map(&bench, 0x1000, "/tmp/x", 7);
	arguments(UINT64_C(0xffffff9c), 0x1000, 0, 0644);
	ck_assert_str_eq(bench_enter(&bench),
			 "0dirfd= dirfd:-100 1name= p\"/tmp/x\" 2flags= flags:0");
	arguments(UINT64_C(0xffffff9c), 0x1000, 0x41, 0644);
	ck_assert_str_eq(bench_enter(&bench),
			 "0dirfd= dirfd:-100 1name= p\"/tmp/x\" 2flags= flags:65 3mode= perm:0644");
	ck_assert_str_eq(bench_exit(&bench, 3), "= fd:3");
	bench_free(&bench);
}
END_TEST

START_TEST(pairs_take_two_registers)
{
	start("i386", &row_my_pread);
	arguments(3, 0, 8, 0x89abcdef);
	bench.call.args[4] = 0x1;
	ck_assert_str_eq(bench_enter(&bench), "0fd= fd:3 1buf? 2count= 8 3offset= 6604705263");
	bench.call.abi = abi_by_name("x32");
	ck_assert_str_eq(bench_enter(&bench), "0fd= fd:3 1buf? 2count= 8 3offset= 2309737967");
	bench_free(&bench);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("decode");
	TCase *calls = tcase_create("calls");
	SRunner *runner;
	int failed;

	tcase_add_test(calls, out_bytes_come_at_the_exit);
	tcase_add_test(calls, conditions_leave_arguments_out);
	tcase_add_test(calls, pairs_take_two_registers);
	suite_add_tcase(suite, calls);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
