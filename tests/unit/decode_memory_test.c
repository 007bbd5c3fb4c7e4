/* SPDX-License-Identifier: MIT */
/*
 * Unit tests of decode with rows and memory of their own: strings, sets, arrays, structs, records.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "decode_support.h"
#include "scry/arch.h"
#include "syscalls/table.h"

/* clang-format off */
SYSCALL(my_strings, C_NONE, int, IN(s, string), IN(p, path), IN(t, text, LEN_IS(4)));
SYSCALL(my_write, C_NONE, int, IN(buf, bytes, LEN(count)), IN(count, size), IN(ints, bytes, LEN_UNITS(n, 4)), IN(n, int));
SYSCALL(my_exec, C_NONE, int, IN(argv, argv), IN(envp, envp));
SYSCALL(my_sigset, C_NONE, int, IN(set, sigset, LEN(size)), IN(size, size), IN(units, sigset, LEN_UNITS(size, 1)));
SYSCALL(my_request, C_NONE, int, IN(op, hex32), IN(argp, text, LEN_OF_REQUEST(op)));
SYSCALL(my_fdset, C_NONE, int, IN(n, int), IN(set, fdset, LEN(n)));

STRUCT_TYPE(my_pair, IN(a, u8), IN(b, uint));
STRUCT_TYPE_AS(my_event, VIEW(.only_if = "ready"), IN(fd, fd), IN(ready, s16));
SYSCALL(my_arrays, C_NONE, int, IN(pairs, my_pair, COUNT(n)), IN(n, int), IN(pointers, int, COUNT(n), PTR));
SYSCALL(my_events, C_NONE, int, IN(events, my_event, COUNT(n)), IN(n, uint));

STRUCT_TYPE(my_iovec, IN(base, bytes, PTR, LEN(len)), IN(len, size));
SYSCALL(my_readv, C_NONE, size, OUT(iov, my_iovec, COUNT(n), TOTAL(RET)), IN(n, size));

STRUCT_TYPE(my_vector, IN(iov, my_iovec, PTR, COUNT(n)), IN(n, size));
SYSCALL(my_vectors, C_NONE, int, IN(vectors, my_vector, COUNT(n)), IN(n, int));
const struct type t_my_nr = { .name = "my_nr", .kind = KIND_SYSCALL, .storage = STORE_U32 };
const struct type t_my_ticks = { .name = "my_ticks", .kind = KIND_TICKS, .storage = STORE_S64 };
STRUCT_TYPE_AS(my_kinds, ALIGN(1),
	IN(ipv4, ipv4), IN(port, port), IN(uid16, uid16), IN(signal, signal), IN(errno, errno), IN(mode, mode),
	IN(arch, hex32), IN(nr, my_nr, BY(arch)), IN(dev, dev32), IN(ipv6, ipv6), IN(limit, limit64),
	IN(ticks, my_ticks), IN(status, wait_status));
SYSCALL(my_kinds, C_NONE, int, IN(it, my_kinds));

CHOICE(my_value_choice, kind, WITH(1, IN(number, uint)), WITH(2, IN(pair, my_pair)), OTHERWISE(IN(other, hex64)));
STRUCT_TYPE_AS(my_members, VIEW(HIDE(hidden), NONZERO(nonzero), VERBOSE(long_story)),
	IN(kind, u8), IN(hidden, u8), IN(nonzero, u16), IN(bit, uint, BITS(3)), IN(bits, uint, BITS(5)),
	CHOOSE(my_value_choice), IN(next, my_pair, PTR), IN(wide, hex32, PTR64, WHEN(kind, IS_NOT, 7), OR_ADDRESS),
	IN(long_story, int), IN(name, text, LEN_IS(4)), IN(tail, u8, COUNT_IS(3)));
SYSCALL(my_struct, C_NONE, int, IN(members, my_members));

SYSCALL(my_out, C_NONE, int, OUT(members, my_pair));

STRUCT_TYPE_AS(my_list, .view = NULL, IN(next, my_list, PTR), IN(n, int));
SYSCALL(my_chain, C_NONE, int, IN(list, my_list));

STRUCT_TYPE_AS(my_sized, MIN_SIZE(4) COMMA EXTENSIBLE, IN(a, uint), IN(b, uint), IN(c, uint));
STRUCT_TYPE_AS(my_brief, PARTS(MIN_SIZE(1), MAX_SIZE(4096), EXTENSIBLE, VIEW(.extra = EXTRA_NAMED)), IN(a, uint), IN(b, uint));
SYSCALL(my_sizes, C_NONE, int, IN(sized, my_sized, LEN(size)), IN(brief, my_brief, LEN(size)), IN(size, int));

STRUCT_TYPE_AS(my_parts, MIN_SIZE(1), IN(a, u16), PAD(2), IN(b, uint, TOGETHER), IN(c, uint), IN(d, uint, TOGETHER));
SYSCALL(my_parts, C_NONE, int, IN(parts, my_parts, LEN(size)), IN(said, string, LEN(size)), IN(size, int),
	IN(named, u8, COUNT_IS(2), INDEX(fd_flags)), IN(link, interface), IN(version, kernel_version));

const struct type t_my_value = { .name = "my_value", .kind = KIND_BYTES, BYTES(.max = 9, .terminated = true) };
const struct type t_my_key = { .name = "my_key", .kind = KIND_BYTES, BYTES(.capacity = 3) };
const struct type t_my_bit = { .name = "my_bit", .kind = KIND_NUMBER, .storage = STORE_U8, .base = 10, .number = { .mask = 1 } };
SYSCALL(my_odd, C_NONE, int, IN(value, my_value, LEN(n)), IN(key, my_key, LEN(n)), IN(n, int),
	IN(bits, my_bit, COUNT_IS(2)), IN(pair, uint, COUNT_IS(2), WHOLE));

STRUCT_TYPE_AS(my_short, MIN_SIZE(1), IN(a, uint), IN(more, uint, PTR64), IN(rest, u64, COUNT_IS(8)));
SYSCALL(my_short, C_NONE, int, IN(it, my_short, LEN(size)), IN(size, int));

STRUCT_TYPE_AS(my_address, MIN_SIZE(2), IN(family, u16), IN(path, socket_name, LEN_IS(108)));
SYSCALL(my_connect, C_NONE, int, IN(address, my_address, LEN(len)), IN(len, int));

