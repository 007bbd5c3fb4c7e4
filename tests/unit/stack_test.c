/* SPDX-License-Identifier: MIT */
/* Unit tests of src/stack/ and of counting calls by stack: names, mappings, pages, perf maps. */
#include "config.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scry/stack.h"
#include "scry/summary.h"
#include "scry/util.h"
#include "stack/demangle.h"
#include "stack/maps.h"
#include "stack/pages.h"
#include "stack/perf_map.h"

#ifdef HAVE_LIBIBERTY
#define CAN_DEMANGLE true
#else
#define CAN_DEMANGLE false
#endif

/* Mangled by rustc 1.95 and g++ 12. */
static const struct {
	const char *mangled, *demangled;
} names[] = {
	{ "main", "main" },
	{ "_RNvCsbFYJioi4cCO_2rs4main", "rs::main" },
	{ "_RNCNvCsbFYJioi4cCO_2rs4main0B3_", "rs::main::{closure#0}" },
	{ "_RNvMNtCsbFYJioi4cCO_2rs4shopINtB2_4TilllE4openB4_", "<rs::shop::Till<i32>>::open" },
	{ "_RNvXs_NtCsbFYJioi4cCO_2rs4shopINtB4_4TilllENtB4_2Go2go",
	  "<rs::shop::Till<i32> as rs::shop::Go>::go" },
	{ "_RNvYFEuINtNtNtCsgEmfK2I1SDS_4core3ops8function6FnOnceuE9call_onceCsbFYJioi4cCO_2rs",
	  "<fn() as core::ops::function::FnOnce<()>>::call_once" },
	{ "_RINvC1a1bRShKj7_E", "a::b::<&[u8], 7>" },
	{ "_RINvC1a1bTRuQAtj3_DNtC1c1dEL_EE", "a::b::<(&(), &mut [u16; 3], dyn c::d)>" },
	{ "_RNvC1a1b.llvm.123", "a::b" },
	{ "_R", "_R" },
	{ "_RNvC1a9b", "_RNvC1a9b" },
	{ "_RNvB0_1a", "_RNvB0_1a" },
	{ "_ZN4shop4workEi", "shop::work(int)" },
	{ "_ZN4core3ptr18real_drop_in_place17h0123456789abcdefE", "core::ptr::real_drop_in_place" },
	{ "_ZN3foo21_$LT$impl$u20$bar$GT$3baz17h0123456789abcdefE", "foo::<impl bar>::baz" },
	{ "_Znonsense", "_Znonsense" },
};

START_TEST(names_are_demangled)
{
	char *demangled = demangle(names[_i].mangled);

	ck_assert_str_eq(demangled, CAN_DEMANGLE ? names[_i].demangled : names[_i].mangled);
	free(demangled);
}
END_TEST

static void assert_not_demangled(const char *name)
{
	char *demangled = demangle(name);

	ck_assert_str_eq(demangled, name);
	free(demangled);
}

/*
 * In the first two names each part refers twice to the part before: the result has 2^35 parts or
 * more.
 */
START_TEST(names_that_would_become_too_long_stay_mangled)
{
	struct buf name = { 0 };

	buf_puts(&name, "_RINvC1a1bTuu");
	for (int i = 0; i < 60; i++)
		buf_puts(&name, "TB6_B6_E");
	for (int i = 0; i < 400; i++)
		buf_puts(&name, "TR");
	assert_not_demangled(buf_cstr(&name));
	buf_clear(&name);
	/*
	 * f(T0, T1, T2 and so on) with T0 = A<int, int>, T1 = A<T0, T0>, T2 = A<T1, T1>. S0_ stands
	 * for T0.
	 */
	buf_puts(&name, "_Z1f1AIiiES_IS0_S0_E");
	for (int i = 1; i < 35; i++) {
		char digit = (char)(i < 10 ? '0' + i : 'A' + i - 10);

		buf_printf(&name, "S_IS%c_S%c_E", digit, digit);
	}
	assert_not_demangled(buf_cstr(&name));
	buf_clear(&name);
	buf_puts(&name, "_Z1f");
	for (int i = 0; i < 100000; i++)
		buf_puts(&name, "P");
	assert_not_demangled(buf_cstr(&name));
	buf_free(&name);
}
END_TEST

static void some_function(void)
{
}

