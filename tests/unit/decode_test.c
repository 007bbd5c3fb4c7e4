/* SPDX-License-Identifier: MIT */
/*
 * Unit tests of decode with rows and memory of their own: arguments, directions, results, scalars.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "decode_support.h"
#include "scry/arch.h"
#include "syscalls/table.h"
#include "suite.h"

/* clang-format off */
SYSCALL(my_read, C_NONE, size, IN(fd, fd), OUT(buf, bytes, LEN(RET)), IN(count, size));
SYSCALL(my_open, C_NONE, fd, IN(dirfd, dirfd), IN(name, path), IN(flags, open_flags),
	IN(mode, perm, WHEN(flags, HAS, O_CREAT|__O_TMPFILE)));
SYSCALL(my_pread, C_NONE, size, IN(fd, fd), OUT(buf, bytes, LEN(RET)), IN(count, size),
	IN(offset, loff, PAIR), IN(after, int));
SYSCALL(my_llseek, C_NONE, int, IN(fd, fd), IN(offset, loff, PAIR_HIGH_FIRST),
	OUT(result, loff), IN(whence, int));
SYSCALL(my_scalars, C_NONE, address, IN(s8, s8), IN(u16, u16), IN(address, address),
	IN(long, long), IN(klong, klong), IN(u64, u64));
SYSCALL_AS(my_wait, C_NONE, pid, VIEW(LATE(usage)), IN(pid, pid), OUT(status, wait_status, WHEN(RET, ABOVE, 0)),
	OUT(usage, int));
SYSCALL(my_getsockname, C_NONE, int, IN(fd, fd), OUT(addr, bytes, LEN(*len)),
	INOUT(len, int, WHEN(addr, IS_NOT, 0), OR_ADDRESS));
SYSCALL(my_sleep, C_NONE, int, OUT(left, long, WHEN(RET, IS, -516), ON_ERROR));
CHOICE(my_fcntl_choice, cmd,
	WITH_VIEW(1 | 2, VIEW(NAMED(arg)), IN(arg, hex32)),
	WITH_NOTES(3, int, NOTES(NOTE_RET("flags", open_flags)), IN(unused, int)),
	WITH_RESULT(4, fd, OUT(where, long), IN(last, int)),
	OTHERWISE(IN(arg, hexlong)));
SYSCALL(my_fcntl, C_NONE, int, IN(fd, fd), IN(cmd, int), CHOOSE(my_fcntl_choice));
SYSCALL_AS(my_poll, C_NONE, int,
	NOTES(NOTE("in", set, fdset, LEN_IS(64), WHEN(RET, ABOVE, 0)),
	      NOTE_WORD("Timeout", WHEN(RET, IS, 0))),
	IN(set, fdset, LEN_IS(64)));
SYSCALL_AS(my_clone, C_NONE, int, VIEW(ORDER(stack, flags), NAMED(stack)), IN(flags, int), IN(stack, address),
	OUT(tid, int, WHEN(flags, IS, 1)));
SYSCALL(my_sigreturn, C_NONE, int, IN(frame, long, STACKED), IN(first, int));
SYSCALL_AS(my_sendfile, C_NONE, int, VIEW(APART(offset), ONLY(IF(RET, ABOVE, 0, offset))),
	INOUT(offset, loff), IN(count, int));
SYSCALL(my_old_mmap, C_NONE | MEMORY_ARGS, int, IN(a, int), IN(b, fd), IN(c, long));
SYSCALL(my_time, C_NONE, seconds, IN(when, seconds), IN(exact, seconds, FRACTION(ns)), IN(ns, int));
static const struct multiplexed my_calls[] = {
	{ ID_listen, MULTIPLEX_ANY_VERSION, 1, 2, { MULTIPLEX_MEMORY + 1, 2 } },
	{ ID_accept, 1, 1, 1, { 3 } },
	{ 0, 0, 0, 0, { 0 } },
};
const struct syscall row_my_socketcall = { .multiplexed = my_calls,
	ROW(C_NONE | MULTIPLEX, int, IN(call, int), IN(args, address)) };
SYSCALL(my_handle, C_NONE, int, IN(pid, pid), IN(dirfd, dirfd), IN(other, fd));
/* clang-format on */

static struct bench bench;

static void start(const char *abi, const struct syscall *row)
{
	bench_init(&bench, abi_by_name(abi), row);
}

static void finish(void)
{
	bench_free(&bench);
}

