/* SPDX-License-Identifier: MIT */
/* Unit tests of the text sink: strace writes the same lines. */
#include <signal.h>
#include <stdio.h>

#include "scry/type.h"
#include "sink_fixture.h"
#include "sink_values.h"
#include "suite.h"

static struct fixture fixture;
static struct sink_config config;
static struct record_builder builders[3];

static void begin(void)
{
	config = (struct sink_config){ .column = 40 };
	memset(builders, 0, sizeof(builders));
	/* The tests expect the names of signals and the byte order of sets that x86_64 has. */
	abi_set_native(abi_by_name("x86_64"));
}

static void start(void)
{
	fixture_begin(&fixture, writer_text_new, &config);
	building = &builders[0];
}

static void end(void)
{
	fixture_end(&fixture);
	for (size_t i = 0; i < ARRAY_SIZE(builders); i++)
		builder_free(&builders[i]);
}

#define ck_seen(text) ck_assert_str_eq(fixture_seen(&fixture), text)

static struct event event_of(enum event_kind kind, pid_t tid)
{
	return (struct event){ .kind = kind, .tid = tid, .abi = abi_native() };
}

static struct call call_of(const char *name)
{
	return (struct call){ .abi = abi_native(), .name = name, .id = syscall_by_name(name) };
}

/* Each function makes one step of a call by tracee 100 + i. builders[i] is its builder. */
static void enter(int i, const char *name)
{
	struct event event = event_of(EVENT_ENTER, 100 + i);
	struct call call = call_of(name);

	building = &builders[i];
	fixture_write(&fixture, fixture.writer->ops->entered, &event, &call);
}

static void leave(int i, const char *name, int64_t result)
{
	struct event event = event_of(EVENT_EXIT, 100 + i);
	struct call call = call_of(name);

	building = &builders[i];
	call.returned = true;
	call.result = result;
	call.is_error = result < 0;
	fixture_write(&fixture, fixture.writer->ops->exited, &event, &call);
	builder_reset(&builders[i]);
}

static void end_unfinished(int i, const char *name, enum event_kind kind)
{
	struct event event = event_of(kind, 100 + i);
	struct call call = call_of(name);

	building = &builders[i];
	fixture_write(&fixture, fixture.writer->ops->unfinished, &event, &call);
	builder_reset(&builders[i]);
}

static void emit_event(int i, struct event event)
{
	event.tid = 100 + i;
	building = &builders[i];
	fixture_write(&fixture, fixture.writer->ops->event, &event, NULL);
}

/* The entry of read(3, buf, 10). */
static void begin_read(int i)
{
	struct sink *sink = fixture.sink;

	building = &builders[i];
	emit_argument(sink, 0, "fd", PHASE_ENTRY, fd(3));
	sink->ops->pending(sink, building, 1, "buf");
	emit_argument(sink, 2, "count", PHASE_ENTRY, number(10));
	enter(i, "read");
}

static void end_read(int i)
{
	building = &builders[i];
	emit_argument(fixture.sink, 1, "buf", PHASE_EXIT, string("abc"));
	emit_result(fixture.sink, number(3));
	leave(i, "read", 3);
}

/* The text of a value: the argument of a call f(), without the name and the result of the call. */
static const char *shown(struct value value)
{
	static char text[4000];
	const char *line, *end;

	emit_argument(fixture.sink, 0, "x", PHASE_ENTRY, value);
	enter(0, "f");
	emit_result(fixture.sink, number(0));
	leave(0, "f", 0);
	line = fixture_seen(&fixture);
	end = strrchr(line, ')');
	while (strchr(line, '\n') < end)
		line = strchr(line, '\n') + 1;
	snprintf(text, sizeof(text), "%.*s", (int)(end - line - 2), line + 2);
	return text;
}

START_TEST(every_kind_of_value)
{
	start();
	ck_assert_str_eq(shown(value_rows[_i].value), value_rows[_i].text);
}
END_TEST