STRUCT_TYPE(my_inout, IN(flags, uint), INOUT(size, uint), OUT(answer, uint), INOUT(cell, int, PTR64), OUT(word, uint, WHEN(flags, IS, 1)));
STRUCT_TYPE_AS(my_merged, VIEW(.merge = true), IN(flags, uint), INOUT(size, uint), OUT(answer, uint));
SYSCALL(my_change, C_NONE, int, INOUT(it, my_inout));
SYSCALL(my_fill, C_NONE, int, OUT(it, my_inout));
SYSCALL(my_merge, C_NONE, int, INOUT(it, my_merged));
STRUCT_TYPE_AS(my_apart, VIEW(.merge = true, APART(size)), IN(flags, uint), INOUT(size, uint));
SYSCALL(my_count, C_NONE, int, INOUT(it, my_apart));
STRUCT_TYPE(my_both, IN(flags, uint), IN(size, uint), IN(cell, int, PTR64));
VIEW_TYPE(my_both_again, .again = true);
SYSCALL(my_adjust, C_NONE, int, INOUT(it, my_both, CHANGES(size, cell), AS(my_both_again)));
SYSCALL(my_exchange, C_NONE, int, INOUT(it, my_both, CHANGES(*cell)));

STRUCT_TYPE_AS(my_union, VIEW(ORDER(a, u32, u64, late, rest)),
	IN(a, u8), IN(u32, uint), IN(u64, u64, UNION_WITH_PREVIOUS), IN(late, u16), IN(rest, u8, COUNT(SIZE)));
SYSCALL(my_union_call, C_NONE, int, IN(it, my_union));
STRUCT_TYPE_AS(my_time, VIEW(SENTINEL(ns, errno)) COMMA
	DATE(s, ns, 1000), IN(s, long), IN(ns, long));
STRUCT_TYPE(my_nth, IN(even, u8, WHEN(INDEX, IS, 0 | 2)), IN(odd, u8, WHEN(INDEX, IS, 1)));
SYSCALL(my_times, C_NONE, int, IN(times, my_time, COUNT(n)), IN(nths, my_nth, COUNT_PER(n, 2)), IN(n, int),
	IN(cpus, cpuset, LEN(n)));
STRUCT_TYPE(my_entry, IN(len, u16), IN(type, u8), PAD(1), IN(data, u8, COUNT_REST));
const struct type t_my_entries = { .name = "my_entries", .kind = KIND_RECORDS, RECORDS(.header = &t_my_entry, .size = "len", .align = 4), VIEW(.counted = "entries") };
const struct type t_my_messages = { .name = "my_messages", .kind = KIND_RECORDS, RECORDS(.header = &t_my_entry, .size = "len", .align = 4) };
SYSCALL(my_records, C_NONE, int, IN(entries, my_entries, LEN(len)), IN(messages, my_messages, LEN(len)), IN(len, int));
/* clang-format on */

static struct bench bench;
static unsigned char page[4096];

#define PAGE 0x10000u
#define END (PAGE + sizeof(page))

/* The tracee has one page. at_start() and at_end() copy bytes to its start and its end. */
static void start(const char *abi, const struct syscall *row)
{
	bench_init(&bench, abi_by_name(abi), row);
	bench_map(&bench, PAGE, page, sizeof(page));
}

static void finish(void)
{
	bench_free(&bench);
}

static uint64_t at_start(const void *bytes, size_t len)
{
	memcpy(page, bytes, len);
	return PAGE;
}

static uint64_t at_end(const void *bytes, size_t len)
{
	memcpy(page + sizeof(page) - len, bytes, len);
	return END - len;
}

static const char *enter(uint64_t a, uint64_t b, uint64_t c)
{
	bench.call.args[0] = a;
	bench.call.args[1] = b;
	bench.call.args[2] = c;
	return bench_enter(&bench);
}

#define expect(text, a, b, c) ck_assert_str_eq(enter(a, b, c), text)
#define expect_exit(result, text) ck_assert_str_eq(bench_exit(&bench, result), text)

/* As strace 6.1, show the address if unmapped memory comes before the NUL and before the limit. */
START_TEST(c_strings_end_at_nul_or_limit)
{
	start("x86_64", &row_my_strings);
	expect("0s= @0 1p= @0 2t= @0", 0, 0, 0);
	expect("0s= !@0x11000 1p= !@0x11000 2t= !@0x11000", END, END, END);
	at_end("abc", 3);
	expect("0s= !@0x10ffd 1p= !@0x10ffd 2t= !@0x10ffd", END - 3, END - 3, END - 3);
	at_end("abc", 4);
	expect("0s= \"abc\" 1p= p\"abc\" 2t= \"abc\"", END - 4, END - 4, END - 4);
	memset(page, 'a', sizeof(page));
	bench.config.string_limit = 4;
	expect("0s= !@0x10ffc 1p= !@0x10ffb 2t= \"aaaa\"...", END - 4, END - 5, END - 4);
	expect("0s= \"aaaa\"... 1p= !@0x10ffb 2t= \"aaaa\"...", END - 5, END - 5, END - 5);
	page[3] = 0;
	expect("0s= \"aaa\" 1p= p\"aaa\" 2t= \"aaa\"", PAGE, PAGE, PAGE);
	page[3] = 'a';
	page[4] = 0;
	expect("0s= \"aaaa\" 1p= p\"aaaa\" 2t= \"aaaa\"...", PAGE, PAGE, PAGE);
	bench.config.string_limit = 0;
	expect("0s= \"\"... 1p= p\"aaaa\" 2t= \"aaaa\"...", PAGE, PAGE, PAGE);
}
END_TEST

/*
 * JSON has the length of a string that -s cuts. Unreadable memory before the NUL, or a very long
 * string, leaves it unknown.
 */
START_TEST(cut_strings_have_a_length_in_json)
{
	static unsigned char long_string[200 * 1024];

	start("x86_64", &row_my_strings);
	bench.recorder.sink.views = false;
	memset(page, 'a', sizeof(page));
	bench.config.string_limit = 4;
	page[4] = 0;
	expect("0s= \"aaaa\" 1p= @0 2t= @0", PAGE, 0, 0);
	page[4] = 'a';
	page[5] = 0;
	expect("0s= \"aaaa\"...5 1p= @0 2t= @0", PAGE, 0, 0);
	expect("0s= \"aaaa\"... 1p= @0 2t= @0", END - 5, 0, 0);
	memset(long_string, 's', sizeof(long_string));
	bench_map(&bench, 0x100000, long_string, sizeof(long_string));
	expect("0s= \"ssss\"... 1p= @0 2t= @0", 0x100000, 0, 0);
	long_string[128 * 1024 - 1] = 0;
	expect("0s= \"ssss\"...131071 1p= @0 2t= @0", 0x100000, 0, 0);
	bench.recorder.sink.views = true;
	expect("0s= \"ssss\"... 1p= @0 2t= @0", 0x100000, 0, 0);
}
END_TEST