static void arguments(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	bench.call.args[0] = a;
	bench.call.args[1] = b;
	bench.call.args[2] = c;
	bench.call.args[3] = d;
}

#define expect_enter(text) ck_assert_str_eq(bench_enter(&bench), text)
#define expect_exit(result, text) ck_assert_str_eq(bench_exit(&bench, result), text)

START_TEST(out_bytes_come_at_the_exit)
{
	start("x86_64", &row_my_read);
	bench_map(&bench, 0x1000, "hello, world", 12);
	arguments(UINT64_C(0xffffffff00000003), 0x1000, 100, 0);
	expect_enter("0fd= fd:3 1buf? 2count= 100");
	expect_exit(5, "1buf:exit= \"hello\" = 5");
	expect_exit(0, "1buf:exit= \"\" = 0");
	expect_exit(-14, "1buf:exit= @0x1000");
	expect_exit(13, "1buf:exit= !@0x1000 = 13");
	arguments(0, 0, 100, 0);
	expect_enter("0fd= fd:0 1buf? 2count= 100");
	expect_exit(5, "1buf:exit= @0 = 5");
}
END_TEST

START_TEST(conditions_leave_arguments_out)
{
	start("x86_64", &row_my_open);
	bench_map(&bench, 0x1000, "/tmp/x", 7);
	arguments(0xffffff9c, 0x1000, 0, 0644);
	expect_enter("0dirfd= dirfd:-100 1name= p\"/tmp/x\" 2flags= flags:0");
	arguments(0xffffff9c, 0x1000, 0x41, 0644);
	expect_enter("0dirfd= dirfd:-100 1name= p\"/tmp/x\" 2flags= flags:65 3mode= perm:0644");
	expect_exit(3, "= fd:3");
}
END_TEST

START_TEST(conditions_on_the_result_show_addresses)
{
	start("x86_64", &row_my_wait);
	bench_map(&bench, 0x1000, "\x00\x01\x00\x00", 4);
	arguments(UINT64_MAX, 0x1000, 0x1000, 0);
	expect_enter("0pid= pid:-1 1status? 2usage?");
	expect_exit(0, "1status:exit= @0x1000 2usage:exit= < 256 > = pid:0");
	expect_enter("0pid= pid:-1 1status? 2usage?");
	expect_exit(7, "1status:exit= < status:0x100 > 2usage:exit= < 256 > = pid:7");
}
END_TEST

START_TEST(arguments_can_be_filled_on_error)
{
	uint64_t left = 3;

	start("x86_64", &row_my_sleep);
	bench_map(&bench, 0x1000, &left, 8);
	arguments(0x1000, 0, 0, 0);
	expect_enter("0left?");
	expect_exit(-516, "0left:exit= < 3 >");
	expect_exit(-22, "0left:exit= @0x1000");
	expect_exit(0, "0left:exit= @0x1000 = 0");
}
END_TEST

START_TEST(inout_scalars_show_both_values)
{
	struct {
		uint32_t len;
		char name[12];
	} memory = { 8, "abcdefghijk" };

	start("x86_64", &row_my_getsockname);
	bench_map(&bench, 0x1000, &memory, sizeof(memory));
	arguments(3, 0x1004, 0x1000, 0);
	expect_enter("0fd= fd:3 1addr? 2len?");
	memory.len = 4;
	expect_exit(0, "1addr:exit= \"abcd\" 2len:exit= < 8 => 4 > = 0");
	expect_enter("0fd= fd:3 1addr? 2len?");
	expect_exit(0, "1addr:exit= \"abcd\" 2len:exit= < 4 > = 0");
	expect_enter("0fd= fd:3 1addr? 2len?");
	memory.len = 10; /* the kernel reports more bytes than the buffer holds */
	expect_exit(0, "1addr:exit= \"abcd\" 2len:exit= < 4 => 10 > = 0");
	expect_enter("0fd= fd:3 1addr? 2len?");
	expect_exit(-9, "1addr:exit= @0x1004 2len:exit= < 10 >");
}
END_TEST