/* Values under -X raw and -X verbose, with the text of strace. */
static const struct {
	struct value value;
	const char *raw, *verbose;
} constant_rows[] = {
	{ LISTED(FLAGS, 0x80002, 4, open_list), "0x80002", "0x80002 /* O_RDWR|O_CLOEXEC */" },
	{ LISTED(FLAGS, 0x40, 4, prot_list), "0x40", "0x40 /* PROT_??? */" },
	{ LISTED(FLAGS, 0x41, 4, prot_list), "0x41", "0x41 /* PROT_READ|0x40 */" },
	{ LISTED(FLAGS, 0, 4, prot_list), "0", "0 /* PROT_NONE */" },
	{ LISTED(FLAGS, 0x40000000, 4, open_list), "0x40000000",
	  "0x40000000 /* O_RDONLY|0x40000000 */" },
	{ LISTED(FLAGS, 0xf, 4, map_list), "0xf", "0xf /* MAP_??? */" },
	{ LISTED(ENUM, 0, 4, whence_list), "0", "0 /* SEEK_SET */" },
	{ LISTED(ENUM, 77, 4, whence_list), "0x4d", "0x4d /* SEEK_??? */" },
	{ LISTED(ENUM, -1, 4, whence_list), "0xffffffff", "0xffffffff /* SI_QUEUE */" },
	{ INT(DIRFD, -100), "-100", "-100 /* AT_FDCWD */" },
	{ INT(DIRFD, 5), "5", "5" },
	{ INT(SIGNAL, 15), "15", "15 /* SIGTERM */" },
	{ INT(SIGNAL, 0), "0", "0" },
	{ LISTED(MODE, 020644, 4, file_list), "020644", "020644 /* S_IFCHR|0644 */" },
	{ SCALAR(PERM, 0644, 4), "0644", "0644" },
	{ SCALAR(DEV, 0x801, 4), "0x801", "0x801 /* makedev(0x8, 0x1) */" },
	{ SCALAR(PORT, 80, 2), "\"\\x00\\x50\"", "\"\\x00\\x50\" /* htons(80) */" },
	{ SCALAR(NETWORK, 0, 4), "\"\\x00\\x00\\x00\\x00\"",
	  "\"\\x00\\x00\\x00\\x00\" /* htonl(0) */" },
	{ BYTES(IPV4, loopback4, 4), "\"\\x7f\\x00\\x00\\x01\"",
	  "\"\\x7f\\x00\\x00\\x01\" /* inet_addr(\"127.0.0.1\") */" },
	{ SCALAR(LIMIT, 8388608, 8), "8388608", "8388608 /* 8192*1024 */" },
	{ BYTES(SIGSET, some_signals, 8), "[2 15 17 33]",
	  "[2 /* INT */ 15 /* TERM */ 17 /* CHLD */ 33 /* RT_1 */]" },
};

START_TEST(constants_as_numbers)
{
	config.constants = CONSTANTS_RAW;
	start();
	ck_assert_str_eq(shown(constant_rows[_i].value), constant_rows[_i].raw);
}
END_TEST

START_TEST(constants_as_numbers_with_names)
{
	config.constants = CONSTANTS_VERBOSE;
	start();
	ck_assert_str_eq(shown(constant_rows[_i].value), constant_rows[_i].verbose);
}
END_TEST

START_TEST(strings_in_hex)
{
	static const struct {
		enum hex_strings hex;
		const char *string, *text;
	} rows[] = {
		{ HEX_NON_ASCII, "a\n", "\"a\\n\"" },
		{ HEX_NON_ASCII, "a\1\n", "\"\\x61\\x01\\x0a\"" },
		{ HEX_ALL, "a", "\"\\x61\"" },
		{ HEX_NON_ASCII_CHARS, "a\1\n", "\"a\\x01\\n\"" },
	};

	config.hex_strings = rows[_i].hex;
	start();
	ck_assert_str_eq(shown(string(rows[_i].string)), rows[_i].text);
}
END_TEST