START_TEST(paths_are_whole_up_to_path_max)
{
	static unsigned char long_path[8192];
	const char *text;

	start("x86_64", &row_my_strings);
	memset(long_path, 'p', sizeof(long_path));
	bench_map(&bench, 0x100000, long_path, sizeof(long_path));
	text = enter(0, 0x100000, 0);
	ck_assert_uint_eq(strspn(strstr(text, "p\"") + 2, "p"), 4095);
	ck_assert_ptr_nonnull(strstr(text, "p\"... 2t"));
	long_path[4095] = 0;
	ck_assert_ptr_nonnull(strstr(enter(0, 0x100000, 0), "p\" 2t"));
}
END_TEST

START_TEST(bytes_have_a_length)
{
	start("x86_64", &row_my_write);
	bench.config.string_limit = 4;
	at_end("abcde", 5);
	bench.call.args[3] = 1;
	expect("0buf= \"abcd\"...5 1count= 5 2ints= \"abcd\" 3n= 1", END - 5, 5, END - 5);
	expect("0buf= \"abcd\"...1000000 1count= 1000000 2ints= \"abcd\" 3n= 1", END - 5, 1000000,
	       END - 5);
	expect("0buf= !@0x10ffc 1count= 5 2ints= !@0x10ffd 3n= 1", END - 4, 5, END - 3);
	expect("0buf= \"bcde\" 1count= 4 2ints= \"bcde\" 3n= 1", END - 4, 4, END - 4);
	bench.call.args[3] = 0xffffffff; /* a negative length */
	expect("0buf= \"\" 1count= 0 2ints= !@0x10ffc 3n= -1", END, 0, END - 4);
	expect("0buf= \"abcd\"...18446744073709551615 1count= 18446744073709551615 2ints= @0 3n= "
	       "-1",
	       END - 5, UINT64_MAX, 0);
}
END_TEST

START_TEST(vectors_end_with_null)
{
	uint64_t vector[] = { PAGE + 100, PAGE + 100, 0 };
	uint32_t vector32[] = { PAGE + 100, 0xfffff000, 0 };

	start("x86_64", &row_my_exec);
	memcpy(page + 100, "arg", 4);
	at_start(vector, sizeof(vector));
	expect("0argv= [ \"arg\" \"arg\" ] 1envp= @0x10000/2-vars", PAGE, PAGE, 0);
	expect("0argv= [ \"arg\" ] 1envp= @0x10008/1-var", PAGE + 8, PAGE + 8, 0);
	expect("0argv= [ ] 1envp= @0x10010/0-vars", PAGE + 16, PAGE + 16, 0);
	expect("0argv= @0 1envp= @0", 0, 0, 0);
	expect("0argv= !@0x11000 1envp= !@0x11000", END, END, 0);
	expect("0argv= !@0x10ffc 1envp= !@0x10ffc", END - 4, END - 4, 0);
	at_end(vector, 16);
	expect("0argv= [ \"arg\" \"arg\" !@0x11000 !] 1envp= @0x10ff0/2-vars, unterminated",
	       END - 16, END - 16, 0);
	bench.config.string_limit = 1;
	expect("0argv= [ \"a\"... ...] 1envp= @0x10000/2-vars", PAGE, PAGE, 0);
	bench.config.verbose = true;
	expect("0argv= [ \"a\"... \"a\"... ] 1envp= [ \"a\"... \"a\"... ]", PAGE, PAGE, 0);
	bench.call.abi = abi_by_name("i386");
	at_start(vector32, sizeof(vector32));
	expect("0argv= [ \"a\"... !@0xfffff000 ] 1envp= [ \"a\"... !@0xfffff000 ]", PAGE, PAGE, 0);
}
END_TEST

START_TEST(signal_sets_have_one_size)
{
	start("x86_64", &row_my_sigset);
	at_end("\1\2\3\4\5\6\7\10", 8);
	expect("0set= sigset:0102030405060708 1size= 8 2units= sigset:0102030405060708", END - 8, 8,
	       END - 8);
	expect("0set= !@0x10ff8 1size= 4 2units= sigset:01020304", END - 8, 4, END - 8);
	expect("0set= !@0x10ff8 1size= 16 2units= !@0x10ff8", END - 8, 16, END - 8);
	expect("0set= !@0x10ff9 1size= 8 2units= !@0x10ff9", END - 7, 8, END - 7);
	expect("0set= @0 1size= 0 2units= !@0x10ff8", 0, 0, END - 8);
}
END_TEST

START_TEST(descriptor_sets_end_at_the_last_word)
{
	start("x86_64", &row_my_fdset);
	at_end("\xff\xff\xff\xff\xff\xff\xff\xff", 8);
	expect("0n= 3 1set= fdset:0700000000000000", 3, END - 8, 0);
	expect("0n= 64 1set= fdset:ffffffffffffffff", 64, END - 8, 0);
	expect("0n= 65 1set= !@0x10ff8", 65, END - 8, 0);
	expect("0n= 0 1set= @0x10ff8", 0, END - 8, 0);
	expect("0n= -1 1set= @0x10ff8", 0xffffffff, END - 8, 0);
	expect("0n= 1073741824 1set= !@0x10ff8", 1 << 30, END - 8, 0);
	bench.call.abi = abi_by_name("i386");
	expect("0n= 3 1set= fdset:07000000", 3, END - 4, 0);
}
END_TEST

