/* SPDX-License-Identifier: MIT */
/*
 * Unit tests of src/summary/: the tables of -c and of --summary=KEYS. strace 6.1 printed the
 * expected tables, except those with the columns that only scry has.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scry/arch.h"
#include "scry/summary.h"
#include "summary/groups.h"
#include "summary/histogram.h"
#include "suite.h"

static struct summary_config config;
static struct summary *summary;

static void start(void)
{
	summary_defaults(&config);
	summary = summary_new(&config);
}

/* Counts n calls, the first `errors` of which fail. Together they take us microseconds. */
static void add(const char *abi_name, const char *name, unsigned n, unsigned errors, uint64_t us)
{
	struct call call = { .abi = abi_by_name(abi_name),
			     .id = syscall_by_name(name),
			     .returned = true };

	call.nr = abi_number(call.abi, call.id);
	for (unsigned i = 0; i < n; i++) {
		call.is_error = i < errors;
		summary_add(summary, &call, i ? 0 : us * 1000, NULL);
	}
}

static void expect(const char *text)
{
	struct buf out = { 0 };

	summary_print(summary, &out);
	ck_assert_str_eq(buf_cstr(&out), text);
	buf_free(&out);
	summary_free(summary);
}

#define HEAD                                                           \
	"% time     seconds  usecs/call     calls    errors syscall\n" \
	"------ ----------- ----------- --------- --------- ----------------\n"
#define LINE "------ ----------- ----------- --------- --------- ----------------\n"

START_TEST(rows_are_sorted_by_time_then_by_number)
{
	start();
	add("x86_64", "openat", 2, 0, 0);
	add("x86_64", "access", 1, 1, 0);
	add("x86_64", "read", 1, 0, 0);
	add("x86_64", "set_tid_address", 1, 0, 17);
	add("x86_64", "close", 2, 0, 17);
	add("x86_64", "mmap", 8, 0, 123);
	add("x86_64", "mprotect", 3, 0, 71);
	expect(HEAD " 53.95    0.000123          15         8           mmap\n"
		    " 31.14    0.000071          23         3           mprotect\n"
		    "  7.46    0.000017           8         2           close\n"
		    "  7.46    0.000017          17         1           set_tid_address\n"
		    "  0.00    0.000000           0         1           read\n"
		    "  0.00    0.000000           0         1         1 access\n"
		    "  0.00    0.000000           0         2           openat\n" LINE
		    "100.00    0.000228          12        18         1 total\n");
}
END_TEST

START_TEST(percentages_of_a_total_of_zero_are_zero)
{
	start();
	add("x86_64", "chdir", 1, 0, 0);
	expect(HEAD "  0.00    0.000000           0         1           chdir\n" LINE
		    "100.00    0.000000           0         1           total\n");
}
END_TEST

START_TEST(without_calls_there_is_no_table)
{
	start();
	expect("");
}
END_TEST

START_TEST(long_names_widen_their_column)
{
	start();
	add("x86_64", "process_vm_readv", 1, 1, 26);
	expect("% time     seconds  usecs/call     calls    errors syscall\n"
	       "------ ----------- ----------- --------- --------- -----------------\n"
	       "100.00    0.000026          26         1         1 process_vm_readv\n"
	       "------ ----------- ----------- --------- --------- -----------------\n"
	       "100.00    0.000026          26         1         1 total\n");
	start();
	add("x86_64", "wait4", 1, 0, UINT64_C(123456789000000));
	expect("% time          seconds      usecs/call     calls    errors syscall\n"
	       "------ ---------------- --------------- --------- --------- ----------------\n"
	       "100.00 123456789.000000 123456789000000         1           wait4\n"
	       "------ ---------------- --------------- --------- --------- ----------------\n"
	       "100.00 123456789.000000 123456789000000         1           total\n");
}
END_TEST

START_TEST(each_abi_has_a_table)
{
	start();
	add("i386", "getpid", 2, 0, 0);
	add("x86_64", "execve", 1, 0, 0);
	expect(HEAD "  0.00    0.000000           0         1           execve\n" LINE
		    "100.00    0.000000           0         1           total\n"
		    "System call usage summary for 32 bit mode:\n" HEAD
		    "  0.00    0.000000           0         2           getpid\n" LINE
		    "100.00    0.000000           0         2           total\n");
}
END_TEST

/* Counts one call that took system_us of CPU time in the kernel and wall_us of wall-clock time. */
static void add_timed(const char *name, uint64_t system_us, uint64_t wall_us, bool failed)
{
	struct call call = {
		.abi = abi_by_name("x86_64"),
		.id = syscall_by_name(name),
		.returned = true,
		.entered_ns = 5000,
		.returned_ns = 5000 + wall_us * 1000,
		.is_error = failed,
	};

	call.nr = abi_number(call.abi, call.id);
	summary_add(summary, &call, system_us * 1000, NULL);
}

static void add_some(void)
{
	add_timed("close", 3, 9, true);
	add_timed("read", 2, 20, false);
	add_timed("read", 6, 1000, false);
	add_timed("chdir", 5, 5, false);
}