START_TEST(inout_scalars_at_bad_addresses)
{
	uint32_t len = UINT32_MAX;

	start("x86_64", &row_my_getsockname);
	bench_map(&bench, 0x1000, &len, sizeof(len));
	arguments(3, 0, 0x1000, 0);
	expect_enter("0fd= fd:3 1addr? 2len?");
	expect_exit(0, "1addr:exit= @0 2len:exit= @0x1000 = 0");
	arguments(3, 0x1000, 0, 0);
	expect_enter("0fd= fd:3 1addr? 2len?");
	expect_exit(0, "1addr:exit= !@0x1000 2len:exit= @0 = 0");
	arguments(3, 0x1000, 0x5000, 0);
	expect_enter("0fd= fd:3 1addr? 2len?");
	expect_exit(0, "1addr:exit= !@0x1000 2len:exit= !@0x5000 = 0");
	arguments(3, 0x1000, 0x1000, 0);
	expect_enter("0fd= fd:3 1addr? 2len?");
	expect_exit(0, "1addr:exit= !@0x1000 2len:exit= < -1 > = 0");
}
END_TEST

START_TEST(pairs_take_two_registers)
{
	struct abi aligned;

	start("i386", &row_my_pread);
	arguments(3, 0, 8, 0x89abcdef);
	bench.call.args[4] = 0x1;
	bench.call.args[5] = 0x22;
	expect_enter("0fd= fd:3 1buf? 2count= 8 3offset= 6604705263 4after= 34");
	bench.call.abi = abi_by_name("x32");
	expect_enter("0fd= fd:3 1buf? 2count= 8 3offset= 2309737967 4after= 1");
	aligned = *abi_by_name("i386");
	aligned.pairs_aligned = true;
	bench.call.abi = &aligned;
	bench.call.args[4] = 0x11;
	bench.call.args[5] = 0x1;
	/* The pair begins at register 4: no register is left for the last argument. */
	expect_enter("0fd= fd:3 1buf? 2count= 8 3offset= 4294967313");
	bench.call.row = &row_my_llseek;
	bench.call.abi = abi_by_name("i386");
	arguments(3, 0x1, 0x2, 0);
	expect_enter("0fd= fd:3 1offset= 4294967298 2result? 3whence= 17");
	/* No ABI aligns halves that are arguments of their own. */
	bench.call.abi = &aligned;
	expect_enter("0fd= fd:3 1offset= 4294967298 2result? 3whence= 17");
}
END_TEST

START_TEST(registers_are_cut_to_their_types)
{
	static const char all[] = "0s8= -1 1u16= 65535 2address= @0xffffffffffffffff 3long= -1 "
				  "4klong= -1 5u64= 18446744073709551615";

	start("x86_64", &row_my_scalars);
	memset(bench.call.args, 0xff, sizeof(bench.call.args));
	expect_enter(all);
	expect_exit(-1000000, "= @0xfffffffffff0bdc0");
	bench.call.abi = abi_by_name("i386");
	expect_enter("0s8= -1 1u16= 65535 2address= @0xffffffff 3long= -1 4klong= -1 "
		     "5u64= 4294967295");
	expect_exit(-1000000, "= @0xfff0bdc0");
	bench.call.abi = abi_by_name("x32");
	expect_enter("0s8= -1 1u16= 65535 2address= @0xffffffff 3long= -1 4klong= -1 "
		     "5u64= 18446744073709551615");
}
END_TEST

START_TEST(choices_add_arguments)
{
	uint64_t where = 5;

	start("x86_64", &row_my_fcntl);
	bench_map(&bench, 0x1000, &where, sizeof(where));
	arguments(3, 1, 255, 0);
	expect_enter("0fd= fd:3 1cmd= 1 2arg!= 0xff");
	arguments(3, 2, 255, 0);
	expect_enter("0fd= fd:3 1cmd= 2 2arg!= 0xff");
	arguments(3, 9, 255, 0);
	expect_enter("0fd= fd:3 1cmd= 9 2arg= 0xff");
	arguments(3, 3, 255, 0);
	expect_enter("0fd= fd:3 1cmd= 3 2unused= 255");
	expect_exit(2, "= 2 (flags flags:2");
	expect_exit(-9, "");
	arguments(3, 4, 0x1000, 7);
	expect_enter("0fd= fd:3 1cmd= 4 2where? 3last= 7");
	expect_exit(6, "2where:exit= < 5 > = fd:6");
}
END_TEST

START_TEST(notes_follow_the_result)
{
	uint64_t set = 5;

	start("x86_64", &row_my_poll);
	bench_map(&bench, 0x1000, &set, sizeof(set));
	arguments(0x1000, 0, 0, 0);
	expect_enter("0set= fdset:0500000000000000");
	set = 4;
	expect_exit(1, "= 1 (in fdset:0400000000000000");
	expect_exit(0, "= 0 (Timeout");
	expect_exit(-4, "");
	arguments(0, 0, 0, 0);
	expect_enter("0set= @0");
	expect_exit(1, "= 1");
}
END_TEST