START_TEST(arrays_end_at_unreadable_memory)
{
	static const unsigned char pairs[24] = { 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4 };
	uint64_t pointers[] = { PAGE, 0x5, 0 };

	start("x86_64", &row_my_arrays);
	at_start(pairs, sizeof(pairs));
	expect("0pairs= [ { .a 1 .b 2 } { .a 3 .b 4 } ] 1n= 2 2pointers= @0", PAGE, 2, 0);
	expect("0pairs= [ ] 1n= 0 2pointers= [ ]", END, 0, END);
	expect("0pairs= !@0x10000 1n= -1 2pointers= @0", PAGE, 0xffffffff, 0);
	at_end(pairs, 12);
	expect("0pairs= [ { .a 1 .b 2 } !@0x10ffc !] 1n= 2 2pointers= @0", END - 12, 2, 0);
	expect("0pairs= !@0x10ffc 1n= 2 2pointers= !@0x10ffc", END - 4, 2, END - 4);
	at_end(pairs, 16);
	bench.config.string_limit = 1;
	expect("0pairs= [ { .a 1 .b 2 } ...] 1n= 1000000 2pointers= @0", END - 16, 1000000, 0);
	expect("0pairs= [ { .a 3 .b 4 } !@0x11000 !] 1n= 1000000 2pointers= @0", END - 8, 1000000,
	       0);
	bench.config.verbose = true;
	expect("0pairs= [ { .a 1 .b 2 } { .a 3 .b 4 } !@0x11000 !] 1n= 1000000 2pointers= @0",
	       END - 16, 1000000, 0);
	at_end(pointers, sizeof(pointers));
	expect("0pairs= @0 1n= 4 2pointers= [ 1 !@0x5 @0 !@0x11000 !]", 0, 4, END - 24);
}
END_TEST

START_TEST(array_elements_are_read_at_once)
{
	start("x86_64", &row_my_arrays);
	bench.memory.reads = 0;
	enter(PAGE, 30, 0);
	ck_assert_uint_eq(bench.memory.reads, 1);
}
END_TEST

START_TEST(elements_without_events_are_hidden)
{
	static const unsigned char events[32] = { 5, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0,
						  7, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 2, 0, 0, 0 };

	start("x86_64", &row_my_events);
	at_end(events, sizeof(events));
	expect("0events= [ { .fd fd:6 .ready 1 } { .fd fd:8 .ready 2 } ] 1n= 4", END - 32, 4, 0);
	expect("0events= [ ] 1n= 1", END - 32, 1, 0);
	expect("0events= [ { .fd fd:6 .ready 1 } { .fd fd:8 .ready 2 } !@0x11000 !] 1n= 4294967295",
	       END - 32, 0xffffffff, 0);
	bench.config.string_limit = 1;
	expect("0events= [ { .fd fd:6 .ready 1 } ...] 1n= 4", END - 32, 4, 0);
}
END_TEST

START_TEST(vectors_share_a_total)
{
	uint64_t iov[] = { PAGE + 100, 3, PAGE + 100, 4, PAGE + 100, 5 };

	start("x86_64", &row_my_readv);
	memcpy(page + 100, "abcdef", 6);
	at_start(iov, sizeof(iov));
	enter(PAGE, 3, 0);
	expect_exit(5, "0iov:exit= [ { .base \"abc\" .len 3 } { .base \"ab\" .len 4 } "
		       "{ .base \"\" .len 5 } ] = 5");
}
END_TEST

START_TEST(structs_have_members)
{
	/* kind, hidden, nonzero, bits, choice (8), next, wide, long_story, name, tail */
	static unsigned char members[] = {
		1, 2, 0, 0, 0x2b, 0, 0, 0, 9, 0, 0, 0, 0,   0,	 0,   0,   0, 0, 0, 0, 0, 0, 0, 0,
		0, 1, 1, 0, 0,	  0, 0, 0, 4, 0, 0, 0, 'n', 'a', 'm', 'e', 1, 2, 3, 0, 0, 0, 0, 0
	};

	start("x86_64", &row_my_struct);
	ck_assert_uint_eq(layout_size(&t_my_members, bench.call.abi), sizeof(members));
	memcpy(page + 256, "\xaa\xbb\xcc\xdd", 4);
	at_start(members, sizeof(members));
	page[2] = page[3] = 0;
	expect("0members= { .kind 1 .bit 3 .bits 5 .number 9 .next @0 .wide < 0xddccbbaa > .name "
	       "\"nam\"... .tail [ 1 2 3 ] ...}",
	       PAGE, 0, 0);
	page[0] = 2;
	page[2] = 7;
	page[17] = 1;
	page[18] = 1;
	bench.config.verbose = true;
	expect("0members= { .kind 2 .nonzero 7 .bit 3 .bits 5 .pair { .a 9 .b 0 } .next { .a 170 "
	       ".b 0 } .wide < 0xddccbbaa > .long_story 4 .name \"nam\"... .tail [ 1 2 3 ] }",
	       PAGE, 0, 0);
	page[0] = 7;
	page[16] = 0xf0;
	page[17] = 0xff;
	page[19] = 0xff;
	expect("0members= { .kind 7 .nonzero 7 .bit 3 .bits 5 .other 0x9 .next !@0xff01fff0 .wide "
	       "@0x10100 .long_story 4 .name \"nam\"... .tail [ 1 2 3 ] }",
	       PAGE, 0, 0);
	at_end(members, sizeof(members));
	bench.config.verbose = false;
	expect("0members= !@0x10fd1", END - sizeof(members) + 1, 0, 0);
	expect("0members= @0", 0, 0, 0);
	bench.memory.reads = 0;
	enter(END - sizeof(members), 0, 0);
	ck_assert_uint_le(bench.memory.reads, 2);
}
END_TEST

START_TEST(requests_encode_the_size_of_their_argument)
{
	struct abi narrow = *abi_by_name("x86_64");

	start("x86_64", &row_my_request);
	at_start("abcdef", 6);
	expect("0op= 0x40035401 1argp= \"abc\"", 0x40035401, PAGE, 0);
	narrow.ioctl_size_bits = 13;
	bench.call.abi = &narrow;
	expect("0op= 0x20035401 1argp= \"abc\"", 0x20035401, PAGE, 0);
}
END_TEST

/*
 * asm/siginfo.h of mips: the code is the second word. SIGCHLD is 18, which is SIGCONT here;
 * SI_TIMER is -3, SI_MESGQ here.
 */
