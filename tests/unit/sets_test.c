/* SPDX-License-Identifier: MIT */
/* Expressions of -e trace, signal, status and inject. strace 6.1 makes the same selections. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scry/record.h"
#include "scry/sets.h"
#include "scry/tampering.h"
#include "scry/util.h"
#include "suite.h"

/* An expression, and whether it selects a call on an ABI. */
struct selects {
	const char *expression, *abi, *call;
	bool selected;
};

static const struct selects selects[] = {
	{ "open", "x86_64", "open", true },
	{ "open", "i386", "open", true },
	{ "open", "x86_64", "openat", false },
	{ "open,close", "x86_64", "close", true },
	{ ",open,,close,", "x86_64", "close", true },
	{ "!open", "x86_64", "open", false },
	{ "!open", "x86_64", "close", true },
	{ "!!open", "x86_64", "open", true },
	{ "!!open", "x86_64", "close", false },
	{ "all", "x86_64", "open", true },
	{ "all", "i386", "accept", true },
	{ "!all", "x86_64", "open", false },
	{ "none", "x86_64", "open", false },
	{ "!none", "x86_64", "open", true },
	{ "open,all", "x86_64", "close", true },
	{ "?opne,close", "x86_64", "close", true },
	{ "!?opne", "x86_64", "close", true },
	{ "?opne", "x86_64", "open", false },
	{ "??all", "x86_64", "open", true },
	{ "?/nothing_like_it", "x86_64", "open", false },
	{ "/^open", "x86_64", "openat2", true },
	{ "/^open", "x86_64", "close", false },
	{ "/open|close", "x86_64", "close", true },
	{ "/", "x86_64", "close", true },
	{ "/^op@64", "x86_64", "open", true },
	{ "/^op@64", "i386", "open", false },
	{ "openat@64", "x86_64", "openat", true },
	{ "openat@64", "i386", "openat", false },
	{ "openat@64", "x32", "openat", false },
	{ "openat@32", "i386", "openat", true },
	{ "openat@32", "x86_64", "openat", false },
	{ "openat@x32", "x32", "openat", true },
	{ "openat@x32", "x86_64", "openat", false },
	{ "!openat@64", "x86_64", "openat", false },
	{ "!openat@64", "i386", "openat", true },
	{ "all@32", "i386", "openat", true },
	{ "all@32", "x86_64", "openat", false },
	{ "3", "x86_64", "close", true },
	{ "3", "i386", "read", true },
	{ "3", "i386", "close", false },
	{ "5@32", "i386", "open", true },
	{ "5@32", "x86_64", "fstat", false },
	{ "515", "x32", "readv", true },
	{ "1073741825", "x32", "write", true },
	{ "1073741825", "x86_64", "write", false },
	{ "%file", "x86_64", "open", true },
	{ "%file", "x86_64", "read", false },
	{ "file", "x86_64", "open", true },
	{ "%file@32", "x86_64", "open", false },
	{ "%desc", "x86_64", "read", true },
	/* arm64 lacks the call, and has the request. */
	{ "%desc", "arm64", "epoll_wait", true },
	{ "all", "arm64", "epoll_wait", true },
	{ "all", "arm64", "open", false },
	{ "%net", "x86_64", "connect", true },
	{ "%network", "x86_64", "connect", true },
	{ "network", "x86_64", "connect", true },
	{ "%%stat", "x86_64", "newfstatat", true },
	{ "%stat", "x86_64", "newfstatat", false },
	{ "%stat", "x86_64", "stat", true },
	/*
	 * Without % the word is a call, unless it is one of the classes of old strace: file, ipc.
	 */
	{ "stat", "i386", "stat64", false },
	{ "ipc", "x86_64", "shmget", true },
	{ "signal", "x86_64", "kill", true },
	/* Calls that i386 makes only through socketcall(2) and ipc(2). */
	{ "accept", "i386", "accept", true },
	{ "accept@32", "i386", "accept", true },
	{ "accept@64", "i386", "accept", false },
	{ "send", "i386", "send", true },
	{ "semtimedop", "i386", "semtimedop", true },
	{ "socket", "i386", "socketcall", false },
	{ "socketcall", "i386", "socketcall", true },
	{ "socketcall", "i386", "socket", false },
	{ "102@32", "i386", "socketcall", true },
};