START_TEST(raw_calls_are_numbers)
{
	start("x86_64", &row_my_fcntl);
	bench.call.raw = true;
	arguments(3, 4, 0x1000, UINT64_MAX);
	expect_enter("0arg1= 0x3 1arg2= 0x4 2arg3= 0x1000 3arg4= 0xffffffffffffffff");
	expect_exit(16, "= 0x10");
	expect_exit(-9, "");
	bench.call.abi = abi_by_name("i386");
	expect_enter("0arg1= 0x3 1arg2= 0x4 2arg3= 0x1000 3arg4= 0xffffffff");
	bench.call.row = &row_my_pread;
	expect_enter("0arg1= 0x3 1arg2= 0x4 2arg3= 0x1000 3arg4= 0xffffffff 4arg5= 0 5arg6= 0");
	bench.call.raw = false;
	bench.call.row = NULL;
	expect_enter("0arg1= 0x3 1arg2= 0x4 2arg3= 0x1000 3arg4= 0xffffffff 4arg5= 0 5arg6= 0");
	expect_exit(16, "= 0x10");
}
END_TEST

START_TEST(descriptors_and_pids_are_looked_up)
{
	start("x86_64", &row_my_handle);
	arguments(7, 0xffffff9c, 0xffffffff, 0);
	expect_enter("0pid= pid:7 1dirfd= dirfd:-100 2other= fd:-1");
	bench.config.fds = FD_PATH;
	bench.config.pid_comms = true;
	expect_enter("0pid= pid:7<comm7> 1dirfd= dirfd:-100</fd/-100> 2other= fd:-1");
	bench.call.row = &row_my_open;
	bench_enter(&bench);
	expect_exit(4, "= fd:4</fd/4>");
}
END_TEST

START_TEST(views_reorder_arguments)
{
	uint32_t tid = 7;

	start("x86_64", &row_my_clone);
	bench_map(&bench, 0x1000, &tid, sizeof(tid));
	arguments(1, 0x2000, 0x1000, 0);
	expect_enter("0stack!= @0x2000 1flags= 1 2tid?");
	expect_exit(3, "2tid:exit= < 7 > = 3");
	arguments(2, 0x2000, 0x1000, 0);
	expect_enter("0stack!= @0x2000 1flags= 2");
	expect_exit(3, "= 3");
	bench.call.raw = true;
	expect_enter("0arg1= 0x2 1arg2= 0x2000 2arg3= 0x1000");
}
END_TEST

START_TEST(stacked_arguments_are_read_from_the_stack)
{
	uint64_t frame = 9;

	start("x86_64", &row_my_sigreturn);
	bench_map(&bench, 0x1000, &frame, sizeof(frame));
	bench.call.sp = 0x1000;
	arguments(5, 0, 0, 0);
	expect_enter("0frame= < 9 > 1first= 5");
	bench.call.sp = 0x1001;
	expect_enter("0frame= !@0x1001 1first= 5");
}
END_TEST

START_TEST(inout_scalars_can_be_split)
{
	uint64_t offset = 9;

	start("x86_64", &row_my_sendfile);
	bench_map(&bench, 0x1000, &offset, sizeof(offset));
	arguments(0x1000, 5, 0, 0);
	expect_enter("0offset= < 9 > 0offset? 1count= 5");
	offset = 14;
	expect_exit(5, "0offset:exit= < 14 > = 5");
	expect_exit(0, "= 0");
	expect_exit(-9, "");
	arguments(0, 5, 0, 0);
	expect_enter("0offset= @0 0offset? 1count= 5");
	expect_exit(5, "= 5");
}
END_TEST

START_TEST(arguments_can_be_in_memory)
{
	uint32_t args[] = { 7, 8, 0xffffffff };

	start("i386", &row_my_old_mmap);
	bench_map(&bench, 0x1000, args, sizeof(args));
	arguments(UINT64_C(0xf00001000), 0, 0, 0);
	decode_resolve(&bench.fetch, &bench.call, ID_none);
	expect_enter("0a= 7 1b= fd:8 2c= -1");
	arguments(0x1004, 0, 0, 0);
	decode_resolve(&bench.fetch, &bench.call, ID_none);
	expect_enter("0arg= !@0x1004");
	expect_exit(0, "= 0");
}
END_TEST