START_TEST(signals_have_the_numbers_of_their_abi)
{
	static const uint32_t child[] = { 18, 1, 0, 0, 7, 8, 9 }, timer[] = { 14, -3u, 0, 0, 5, 6 };

	start("mips64", syscall_row(ID_rt_sigqueueinfo, abi_by_name("mips64")));
	memset(page, 0, 128);
	memcpy(page, child, sizeof(child));
	expect("0tgid= pid:1 1signum= signal:18 2info= { .si_signo signal:18 .si_code enum:0x1 "
	       ".si_pid pid:7 "
	       ".si_uid uid:8 .si_status 9 .si_utime ticks:0 .si_stime ticks:0 }",
	       1, 18, PAGE);
	memcpy(page, timer, sizeof(timer));
	expect("0tgid= pid:1 1signum= signal:14 2info= { .si_signo signal:14 .si_code "
	       "enum:0xfffffffffffffffd "
	       ".si_timerid 0x5 .si_overrun 6 .si_int 9 .si_ptr @0x9 }",
	       1, 14, PAGE);
}
END_TEST

/* A family name with control characters (21) is ignored. */
START_TEST(netlink_families_have_names)
{
	static const unsigned char message[] = { 40, 0, 0, 0, 16,  0,	1,   0,	  7, 0, 0,  0, 0, 0,
						 0,  0, 3, 1, 0,   0,	6,   0,	  1, 0, 20, 0, 0, 0,
						 9,  0, 2, 0, 'n', 'a', 'm', 'e', 0, 0, 0,  0 };
	const struct abi *abi = abi_by_name("x86_64");

	start("x86_64", syscall_row(ID_sendto, abi));
	memcpy(page, message, sizeof(message));
	expect("0sockfd= fd:16 1buf= [ { .nlmsg_len 40 .nlmsg_type enum:0x10 .nlmsg_flags flags:1 "
	       ".nlmsg_seq 7 .nlmsg_pid pid:0 } { .cmd enum:0x3 .version 1 } [ [ { .nla_len 6 "
	       ".nla_type flags:1 } enum:0x14<fam20> ] [ { .nla_len 9 .nla_type flags:2 } "
	       "\"name\" ] ] ] 2len= 40 3flags= flags:0 4dest_addr= @0 5addrlen= 0",
	       16, PAGE, 40);
	page[24] = 21;
	ck_assert_ptr_nonnull(strstr(enter(16, PAGE, 40), "enum:0x15 ]"));
}
END_TEST

START_TEST(structs_follow_the_abi)
{
	static const unsigned char members[44] = { 1, 0, 5, 0, 0x2b, 0, 0,   0, 9, 0, 0, 0, 0, 0, 0,
						   0, 0, 0, 0, 0,    0, 0,   0, 0, 0, 0, 0, 0, 0, 0,
						   0, 0, 4, 0, 0,    0, 'x', 0, 0, 0, 1, 2, 3 };
	struct abi big = *abi_by_name("i386");

	start("i386", &row_my_struct);
	/* wide is 8 bytes aligned to 8 on i386 as well */
	ck_assert_uint_eq(layout_size(&t_my_members, bench.call.abi), 48);
	at_start(members, sizeof(members));
	expect("0members= { .kind 1 .nonzero 5 .bit 3 .bits 5 .number 9 .next @0 .wide @0 .name "
	       "\"x\" .tail [ 1 2 3 ] ...}",
	       PAGE, 0, 0);
	big.big_endian = true;
	bench.call.abi = &big;
	page[3] = 5;
	page[2] = 0;
	page[4] = 0x2b;
	page[8] = 0;
	page[11] = 9;
	expect("0members= { .kind 1 .nonzero 5 .bit 1 .bits 11 .number 9 .next @0 .wide @0 .name "
	       "\"x\" .tail [ 1 2 3 ] ...}",
	       PAGE, 0, 0);
}
END_TEST

/* The entry reads an OUT struct only if the caller fills some of its members. */
START_TEST(out_structs_are_not_read_at_the_entry)
{
	start("x86_64", &row_my_out);
	bench.memory.reads = 0;
	expect("0members?", PAGE, 0, 0);
	ck_assert_uint_eq(bench.memory.reads, 0);
	bench_exit(&bench, 0);
	ck_assert_uint_eq(bench.memory.reads, 1);
}
END_TEST

/* Decode caches the layout of each variant. Two values of a selector must not share an entry. */
START_TEST(choices_follow_their_selector)
{
	static const unsigned char members[48] = { 1, 0, 0, 0, 0, 0, 0, 0, 9 };

	start("x86_64", &row_my_struct);
	at_start(members, sizeof(members));
	for (unsigned i = 0; i < 2; i++)
		for (unsigned kind = 0; kind < 256; kind++) {
			const char *text;

			page[0] = (unsigned char)kind;
			text = enter(PAGE, 0, 0);
			ck_assert_int_eq(strstr(text, ".number") != NULL, kind == 1);
			ck_assert_int_eq(strstr(text, ".pair") != NULL, kind == 2);
			ck_assert_int_eq(strstr(text, ".other") != NULL, kind != 1 && kind != 2);
		}
}
END_TEST

START_TEST(cyclic_lists_end)
{
	uint64_t node[] = { PAGE, 7 };
	const char *text;
	unsigned n = 0;

	start("x86_64", &row_my_chain);
	at_start(node, sizeof(node));
	text = enter(PAGE, 0, 0);
	for (const char *at = text; (at = strstr(at, ".n 7")); at++)
		n++;
	ck_assert_uint_ge(n, 2);
	ck_assert_uint_le(n, 16);
}
END_TEST

START_TEST(structs_have_sizes_of_callers)
{
	uint32_t words[] = { 1, 2, 3, 0, 0 };

	start("x86_64", &row_my_sizes);
	at_end(words, sizeof(words));
	expect("0sized= @0x10fec 1brief= @0 2size= 3", END - 20, 0, 3);
	expect("0sized= { .a 1 } 1brief= { .a 1 } 2size= 4", END - 20, END - 20, 4);
	/* b begins within the 6 bytes. Its missing bytes are zeros. */
	expect("0sized= { .a 1 .b 2 } 1brief= { .a 1 .b 2 } 2size= 6", END - 20, END - 20, 6);
	expect("0sized= { .a 1 .b 2 .c 3 } 1brief= { .a 1 .b 2 ...} 2size= 12", END - 20, END - 20,
	       12);
	expect("0sized= { .a 1 .b 2 .c 3 } 1brief= { .a 2 .b 3 } 2size= 16", END - 20, END - 16,
	       16);
	bench.config.verbose = true;
	expect("0sized= @0 1brief= { .a 1 .b 2 .extra_data extra:\"\\3\\0\\0\\0\" } 2size= 12", 0,
	       END - 20, 12);
	bench.config.verbose = false;
	page[4094] = 9;
	expect("0sized= { .a 1 .b 2 .c 3 extra:\"\\0\\0\\0\\0\\0\\0\\11\\0\" } 1brief= @0 2size= "
	       "20",
	       END - 20, 0, 20);
	expect("0sized= { .a 1 .b 2 .c 3 !} 1brief= !@0x10fec 2size= 21", END - 20, END - 20, 21);
	expect("0sized= { .a 1 .b 2 .c 3 !} 1brief= @0 2size= 2147483647", END - 20, 0, INT32_MAX);
}
END_TEST