/* Columns and headings as with -U in strace 6.1. The sort key need not be a column. */
START_TEST(columns_in_any_order)
{
	start();
	config.n_columns = 5;
	memcpy(config.columns,
	       (enum summary_column[]){ SUMMARY_NAME, SUMMARY_MIN, SUMMARY_MAX, SUMMARY_AVERAGE,
					SUMMARY_WALL_TOTAL },
	       5 * sizeof(config.columns[0]));
	config.sort = SUMMARY_ERRORS;
	add_some();
	expect("syscall          shortest  longest  usecs/call   wall secs\n"
	       "---------------- -------- -------- ----------- -----------\n"
	       "close            0.000003 0.000003           3    0.000009\n"
	       "read             0.000002 0.000006           4    0.001020\n"
	       "chdir            0.000005 0.000005           5    0.000005\n"
	       "---------------- -------- -------- ----------- -----------\n"
	       "total            0.000002 0.000006           4    0.001034\n");
}
END_TEST

START_TEST(the_wall_clock_and_overhead)
{
	start();
	config.wall_clock = true;
	config.overhead_ns = 10000;
	config.sort = SUMMARY_NAME;
	add_some();
	expect(HEAD "  0.00    0.000000           0         1           chdir\n"
		    "  0.00    0.000000           0         1         1 close\n"
		    "100.00    0.001000         500         2           read\n" LINE
		    "100.00    0.001000         250         4         1 total\n");
}
END_TEST

/* i386 has socketcall(2) and, since Linux 4.3, socket(2). They are counted in two rows. */
START_TEST(sub_calls_have_rows_of_their_own)
{
	struct call call = { .abi = abi_by_name("i386"),
			     .nr = 102,
			     .id = ID_socket,
			     .args = { 1 },
			     .returned = true };

	start();
	summary_add(summary, &call, 0, NULL);
	call.id = ID_socketcall;
	call.args[0] = 99;
	call.is_error = true;
	summary_add(summary, &call, 0, NULL);
	call = (struct call){ .abi = call.abi, .nr = 359, .id = ID_socket, .returned = true };
	summary_add(summary, &call, 0, NULL);
	summary_add(summary, &call, 0, NULL);
	expect("System call usage summary for 32 bit mode:\n" HEAD
	       "  0.00    0.000000           0         1         1 socketcall\n"
	       "  0.00    0.000000           0         2           socket\n"
	       "  0.00    0.000000           0         1           socket\n" LINE
	       "100.00    0.000000           0         4         1 total\n");
}
END_TEST

static void add_number(uint64_t nr)
{
	struct call call = {
		.abi = abi_by_name("x86_64"), .nr = nr, .returned = true, .is_error = true
	};

	summary_add(summary, &call, 0, NULL);
}

START_TEST(unknown_numbers_are_counted_and_bounded)
{
	struct buf out = { 0 };
	const char *text;

	start();
	add_number(1000);
	add_number(UINT64_MAX);
	add_number(1000);
	expect("% time     seconds  usecs/call     calls    errors syscall\n"
	       "------ ----------- ----------- --------- --------- ---------------------------\n"
	       "  0.00    0.000000           0         2         2 syscall_0x3e8\n"
	       "  0.00    0.000000           0         1         1 syscall_0xffffffffffffffff\n"
	       "------ ----------- ----------- --------- --------- ---------------------------\n"
	       "100.00    0.000000           0         3         3 total\n");
	start();
	for (uint64_t nr = 5000; nr < 6000; nr++)
		add_number(nr);
	summary_print(summary, &out);
	text = buf_cstr(&out);
	ck_assert(strstr(text, "         1         1 syscall_0x1388\n"));
	ck_assert(strstr(text, "       744       744 (others)\n"));
	ck_assert(strstr(text, "      1000      1000 total\n"));
	buf_free(&out);
	summary_free(summary);
}
END_TEST

START_TEST(percentiles_are_within_a_bucket)
{
	struct histogram histogram = { 0 }, more = { 0 };
	uint64_t powers[POWERS], n = 0;
	const unsigned parts[] = { 100, 50000, 90000, 99000, 99900, 99999, 100000 };

	ck_assert_uint_eq(histogram_quantile(&histogram, 50000), 0);
	/* Added from both ends, so that the array of buckets grows in both directions. */
	for (uint64_t i = 0; i < 50000; i++) {
		histogram_add(&histogram, (50000 + i) * 1000, 1);
		histogram_add(&more, (50000 - i) * 1000, 1);
	}
	histogram_merge(&histogram, &more);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		uint64_t exact = parts[i] * 1000ull;
		uint64_t found = histogram_quantile(&histogram, parts[i]);

		ck_assert_uint_ge(found, exact);
		ck_assert_uint_le(found, exact + exact / 16);
	}
	histogram_powers(&histogram, powers);
	for (size_t i = 0; i < POWERS; i++)
		n += powers[i];
	ck_assert_uint_eq(n, 100000);
	histogram_add(&histogram, 0, 1);
	histogram_add(&histogram, UINT64_MAX, 1);
	ck_assert_uint_eq(histogram_quantile(&histogram, 0), 0);
	ck_assert_uint_eq(histogram_quantile(&histogram, 100000), UINT64_MAX);
	histogram_free(&histogram);
	histogram_free(&more);
}
END_TEST