START_TEST(strings_have_no_control_characters)
{
	unsigned char all[256];

	for (unsigned i = 0; i < sizeof(all); i++)
		all[i] = (unsigned char)i;
	start();
	for (const char *at = shown(bytes(KIND_STRING, all, sizeof(all))); *at; at++)
		ck_assert_msg(*at >= ' ' && *at < 0x7f, "byte %d", *at);
	for (const char *at =
		     shown((struct value){ .kind = KIND_PID, .bytes = all, .len = sizeof(all) });
	     *at; at++)
		ck_assert_msg(*at >= ' ' && *at < 0x7f, "byte %d", *at);
}
END_TEST

START_TEST(structs_arrays_and_pointees)
{
	struct sink *sink;

	start();
	sink = fixture.sink;
	sink->ops->argument(sink, building, 0, "s", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_STRUCT);
	emit_member(sink, "a", number(1));
	emit_member(sink, "addr", bytes(KIND_IPV6, loopback6, 16));
	sink->ops->member(sink, "list");
	sink->ops->open(sink, GROUP_ARRAY);
	emit(sink, number(2));
	emit(sink, number(3));
	sink->ops->close(sink, GROUP_ARRAY, GROUP_MORE);
	sink->ops->member(sink, "empty");
	sink->ops->open(sink, GROUP_ARRAY);
	sink->ops->close(sink, GROUP_ARRAY, GROUP_MORE);
	sink->ops->close(sink, GROUP_STRUCT, GROUP_MORE);
	sink->ops->argument(sink, building, 1, "bad", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_ARRAY);
	emit(sink, number(4));
	emit(sink, address(0x1000));
	sink->ops->close(sink, GROUP_ARRAY, GROUP_UNREADABLE);
	sink->ops->argument(sink, building, 2, "worse", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_ARRAY);
	emit(sink, address(0x1000));
	sink->ops->close(sink, GROUP_ARRAY, GROUP_UNREADABLE);
	sink->ops->argument(sink, building, 3, "n", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_POINTEE);
	emit(sink, number(4));
	sink->ops->change(sink);
	emit(sink, number(2));
	sink->ops->close(sink, GROUP_POINTEE, GROUP_COMPLETE);
	enter(0, "f");
	emit_result(sink, number(0));
	leave(0, "f", 0);
	ck_seen("f({a=1, inet_pton(AF_INET6, \"::1\", &addr), list=[2, 3, ...], empty=[...], ...}, "
		"[4, ... /* 0x1000 */], [0x1000], [4 => 2]) = 0\n");
}
END_TEST

static struct value open_file(int n, const char *path)
{
	struct value value = fd(n);

	value.bytes = path;
	value.len = strlen(path);
	return value;
}

static void emit_fdset(struct sink *sink)
{
	sink->ops->open(sink, GROUP_FDSET);
	emit(sink, open_file(0, "/a"));
	emit(sink, open_file(3, "/b"));
	emit(sink, fd(4));
	sink->ops->close(sink, GROUP_FDSET, GROUP_COMPLETE);
}

START_TEST(macros)
{
	static const char *const lines[] = {
		[CONSTANTS_ABBREV] = "f(QCMD(1, 2), 3<<28|4)                  = 0\n",
		[CONSTANTS_RAW] = "f(258, 3<<28|4)                         = 0\n",
		[CONSTANTS_VERBOSE] = "f(258 /* QCMD(1, 2) */, 3<<28|4)        = 0\n",
	};

	config.constants = (enum constant_format)_i;
	start();
	emit_macros(fixture.sink);
	enter(0, "f");
	emit_result(fixture.sink, number(0));
	leave(0, "f", 0);
	ck_seen(lines[_i]);
}
END_TEST