START_TEST(members_can_appear_together)
{
	uint32_t words[] = { 1, 2, 3, 4, 0x636261 };

	start("x86_64", &row_my_parts);
	at_start(words, sizeof(words));
	bench.call.args[3] = PAGE + 4;
	bench.call.args[4] = 7;
	bench.call.args[5] = 0x60100;
	expect("0parts= { .a 1 .b 0 } 1said= \"a\"... 2size= 1 3named= [ #0= 2 #1FD_CLOEXEC= 0 ] "
	       "4link= interface:7<eth7> 5version= version:0x60100",
	       PAGE, PAGE + 16, 1);
	ck_assert_ptr_nonnull(strstr(enter(PAGE, PAGE, 8), "{ .a 1 .b 2 }"));
	ck_assert_ptr_nonnull(
		strstr(enter(PAGE, PAGE + 16, 9), "{ .a 1 .b 2 .c 3 .d 0 } 1said= \"abc\" "));
	ck_assert_ptr_nonnull(strstr(enter(PAGE, PAGE, 0), "1said= \"\" "));
}
END_TEST

START_TEST(bytes_with_limits)
{
	start("x86_64", &row_my_odd);
	memcpy(page, "ab\3\0\0\0\0\0\0\0", 10);
	bench.call.args[3] = PAGE + 1;
	bench.call.args[4] = END - 4;
	expect("0value= \"ab\\3\" 1key= \"ab\\3\" 2n= 4 3bits= [ 0 1 ] 4pair= !@0x10ffc", PAGE,
	       PAGE, 4);
	bench.call.args[4] = END - 8;
	expect("0value= !@0x10000 1key= \"ab\\3\" 2n= 10 3bits= [ 0 1 ] 4pair= [ 0 0 ]", PAGE, PAGE,
	       10);
}
END_TEST

/*
 * Decode fills a short struct with zeros. A pointer to memory after it reads that memory, not
 * zeros.
 */
START_TEST(pointers_read_memory_not_padding)
{
	uint64_t words[] = { 1, PAGE + 16, 7 };

	start("x86_64", &row_my_short);
	at_start(words, sizeof(words));
	expect("0it= { .a 1 .more < 7 > } 1size= 16", PAGE, 16, 0);
}
END_TEST

START_TEST(socket_names_can_fill_their_array)
{
	unsigned char address[112] = { 1, 0, '/', 's', 0, 'x' };

	start("x86_64", &row_my_connect);
	at_end(address, sizeof(address));
	expect("0address= @0x10f90 1len= 1", END - 112, 1, 0);
	expect("0address= { .family 1 } 1len= 2", END - 112, 2, 0);
	expect("0address= { .family 1 .path name:\"/\" } 1len= 3", END - 112, 3, 0);
	expect("0address= { .family 1 .path name:\"/s\" } 1len= 110", END - 112, 110, 0);
	expect("0address= { .family 1 .path name:\"/s\" } 1len= 1000", END - 112, 1000, 0);
	expect("0address= !@0x10f90 1len= -1", END - 112, 0xffffffff, 0);
	page[sizeof(page) - 110] = 0;
	expect("0address= { .family 1 .path name:\"\\0s\\0x\" } 1len= 6", END - 112, 6, 0);
	memset(page + sizeof(page) - 110, 'a', 4);
	expect("0address= { .family 1 .path name:\"aaaa\" } 1len= 6", END - 112, 6, 0);
	page[4094] = 0xad;
	page[4095] = 0xde;
	expect("0address= { .family 57005 } 1len= 2", END - 2, 2, 0);
	expect("0address= !@0x10ffe 1len= 3", END - 2, 3, 0);
}
END_TEST

START_TEST(inout_structs_have_entry_and_exit_values)
{
	struct {
		uint32_t flags, size, answer, pad;
		uint64_t cell;
		uint32_t word, pad2;
	} it = { 1, 10, 0, 0, PAGE + 100, 0, 0 };

	start("x86_64", &row_my_change);
	at_start(&it, sizeof(it));
	page[100] = 9;
	expect("0it= { .flags 1 .size 10 .cell @0x10064 } 0it?", PAGE, 0, 0);
	it.answer = 42;
	at_start(&it, sizeof(it));
	expect_exit(0, "0it:exit= { .answer 42 .cell < 9 > .word 0 } = 0");
	expect("0it= { .flags 1 .size 10 .cell @0x10064 } 0it?", PAGE, 0, 0);
	it.size = 11;
	it.flags = 0;
	at_start(&it, sizeof(it));
	expect_exit(0, "0it:exit= { .size 11 .answer 42 .cell < 9 > } = 0");
	expect_exit(-22, "");
	expect("0it= !@0x11000 0it?", END, 0, 0);
	expect_exit(0, "= 0");
}
END_TEST

START_TEST(inout_members_can_be_split)
{
	uint32_t it[] = { 1, 10 };

	start("x86_64", &row_my_count);
	at_start(it, sizeof(it));
	expect("0it= { .flags 1 0it?", PAGE, 0, 0);
	expect_exit(0, "0it:rest= .size 10 } = 0");
	expect("0it= { .flags 1 0it?", PAGE, 0, 0);
	it[1] = 11;
	at_start(it, sizeof(it));
	expect_exit(0, "0it:rest= .size 10 => 11 } = 0");
	expect("0it= { .flags 1 0it?", PAGE, 0, 0);
	expect_exit(-22, "0it:rest= .size 11 }");
}
END_TEST

START_TEST(out_structs_show_changes)
{
	uint32_t it[] = { 1, 10, 0, 0, 0, 0, 0, 0 };

	start("x86_64", &row_my_fill);
	at_start(it, sizeof(it));
	expect("0it?", PAGE, 0, 0);
	it[1] = 11;
	at_start(it, sizeof(it));
	expect_exit(0, "0it:exit= { .flags 1 .size 10 => 11 .answer 0 .cell @0 .word 0 } = 0");
	expect("0it?", PAGE, 0, 0);
	expect_exit(-11, "0it:exit= { .size 11 .cell @0 }");
}
END_TEST

