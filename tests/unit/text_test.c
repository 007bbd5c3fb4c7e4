/* SPDX-License-Identifier: MIT */
/* Unit tests of the text sink: how parts become lines, as strace would write them. */
#include <signal.h>

#include "sink_fixture.h"

static struct fixture fixture;
static struct sink_config config;
static struct draft drafts[3];

static void begin(void)
{
	config = (struct sink_config){ .column = 40 };
	memset(drafts, 0, sizeof(drafts));
}

static void start(void)
{
	fixture_begin(&fixture, sink_text_new, &config);
	fixture.sink->draft = &drafts[0];
}

static void end(void)
{
	fixture_end(&fixture);
	for (size_t i = 0; i < ARRAY_SIZE(drafts); i++)
		draft_free(&drafts[i]);
}

#define ck_seen(text) ck_assert_str_eq(fixture_seen(&fixture), text)

static struct event event_of(enum event_kind kind, pid_t tid)
{
	return (struct event){ .kind = kind, .tid = tid, .abi = abi_native() };
}

static struct call call_of(const char *name)
{
	return (struct call){ .abi = abi_native(), .name = name };
}

/* Each does one step of a call for the tracee that has this draft. */
static void enter(int i, const char *name)
{
	struct event event = event_of(EVENT_ENTER, 100 + i);
	struct call call = call_of(name);

	fixture.sink->draft = &drafts[i];
	fixture.sink->ops->entered(fixture.sink, &event, &call);
}

static void leave(int i, const char *name, int64_t result)
{
	struct event event = event_of(EVENT_EXIT, 100 + i);
	struct call call = call_of(name);

	fixture.sink->draft = &drafts[i];
	call.returned = true;
	call.result = result;
	call.is_error = result < 0;
	fixture.sink->ops->exited(fixture.sink, &event, &call);
	draft_reset(&drafts[i]);
}

static void vanish(int i, const char *name, enum event_kind kind)
{
	struct event event = event_of(kind, 100 + i);
	struct call call = call_of(name);

	fixture.sink->draft = &drafts[i];
	fixture.sink->ops->unfinished(fixture.sink, &event, &call);
	draft_reset(&drafts[i]);
}

static void happen(int i, struct event event)
{
	event.tid = 100 + i;
	fixture.sink->draft = &drafts[i];
	fixture.sink->ops->event(fixture.sink, &event);
}

/* The entry of read(3, …, 10). */
static void begin_read(int i)
{
	struct sink *sink = fixture.sink;

	sink->draft = &drafts[i];
	emit_argument(sink, 0, "fd", PHASE_ENTRY, fd(3));
	sink->ops->pending(sink, 1, "buf", false);
	emit_argument(sink, 2, "count", PHASE_ENTRY, number(10));
	enter(i, "read");
}

static void end_read(int i)
{
	fixture.sink->draft = &drafts[i];
	emit_argument(fixture.sink, 1, "buf", PHASE_EXIT, string("abc"));
	emit_result(fixture.sink, number(3));
	leave(i, "read", 3);
}

START_TEST(entry_is_seen_before_the_exit)
{
	start();
	begin_read(0);
	ck_seen("read(3, ");
	end_read(0);
	ck_seen("read(3, \"abc\", 10)                      = 3\n");
}
END_TEST

START_TEST(held_calls_are_whole_lines)
{
	config.hold = true;
	start();
	begin_read(0);
	ck_seen("");
	end_read(0);
	ck_seen("read(3, \"abc\", 10)                      = 3\n");
}
END_TEST

START_TEST(three_tracees_interrupt_each_other)
{
	config.pid_prefix = PID_PREFIX_FILE;
	start();
	begin_read(0);
	begin_read(1);
	fixture.sink->draft = &drafts[2];
	enter(2, "getpid");
	leave(2, "getpid", 102);
	end_read(0);
	end_read(1);
	ck_seen("100   read(3,  <unfinished ...>\n"
		"101   read(3,  <unfinished ...>\n"
		"102   getpid()                          = 102\n"
		"100   <... read resumed>\"abc\", 10)      = 3\n"
		"101   <... read resumed>\"abc\", 10)      = 3\n");
}
END_TEST