START_TEST(maps_contain_the_own_code)
{
	uint64_t here = (uint64_t)(uintptr_t)some_function;
	const struct fetch fetch = { .ops = &tracee_fetch_ops };
	struct maps maps = { 0 };
	struct mapping *mapping;

	ck_assert(maps_read(&maps, getpid(), &fetch));
	mapping = maps_find(&maps, here);
	ck_assert_ptr_nonnull(mapping);
	ck_assert(mapping->exec);
	ck_assert_ptr_nonnull(strstr(mapping->path, "stack_test"));
	ck_assert(maps_has_code(&maps, here, here + 1));
	ck_assert(!maps_has_code(&maps, 0, 1));
	ck_assert_ptr_null(maps_find(&maps, 1));
	/* Offset 0, the ELF header, is usually in another mapping of the same file. */
	ck_assert_ptr_nonnull(maps_find_part(&maps, mapping, 0));
	ck_assert(maps_find_part(&maps, mapping, 0)->start <= mapping->start);
	ck_assert_ptr_null(maps_find_part(&maps, mapping, UINT64_MAX));
	maps_free(&maps);
	ck_assert(!maps_read(&maps, -1, &fetch));
}
END_TEST

/*
 * Fake memory from 0x1000 up to 0x3010. The byte at address n is n / 16 plus the number of changes.
 */
struct memory {
	unsigned changes, reads;
};

static size_t read_memory(void *ctx, uint64_t addr, void *buf, size_t len)
{
	struct memory *memory = ctx;
	unsigned char *to = buf;
	size_t i;

	memory->reads++;
	for (i = 0; i < len && addr + i >= 0x1000 && addr + i < 0x3010; i++)
		to[i] = (unsigned char)((addr + i) / 16 + memory->changes);
	return i;
}

START_TEST(pages_are_read_once_until_they_may_have_changed)
{
	static const struct fetch_ops ops = { .read = read_memory };
	struct memory memory = { 0 };
	struct fetch fetch = { .ops = &ops, .ctx = &memory };
	struct pages pages = { 0 };
	unsigned char bytes[32];

	ck_assert(pages_read(&pages, &fetch, 1, 1, 0x1ff0, bytes, 32));
	ck_assert_uint_eq(memory.reads, 2);
	ck_assert_uint_eq(bytes[0], 0xff);
	ck_assert_uint_eq(bytes[16], 0x00);
	memory.changes = 1;
	ck_assert(pages_read(&pages, &fetch, 1, 2, 0x1ff0, bytes, 32));
	ck_assert_uint_eq(memory.reads, 2);
	ck_assert_uint_eq(bytes[16], 0x00);
	ck_assert(pages_read(&pages, &fetch, 2, 2, 0x1ff0, bytes, 32));
	ck_assert_uint_eq(bytes[16], 0x01);
	ck_assert(pages_read(&pages, &fetch, 2, 2, 0x3000, bytes, 16));
	ck_assert(!pages_read(&pages, &fetch, 2, 2, 0x3000, bytes, 17));
	ck_assert(!pages_read(&pages, &fetch, 2, 2, 0x9000, bytes, 1));
	ck_assert(!pages_read(&pages, &fetch, 2, 2, UINT64_MAX - 3, bytes, 8));
	pages_free(&pages);
}
END_TEST

/* Counts one call of brk(2) that took ns nanoseconds, made by the function, which main called. */
static void count(struct call_tree *tree, const char *function, uint64_t ns)
{
	struct frame inner = { .ip = 1, .symbol = function }, outer = { .ip = 2, .symbol = "main" };
	struct frame *frames[] = { &inner, &outer }, program = { .symbol = "prog;ram" };
	struct stack stack = { .frames = frames, .n = 2, .program = &program };
	struct call call = { .name = "brk", .returned_ns = 10 + ns, .entered_ns = 10 };

	call_tree_add(tree, &call, &stack);
}

START_TEST(calls_are_counted_by_stack)
{
	struct call_tree *tree = call_tree_new();
	struct buf out = { 0 };

	for (int i = 0; i < 3; i++)
		count(tree, "work", 5);
	count(tree, "rest", 100);
	call_tree_fold(tree, WEIGHT_CALLS, &out);
	ck_assert_str_eq(buf_cstr(&out), "prog:ram;main;work;brk 3\nprog:ram;main;rest;brk 1\n");
	buf_clear(&out);
	call_tree_fold(tree, WEIGHT_TIME, &out);
	ck_assert_str_eq(buf_cstr(&out), "prog:ram;main;rest;brk 100\nprog:ram;main;work;brk 15\n");
	buf_free(&out);
	call_tree_free(tree);
}
END_TEST

/* A name of 256 bytes is printed in full; a longer one is cut and ends in "...". */
START_TEST(long_names_are_cut)
{
	char name[258], expected[600];
	struct buf out = { 0 };

	for (size_t len = 256; len <= 257; len++) {
		struct call_tree *tree = call_tree_new();

		memset(name, 'x', len);
		name[len] = '\0';
		count(tree, name, 5);
		call_tree_fold(tree, WEIGHT_CALLS, &out);
		snprintf(expected, sizeof(expected), "prog:ram;main;%.*s%s;brk 1\n",
			 len > 256 ? 253 : 256, name, len > 256 ? "..." : "");
		ck_assert_str_eq(buf_cstr(&out), expected);
		buf_clear(&out);
		call_tree_free(tree);
	}
	buf_free(&out);
}
END_TEST