START_TEST(merged_structs_continue_at_the_exit)
{
	uint32_t it[] = { 1, 10, 0 };

	start("x86_64", &row_my_merge);
	at_start(it, sizeof(it));
	expect("0it= { .flags 1 .size 10 0it?", PAGE, 0, 0);
	it[2] = 5;
	at_start(it, sizeof(it));
	expect_exit(0, "0it:rest= .answer 5 } = 0");
	expect("0it= { .flags 1 .size 10 0it?", PAGE, 0, 0);
	expect_exit(-1, "0it:rest= }");
	expect("0it= @0 0it?", 0, 0, 0);
	expect_exit(0, "= 0");
}
END_TEST

START_TEST(a_use_says_what_the_kernel_changes)
{
	struct {
		uint32_t flags, size;
		uint64_t cell;
		int32_t value;
	} it = { 1, 10, PAGE + 16, 7 };

	start("x86_64", &row_my_adjust);
	at_start(&it, sizeof(it));
	expect("0it= { .flags 1 .size 10 .cell @0x10010 } 0it?", PAGE, 0, 0);
	expect_exit(0, "0it:exit= { .size 10 .cell < 7 > } = 0");
	finish();
	start("x86_64", &row_my_exchange);
	at_start(&it, sizeof(it));
	expect("0it= { .flags 1 .size 10 .cell < 7 > } 0it?", PAGE, 0, 0);
	expect_exit(0, "0it:exit= { .cell < 7 > } = 0");
}
END_TEST

START_TEST(records_can_have_wrong_sizes)
{
	static const unsigned char records[] = { 6, 0, 1, 0, 7, 8, 0, 0, 4, 0, 2, 0, 0, 0, 0 };

	start("x86_64", &row_my_records);
	at_end(records, sizeof(records));
	expect("0entries= @0x10ff1/2-entries 1messages= [ { .len 6 .type 1 .data [ 7 8 ] } { .len "
	       "4 .type 2 } ] 2len= 12",
	       END - 15, END - 15, 12);
	expect("0entries= @0x10ff1/2+-entries 1messages= [ { .len 6 .type 1 .data [ 7 8 ] } { .len "
	       "4 .type 2 } !@0x10ffd !] 2len= 15",
	       END - 15, END - 15, 15);
	expect("0entries= @0x10ff1/1-entries 1messages= [ { .len 6 .type 1 .data [ 7 ] } ] 2len= 5",
	       END - 15, END - 15, 5);
	expect("0entries= @0x10ff1/0-entries 1messages= [ ] 2len= 0", END - 15, END - 15, 0);
	expect("0entries= @0x10ff1/0+-entries 1messages= !@0x10ff1 2len= 3", END - 15, END - 15, 3);
	expect("0entries= @0x10ff1/2+-entries 1messages= !@0x10ff1 2len= 16", END - 15, END - 15,
	       16);
	page[4096 - 15] = 0; /* a record of size 0 must not make decode loop */
	bench.config.verbose = true;
	expect("0entries= [ { .len 0 .type 1 } { .len 2055 .type 0 .data [ 4 0 2 0 ] } ] "
	       "1messages= @0 2len= 12",
	       END - 15, 0, 12);
}
END_TEST

/* All elements of a long array refer to that array. */
START_TEST(nested_arrays_are_bounded)
{
	static uint64_t vectors[8192];
	uint64_t before = now_ns();
	size_t n = 0;
	const char *text;

	start("x86_64", &row_my_vectors);
	bench_map(&bench, 0x100000, vectors, sizeof(vectors));
	for (size_t i = 0; i < ARRAY_SIZE(vectors); i += 2) {
		vectors[i] = 0x100000;
		vectors[i + 1] = 4096;
	}
	bench.config.verbose = true;
	for (text = enter(0x100000, 4096, 0); *text; text++)
		n += *text == '{';
	ck_assert_uint_ge(n, 4096);
	ck_assert_uint_le(n, 70000);
	ck_assert_uint_lt(now_ns() - before, UINT64_C(5000000000));
}
END_TEST

/* -s has no maximum, and all elements of an array may be the same long string. */
START_TEST(long_strings_in_arrays_are_bounded)
{
	static uint64_t vector[1000];
	static char string[1 << 20];

	start("x86_64", syscall_row(ID_execve, abi_by_name("x86_64")));
	memset(string, 'a', sizeof(string));
	bench_map(&bench, 0x100000, vector, sizeof(vector));
	bench_map(&bench, 0x200000, string, sizeof(string));
	for (size_t i = 0; i < ARRAY_SIZE(vector); i++)
		vector[i] = 0x200000;
	bench.config.verbose = true;
	bench.config.string_limit = SIZE_MAX;
	ck_assert_uint_lt(strlen(enter(0x100000, 0x100000, 0)), 80 << 20);
}
END_TEST

START_TEST(scalars_of_every_kind)
{
	static const unsigned char bytes[] = {
		1,    2,    3,	  4, /* ipv4 */
		0,    80, /* port */
		0xff, 0xff, /* uid16 */
		17,   0,    0,	  0, /* signal */
		2,    0,    0,	  0, /* errno */
		0xa4, 0x81, 0,	  0, /* mode */
		0x3e, 0,    0,	  0xc0, 0,    1,    0,	  0, /* arch, nr: AUDIT_ARCH_X86_64 */
		3,    0,    0,	  0, /* dev32 */
		0x20, 1,    0xd,  0xb8, 0,    0,    0,	  0,	0, 0, 0, 0, 0, 0, 0, 1, /* ipv6 */
		5,    0,    0,	  0,	0,    0,    0,	  0, /* limit64 */
		0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, /* ticks */
		0,    1,    0,	  0, /* wait status */
	};

	start("x86_64", &row_my_kinds);
	at_end(bytes, sizeof(bytes));
	expect("0it= { .ipv4 ipv4:01020304 .port port:80 .uid16 uid:65535 .signal signal:17"
	       " .errno errno:2 .mode mode:33188 .arch 0xc000003e .nr syscall:256"
	       " .dev dev:0x3 .ipv6 ipv6:20010db8000000000000000000000001 .limit limit:5"
	       " .ticks ticks:-2 .status status:0x100 }",
	       END - sizeof(bytes), 0, 0);
}
END_TEST