START_TEST(multiplexed_calls_are_resolved)
{
	uint32_t args[] = { 7, 8 };

	start("i386", &row_my_socketcall);
	bench_map(&bench, 0x1000, args, sizeof(args));
	arguments(4, 0x1000, 5, 6);
	decode_resolve(&bench.fetch, &bench.call, ID_listen);
	ck_assert_uint_eq(bench.call.id, ID_listen);
	ck_assert_str_eq(bench.call.name, "listen");
	ck_assert_uint_eq(bench.call.args[0], 8);
	ck_assert_uint_eq(bench.call.args[1], 5);
	bench.call.row = &row_my_socketcall;
	arguments(4, 0x1004, 5, 6);
	decode_resolve(&bench.fetch, &bench.call, ID_listen);
	expect_enter("0call= 4 1args= @0x1004");
	decode_resolve(&bench.fetch, &bench.call, ID_accept); /* needs version 1 */
	expect_enter("0call= 4 1args= @0x1004");
	arguments(0x10005, 0, 0, 6);
	decode_resolve(&bench.fetch, &bench.call, ID_accept);
	ck_assert_uint_eq(bench.call.id, ID_accept);
	ck_assert_uint_eq(bench.call.args[0], 6);
}
END_TEST

START_TEST(seconds_are_dates)
{
	start("x86_64", &row_my_time);
	arguments(5, 6, 7, 0);
	expect_enter("0when= seconds:5 /5+0.9/ 1exact= seconds:6 /6+7.9/ 2ns= 7");
	expect_exit(8, "= seconds:8 /8+0.9/");
	arguments(5, 6, 0xffffffff, 0);
	expect_enter("0when= seconds:5 /5+0.9/ 1exact= seconds:6 /6+4294967295.9/ 2ns= -1");
}
END_TEST

START_TEST(selinux_contexts)
{
	static const struct {
		enum context_format format;
		const char *context, *shown;
	} rows[] = {
		{ CONTEXTS_TYPE, "u:r:passwd_file_t:s0:c1,c2", "passwd_file_t" },
		{ CONTEXTS_TYPE, "u:r:passwd_file_t", "passwd_file_t" },
		{ CONTEXTS_FULL, "u:r:passwd_file_t:s0:c1,c2", "u:r:passwd_file_t:s0:c1,c2" },
		{ CONTEXTS_NO, "u:r:passwd_file_t:s0", NULL },
		{ CONTEXTS_TYPE, "::", "" },
		/* The context that AppArmor gives a process is not one of SELinux. */
		{ CONTEXTS_TYPE, "unconfined", NULL },
		{ CONTEXTS_FULL, "/usr/bin/man (enforce)", NULL },
		{ CONTEXTS_FULL, "", NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		size_t len = strlen(rows[i].context);
		const char *shown = decode_context(rows[i].format, rows[i].context, &len);

		ck_assert_int_eq(!shown, !rows[i].shown);
		if (shown) {
			ck_assert_uint_eq(len, strlen(rows[i].shown));
			ck_assert(!memcmp(shown, rows[i].shown, len));
		}
	}
}
END_TEST

int main(void)
{
	Suite *suite;
	TCase *calls;

	if (suite_has_other_byte_order("SKIPPED"))
		return SUITE_SKIPPED;
	suite = suite_create("decode");
	calls = tcase_create("calls");
	tcase_add_checked_fixture(calls, NULL, finish);
	tcase_add_test(calls, selinux_contexts);
	tcase_add_test(calls, out_bytes_come_at_the_exit);
	tcase_add_test(calls, conditions_leave_arguments_out);
	tcase_add_test(calls, conditions_on_the_result_show_addresses);
	tcase_add_test(calls, arguments_can_be_filled_on_error);
	tcase_add_test(calls, inout_scalars_show_both_values);
	tcase_add_test(calls, inout_scalars_at_bad_addresses);
	tcase_add_test(calls, pairs_take_two_registers);
	tcase_add_test(calls, registers_are_cut_to_their_types);
	tcase_add_test(calls, choices_add_arguments);
	tcase_add_test(calls, notes_follow_the_result);
	tcase_add_test(calls, raw_calls_are_numbers);
	tcase_add_test(calls, descriptors_and_pids_are_looked_up);
	tcase_add_test(calls, views_reorder_arguments);
	tcase_add_test(calls, stacked_arguments_are_read_from_the_stack);
	tcase_add_test(calls, inout_scalars_can_be_split);
	tcase_add_test(calls, arguments_can_be_in_memory);
	tcase_add_test(calls, multiplexed_calls_are_resolved);
	tcase_add_test(calls, seconds_are_dates);
	return suite_run(suite, calls, decode_memory_suite());
}