START_TEST(expressions_select_calls)
{
	const struct selects *row = &selects[_i];
	struct call_set set;
	char *error = NULL;
	bool selected;

	ck_assert_msg(call_set_parse(row->expression, &set, &error), "%s", error);
	selected = call_set_has(&set, syscall_by_name(row->call), abi_by_name(row->abi));
	ck_assert_msg(selected == row->selected, "-e %s: %s of %s is %s", row->expression,
		      row->call, row->abi, selected ? "selected" : "not selected");
	/* Every expression selects calls with an unknown number, even "none". */
	ck_assert(call_set_has(&set, ID_none, abi_by_name(row->abi)));
}
END_TEST

struct refusal {
	const char *expression, *error;
};

static const struct refusal refusals[] = {
	{ "opne", "unknown system call 'opne'; did you mean 'open'?" },
	{ "OPENAT", "unknown system call 'OPENAT'; did you mean 'openat'?" },
	{ "read,fstta", "unknown system call 'fstta'; did you mean 'fstat'?" },
	{ "net", "unknown system call 'net'; did you mean '%net'?" },
	{ "creds", "unknown system call 'creds'; did you mean '%creds'?" },
	{ "qqqqqqqq", "unknown system call 'qqqqqqqq'" },
	{ "trace=open", "unknown system call 'trace=open'" },
	{ "%fiel", "unknown class '%fiel'; did you mean '%file'?" },
	{ "%zzzzzz", "unknown class '%zzzzzz'" },
	{ "%", "unknown class '%'" },
	{ "%all", "unknown class '%all'" },
	{ "", "no system call is named in ''" },
	{ ",", "no system call is named in ','" },
	{ "!", "no system call is named in '!'" },
	{ "open,none", "system call 'none': it cannot be combined with other words" },
	{ "open,!close", "system call '!close': '!' is allowed only before the first word, and "
			 "inverts the whole list" },
	{ "/(", "regular expression '/(': Unmatched ( or \\(" },
	{ "?/(", "regular expression '/(': Unmatched ( or \\(" },
	{ "/zzzz", "no system call matches '/zzzz'" },
	{ "999", "no system call has number '999'" },
	{ "1000000000000000000000", "unknown system call '1000000000000000000000'" },
	{ "openat@99", "unknown ABI '99' in 'openat@99'; it can be 64, 32 or x32" },
	{ "?openat@", "unknown ABI '' in '?openat@'; it can be 64, 32 or x32" },
	{ "openat@64x", "unknown ABI '64x' in 'openat@64x'; it can be 64, 32 or x32" },
	{ "send@64", "no system call 'send@64': it exists only without '@64'" },
	{ "@64", "unknown system call '@64'" },
	{ "none@32", "unknown system call 'none@32'" },
};

START_TEST(errors_name_the_word)
{
	struct call_set set;
	char *error = NULL;

	ck_assert(!call_set_parse(refusals[_i].expression, &set, &error));
	ck_assert_str_eq(error, refusals[_i].error);
	free(error);
}
END_TEST

START_TEST(sets_can_be_all_or_empty)
{
	struct call_set set;
	char *error;

	ck_assert(call_set_parse("all", &set, &error));
	ck_assert(call_set_is_all(&set) && !call_set_is_empty(&set));
	ck_assert(call_set_parse("/.", &set, &error));
	ck_assert(call_set_is_all(&set));
	ck_assert(call_set_parse("!send@32", &set, &error));
	ck_assert(!call_set_is_all(&set) && !call_set_is_empty(&set));
	ck_assert(call_set_parse("none", &set, &error));
	ck_assert(!call_set_is_all(&set) && call_set_is_empty(&set));
	call_set_fill(&set, true);
	set.unknown = false;
	ck_assert(!call_set_is_all(&set));
}
END_TEST