START_TEST(ratios)
{
	start();
	emit_ratio(fixture.sink);
	enter(0, "f");
	emit_result(fixture.sink, number(0));
	leave(0, "f", 0);
	ck_seen("f({rate=1/25, n=3})                     = 0\n");
}
END_TEST

START_TEST(descriptor_sets_with_paths)
{
	struct sink *sink;

	start();
	sink = fixture.sink;
	sink->ops->argument(sink, building, 0, "s", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_STRUCT);
	sink->ops->member(sink, "set");
	emit_fdset(sink);
	emit_member(sink, "n", number(1));
	sink->ops->close(sink, GROUP_STRUCT, GROUP_COMPLETE);
	enter(0, "f");
	emit_result(sink, number(0));
	leave(0, "f", 0);
	ck_seen("f({set=[0</a> 3</b> 4], n=1})           = 0\n");
}
END_TEST

/* While the call runs, text shows no argument after the struct. */
START_TEST(inout_struct_with_two_segments)
{
	struct sink *sink;

	start();
	sink = fixture.sink;
	sink->ops->argument(sink, building, 0, "args", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_STRUCT);
	emit_member(sink, "flags", number(1));
	sink->ops->close(sink, GROUP_STRUCT, GROUP_COMPLETE);
	sink->ops->pending(sink, building, 0, "args");
	emit_argument(sink, 1, "size", PHASE_ENTRY, number(88));
	enter(0, "clone3");
	ck_seen("clone3({flags=1}");
	sink->ops->argument(sink, building, 0, "args", PHASE_EXIT, false);
	sink->ops->open(sink, GROUP_STRUCT);
	emit_member(sink, "tid", number(5));
	sink->ops->close(sink, GROUP_STRUCT, GROUP_COMPLETE);
	emit_result(sink, number(5));
	leave(0, "clone3", 5);
	ck_seen("clone3({flags=1} => {tid=5}, 88)        = 5\n");
}
END_TEST

START_TEST(inout_struct_with_a_rest_segment)
{
	struct sink *sink;

	start();
	sink = fixture.sink;
	sink->ops->argument(sink, building, 0, "msg", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_STRUCT);
	emit_member(sink, "a", number(1));
	sink->ops->pending(sink, building, 0, "msg");
	emit_argument(sink, 1, "flags", PHASE_ENTRY, number(0));
	enter(0, "recvmsg");
	ck_seen("recvmsg({a=1");
	sink->ops->argument(sink, building, 0, "msg", PHASE_REST, false);
	emit_member(sink, "b", number(2));
	sink->ops->close(sink, GROUP_STRUCT, GROUP_COMPLETE);
	emit_result(sink, number(5));
	leave(0, "recvmsg", 5);
	ck_seen("recvmsg({a=1, b=2}, 0)                  = 5\n");
}
END_TEST

START_TEST(addresses_as_results)
{
	start();
	enter(0, "brk");
	emit_result(fixture.sink, address(0x5000));
	leave(0, "brk", 0);
	enter(0, "brk");
	emit_result(fixture.sink, address(0));
	leave(0, "brk", 0);
	ck_seen("brk()                                   = 0x5000\n"
		"brk()                                   = 0\n");
}
END_TEST

START_TEST(late_arguments_come_with_their_comma)
{
	struct sink *sink;

	start();
	sink = fixture.sink;
	emit_argument(sink, 0, "flags", PHASE_ENTRY, number(17));
	sink->ops->pending(sink, building, 1, "child_tid");
	enter(0, "clone");
	ck_seen("clone(17");
	sink->ops->argument(sink, building, 1, "child_tid", PHASE_EXIT, true);
	emit(sink, address(0x10));
	emit_result(sink, number(5));
	leave(0, "clone", 5);
	ck_seen("clone(17, child_tid=0x10)               = 5\n");
}
END_TEST