START_TEST(errors_have_names_and_texts)
{
	struct sink *sink;

	start();
	sink = fixture.sink;
	emit_argument(sink, 0, "fd", PHASE_ENTRY, fd(9));
	enter(0, "close");
	leave(0, "close", -9);
	enter(0, "pause");
	leave(0, "pause", -514);
	enter(0, "pause");
	leave(0, "pause", -999);
	ck_seen("close(9)                                = -1 EBADF (Bad file descriptor)\n"
		"pause()                                 = ? ERESTARTNOHAND (To be restarted if no handler)\n"
		"pause()                                 = -1 (errno 999)\n");
}
END_TEST

START_TEST(calls_that_do_not_return)
{
	start();
	emit_argument(fixture.sink, 0, "status", PHASE_ENTRY, number(3));
	enter(0, "exit_group");
	vanish(0, "exit_group", EVENT_EXITED);
	begin_read(0);
	vanish(0, "read", EVENT_KILLED);
	begin_read(0);
	begin_read(1);
	vanish(0, "read", EVENT_KILLED);
	vanish(1, "read", EVENT_DETACHED);
	ck_seen("exit_group(3)                           = ?\n"
		"read(3,  <unfinished ...>)              = ?\n"
		"read(3,  <unfinished ...>\n"
		"read(3,  <unfinished ...>\n"
		"<... read resumed> <unfinished ...>)    = ?\n"
		"<... read resumed> <detached ...>\n");
}
END_TEST

START_TEST(signals_stops_and_ends)
{
	struct sink *sink;
	struct event event = event_of(EVENT_SIGNAL, 100);

	start();
	sink = fixture.sink;
	event.signal = SIGTERM;
	sink->ops->argument(sink, 0, "siginfo", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_STRUCT);
	emit_member(sink, "si_signo", scalar(VALUE_SIGNAL, SIGTERM, 4));
	emit_member(sink, "si_pid", scalar(VALUE_PID, 7, 4));
	sink->ops->close(sink, GROUP_STRUCT, GROUP_COMPLETE);
	happen(0, event);
	draft_reset(&drafts[0]);
	event.signal = 34;
	happen(0, event);
	event = event_of(EVENT_GROUP_STOP, 100);
	event.signal = SIGTSTP;
	happen(0, event);
	event = event_of(EVENT_EXITED, 100);
	event.status = 3;
	happen(0, event);
	event = event_of(EVENT_KILLED, 100);
	event.status = SIGSEGV;
	event.core_dumped = true;
	happen(0, event);
	event = event_of(EVENT_SUPERSEDED, 100);
	event.former_tid = 7;
	happen(0, event);
	event = event_of(EVENT_PERSONALITY, 100);
	event.abi = abi_by_name("i386");
	happen(0, event);
	ck_seen("--- SIGTERM {si_signo=SIGTERM, si_pid=7} ---\n"
		"--- SIGRT_2 ---\n"
		"--- stopped by SIGTSTP ---\n"
		"+++ exited with 3 +++\n"
		"+++ killed by SIGSEGV (core dumped) +++\n"
		"+++ superseded by execve in pid 7 +++\n"
		"[ Process PID=100 runs in 32 bit mode. ]\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("text");
	TCase *tcase = tcase_create("lines");
	SRunner *runner;
	int failed;

	suite_add_tcase(suite, tcase);
	tcase_add_checked_fixture(tcase, begin, end);
	tcase_add_test(tcase, entry_is_seen_before_the_exit);
	tcase_add_test(tcase, held_calls_are_whole_lines);
	tcase_add_test(tcase, three_tracees_interrupt_each_other);
	tcase_add_test(tcase, errors_have_names_and_texts);
	tcase_add_test(tcase, calls_that_do_not_return);
	tcase_add_test(tcase, signals_stops_and_ends);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? 1 : 0;
}