START_TEST(multiplexers_are_resolved)
{
	const struct abi *i386 = abi_by_name("i386"), *x86_64 = abi_by_name("x86_64");

	ck_assert_int_eq(multiplexed_call(ID_socketcall, 1), ID_socket);
	ck_assert_int_eq(multiplexed_call(ID_socketcall, 20), ID_sendmmsg);
	ck_assert_int_eq(multiplexed_call(ID_socketcall, 0), ID_socketcall);
	ck_assert_int_eq(multiplexed_call(ID_socketcall, 21), ID_socketcall);
	ck_assert_int_eq(multiplexed_call(ID_socketcall, 0x10001), ID_socketcall);
	/* The kernel takes an int: the upper half of a 64-bit register is ignored. */
	ck_assert_int_eq(multiplexed_call(ID_socketcall, UINT64_C(0xffffffff00000001)), ID_socket);
	/* The upper 16 bits of ipc's argument are a version. */
	ck_assert_int_eq(multiplexed_call(ID_ipc, 0x10001), ID_semop);
	ck_assert_int_eq(multiplexed_call(ID_ipc, 24), ID_shmctl);
	ck_assert_int_eq(multiplexed_call(ID_ipc, 5), ID_ipc);
	ck_assert_int_eq(multiplexed_call(ID_ipc, 25), ID_ipc);
	ck_assert_int_eq(multiplexed_call(ID_read, 1), ID_read);
	ck_assert_int_eq(multiplexer_of(i386, ID_accept), ID_socketcall);
	ck_assert_int_eq(multiplexer_of(i386, ID_shmat), ID_ipc);
	ck_assert_int_eq(multiplexer_of(i386, ID_read), ID_none);
	ck_assert_int_eq(multiplexer_of(i386, ID_none), ID_none);
	ck_assert_int_eq(multiplexer_of(x86_64, ID_accept), ID_none);
}
END_TEST

/* The set of an expression, or the error message if that is not NULL. */
static const struct {
	const char *expression;
	uint64_t set;
	const char *error;
} signals[] = {
	{ "all", UINT64_MAX, NULL },
	{ "none", 0, NULL },
	{ "!all", 0, NULL },
	{ "!none", UINT64_MAX, NULL },
	{ "SIGUSR1", 1 << 9, NULL },
	{ "usr1,", 1 << 9, NULL },
	{ "USR1,10,SIGINT", 1 << 9 | 1 << 1, NULL },
	{ "!io", ~(UINT64_C(1) << 28), NULL },
	{ "SIGRTMIN", UINT64_C(1) << 31, NULL },
	{ "RT_2,SIGRT_32", UINT64_C(1) << 33 | UINT64_C(1) << 63, NULL },
	{ "64", UINT64_C(1) << 63, NULL },
	{ "65", 0, "no signal has number '65'; signals are 1 to 64" },
	{ "0", 0, "no signal has number '0'; signals are 1 to 64" },
	{ "", 0, "no signal is named in ''" },
	{ "-1", 0, "unknown signal '-1'" },
	{ "INT,SIGUSR", 0, "unknown signal 'SIGUSR'; did you mean 'SIGUSR1'?" },
	{ "itn", 0, "unknown signal 'itn'; did you mean 'SIGINT'?" },
	{ "foobarfoobar", 0, "unknown signal 'foobarfoobar'" },
	{ "all,INT", 0, "signal 'all': it cannot be combined with other words" },
	{ "none,INT", 0, "signal 'none': it cannot be combined with other words" },
};

START_TEST(signals_are_parsed)
{
	char *error = NULL;
	uint64_t set;
	bool good = signal_set_parse(signals[_i].expression, &set, &error);

	if (signals[_i].error) {
		ck_assert(!good);
		ck_assert_str_eq(error, signals[_i].error);
		free(error);
	} else {
		ck_assert_msg(good, "%s", error);
		ck_assert_uint_eq(set, signals[_i].set);
	}
}
END_TEST

START_TEST(statuses_are_parsed)
{
	unsigned set;
	char *error;

	ck_assert(status_set_parse("all", &set, &error) && set == STATUS_ALL);
	ck_assert(status_set_parse("none", &set, &error) && set == 0);
	ck_assert(status_set_parse("failed,Unfinished,", &set, &error));
	ck_assert_uint_eq(set, STATUS_FAILED | STATUS_UNFINISHED);
	ck_assert(status_set_parse("!failed", &set, &error));
	ck_assert_uint_eq(set, STATUS_ALL & ~STATUS_FAILED);
	ck_assert(!status_set_parse("fialed", &set, &error));
	ck_assert_str_eq(error, "unknown status 'fialed'; did you mean 'failed'?");
	free(error);
}
END_TEST