START_TEST(arguments_with_their_names)
{
	config.arg_names = true;
	start();
	begin_read(0);
	end_read(0);
	ck_seen("read(fd=3, buf=\"abc\", count=10)         = 3\n");
}
END_TEST

START_TEST(notes_after_the_result)
{
	struct sink *sink;

	config.durations = true;
	config.duration_digits = 6;
	start();
	sink = fixture.sink;
	enter(0, "select");
	emit_result(sink, number(1));
	sink->ops->note(sink, building, "in");
	sink->ops->open(sink, GROUP_ARRAY);
	emit(sink, number(3));
	sink->ops->close(sink, GROUP_ARRAY, GROUP_COMPLETE);
	sink->ops->note(sink, building, "left");
	emit(sink, number(2));
	leave(0, "select", 1);
	enter(0, "poll");
	emit_result(sink, number(0));
	sink->ops->note(sink, building, "Timeout");
	leave(0, "poll", 0);
	enter(0, "poll");
	emit_result(sink, number(1));
	sink->ops->note(sink, building, NULL);
	emit(sink, number(7));
	leave(0, "poll", 0);
	ck_seen("select()                                = 1 (in [3], left 2) <0.000000>\n"
		"poll()                                  = 0 (Timeout) <0.000000>\n"
		"poll()                                  = 1 (7) <0.000000>\n");
}
END_TEST

/* A whole call of close() with a known time, number and ip. */
static void call_at(struct timespec real, uint64_t mono_ns)
{
	struct event event = event_of(EVENT_ENTER, 100);
	struct call call = call_of("close");

	event.real = real;
	event.mono_ns = mono_ns;
	call.nr = 3;
	call.ip = event.ip = 0x7f10;
	call.entered = real;
	call.entered_ns = mono_ns;
	fixture_write(&fixture, fixture.writer->ops->entered, &event, &call);
	event.kind = EVENT_EXIT;
	call.returned_ns = mono_ns + 1234567;
	call.returned = true;
	emit_result(fixture.sink, number(0));
	fixture_write(&fixture, fixture.writer->ops->exited, &event, &call);
	builder_reset(&builders[0]);
}

START_TEST(columns)
{
	static const struct {
		struct sink_config config;
		const char *text;
	} rows[] = {
		{ { .column = 10 }, "close()   = 0\nclose()   = 0\n" },
		{ { .column = 0 }, "close() = 0\nclose() = 0\n" },
		{ { .absolute = TIMESTAMP_TIME }, "22:13:20 close() = 0\n22:13:21 close() = 0\n" },
		{ { .absolute = TIMESTAMP_TIME, .absolute_digits = 6 },
		  "22:13:20.000000 close() = 0\n22:13:21.002003 close() = 0\n" },
		{ { .absolute = TIMESTAMP_UNIX, .absolute_digits = 3 },
		  "1700000000.000 close() = 0\n1700000001.002 close() = 0\n" },
		{ { .relative = true, .relative_digits = 6 },
		  "     0.000000 close() = 0\n     1.000002 close() = 0\n" },
		{ { .relative = true, .relative_digits = 9 },
		  "     0.000000000 close() = 0\n     1.000002003 close() = 0\n" },
		{ { .relative = true }, "     0 close() = 0\n     1 close() = 0\n" },
		{ { .relative = true, .relative_digits = 6, .absolute = TIMESTAMP_TIME },
		  "22:13:20 (+     0.000000) close() = 0\n22:13:21 (+     1.000002) close() = "
		  "0\n" },
		{ { .durations = true, .duration_digits = 6 },
		  "close() = 0 <0.001234>\nclose() = 0 <0.001234>\n" },
		{ { .durations = true }, "close() = 0 <0>\nclose() = 0 <0>\n" },
		{ { .ip = true, .number = true, .pid_prefix = PID_PREFIX_ALWAYS },
		  "100   [   3] [0000000000007f10] close() = 0\n"
		  "100   [   3] [0000000000007f10] close() = 0\n" },
		{ { .pid_prefix = PID_PREFIX_ALWAYS }, "100   close() = 0\n100   close() = 0\n" },
	};

	setenv("TZ", "UTC0", 1);
	config = rows[_i].config;
	start();
	call_at((struct timespec){ 1700000000, 0 }, 1000000000);
	call_at((struct timespec){ 1700000001, 2003999 }, 2000002003);
	ck_seen(rows[_i].text);
}
END_TEST