/*
 * There are more stacks than the tree holds. All calls are counted; calls of late stacks as
 * "(others)".
 */
START_TEST(stacks_beyond_the_limit_are_counted_as_others)
{
	struct call_tree *tree = call_tree_new();
	struct buf out = { 0 };
	unsigned long sum = 0;
	bool others = false;
	char name[32];

	for (unsigned i = 0; i < 300000; i++) {
		snprintf(name, sizeof(name), "function %u", i);
		count(tree, name, 1);
	}
	call_tree_fold(tree, WEIGHT_CALLS, &out);
	buf_cstr(&out);
	for (char *line = strtok(out.data, "\n"); line; line = strtok(NULL, "\n")) {
		others |= !strncmp(line, "(others) ", strlen("(others) "));
		sum += strtoul(strrchr(line, ' '), NULL, 10);
	}
	ck_assert(others);
	ck_assert_uint_eq(sum, 300000);
	buf_free(&out);
	call_tree_free(tree);
}
END_TEST

static const char *name_in_map(struct perf_map **map, uint64_t ip)
{
	const struct perf_symbol *found;
	const char *path;

	perf_map_update(map, getpid());
	found = perf_map_find(*map, ip, &path);
	return found ? found->name : "";
}

/*
 * Lines are written in any order and in pieces. A file that turns out to be no perf map is not read
 * on.
 */
START_TEST(perf_maps_are_read_while_they_grow)
{
	struct perf_map *map = NULL;
	char path[40];
	FILE *file;

	snprintf(path, sizeof(path), "/tmp/perf-%d.map", getpid());
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	setbuf(file, NULL);
	fputs("3000 10 third\n1000 10 first\n20", file);
	ck_assert_str_eq(name_in_map(&map, 0x1005), "first");
	ck_assert_str_eq(name_in_map(&map, 0x2005), "");
	fputs("00 10 second\n1000 10 first again\n4000 8 last\n", file);
	ck_assert_str_eq(name_in_map(&map, 0x2005), "second");
	ck_assert_str_eq(name_in_map(&map, 0x1005), "first again");
	ck_assert_str_eq(name_in_map(&map, 0x300f), "third");
	ck_assert_str_eq(name_in_map(&map, 0x4007), "last");
	ck_assert_str_eq(name_in_map(&map, 0x4008), "");
	/* A hole of zeros is longer than any line. */
	ck_assert_int_eq(ftruncate(fileno(file), 200 << 20), 0);
	ck_assert_str_eq(name_in_map(&map, 0x4007), "last");
	fseek(file, 0, SEEK_END);
	fputs("\n5000 8 too late\n", file);
	ck_assert_str_eq(name_in_map(&map, 0x5000), "");
	perf_map_free(map);
	fclose(file);
	unlink(path);
}
END_TEST

/*
 * The kernel refuses the registers of a thread that was killed since its last stop, for example by
 * the execve of another thread. That is no 32-bit process. A child that is not traced is refused in
 * the same way.
 */
START_TEST(killed_threads_are_not_foreign)
{
	static const struct stack_config config = { .limit = 10 };
	struct tracee tracee = { .fetch.ops = &tracee_fetch_ops };
	struct stack stack = { 0 };
	struct stacks *stacks;
	char *why;

	stacks = stacks_new(&config, &why);
	if (!stacks) {
		free(why);
		return;
	}
	tracee.tid = tracee.tgid = fork();
	if (!tracee.tid)
		for (;;)
			pause();
	ck_assert_int_gt(tracee.tid, 0);
	stacks_take(stacks, &tracee, &stack);
	ck_assert_int_eq(stack.end, STACK_BROKEN);
	ck_assert_uint_eq(stack.n, 0);
	kill(tracee.tid, SIGKILL);
	waitpid(tracee.tid, NULL, 0);
	stack_free(&stack);
	stacks_free(stacks);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stack");
	TCase *tests = tcase_create("stack");
	SRunner *runner;
	int failed;

	tcase_add_loop_test(tests, names_are_demangled, 0, ARRAY_SIZE(names));
	tcase_add_test(tests, names_that_would_become_too_long_stay_mangled);
	tcase_add_test(tests, maps_contain_the_own_code);
	tcase_add_test(tests, perf_maps_are_read_while_they_grow);
	tcase_add_test(tests, pages_are_read_once_until_they_may_have_changed);
	tcase_add_test(tests, calls_are_counted_by_stack);
	tcase_add_test(tests, long_names_are_cut);
	tcase_add_test(tests, stacks_beyond_the_limit_are_counted_as_others);
	tcase_add_test(tests, killed_threads_are_not_foreign);
	suite_add_tcase(suite, tests);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