/* Random expressions are valid or refused with a message. Sanitizers check the rest. */
START_TEST(random_expressions_are_valid_or_refused)
{
	static const char *const pieces[] = { "!",   "?",  "%",	   "/",	   "@",	   ",",	   "64",
					      "x32", "32", "open", "file", "[",	   "(",	   "*",
					      "\\",  "0",  "99",   "all",  "none", "\377", "SIG" };

	srand(42);
	for (int i = 0; i < 500; i++) {
		struct buf text = { 0 };
		struct call_set set;
		uint64_t bits;
		char *error = NULL;

		for (int n = rand() % 8; n >= 0; n--)
			buf_puts(&text, pieces[rand() % ARRAY_SIZE(pieces)]);
		ck_assert(call_set_parse(buf_cstr(&text), &set, &error) == !error);
		free(error);
		error = NULL;
		ck_assert(signal_set_parse(buf_cstr(&text), &bits, &error) == !error);
		free(error);
		buf_free(&text);
	}
}
END_TEST

/* --- injections ------------------------------------------------------------------------- */

static const struct {
	const char *expression;
	const char *due; /* one character for each invocation: '1' if the injection applies to it */
} whens[] = {
	{ "open:error=EIO", "1111111" },
	{ "open:error=EIO:when=3", "0010000" },
	{ "open:error=EIO:when=3+", "0011111" },
	{ "open:error=EIO:when=2+2", "0101010" },
	{ "open:error=EIO:when=2..4", "0111000" },
	{ "open:error=EIO:when=2..4+", "0111000" },
	{ "open:error=EIO:when=2..6+3", "0100100" },
	{ "open:when=1:error=EIO:when=2", "0100000" },
};

START_TEST(when_selects_invocations)
{
	struct injection injection;
	char *error = NULL;

	ck_assert_msg(injection_parse(whens[_i].expression, false, &injection, &error), "%s: %s",
		      whens[_i].expression, error);
	for (uint32_t i = 0; whens[_i].due[i]; i++)
		ck_assert_msg(injection_is_due(&injection, i + 1) == (whens[_i].due[i] == '1'),
			      "%s, invocation %u", whens[_i].expression, i + 1);
}
END_TEST

static const struct {
	const char *expression, *error;
} wrong_injections[] = {
	{ "open:when=0:error=EIO",
	  "when=0: it takes FIRST[..LAST][+[STEP]], numbers from 1 to 65535" },
	{ "open:error=EIO:when=3..2",
	  "when=3..2: it takes FIRST[..LAST][+[STEP]], numbers from 1 to 65535" },
	{ "open:error=EIO:when=1..65535",
	  "when=1..65535: it takes FIRST[..LAST][+[STEP]], numbers from 1 to 65535" },
	{ "open:error=EIO:when=",
	  "when=: it takes FIRST[..LAST][+[STEP]], numbers from 1 to 65535" },
	{ "open:error=4096",
	  "error=4096: it takes the name of an error or a number from 1 to 4095" },
	{ "open:error=EIO:retval=1", "retval=1: only one error or retval is allowed" },
	{ "open:retval=", "retval=: it takes a number" },
	{ "open:retval=1x", "retval=1x: it takes a number" },
	{ "open:signal=0", "signal=0: it takes the name of a signal or a number from 1 to 64" },
	{ "open:signal=USR1:signal=HUP", "signal=HUP: only one signal is allowed" },
	{ "open:error=EIO:syscall=chmod",
	  "syscall=chmod: it takes a call of class %pure, such as getpid" },
	{ "open:error=EIO:syscall=getpid:syscall=getuid",
	  "syscall=getuid: only one call replaces another one" },
	{ "open:syscall=getpid",
	  "it needs error, retval, signal, delay_enter, delay_exit, poke_enter or poke_exit" },
	{ "open:delay_enter=5m",
	  "delay_enter=5m: it takes a time such as 5, 5us, 0.5ms, 2s or 100ns" },
	{ "open:poke_egg=@arg1=00",
	  "unknown word 'poke_egg=@arg1=00'; there are error, retval, signal, syscall, "
	  "delay_enter, delay_exit, poke_enter, poke_exit and when" },
	{ "open:poke_exit=@arg8=00",
	  "poke_exit=@arg8=00: it takes @argN=HEX[,@argM=HEX]..., N from 1 "
	  "to 7, two digits a byte" },
	{ "open:poke_enter=@arg1=0",
	  "poke_enter=@arg1=0: it takes @argN=HEX[,@argM=HEX]..., N from 1 "
	  "to 7, two digits a byte" },
	{ "open:poke_enter=@arg1=00,@arg1=01",
	  "poke_enter=@arg1=00,@arg1=01: it takes @argN=HEX[,@argM=HEX]..., N from 1 to 7, two "
	  "digits "
	  "a byte" },
	{ "open:poke_enter=",
	  "poke_enter=: it takes @argN=HEX[,@argM=HEX]..., N from 1 to 7, two digits a byte" },
	{ "open:poke_enter=,@arg1=00",
	  "poke_enter=,@arg1=00: it takes @argN=HEX[,@argM=HEX]..., N from 1 to 7, two digits a "
	  "byte" },
	{ "open:poke_enter=@arg1=00,,",
	  "poke_enter=@arg1=00,,: it takes @argN=HEX[,@argM=HEX]..., N from 1 to 7, two digits a "
	  "byte" },
	{ "open:poke_enter=@",
	  "poke_enter=@: it takes @argN=HEX[,@argM=HEX]..., N from 1 to 7, two "
	  "digits a byte" },
};