START_TEST(pid_prefix_with_several_tracees)
{
	start();
	enter(0, "a");
	leave(0, "a", 0);
	fixture.tracees = 2;
	enter(1, "b");
	leave(1, "b", 0);
	fixture.tracees = 1;
	enter(0, "c");
	leave(0, "c", 0);
	ck_seen("a()                                     = 0\n"
		"[pid   101] b()                         = 0\n"
		"c()                                     = 0\n");
}
END_TEST

START_TEST(number_and_ip_of_events)
{
	struct event event = event_of(EVENT_SIGNAL, 100);

	config = (struct sink_config){ .ip = true, .number = true };
	start();
	call_at((struct timespec){ 0, 0 }, 1);
	event.signal = SIGTERM;
	emit_event(0, event);
	event.kind = EVENT_EXITED;
	event.status = 1;
	emit_event(0, event);
	ck_seen("[   3] [0000000000007f10] close() = 0\n"
		"[   3] [0000000000007f10] --- SIGTERM ---\n"
		"[   3] [????????????????] +++ exited with 1 +++\n");
}
END_TEST

START_TEST(restarted_calls_show_the_name_of_the_call)
{
	start();
	enter(0, "restart_syscall");
	leave(0, "restart_syscall", 0);
	enter(0, "nanosleep");
	leave(0, "nanosleep", -516);
	enter(0, "restart_syscall");
	leave(0, "restart_syscall", 0);
	ck_seen("restart_syscall(<... resuming interrupted system call ...>) = 0\n"
		"nanosleep()                             = ? ERESTART_RESTARTBLOCK (Interrupted by "
		"signal)\n"
		"restart_syscall(<... resuming interrupted nanosleep ...>) = 0\n");
}
END_TEST

START_TEST(unknown_calls_have_their_number)
{
	struct event event = event_of(EVENT_ENTER, 100);
	struct call call = { .abi = abi_native(), .nr = 0x3e8 };

	start();
	emit_argument(fixture.sink, 0, "arg0", PHASE_ENTRY, hexadecimal(0x11));
	fixture_write(&fixture, fixture.writer->ops->entered, &event, &call);
	call.is_error = call.returned = true;
	call.result = -38;
	fixture_write(&fixture, fixture.writer->ops->exited, &event, &call);
	ck_seen("syscall_0x3e8(0x11)                     = -1 ENOSYS (Function not implemented)\n");
}
END_TEST

START_TEST(quiet_messages)
{
	struct event event = event_of(EVENT_EXITED, 100);

	config.quiet = QUIET_EXIT | QUIET_SUPERSEDED | QUIET_PERSONALITY | QUIET_ATTACH;
	start();
	emit_event(0, event);
	event.kind = EVENT_SUPERSEDED;
	emit_event(0, event);
	event.kind = EVENT_PERSONALITY;
	emit_event(0, event);
	event.kind = EVENT_ATTACHED;
	emit_event(0, event);
	event.kind = EVENT_EXEC;
	emit_event(0, event);
	ck_seen("");
}
END_TEST

START_TEST(finish_ends_the_open_line)
{
	start();
	begin_read(0);
	fixture.writer->ops->finish(fixture.writer);
	ck_seen("read(3 <unfinished ...>\n");
}
END_TEST