/* Counts a call that opens a path. */
static void add_path(const char *path, uint64_t wall_ns)
{
	struct call call = {
		.abi = abi_native(), .nr = 2, .returned = true, .returned_ns = wall_ns
	};
	struct summary_subject subject = { .fd = -1, .has_path = true };

	call.id = abi_syscall(call.abi, call.nr);
	call.name = "open";
	buf_puts(&subject.path, path);
	summary_add(summary, &call, 0, &subject);
	summary_subject_free(&subject);
}

START_TEST(groups_are_bounded)
{
	const struct summary_span span = { .first = true };
	struct buf out = { 0 };
	const char *text;
	char path[32];

	summary_defaults(&config);
	config.keys[0] = KEY_PATH;
	config.n_keys = 1;
	config.top = 1;
	config.columns[0] = SUMMARY_CALLS;
	config.columns[1] = SUMMARY_NAME;
	config.n_columns = 2;
	config.sort = SUMMARY_CALLS;
	summary = summary_new(&config);
	for (unsigned i = 0; i < GROUPS_MAX + 1000; i++) {
		snprintf(path, sizeof(path), "/%u", i);
		add_path(path, 1);
	}
	add_path("/7", 1);
	add_path("(other)", 1);
	summary_print_groups(summary, &span, &out);
	text = buf_cstr(&out);
	ck_assert(strstr(text, "        2 /7\n  1001000 (other)\n"));
	ck_assert(strstr(text, "  1001002 total\n"));
	buf_clear(&out);
	summary_clear(summary);
	add_path("(other)", 1);
	add_path("-", 1);
	summary_print_groups(summary, &span, &out);
	ck_assert(strstr(buf_cstr(&out), "        1 \\(other)\n        1 (other)\n"));
	buf_free(&out);
	summary_free(summary);
}
END_TEST

/*
 * Paths of 4 KiB fill the names that are kept before there are GROUPS_MAX groups. Long ones do not
 * widen other rows.
 */
START_TEST(names_are_bounded)
{
	const struct summary_span span = { .first = true };
	const unsigned fits = GROUPS_TEXT_MAX / 4096, n = fits + 1000;
	struct buf out = { 0 };
	char path[4096], total[64];
	const char *row;

	summary_defaults(&config);
	config.keys[0] = KEY_PATH;
	config.keys[1] = KEY_SYSCALL;
	config.n_keys = 2;
	config.columns[0] = SUMMARY_CALLS;
	config.columns[1] = SUMMARY_NAME;
	config.n_columns = 2;
	config.sort = SUMMARY_CALLS;
	summary = summary_new(&config);
	add_path("/short", 1);
	add_path("/short", 1);
	memset(path, 'x', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	for (unsigned i = 0; i < n; i++) {
		snprintf(path, 11, "%010u", i);
		path[10] = 'x';
		add_path(path, 1);
	}
	summary_print_groups(summary, &span, &out);
	row = strstr(buf_cstr(&out), "        2 /short");
	ck_assert_ptr_nonnull(row);
	ck_assert_uint_lt(strcspn(row, "\n"), 80);
	snprintf(total, sizeof(total), "%9u total\n", n + 2);
	ck_assert(strstr(buf_cstr(&out), total));
	/*
	 * With the NULs and "open" the values of a row have 4,101 bytes, those of the first row 12.
	 */
	snprintf(total, sizeof(total), "%9u (other)", n - (GROUPS_TEXT_MAX - 12) / 4101);
	ck_assert(strstr(buf_cstr(&out), total));
	ck_assert_uint_lt(out.len, GROUPS_TEXT_MAX + (4 << 20));
	buf_free(&out);
	summary_free(summary);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("summary");
	TCase *tests = tcase_create("tables");

	if (abi_native()->id != ABI_x86_64) {
		puts("SKIPPED: the expected values are those of x86_64");
		return 77;
	}
	tcase_add_test(tests, rows_are_sorted_by_time_then_by_number);
	tcase_add_test(tests, percentages_of_a_total_of_zero_are_zero);
	tcase_add_test(tests, without_calls_there_is_no_table);
	tcase_add_test(tests, long_names_widen_their_column);
	tcase_add_test(tests, each_abi_has_a_table);
	tcase_add_test(tests, columns_in_any_order);
	tcase_add_test(tests, the_wall_clock_and_overhead);
	tcase_add_test(tests, sub_calls_have_rows_of_their_own);
	tcase_add_test(tests, unknown_numbers_are_counted_and_bounded);
	tcase_add_test(tests, percentiles_are_within_a_bucket);
	tcase_add_test(tests, groups_are_bounded);
	tcase_add_test(tests, names_are_bounded);
	tcase_set_timeout(tests, 60);
	return suite_run(suite, tests, NULL);
}