START_TEST(wrong_injections_are_refused)
{
	struct injection injection;
	char *error = NULL;

	ck_assert(!injection_parse(wrong_injections[_i].expression, false, &injection, &error));
	ck_assert_str_eq(error, wrong_injections[_i].error);
	free(error);
}
END_TEST

START_TEST(injections_are_parsed)
{
	struct injection injection;
	char *error;

	ck_assert(injection_parse("read:retval=0x10:syscall=getuid:signal=usr1:delay_enter=5ms:"
				  "delay_exit=7:poke_enter=@arg2=0aFf,@arg1=00:poke_exit=@arg2=1"
				  "0",
				  false, &injection, &error));
	ck_assert(injection.set_result && !injection.is_error && injection.result == 16);
	ck_assert(injection.instead == ID_getuid && injection.signal == 10);
	ck_assert_uint_eq(injection.delay_enter_ns, 5000000);
	ck_assert_uint_eq(injection.delay_exit_ns, 7000);
	ck_assert_uint_eq(injection.n_pokes, 3);
	ck_assert(injection.pokes[0].argument == 1 && !injection.pokes[0].at_exit);
	ck_assert_mem_eq(injection.pokes[0].bytes, "\x0a\xff", 2);
	ck_assert(injection.pokes[2].at_exit && injection.pokes[2].len == 1);
	injection_free(&injection);
	ck_assert(injection_parse("read:poke_exit=@arg2=10,", false, &injection, &error));
	ck_assert_uint_eq(injection.n_pokes, 1);
	injection_free(&injection);
	ck_assert(injection_parse("read", true, &injection, &error));
	ck_assert(injection.is_error && injection.result == -38);
	ck_assert(!injection_parse("read:signal=HUP", true, &injection, &error));
	free(error);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("filter");
	TCase *tests = tcase_create("expressions");

	if (abi_native()->id != ABI_x86_64) {
		puts("SKIPPED: the expected values are those of x86_64");
		return 77;
	}
	tcase_set_timeout(tests, 30);
	tcase_add_loop_test(tests, expressions_select_calls, 0, ARRAY_SIZE(selects));
	tcase_add_loop_test(tests, errors_name_the_word, 0, ARRAY_SIZE(refusals));
	tcase_add_test(tests, sets_can_be_all_or_empty);
	tcase_add_test(tests, multiplexers_are_resolved);
	tcase_add_loop_test(tests, signals_are_parsed, 0, ARRAY_SIZE(signals));
	tcase_add_test(tests, statuses_are_parsed);
	tcase_add_loop_test(tests, when_selects_invocations, 0, ARRAY_SIZE(whens));
	tcase_add_loop_test(tests, wrong_injections_are_refused, 0, ARRAY_SIZE(wrong_injections));
	tcase_add_test(tests, injections_are_parsed);
	tcase_add_test(tests, random_expressions_are_valid_or_refused);
	return suite_run(suite, tests, NULL);
}