START_TEST(entry_is_seen_before_the_exit)
{
	start();
	begin_read(0);
	ck_seen("read(3");
	end_read(0);
	ck_seen("read(3, \"abc\", 10)                      = 3\n");
}
END_TEST

START_TEST(deferred_calls_are_whole_lines)
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
	config.pid_prefix = PID_PREFIX_ALWAYS;
	start();
	begin_read(0);
	begin_read(1);
	building = &builders[2];
	enter(2, "getpid");
	leave(2, "getpid", 102);
	end_read(0);
	end_read(1);
	ck_seen("100   read(3 <unfinished ...>\n"
		"101   read(3 <unfinished ...>\n"
		"102   getpid()                          = 102\n"
		"100   <... read resumed>, \"abc\", 10)    = 3\n"
		"101   <... read resumed>, \"abc\", 10)    = 3\n");
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
		"pause()                                 = ? ERESTARTNOHAND (To be restarted if no "
		"handler)\n"
		"pause()                                 = -1 (errno 999)\n");
}
END_TEST

/*
 * A builder may return its buffers while its call is in progress. The line of the call is complete.
 */
START_TEST(buffers_come_from_a_pool)
{
	struct builder_pool pool = { .n = 0 };

	config.column = 0;
	start();
	buf_puts(&builders[0].text, "of an earlier call");
	builder_reset(&builders[0]);
	enter(0, "pause");
	builder_return_buffers(&builders[0], &pool);
	ck_assert(!builders[0].text.data && pool.n == 1);
	builder_take_buffers(&builders[1], &pool);
	ck_assert(builders[1].text.data && !builders[1].text.len && !pool.n);
	builder_return_buffers(&builders[1], &pool);
	builder_take_buffers(&builders[0], &pool);
	leave(0, "pause", 7);
	ck_seen("pause() = 7\n");
	builder_return_buffers(&builders[0], &pool);
	for (unsigned i = 0; i < 2 * ARRAY_SIZE(pool.items); i++) {
		buf_puts(&builders[0].text, "x");
		builder_return_buffers(&builders[0], &pool);
	}
	ck_assert_uint_eq(pool.n, ARRAY_SIZE(pool.items));
	while (pool.n) {
		builder_take_buffers(&builders[0], &pool);
		builder_free(&builders[0]);
	}
}
END_TEST

START_TEST(calls_that_do_not_return)
{
	start();
	emit_argument(fixture.sink, 0, "status", PHASE_ENTRY, number(3));
	enter(0, "exit_group");
	end_unfinished(0, "exit_group", EVENT_EXITED);
	begin_read(0);
	end_unfinished(0, "read", EVENT_KILLED);
	begin_read(0);
	begin_read(1);
	end_unfinished(0, "read", EVENT_KILLED);
	end_unfinished(1, "read", EVENT_DETACHED);
	begin_read(2);
	end_unfinished(2, "read", EVENT_DETACHED);
	ck_seen("exit_group(3)                           = ?\n"
		"read(3 <unfinished ...>)                = ?\n"
		"read(3 <unfinished ...>\n"
		"read(3 <unfinished ...>\n"
		"<... read resumed> <unfinished ...>)    = ?\n"
		"read(3 <detached ...>\n");
}
END_TEST

/* The lines of other threads follow the line of exit_group(). Its own end adds nothing. */
START_TEST(exit_has_a_whole_line)
{
	static const struct syscall row = { .flags = CALL_NO_RETURN };
	struct event event = event_of(EVENT_ENTER, 100);
	struct call call = call_of("exit_group");

	start();
	call.row = &row;
	begin_read(1);
	building = &builders[0];
	emit_argument(fixture.sink, 0, "status", PHASE_ENTRY, number(3));
	fixture_write(&fixture, fixture.writer->ops->entered, &event, &call);
	end_unfinished(1, "read", EVENT_EXITED);
	event.kind = EVENT_EXITED;
	building = &builders[0];
	fixture_write(&fixture, fixture.writer->ops->unfinished, &event, &call);
	ck_seen("read(3 <unfinished ...>\n"
		"exit_group(3)                           = ?\n"
		"<... read resumed> <unfinished ...>)    = ?\n");
}
END_TEST