START_TEST(unions_and_print_order)
{
	static const unsigned char it[16] = { 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0 };

	start("x86_64", &row_my_union_call);
	ck_assert_uint_eq(layout_size(&t_my_union, bench.call.abi), 24);
	memset(page, 0, 24);
	at_start(it, sizeof(it));
	page[16] = 9;
	bench.config.string_limit = 1;
	expect("0it= { .a 1 .u32 2 .u64 12884901890 .late 9 .rest [ 0 ...] }", PAGE, 0, 0);
	bench.call.abi = abi_by_name("i386");
	ck_assert_uint_eq(layout_size(&t_my_union, bench.call.abi), 16);
}
END_TEST

/* All members in memory order and all elements, under any -s and -v. */
START_TEST(sinks_without_views_get_facts)
{
	uint32_t it[] = { 1, 10, 5 };

	start("x86_64", &row_my_merge);
	at_start(it, sizeof(it));
	bench.recorder.sink.views = false;
	bench.config.string_limit = 1;
	expect("0it= { .flags 1 .size 10 } 0it?", PAGE, 0, 0);
	it[1] = 11;
	at_start(it, sizeof(it));
	expect_exit(0, "0it:exit= { .size 11 .answer 5 } = 0");
	bench.call.row = &row_my_union_call;
	memset(page, 0, 24);
	at_start(it, sizeof(it));
	page[16] = 9;
	page[18] = 7;
	expect("0it= { .a 1 .u32 5 .u64 5 .late 9 .rest [ 7 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
	       "0 0 0 0 ] }",
	       PAGE, 0, 0);
	bench.call.row = &row_my_events;
	expect("0events= [ { .fd fd:1 .ready 11 } { .fd fd:5 .ready 0 } { .fd fd:458761 .ready 0 } "
	       "] 1n= 3",
	       PAGE, 3, 0);
}
END_TEST

START_TEST(structs_with_dates)
{
	int64_t times[] = { 5, 7, 8, 2, 9, -1 };

	start("x86_64", &row_my_times);
	at_end(times, sizeof(times));
	bench.call.args[3] = 0;
	/* The nanoseconds 2 is a sentinel value. */
	expect("0times= [ { .s 5 .ns 7000 } /5+7000000.6/ enum:2 { .s 9 .ns -1 } /9+4294967295.6/ ]"
	       " 1nths= [ { .even 5 } { .odd 0 } ] 2n= 3 3cpus= @0",
	       (page[4096 - 40] = 0x58, page[4096 - 39] = 0x1b, END - 48), END - 48, 3);
}
END_TEST

START_TEST(cpu_sets_can_be_short)
{
	start("x86_64", &row_my_times);
	at_end("\1\2\3", 3);
	bench.call.args[3] = END - 3;
	expect("0times= @0 1nths= @0 2n= 3 3cpus= cpuset:010203", 0, 0, 3);
	expect("0times= @0 1nths= @0 2n= 0 3cpus= cpuset:", 0, 0, 0);
	expect("0times= @0 1nths= @0 2n= 4 3cpus= !@0x10ffd", 0, 0, 4);
	expect("0times= @0 1nths= @0 2n= -1 3cpus= !@0x10ffd", 0, 0, 0xffffffff);
	memset(page, 0, sizeof(page));
	bench.call.args[3] = PAGE;
	ck_assert_ptr_nonnull(strstr(enter(0, 0, 200), "0000...200"));
}
END_TEST

Suite *decode_memory_suite(void)
{
	Suite *suite = suite_create("decode memory");
	TCase *values = tcase_create("values"), *structs = tcase_create("structs");

	tcase_add_checked_fixture(values, NULL, finish);
	tcase_add_checked_fixture(structs, NULL, finish);
	tcase_add_test(values, c_strings_end_at_nul_or_limit);
	tcase_add_test(values, cut_strings_have_a_length_in_json);
	tcase_add_test(values, paths_are_whole_up_to_path_max);
	tcase_add_test(values, bytes_have_a_length);
	tcase_add_test(values, vectors_end_with_null);
	tcase_add_test(values, signal_sets_have_one_size);
	tcase_add_test(values, descriptor_sets_end_at_the_last_word);
	tcase_add_test(values, arrays_end_at_unreadable_memory);
	tcase_add_test(values, array_elements_are_read_at_once);
	tcase_add_test(values, elements_without_events_are_hidden);
	tcase_add_test(values, vectors_share_a_total);
	tcase_add_test(structs, structs_have_members);
	tcase_add_test(structs, requests_encode_the_size_of_their_argument);
	tcase_add_test(structs, signals_have_the_numbers_of_their_abi);
	tcase_add_test(structs, netlink_families_have_names);
	tcase_add_test(structs, structs_follow_the_abi);
	tcase_add_test(structs, out_structs_are_not_read_at_the_entry);
	tcase_add_test(structs, choices_follow_their_selector);
	tcase_add_test(structs, cyclic_lists_end);
	tcase_add_test(structs, structs_have_sizes_of_callers);
	tcase_add_test(structs, members_can_appear_together);
	tcase_add_test(structs, pointers_read_memory_not_padding);
	tcase_add_test(structs, bytes_with_limits);
	tcase_add_test(structs, socket_names_can_fill_their_array);
	tcase_add_test(structs, inout_structs_have_entry_and_exit_values);
	tcase_add_test(structs, inout_members_can_be_split);
	tcase_add_test(structs, out_structs_show_changes);
	tcase_add_test(structs, merged_structs_continue_at_the_exit);
	tcase_add_test(structs, a_use_says_what_the_kernel_changes);
	tcase_add_test(structs, records_can_have_wrong_sizes);
	tcase_add_test(structs, sinks_without_views_get_facts);
	tcase_add_test(values, structs_with_dates);
	tcase_add_test(values, cpu_sets_can_be_short);
	tcase_add_test(structs, unions_and_print_order);
	tcase_set_timeout(values, 60); /* 64 MiB take a while with sanitizers on a busy machine */
	tcase_add_test(values, nested_arrays_are_bounded);
	tcase_add_test(values, long_strings_in_arrays_are_bounded);
	tcase_add_test(values, scalars_of_every_kind);
	suite_add_tcase(suite, values);
	suite_add_tcase(suite, structs);
	return suite;
}