START_TEST(signals_stops_and_ends)
{
	struct sink *sink;
	struct event event = event_of(EVENT_SIGNAL, 100);

	start();
	sink = fixture.sink;
	event.signal = SIGTERM;
	sink->ops->argument(sink, building, 0, "siginfo", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_STRUCT);
	emit_member(sink, "si_signo", scalar(KIND_SIGNAL, SIGTERM, 4));
	emit_member(sink, "si_pid", scalar(KIND_PID, 7, 4));
	sink->ops->close(sink, GROUP_STRUCT, GROUP_COMPLETE);
	emit_event(0, event);
	builder_reset(&builders[0]);
	event.signal = 34;
	emit_event(0, event);
	event = event_of(EVENT_GROUP_STOP, 100);
	event.signal = SIGTSTP;
	emit_event(0, event);
	event = event_of(EVENT_EXITED, 100);
	event.status = 3;
	emit_event(0, event);
	event = event_of(EVENT_KILLED, 100);
	event.status = SIGSEGV;
	event.core_dumped = true;
	emit_event(0, event);
	event = event_of(EVENT_SUPERSEDED, 100);
	event.former_tid = 7;
	emit_event(0, event);
	event = event_of(EVENT_PERSONALITY, 100);
	event.abi = abi_by_name("i386");
	emit_event(0, event);
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

	tcase_add_checked_fixture(tcase, begin, end);
	tcase_add_loop_test(tcase, every_kind_of_value, 0, ARRAY_SIZE(value_rows));
	tcase_add_loop_test(tcase, constants_as_numbers, 0, ARRAY_SIZE(constant_rows));
	tcase_add_loop_test(tcase, constants_as_numbers_with_names, 0, ARRAY_SIZE(constant_rows));
	tcase_add_loop_test(tcase, strings_in_hex, 0, 4);
	tcase_add_test(tcase, strings_have_no_control_characters);
	tcase_add_test(tcase, structs_arrays_and_pointees);
	tcase_add_loop_test(tcase, macros, 0, CONSTANTS_VERBOSE + 1);
	tcase_add_test(tcase, ratios);
	tcase_add_test(tcase, descriptor_sets_with_paths);
	tcase_add_test(tcase, inout_struct_with_two_segments);
	tcase_add_test(tcase, inout_struct_with_a_rest_segment);
	tcase_add_test(tcase, addresses_as_results);
	tcase_add_test(tcase, late_arguments_come_with_their_comma);
	tcase_add_test(tcase, arguments_with_their_names);
	tcase_add_test(tcase, notes_after_the_result);
	tcase_add_loop_test(tcase, columns, 0, 13);
	tcase_add_test(tcase, pid_prefix_with_several_tracees);
	tcase_add_test(tcase, number_and_ip_of_events);
	tcase_add_test(tcase, restarted_calls_show_the_name_of_the_call);
	tcase_add_test(tcase, unknown_calls_have_their_number);
	tcase_add_test(tcase, quiet_messages);
	tcase_add_test(tcase, finish_ends_the_open_line);
	tcase_add_test(tcase, entry_is_seen_before_the_exit);
	tcase_add_test(tcase, deferred_calls_are_whole_lines);
	tcase_add_test(tcase, three_tracees_interrupt_each_other);
	tcase_add_test(tcase, errors_have_names_and_texts);
	tcase_add_test(tcase, buffers_come_from_a_pool);
	tcase_add_test(tcase, calls_that_do_not_return);
	tcase_add_test(tcase, exit_has_a_whole_line);
	tcase_add_test(tcase, signals_stops_and_ends);
	return suite_run(suite, tcase, NULL);
}
